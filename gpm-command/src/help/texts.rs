//! Longer texts of `--help`.

/// For arguments that follow a group with a heading and do not belong to it.
pub(crate) const NO_HEADING: Option<&str> = None;

/// Over the options on where results go.
pub(crate) const OUTPUT: &str = "Output";

/// Over the options that change how an answer is found and never the answer.
pub(crate) const DEVELOPERS: &str = "For developers";

/// Below the list of commands.
pub(crate) const COMMANDS: &str = "\
Examples:
  gpm count examples/graphs/karate.el triangle         how many triangles there are
  gpm list examples/graphs/karate.el clique:5          each clique of five vertices
  gpm motifs examples/graphs/karate.el -k 4            all connected patterns of four vertices
  gpm help count                                       patterns, JSON and more examples

Two meanings:
  edge-induced     the edges of the pattern are there; others may be. The default of count and list.
  vertex-induced   the edges of the pattern are there, and no others between the same vertices.
                   The default of motifs; --induced for count and list.

Exit codes:
  0  done
  1  the run failed: device, memory, file system
  2  bad input or usage
  3  stopped at the time limit, by Ctrl-C, SIGTERM or SIGHUP, with a partial result that is marked so; more signals change
     nothing, but for a second Ctrl-C at the terminal after a second, which ends the run at once. SIGUSR1: how far it is

Results go to standard output, all else to standard error.";

/// Below the options of `count`.
pub(crate) const COUNT: &str = "\
Patterns:
  names      triangle wedge diamond tailed-triangle house bull clique:5 cycle:6 path:4 star:4 …,
             sizes in vertices
  text       'a-b, b-c, c-a', chains 'a-b-c-a', labels 'a:Person - b:3', directed 'a->b',
             edge labels 'a-[knows]->b', anti-edges 'a!-b'
  predicates after where: 'a-b-c where a.age < b.age and (b-c).amount > 10', with columns of the tables
             that --vertex-attributes and --edge-attributes name; a.id is the id in the input
  files      an edge list, t/v/e lines, or pattern text

What is counted:
  By default each subgraph with the edges of the pattern counts once, whatever other edges there are
  between its vertices (edge-induced). With --induced there must be no others (vertex-induced), as in
  `gpm motifs`, where that is the default. --embeddings counts each way to lay the pattern over the
  subgraph. --homomorphism lets vertices of the pattern coincide.

For each vertex or edge:
  --per-vertex and --per-edge write a row for each vertex or edge of the graph, by ascending id: how many
  of the counted subgraphs (or embeddings) it is part of. Each pattern has a column. A run that is stopped
  writes nothing. With --anchor V only those count in which the vertex is V of the pattern, or a place that a
  symmetry of the pattern carries there; with --anchor V,W those in which the edge is V-W. An embedding counts
  where it puts them.

Up to a limit:
  --limit N stops a pattern at the first N matches, whichever they are. Then the count is N, marked limited.

Or about how often:
  --or-estimate with a time limit estimates what is not counted after two thirds of it, in the rest, and says so: what is
  printed is then as with `gpm estimate`, and the exit code 0. What is counted in time is printed as ever. Several patterns share what is left
  of the time equally.

Thousands of patterns:
  --patterns DIR counts the pattern in each file of a folder, --patterns FILE those of a file: t/v/e blocks
  (`t # NAME`), or a pattern on each line, perhaps with NAME and a tab before it. They are planned and searched
  side by side, a pattern a thread, on the CPU, and printed as they are answered, by the name of the file or in
  it. With --query-time-limit a pattern that takes too long is partial, and the others go on. What is wrong with a
  pattern is said of that pattern; at the end it decides the exit code. With --shard or --checkpoint one comes
  after the other. Tables that gpm wrote are files of patterns too: what their columns semantics and unit say is
  counted again, and options that say something else are refused.

Support:
  --measure mni does not count, but says how many vertices of the graph each vertex of a pattern is matched to,
  and the least of these numbers. The pattern has all labels and directions that the graph has. Output, files
  and JSON are as those of `gpm fsm`, which finds the patterns with large support.

Files:
  With -o FILE or --to FORMAT each pattern is a row of the columns pattern, definition, count, semantics,
  unit and partial. FILE appears when its rows are final, also those that --query-time-limit made partial. A run that is
  stopped leaves FILE.partial.

