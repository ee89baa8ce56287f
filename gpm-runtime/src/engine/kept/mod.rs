//! What queries share: an engine with its threads, devices and what it knows of graphs, and a session with what several queries on one
//! graph have in common.

mod bound_search;
mod spared;
mod run_log;
mod statistics;
mod kept_plans;
mod known_graphs;
mod session;
mod setup;

pub use session::Session;
pub use setup::Engine;
pub use statistics::stats_for_planning;

pub(super) use bound_search::{BoundSearch, needs_no_work};
pub(super) use kept_plans::Purpose;
pub(super) use known_graphs::KnownPlan;
pub(super) use run_log::{NestRun, PlanRun};
pub(super) use session::{Announced, Known};
pub(super) use spared::Spared;
