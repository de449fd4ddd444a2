"""A world that declares next to nothing: the clerk has only names, types and docstrings to go by."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from porfiado.world import ToolError, World, tool


class State(Struct):
    sent: list[dict[str, str | int | bool]] = field(default_factory=list)


class Plain(World):
    state: State

    @tool(reads=True)
    def find_shelf(self, shelf_id: Annotated[str, Meta(pattern="^[A-Z]{2}-[0-9]+$")]) -> dict[str, str]:
        """What lies on a shelf."""
        if shelf_id != "AB-12":
            raise ToolError("no such shelf")
        return {"shelf_id": shelf_id, "content": "stamps"}

    @tool(writes=True)
    def send_postcard(self, name: str, city: str, quantity: int, priority: bool = False) -> dict[str, str]:
        """Send a postcard to somebody."""
        self.state.sent.append({"name": name, "city": city, "quantity": quantity, "priority": priority})
        return {"name": name}
