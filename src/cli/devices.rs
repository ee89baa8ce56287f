//! `gpm devices`: what runs can use here.

use clap::Args;
use gpm::{Engine, EngineConfig};

use super::answer::print_line;
use super::failure::{Failure, Outcome};

/// `devices` has no options.
#[derive(Args, Debug)]
pub(crate) struct Devices {}

impl Devices {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        print_line(&Engine::cpu(&EngineConfig::default())?.device())?;
        print_line("gpu, none: this build has no GPU back end")?;
        Ok(Outcome::Complete)
    }
}
