"""One question on the processes of this machine. The same call takes an executor of loky, or of mpi4py:  mpiexec -n 65 python -m mpi4py.futures processes.py"""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import gpmine

if __name__ == "__main__":
    # On a cluster: a file that all hosts have, made once.
    gpmine.generate("rmat:12:8", seed=1).save("graph.gpm")

    # A function that makes a pool: a pool does not outlive a worker that is killed, and is made again.
    pool = partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn"))
    houses = gpmine.cluster.count("graph.gpm", "house", executor=pool, shards=16)
    print(f"{houses} houses in {houses.seconds:.2f} s")
