"""How a question is run: on what, on how many threads, for how long, and who is told of its progress."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypedDict

from .errors import InputError

Progress = bool | Callable[[float, float | None], Any]
"""`True` draws a bar with tqdm; a callable gets the part that is done, from 0 to 1, and the seconds left, or None."""


class Run(TypedDict, total=False):
    """Options that every question takes."""

    device: str
    """`auto`, `cpu`, `hybrid`, `gpu` or `gpu:0,1`, as on the command line."""
    threads: int | None
    """Threads of the CPU; one a core unless it is given."""
    time_limit: float | None
    """Seconds after which the question ends with what it has found by then."""
    progress: Progress | None


class Running:
    """Options as the native part takes them, while a question is run; closes what it draws."""

    def __init__(self, given: Run) -> None:
        unknown = given.keys() - Run.__annotations__.keys()
        if unknown:
            raise TypeError(f"there is no option {', '.join(sorted(unknown))}; how questions are run is said by {', '.join(Run.__annotations__)}")
        progress = given.get("progress")
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise InputError("progress is True or a function of the part that is done and the seconds left")
        self.bar: Any = _bar() if progress is True else None
        tell = self._tell if progress is True else progress or None
        self.options = {
            "device": given.get("device", "auto"),
            "threads": given.get("threads"),
            "time_limit": given.get("time_limit"),
            "progress": tell,
        }

    def _tell(self, done: float, left: float | None) -> None:
        self.bar.n = round(100 * done, 1)
        self.bar.refresh()

    def __enter__(self) -> dict[str, Any]:
        return self.options

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()


def _bar() -> Any:
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install tqdm, or give a function") from error
    return tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}")


__all__ = ["Progress", "Run", "Running"]
