"""What questions are answered with, beside tables and arrays."""

from __future__ import annotations

from typing import Any


class Count(int):
    """A count: an int that knows how it came about.

    `partial`: the run was stopped early, and the count is of the part that was searched. `limited`: counting ended at the limit.
    `seconds`: what it took. `device`: what it ran on.
    """

    partial: bool
    limited: bool
    seconds: float
    device: str

    def __new__(cls, about: dict[str, Any]) -> Count:
        self = super().__new__(cls, about["count"])
        self.partial, self.limited = about["partial"], about["limited"]
        self.seconds, self.device = about["seconds"], about["device"]
        return self

    def __repr__(self) -> str:
        return f"{int(self)}{' (partial)' if self.partial else ''}"

    def __reduce__(self) -> Any:
        return int, (int(self),)


class Estimate:
    """An estimate: `estimate`, the interval from `low` to `high` that holds the count with `confidence`, and `count` if it was counted."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.estimate: float = about["estimate"]
        self.low: float = about["low"]
        self.high: float = about["high"]
        self.confidence: float = about["confidence"]
        self.samples: int = about["samples"]
        self.count: int | None = about["count"]
        self.is_reached: bool = about["is_reached"]
        self.seconds: float = about["seconds"]

    def __float__(self) -> float:
        return self.estimate

    def __repr__(self) -> str:
        if self.count is not None:
            return f"{self.count} (counted)"
        return f"{self.estimate:.6g} ({self.confidence:.0%}: {self.low:.6g} to {self.high:.6g})"


__all__ = ["Count", "Estimate"]
