"""One question on the workers of Dask: here those of a LocalCluster; of Slurm, Kubernetes and others with dask-jobqueue and dask-kubernetes, whose clusters are used alike."""

import gpmine

if __name__ == "__main__":
    from distributed import Client, LocalCluster

    # On a cluster: a file that all hosts have, or an address such as s3://bucket/graph.gpm.
    gpmine.generate("rmat:12:8", seed=1).save("graph.gpm")

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        houses = gpmine.dask.count("graph.gpm", "house", client=client, shards=16, deadline=3600)
        if houses.partial:
            # The hour was too short: the shards that are missing, and no others.
            houses = gpmine.dask.count("graph.gpm", "house", client=client, shards=16, parts=houses.parts)
        print(f"{houses} houses in {houses.seconds:.2f} s")
