//! `gpm debug`: tools for whoever looks for a fault of gpm itself.

mod help;
mod case;
mod simpler;
mod reduce;
mod against;
mod command_line;
mod shrink;
mod tools;

pub(crate) use tools::Debug;
