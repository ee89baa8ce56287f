//! `orbits`.

use serde_json::Value;

use crate::{KARATE, Scratch, fails, read, run, stdout};

/// A triangle with a tail, by names.
const PAW: &str = "ann bob\nbob cy\ncy ann\ncy dan\n";

#[test]
fn of_vertices() {
    let scratch = Scratch::new();
    let graph = scratch.file("paw.el", PAW);
    let expected = "\
vertex,orbit_0,orbit_1,orbit_2,orbit_3,orbit_4,orbit_5,orbit_6,orbit_7,orbit_8,orbit_9,orbit_10,orbit_11,orbit_12,orbit_13,orbit_14
ann,2,1,0,1,0,0,0,0,0,0,1,0,0,0,0
bob,2,1,0,1,0,0,0,0,0,0,1,0,0,0,0
cy,3,0,2,1,0,0,0,0,0,0,0,1,0,0,0
dan,1,2,0,0,0,0,0,0,0,1,0,0,0,0,0
";
    assert_eq!(stdout(&["orbits", &graph, "-k", "4"]), expected);
    assert_eq!(stdout(&["orbits", &graph, "-k", "4", "--interpret"]), expected);
}

#[test]
fn of_edges() {
    let scratch = Scratch::new();
    let graph = scratch.file("paw.el", PAW);
    let expected = "\
source\ttarget\torbit_0\torbit_1\torbit_2\torbit_3\torbit_4\torbit_5\torbit_6\torbit_7\torbit_8\torbit_9\torbit_10\torbit_11
ann\tbob\t0\t1\t0\t0\t0\t0\t0\t1\t0\t0\t0\t0
ann\tcy\t1\t1\t0\t0\t0\t0\t0\t0\t1\t0\t0\t0
bob\tcy\t1\t1\t0\t0\t0\t0\t0\t0\t1\t0\t0\t0
cy\tdan\t2\t0\t0\t0\t0\t0\t1\t0\t0\t0\t0\t0
";
    assert_eq!(stdout(&["orbits", &graph, "-k", "4", "--edges", "--to", "tsv"]), expected);
}

#[test]
fn files_and_a_summary() {
    let scratch = Scratch::new();
    let path = scratch.arg("orbits.jsonl");
    let summary = stdout(&["orbits", KARATE, "-k", "5", "-o", &path, "--json"]);
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!((&summary["rows"], &summary["of"], &summary["size"]), (&34.into(), &"vertices".into(), &5.into()));
    assert_eq!(summary["totals"].as_array().map(Vec::len), Some(73));
    assert_eq!((&summary["totals"][0], &summary["totals"][3]), (&"156".into(), &"135".into()));
    let rows: Vec<Value> = read(&path).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 34);
    assert!(rows.iter().enumerate().all(|(i, row)| row["vertex"] == i && row["orbit_72"].is_u64()));
}

#[test]
fn a_stopped_run_writes_nothing() {
    let scratch = Scratch::new();
    let path = scratch.arg("orbits.csv");
    let run = run(&["orbits", KARATE, "-k", "5", "-o", &path, "--time-limit", "0s"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("time limit reached"), "{}", run.stderr);
    assert!(scratch.names().is_empty());
}

#[test]
fn bad_input() {
    fails(&["orbits", KARATE, "-k", "6"], 2, &["4..=5"]);
    fails(&["orbits", KARATE, "-k", "4", "--directed"], 2, &["undirected"]);
    fails(&["orbits", KARATE, "-k", "4", "-o", "orbits.xyz"], 2, &["--to"]);
    fails(&["orbits", KARATE, "-k", "4", "--json"], 2, &["--output"]);
}
