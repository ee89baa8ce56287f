//! The planner of gpm: from a pattern to a loop nest over vertex sets. Pure: no input or output, clock, thread, randomness
//! or `unsafe`, so that it runs inside a proc macro as well as before a launch.
//!
//! The stages, each a value with one type, one folder and a printed form:
//!
//! ```text
//! text ── pattern ──> Pattern ── symmetry ──> Breaking ┐
//!                        └────── search (cost) ────────┴──> Outline ── nest::build ──> LoopNest ── opt ──> LoopNest
//! ```
//!
//! ```
//! use gpm_plan::{cost::GraphStats, plan::Plan, query::Query};
//! let query = Query::from("a-b, b-c, c-a".parse::<gpm_plan::pattern::Pattern>()?);
//! let plan = Plan::new(query, &GraphStats::typical())?;
//! assert!(plan.to_string().contains("for v1 in s0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod limits;
pub mod mix;
pub mod error;
pub mod pattern;
pub mod spanning;
pub mod grow;
pub mod passes;
pub mod strategy;
pub mod query;
pub mod decision;
pub mod places;
pub mod symmetry;
pub mod cost;
pub mod nest;
pub mod opt;
pub mod forecast;
pub mod search;
pub mod program;
pub mod exec;
pub mod sampling;
pub mod plan;
pub mod stages;
pub mod explain;
#[cfg(feature = "rust")]
pub mod rust;
