"""One question on the workers of Ray: here two of this machine; on a cluster `ray.init()` finds them."""

import gpmine

if __name__ == "__main__":
    import ray

    gpmine.generate("rmat:12:8", seed=1).save("graph.gpm")
    ray.init(num_cpus=2, include_dashboard=False)

    houses = gpmine.ray.count("graph.gpm", "house", shards=16)
    # With GPUs, one for each task:  gpmine.ray.count(…, num_gpus=1, device="gpu")
    print(f"{houses} houses in {houses.seconds:.2f} s")
