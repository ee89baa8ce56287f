//! Longer texts on random graphs.

/// Below the options of `significance`.
pub(crate) const SIGNIFICANCE: &str = "\
Counts patterns in GRAPH and in random graphs that have something in common with it, and says which are there more or less often
than that explains. Patterns and their meanings are those of `gpm count`, edge-induced by default; with -k those of `gpm motifs`,
vertex-induced by default. Counts in random graphs are exact.

Models (--null):
  switching             degrees are kept (in directed graphs in- and out-degrees): two edges exchange ends, many times over. With --keep
                        also labels (each vertex's number of neighbors of each label), reciprocity, joint-degrees (of the ends of
                        edges), components. How many swaps are needed is judged on a chain that is watched, and said
  curveball             degrees: two vertices trade neighbors. With --keep labels, of two, a bipartite graph stays one
  configuration         degrees: edge ends are paired anew until the graph is simple. Uniform, hopeless for large degrees
  configuration-erased  degrees nearly: the same, but loops and repetitions are dropped
  chung-lu              degrees on average
  gnm, gnp              the number of edges, exactly or on average
  blocks                the number of edges between each two labels
  vertex-labels         all edges: labels and values of vertices are dealt out anew
  edge-labels           all edges: labels and values of edges (weights, times) are dealt out anew

Columns:
  observed   count in GRAPH
  expected   mean of the random graphs, and sd their standard deviation
  z          (observed - mean)/sd, with half its 95% interval, as mean and sd are those of finitely many graphs
  p          two-sided p-value: twice the part of random graphs that have as much, or as little, GRAPH counted as one of them. With N
             graphs none is below 2/(N + 1)
  q          p adjusted for so many patterns (Benjamini and Hochberg)
  profile    z of all patterns as a vector of length 1: for comparisons of networks of different sizes
  verdict    more, fewer or usual, at --level of q; open if there are too few random graphs to tell

Random graphs have numbers, and are made of the number and the seed alone: on any number of threads, and in any run. --counts FILE keeps
the counts of each, and a later run goes on with them. A run that is stopped says what the random graphs so far say, marked partial.

JSON: one object per pattern and line: pattern, definition, semantics, unit, observed (a decimal string), samples, mean, deviation, z,
  z_interval, p, p_more, p_fewer (one-sided), p_interval, q, profile, verdict, null, seed, partial, graph{vertices,edges,directed}
Files have the columns pattern, definition, semantics, unit, observed, samples, mean, deviation, z, z_low, z_high, p, p_more, p_fewer, p_low,
  p_high, q, profile, verdict

Examples:
  gpm significance examples/graphs/karate.el -k 4
  gpm significance examples/graphs/karate.el triangle clique:4 --samples 10000 --keep joint-degrees
  gpm significance examples/graphs/karate.el -k 3 --until 5% -o karate.csv";

/// Below the options of `null`.
pub(crate) const NULL: &str = "\
Models are those of `gpm significance --help`, which counts patterns in the same random graphs: those of the same numbers, model and
seed. Vertices keep their ids, labels and values. Where edges are moved (switching, curveball, blocks, vertex-labels,
edge-labels) labels and values of edges go with them; edges of other models have none.

Examples:
  gpm null examples/graphs/karate.el -o random.el
  gpm null examples/graphs/karate.el --null chung-lu --samples 10 -o 'random-{}.el'";
