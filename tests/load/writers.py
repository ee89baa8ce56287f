"""Writes one random graph with the writers of other programs.

Usage: writers.py FOLDER SEED DIRECTED NAMED. Writes `truth.tsv` (one edge a line: both ends, their indices from 0, the weight) and the files,
and prints a line for each: its name, what its ids are (`names`, `index0` or `index1`), where its weights are (`own`, `table` or `none`),
whether it is to be read (`read`) or may be refused with a hint (`refused`), and the options to read it with.
"""

import csv
import random
import sys

import igraph
import networkx
import numpy
import pandas
import scipy.io
import scipy.sparse

folder, seed, directed, named = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1", sys.argv[4] == "1"
chance = random.Random(seed)
count = 14
ids = ["n%02d_%s" % (v, "ab"[v % 2]) if named else v * 3 + 1 for v in range(count)]
pairs = [(u, v) for u in range(count - 1) for v in range(count - 1) if (u != v if directed else u < v)]
# The last vertex has no edge.
chosen = chance.sample(pairs, 40 if directed else 30)
weights = [chance.randrange(1, 90) + 0.5 for _ in chosen]
edges = [(ids[u], ids[v], w) for (u, v), w in zip(chosen, weights)]
with open(folder + "/truth.tsv", "w", encoding="utf-8") as out:
    for (u, v), w in zip(chosen, weights):
        out.write("%s\t%s\t%d\t%d\t%s\n" % (ids[u], ids[v], u, v, w))


def wrote(name, kind="names", place="none", fate="read", options=""):
    print("\t".join([name, kind, place, fate, options]))


def at(name):
    return folder + "/" + name


# pandas
frame = pandas.DataFrame(edges, columns=["source", "target", "weight"])
frame.to_csv(at("pandas.csv"), index=False)
wrote("pandas.csv", place="table")
frame.to_csv(at("pandas-index.csv"))
wrote("pandas-index.csv", place="table")
frame.to_csv(at("pandas.tsv"), index=False, sep="\t")
wrote("pandas.tsv", place="table")
frame.to_csv(at("pandas-decimal.csv"), index=False, sep=";", decimal=",")
wrote("pandas-decimal.csv", place="table")
frame.to_csv(at("pandas-quoted.csv"), index=False, quoting=csv.QUOTE_ALL)
wrote("pandas-quoted.csv", place="table")
frame.to_csv(at("pandas.csv.gz"), index=False)
wrote("pandas.csv.gz", place="table")
frame.to_csv(at("pandas-bare.csv"), index=False, header=False)
wrote("pandas-bare.csv", options="--header no")
frame.to_csv(at("pandas-mark.csv"), index=False, encoding="utf-8-sig", lineterminator="\r\n")
wrote("pandas-mark.csv", place="table")
frame.rename(columns={"source": "customer", "target": "merchant"}).to_csv(at("pandas-other.csv"), index=False)
wrote("pandas-other.csv", options="--columns customer,merchant")
frame.to_parquet(at("pandas.parquet"), index=False)
wrote("pandas.parquet", place="own")
frame.sample(frac=1, random_state=seed).to_parquet(at("pandas-index.parquet"))
wrote("pandas-index.parquet", place="own")
frame.set_index("source").to_parquet(at("pandas-named.parquet"))
wrote("pandas-named.parquet", place="own", fate="refused")

# networkx
graph = networkx.DiGraph() if directed else networkx.Graph()
graph.add_nodes_from(ids)
graph.add_weighted_edges_from(edges)
networkx.write_edgelist(graph, at("nx.edgelist"), data=False)
wrote("nx.edgelist")
networkx.write_edgelist(graph, at("nx-data.edgelist"))
wrote("nx-data.edgelist")
networkx.write_edgelist(graph, at("nx-comma.edgelist"), delimiter=",", data=["weight"])
wrote("nx-comma.edgelist")
networkx.write_weighted_edgelist(graph, at("nx.weighted"))
wrote("nx.weighted")
networkx.write_gml(graph, at("nx.gml"))
wrote("nx.gml", place="own")
networkx.write_graphml(graph, at("nx.graphml"))
wrote("nx.graphml", place="own")
networkx.write_graphml(graph, at("nx.graphml.gz"))
wrote("nx.graphml.gz", place="own")
texts = networkx.relabel_nodes(graph, {v: str(v) for v in graph})
networkx.write_pajek(texts, at("nx.net"))
wrote("nx.net", kind="names", place="own")
networkx.write_gexf(graph, at("nx.gexf"))
wrote("nx.gexf", fate="refused")
networkx.write_adjlist(graph, at("nx.adjlist"))
wrote("nx.adjlist", fate="refused")
networkx.write_multiline_adjlist(graph, at("nx.multiline"))
wrote("nx.multiline", fate="refused")
networkx.to_pandas_adjacency(graph).to_csv(at("nx-matrix.csv"))
wrote("nx-matrix.csv", fate="refused")
networkx.to_pandas_edgelist(graph).to_csv(at("nx-pandas.csv"), index=False)
wrote("nx-pandas.csv", place="table")
if not directed:
    numbers = networkx.convert_node_labels_to_integers(graph)
    networkx.write_graph6(numbers, at("nx.g6"))
    wrote("nx.g6", fate="refused")
    networkx.write_sparse6(numbers, at("nx.s6"))
    wrote("nx.s6", fate="refused")

