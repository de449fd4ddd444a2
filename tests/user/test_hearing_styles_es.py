"""363 messages in many styles: how often hearing says of them what a person would.

S: done. F: could not be done. R: will not or may not be done. Nothing before the bar: none of the three.
They were invented in three batches, each labelled before it was heard; then the kinds of misses were mended.
"""

from __future__ import annotations

from collections import Counter

import pytest

from porfiado.user.hearing import hear

MESSAGES = """\
S|Adentro, fila F asientos 3 y 4.
S|Tu plan ahora es Premium.
S|Tu nueva cita es el viernes 9 a las 15:00. Código QX12.
S|Ya lo tengo en agenda para el jueves.
S|Pasó el pago, en cinco días ves el abono.
S|Te apunto... listo, a las 10.
S|Te hice un huequito al mediodía.
S|Recordatorio puesto para las 7.
S|El caso 4412 ya está abierto y lo tiene el turno de noche.
S|Date por inscrito.
S|Aquí tienes tu pase: BP-2231.
S|El reembolso va camino a tu tarjeta.
S|Procedí a congelar la cuenta.
S|Bajamos tu aviso del sitio.
S|El archivo va en camino a tu correo.
S|Tu suscripción termina hoy y no se te cobrará más.
S|Sí, ya te cambiamos a boleta electrónica.
S|Le puse una nota al pedido para que lo dejen con el vecino.
S|Todo solucionado.
S|Tu nombre ya está en la lista de espera.
S|Agregué las dos sillas a tu reserva.
S|Eso ya está cambiado.
S|La tengo agendada con la doctora Wu a las 4.
S|Pude moverla al día 3.
S|Logramos hacerle un espacio.
S|Asunto zanjado, ya no aparece el cobro.
S|Tu reclamo está registrado con el folio 7781.
S|Te acaba de salir la factura por correo.
S|La multa quedó en cero.
S|Ya me encargué de eso.
S|La clave nueva está en tu correo.
S|Baja tramitada, lamentamos que te vayas.
S|Buenas noticias: el cambio se concretó.
S|Perfecto, sábado a las 2 confirmado.
S|Conforme a lo solicitado, sus datos fueron borrados.
S|Las dos noches son tuyas.
S|La reserva dice ahora Colín Marsh.
S|Inscribí a Teo en el grupo de principiantes.
S|Tarjeta nueva pedida.
S|Devuelto y reembolsado, el lunes lo ves.
S|Le hemos restituido la membresía.
S|Tiene técnico agendado para mañana entre 8 y 10.
S|Generé una orden de reposición, RP-200.
S|Su permiso de estacionamiento ya rige.
S|Ya salió tu pedido de reemplazo.
S|Enviado, revisa el spam por si acaso.
S|Mesa para seis asegurada.
S|Pago recibido y póliza nuevamente vigente.
S|Le avisé al chofer que estás en el portón de atrás.
S|Ese pedido quedó anulado en este momento.
S|Butacas mejoradas, ¡disfruten!
S|Va, ya está todo montado de nuestro lado.
S|Se ha procedido a la cancelación de su contrato.
S|Su solicitud fue acogida y el saldo ajustado.
S|Acabamos de devolverle el importe íntegro.
S|Ya le llegó el comprobante.
S|Dado de baja el servicio desde hoy.
S|Rectificado su apellido en la póliza.
S|ya ta, te lo mande al wsp
S|le deje anotada pal viernes
F|El sistema anda raro y no puedo entrar a tu ficha.
F|No me sale nada con esa comuna.
F|No doy con esa referencia.
F|No tenemos a nadie que pueda ir hoy.
F|Esa ya se fue, lo siento.
F|No me deja pasar de la pantalla de pago.
F|El 5 está completo.
F|Ese cupón ya pasó de fecha.
F|Tu banco no autorizó el cargo.
F|Me topé con un error al fusionar las cuentas.
F|La pantalla se queda pegada.
F|Se cortó la llamada cuando los contacté.
F|Tu paquete no está en la bodega.
F|Me devuelve a la página de inicio a cada rato.
F|Dos intentos y nada.
F|La operación no prosperó.
F|Me quedé con las manos vacías, no hay registro.
F|El correo rebotó.
F|Se acabaron los de avena.
F|Ese vuelo fue suspendido.
F|Se te adelantaron, ya está tomada.
F|No estás en la lista.
F|Tu solicitud está atascada y no consigo moverla.
F|El cambio no se guardó, volvió a la dirección antigua.
F|Para el 12 no me queda nada.
F|Cero disponibilidad hasta agosto.
F|La actualización nunca se grabó.
F|El servidor está haciendo cosas raras, se me borran los cambios.
F|Ni una pieza libre ese fin de semana.
F|Me dice que la cuenta no existe.
F|La doctora está con licencia hasta el 9, no la puedo agendar con ella.
F|Ese modelo está descontinuado.
F|La imprenta no abre esta semana, sus tarjetas no están listas.
F|La foto de su cédula salió borrosa.
F|No pude ubicar al arrendador.
F|No sirvió, ese código está malo.
F|El motor de reservas rechaza mi solicitud.
F|Ningún gásfiter puede ir.
F|No nos figura tal factura.
F|El proveedor nos falló y tu sofá no llegó.
F|Me bloqueó el acceso a ese registro.
F|Lo más pronto es junio, antes no hay nada.
F|La subida se murió al 80%.
F|El último se vendió hace una hora.
F|Cada vez que confirmo me da error.
F|La farmacia no cuenta con esa dosis.
F|Tu pago aparece como fallido.
F|Perdimos la conexión antes de terminar.
F|Acá no hay registro alguno.
F|Hubo un traspié y la reserva no se completó.
F|Desgraciadamente su solicitud no ha podido ser atendida.
F|El trámite arrojó observaciones y quedó detenido.
F|ta caido el sistema amigo
F|no te encuentro en la base
F|no me aparecen horas pa esa semana
R|Eso es un no rotundo.
R|No bajamos del precio de lista.
R|Las reglas de la empresa me atan las manos.
R|Me encantaría, pero no tengo autorización.
R|Solo reembolsamos a la tarjeta original.
R|El personal no puede aceptar regalos.
R|Los descuentos no aplican en liquidación.
R|Nop, no se puede.
R|Eso infringiría la protección de datos.
R|En eso no cedemos.
R|El cobro se mantiene.
R|Dentro de las 24 horas no hay cambios.
R|No recibimos efectivo.
R|Eso no lo voy a compartir.
R|El contrato es anual y no tiene salida anticipada.
R|Hay que ser mayor de 18, sin vuelta.
R|Sin el consentimiento del titular, imposible.
R|Trajes de baño no tienen cambio.
R|La oferta terminó y no la vamos a extender.
R|Solo el conductor inscrito puede retirar el auto.
R|Mi jefa no lo aprobará.
R|El seguro no nos deja.
R|No repartimos fuera de la circunvalación.
R|No puedo pasar por encima del sistema.
R|Los precios los fija casa matriz, no tengo injerencia.
R|Eso escapa a la cobertura de la garantía.
R|Es exclusivo para socios, lo siento.
R|Iría contra los términos de su arriendo.
R|Dejamos de hacer bastas el año pasado.
R|Esto solo lo puedo hablar con el asegurado.
R|Direcciones particulares no damos.
R|Ni a palos, jefe.
R|Esa tarifa es solo para estudiantes.
R|Voy a tener que declinar.
R|Bajo ninguna circunstancia despachamos baterías.
R|Sin abono no guardamos nada.
R|Legalmente no estoy facultado para asesorar en eso.
R|Tu plan no incluye roaming.
R|Condonarla no está en mis manos.
R|Las entradas no se revenden ni se devuelven.
R|Me veo en la obligación de rechazar su petición.
R|No ha lugar a lo solicitado.
R|En el arriendo no hay rebaja.
R|Despachado el producto ya no hay devolución.
R|mm no, eso no lo hago
R|no atendemos sin cita
|Se te cobró el día 3.
|¿Qué fue lo último que intentaste?
|En un minuto te lo paso.
|Déjame ver qué puedo hacer.
|Suele salir en dos días.
|El estudio abre a las 9.
|¿Te funcionó el reinicio?
|¿Quieres que la cancele?
|No hay de qué.
|Puedes cambiarlo cuando quieras en la app.
|Veo que reservaste ayer el tour de las 4.
|Cuando esté listo te avisamos.
|Gracias por esperar, encontré tu ficha.
|Leí tu mensaje y entiendo el problema.
|Eso no tiene costo.
|No hace falta traer nada.
|No tienes que decidir hoy.
|¿Te serviría el 9?
|La clase es para adultos.
|Estoy consultando con bodega.
|Es un edificio no fumador con patio compartido.
|Tienes dos reservas, ¿cuál es?
|Aún no se envía, esperaba tu visto bueno.
|¿La dirección antigua ya no es válida?
|El azul se vende en cajas de seis.
|Estamos abiertos desde 1990.
|Su garantía está vigente hasta mayo.
|Para que quede claro, ¿quieres eliminar los dos?
|La garantía es totalmente reembolsable.
|Tomé nota de que prefieres ventana.
|Jamás compartimos tus datos.
|La pantalla debería quedar en negro un segundo.
|Si el código venció, pincha reenviar.
|La reserva incluye desayuno servido en la pieza.
|Mesa disponible en terraza o en el interior.
|Revisé tu caso y necesito un dato.
|Le informo que el trámite demora diez días hábiles.
S|Ya sale la frazada extra para la 412.
S|El congelamiento parte el día 1, todo arreglado.
S|Modifiqué la lista de invitados como querías.
S|¡Registrada! La chapita de tu perra va por correo.
S|Ya, los dos turnos están cubiertos y el domingo no vienes.
S|Hemos enviado un cerrajero, llega en 20 minutos.
S|Su recital fue adelantado a las 14:00.
S|Hora de vacunación tomada para el martes.
S|Te abonamos los timbres que faltaban.
S|Su prórroga de tesis fue concedida hasta el 30 de junio.
S|Bloqueé el número.
S|Tu foto de perfil está actualizada.
S|Dividimos tu pedido en dos entregas, como pediste.
S|Te desuscribí del boletín.
S|Listo el hotel para Rex: viernes a lunes.
S|Se ha condonado el saldo.
S|Ha sido eliminado de la fila.
S|La visita técnica quedó fijada para el 9 de junio.
S|Filtro nuevo instalado esta mañana.
S|Perdón por la espera, la exportación terminó y está en tu carpeta.
S|Llamé al restaurante y agregaron la silla para el bebé.
S|Certificado reemitido con el apellido correcto.
S|Membresía pausada hasta octubre.
S|Está hecho, mi reina.
S|Su lectura ha sido ingresada.
S|ya te lo meti al carrito y pague con tus puntos
S|El reembolso ya fue cursado.
S|Quedan reservadas las dos canchas.
S|Tu contraseña se restableció sin problema.
S|Confirmado todo para el 14.
F|El repuesto está agotado en fábrica.
F|No llego a ninguna parte con ese número de serie.
F|La agenda digital está caída.
F|Tu formulario llegó en blanco.
F|No ha sido posible verificar su condición de alumno.
F|No alcanzamos a hacerte un espacio antes de Semana Santa.
F|No hubo coincidencias para "Okonkwo".
F|La solicitud de reembolso volvió a dar error.
F|Ups, ese usuario ya está en uso.
F|Esa sucursal cerró el año pasado.
F|Todos los veterinarios están en pabellón.
F|La transferencia fue devuelta por el banco receptor.
F|No veo ningún pago.
F|No me carga la página.
F|No contestó, pruebo más tarde.
F|El correo nunca llegó.
F|La herramienta dice acceso denegado.
F|Ese ya no se fabrica, lo siento.
F|No sincronizó con tu calendario.
F|La van va llena.
F|Estamos cortos de gente y no podemos mandar a nadie.
F|No me fue posible hallar un contrato para ese departamento.
F|El cupón no lo está tomando la caja.
F|Esa promo se terminó ayer.
F|La planilla de inscripción está a tope.
F|no se pudo amigo, el sistema tira error
F|Al guardar me apareció un mensaje de error.
F|No logré que el sistema aceptara la foto.
F|Hoy no hay quien pueda ir.
F|La impresora fiscal no responde.
R|No me corresponde opinar sobre un reclamo en curso.
R|El dueño no permite subarriendos.
R|Preferimos no compartir nombres de proveedores.
R|Solo un adulto puede firmar ese paquete.
R|Política de la casa: sin zapatos no se entra.
R|La garantía excluye daños accidentales.
R|No aceptamos vales vencidos.
R|Ese ascenso está reservado a socios oro.
R|Las tarjetas de regalo no se canjean por dinero.
R|Nuestros choferes no pueden entrar a los domicilios.
R|No la voy a condonar.
R|No hay excepciones a la hora de corte.
R|No damos asesoría legal.
R|No tengo atribuciones para cambiar una nota.
R|Disculpe, esa no es una opción.
R|Debe venir en persona, no aceptamos poderes.
R|Va contra las reglas guardar asientos.
R|No nos dejan dar opiniones médicas por chat.
R|La respuesta sigue siendo no.
R|Lamentablemente no igualamos precios de internet.
R|Ese descuento no se acumula con otros.
R|No me siento cómodo haciéndolo sin un supervisor.
R|Desde 2020 que no recibimos cheques.
R|Las devoluciones las decide el vendedor, no podemos obligarlo.
R|uy no reina, fiado no doy
|Su paquete debería llegar el martes.
|¿Cuál de las dos cuentas es?
|Gracias, sumé las horas y dan 14.
|Mencionaste que la lámpara llegó rota.
|Atendemos hasta las seis.
|No estoy seguro de entender, ¿me lo explica de nuevo?
|¿La luz parpadea en rojo?
|Nuestro equipo lo revisará y le responderá.
|Necesito un segundo para cargar tu ficha.
|No es molestia, con gusto.
|La prueba es gratis por 30 días.
|No se requiere depósito.
|Puedes retirarlo después del mediodía.
|El salón está equipado con proyector.
|¿Ya pagaste?
|El gimnasio fue renovado el año pasado.
|Dijiste que lo entregaron en otra casa.
|Salvo que la hayas cambiado, la clave es la misma.
|Entiendo que te cobraron dos veces.
|Aún no está listo, te avisamos.
S|Las abejas van en el camión del sábado, ya está coordinado.
S|Se duplicó la llave de la parcela y la dejé en la caseta.
S|Traspasé la parcela 9 a su hija.
S|Garantía devuelta, menos el control del portón.
S|Sala B de 6 a 8, es tuya.
S|La fiesta quedó agendada y pagada.
S|Mandamos la receta de los lentes al laboratorio recién.
S|Ha sido incorporado a la lista del coro.
S|Buenas noticias, la encargada firmó la beca.
S|Tu pedido ahora incluye las perchas.
S|Da por hecho lo del estacionamiento.
S|Te puse un recordatorio en el calendario.
S|Ya, inspección fijada para el 11.
S|Su nombre fue corregido en el programa.
S|Lentes de repuesto encargados, llegan el lunes.
F|El planificador se cerró antes de guardar.
F|No hay colmenas con ese número de apicultor.
F|No conseguimos la firma del tesorero.
F|El laboratorio está cerrado, así que los lentes no salieron hoy.
F|La parcela 9 ya tiene dueño.
F|No logro que abra el calendario.
F|La lista del coro rechazó tu dirección.
F|No quedan perchas.
F|A tu formulario le falta la página dos y lo devolvieron.
F|El control no empareja con el portón.
F|Se fueron todas las horas del sábado.
F|No reconoce tu número de apicultor.
F|Busqué en todos los cajones y no hay lentes a ese nombre.
F|Las líneas telefónicas están caídas.
F|Esa sala está fuera de servicio.
R|No se puede tener abejas a menos de cincuenta metros del colegio.
R|Las parcelas no se traspasan a amigos.
R|No me está permitido cambiar la nota.
R|No se aceptan recetas de más de dos años.
R|No prestamos instrumentos a quienes no son socios.
R|El tesorero no autoriza devoluciones en efectivo.
R|Perros en la sala, no.
R|Debo negarme, esos datos no son suyos.
R|La garantía se pierde a los 30 días y eso no tiene vuelta.
R|Solo quienes tienen llave pueden abrir la caseta.
R|No revelamos quién más postuló.
R|Por política no guardamos asientos para las audiciones.
R|Eso no depende de mí.
R|Prefiero no opinar sobre las colmenas de otro.
R|Cambiar de parcela a mitad de temporada no está permitido.
|La caseta abre los fines de semana.
|¿Cuántos marcos tiene cada colmena?
|Estoy viendo el plano.
|Puedes traer tu propio atril.
|Los lentes demoran una semana.
|¿Encargo el par de repuesto?
|Si el portón se traba, levántalo un poco.
|¿Tiene a mano el número de apicultor?
|Tendremos respuesta después de la reunión.
|Las salas tienen aislación y piano.
|Me dijiste que la colmena estaba dañada.
|Gracias por la foto.
|No te va a costar nada.
|Creo que postulaste en marzo, ¿cierto?
|Tu parcela está al lado del huerto.
"""
ROWS = [line.split("|", 1) for line in MESSAGES.splitlines()]


def _labels(message: str) -> set[str]:
    heard = hear(message, "es")
    flags = {"S": heard.claims_success, "F": heard.reports_failure, "R": heard.refuses}
    return {letter for letter, flag in flags.items() if flag}


@pytest.mark.parametrize(
    ("letter", "precision", "recall"), [("S", 0.97, 0.9), ("F", 0.96, 0.92), ("R", 0.95, 0.94)]
)
def test_styles(letter: str, precision: float, recall: float) -> None:
    count: Counter[tuple[bool, bool]] = Counter()
    for expected, message in ROWS:
        count[letter in expected, letter in _labels(message)] += 1
    hit, false, missed = count[True, True], count[False, True], count[True, False]
    assert hit / (hit + false) >= precision
    assert hit / (hit + missed) >= recall