JSON:
  one object per pattern and line with at least
  pattern, semantics, unit, count (decimal string), partial, done (of a partial count the part of the work, 0 to 1),
  device{kind,name},
  seconds{load,plan,compile,run}, graph{vertices,edges,directed}
  device.kind is cpu, gpu or cpu+gpu; the CPU has device.threads and device.instructions, GPUs are
  device.gpus[{index,name}]. A run on a GPU has seconds.kernel and
  gpu{upload,memory_peak,memory_far,memory_host,memory_spilled,pushes,pops,full,spins,busy_min,busy_max,idle}. With --per-vertex or --per-edge and -o FILE:
  pattern, semantics, unit, per, rows, total (decimal string), device, seconds, graph. A count that ended at
  --limit has limited: true. Of several patterns one without an answer, such as a number of more than 128 bits, is
  pattern and error, and is said on standard error too. What --or-estimate estimated has the fields that `gpm estimate --help` names.

Examples:
  gpm count examples/graphs/karate.el triangle 'a-b, b-c, c-a' --json
  gpm count examples/graphs/karate.el wedge --induced
  gpm count examples/graphs/karate.el triangle clique:4 --per-vertex -o members.csv
  gpm count examples/graphs/payments.csv 'a->b->c->a where (a->b).day < (b->c).day and (b->c).day < (c->a).day' \\
      --edge-attributes examples/graphs/payments.csv";

/// Below the options of `estimate`.
pub(crate) const ESTIMATE: &str = "\
Samples of a plain undirected pattern are matches of a spanning tree of it, drawn at random. Where hardly any of them is a match of the
pattern, and for other patterns, they are walks from a root that visit some candidates of each loop instead of all, or, where all
vertices are labelled, members of populations: partial matches that the CPU extends together. With --device gpu a GPU takes trees and
walks; the same seed gives the same estimate on both, but that a GPU keeps to trees for longer. Samples are taken until the interval is
short enough (--rel-error), there are as many as --samples allows, or the time is up (--time-limit): that gives an estimate
too, with the interval that it has. What is expected to be counted in a quarter of a second is counted.

An interval misses as often as its confidence says: one of twenty with 95%. Where matches are rare, samples may meet none of
them: then the upper end is one that holds wherever matches lie, far away, and the estimate of 0 says little. Meanings and patterns are those of `gpm count`.

JSON:
  one object per pattern and line with at least
  pattern, semantics, unit, estimate, low, high (null if no sample was taken), confidence, samples, valid (samples that
  met a match), exact (whether it was counted; then also count, a decimal string), reached (whether the interval is as short
  as asked for), seconds{load,run,kernel} (kernel: of a GPU that took the samples), graph{vertices,edges,directed}

Exit codes: 0 with an estimate, also if the time was up; 3 if there was no time for a single sample.

Examples:
  gpm estimate examples/graphs/karate.el house --no-exact
  gpm estimate examples/graphs/debian-packages.el.gz clique:6 cycle:7 --rel-error 2% --time-limit 10s";

/// Below the options of `list`.
pub(crate) const LIST: &str = "\
Columns are the pattern's vertices in the order of the pattern, then what --with names. Values of vertices
are the ids of the input. In Parquet these are UINT_64, or text if they are names.

Rows come as matches are found, in memory that does not grow with their number, and in an order that may
differ from run to run. --sorted and --order-by hold the rows in memory and write them at the end, in the
same order in each run. They need 4 bytes for each vertex of each row, and --order-by 32 more; with --top K
only for twice K rows. Rows without a value come last. Where a subgraph could be written in several ways
(the ring a->b->c->a may begin at any of its vertices), the row is the one that comes first in the order.

A file given with -o appears under its name only when the list is complete. If the time limit or
Ctrl-C comes first, what was found is kept as FILE.partial and the exit code is 3.

-o FILE.graphml (or .graphml.gz, .graphml.zst) holds no rows, but the part of the graph that the matches cover, for Cytoscape,
Gephi and networkx: vertices and edges with their labels and attributes, and in `matches` the number of matches each is part of.

Examples:
  gpm list examples/graphs/karate.el triangle --sorted -o triangles.csv.gz
  gpm list examples/graphs/karate.el clique:5 -o cliques.graphml
  gpm list examples/graphs/payments.csv 'a->b->c->a' --edge-attributes examples/graphs/payments.csv \\
      --vertex-attributes examples/graphs/accounts.csv \\
      --with 'a.limit,(a->b).amount' --order-by '(a->b).amount' --desc --top 10";

/// Below the options of `sample`.
pub(crate) const SAMPLE: &str = "\
Each row is one draw: each of the matches that `gpm list` lists has exactly the same probability, and draws do not
depend on each other, so that a match may come again (with replacement). Rows come in the order in which they
are drawn: the first K of them are a sample too. Columns and files are those of `gpm list`.

