import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from porfiado.statistics import (
    clustered_rate,
    clustered_standard_error,
    intraclass_correlation,
    pass_at_k,
    pass_hat_k,
    wilson,
)

OUTCOMES = st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=6), min_size=1, max_size=12)


def as_regression(outcomes):
    y = [x for trials in outcomes for x in trials]
    groups = np.array([i for i, trials in enumerate(outcomes) for _ in trials])
    options = {"groups": groups, "use_correction": False, "df_correction": False}
    return sm.OLS(y, np.ones(len(y))).fit(cov_type="cluster", cov_kwds=options)


def test_standard_error_as_statsmodels():
    outcomes = [[1, 0, 1], [0, 0], [1, 1, 1, 1], [0], [1, 0]]

    assert clustered_standard_error(outcomes) == pytest.approx(as_regression(outcomes).bse[0], rel=1e-10)


@given(OUTCOMES)
def test_interval_is_proper(outcomes):
    result = clustered_rate(outcomes)
    low, high = result.interval

    assert 0 <= low <= result.rate + 1e-12
    assert result.rate - 1e-12 <= high <= 1
    assert high - low > 0
    assert 0 < result.effective_sample_size <= result.trials + 1e-9


@given(st.lists(st.integers(0, 1), min_size=1, max_size=40))
def test_one_trial_each_is_wilson(results):
    interval = clustered_rate([[one] for one in results]).interval

    assert interval == pytest.approx(wilson(sum(results), len(results)), abs=1e-12)


@given(OUTCOMES)
def test_clusters_never_narrow_the_interval(outcomes):
    result = clustered_rate(outcomes)
    low, high = wilson(sum(map(sum, outcomes)), sum(map(len, outcomes)))

    assert result.interval[1] - result.interval[0] >= high - low - 1e-9


@settings(max_examples=40)
@given(OUTCOMES, st.randoms(use_true_random=False))
def test_order_of_clusters_and_trials_does_not_matter(outcomes, random):
    shuffled = [random.sample(trials, len(trials)) for trials in outcomes]
    random.shuffle(shuffled)

    assert clustered_rate(shuffled).interval == pytest.approx(clustered_rate(outcomes).interval, abs=1e-9)


def test_no_failure_in_many_trials_is_as_sure_as_the_scenarios_allow():
    always = clustered_rate([[1, 1, 1, 1]] * 50)

    assert always.interval[1] == 1.0
    assert always.interval[0] == pytest.approx(wilson(50, 50)[0], abs=1e-9)


def test_one_failure_does_not_make_it_surer():
    always = clustered_rate([[1] * 4] * 50).interval
    once = clustered_rate([[1, 1, 1, 0], *[[1] * 4] * 49]).interval

    assert once[1] - once[0] > always[1] - always[0] - 0.002


def test_trials_that_agree_wholly_count_once():
    result = clustered_rate([[1] * 5] * 6 + [[0] * 5] * 6)

    assert result.intraclass_correlation == pytest.approx(1.0)
    assert result.effective_sample_size == pytest.approx(12)


@pytest.mark.parametrize("outcomes", [[[1]], [[1, 0]], [[1], [0]], [[1, 1], [1, 1]]])
def test_correlation_is_not_told_where_it_cannot_be(outcomes):
    assert intraclass_correlation(outcomes) is None


def test_empty_clusters_are_left_out():
    assert clustered_rate([[], [1, 0]]) == clustered_rate([[1, 0]])


def test_no_trial_no_rate():
    with pytest.raises(ValueError, match="no trial"):
        clustered_rate([[]])


@pytest.mark.parametrize("estimate", [pass_hat_k, pass_at_k])
def test_one_trial_is_the_rate(estimate):
    assert estimate([[1, 0], [1, 1]], 1) == 0.75


def test_repeats_by_hand():
    outcomes = [[1, 1, 0], [0, 0, 0]]  # C(2,2)/C(3,2) = 1/3; 1 - C(1,2)/C(3,2) = 1

    assert pass_hat_k(outcomes, 2) == pytest.approx(1 / 6)
    assert pass_at_k(outcomes, 2) == pytest.approx(1 / 2)


@pytest.mark.parametrize("estimate", [pass_hat_k, pass_at_k])
@pytest.mark.parametrize(
    ("outcomes", "k", "message"),
    [([[1, 1], [1]], 2, "only 1 trials"), ([[1]], 0, "less than 1"), ([], 1, "no scenario")],
)
def test_repeats_refused(estimate, outcomes, k, message):
    with pytest.raises(ValueError, match=message):
        estimate(outcomes, k)
