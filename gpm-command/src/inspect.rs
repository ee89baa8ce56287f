//! What `explain` does with a plan beside printing it: a page of its passes.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use gpm::Plan;

use super::failure::{Failure, Outcome};
use super::messages::Messages;
use super::trace::page;

/// Looking closely at a plan.
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    /// Write a page of HTML with the nest before and after each pass, and what it is expected to cost
    #[arg(long, value_name = "FILE", conflicts_with_all = ["emit", "json", "analyze"])]
    trace: Option<PathBuf>,
}

impl InspectArgs {
    /// Whether the plan itself is not to be printed.
    pub(crate) fn is_wanted(&self) -> bool {
        self.trace.is_some()
    }

    /// Does what is asked for with the plan of a pattern called `name`.
    pub(crate) fn run(&self, name: &str, plan: &Plan, messages: Messages) -> Result<Outcome, Failure> {
        if let Some(path) = &self.trace {
            let text = page(name, plan)?;
            fs::write(path, text).map_err(|error| Failure::write_file(path, error))?;
            messages.note(format_args!("wrote `{}`: open it in a browser, and press ? there", path.display()));
        }
        Ok(Outcome::Complete)
    }
}
