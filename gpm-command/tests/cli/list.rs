//! `list`: rows, formats, files, limits, readers that go away.

use std::collections::BTreeSet;
use std::process::Stdio;

use crate::{KARATE, Scratch, command, ended, fails, finished, read, run, stdout};

/// A triangle with a tail, by names.
const NAMES: &str = "ann bob\nbob cy\ncy ann\ncy \"\"\"d\"\n";

#[test]
fn tab_separated_by_default() {
    let text = stdout(&["list", KARATE, "triangle"]);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("0\t1\t2"));
    let subgraphs: BTreeSet<Vec<u32>> = lines
        .map(|line| {
            let mut ids: Vec<u32> = line.split('\t').map(|id| id.parse().expect("an integer")).collect();
            ids.sort_unstable();
            ids
        })
        .collect();
    assert_eq!((text.lines().count(), subgraphs.len()), (46, 45));
}

#[test]
fn columns_are_pattern_vertices() {
    let scratch = Scratch::new();
    let graph = scratch.file("names.el", "ann bob\nbob cy\n");
    let expected = ["end,middle,other\nann,bob,cy\n", "end,middle,other\ncy,bob,ann\n"];
    let text = stdout(&["list", &graph, "end-middle-other", "--to", "csv"]);
    assert!(expected.contains(&text.as_str()), "{text}");
    let both = stdout(&["list", &graph, "end-middle-other", "--to", "csv", "--embeddings"]);
    let rows: BTreeSet<&str> = both.lines().skip(1).collect();
    assert_eq!(rows, BTreeSet::from(["ann,bob,cy", "cy,bob,ann"]));
}

#[test]
fn names_are_quoted() {
    let scratch = Scratch::new();
    let graph = scratch.file("names.el", NAMES);
    let csv = stdout(&["list", &graph, "edge", "--to", "csv"]);
    assert!(csv.lines().any(|row| row.contains("\"\"\"d\"")), "{csv}");
    let jsonl = stdout(&["list", &graph, "edge", "--to", "jsonl"]);
    assert_eq!(jsonl.lines().count(), 4);
    for line in jsonl.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("a JSON object on each line");
        assert!(object["0"].is_string() && object["1"].is_string(), "{line}");
    }
}

#[test]
fn limits() {
    for (limit, rows) in [("0", 0), ("1", 1), ("44", 44), ("45", 45), ("1000", 45)] {
        let text = stdout(&["list", KARATE, "triangle", "--limit", limit]);
        assert_eq!(text.lines().count(), rows + 1, "{limit}");
    }
}

#[test]
fn files_by_name() {
    let scratch = Scratch::new();
    for (name, lines, first) in [("out.csv", 46, "0,1,2"), ("out.tsv", 46, "0\t1\t2"), ("out.jsonl", 45, "{\"0\":")] {
        let path = scratch.arg(name);
        assert_eq!(stdout(&["list", KARATE, "triangle", "-o", &path]), "");
        let text = read(&path);
        assert_eq!(text.lines().count(), lines, "{name}");
        assert!(text.starts_with(first), "{name}");
    }
    assert_eq!(scratch.names(), ["out.csv", "out.jsonl", "out.tsv"]);
}

#[test]
fn a_list_replaces_a_file() {
    let scratch = Scratch::new();
    let path = scratch.file("out.csv", "old");
    stdout(&["list", KARATE, "triangle", "--limit", "2", "-o", &path]);
    assert_eq!(read(&path).lines().count(), 3);
}

#[test]
fn formats_not_written() {
    let scratch = Scratch::new();
    fails(&["list", KARATE, "triangle", "-o", &scratch.arg("out.arrow")], 2, &["arrow", ".csv"]);
    fails(&["list", KARATE, "triangle", "-o", &scratch.arg("out")], 2, &["--to"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn unwritable_places() {
    let scratch = Scratch::new();
    fails(&["list", KARATE, "triangle", "-o", &scratch.arg("no/such/out.csv")], 1, &["out.csv"]);
    let folder = scratch.arg("folder.csv");
    std::fs::create_dir(&folder).expect("a folder can be made");
    fails(&["list", KARATE, "triangle", "-o", &folder], 1, &["directory"]);
    fails(&["list", KARATE, "nonsense", "-o", &scratch.arg("out.csv")], 2, &["nonsense"]);
    assert_eq!(scratch.names(), ["folder.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    fails(&["list", KARATE, "triangle", "-o", "/dev/full", "--to", "csv"], 1, &["/dev/full", "No space"]);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for args in [&["list", KARATE, "triangle"], &["count", KARATE, "triangle"]] {
        let run = finished(args, command(args).stdout(full()));
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("error: cannot write the standard output"), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away() {
    let args = ["list", KARATE, "path:5", "--embeddings"];
    let mut child =
        command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command was built");
    drop(child.stdout.take());
    let run = ended(&args, child);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stderr.contains("error"), "{}", run.stderr);
}

#[test]
fn the_summary_is_on_standard_error() {
    let run = run(&["list", KARATE, "triangle", "--limit", "7"]);
    assert!(run.stderr.contains("7 matches"), "{}", run.stderr);
}

/// The part of the graph that matches cover, with how many each vertex and edge is part of.
#[test]
fn matches_are_a_graph_for_programs_that_draw() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "a b\nb c\nc a\nc d\nb d\nd e\n");
    let labels = scratch.file("labels.txt", "a x\nb x\nc y\nd y\ne y\n");
    let out = scratch.arg("matches.graphml");
    stdout(&["list", &graph, "a-b-c-a", "--labels", &labels, "-o", &out]);
    // The vertex e and its edge lie on no triangle; b and c lie on two.
    let counted = |asked: &str| stdout(&["count", &out, asked]).split_whitespace().next().map(str::to_owned);
    assert_eq!(counted("a-b where a.matches = 2 and b.matches = 2 and (a-b).matches = 2"), Some("1".to_owned()));
    assert_eq!(counted("a-b where (a-b).matches = 1"), Some("4".to_owned()));
    assert_eq!((counted("a-b"), counted("a:x-b:y")), (Some("5".to_owned()), Some("3".to_owned())));
    let limited = scratch.arg("limited.graphml.gz");
    stdout(&["list", &graph, "a-b-c-a", "--limit", "1", "-o", &limited]);
    assert!(stdout(&["count", &limited, "a-b"]).starts_with("3 "));
    let directed = scratch.arg("arcs.graphml");
    stdout(&["list", &graph, "a->b->d", "--directed", "-o", &directed]);
    // a->b and b->c lie on three paths of two arcs, the other four on two.
    for (number, arcs) in [(3, "2 "), (2, "4 ")] {
        let asked = format!("x->y where (x->y).matches = {number}");
        assert!(stdout(&["count", &directed, &asked, "--directed"]).starts_with(arcs), "{asked}");
    }
    fails(&["list", &graph, "a-b", "--sorted", "-o", &out], 2, &["leave out --sorted"]);
    fails(&["list", &graph, "a-b", "--to", "csv", "-o", &out], 2, &["leave out --to"]);
    let nowhere = scratch.arg("none/matches.graphml");
    fails(&["list", &graph, "a-b", "-o", &nowhere], 1, &["cannot write"]);
}
