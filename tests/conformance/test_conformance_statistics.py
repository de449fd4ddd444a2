"""The golden numbers of ../shared/conformance/statistics.json, as far as there are estimators for them."""

import json
from pathlib import Path

import pytest

from porfiado.statistics import clopper_pearson, clustered_rate, pass_at_k, pass_hat_k, wilson

FILE = Path(__file__).parents[3] / "shared" / "conformance" / "statistics.json"
GOLDEN = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
# Estimators of a later issue. A key that is neither here nor tested fails the last test.
LATER = {"mcnemar_exact_p", "holm", "benjamini_hochberg", "kaplan_meier", "judge_corrected_rate"}
TESTED = {
    "rate",
    "pass_hat_k",
    "pass_at_k",
    "naive_standard_error",
    "clustered_standard_error",
    "intraclass_correlation",
    "wilson_95",
    "clopper_pearson_95",
}

pytestmark = pytest.mark.skipif(not GOLDEN, reason=f"{FILE} is not here")


def counts(text):
    successes, n = text.split("/")
    return int(successes), int(n)


def test_clustered_rate():
    result = clustered_rate(GOLDEN["outcomes"])

    assert result.rate == pytest.approx(GOLDEN["rate"], rel=1e-12)
    assert result.naive_standard_error == pytest.approx(GOLDEN["naive_standard_error"], rel=1e-12)
    assert result.standard_error == pytest.approx(GOLDEN["clustered_standard_error"], rel=1e-12)
    assert result.intraclass_correlation == pytest.approx(GOLDEN["intraclass_correlation"], rel=1e-12)


@pytest.mark.parametrize(("name", "estimate"), [("pass_hat_k", pass_hat_k), ("pass_at_k", pass_at_k)])
def test_repeated_trials(name, estimate):
    found = {k: estimate(GOLDEN["outcomes"], int(k)) for k in GOLDEN[name]}

    assert found == pytest.approx(GOLDEN[name], rel=1e-12)


@pytest.mark.parametrize(
    ("name", "interval"), [("wilson_95", wilson), ("clopper_pearson_95", clopper_pearson)]
)
def test_intervals(name, interval):
    for text, expected in GOLDEN[name].items():
        assert interval(*counts(text)) == pytest.approx(expected, abs=5e-7), text


def test_no_number_is_forgotten():
    assert set(GOLDEN) - {"source", "outcomes"} == TESTED | LATER
