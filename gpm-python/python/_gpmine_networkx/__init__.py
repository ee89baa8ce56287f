"""What networkx reads about the backend `gpmine` whenever it is imported. It imports nothing, so that it costs nothing."""

SUMMARY = "Triangles, clustering, cliques, cycles and isomorphisms, counted on all cores or a GPU"

FUNCTIONS = {
    "adamic_adar_index": "",
    "all_triangles": "",
    "average_clustering": "Without `weight`.",
    "bipartite_average_clustering": "Of undirected graphs.",
    "chordless_cycles": "With a `length_bound` of at most 12, without parallel edges.",
    "clustering": "Without `weight`.",
    "core_number": "",
    "could_be_isomorphic": "Of undirected graphs without parallel edges.",
    "enumerate_all_cliques": "",
    "fast_could_be_isomorphic": "Of undirected graphs without parallel edges.",
    "find_cliques": "",
    "find_cliques_recursive": "",
    "generalized_degree": "",
    "is_isomorphic": "With categorical matches; without `edge_match` where edges are parallel.",
    "jaccard_coefficient": "",
    "k_clique_communities": "Without `cliques`.",
    "k_truss": "",
    "latapy_clustering": "Of undirected graphs.",
    "make_max_clique_graph": "",
    "max_clique": "A clique of the largest size there is.",
    "max_weight_clique": "With `weight=None`.",
    "node_clique_number": "Without `cliques`.",
    "node_redundancy": "Of undirected graphs.",
    "resource_allocation_index": "",
    "robins_alexander_clustering": "Of undirected graphs without parallel edges and loops.",
    "simple_cycles": "With a `length_bound` of at most 12, without parallel edges.",
    "square_clustering": "Of undirected graphs.",
    "transitivity": "",
    "triadic_census": "",
    "triangles": "",
    "vf2pp_all_isomorphisms": "",
    "vf2pp_is_isomorphic": "",
    "vf2pp_isomorphism": "",
}
"""The functions of networkx that the backend has, and of which calls."""


def get_info() -> dict[str, object]:
    """The entry point `networkx.backend_info`."""
    return {
        "backend_name": "gpmine",
        "project": "gpmine",
        "package": "gpmine",
        "short_summary": SUMMARY,
        "functions": {name: {"additional_docs": docs} for name, docs in FUNCTIONS.items()},
    }
