"""When it is worth while to convert a graph."""

from __future__ import annotations

from typing import Any


def why_not(name: str, given: dict[str, Any]) -> str | None:
    """Why networkx is faster by itself; None where it is not."""
    return None


__all__ = ["why_not"]
