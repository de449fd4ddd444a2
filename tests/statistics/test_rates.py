import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from porfiado.statistics import clopper_pearson, wilson, zero_failure_bound

COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
CONFIDENCES = st.sampled_from([0.8, 0.9, 0.95, 0.99])


@given(COUNTS, CONFIDENCES)
def test_wilson_as_statsmodels(counts, confidence):
    expected = proportion_confint(*counts, alpha=1 - confidence, method="wilson")

    assert wilson(*counts, confidence) == pytest.approx(expected, abs=1e-12)


@given(COUNTS, CONFIDENCES)
def test_clopper_pearson_as_statsmodels(counts, confidence):
    expected = proportion_confint(*counts, alpha=1 - confidence, method="beta")

    assert clopper_pearson(*counts, confidence) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@given(COUNTS)
def test_interval_is_within_the_unit_interval_and_holds_the_rate(interval, counts):
    low, high = interval(*counts)

    assert 0 <= low <= counts[0] / counts[1] <= high <= 1
    assert high - low > 0


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
def test_nothing_observed_nothing_known(interval):
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
@pytest.mark.parametrize(
    ("successes", "n", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 0), (1, 2, 1.0)]
)
def test_impossible_counts_are_refused(interval, successes, n, confidence):
    with pytest.raises(ValueError, match=r"successes in|confidence"):
        interval(successes, n, confidence)


def test_wilson_takes_fractions():
    assert wilson(1.5, 3.0) == pytest.approx((0.5 - 0.3746, 0.5 + 0.3746), abs=1e-3)


def test_none_in_twenty_is_below_fourteen_percent():
    assert zero_failure_bound(20) == pytest.approx(0.1391, abs=5e-5)


@given(st.integers(1, 10_000), CONFIDENCES)
def test_zero_failure_bound_solves_its_equation(n, confidence):
    assert (1 - zero_failure_bound(n, confidence)) ** n == pytest.approx(1 - confidence, rel=1e-6)


@given(st.integers(1, 500))
def test_zero_failure_bound_is_the_one_sided_exact_bound(n):
    assert zero_failure_bound(n) == pytest.approx(clopper_pearson(0, n, 0.9)[1], rel=1e-9)


def test_zero_failure_bound_without_trials():
    assert zero_failure_bound(0) == 1.0


def test_rule_of_three():
    assert zero_failure_bound(1000) == pytest.approx(3 / 1000, rel=0.01)
    assert math.isfinite(zero_failure_bound(10**9))
