//! `gpm man`: manual pages, made of the same texts as `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::{Man as Page, generate_to};

use crate::process::{Failure, Outcome};

/// Options of `man`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::MAN)]
pub(crate) struct Man {
    /// Write the pages of all commands into this folder, which is made if need be: gpm.1, gpm-count.1, …
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints the page of `command`, or writes those of all that is below it.
    pub(crate) fn run(self, command: Command) -> Result<Outcome, Failure> {
        let command = command.disable_help_subcommand(true);
        match &self.output {
            None => {
                let mut text = Vec::new();
                Page::new(command).render(&mut text).map_err(|error| Failure::Run(error.into()))?;
                io::stdout().lock().write_all(&text).map_err(Failure::stdout)?;
            }
            Some(folder) => {
                let written = fs::create_dir_all(folder).and_then(|()| generate_to(command, folder));
                written.map_err(|error| Failure::write_file(folder, error))?;
            }
        }
        Ok(Outcome::Complete)
    }
}
