//! Runs that are stopped: the time limit and Ctrl-C.

use serde_json::Value;

use crate::{KARATE, Scratch, read, run};

/// A search in small steps that ends within no test: 16 threads count 10^9 of some 10^14 cycles in a minute.
const LONG: &str = "cycle:9";

fn large_graph(scratch: &Scratch) -> String {
    let path = scratch.arg("large.gpm");
    crate::stdout(&["generate", "er", "--vertices", "20000", "--edges", "600000", "-o", &path]);
    path
}

#[test]
fn the_time_limit_gives_a_partial_count() {
    let scratch = Scratch::new();
    let graph = large_graph(&scratch);
    let text = run(&["count", &graph, LONG, "--time-limit", "300ms"]);
    assert_eq!(text.code, 3, "{}", text.stderr);
    assert!(text.stdout.ends_with("(edge-induced subgraphs, partial)\n"), "{}", text.stdout);
    assert!(text.stderr.contains("time limit reached"), "{}", text.stderr);
    let json = run(&["count", &graph, LONG, LONG, "--time-limit", "300ms", "--json", "-q"]);
    assert_eq!((json.code, json.stderr.as_str()), (3, ""));
    let objects: Vec<Value> = json.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 2);
    assert!(objects.iter().all(|object| object["partial"] == true));
}

