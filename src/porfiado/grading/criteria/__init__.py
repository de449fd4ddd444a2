"""The built-in criteria, one a file, in the order of the results."""

from porfiado.grading.criteria.answer import answer
from porfiado.grading.criteria.contradictions import contradictions
from porfiado.grading.criteria.degradation import degradation
from porfiado.grading.criteria.elicitation import elicitation
from porfiado.grading.criteria.final_state import final_state
from porfiado.grading.criteria.forbidden_tools import forbidden_tools
from porfiado.grading.criteria.goal import goal
from porfiado.grading.criteria.grounded_arguments import grounded_arguments
from porfiado.grading.criteria.grounded_replies import grounded_replies
from porfiado.grading.criteria.limits import limits
from porfiado.grading.criteria.misread_results import misread_results
from porfiado.grading.criteria.needless_calls import needless_calls
from porfiado.grading.criteria.no_repeated_calls import no_repeated_calls
from porfiado.grading.criteria.reasks import reasks
from porfiado.grading.criteria.reference_match import reference_match
from porfiado.grading.criteria.required_tools import required_tools
from porfiado.grading.criteria.step_budget import step_budget
from porfiado.grading.criteria.tool_arguments import tool_arguments
from porfiado.grading.criteria.tool_order import tool_order
from porfiado.grading.criteria.truthful_completion import truthful_completion
from porfiado.grading.criteria.turns_to_goal import turns_to_goal
from porfiado.grading.registry import Criterion

BUILT_IN: tuple[Criterion, ...] = (
    goal,
    turns_to_goal,
    elicitation,
    reasks,
    contradictions,
    limits,
    truthful_completion,
    answer,
    degradation,
    required_tools,
    forbidden_tools,
    tool_order,
    tool_arguments,
    grounded_arguments,
    no_repeated_calls,
    needless_calls,
    grounded_replies,
    misread_results,
    step_budget,
    final_state,
    reference_match,
)
