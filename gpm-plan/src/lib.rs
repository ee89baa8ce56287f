//! The planner of gpm.
#![forbid(unsafe_code)]

pub mod error;
pub mod pattern;
