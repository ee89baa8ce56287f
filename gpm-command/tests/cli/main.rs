//! The built command from end to end: outputs, JSON fields, exit codes, bad input.

mod compare;
mod count;
mod batch;
mod pattern_files;
mod list;
mod estimate;
mod random;
mod fsm;
mod dense;
mod filters;
mod query;
mod parquet;
mod parquet_rows;
mod parquet_shapes;
mod row_round_trip;
mod motifs;
mod temporal_motifs;
mod maximal;
mod orbits;
mod explain;
mod analyze;
mod debug;
mod graphs;
mod labels;
mod edge_tables;
mod records;
mod graph_formats;
mod own_attributes;
mod standard_input;
mod combine;
mod bad_input;
mod significance;
mod stop;
mod output;
mod ordered;
mod parts;
mod patterns;
mod draw;
mod report;
mod places;
mod surface;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// 34 vertices, 78 edges, 45 triangles, 528 wedges; ids from 0.
const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs/karate.el");

/// Which package depends on which.
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs/debian-packages.el.gz");

/// 60 accounts, 400 payments between them with amount and day, 105 rings of three.
const PAYMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs/payments.csv");
const ACCOUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs/accounts.csv");

/// A run that takes longer hangs, and is killed.
const HANGS: Duration = Duration::from_secs(600);

/// What a run left.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpm"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs the command to its end, which is never a panic or a signal.
#[track_caller]
fn run(args: &[&str]) -> Run {
    finished(args, command(args).stdout(Stdio::piped()))
}

/// Runs the command with a limit of time that is doubled until the run is as wanted: no limit suits every machine.
#[track_caller]
fn limited(args: &[&str], limit: &str, is_wanted: impl Fn(&Run) -> bool) -> Run {
    let mut runs = (9..20).map(|exponent| run(&[args, &[limit, &format!("{}ms", 1u32 << exponent)]].concat()));
    runs.find(is_wanted).expect("some limit is long enough")
}

/// Starts the command and waits for its end.
#[track_caller]
fn finished(args: &[&str], command: &mut Command) -> Run {
    ended(args, command.stderr(Stdio::piped()).spawn().expect("the command was built"))
}

/// Waits for the end of a command, or makes it.
#[track_caller]
fn ended(args: &[&str], child: Child) -> Run {
    let id = child.id();
    let (done, is_done) = channel::<()>();
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(HANGS) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            }
        });
        let output = child.wait_with_output();
        drop(done);
        output.expect("it ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    Run { code: output.status.code().unwrap_or_else(|| panic!("{args:?} was killed: {stderr}")), stdout, stderr }
}

/// Runs the command, which must end well, and gives its standard output.
#[track_caller]
fn stdout(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.stdout
}

/// Runs the command, which must fail with this code and these words in its message, and print no result.
#[track_caller]
fn fails(args: &[&str], code: i32, words: &[&str]) {
    let run = run(args);
    assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
    assert!(run.stderr.contains("error: "), "{args:?}: {}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{args:?}: no `{word}` in {}", run.stderr);
    }
    assert_eq!(run.stdout, "", "{args:?}");
}

/// A folder that goes away with the test.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path as an argument.
    fn arg(&self, name: &str) -> String {
        self.path(name).to_str().expect("test paths are text").to_owned()
    }

    /// Writes a file and gives its path as an argument.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).expect("a test file can be written");
        self.arg(name)
    }

    /// Names of all files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name());
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).expect("readable").to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("the file was written")
}
