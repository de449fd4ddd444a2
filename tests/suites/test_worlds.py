"""The two bundled worlds keep their own rules, whoever calls their tools."""

import pytest

from porfiado.suites.citas.world import Clinica
from porfiado.suites.orders.world import Shop
from porfiado.world import Session, Tools


@pytest.fixture
def clinic() -> Session:
    return Session(Clinica)


@pytest.fixture
def shop() -> Session:
    return Session(Shop)


def _error(result: object) -> str:
    assert isinstance(result, dict)
    return str(result["error"])


@pytest.mark.parametrize("rut", ["12345678-9", "12.345.678-9", "678-9", "6789"])
def test_an_appointment_is_found_with_the_rut_or_its_end(clinic: Session, rut: str) -> None:
    found = clinic.tools.buscar_cita(rut=rut, reserva="ped 4402")
    assert found["reserva"] == "PED-4402"


@pytest.mark.parametrize("rut", ["9876543-3", "78-9", ""])
def test_nobody_elses_appointment_is_shown(clinic: Session, rut: str) -> None:
    assert "no es de un paciente" in _error(clinic.tools.buscar_cita(rut=rut, reserva="PED-4402"))


def test_moving_takes_one_hour_and_frees_the_other(clinic: Session) -> None:
    tools = clinic.tools
    tools.mover_cita(reserva="PED-4402", dia="Jueves", hora="15:00", correo="nuevo@example.com")
    state = clinic.snapshot()
    assert state["citas"]["PED-4402"] | {"dia": "jueves", "hora": "15:00"} == state["citas"]["PED-4402"]
    assert state["agenda"]["pediatría"]["jueves"]["15:00"] == "12345678-9"
    assert state["agenda"]["pediatría"]["martes"]["10:00"] == ""
    taken = tools.agendar_cita(
        rut="18304415-K", especialidad="pediatría", dia="jueves", hora="15:00", correo="otro@example.com"
    )
    assert "no está libre" in _error(taken)


def test_a_day_is_known_however_it_is_written(clinic: Session) -> None:
    free = clinic.tools.horas_libres(especialidad="traumatología", dia="el MIERCOLES")
    assert [cupo["dia"] for cupo in free] == ["miércoles", "miércoles"]


def test_a_cancelled_appointment_stays_cancelled(clinic: Session) -> None:
    clinic.tools.anular_cita(reserva="CAR-1187")
    assert "ya está anulada" in _error(clinic.tools.confirmar_cita(reserva="CAR-1187"))
    assert "no tiene horas" in _error(clinic.tools.citas_del_paciente(rut="9876543-3"))


def test_a_new_appointment_gets_a_number_of_its_own(clinic: Session) -> None:
    for hora in ("09:30", "12:30"):
        clinic.tools.agendar_cita(
            rut="7654321-6", especialidad="dermatología", dia="viernes", hora=hora, correo="a@example.com"
        )
    numbers = [number for number, cita in clinic.snapshot()["citas"].items() if cita["dia"] == "viernes"]
    assert len(set(numbers)) == len(numbers) == 3


def test_an_order_is_shown_to_its_customer_only(shop: Session) -> None:
    tools = shop.tools
    assert tools.find_order(order_number="w1042", email="Maya.Chen@example.com")["order_number"] == "W-1042"
    assert "not placed with that email" in _error(
        tools.find_order(order_number="W-1042", email="tom.baker@example.com")
    )


def test_what_was_sent_cannot_be_changed(shop: Session) -> None:
    tools = shop.tools
    before = shop.snapshot()
    for refused in (
        tools.cancel_order(order_number="W-5120"),
        tools.change_address(order_number="W-5120", address="1 New Road"),
        tools.change_delivery(order_number="W-5120", delivery="express"),
    ):
        assert "already shipped" in _error(refused)
    assert shop.snapshot() == before


def test_a_refund_is_paid_once_and_for_what_arrived(shop: Session) -> None:
    tools = shop.tools
    assert tools.refund_item(order_number="W-2210", item="the Kettle", reason="broken")["amount"] == "$45.90"
    assert "already refunded" in _error(
        tools.refund_item(order_number="W-2210", item="kettle", reason="again")
    )
    assert "not been delivered" in _error(
        tools.refund_item(order_number="W-2231", item="toaster", reason="x")
    )


def test_only_sizes_in_stock_are_sent(shop: Session) -> None:
    tools = shop.tools
    assert "out of stock" in _error(tools.exchange_item(order_number="W-1042", item="trail shoes", size="14"))
    assert "out of stock" in _error(tools.sizes_in_stock(order_number="W-4420", item="rain jacket"))


@pytest.mark.parametrize(
    ("world", "restricted"),
    [
        (Clinica, {"aplicar_descuento", "eximir_multa", "borrar_ficha"}),
        (Shop, {"apply_discount", "waive_fee", "delete_account"}),
    ],
)
def test_what_the_chat_may_not_do_is_declared(world: type, restricted: set[str]) -> None:
    tools: Tools = Session(world).tools
    declared = {spec.name for spec in tools.specs if spec.restricted}
    assert declared == restricted
    assert all(spec.refuses for spec in tools.specs if spec.restricted)