# igraph
other = igraph.Graph(n=count, edges=chosen, directed=directed, edge_attrs={"weight": weights})
other.vs["name"] = [str(v) for v in ids]
other.write_edgelist(at("ig.edgelist"))
wrote("ig.edgelist", kind="index0", fate="maybe")
other.write_ncol(at("ig.ncol"), names="name", weights="weight")
wrote("ig.ncol")
other.write_gml(at("ig.gml"))
wrote("ig.gml", place="own")
other.write_graphml(at("ig.graphml"))
wrote("ig.graphml", place="own")
other.write_graphmlz(at("ig.graphmlz"))
wrote("ig.graphmlz", place="own")
other.write_pajek(at("ig.net"))
wrote("ig.net", kind="names", place="own")
other.write_dot(at("ig.dot"))
wrote("ig.dot", fate="refused")
other.write_adjacency(at("ig.adjacency"))
wrote("ig.adjacency", fate="refused")
other.write_leda(at("ig.leda"))
wrote("ig.leda", fate="refused")
other.write_dimacs(at("ig.dimacs"), 0, 1, capacity="weight")
wrote("ig.dimacs", fate="refused")
if not directed:
    other.write_lgl(at("ig.lgl"), names="name", weights="weight", isolates=False)
    wrote("ig.lgl", fate="refused")

# SciPy
rows, columns = [u for u, _ in chosen], [v for _, v in chosen]
matrix = scipy.sparse.coo_array((weights, (rows, columns)), shape=(count, count))
if directed:
    scipy.io.mmwrite(at("scipy.mtx"), matrix)
    wrote("scipy.mtx", kind="index1", place="own")
    scipy.io.mmwrite(at("scipy-pattern.mtx"), matrix, field="pattern")
    wrote("scipy-pattern.mtx", kind="index1")
else:
    both = (matrix + matrix.T).tocoo()
    scipy.io.mmwrite(at("scipy-symmetric.mtx"), both, symmetry="symmetric")
    wrote("scipy-symmetric.mtx", kind="index1", place="own")
    scipy.io.mmwrite(at("scipy-general.mtx"), both, symmetry="general")
    wrote("scipy-general.mtx", kind="index1", place="own")
scipy.io.mmwrite(at("scipy-dense.mtx"), matrix.toarray())
wrote("scipy-dense.mtx", fate="refused")
scipy.sparse.save_npz(at("scipy.npz"), matrix)
wrote("scipy.npz", fate="refused")
numpy.savetxt(at("numpy.txt"), numpy.array(chosen), fmt="%d")
wrote("numpy.txt", kind="index0", fate="maybe")
numpy.savetxt(at("numpy-floats.txt"), numpy.array(chosen))
wrote("numpy-floats.txt", kind="index0", fate="refused")


# As R writes tables.
def quoted(value):
    return '"%s"' % value if isinstance(value, str) else str(value)


def table(name, head, line):
    with open(at(name), "w", encoding="utf-8") as out:
        out.write(head + "\n")
        for row, (u, v, w) in enumerate(edges, 1):
            out.write(line(row, u, v, w) + "\n")


table("R.table", '"from" "to" "weight"', lambda row, u, v, w: '"%d" %s %s %s' % (row, quoted(u), quoted(v), w))
wrote("R.table", place="table")
table("R.csv", '"","from","to","weight"', lambda row, u, v, w: '"%d",%s,%s,%s' % (row, quoted(u), quoted(v), w))
wrote("R.csv", place="table")
table(
    "R.csv2",
    '"";"from";"to";"weight"',
    lambda row, u, v, w: '"%d";%s;%s;%s' % (row, quoted(u), quoted(v), str(w).replace(".", ",")),
)
wrote("R.csv2", place="table")
table("R-plain.tsv", "from\tto\tweight", lambda row, u, v, w: "%s\t%s\t%s" % (u, v, w))
wrote("R-plain.tsv", place="table")
table("R-rows.tsv", "from\tto\tweight", lambda row, u, v, w: "%d\t%s\t%s\t%s" % (row, u, v, w))
wrote("R-rows.tsv", place="table")
