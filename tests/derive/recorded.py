"""Recorded conversations of a vet's front desk."""

from porfiado.records import Call, Conversation, Step, ToolDefinition, Turn

MOVE = Call(name="move_visit", arguments={"visit": "VET-2210", "day": "friday"}, result={"ok": True})
LOOK = Call(name="find_visit", arguments={"visit": "VET-2210"}, result='{"owner_name": "Rosa Melo"}')


def turn(user, agent, *calls, state=None):
    steps = (Step(calls=calls), Step(text=agent)) if calls else (Step(text=agent),)
    return (
        Turn(user=user, agent=agent, steps=steps)
        if state is None
        else Turn(user=user, agent=agent, steps=steps, state=state)
    )


VISIT = Conversation(
    turns=(
        turn("hi, i need to move my dog's visit", "Sure. What's your booking number?"),
        turn("it's VET-2210", "Thanks. Which day would you like?", LOOK),
        turn("friday please", "Done, your visit is on Friday now.", MOVE),
    ),
    tools=(
        ToolDefinition(name="find_visit"),
        ToolDefinition(name="move_visit"),
        ToolDefinition(name="cancel_visit"),
    ),
)

PRIVATE = Conversation(
    turns=(
        turn(
            "hola, soy Rosa Melo, RUT 12.345.678-5, mi correo es rosa.melo@gmail.com y mi fono "
            "+56 9 8123 4455",
            "Gracias, Rosa. ¿Tu dirección?",
        ),
        turn("calle Los Aromos 1423", "Listo.", Call(
            name="save",
            arguments={"rut": "12345678-5", "first_name": "Rosa", "address": "Calle Los Aromos 1423"},
            result='{"customer_id": "rosa_melo_4471", "card": "4111 1111 1111 1111", "dob": "1984-05-21"}',
        ), state={"people": {"12345678-5": {"name": "Rosa Melo"}}}),
    )
)  # fmt: skip
