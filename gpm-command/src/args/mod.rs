//! Arguments that several commands have: durations and sizes, the graph, patterns, what a match means, where and how long to run.

pub(crate) mod duration;
mod size;
mod percent;
mod standard_input;
mod attribute_args;
mod unknown_labels;
mod reading;
mod graph_args;
mod own_records;
mod pattern_arg;
mod query_args;
mod null_args;
mod pattern_rows;
pub(crate) mod pattern_list;
pub(crate) mod engine_args;

pub(crate) use attribute_args::AttributeArgs;
pub(crate) use engine_args::EngineArgs;
pub(crate) use graph_args::{GraphArgs, LoadArgs, Loaded, Needs, Relationships, load};
pub(crate) use null_args::NullArgs;
pub(crate) use pattern_arg::{NamedPattern, check_order, quoted};
pub(crate) use pattern_list::Listed;
pub(crate) use percent::parse_part;
pub(crate) use query_args::{MeaningArgs, PassArgs, QueryArgs, StrategyArgs};
pub(crate) use reading::Reading;
