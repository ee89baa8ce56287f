//! `gpm debug`: tools for whoever looks for a fault of gpm itself.

mod help;
mod case;
mod simpler;
mod reduce;
mod against;
mod command_line;
mod shrink;

pub(crate) use command_line::as_text;

use clap::{Args, Subcommand};

use crate::failure::{Failure, Outcome};
use crate::messages::Messages;

/// The tools.
#[derive(Args, Debug)]
#[command(after_long_help = help::DEBUG)]
pub(crate) struct Debug {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Make a graph and a pattern that are counted wrong as small as they can be
    Shrink(shrink::Shrink),
}

impl Debug {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        match self.tool {
            Tool::Shrink(shrink) => shrink.run(messages),
        }
    }
}
