//! The planner of gpm.
#![forbid(unsafe_code)]

pub mod pattern;
