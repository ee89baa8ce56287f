//! What becomes of a run that goes wrong: a sink that panics, and the command with `GPM_FAULT`, which has one step fail.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use gpm_runtime::control::Control;
use gpm_runtime::cuda::device::devices;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::{Graph, VertexOrder};

use crate::engines::{Engines, count, cpu, query};
use crate::handed::Handed;
use crate::sanitizer::gpm;
use crate::settings::{say, test_name};

fn graph(scale: u32) -> Graph {
    generate(&Model::Rmat { scale, edge_factor: 16 }, 1).expect("the figures are in range")
}

/// Ends whatever a sink does: at once, in the middle of a chunk, and when the ring was filled many times. The engine is in order
/// afterwards, tables of codegrees too, which a kernel that is cut short leaves as they are.
#[test]
fn a_sink_that_panics_ends_the_run() {
    let Some(engines) = Engines::wait() else { return };
    let (graph, cpu) = (graph(14).relabelled(VertexOrder::Degree), cpu());
    for name in ["triangle", "wedge", "4-cycle"] {
        for wanted in [1_u64, 1000, 3_000_000] {
            let (mut seen, start) = (0, Instant::now());
            let mut sink = |_: &[_]| {
                seen += 1;
                assert!(seen < wanted, "this sink panics, as it is meant to");
                ControlFlow::Continue(())
            };
            let run = || engines.gpu().list_with(&graph, query(name), &Control::new(), &mut sink);
            let unwound = catch_unwind(AssertUnwindSafe(run)).is_err();
            assert!(unwound || seen < wanted, "{name}: a panic after {wanted} matches was lost");
            assert!(start.elapsed() < Duration::from_secs(20), "{name}: ended after {:?}", start.elapsed());
        }
        for counted in ["triangle", "4-cycle", "house"] {
            let found = count(engines.gpu(), &graph, &query(counted)).count;
            assert_eq!(found, count(&cpu, &graph, &query(counted)).count, "{counted} after panics in {name}");
        }
    }
    let triangle = query("triangle");
    let expected = count(&cpu, &graph, &triangle).count;
    assert_eq!(Handed::list(engines.gpu(), &graph, &triangle, expected).count, expected);
}

/// A graph in a file, on which a thread takes seconds for what a GPU does in a blink.
struct Files {
    folder: tempfile::TempDir,
    graph: Graph,
}

const PATTERN: &str = "5-clique";

impl Files {
    /// `None` in a build that knows no faults; says so.
    fn new() -> Option<Files> {
        if !cfg!(any(debug_assertions, feature = "faults")) {
            say(format_args!("skipped {}: build the tests and the command with `--features faults`", test_name()));
            return None;
        }
        let (folder, graph) = (tempfile::tempdir().expect("a folder can be made"), graph(17));
        let row = |u: u32| graph.out().row(u).iter().filter(move |&&v| u < v).map(move |v| format!("{u} {v}\n"));
        let lines: Vec<String> = (0..graph.num_vertices() as u32).flat_map(row).collect();
        std::fs::write(folder.path().join("graph.el"), lines.concat()).expect("a test file can be written");
        Some(Files { folder, graph })
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("graph.el")
    }

