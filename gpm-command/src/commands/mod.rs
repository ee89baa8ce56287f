//! The subcommands, a file each.

mod count;
mod estimate;
mod sample;
mod list;
mod motifs;
mod merge;
mod orbits;
mod cliques;
mod dense;
mod fsm;
mod explain;
mod info;
mod convert;
mod generate;
mod patterns;
mod devices;
mod completions;
mod man;

pub(crate) use cliques::Cliques;
pub(crate) use completions::Completions;
pub(crate) use convert::Convert;
pub(crate) use count::Count;
pub(crate) use dense::Dense;
pub(crate) use devices::Devices;
pub(crate) use estimate::Estimate;
pub(crate) use explain::Explain;
pub(crate) use fsm::Fsm;
pub(crate) use generate::Generate;
pub(crate) use info::Info;
pub(crate) use list::List;
pub(crate) use man::Man;
pub(crate) use merge::Merge;
pub(crate) use motifs::Motifs;
pub(crate) use orbits::Orbits;
pub(crate) use patterns::Patterns;
pub(crate) use sample::Sample;
