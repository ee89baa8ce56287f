//! The examples run, and the command does what README.md and the documents show.
//!
//! | file | runs |
//! |---|---|
//! | `examples` | each numbered example as cargo built it |
//! | `documents` | each `$ cargo run --release -- …` of the documents, and compares what it prints |

mod documents;
mod examples;
