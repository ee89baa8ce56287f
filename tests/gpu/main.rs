//! The conformance tests on a GPU, and what only a GPU has. Carried to a machine with one, the binary needs neither cargo nor
//! the sources.
//!
//! | file | tests |
//! |---|---|
//! | `truth` | every count of the truth table, on one warm engine |
//! | `catalog` | named patterns × meanings × real graphs: GPU and CPU agree |
//! | `differential` | small, random and unoptimized patterns in small graphs, against brute force |
//! | `anchored` | counts per vertex and per arc, by each level of a nest, against brute force and the CPU's |
//! | `beyond` | graphs for which a GPU has no room |
//! | `cliques` | maximal cliques by size: GPU, CPU and other programs agree, in little memory too |
//! | `levels` | breadth-first levels, with frontiers and hosts of all sizes |
//! | `matrices` | cliques whose bit matrices another kernel writes before |
//! | `hybrid` | CPU and GPU at one search, and shards of a search on the GPU |
//! | `listings` | matches against brute force and the CPU's, also many, and that a listing stops when told |
//! | `motifs` | motif sets in one session: GPU and CPU agree |
//! | `estimates` | estimates: GPU and CPU agree to the last bit, and end in time |
//! | `frequent` | frequent patterns: GPU and CPU agree, and end in time |
//! | `devices` | one GPU, another, and both together agree |
//! | `turns` | two threads at one engine: each hears its own time limit, and their answers are right |
//! | `time_limit` | a run cut short ends soon and leaves the engine in order |
//! | `faults` | a sink that panics, and (with the feature `faults`, or unoptimized) steps that fail: an error, or the CPU goes on |
//! | `forked` | a child of a process with an open GPU is told what to do |
//! | `sanitizer` | the command under `compute-sanitizer` |
//! | `star` | a hub of millions of neighbors fits the memory |
//!
//! All tests but `devices` and `forked` share one engine and wait for each other. Without a usable GPU each says so and passes. Variables:
//! * `GPM_REQUIRE_GPU=1` makes a missing GPU a failure.
//! * `GPM_DATA` is the folder of test data; without it `truth`, `catalog` and the large listings are skipped.
//! * `GPM_GPU_SECONDS` is the time for `catalog`, 240 unless set; `GPM_GPU_FROM` is the cell that it begins with, to go on
//!   where an earlier run stopped.
//! * `GPM_BIN` is the command that `faults` and `sanitizer` run, else the one built beside the tests.
//! * `GPM_SANITIZER=1` runs `sanitizer`.
//! * `GPM_GPU_BIG=1` runs `star`, `GPM_FULL=1` also rows of the truth table with more than 16 pattern vertices.
//! * `GPM_TRACE=1` names each cell on stderr before it runs.

#[path = "../conformance/cell.rs"]
mod cell;
#[path = "../conformance/dataset.rs"]
mod dataset;
#[path = "../conformance/expected.rs"]
mod expected;
#[path = "../conformance/listed.rs"]
mod listed;
#[path = "../conformance/matches.rs"]
mod matches;
#[path = "../conformance/mismatch.rs"]
mod mismatch;
#[path = "../conformance/oracle.rs"]
mod oracle;
#[path = "../conformance/places.rs"]
mod places;
#[path = "../conformance/predicate_oracle.rs"]
mod predicate_oracle;
#[path = "../conformance/random_graphs.rs"]
mod random_graphs;
#[path = "../conformance/random_patterns.rs"]
mod random_patterns;
#[path = "../conformance/random_predicates.rs"]
mod random_predicates;
#[path = "../conformance/rows.rs"]
mod rows;
#[path = "../conformance/labelled_queries.rs"]
mod labelled_queries;
#[path = "../conformance/sample.rs"]
mod sample;
#[path = "../conformance/settings.rs"]
mod settings;
#[path = "../conformance/truth_rows.rs"]
mod truth_rows;

#[path = "../emulator/credited.rs"]
mod credited;
mod engines;
mod truth;
mod catalog;
mod cliques;
mod differential;
mod anchored;
mod beyond;
mod levels;
mod handed;
mod listings;
mod matrices;
mod hybrid;
mod motifs;
mod estimates;
mod frequent;
mod labelled;
mod devices;
mod time_limit;
mod turns;
mod faults;
mod forked;
mod sanitizer;
mod star;
