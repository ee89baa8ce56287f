"""The questions of :mod:`gpmine.cluster` for Ray: `gpmine.ray.count("graph.gpm", "house")`.

`ray.init()` is called as Ray does where it was not. `num_cpus`, `num_gpus`, `resources` and `scheduling_strategy` are those of Ray's tasks: with `num_gpus=1, device="gpu"` each task has a GPU of its own.
All other options are those of :mod:`gpmine.cluster`.

A task whose worker dies is run again by Ray, three times unless `max_retries` says otherwise, and then `retries` times as often by gpmine.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from . import cluster

SUBMIT = ("num_cpus", "num_gpus", "resources", "scheduling_strategy", "max_retries")
"""Options that Ray has of tasks."""


class RayExecutor(Executor):
    """Runs functions as tasks of Ray, with these options."""

    def __init__(self, **options: Any) -> None:
        self._ray, self._options = importlib.import_module("ray"), options

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        task = self._ray.remote(_call).options(**self._options) if self._options else self._ray.remote(_call)
        reference = task.remote(fn, args, kwargs)
        future: Future[Any] = reference.future()
        future.add_done_callback(lambda done: self._ray.cancel(reference) if done.cancelled() else None)
        return future


def _call(fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return fn(*args, **kwargs)


def _asked(question: Callable[..., Any]) -> Callable[..., Any]:
    """A question, asked of Ray's workers."""

    @functools.wraps(question)
    def ask(*args: Any, **options: Any) -> Any:
        submit = {name: options.pop(name) for name in SUBMIT if name in options}
        return question(*args, executor=RayExecutor(**submit), **options)

    return ask


count = _asked(cluster.count)
matches = _asked(cluster.matches)
motifs = _asked(cluster.motifs)
orbits = _asked(cluster.orbits)

__all__ = ["RayExecutor", "count", "matches", "motifs", "orbits"]
