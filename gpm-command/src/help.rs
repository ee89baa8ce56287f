//! Longer texts of `--help`.

/// For arguments that follow a group with a heading and do not belong to it.
pub(crate) const NO_HEADING: Option<&str> = None;

/// Below the options of `count`.
pub(crate) const PATTERNS_AND_JSON: &str = "\
Patterns:
  names      triangle wedge diamond tailed-triangle house bull clique:5 cycle:6 path:4 star:4 …,
             sizes in vertices
  text       'a-b, b-c, c-a', chains 'a-b-c-a', labels 'a:Person - b:3', directed 'a->b',
             edge labels 'a-[knows]->b', anti-edges 'a!-b'
  predicates after where: 'a-b-c where a.age < b.age and (b-c).amount > 10', numbers from the tables
             of --vertex-attributes and --edge-attributes; a.id is the id in the input
  files      an edge list, t/v/e lines, or pattern text

JSON: one object per pattern and line with at least
  pattern, semantics, unit, count (decimal string), partial, device,
  seconds{load,plan,compile,run}, graph{vertices,edges}
and on a GPU seconds.kernel, gpu{pushes,pops,full,spins,busy_min,busy_max,idle}

Example:
  gpm count examples/graphs/karate.el triangle 'a-b, b-c, c-a' --json";

/// Below the list of commands.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the run failed: device, memory, file system
  2  bad input or usage
  3  stopped at the time limit, by Ctrl-C, SIGTERM or SIGHUP, with a partial result that is marked so

Results go to standard output, all else to standard error.";

/// Below the options of `list`.
pub(crate) const LIST_FILES: &str = "\
Matches come as they are found, in memory that does not grow with their number. Columns are the
pattern's vertices in the order of the pattern, values the ids of the input; in Parquet these are
UINT_64, or text if they are names.

A file given with -o appears under its name only when the list is complete. If the time limit or
Ctrl-C comes first, what was found is kept as FILE.partial and the exit code is 3.";

/// Below the options of `motifs`.
pub(crate) const MOTIFS: &str = "\
In a directed graph the patterns are the directed ones. Those of three vertices are the triad census,
by its codes and in its order: 003, 012, 102, 021D, 021U, 021C, 111D, 111U, 030T, 030C, 201, 120D,
120U, 120C, 210, 300. The first three are not connected; they are left out with --edge-induced.

JSON: one object per pattern and line, of the fields that `gpm count --help` names, and
  definition (the pattern as text), graph6, or digraph6 if it is directed

Example:
  gpm motifs examples/graphs/karate.el -k 4";

/// Below the options of `orbits`.
pub(crate) const ORBITS: &str = "\
Columns: the id of the input (vertex; with --edges source and target), then orbit_0, orbit_1, … in
the numbering of ORCA: graphlets are vertex-induced and have up to K vertices; 15 orbits of vertices
for K = 4 and 73 for K = 5, 12 and 68 of edges. Rows come by ascending id. Undirected graphs only.
In Parquet ids are UINT_64, or text if they are names; counts are UINT_64, or DECIMAL(38, 0) in
columns with a count of 2^64 or more.

A file given with -o appears under its name when it is complete; a run that is stopped writes nothing.

JSON: size, of, rows, totals (by orbit the sum of its column, decimal string), device,
  seconds{load,plan,compile,run}, graph{vertices,edges}

Example:
  gpm orbits examples/graphs/karate.el -k 4 -o orbits.parquet";
