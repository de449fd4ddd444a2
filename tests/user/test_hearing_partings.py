"""Invitations to ask for more, and partings: what ends a conversation and what only looks like it.

A: asks whether anything else is needed. C: ends the conversation. -: neither of the two.
"""

from __future__ import annotations

import pytest

from porfiado.user.hearing import hear

ENGLISH = """\
A|That's all sorted. What else can I get you?
A|Done! Need a hand with anything else today?
A|Will there be anything more?
A|Was there something else on your mind?
A|Can I do anything more for you?
A|If there's anything else, I'm right here.
A|Give us a shout if you get stuck.
A|Any other pets I should look at?
A|Anything to add before we finish?
A|Are we all good, or is there more?
A|Is that everything for today?
A|Will that be everything?
A|All done on my side. Is there more I can help with?
A|I'm around all afternoon if questions come up.
A|Ping me whenever you need.
A|Happy to help further.
A|Happy to help with anything else!
A|If you need us again, you know where we are.
A|Should you need anything, just reply here.
A|Should any questions arise, contact us.
A|Feel free to drop by again.
A|Can I interest you in anything else?
A|Do you have any further requests?
A|Got any more for me?
A|Just let me know what else you need.
A|Please let us know if we can be of further assistance.
A|You can always write back here.
A|Do reach out again if the leak returns.
A|What's next on your list?
A|Anything I missed?
C|I'll let you get back to your evening.
C|I'll let you go now.
C|Right, I'll leave you in peace.
C|Enjoy your new glasses!
C|Enjoy the bouquet.
C|Hope the kitten settles in well.
C|Wishing you a smooth move!
C|Wishing you and the family all the best.
C|Happy gardening!
C|Stay safe out there.
C|Stay warm!
C|Till next time!
C|Until Saturday, then!
C|See you Tuesday!
C|See you at the rink.
C|Can't wait to see you on the slopes.
C|We look forward to hosting you.
C|Looking forward to meeting Rex!
C|It was lovely talking to you.
C|Thanks for your patience today, Colin. Goodbye!
C|Thank you for being a valued customer.
C|Thanks for choosing Fernhill Vets.
C|Cheerio!
C|Toodles
C|Peace out
C|Later, mate!
C|Over and out.
C|Have a good weekend!
C|Have fun at the lake!
C|Have yourself a great evening.
C|Mind how you go.
C|Sweet dreams.
C|Best of luck with the exam!
C|Break a leg tonight!
C|Godspeed.
C|Yours faithfully, The Allotment Society
C|Sincerely, Dana
C|Closing this chat now.
C|This conversation is now closed.
C|I'm ending the session here.
C|That's it from me.
C|Nothing more from my side.
C|Safe travels!
C|Travel safely.
C|Feel better soon!
C|Get some rest.
C|Take it easy!
C|Ciao!
C|Ta-ta for now
-|See you've been a member since 2019.
-|I'll let you know by Friday.
-|The enjoy-your-stay package costs 40.
-|Have a look at the list and pick one.
-|Have your card ready.
-|I look forward to your answer: which day?
-|You can reach the desk until nine.
-|Is there another number on the back?
-|Do you have another pet with us?
-|Any allergies?
-|Was anything damaged?
-|Is anyone else on the booking?
-|I hope the leak is fixed soon.
-|The best of the lot is the oak one.
-|We close at six.
-|The chat was closed by the system yesterday.
-|Nothing else is available that day.
-|What other colours would you like to see?
-|Thanks for the photo. What size is it?
-|Good morning! What can I do for you?
-|Stay on the line please.
-|Take care of the deposit first, please.
-|Please take it to the desk.
-|Can you send me more photos?
-|I need one more thing: your address.
""".splitlines()
SPANISH = """\
A|Todo resuelto. ¿Qué más te sirvo?
A|¿Le colaboro con algo más?
A|¿Se te ofrece otra cosa?
A|¿Necesitas que veamos algo más?
A|¿Hay otra cosa en que pueda servirle?
A|¿Algo más, vecino?
A|¿Eso sería todo?
A|¿Con eso quedamos?
A|¿Estamos con eso?
A|¿Te queda alguna duda?
A|¿Quedó alguna pregunta?
A|¿Alguna otra consulta?
A|¿Tenés alguna otra duda?
A|Cualquier cosa me avisas.
A|Cualquier cosa, acá estamos.
A|Lo que necesites, me escribes.
A|Estoy por aquí para lo que haga falta.
A|Quedo pendiente por si surge algo.
A|Si te surge otra duda, escríbenos nomás.
A|No dude en volver a contactarnos.
A|Ante cualquier duda, llámenos.
A|Quedamos a su entera disposición.
A|Aquí me tienes si necesitas otra cosa.
A|¿Puedo hacer algo más por ti?
A|¿Te ayudo en otra cosita?
A|¿Necesita ayuda con otro trámite?
A|¿Falta algo más?
A|¿Qué otra cosa puedo hacer por usted?
A|Me cuentas si necesitas otra cosa.
A|Si precisás algo, chiflá.
C|Que estés muy bien.
C|Que estén muy bien, saludos a la familia.
C|Que le vaya bonito.
C|Que te vaya increíble en la mudanza.
C|Que disfruten el ramo.
C|Que lo pasen bien en el lago.
C|Que se mejore pronto el gatito.
C|Que tengas una tarde preciosa.
C|Que pase buena tarde.
C|Disfruta tus lentes nuevos.
C|Disfrute su estadía.
C|Te dejo para que sigas con tu día.
C|No te quito más tiempo.
C|Lo dejo descansar.
C|Nos vemos el martes.
C|Nos vemos en la pista.
C|Lo esperamos pronto.
C|Hasta el sábado entonces.
C|Hasta la próxima.
C|Hasta otra, majo.
C|Adiosito
C|Bye
C|Chaíto
C|Chaucha
C|Un abrazo grande.
C|Un saludo cordial.
C|Quedo atenta, saludos.
C|Le saluda atentamente, Dana.
C|Gracias por tu preferencia.
C|Gracias por preferir Veterinaria Los Aromos.
C|Gracias por comunicarse con nosotros.
C|Gracias por su paciencia el día de hoy.
C|Cierro el chat.
C|Doy por cerrado el caso.
C|Esta conversación queda cerrada.
C|Finalizo la atención.
C|Fue un gusto atenderte.
C|Un placer haberle ayudado.
C|Ha sido un placer.
C|Mucha suerte en el examen.
C|Éxito en la mudanza.
C|Buen viaje.
C|Feliz fin de semana.
C|Felices fiestas.
C|Cuídate mucho.
C|Cuídense, nos leemos.
C|Eso sería todo de mi parte.
C|De mi parte eso es todo, chao.
C|Ve con Dios.
C|A la orden, que pase feliz día.
-|Hasta el martes está abierto.
-|Hasta las 6 atendemos.
-|Te esperamos en línea mientras buscas el dato.
-|¿Que estés bien significa que ya no duele?
-|Que tu RUT esté bien escrito, por favor.
-|El caso quedó cerrado ayer por error.
-|Cerramos a las seis.
-|¿Hay otra persona en la reserva?
-|¿Tienes otra mascota?
-|¿Alguna alergia?
-|¿Qué otro color te gustaría ver?
-|Necesito una cosa más: tu dirección.
-|¿Se dañó algo?
-|No queda nada más ese día.
-|Gracias por la foto. ¿De qué talla es?
-|Buenos días, ¿en qué te ayudo?
-|¿Me mandas otra foto?
-|El éxito del curso depende de la práctica.
-|Espera en línea, por favor.
-|¿Disfrutas el esquí?
-|Te dejo la tarifa: 40 mil.
-|Buen día, ¿cuál es tu nombre?
-|El placer es mío, ¿qué día te acomoda?
""".splitlines()
CASES = [("en", *row.split("|", 1)) for row in ENGLISH] + [("es", *row.split("|", 1)) for row in SPANISH]


@pytest.mark.parametrize(("language", "act", "message"), CASES)
def test_invitations_and_partings(language: str, act: str, message: str) -> None:
    heard = hear(message, language)
    if act == "A":
        assert heard.anything_else
    elif act == "C":
        assert heard.closes
    else:
        assert not heard.anything_else
        assert not heard.closes
