//! What `explain` does with a plan beside printing it: a page of its passes, and a check by brute force.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use gpm::Plan;

use super::certify::{Certificate, terms};
use super::trace::page;
use crate::answers::print_line;
use crate::process::{Failure, Messages, Outcome, Searches};

/// Looking closely at a plan.
#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    /// Write a page of HTML with the nest before and after each pass, and what it is expected to cost
    #[arg(long, value_name = "FILE", conflicts_with_all = ["emit", "json", "analyze"])]
    trace: Option<PathBuf>,
    /// Run the plan on 200 random small graphs and compare its counts with brute force; exit code 1 if one differs
    #[arg(long, conflicts_with_all = ["emit", "json", "analyze", "list"])]
    certify: bool,
}

impl InspectArgs {
    /// Whether the plan itself is not to be printed.
    pub(crate) fn is_wanted(&self) -> bool {
        self.trace.is_some() || self.certify
    }

    /// Does what is asked for with the plan of a pattern called `name`.
    pub(crate) fn run(&self, name: &str, plan: &Plan, messages: Messages) -> Result<Outcome, Failure> {
        if let Some(path) = &self.trace {
            let text = page(name, plan)?;
            fs::write(path, text).map_err(|error| Failure::write_file(path, error))?;
            messages.note(format_args!("wrote `{}`: open it in a browser, and press ? there", path.display()));
        }
        if self.certify { certify(name, plan, messages) } else { Ok(Outcome::Complete) }
    }
}

/// Prints the terms of a plan, and whether it counts as brute force does.
fn certify(name: &str, plan: &Plan, messages: Messages) -> Result<Outcome, Failure> {
    let searches = Searches::start(None, messages).without_bar();
    let certificate = searches.run(name, |control| Certificate::of(plan, control))?;
    print_line(&format!("{}{}", terms(plan), certificate.text()?))?;
    if certificate.is_wrong() {
        return Err(Failure::run("the plan is wrong on the graph above: this is a bug of gpm, please report it"));
    }
    if certificate.is_stopped {
        searches.note_stopped("the plan was checked on these graphs, and not on the others");
        return Ok(Outcome::Partial);
    }
    Ok(Outcome::Complete)
}
