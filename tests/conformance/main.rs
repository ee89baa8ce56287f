//! Conformance: the CPU engine's answers against answers that do not come from this project's planner.
//!
//! | file | compares with | patterns | data graphs |
//! |---|---|---|---|
//! | `differential` | brute force (`oracle`) | every connected one of 2 to 5 vertices; random labelled, edge-labelled, directed, anti-edge and mixed ones up to 6 | seeded random ones (`random_graphs`) |
//! | `anchored` | brute force, vertex by vertex and arc by arc | the same, with each vertex and each edge held fixed | the same |
//! | `orbits` | ORCA; counts of graphlets | all 30 graphlets by vertex and by edge | bundled ones |
//! | `alternatives` | brute force | connected ones of 3 to 5 vertices, by every choice the planner offers | the same |
//! | `lookups` | closed forms; that runs end in errors, or partial | those that look tables up | stars, cliques, R-MAT |
//! | `decomposed` | brute force | random ones of every kind that may be cut, by every decomposition | the same |
//! | `maps` | brute force | ones of 4 to 7 vertices, as a large graph would have them counted: by maps in which vertices may coincide | the same |
//! | `fringe` | brute force; closed forms | cores with many vertices hanging on them, up to 21 vertices | the same; complete, bipartite and others |
//! | `motifs` | a census of all sets of vertices | all connected ones of 3 to 6 vertices in one session; all directed ones of 2 to 4 | the same |
//! | `filtered` | brute force, with the predicate evaluated on its own | the same, with random predicates | the same, with attributes |
//! | `mutated` | brute force | texts that were changed at random, where they are still patterns | two, with labels and attributes |
//! | `listing` | brute force | the same kinds | the same |
//! | `parts` | brute force; whole runs | random ones of every kind; motifs; long ones that are stopped | the same; R-MAT |
//! | `estimates` | brute force, on average; exact counts | random ones of every kind, with predicates; common ones | the same; R-MAT |
//! | `frequent` | brute force over all connected parts; numbers and supports on which independent programs agree | all that are frequent | the same; small ones |
//! | `wide` | naive nests | all connected ones of 3 and 4 vertices, by every choice | one with neighborhoods of several words of bits |
//! | `truth` | counts on which independent programs agree | all undirected, directed, labelled, homomorphism and clique rows | small and real ones |
//! | `families` | closed forms | wedge, triangle, 4-clique, 4-cycle | cliques, hypercubes, tori, Paley graphs, … |
//! | `pivots` | the nest of a plan; closed forms | cliques of 7 to 13 vertices | random ones; complements of groups |
//! | `shared` | one thread that interprets | of every kind of nest | few hubs, on many threads |
//! | `stopped` | nothing: that time limits hold | long ones of each meaning | dense ones |
//! | `brute` | brute force of the library against that of these tests | random ones of every kind, with predicates | the same |
//! | `lsqb` | counts on which databases agree | LDBC's labelled queries, on the simple graph and on records | its smallest one |
//! | `answers` | published embedding counts | labelled queries of up to 16 vertices | protein networks |
//!
//! `differential` runs every cell of pattern × semantics × {subgraphs, embeddings} × graph × {compiled, interpreted} ×
//! {all passes, each pass off, all passes off}, equal plans once (`plans`); the rows of passes come from `gpm_plan::passes::PASSES`.
//! A mismatch is printed with the graph shrunk to the vertices that matter, and the plan.
//!
//! The oracle, the samples and the random patterns serve `tests/emulator` as well; `tests/gpu` runs much of all this on a GPU.
//!
//! The last three need test data: the folder named by `GPM_DATA`, else `../shared/data` beside the workspace. What is
//! absent is skipped and said on stderr. Other variables:
//! * `GPM_FULL=1` runs also what takes long: every graph with 5-vertex patterns, large graphs, every published query.
//! * `GPM_TRACE=1` names each cell on stderr before it runs, to find one that kills the process.

mod settings;
mod sample;
mod oracle;
mod predicate_oracle;
mod random_graphs;
mod random_patterns;
mod random_predicates;
mod expected;
mod maps;
mod matches;
mod engines;
mod cell;
mod mismatch;
mod plans;
mod differential;
mod places;
mod anchored;
mod filtered;
mod brute;
mod alternatives;
mod lookups;
mod lsqb;
mod cuts;
mod decomposed;
mod fringe;
mod motifs;
mod mutated;
#[path = "../../gpm-plan/tests/pattern/mutations.rs"]
mod mutations;
mod near_ties;
mod orbits;
mod listed;
mod listing;
mod parts;
mod estimates;
mod random_matches;
mod frequent;
mod dataset;
mod rows;
mod truth_rows;
mod truth;
mod cliques;
mod wide;
mod wide_graph;
mod families;
mod shared;
mod stopped;
mod batches;
mod pivots;
mod answers;
mod record_sets;
mod record_windows;
mod records;
mod labelled_records;
