//! Compiling in a child process: the parent's side and the child's.
//!
//! NVRTC starts the driver when it first compiles, though it needs no device: 0.1 to 0.15 s where there is a GPU, in line with
//! our own start of the driver. A process that sees no GPU is spared that: on an H100 its first compilation, of an empty
//! program, took 0.05 to 0.06 s instead of 0.15 to 0.18 s.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use super::error::CompileError;
use super::locate;
use super::message::{Job, decode_answer, encode_answer};
use super::nvrtc::{Compiled, Nvrtc};

/// Hides all GPUs from the driver of the child.
const NO_DEVICES: (&str, &str) = ("CUDA_VISIBLE_DEVICES", "-1");

/// What a child says of a job; `chosen` is the NVRTC insisted on. `None` if it gives no answer, whatever the reason: where it
/// matters, compiling in this process meets it too.
pub(super) fn compile(
    program: &Path,
    arguments: &[OsString],
    chosen: Option<&Path>,
    job: &Job<'_>,
) -> Option<Result<Compiled, CompileError>> {
    let mut command = Command::new(program);
    command.args(arguments).env(NO_DEVICES.0, NO_DEVICES.1);
    command.envs(chosen.map(|path| (locate::VARIABLE, path)));
    let answer = ask(&mut command, &job.encode()).map_err(|error| error.to_string()).and_then(|(bytes, status)| {
        decode_answer(&bytes).ok_or_else(|| format!("it ended without an answer ({status})"))
    });
    let note = |reason: &String| log::debug!("compiling in this process, not with `{}`: {reason}", program.display());
    answer.inspect_err(note).ok()
}

/// What a program writes when it reads `request`, and how it ended.
fn ask(command: &mut Command, request: &[u8]) -> io::Result<(Vec<u8>, ExitStatus)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        // On a thread: if the program writes much before it has read all, neither waits for the other. Without a thread its
        // input is empty. If it stops reading, its answer is what counts.
        let write = move || drop(stdin.map(|mut stdin| stdin.write_all(request)));
        let _ = thread::Builder::new().spawn_scoped(scope, write);
        let output = child.wait_with_output()?;
        Ok((output.stdout, output.status))
    })
}

/// The child's side: reads to the end of `input` what to compile, and answers to `output`. For a process that does nothing else:
/// it leaves Ctrl-C, which reaches both, to its parent, and ends when that ends.
///
/// # Errors
/// Those of `input` and `output`, and [`io::ErrorKind::InvalidData`] if the input is no request of this version of gpm.
pub fn compile_for_parent(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    follow_parent();
    let mut request = Vec::new();
    input.read_to_end(&mut request)?;
    let Job { source, name, arch, max_major } = Job::decode(&request).ok_or_else(not_asked)?;
    let answer = Nvrtc::load(None, max_major).and_then(|nvrtc| nvrtc.compile(source, name, arch, &[]));
    output.write_all(&encode_answer(&answer))?;
    output.flush()
}

fn not_asked() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the input is no kernel to compile")
}

/// A child that outlived its parent would keep the standard error of both open, and whoever reads that waiting, for a kernel that
/// nobody wants.
#[cfg(target_os = "linux")]
fn follow_parent() {
    // SAFETY: neither call touches memory of this process.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
}

#[cfg(not(target_os = "linux"))]
fn follow_parent() {}
