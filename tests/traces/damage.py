"""Damaging records, to see that every reader reads what is left or refuses it."""

import json

import msgspec
from hypothesis import strategies as st

from porfiado.traces import NotARecordError

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw, whole):
    """`whole` with one value, anywhere, replaced by any other."""
    copy = json.loads(json.dumps(whole))
    place, key = copy, None
    for _ in range(draw(st.integers(1, 6))):
        if isinstance(place, dict) and place:
            key = draw(st.sampled_from(sorted(place)))
        elif isinstance(place, list) and place:
            key = draw(st.integers(0, len(place) - 1))
        else:
            break
        if not isinstance(place[key], dict | list) or draw(st.booleans()):
            break
        place = place[key]
    if isinstance(place, dict | list) and place and key is not None:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        place[draw(st.sampled_from(list(keys)))] = draw(JSON)
    return copy


def read_or_refuse(form, record):
    """Read a record that the format takes for its own; the conversations can be written."""
    if not form.recognises(record):
        return
    try:
        conversations = list(form.read(record))
    except NotARecordError:
        return
    for one in conversations:
        msgspec.json.encode(one)
