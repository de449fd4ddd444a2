"""Python objects as agents: functions, methods, instances, classes, partials, sync or async."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from typing import Any, cast

from porfiado.agents.protocol import AgentFactory, AgentSpecError, History, Reply, Tools
from porfiado.agents.replies import as_reply
from porfiado.agents.signatures import Plan, plan_call
from porfiado.agents.threads import in_thread, portable

Function = Callable[..., Any]


class CallableAgent:
    """An agent that calls a function. One that blocks runs in a thread of its own, an async one in place."""

    def __init__(self, function: Function, plan: Plan) -> None:
        self._function = function
        self._plan = plan
        self._is_async = is_async(function)

    async def reply(self, message: str, history: History, tools: Tools) -> Reply:
        """The function's answer. What it raises goes through; `AgentError` where it returned no reply."""
        copies = [dict(item) for item in history]  # the agent may change its history: it is its own
        arguments, named = self._plan.bind({"message": message, "history": copies, "tools": tools})
        call = functools.partial(self._function, *arguments, **named)
        try:
            result = call() if self._is_async else await in_thread(call)
            if inspect.isawaitable(result):
                result = await result
        except (SystemExit, StopIteration) as error:
            raise portable(error) from error
        return as_reply(result)


class CallableFactory:
    """Makes agents from one function, or from a fresh function for each conversation."""

    def __init__(self, name: str, make: Callable[[], Function], plan: Plan) -> None:
        self._name = name
        self._make = make
        self._plan = plan

    @property
    def name(self) -> str:
        """How reports call the agent."""
        return self._name

    def new(self) -> CallableAgent:
        """A fresh agent."""
        return CallableAgent(self._make(), self._plan)


def is_async(function: Function) -> bool:
    """Whether calling it gives a coroutine; looks through partials and at the `__call__` of instances."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.iscoroutinefunction(function):
        return True
    return inspect.iscoroutinefunction(getattr(type(function), "__call__", None))  # noqa: B004 - not a test


def as_factory(obj: Any, *, name: str | None = None) -> AgentFactory:
    """A factory of agents from a Python object.

    Functions are shared by all conversations. A class is instantiated for each; an instance that holds state
    (also the one behind a bound method, or the arguments of a `functools.partial`) is deep-copied for each.

    Args:
        obj: a callable, an object or a class with a `reply` method, or a factory already.
        name: how reports call it; from the object where absent.

    Raises:
        AgentSpecError: it is not callable, takes other parameters, or holds state that cannot be copied.
    """
    label = name or _label(obj)
    if isinstance(obj, type):
        return _from_class(obj, label)
    if isinstance(obj, AgentFactory):
        return obj
    if not callable(obj) and not callable(getattr(obj, "reply", None)):
        raise AgentSpecError(f"{label} is not callable: it is {_a(type(obj).__name__)}")
    plan = plan_call(_entry(obj), label)
    if not _holds_state(obj):
        return CallableFactory(label, lambda: _entry(obj), plan)
    prototype = _copy(obj, label)
    return CallableFactory(label, lambda: _entry(copy.deepcopy(prototype)), plan)


def _from_class(cls: type, label: str) -> AgentFactory:
    """The class is tried once here, so that what is wrong with it is said before any conversation."""
    try:
        instance = cls()
    except (Exception, SystemExit) as error:
        raise AgentSpecError(
            f"{label} cannot be instantiated without arguments ({type(error).__name__}: {error})"
        ) from error
    if not callable(instance) and not callable(getattr(instance, "reply", None)):
        raise AgentSpecError(f"{label} is a class whose instances have neither __call__ nor reply")
    plan = plan_call(_entry(instance), label)
    return CallableFactory(label, lambda: _entry(cls()), plan)


def _entry(obj: Any) -> Function:
    """What is called: the `reply` method of an agent object, or the object itself."""
    reply = getattr(obj, "reply", None)
    if callable(reply) and not inspect.isroutine(obj):
        return cast("Function", reply)
    return cast("Function", obj)


def _holds_state(obj: Any) -> bool:
    if isinstance(obj, functools.partial):
        return bool(obj.args or obj.keywords) or _holds_state(obj.func)
    if inspect.ismethod(obj):
        return not isinstance(obj.__self__, type) and _holds_state(obj.__self__)
    if inspect.isroutine(obj) or inspect.isclass(obj) or inspect.ismodule(obj):
        return False
    return bool(getattr(obj, "__dict__", None)) or bool(getattr(type(obj), "__slots__", None))


def _copy(obj: Any, label: str) -> Any:
    try:
        return copy.deepcopy(obj)
    except (Exception, SystemExit) as error:
        raise AgentSpecError(
            f"{label} holds state that cannot be copied for each conversation "
            f"({type(error).__name__}: {error}); give a class (a new instance each) or a function"
        ) from error


def _label(obj: Any) -> str:
    if isinstance(obj, functools.partial):
        return _label(obj.func)
    name = getattr(obj, "__qualname__", None) or type(obj).__qualname__
    module = getattr(obj, "__module__", None)
    return f"{module}:{name}" if isinstance(module, str) else str(name)


def _a(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
