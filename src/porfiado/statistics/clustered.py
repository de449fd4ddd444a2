"""A rate when each scenario was tried several times: the trials of one scenario resemble each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from porfiado.statistics.rates import CONFIDENCE, Interval, wilson

Outcomes = Sequence[Sequence[float]]
"""For each cluster (scenario) its trials: 1 or True for a success, 0 or False for a failure."""


class ClusteredRate(NamedTuple):
    """A rate over clusters, and how sure it is.

    Attributes:
        rate: Successes / trials, over all clusters.
        trials: How many trials there were.
        clusters: How many clusters had any.
        standard_error: Clustered by scenario (see `clustered_standard_error`).
        naive_standard_error: As if all trials were independent: √(p(1−p)/n).
        intraclass_correlation: How alike the trials of a cluster are; None where that cannot be told.
        design_effect: Trials / effective sample size, at least 1.
        interval: Lower and upper end.
    """

    rate: float
    trials: int
    clusters: int
    standard_error: float
    naive_standard_error: float
    intraclass_correlation: float | None
    design_effect: float
    interval: Interval

    @property
    def effective_sample_size(self) -> float:
        """How many independent trials would be as informative."""
        return self.trials / self.design_effect


def clustered_rate(outcomes: Outcomes, confidence: float = CONFIDENCE) -> ClusteredRate:
    """The rate of success, with an interval that respects the clusters.

    The interval is Wilson's at the effective sample size n / deff. Where each cluster has one trial that is
    Wilson's interval itself. The design effect is the larger of two estimates, and at least 1:

    - the observed one, (clustered standard error / naive standard error)²;
    - 1 + (m − 1) ρ, where m is the trial-weighted mean cluster size, and ρ the intraclass correlation after
      two pseudo-clusters were added, one all successes and one all failures. It matters near 0 and 1, where
      the observed one is 0/0 or rests on one lucky cluster: without any failure the clusters, not the
      trials, are what was observed. In the middle of the scale it changes little.

    Raises:
        ValueError: there is no trial, or `confidence` is not within (0, 1).

    Source: the effective sample size is E. L. Korn, B. I. Graubard's, Survey Methodology 24 (1998) 193-201;
    with Wilson's interval, N. Dean, M. Pagano, J. Survey Stat. Methodol. 3 (2015) 484-503; 1 + (m − 1) ρ is
    L. Kish's, Survey Sampling (1965); the pseudo-clusters carry over to clusters the two successes and two
    failures of A. Agresti, B. A. Coull, The American Statistician 52 (1998) 119-126.
    """
    clusters = _present(outcomes)
    sizes = [len(cluster) for cluster in clusters]
    n = sum(sizes)
    successes = sum(map(sum, clusters))
    rate = successes / n
    naive = math.sqrt(rate * (1 - rate) / n)
    error = clustered_standard_error(clusters)
    effect = max(1.0, (error / naive) ** 2 if naive else 1.0, _guarded_effect(clusters, sizes))
    effective = n / effect
    return ClusteredRate(
        rate=rate,
        trials=n,
        clusters=len(clusters),
        standard_error=error,
        naive_standard_error=naive,
        intraclass_correlation=intraclass_correlation(clusters),
        design_effect=effect,
        interval=wilson(effective if successes == n else rate * effective, effective, confidence),
    )


def clustered_standard_error(outcomes: Outcomes) -> float:
    """The standard error of a rate, clustered: √(Σ over clusters of (Σ of residuals)²) / n.

    The sandwich estimator for a mean, without a correction for few clusters (CR0). 0 where every cluster has
    the same rate.

    Raises:
        ValueError: there is no trial.

    Source: K.-Y. Liang, S. L. Zeger, Biometrika 73 (1986) 13-22, for an intercept alone.
    """
    clusters = _present(outcomes)
    n = sum(map(len, clusters))
    rate = sum(map(sum, clusters)) / n
    return math.sqrt(math.fsum((sum(cluster) - len(cluster) * rate) ** 2 for cluster in clusters)) / n


def intraclass_correlation(outcomes: Outcomes) -> float | None:
    """How much of the variance lies between the clusters: the one-way ANOVA estimator.

    Between −1 / (m − 1) and 1. None where it is not defined: fewer than two clusters, one trial in each,
    or no variance at all.

    Raises:
        ValueError: there is no trial.

    Source: A. Donner, Int. Stat. Review 54 (1986) 67-82, with n₀ for clusters of different sizes.
    """
    clusters = _present(outcomes)
    k, n = len(clusters), sum(map(len, clusters))
    if k < 2 or n == k:
        return None
    grand = sum(map(sum, clusters)) / n
    means = [sum(cluster) / len(cluster) for cluster in clusters]
    between = math.fsum(len(c) * (mean - grand) ** 2 for c, mean in zip(clusters, means, strict=True)) / (
        k - 1
    )
    within = math.fsum((x - mean) ** 2 for c, mean in zip(clusters, means, strict=True) for x in c) / (n - k)
    size = (n - sum(len(cluster) ** 2 for cluster in clusters) / n) / (k - 1)
    total = between + (size - 1) * within
    return (between - within) / total if total else None


def _guarded_effect(clusters: list[Sequence[float]], sizes: list[int]) -> float:
    """1 + (m − 1) ρ with the two pseudo-clusters added, each as large as the mean cluster."""
    weighted = sum(size * size for size in sizes) / sum(sizes)
    if weighted == 1:
        return 1.0
    size = max(2, round(sum(sizes) / len(sizes)))
    rho = intraclass_correlation([*clusters, (1,) * size, (0,) * size])
    return 1 + (weighted - 1) * max(0.0, rho or 0.0)


def _present(outcomes: Outcomes) -> list[Sequence[float]]:
    clusters = [cluster for cluster in outcomes if len(cluster)]
    if not clusters:
        raise ValueError("no trial: there is no rate")
    return clusters
