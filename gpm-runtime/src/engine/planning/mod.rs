//! From a question to a plan: the query that an argument stands for, its plan, and the plans of queries that are known before the first
//! is answered.

mod asked;
mod near_ties;
mod plan;
mod fused;
mod announce;

pub(super) use asked::{asked, ensure_planned_for, ensure_simple, refuse_records};
pub(super) use fused::searched;
