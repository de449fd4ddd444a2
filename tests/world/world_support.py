"""Strategies shared by the world's tests."""

from __future__ import annotations

from hypothesis import strategies as st

scalars = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-5, 5, width=16) | st.text("ab.é", max_size=3)
)
json_values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab.", max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)

# What no agent should pass, and some will.
hostile = st.recursive(
    st.none()
    | st.floats()
    | st.integers()
    | st.text(st.characters())
    | st.just("\ud800")
    | st.binary(max_size=3)
    | st.builds(object)
    | st.sampled_from([10**400, {1, "a"}, frozenset(), 1j, Exception, ...]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(st.text(max_size=2) | st.integers() | st.just("key") | st.none(), inner, max_size=3)
    ),
    max_leaves=6,
)
