//! Bad graphs and patterns: a message that says where, exit code 2, no result.

use std::fs;

use crate::{KARATE, Scratch, fails, stdout};

/// A graph of these bytes must be refused by every command that reads one.
#[track_caller]
fn refused(name: &str, bytes: impl AsRef<[u8]>, words: &[&str]) {
    let scratch = Scratch::new();
    let graph = scratch.file(name, bytes);
    let words = [&[name], words].concat();
    fails(&["count", &graph, "triangle"], 2, &words);
    fails(&["info", &graph], 2, &words);
    fails(&["list", &graph, "triangle", "-o", &scratch.arg("out.csv")], 2, &words);
    fails(&["convert", &graph, &scratch.arg("out.gpm")], 2, &words);
    assert_eq!(scratch.names(), [name]);
}

#[test]
fn graphs_of_nothing() {
    refused("empty.el", "", &["empty"]);
    refused("comments.el", "# nothing\n% here\n\n", &["empty"]);
}

#[test]
fn binary_junk() {
    let junk: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refused("junk.el", junk, &["not text"]);
    refused("elf.el", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", &["not text"]);
}

#[test]
fn packed_files_cut_short() {
    let scratch = Scratch::new();
    for (name, what) in [("k.el.gz", "gzip"), ("k.el.zst", "zstd")] {
        let path = scratch.arg(name);
        stdout(&["convert", KARATE, &path]);
        let bytes = fs::read(&path).expect("the file was written");
        refused(name, &bytes[..bytes.len() / 2], &["truncated", what]);
    }
}

#[test]
fn ids_out_of_range() {
    refused("negative.el", "0 1\n1 2\n-3 4\n", &[":3:", "negative", "-3"]);
    refused("huge.el", "0 1\n1 99999999999999999999999\n", &[":2:", "99999999999999999999999"]);
}

#[test]
fn lines_that_are_no_edges() {
    refused("short.el", "0 1\n7\n", &[":2:", "7"]);
}

#[test]
fn damaged_binary_graphs() {
    let scratch = Scratch::new();
    let path = scratch.arg("k.gpm");
    stdout(&["convert", KARATE, &path]);
    let bytes = fs::read(&path).expect("the file was written");
    refused("cut.gpm", &bytes[..bytes.len() / 2], &["damaged"]);
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    let flipped = scratch.file("flipped.gpm", flipped);
    fails(&["info", &flipped], 2, &["damaged"]);
}

#[test]
fn files_that_are_none() {
    let scratch = Scratch::new();
    fails(&["count", &scratch.arg("missing.el"), "triangle"], 2, &["no file", "missing.el"]);
    fails(&["count", scratch.0.path().to_str().expect("text"), "triangle"], 2, &["is a directory"]);
    fails(&["count", KARATE, "triangle", "--labels", &scratch.arg("none.txt")], 2, &["none.txt"]);
    fails(&["count", KARATE, &scratch.arg("missing.pattern")], 2, &["no pattern file", "missing.pattern"]);
    fails(&["count", KARATE, scratch.0.path().to_str().expect("text")], 2, &["is a directory"]);
}

#[test]
fn label_files_that_do_not_fit() {
    let scratch = Scratch::new();
    let labels = scratch.file("labels.txt", "red\nblue\n");
    fails(&["count", KARATE, "triangle", "--labels", &labels], 2, &["labels.txt", "2 labels for 34"]);
}

#[test]
fn patterns_that_are_none() {
    fails(&["count", KARATE, "a-b, c-d"], 2, &["error: pattern is not connected", "^", "help"]);
    fails(&["count", KARATE, "path:33"], 2, &["33 vertices", "32"]);
    fails(&["count", KARATE, "trianglee"], 2, &["trianglee", "triangle"]);
    fails(&["count", KARATE, "a-b, b-"], 2, &["^"]);
    fails(&["count", KARATE, ""], 2, &["no edge"]);
    fails(&["count", KARATE, "triangle", "a-a"], 2, &["itself"]);
    fails(&["list", KARATE, "g6:Bww"], 2, &["graph6"]);
    fails(&["explain", "a-b a!-b"], 2, &["present and absent"]);
}

#[test]
fn names_that_are_none() {
    fails(&["count", KARATE, "feed-forward"], 2, &["did you mean `feed-forward-loop`?"]);
    for name in ["gs-p3", "open-triangle"] {
        fails(&["count", KARATE, name], 2, &["no pattern is named", name, "for an edge"]);
    }
    fails(&["count", KARATE, "wheel-5"], 2, &["`wheel:5` for 5 vertices", "`wheel:6` for 5 spokes"]);
}

#[test]
fn arguments_in_the_wrong_order() {
    fails(&["count", "triangle", KARATE], 2, &["the graph comes first: gpm count", "karate.el triangle"]);
    fails(&["list", "a-b, b-c", KARATE], 2, &["the graph comes first", "'a-b, b-c'"]);
}

/// A file of the working directory does not change what a name means.
#[test]
fn the_catalog_wins_over_a_file() {
    let scratch = Scratch::new();
    scratch.file("triangle", "0 1\n");
    let count = |pattern: &str| {
        let run = crate::command(&["count", KARATE, pattern]).current_dir(scratch.0.path()).output();
        let output = run.expect("the command was built");
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"))
    };
    let [found, notes] = count("triangle");
    assert!(found.starts_with("45 ") && notes.contains("`./triangle` is the file"), "{found}{notes}");
    let [found, notes] = count("./triangle");
    assert!(found.starts_with("78 ") && !notes.contains("is the file"), "{found}{notes}");
}

#[test]
fn pattern_files_that_are_none() {
    let scratch = Scratch::new();
    let chain: String = (0..33).map(|u| format!("{u} {}\n", u + 1)).collect();
    fails(&["count", KARATE, &scratch.file("long.el", chain)], 2, &["long.el", "34 vertices", "32"]);
    fails(&["count", KARATE, &scratch.file("junk.el", b"\xff\xfe\0\x01")], 2, &["junk.el", "not text"]);
    fails(&["count", KARATE, &scratch.file("empty.el", "")], 2, &["no edge"]);
    fails(&["count", KARATE, &scratch.file("parts.el", "0 1\n2 3\n")], 2, &["parts.el", "not connected"]);
    fails(&["count", KARATE, &scratch.file("big.el", vec![b' '; 2 << 20])], 2, &["big.el", "too large"]);
}

#[test]
fn labels_the_graph_does_not_have() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.graph", "t 2 1\nv 0 x 1\nv 1 y 1\ne 0 1\n");
    assert!(stdout(&["count", &graph, "a:x-b:purple"]).starts_with("0 "));
    assert_eq!(stdout(&["list", &graph, "a:x-b:purple"]), "a\tb\n");
    fails(&["count", KARATE, "a:x-b"], 2, &["x"]);
    assert_eq!(scratch.names(), ["g.graph"]);
}

#[test]
fn directed_pattern_undirected_binary() {
    let scratch = Scratch::new();
    let path = scratch.arg("k.gpm");
    stdout(&["convert", KARATE, &path]);
    fails(&["count", &path, "a->b"], 2, &["directed"]);
}