/// The steps of this search are so long that the limit must be kept inside of them.
#[test]
fn the_time_limit_holds_within_one_root() {
    let scratch = Scratch::new();
    let graph = scratch.arg("dense.gpm");
    crate::stdout(&["generate", "er", "--vertices", "3000", "--edges", "300000", "-o", &graph]);
    let run = run(&["count", &graph, "cycle:10", "--time-limit", "300ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
}

#[test]
fn a_partial_list_is_kept_under_another_name() {
    let scratch = Scratch::new();
    let graph = large_graph(&scratch);
    let run = run(&["list", &graph, LONG, "--time-limit", "300ms", "-o", &scratch.arg("out.csv")]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("out.csv.partial"), "{}", run.stderr);
    assert_eq!(scratch.names(), ["large.gpm", "out.csv.partial"]);
    let rows = read(scratch.path("out.csv.partial"));
    assert!(rows.starts_with("0,1,2,3,4,5,6,7,8\n") && rows.ends_with('\n'));
}

#[test]
fn a_generous_limit_changes_nothing() {
    let run = run(&["count", KARATE, "triangle", "--time-limit", "10m"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "45  triangle  (edge-induced subgraphs)\n"));
}

/// Maps into a local graph, whose loops write nothing that the stop flag's load might depend on.
#[test]
fn the_time_limit_holds_in_loops_that_write_nothing() {
    let run = run(&["count", KARATE, "wheel:20", "--homomorphism", "--time-limit", "200ms"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
}

#[cfg(unix)]
mod signals {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, ChildStderr, Command, Stdio};
    use std::time::Duration;

    use serde_json::Value;

    use super::{LONG, large_graph};
    use crate::{Run, Scratch, command, ended};

    fn start(args: &[&str]) -> Child {
        let mut command = command(args);
        // The tests themselves may run under `nohup`.
        let heed = || {
            // SAFETY: a system call that may be made between fork and exec.
            unsafe { libc::signal(libc::SIGHUP, libc::SIG_DFL) };
            Ok(())
        };
        // SAFETY: `heed` makes that call and nothing else.
        unsafe { command.pre_exec(heed) };
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command was built")
    }

    fn send(child: &Child, signal: &str) {
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("there is a kill");
        assert!(sent.success());
    }

    /// Starts a command, and sends it a signal once it searches.
    fn signalled(args: &[&str], signal: &str) -> Run {
        let (child, _, mut lines) = searching(args);
        send(&child, signal);
        let mut stderr = String::new();
        lines.read_to_string(&mut stderr).expect("text");
        Run { stderr, ..ended(args, child) }
    }

    /// Starts a command and waits until it says that it searches; gives its first word of progress.
    fn searching(args: &[&str]) -> (Child, Value, BufReader<ChildStderr>) {
        let mut child = start(&[args, &["--progress", "json"]].concat());
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped"));
        let said = lines.by_ref().lines().find_map(|line| serde_json::from_str::<Value>(&line.expect("text")).ok());
        let said = said.expect("it says how far it is before it ends");
        (child, said["progress"].clone(), lines)
    }

    /// As `timeout` and schedulers send them: to the process, and at once to its group.
    #[test]
    fn signals_in_a_row_are_one() {
        let scratch = Scratch::new();
        let graph = large_graph(&scratch);
        let args = ["count", &graph, LONG, "--json", "--time-limit", "600s"];
        for signals in [&["-TERM", "-TERM"][..], &["-TERM", "-CONT", "-TERM", "-HUP", "-INT"], &["-INT", "-INT"]] {
            let (child, said, mut stderr) = searching(&args);
            assert_eq!((&said["search"], &said["resumed"]), (&LONG.into(), &0.0.into()));
            signals.iter().for_each(|signal| send(&child, signal));
            let mut rest = String::new();
            stderr.read_to_string(&mut rest).expect("text");
            let run = ended(&args, child);
            assert_eq!(run.code, 3, "{signals:?}: {rest}");
            let object: Value = serde_json::from_str(&run.stdout).expect("a JSON object");
            assert_eq!(object["partial"], true);
            assert!(object["done"].as_f64().is_some_and(|done| (0.0..1.0).contains(&done)), "{object}");
        }
    }

    #[test]
    fn a_user_asks_how_far_it_is() {
        let scratch = Scratch::new();
        let graph = large_graph(&scratch);
        let args = ["count", &graph, LONG, "--time-limit", "600s"];
        let (child, _, mut stderr) = searching(&args);
        send(&child, "-USR1");
        let mut line = String::new();
        while !line.starts_with("cycle:9: ") {
            line.clear();
            assert!(stderr.read_line(&mut line).expect("text") > 0, "it says nothing");
        }
        assert!(line.contains(" % done after "), "{line}");
        send(&child, "-TERM");
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("text");
        assert_eq!(ended(&args, child).code, 3, "{rest}");
    }

    #[test]
    fn each_gives_a_partial_count() {
        let scratch = Scratch::new();
        let graph = large_graph(&scratch);
        for signal in ["-INT", "-TERM", "-HUP"] {
            let run = signalled(&["count", &graph, LONG, "--json", "--time-limit", "600s"], signal);
            assert_eq!(run.code, 3, "{signal}: {}", run.stderr);
            assert!(run.stderr.contains("interrupted"), "{}", run.stderr);
            let object: Value = serde_json::from_str(&run.stdout).expect("a JSON object");
            assert_eq!(object["partial"], true);
        }
    }

    #[test]
    fn a_stopped_list_keeps_what_was_found() {
        let scratch = Scratch::new();
        let graph = large_graph(&scratch);
        let run = signalled(&["list", &graph, LONG, "--time-limit", "600s", "-o", &scratch.arg("out.csv")], "-TERM");
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert_eq!(scratch.names(), ["large.gpm", "out.csv.partial"]);
    }

    /// No partial result is known: the command ends at once, and its temporary file is removed.
    #[test]
    fn what_is_written_is_removed() {
        let scratch = Scratch::new();
        let out = scratch.arg("out.el");
        let args = ["generate", "rmat", "--scale", "19", "-o", &out];
        for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            let mut child = start(&args);
            while scratch.names().is_empty() && child.try_wait().expect("it was begun").is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
            let names = scratch.names();
            assert!(names.iter().any(|name| name.ends_with(".tmp")), "nothing is written: {names:?}");
            send(&child, signal);
            let run = ended(&args, child);
            assert_eq!((run.code, scratch.names()), (code, Vec::new()), "{signal}: {}", run.stderr);
        }
    }

    /// As `nohup` starts it.
    #[test]
    fn a_hangup_that_is_ignored_stays_ignored() {
        let scratch = Scratch::new();
        let graph = large_graph(&scratch);
        let program = env!("CARGO_BIN_EXE_gpm");
        let script = format!("trap '' HUP; echo ready; exec '{program}' count '{graph}' {LONG} --time-limit 3s");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut ready = [0; 6];
        child.stdout.as_mut().expect("it is piped").read_exact(&mut ready).expect("the shell says so");
        send(&child, "-HUP");
        let run = ended(&["nohup"], child);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(run.stderr.contains("time limit reached"), "{}", run.stderr);
    }
}

/// What is known to be too large is refused at once; what turns out so ends with what was asked for.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_runs_out_is_an_error() {
    let scratch = Scratch::new();
    let out = scratch.arg("out.gpm");
    crate::fails(
        &["generate", "rmat", "--scale", "31", "--edge-factor", "128", "-o", &out],
        1,
        &["GB of memory", "choose fewer vertices or edges"],
    );
    let declared =
        scratch.file("large.mtx", "%%MatrixMarket matrix coordinate pattern general\n4000000000 4000000000 0\n");
    let limited = |args: &str| {
        let script = format!("ulimit -v 300000; exec '{}' {args}", env!("CARGO_BIN_EXE_gpm"));
        let mut command = std::process::Command::new("sh");
        crate::finished(&[args], command.args(["-c", &script]).stdout(std::process::Stdio::piped()))
    };
    let refused = limited(&format!("count '{declared}' triangle --threads 2"));
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("4000000000 vertices") && !refused.stderr.contains("size line"),
        "{}",
        refused.stderr
    );
    let ended = limited(&format!("generate ws -n 4000000 -k 4 -o '{out}'"));
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("memory"), "{}", ended.stderr);
    assert_eq!(scratch.names(), ["large.mtx"]);
}

/// A stack that no memory holds is a thread that the system does not give, as with `ulimit -u`, which users with all rights do not have.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_an_error() {
    let scratch = Scratch::new();
    let out = scratch.arg("out.el");
    let run = |args: &[&str]| {
        let mut command = crate::command(args);
        crate::finished(
            args,
            command.env("RUST_MIN_STACK", (1_u64 << 47).to_string()).stdout(std::process::Stdio::piped()),
        )
    };
    for args in [
        &["count", KARATE, "triangle", "--progress", "json", "--threads", "3"][..],
        &["info", KARATE],
        &["convert", KARATE, &out],
        &["generate", "ws", "-n", "100", "-k", "4", "-o", &out],
        &["fsm", KARATE, "--max-edges", "2", "--support", "3"],
    ] {
        let ended = run(args);
        assert_eq!((ended.code, ended.stdout.as_str()), (1, ""), "{args:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("error: cannot start ") && ended.stderr.contains("ulimit -u"),
            "{}",
            ended.stderr
        );
    }
    assert_eq!(scratch.names(), Vec::<String>::new());
    // What needs none does without.
    assert_eq!(run(&["patterns", "triangle"]).code, 0);
}
