//! Longer texts of `--help`.

mod texts;
mod query;
mod pages;
mod random;

pub(crate) use pages::{DRAW, REPORT};
pub(crate) use query::QUERY;
pub(crate) use random::{COMPARE, NULL, SIGNIFICANCE};
pub(crate) use texts::{
    CLIQUES, COMMANDS, COMPLETIONS, CONVERT, COUNT, DENSE, DEVELOPERS, ESTIMATE, EXPLAIN, FSM, GENERATE, INFO, LIST,
    MAN, MERGE, MOTIFS, NO_HEADING, ORBITS, OUTPUT, PATTERNS, SAMPLE,
};
