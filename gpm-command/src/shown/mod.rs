//! Patterns and plans to look at: drawings, graphviz, Rust, what a plan met beside what was predicted.

mod drawing;
mod figure;
mod dot;
mod rust;
mod profile;
mod analyze;
mod plan_json;
mod trace;
mod certify;
mod inspect;
pub(crate) mod report;

pub(crate) use analyze::{AnalyzeArgs, JsonAnalysis};
pub(crate) use dot::dot;
pub(crate) use drawing::drawing;
pub(crate) use figure::{conditions, figure};
pub(crate) use inspect::InspectArgs;
pub(crate) use plan_json::plan_json;
pub(crate) use rust::rust;
