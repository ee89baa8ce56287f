"""The questions of :mod:`gpmine.cluster` for Dask: `gpmine.dask.count("graph.gpm", "house", client=client)`.

`client` is a `distributed.Client`; without one it is that of the worker or the process, as everywhere in Dask. With an asynchronous client the answer is awaited: `await gpmine.dask.count(…)`. `workers`,
`resources` and `priority` are those of `Client.submit`. All other options are those of :mod:`gpmine.cluster`.

A task whose worker dies is run again by Dask, as often as `distributed.scheduler.allowed-failures` says, and then `retries` times as often by gpmine. For GPUs start the workers with dask-cuda, which
shows each of them one, and ask with `device="gpu"`.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
from collections.abc import Callable
from typing import Any

from . import cluster

SUBMIT = ("workers", "resources", "priority")
"""Options that Dask has of tasks."""


def _asked(question: Callable[..., Any]) -> Callable[..., Any]:
    """A question, asked of Dask's workers."""

    @functools.wraps(question)
    def ask(*args: Any, client: Any = None, **options: Any) -> Any:
        distributed = importlib.import_module("distributed")
        client = client or distributed.get_client()
        submit = {name: options.pop(name) for name in SUBMIT if name in options}
        if client.asynchronous:
            return _later(distributed, client, lambda own: question(*args, executor=own.get_executor(**submit), **options))
        return question(*args, executor=client.get_executor(**submit), **options)

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

__all__ = ["count", "matches", "motifs", "orbits"]
