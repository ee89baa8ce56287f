//! `-` as GRAPH and as the output of `convert`, and files that would be read and written at once.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::{KARATE, Run, Scratch, command, fails, finished, run, stdout};

/// Runs the command with a pipe as its standard input, in which the file `path` comes.
#[track_caller]
fn piped(path: &str, args: &[&str]) -> Run {
    let mut cat = Command::new("cat").arg(path).stdout(Stdio::piped()).spawn().expect("cat is installed");
    let pipe = cat.stdout.take().expect("it is piped");
    let left = finished(args, command(args).stdin(Stdio::from(pipe)).stdout(Stdio::piped()));
    let _ = cat.wait();
    left
}

#[test]
fn graphs_come_through_pipes() {
    let scratch = Scratch::new();
    for name in ["k.gpm", "k.el", "k.el.gz", "k.txt.zst", "k.graph"] {
        let path = scratch.arg(name);
        stdout(&["convert", KARATE, &path]);
        let left = piped(&path, &["count", "-", "triangle", "--device", "cpu"]);
        assert!(left.stdout.starts_with("45 "), "{name}: {}", left.stderr);
        assert!(left.stderr.starts_with("standard input: "), "{name}: {}", left.stderr);
    }
    let bad = piped(&scratch.file("bad.el", "0 1\nx\n"), &["count", "-", "edge"]);
    assert!(bad.code == 2 && bad.stderr.contains("standard input"), "{}", bad.stderr);
    fails(&["count", "-", "edge"], 2, &["`standard input` holds no graph"]);
}

#[test]
fn only_the_graph_is_standard_input() {
    for option in ["--labels", "--vertex-attributes", "--edge-attributes"] {
        fails(&["count", "-", "edge", option, "-"], 2, &["only GRAPH can be `-`", option]);
    }
}

#[test]
fn graphs_go_to_standard_output() {
    let scratch = Scratch::new();
    let text = piped(KARATE, &["convert", "-", "-", "--to", "el", "--order", "input"]);
    assert_eq!(text.stdout.lines().count(), 78);
    assert!(text.stderr.contains("wrote the standard output: 34 vertices, 78 edges"), "{}", text.stderr);
    fails(&["convert", KARATE, "-"], 2, &["standard output", "--to gpm"]);
    let gpm = scratch.path("k.bin");
    let args = ["convert", KARATE, "-", "--to", "gpm"];
    let file = File::create(&gpm).expect("a file can be made");
    assert_eq!(finished(&args, command(&args).stdout(Stdio::from(file))).code, 0);
    assert!(stdout(&["count", &scratch.arg("k.bin"), "triangle", "--device", "cpu"]).starts_with("45 "));
    // A format wins over a name that says none.
    stdout(&["convert", KARATE, &scratch.arg("k.dat"), "--to", "graph"]);
    assert!(stdout(&["count", &scratch.arg("k.dat"), "triangle", "--device", "cpu"]).starts_with("45 "));
}

/// No way to write a file that is read, by whatever name.
#[test]
fn inputs_are_not_replaced() {
    let scratch = Scratch::new();
    let text = "# kept\nt 2 1\nv 0 x\nv 1 y\ne 0 1\n";
    let graph = scratch.file("g.graph", text);
    let labels = scratch.file("labels.el", "0 a\n1 b\n");
    fs::hard_link(&graph, scratch.path("hard.el")).expect("a link can be made");
    std::os::unix::fs::symlink(&graph, scratch.path("soft.el")).expect("a link can be made");
    fs::create_dir(scratch.path("folder")).expect("a folder can be made");
    for out in ["g.graph", "folder/../g.graph", "hard.el", "soft.el"] {
        fails(&["convert", &graph, &scratch.arg(out)], 2, &["is also read", "another file"]);
    }
    fails(&["convert", KARATE, &labels, "--labels", &labels], 2, &["is also read"]);
    let args = ["convert", "-", &graph];
    let left = finished(&args, command(&args).stdin(File::open(&graph).expect("it is there")).stdout(Stdio::piped()));
    assert!(left.code == 2 && left.stderr.contains("is also read"), "{}", left.stderr);
    assert_eq!(fs::read_to_string(&graph).expect("it is there"), text);
    // Others are replaced.
    let other = scratch.file("other.el", "5 6\n");
    assert_eq!(run(&["convert", &graph, &other]).code, 0);
    assert_eq!(run(&["convert", &graph, "/dev/null", "--to", "el"]).code, 0);
}
