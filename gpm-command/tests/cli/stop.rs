//! Runs that are stopped: the time limit and Ctrl-C.

use serde_json::Value;

use crate::{KARATE, Scratch, read, run};

/// A search of minutes in many small steps.
const LONG: &str = "cycle:6";

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
    assert!(rows.starts_with("0,1,2,3,4,5\n") && rows.ends_with('\n'));
}

#[test]
fn a_generous_limit_changes_nothing() {
    let run = run(&["count", KARATE, "triangle", "--time-limit", "10m"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "45  triangle  (edge-induced subgraphs)\n"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_a_partial_count() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let scratch = Scratch::new();
    let graph = large_graph(&scratch);
    let args = ["count", &graph, LONG, "--json", "--time-limit", "60s"];
    let child =
        crate::command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command was built");
    // Nothing tells from outside that the search has begun, so leave ample time for reading a small binary file.
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
    assert!(sent.success());
    let run = crate::ended(&args, child);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("interrupted"), "{}", run.stderr);
    let object: Value = serde_json::from_str(&run.stdout).expect("a JSON object");
    assert_eq!(object["partial"], true);
}