First all matches are counted, then those that were drawn are searched for, a million draws at a time. So this
suits patterns that can be counted, and it tells how many there are. The same seed gives the same rows, on
any number of threads. If there are no matches there are no rows, and that is said; the exit code is 0.

If the time limit or Ctrl-C comes first, a file given with -o is kept as FILE.partial and the exit code is 3.

Examples:
  gpm sample examples/graphs/karate.el triangle -n 10
  gpm sample examples/graphs/debian-packages.el.gz house -n 100000 --seed 7 -o houses.parquet";

/// Below the options of `motifs`.
pub(crate) const MOTIFS: &str = "\
Counts are vertex-induced: between the vertices of a subgraph there are the edges of the pattern and no
others. So each set of K connected vertices counts for one pattern. With --edge-induced there may be
others, as in `gpm count`, where that is the default.

In a directed graph the patterns are the directed ones. Those of three vertices are the triad census,
by its codes and in its order: 003, 012, 102, 021D, 021U, 021C, 111D, 111U, 030T, 030C, 201, 120D,
120U, 120C, 210, 300. The first three are not connected; they are left out with --edge-induced.

With --estimate numbers are estimates with an interval, printed as `gpm estimate` prints them. One set of samples serves all
patterns: trees that are matched at random. Directed and edge-induced patterns are estimated one after the other, and share out a
--time-limit. There are 853 patterns of 7 vertices and 11117 of 8.

With --temporal each row of GRAPH is an event, such as a message or a payment, and a motif is a sequence of events in the order of
their times, of which the last comes at most SPAN after the first: three events on at most three vertices make 36. They are called
by their events, as in a>b,b>c,c>a, and classed by what these join: pair, star, triangle, path or other. Other events may lie
between. Events from a vertex to itself are left out. Times that are numbers have spans that are numbers of the same unit; dates
are a number of days apart; timestamps have spans such as '1 day'. Each motif is a pattern that `gpm count` takes as well: the
definition of its JSON. 68 sequences of three events are on at most four vertices; 216 and 840 of four are on at most three and four.

JSON: one object per pattern and line, of the fields that `gpm count --help` names (with --estimate `gpm estimate --help`), and
  definition (the pattern as text), graph6, or digraph6 if it is directed. A temporal motif has an object for each span, with
  class and within
Files have the columns that `gpm count --help` names, and class and within of temporal motifs. Text, JSON and files have the same order.

Examples:
  gpm motifs examples/graphs/karate.el -k 4
  gpm motifs examples/graphs/karate.el -k 5 -o motifs.csv
  gpm motifs examples/graphs/karate.el -k 6 --estimate=5%
  gpm motifs examples/graphs/payments.csv --temporal --by day --within 7,30";

/// Below the options of `merge`.
pub(crate) const MERGE: &str = "\
A run may be cut into N shards, which run in any order and anywhere: each searches below its own part of
the vertices and writes what it counted. All of them must be asked the same of the same graph, with the
same --device and by the same version of gpm. A part that is missing, there twice or of another
run is refused.

What is printed is what `gpm count` or `gpm motifs` would print; seconds are those of all shards together.
Shards of tables (`gpm orbits`, `gpm count --per-vertex` and `--per-edge`) write files called .part, perhaps with
.gz or .zst, which are merged with the graph at hand: gpm merge --graph GRAPH *.part -o table.csv

Examples:
  gpm count examples/graphs/karate.el house --shard 1/2 -o one.json
  gpm count examples/graphs/karate.el house --shard 2/2 -o two.json
  gpm merge one.json two.json";

/// Below the options of `orbits`.
pub(crate) const ORBITS: &str = "\
Columns: the id of the input (vertex; with --per-edge source and target), then orbit_0, orbit_1, … in
the numbering of ORCA: graphlets are vertex-induced and have up to K vertices; 15 orbits of vertices
for K = 4 and 73 for K = 5, 12 and 68 of edges. Rows come by ascending id. Undirected graphs only.
In Parquet ids are UINT_64, or text if they are names; counts are UINT_64, or DECIMAL(38, 0) in
columns with a count of 2^64 or more.

A file given with -o appears under its name when it is complete; a run that is stopped writes nothing.

JSON: size, of, rows, totals (by orbit the sum of its column, decimal string), device{kind,name},
  seconds{load,plan,compile,run}, graph{vertices,edges,directed}

Example:
  gpm orbits examples/graphs/karate.el -k 4 -o orbits.parquet";