    /// Runs the command with a step that fails, for half a minute at most.
    fn run(&self, fault: &str, arguments: &[&str]) -> (Output, Duration) {
        let start = Instant::now();
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", "60"]).arg(gpm()).arg(arguments[0]).arg(self.file()).args(&arguments[1..]);
        let cache = self.folder.path().join("cache");
        let output = command.env("GPM_FAULT", fault).env("GPM_CACHE_DIR", cache).output();
        (output.expect("`timeout` can be run"), start.elapsed())
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Steps, and what is said of them.
const STEPS: [(&str, &str); 5] = [
    ("pinned", "page-locked memory"),
    ("memory", "out of GPU memory"),
    ("load", "the driver rejects a kernel"),
    ("upload", "copying the graph"),
    ("kernel", "running a kernel"),
];

#[test]
fn a_failure_is_an_error_where_a_gpu_is_asked_for_and_a_warning_where_not() {
    let Some(engines) = Engines::wait() else { return };
    let Some(files) = Files::new() else { return };
    let expected = count(engines.gpu(), &files.graph, &query(PATTERN)).count.to_string();
    for (step, said) in STEPS {
        let (output, _) = files.run(step, &["count", PATTERN, "--device", "gpu"]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{step}: {error}");
        assert!(error.contains(said) && output.stdout.is_empty(), "{step}: {error}");

        // One thread, so that the GPU is ready before the CPU is done.
        let (output, took) = files.run(step, &["count", PATTERN, "--threads", "1"]);
        let (error, found) = (text(&output.stderr), text(&output.stdout));
        assert_eq!(output.status.code(), Some(0), "{step}: {error}");
        assert_eq!(found.split_whitespace().next(), Some(&*expected), "{step}: {found}\n{error}");
        assert!(error.contains("the CPU"), "{step}: no warning in {took:?}: {error}");
        say(format_args!("faults: {step}: {error}"));
    }
}

/// Each step fails once, at one of several GPUs, whichever comes to it at that time: the others search what it had.
#[test]
fn a_gpu_that_fails_leaves_its_work_to_others() {
    let Some(engines) = Engines::wait() else { return };
    if devices().expect("an engine was opened").len() < 2 {
        say(format_args!("skipped {}: there is one GPU only", test_name()));
        return;
    }
    let Some(files) = Files::new() else { return };
    for pattern in [PATTERN, "house", "4-cycle"] {
        let expected = count(engines.gpu(), &files.graph, &query(pattern)).count.to_string();
        for (step, said) in STEPS {
            for time in 1..=4 {
                let (output, _) = files.run(&format!("{step}#{time}"), &["count", pattern, "--device", "gpu:0,1"]);
                let (error, found) = (text(&output.stderr), text(&output.stdout));
                assert_eq!(output.status.code(), Some(0), "{step}#{time}: {error}");
                assert_eq!(found.split_whitespace().next(), Some(&*expected), "{pattern}, {step}#{time}: {error}");
                // Later times may not come. Less memory will do, and a kernel that is rejected once is compiled again.
                let is_left = error.contains("what it had is left to the others") && error.contains(said);
                let is_made_good = ["memory", "load"].contains(&step);
                assert!(is_left || is_made_good || time > 1, "{pattern}, {step}#{time}: {error}");
            }
        }
    }
}

#[test]
fn a_listing_that_fails_says_what_was_handed_out() {
    let Some(_engines) = Engines::wait() else { return };
    let Some(files) = Files::new() else { return };
    let out = files.folder.path().join("found.csv");
    let out = Path::to_str(&out).expect("a plain path");
    let (output, _) = files.run("listing", &["list", "triangle", "--device", "gpu", "-o", out]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("matches had been handed out"), "{error}");
}

/// The kernel ends, but the host is not told.
#[test]
fn a_kernel_that_does_not_stop_is_left_alone() {
    let Some(_engines) = Engines::wait() else { return };
    let Some(files) = Files::new() else { return };
    let (output, took) = files.run("stuck", &["count", PATTERN, "--device", "gpu", "--time-limit", "3s"]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("was told to stop and still runs"), "{error}");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

/// What the driver cannot load is compiled again, and kept in the place of what was there.
#[test]
fn a_kept_kernel_that_is_rejected_is_made_again() {
    let Some(_engines) = Engines::wait() else { return };
    let Some(files) = Files::new() else { return };
    let arguments = ["count", "triangle", "--device", "gpu"];
    let (first, _) = files.run("", &arguments);
    let spoilt = files.run("kept", &arguments).0;
    assert_eq!((spoilt.status.code(), &spoilt.stdout), (Some(0), &first.stdout), "{}", text(&spoilt.stderr));
    assert!(text(&spoilt.stderr).contains("it is compiled again"), "{}", text(&spoilt.stderr));
    let (again, _) = files.run("", &arguments);
    assert!(!text(&again.stderr).contains("compiled again") && again.stdout == first.stdout);
}

/// How many queues the driver makes is the user's to say: of one, a warning tells.
#[test]
fn a_number_of_queues_that_is_set_stays() {
    let Some(_engines) = Engines::wait() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("graph.el");
    std::fs::write(&file, "0 1\n1 2\n2 0\n").expect("a test file can be written");
    let said = |queues: &str| {
        let mut command = Command::new(gpm());
        command
            .arg("count")
            .arg(&file)
            .args(["triangle", "--device", "gpu"])
            .env("CUDA_DEVICE_MAX_CONNECTIONS", queues);
        text(&command.output().expect("the command can be run").stderr).contains("CUDA_DEVICE_MAX_CONNECTIONS is 1")
    };
    assert_eq!(["1", "2", "8"].map(said), [true, false, false]);
}
