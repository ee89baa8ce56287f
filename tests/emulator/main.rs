//! Generated CUDA kernels, executed on the CPU and compared with brute force. Needs a C++ compiler and no GPU.
//!
//! | file | tests |
//! |---|---|
//! | `machine_tests` | the emulator itself, with the kernels of `kernels/`, right ones and broken ones |
//! | `counts` | every connected pattern of 2 to 5 vertices in all meanings, random patterns, in all graphs |
//! | `anchored` | counts per vertex and per arc, entry by entry; with `credited` every level of a nest |
//! | `filtered` | random patterns with random predicates |
//! | `listings` | that the listed matches are those of brute force, through an output ring of two tiny chunks |
//! | `choices` | plans that did not win, among them decompositions of all kinds of patterns, and plans without some passes |
//! | `lookups` | tables beside bit matrices, and with entries beyond what 128 bits hold |
//! | `matrices` | bit matrices that one kernel writes and another reads, of rows of several words |
//! | `narrow` | bit matrices whose sets lie in one word |
//! | `cliques` | the search for maximal cliques, by size, with far too little of everything |
//! | `labelled` | labelled patterns without a plan, with work given away often |
//! | `levels` | levels that are searched breadth-first, through frontiers of all sizes |
//! | `samples` | samples of random patterns, beside those that the interpreter takes |
//! | `stops` | runs stopped in the middle of a root, and launches with very many big roots |
//!
//! A kernel is compiled by `compile` with the headers of `machine/` in front, loaded by `library`, and run by `device` with
//! memory that `memory` guards, as configured in `config`: mostly with far too little of everything. One fiber is one GPU
//! thread; their order is random and seeded. A collective that cannot complete, a bad address, a kernel that does not end, a
//! write beyond a buffer and memory not left as promised are errors, reported with what every lane was at.
//!
//! The graphs, the patterns and the oracle are those of `tests/conformance`, fused nests those of `tests/nvrtc`. Variables:
//! * `GPM_FULL=1` compiles more random patterns, more listings and more choices.
//! * `GPM_TRACE=1` names each run on stderr before it starts.
//! * `CXX` is the compiler, if not `g++`, `clang++` or `c++`.
//! * `GPM_EMULATOR_ASAN=1` compiles with AddressSanitizer and UBSan, whose library must come first:
//!   `CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="env LD_PRELOAD=$(g++ -print-file-name=libasan.so)
//!   ASAN_OPTIONS=detect_leaks=0" GPM_EMULATOR_ASAN=1 cargo test --test emulator`.

#[path = "../conformance/cuts.rs"]
mod cuts;
#[path = "../conformance/expected.rs"]
mod expected;
#[path = "../conformance/labelled_queries.rs"]
mod labelled_queries;
#[path = "../conformance/matches.rs"]
mod matches;
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
#[path = "../conformance/sample.rs"]
mod sample;
#[path = "../conformance/settings.rs"]
mod settings;
#[path = "../nvrtc/fused_nests.rs"]
mod fused_nests;

mod compile;
mod library;
mod memory;
mod config;
mod output;
mod pairs;
mod parts;
mod device;
mod frontier;
mod machine_tests;
mod sizes;
mod tables;
mod suite;
mod counts;
mod fused;
mod credited;
mod anchored;
mod filtered;
mod frequent;
mod labelled;
mod listings;
mod levels;
mod choices;
mod cliques;
mod lookups;
mod operations;
mod marks;
mod matrices;
mod narrow;
mod recall;
mod samples;
mod stops;
mod trees;
