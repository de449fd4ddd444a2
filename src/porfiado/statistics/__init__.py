"""Estimators: numbers in, numbers out. Nothing here knows what a conversation is."""

from porfiado.statistics.clustered import (
    ClusteredRate,
    clustered_rate,
    clustered_standard_error,
    intraclass_correlation,
)
from porfiado.statistics.rates import CONFIDENCE, Interval, clopper_pearson, wilson, zero_failure_bound
from porfiado.statistics.repeats import pass_at_k, pass_hat_k

__all__ = [
    "CONFIDENCE",
    "ClusteredRate",
    "Interval",
    "clopper_pearson",
    "clustered_rate",
    "clustered_standard_error",
    "intraclass_correlation",
    "pass_at_k",
    "pass_hat_k",
    "wilson",
    "zero_failure_bound",
]
