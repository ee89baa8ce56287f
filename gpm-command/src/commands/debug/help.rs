//! Longer texts of `--help` of these tools.

/// Below the list of tools.
pub(crate) const DEBUG: &str = "\
Example:
  gpm debug shrink examples/graphs/karate.el house     whether the count is right, by brute force";

/// Below the options of `shrink`.
pub(crate) const SHRINK: &str = "\
The pattern is counted in the graph twice: as `gpm count` with the same options counts it, and in another way, the reference
(--against). If the numbers differ, parts of the graph and of the pattern are taken away for as long as they go on differing: halves of
the vertices, quarters, and so on down to single ones; then edges in the same way; then vertices, edges, absent edges, conditions
and labels of the pattern, which stays connected; and all of that again until nothing more can go. What is left is not the least pair there
is, but no single part of it can be left out. Vertices are numbered anew, from 0.

If one of the two fails with an error instead of giving a number, what is kept is that it fails with an error of the same kind.

References:
  brute        each way to lay the pattern over the graph, tried one by one: no part of the planner, and slow
  interpreter  the plan, walked on the CPU instead of compiled
  no-passes    the plan without any of the passes that --disable knows, on the CPU
  adaptive, pivots, nests    another strategy
  cpu, hybrid, gpu, gpu:0    another device

Printed are both numbers, the pattern, the graph, and a command that shows one of the numbers again. If the numbers agree from the
start, that is said. At the time limit or by Ctrl-C the least pair so far is printed.

Exit codes: 0 with a least pair; 1 if the numbers agree; 3 if it was stopped before nothing more could go.

Examples:
  gpm debug shrink graph.el house --device gpu
  gpm debug shrink graph.el house --against no-passes -o small.el
  gpm debug shrink graph.el 'a-b-c-d-a, a!-c' --induced --against interpreter --time-limit 60s";
