//! Longer texts of `--help` of the commands that make pictures and pages.

/// Below the options of `draw`.
pub(crate) const DRAW: &str = "\
Patterns are given as for `gpm count`: a name of the catalog, text, g6:… or a file. Arrows are directions, dashed lines
are edges that must not be there, colours are labels. Names are written unless they are mere numbers; a bound edge
(a-[p:]->b) is an edge with its name. Conditions stand below.

Several patterns, and all connected ones of a size, are one SVG, side by side. It has its styles in it, and follows the
reader's choice of light or dark.

Examples:
  gpm draw house -o house.svg
  gpm draw 'a:person-[knows]->b:person, b-[works_for]->c:firm, a!-c where a.age < b.age' -o colleagues.svg
  gpm draw -k 4 -o four.svg
  gpm draw -k 3 --directed -o triads.svg
  gpm draw triangle square clique:4 > three.svg";

/// Below the options of `report`.
pub(crate) const REPORT: &str = "\
The page has what was read and cleaned, numbers about the whole graph, degrees, all connected patterns of 3 to K
vertices with their numbers (vertex-induced; in a directed graph also the triad census), maximal cliques by size and a
largest one, and matches of rare patterns with the names of their vertices. Of an undirected graph it has how the orbits
of vertices go together, and unusual vertices by them; of a directed one unusual vertices by their arcs. If GRAPH is a
table with a column of times, it has the records by time. It needs nothing but a browser, and no network.

The patterns are compared with random graphs that have the same degrees (--null, as for `gpm significance`), as many as the
time of a section allows, up to --samples: which patterns there are more or less often than that explains, and how sure that is.
The page names the model, the seed and the number of random graphs.

All is counted, nothing estimated. A section that takes longer than --section-time-limit is left out. If the time limit
or Ctrl-C comes first, the page with what was done is kept as FILE.partial and the exit code is 3.

Examples:
  gpm report examples/graphs/karate.el -k 5 -o karate.html
  gpm report examples/graphs/debian-packages.el.gz --directed --title 'Debian packages' -o packages.html
  gpm report examples/graphs/payments.csv --directed --time day -o payments.html";