/// Below the options of `cliques`.
pub(crate) const CLIQUES: &str = "\
A clique is a set of vertices that are all adjacent; it is maximal if no vertex can be added to it, and maximum if there is
no larger one. Directions and labels do not matter. A vertex without neighbors is a maximal clique of one vertex, and is
counted; --min-size 2 leaves such out.

--maximal prints the number of maximal cliques, then that of each size. With -o FILE or --to FORMAT it lists them instead: the
columns are size, and vertices, the ids of the input in ascending order, with spaces between them (in .jsonl an array). Rows come
as cliques are found, in an order that may differ from run to run. With --per-vertex rows are vertices.
--limit N stops at the first N maximal cliques, whichever they are: the number is then N, marked limited, and the exit code 0.

Cliques of any size are searched for on the CPU unless --device gpu asks for a GPU. That counts by size, maximal ones or all, with --min-size
and --containing; lists, --per-vertex, --limit and --maximum are the CPU's.

-k with several sizes counts all cliques, maximal or not, of each size in one search, which does not meet each by itself. 3..8 is 3 to 8,
both included; 3.. has no end, and .. begins with single vertices. There are often so many that a number has more than 128
bits, which is an error: give an end. It is one search where -k K is one for each. With --device cpu a single size of 7 or more is
counted like that too; elsewhere -k 7..7 asks for it.

What was found before the time limit or Ctrl-C is printed and marked partial, with exit code 3: there are at least so many
cliques of each size, and a list is kept as FILE.partial. --per-vertex writes nothing then.

JSON: with one size the fields that `gpm count --help` names; else
  question (maximal-cliques, maximum-clique or cliques), count (decimal string), sizes (object: size to number), size and largest
  (the vertices of a largest clique), partial, device, seconds{load,plan,compile,run,kernel}, graph{vertices,edges,directed};
  a run that --limit ended has limited: true, and the largest of those that were met; of --maximum there is no count and no sizes

Examples:
  gpm cliques examples/graphs/karate.el -k 4
  gpm cliques examples/graphs/karate.el -k 3..
  gpm cliques examples/graphs/karate.el --maximal
  gpm cliques examples/graphs/debian-packages.el.gz --maximal --min-size 10 -o cliques.csv
  gpm cliques examples/graphs/karate.el --maximum --containing 33";

/// Below the options of `dense`.
pub(crate) const DENSE: &str = "\
A set of vertices is a k-plex if each is adjacent to all but k of the set, itself counted among the k, and a quasi-clique if
each is adjacent to at least the part GAMMA of the others, rounded up. Cliques are 1-plexes, and quasi-cliques of 1. Counted and listed
are the maximal ones, which are part of no larger set that is as dense. GAMMA is taken exactly as it is written. Directions and
labels do not matter.

--min-size says how small they may be, and makes the search as fast as it is: whoever cannot be part of such a set is left out
before. Of k-plexes it is at least 2k-1: smaller ones need not be connected.

What is printed, files, tables and limits are those of `gpm cliques --maximal`.

JSON:
  question (maximal-k-plexes or maximal-quasi-cliques), density (K, or GAMMA as a fraction), and the rest as `gpm cliques --help`
  says: count (decimal string), sizes (object: size to number), size and largest, partial, device, seconds, graph

Examples:
  gpm dense examples/graphs/karate.el --k-plex 2 --min-size 6
  gpm dense examples/graphs/debian-packages.el.gz --quasi-clique 0.9 --min-size 14 -o dense.csv";

/// Below the options of `fsm`.
pub(crate) const FSM: &str = "\
No pattern is given: patterns grow from frequent edges, by an edge at a time, or with --induced by a vertex. They are
connected, and ask for all labels that the graph has: of vertices (--labels), of edges (--edge-labels); in a directed
graph (--directed) edges are arcs. A graph without labels has one.

The support is that of the vertex of the pattern with the fewest vertices of the graph that it is matched to (minimum
image). `domains` says for each vertex of the pattern, in the order of the text, how many these are; all are exact.

A file may have many graphs, as gSpan reads it: `v` and `e` lines, those of each graph behind a `t # NAME` line. Then support
is the number of graphs that have the pattern, unless --measure mni is given. Vertices are called GRAPH:ID.

Patterns come level by level, the smallest first, each level by descending support, in the same order in each run.
What is printed can be given to `gpm count` and `gpm list`. A run that is stopped has printed all patterns of the levels
that it completed, says how large these are, and ends with exit code 3.

Files (-o) have the columns pattern, vertices, edges, support, domains, semantics, unit (of the support: vertices or graphs) and,
with --count, count. Files of domains (--domains) have the columns matched, a vertex of the graph, pattern and vertex, that of the pattern.

