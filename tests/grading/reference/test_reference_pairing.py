"""The pure pairing against brute force, on graphs small enough to try everything."""

from itertools import combinations, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.grading.reference.pairing import longest_alignment, maximum_pairing, subsequence

SIZE = st.integers(0, 5)


@st.composite
def graphs(draw):
    lefts, rights = draw(SIZE), draw(SIZE)
    edges = draw(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    return lefts, rights, {(left, right) for left, right in edges if left < lefts and right < rights}


def rows(edges):
    return lambda left: sorted(right for one, right in edges if one == left)


def most_pairs(lefts, rights, edges, *, ordered=False):
    """The size of the largest pairing, by trying all."""
    for size in range(min(lefts, rights), 0, -1):
        for chosen in combinations(range(lefts), size):
            orders = combinations(range(rights), size) if ordered else permutations(range(rights), size)
            if any(edges.issuperset(zip(chosen, order, strict=True)) for order in orders):
                return size
    return 0


def holds(pairs, edges):
    return edges.issuperset(pairs.items()) and len(set(pairs.values())) == len(pairs)


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_maximum_pairing_is_maximum(graph):
    lefts, rights, edges = graph
    pairs = maximum_pairing(range(lefts), range(rights), rows(edges))

    assert holds(pairs, edges)
    assert len(pairs) == most_pairs(lefts, rights, edges)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_it_is_maximum_from_any_start(graph):
    lefts, rights, edges = graph
    start = {index: index for index in range(min(lefts, rights)) if (index, index) in edges}
    before = dict(start)
    pairs = maximum_pairing(range(lefts), range(rights), rows(edges), start)

    assert start == before
    assert holds(pairs, edges)
    assert len(pairs) == most_pairs(lefts, rights, edges)


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_longest_alignment_is_longest(graph):
    lefts, rights, edges = graph
    pairs = longest_alignment(range(lefts), rows(edges))

    assert holds(pairs, edges)
    assert sorted(pairs) == list(pairs)
    assert sorted(pairs.values()) == list(pairs.values())
    assert len(pairs) == most_pairs(lefts, rights, edges, ordered=True)


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_a_subsequence_is_found_where_there_is_one(graph):
    lefts, rights, edges = graph
    found = subsequence(lefts, rights, lambda left, right: (left, right) in edges)

    assert (found is not None) == (most_pairs(lefts, rights, edges, ordered=True) == lefts)
    if found is not None:
        assert holds(found, edges)
        assert list(found) == list(range(lefts))


def test_a_long_chain_of_augmentations_needs_no_stack():
    size = 3000  # each left but the last agrees with two rights; the greedy pairing leaves one out
    pairs = maximum_pairing(
        range(size), range(size), lambda left: [left, left + 1] if left < size - 1 else [0]
    )

    assert len(pairs) == size
