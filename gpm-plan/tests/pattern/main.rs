//! Tests of `gpm_plan::pattern` through its public face.

mod errors;
mod file_errors;
mod fuzz;
mod language;
mod mutations;
mod predicates;
mod samples;
mod symmetry;
