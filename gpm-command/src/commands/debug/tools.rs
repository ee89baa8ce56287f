//! `gpm debug` itself: which tools there are.

use clap::{Args, Subcommand};

use super::shrink::Shrink;
use crate::process::{Failure, Messages, Outcome};

/// The tools.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::DEBUG)]
pub(crate) struct Debug {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand, Debug)]
enum Tool {
    /// Make a graph and a pattern that are counted wrong as small as they can be
    Shrink(Shrink),
}

impl Debug {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        match self.tool {
            Tool::Shrink(shrink) => shrink.run(messages),
        }
    }
}
