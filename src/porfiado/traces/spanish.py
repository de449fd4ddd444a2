"""The two records of the lessons, with their Spanish keys, to the product's own."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from msgspec import UNSET

from porfiado.records import Call, Conversation, Ending, Step, Turn, Usage
from porfiado.traces.formats import Format, has_any
from porfiado.traces.problems import NotARecordError

ENDINGS = {
    "objetivo_cumplido": Ending.GOAL_MET,
    "usuario_satisfecho": Ending.USER_SATISFIED,
    "usuario_abandono": Ending.USER_LEFT,
    "limite_de_turnos": Ending.TURN_LIMIT,
}
CLOSING_TOKENS = ("[LISTO]", "[ME VOY]")
_USER = frozenset({"usuario", "user", "cliente", "human"})
_AGENT = frozenset({"agente", "agent", "asistente", "assistant", "bot"})
_SOME_ERROR = "error"  # the lessons record only that a call failed, not how
_BETWEEN = "\n"  # joins the messages that one side sent in a row


def read_conversation(record: Mapping[str, Any]) -> Conversation:
    """`{turnos: [{rol, texto}], termino}`: several messages in a row of one side are one.

    Raises:
        NotARecordError: a key is missing or has a value of a wrong kind.
    """
    messages = [_message(item, index) for index, item in enumerate(_list(record, "turnos"))]
    messages, closing = _without_closing(messages)
    joined = [
        (role, _BETWEEN.join(text for _, text in group)) for role, group in groupby(messages, lambda m: m[0])
    ]
    turns: list[Turn] = []
    if joined and joined[0][0] == "agent":
        joined.insert(0, ("user", ""))  # the agent spoke first: nobody had said anything
    for index in range(0, len(joined), 2):
        reply = joined[index + 1][1] if index + 1 < len(joined) else None
        turns.append(Turn(user=joined[index][1], agent=reply))
    return Conversation(
        scenario=_id(record),
        language=_text(record, "idioma"),
        turns=tuple(turns),
        closing=closing,
        ending=_ending(record.get("termino")),
    )


def read_trajectory(record: Mapping[str, Any]) -> Conversation:
    """`{llamadas: [{nombre, entrada, error}], pasos, tokens, stop_reason, respuesta}`: one turn.

    The record counts the steps and does not say which call belongs to which. The calls are laid into the
    steps one by one, the rest into the last that can have had any: names, order and count are as recorded.
    Without `pasos` the steps are unknown.

    Raises:
        NotARecordError: a key has a value of a wrong kind.
    """
    calls = tuple(_call(item, index) for index, item in enumerate(_list(record, "llamadas", required=False)))
    steps = _steps(calls, record)
    turn = Turn(
        user=_text(record, "pregunta") or _text(record, "entrada") or "",
        agent=_text(record, "respuesta"),
        steps=UNSET if steps is None else steps,
        calls=calls if steps is None else UNSET,
    )
    return Conversation(
        scenario=_id(record), language=_text(record, "idioma"), turns=(turn,), usage=_usage(record)
    )


def _usage(record: Mapping[str, Any]) -> Usage | None:
    """The total of tokens, which the record does not divide into input and output."""
    tokens = record.get("tokens")
    return Usage(total_tokens=tokens) if isinstance(tokens, int) and not isinstance(tokens, bool) else None


def _steps(calls: tuple[Call, ...], record: Mapping[str, Any]) -> tuple[Step, ...] | None:
    count = record.get("pasos")
    if count is None:
        return None
    if isinstance(count, float) and count.is_integer():
        count = int(count)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        raise NotARecordError(f"pasos: a number of steps is expected, not {count!r}")
    if count == 0:
        if calls:
            raise NotARecordError(f"pasos: 0 steps, but {len(calls)} calls")
        return ()
    reason = _text(record, "stop_reason") or None
    with_calls = max(1, count - 1)  # the last step answers, unless it is the only one
    steps = [Step(calls=calls[index : index + 1]) for index in range(with_calls - 1)]
    steps.append(Step(calls=calls[with_calls - 1 :]))
    steps += [Step()] * (count - with_calls)
    last = Step(calls=steps[-1].calls, stop_reason=reason)
    return (*steps[:-1], last)


def _message(item: Any, index: int) -> tuple[str, str]:
    place = f"turnos[{index}]"
    if not isinstance(item, dict):
        raise NotARecordError(f"{place}: an object with 'rol' and 'texto' is expected")
    role = str(item.get("rol", "")).strip().lower()
    if role not in _USER | _AGENT:
        raise NotARecordError(f"{place}.rol: 'usuario' or 'agente' is expected, not {item.get('rol')!r}")
    text = item.get("texto")
    if not isinstance(text, str):
        raise NotARecordError(f"{place}.texto: a text is expected, not {text!r}")
    return ("user" if role in _USER else "agent"), text


def _without_closing(messages: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], str | None]:
    """The messages without the user's closing token, which is no message; and the token, if there was one."""
    kept: list[tuple[str, str]] = []
    closing = None
    for role, text in messages:
        token = next((one for one in CLOSING_TOKENS if one in text), None) if role == "user" else None
        rest = text.replace(token, "").strip() if token else text
        closing = token or closing
        if rest or not token:
            kept.append((role, rest))
    return kept, closing


def _call(item: Any, index: int) -> Call:
    place = f"llamadas[{index}]"
    if not isinstance(item, dict) or not isinstance(item.get("nombre"), str):
        raise NotARecordError(f"{place}: an object with 'nombre', 'entrada' and 'error' is expected")
    given = item.get("entrada")
    arguments = {} if given is None else given if isinstance(given, dict) else {"entrada": given}
    return Call(name=item["nombre"], arguments=arguments, error=_error(item.get("error"), place))


def _error(error: Any, place: str) -> str | None:
    if error is None or error is False:
        return None
    if error is True:
        return _SOME_ERROR
    if isinstance(error, str):
        return error or None
    raise NotARecordError(f"{place}.error: true or false is expected, not {error!r}")


def _ending(word: Any) -> Ending | None:
    if word is None:
        return None
    known = {**ENDINGS, **{ending.value: ending for ending in Ending}}
    ending = known.get(word.strip().lower()) if isinstance(word, str) else None
    if ending is None:
        raise NotARecordError(f"termino: one of {', '.join(ENDINGS)} is expected, not {word!r}")
    return ending


def _list(record: Mapping[str, Any], key: str, *, required: bool = True) -> list[Any]:
    value = record.get(key)
    if value is None and not required:
        return []
    if not isinstance(value, list):
        raise NotARecordError(f"{key}: a list is expected")
    return value


def _text(record: Mapping[str, Any], key: str) -> str | None:
    value = record.get(key)
    if value is not None and not isinstance(value, str):
        raise NotARecordError(f"{key}: a text is expected, not {value!r}")
    return value


def _id(record: Mapping[str, Any]) -> str | None:
    value = next(
        (record[key] for key in ("id", "caso", "escenario", "scenario") if record.get(key) is not None), None
    )
    return None if value is None else str(value)


CONVERSATION = Format("lesson-conversation", has_any("turnos"), lambda record: (read_conversation(record),))
TRAJECTORY = Format(
    "lesson-trajectory", has_any("llamadas", "pasos"), lambda record: (read_trajectory(record),)
)