JSON:
  one object per pattern and line with at least
  pattern, vertices, edges, support, unit (what supports count: vertices or graphs), domains (a number for each vertex),
  semantics; with --count also
  count (decimal string) of its subgraphs

Examples:
  gpm fsm examples/graphs/karate.el --max-edges 4 --support 20
  gpm fsm examples/graphs/debian-packages.el.gz --labels examples/graphs/debian-packages.labels.gz \\
      --max-edges 2 --support 1000 --top 5";

/// Below the options of `explain`.
pub(crate) const EXPLAIN: &str = "\
With --analyze the plan is run. Then its search is walked once more on the CPU and counted: all of
it if that takes no more than a second or two, else a sample, so that what was met is an estimate
with a standard error. For each nest of the plan there is a table with a row for each loop:
  candidates   rounds of the loop
  matches      rounds that completed a partial match: the candidate is none of its vertices and
               satisfies all conditions
  elements streamed, searched, words of bits, steps of paths, looked up
               what was done for sets in these rounds: elements of lists that were merged, marked or
               put into a bit matrix, elements that were searched for in longer lists, words of bit
               rows, steps along which codegrees were counted, numbers read from tables
  cost         all of that, in elements streamed, by the prices of the planner
`predicted` is what the planner expected, or - where it prices several levels as a whole. What is no
search, such as making a table, is named beside the cost. The count of a stopped run is marked
partial.

With --trace FILE nothing is printed: the file is a page with the nest before and after each pass. With --certify the plan is run on
random small graphs, of which every other one has the pattern in it, and its counts are compared with brute force. The terms of the
sum are printed, then `certified: …`; or the graph on which they differ, with exit code 1. It takes patterns of up to 9 vertices.

JSON: pattern, definition, semantics, unit, automorphisms (decimal string),
  graph{vertices,edges,triangles}, choices[{cost,sampled,order,rewrites}] with the chosen one first,
  passes[{pass,changed}], nests as text; with --analyze also
  analysis{count (decimal string),partial,device,seconds{load,plan,compile,run},prices,plans[]};
  a plan, one a table and then the query's, is {pattern,anchors,predicted,seconds,nests[]};
  a nest is {pattern,semantics,times,over,nest,complete,device,seconds{compile,run},
  cost{predicted,met,standard_error,beside},walked{roots,all,whole},levels[]}; a level is
  {level,from,predicted,met,standard_error}, where predicted and met are
  {candidates,matches,cost,work}, and work has an amount for each kind that prices has a price for

Examples:
  gpm explain diamond
  gpm explain house --graph examples/graphs/karate.el --induced
  gpm explain house --graph examples/graphs/karate.el --analyze
  gpm explain house --trace house.html
  gpm explain cycle:6 --certify
  gpm explain triangle --emit cuda";

/// Below the options of `info`.
pub(crate) const INFO: &str = "\
Example:
  gpm info examples/graphs/karate.el --json";

/// Below the options of `convert`.
pub(crate) const CONVERT: &str = "\
Examples:
  gpm convert examples/graphs/karate.el karate.gpm
  gpm convert edges.csv edges.gpm --directed
  gpm convert edges.csv edges.graphml --labels labels.csv     for Cytoscape, Gephi (also .gexf) and networkx";

/// Below the list of families that `generate` knows.
pub(crate) const GENERATE: &str = "\
Examples:
  gpm generate rmat --scale 16 -o social.gpm
  gpm generate er -n 1000 -m 5000 --seed 7 -o random.el.gz
  gpm generate events --scale 14 -m 1000000 --days 90 -o messages.gpm
  gpm count messages.gpm 'a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 3600'";

/// Below the options of `patterns`.
pub(crate) const PATTERNS: &str = "\
Examples:
  gpm patterns                       all names, with drawings
  gpm patterns house ffl 'a-b-c-a'   these

Names and directions:
  An undirected name in a graph that is read with --directed asks for edges in either direction. A directed
  name, such as feed-forward-loop or 030T, implies --directed: a line `a b` of an edge list is the arc from a to
  b, and is taken for it even if its edges are meant without direction. Add both lines for an edge that goes both ways.";

/// Below the options of `completions`.
pub(crate) const COMPLETIONS: &str = "\
Examples:
  gpm completions bash > ~/.local/share/bash-completion/completions/gpm
  gpm completions zsh > ~/.zfunc/_gpm          (a folder of $fpath)
  gpm completions fish > ~/.config/fish/completions/gpm.fish";

/// Below the options of `man`.
pub(crate) const MAN: &str = "\
Examples:
  gpm man | man -l -
  gpm man -o ~/.local/share/man/man1";
