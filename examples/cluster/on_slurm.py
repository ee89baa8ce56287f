"""One question as jobs of Slurm, by submitit: with cluster="slurm" on a login node; here with cluster="local", on this machine. slurm.sbatch does the same with the command alone."""

import gpmine

if __name__ == "__main__":
    import submitit

    gpmine.generate("rmat:12:8", seed=1).save("graph.gpm")
    executor = submitit.AutoExecutor("logs", cluster="local")
    executor.update_parameters(timeout_min=60, cpus_per_task=1)

    # threads: those of cpus_per_task.
    houses = gpmine.cluster.count("graph.gpm", "house", executor=executor, shards=4, threads=1)
    print(f"{houses} houses in {houses.seconds:.2f} s")
