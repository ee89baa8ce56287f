//! Where listed matches go: rows in an order, the graph that they cover, the parts of a list that are kept.

mod writings;
mod row_order;
mod match_graph;
mod match_out;
mod kept_list;

pub(crate) use kept_list::KeptList;
pub(crate) use match_graph::MatchGraph;
pub(crate) use match_out::MatchOut;
pub(crate) use row_order::{RowOrder, Sorter};
