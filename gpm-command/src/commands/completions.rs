//! `gpm completions`: what a shell needs to complete commands and options.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::process::{Failure, Outcome};

/// Options of `completions`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completions of `command`.
    pub(crate) fn run(self, mut command: Command) -> Result<Outcome, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, "gpm", &mut script);
        io::stdout().lock().write_all(&script).map_err(Failure::stdout)?;
        Ok(Outcome::Complete)
    }
}
