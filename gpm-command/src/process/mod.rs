//! The run of the command as a process: its messages and how far it is, signals, time limits and memory, and what it ends with.

mod failure;
pub(crate) mod messages;
mod memory;
mod progress;
pub(crate) mod interrupt;
mod search;

pub(crate) use failure::{Failure, Outcome, bug};
pub(crate) use messages::Messages;
pub(crate) use search::Searches;
