"""Kills workers of a cluster on this machine while they count, and compares the count with that of one process.

    python gpm-python/benches/cluster.py dask --times 20          # or ray, processes
    python gpm-python/benches/cluster.py speedup                  # 8 shards on 2 processes, beside all in one process of 1 thread and of 2

One worker, drawn at random, is killed by SIGKILL every --every seconds while the job runs. A line says of each run whether the count was right, how long it took, and how many workers were killed."""

import argparse
import os
import random
import signal
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import gpmine


def killing(workers, every, seed):
    """Begins to kill one of the processes that `workers` names every so many seconds: what ends that, and the list of who was killed."""
    killed, is_over, rng = [], threading.Event(), random.Random(seed)

    def kill():
        while not is_over.wait(every):
            alive = workers()
            if alive:
                killed.append(rng.choice(alive))
                try:
                    os.kill(killed[-1], signal.SIGKILL)
                except ProcessLookupError:
                    pass

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()

    def end():
        is_over.set()
        thread.join()

    return end, killed


def children(command):
    """The processes of this machine whose command line has a text, and that this one or its children began."""
    own = {os.getpid()}
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat, open(f"/proc/{entry}/cmdline") as line:
                parents[int(entry)] = (int(stat.read().rpartition(")")[2].split()[1]), line.read().replace("\0", " "))
        except OSError:
            continue
    grown = True
    while grown:
        more = {pid for pid, (parent, _) in parents.items() if parent in own} - own
        own |= more
        grown = bool(more)
    return [pid for pid in own if pid in parents and command in parents[pid][1]]


def on_dask(ask):
    import dask
    from distributed import Client, LocalCluster

    # Where cores are few, workers take long to start again: Dask would give them up after 15 s.
    dask.config.set({"distributed.deploy.lost-worker-timeout": "600s"})
    with LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster, Client(cluster) as client:
        def workers():
            # A nanny whose worker dies while it starts gives up.
            known = set(cluster.scheduler.workers)
            return [nanny.pid for nanny in cluster.workers.values() if nanny.pid and nanny.worker_address in known]

        return ask(partial(gpmine.dask.count, client=client), workers)


def on_ray(ask):
    import ray

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        # A worker that has nothing to do is called IDLE.
        return ask(gpmine.ray.count, lambda: children("ray::_call"))
    finally:
        ray.shutdown()


def on_processes(ask):
    pools = []

    def pool():
        pools.append(ProcessPoolExecutor(4, mp_context=get_context("spawn")))
        return pools[-1]

    return ask(partial(gpmine.cluster.count, executor=pool), lambda: list(pools[-1]._processes or {}) if pools else [])


def endure(where, path, args, expected):
    def ask(count, workers):
        end, killed = killing(workers, args.every, args.seed)
        start = time.monotonic()
        try:
            found = count(path, args.pattern, shards=args.shards, retries=args.retries)
        finally:
            end()
        return int(found), time.monotonic() - start, len(killed)

    found, seconds, killed = where(ask)
    args.seed += 1
    print(f"{'right' if found == expected else f'WRONG: {found}'} in {seconds:.1f} s, {killed} workers killed", flush=True)
    return found == expected


def speedup(path, args):
    graph = gpmine.Graph(path)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        gpmine.cluster.count(path, "edge", executor=pool, shards=8)
        for _ in range(args.times):
            one, two = (graph.count(args.pattern, threads=threads, device="cpu").seconds for threads in (1, 2))
            both = gpmine.cluster.count(path, args.pattern, executor=pool, shards=8).seconds
            print(f"1 thread {one:.2f} s, 2 threads {two:.2f} s, 8 shards on 2 processes {both:.2f} s: {one / both:.2f} times one thread, {two / both:.2f} times two", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["dask", "ray", "processes", "speedup"])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--graph", default="rmat:15:16", help="what gpmine.generate makes")
    parser.add_argument("--pattern", default="clique:6")
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--retries", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.gpm")
        gpmine.generate(args.graph, seed=1).save(path)
        if args.what == "speedup":
            return speedup(path, args)
        expected = gpmine.Graph(path).count(args.pattern, device="cpu")
        print(f"{args.pattern} in {args.graph}: {int(expected)}, in one process in {expected.seconds:.1f} s", flush=True)
        where = {"dask": on_dask, "ray": on_ray, "processes": on_processes}[args.what]
        right = sum(endure(where, path, args, expected) for _ in range(args.times))
        print(f"{right} of {args.times} right")


if __name__ == "__main__":
    main()
