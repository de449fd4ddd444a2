"""How often a scenario succeeds every time, or at least once, when it is tried k times."""

from __future__ import annotations

import math
from collections.abc import Sequence


def pass_hat_k(outcomes: Sequence[Sequence[float]], k: int) -> float:
    """The chance that `k` trials of a scenario all succeed: the mean over scenarios of C(c, k) / C(n, k).

    `c` is a scenario's successes and `n` its trials. Unbiased for each scenario.

    Args:
        outcomes: For each scenario its trials, 1 for a success and 0 for a failure.
        k: How many trials, from 1 to the smallest number of trials that a scenario has.

    Raises:
        ValueError: there is no scenario, or one has fewer than `k` trials.

    Source: S. Yao et al., "τ-bench", arXiv:2406.12045 (2024), section 3.
    """
    return _mean([math.comb(c, k) / math.comb(n, k) for c, n in _counts(outcomes, k)])


def pass_at_k(outcomes: Sequence[Sequence[float]], k: int) -> float:
    """The chance that at least one of `k` trials succeeds: the mean of 1 − C(n − c, k) / C(n, k).

    Arguments and errors as in `pass_hat_k`.

    Source: M. Chen et al., "Evaluating large language models trained on code", arXiv:2107.03374 (2021).
    """
    return _mean([1 - math.comb(n - c, k) / math.comb(n, k) for c, n in _counts(outcomes, k)])


def _counts(outcomes: Sequence[Sequence[float]], k: int) -> list[tuple[int, int]]:
    if k < 1:
        raise ValueError(f"k is {k}, less than 1")
    counts = [(round(sum(trials)), len(trials)) for trials in outcomes]
    if not counts:
        raise ValueError("no scenario: there is nothing to average")
    fewest = min(n for _, n in counts)
    if fewest < k:
        raise ValueError(f"k is {k}, and a scenario has only {fewest} trials")
    return counts


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)
