"""Intervals for a rate when every observation is independent of the others."""

from __future__ import annotations

import math

CONFIDENCE = 0.95

Interval = tuple[float, float]


def wilson(successes: float, n: float, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson score interval of a proportion, two-sided.

    `successes` and `n` may be fractions: an effective sample size is one (see `clustered_rate`).

    Args:
        successes: How many of the `n` observations were successes.
        n: How many observations there were; with 0 nothing is known and the interval is (0, 1).
        confidence: Coverage aimed at, between 0 and 1.

    Returns:
        The lower and the upper end, within [0, 1] and never equal.

    Raises:
        ValueError: `successes` is not within [0, n], or `confidence` not within (0, 1).

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    JASA 22 (1927) 209-212; L. D. Brown, T. T. Cai, A. DasGupta, Statistical Science 16 (2001) 101-133.
    """
    _check(successes, n, confidence)
    if n == 0:
        return (0.0, 1.0)
    z2 = _normal_quantile(0.5 + confidence / 2) ** 2
    rate = successes / n
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (rate * (1 - rate) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return (low, high)


def clopper_pearson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The exact (Clopper-Pearson) interval of a proportion, two-sided: it covers at least `confidence`.

    Raises:
        ValueError: `successes` is not within [0, n], or `confidence` not within (0, 1).

    Source: C. J. Clopper, E. S. Pearson, Biometrika 26 (1934) 404-413, by quantiles of the beta distribution.
    """
    _check(successes, n, confidence)
    if n == 0:
        return (0.0, 1.0)
    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else _beta_quantile(successes, n - successes + 1, tail)
    high = 1.0 if successes == n else _beta_quantile(successes + 1, n - successes, 1 - tail)
    return (low, high)


def zero_failure_bound(n: int, confidence: float = CONFIDENCE) -> float:
    """The rate of failure below which one is, with `confidence`, after `n` trials without any failure.

    One-sided and exact, the bound that "3 / n" approximates: none in 20 means below 13.9 %.

    Raises:
        ValueError: `n` is negative, or `confidence` not within (0, 1).

    Source: J. A. Hanley, A. Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249 (1983)
    1743-1745: the solution of (1 - p)^n = 1 - confidence.
    """
    _check(0, n, confidence)
    return 1.0 if n == 0 else -math.expm1(math.log1p(-confidence) / n)


def _check(successes: float, n: float, confidence: float) -> None:
    if not 0 <= successes <= n:
        raise ValueError(f"{successes!r} successes in {n!r} observations")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence!r}, not between 0 and 1")


def _normal_quantile(probability: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(probability))


def _beta_quantile(a: float, b: float, probability: float) -> float:
    from scipy.special import betaincinv

    return float(betaincinv(a, b, probability))
