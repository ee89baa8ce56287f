//! The `pattern!` macro: its counts and matches against brute force and against the engine.
//!
//! | file | what |
//! |---|---|
//! | `declared` | made by a test: every connected pattern of 2 to 5 vertices, and random ones of each kind, some with predicates |
//! | `suite` | each of them against brute force, counted and listed, and against the engine |
//! | `language` | what the macro reads: attributes, constants, names of the catalog, text |
//! | `conditions` | conditions in Rust, against brute force and the language |
//! | `nested` | searches inside the callbacks of listings, and callbacks that panic |
//! | `runs` | threads, limits, stopping, neighborhoods too large for a bit matrix, real graphs |
//!
//! `UPDATE_DECLARED=1 cargo test --workspace --test macros` writes `declared.rs` anew. What the macro says of mistakes is tested in
//! `diagnostics.rs`.

#[path = "../../conformance/expected.rs"]
#[allow(dead_code, reason = "passes are not switched off here")]
mod expected;
#[path = "../../conformance/matches.rs"]
mod matches;
#[path = "../../conformance/oracle.rs"]
mod oracle;
#[path = "../../conformance/predicate_oracle.rs"]
mod predicate_oracle;
#[path = "../../conformance/random_graphs.rs"]
mod random_graphs;
#[path = "../../conformance/random_patterns.rs"]
mod random_patterns;
#[path = "../../conformance/random_predicates.rs"]
mod random_predicates;
#[path = "../../conformance/sample.rs"]
#[allow(dead_code, reason = "nothing is shrunk here")]
mod sample;

#[path = "../../conformance/wide_graph.rs"]
mod wide_graph;

mod row;
mod declared;
mod suite;
mod language;
mod conditions;
mod runs;
mod nested;
