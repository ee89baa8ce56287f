//! `gpm compile-kernel`, which the command starts itself as to compile a kernel, and which is not for users.

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use gpm::CompileIn;

use super::failure::{Failure, Outcome};
use super::messages::Messages;

/// The name of the subcommand.
const NAME: &str = "compile-kernel";

/// `compile-kernel` has no options.
#[derive(Args, Debug)]
pub(crate) struct CompileKernel {}

impl CompileKernel {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
        // Nobody types a kernel.
        let done = if input.is_terminal() {
            Err(io::Error::other("this is a terminal"))
        } else {
            gpm::gpu::compile_for_parent(&mut input, &mut output)
        };
        done.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Failure::Unread,
            _ => {
                Failure::input(format!("gpm starts `gpm {NAME}` by itself ({error}): see `gpm help` for what it does"))
            }
        })?;
        Ok(Outcome::Complete)
    }
}

/// Has kernels compiled by this program, started once more.
pub(crate) fn in_child(messages: Messages) -> CompileIn {
    // The link leads to what runs, even if its file was replaced or removed.
    let program = if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() };
    let Ok(program) = program else { return CompileIn::ThisProcess };
    CompileIn::Child { program, arguments: [NAME].into_iter().chain(messages.option()).map(OsString::from).collect() }
}
