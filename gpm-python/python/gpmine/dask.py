"""The questions of :mod:`gpmine.cluster` for Dask: `gpmine.dask.count("graph.gpm", "house", client=client)`.

`client` is a `distributed.Client`; without one it is that of the worker or the process, as everywhere in Dask. With an asynchronous client the answer is awaited: `await gpmine.dask.count(…)`. `workers`,
`allow_other_workers`, `resources` and `priority` are those of `Client.submit`. All other options are those of :mod:`gpmine.cluster`.

A task whose worker dies is run again by Dask, as often as `distributed.scheduler.allowed-failures` says, and then `retries` times as often by gpmine. For GPUs start the workers with dask-cuda, which
shows each of them one, and ask with `device="gpu"`.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from . import cluster

SUBMIT = ("workers", "allow_other_workers", "resources", "priority")
"""Options that Dask has of tasks."""


class DaskExecutor(Executor):
    """Runs functions on the workers of a client, with these options of `Client.submit`. Unlike `client.get_executor()`, it gets a result again whose worker died before it was fetched."""

    def __init__(self, client: Any, **options: Any) -> None:
        self._client, self._options = client, options

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        # Equal calls are calls of their own.
        task = self._client.submit(functools.partial(fn, *args, **kwargs), pure=False, **self._options)
        future: Future[Any] = Future()

        def take(done: Any) -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(done.result())
                except BaseException as error:
                    future.set_exception(error)

        task.add_done_callback(take)
        future.add_done_callback(lambda own: task.cancel() if own.cancelled() else None)
        return future


def _asked(question: Callable[..., Any]) -> Callable[..., Any]:
    """A question, asked of Dask's workers."""

    @functools.wraps(question)
    def ask(*args: Any, client: Any = None, **options: Any) -> Any:
        distributed = importlib.import_module("distributed")
        client = client or distributed.get_client()
        submit = {name: options.pop(name) for name in SUBMIT if name in options}
        if client.asynchronous:
            return _later(distributed, client, lambda own: question(*args, executor=DaskExecutor(own, **submit), **options))
        return question(*args, executor=DaskExecutor(client, **submit), **options)

    return ask


async def _later(distributed: Any, client: Any, ask: Callable[[Any], Any]) -> Any:
    """Asks on a thread, by a client of its own, while the loop goes on."""

    def asked() -> Any:
        with distributed.Client(client.scheduler.address, security=client.security, set_as_default=False, asynchronous=False) as own:
            return ask(own)

    return await asyncio.to_thread(asked)


count = _asked(cluster.count)
matches = _asked(cluster.matches)
motifs = _asked(cluster.motifs)
orbits = _asked(cluster.orbits)

__all__ = ["DaskExecutor", "count", "matches", "motifs", "orbits"]
