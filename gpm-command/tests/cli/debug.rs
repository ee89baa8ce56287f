//! `debug shrink`. That it finds least pairs is tested beside it, where faults can be planted.

use crate::{KARATE, Scratch, fails, run, stdout};

#[test]
fn counts_that_agree_are_told_so() {
    let shrink = |more: &[&str], words: &[&str]| fails(&[&["debug", "shrink", KARATE], more].concat(), 1, words);
    shrink(&["triangle"], &["the counts agree", "45 by gpm and by brute force"]);
    shrink(&["wedge", "--induced"], &["393 by gpm"]);
    shrink(&["house", "--against", "no-passes"], &["by a plan without passes"]);
    shrink(&["house", "--against", "interpreter", "--disable", "hoist"], &["by the interpreter"]);
    shrink(&["a-b", "--homomorphism", "--against", "nests"], &["156 by gpm", "the strategy nests"]);
}

/// Labels, directions, conditions: brute force reads what the engine reads.
#[test]
fn brute_force_knows_labels_directions_and_conditions() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "0 1 p\n1 2 q\n2 0 p\n2 3 p\n3 0 q\n");
    let labels = scratch.file("labels", "x\ny\nx\ny\n");
    let own = ["--labels", &labels, "--directed", "--edge-labels"];
    for (pattern, count) in [("a:x->b:y", "2"), ("a-[p]->b->c", "3"), ("a->b, b!->a where a.id < b.id", "3")] {
        let args = [&["debug", "shrink", &graph, pattern], &own[..]].concat();
        fails(&args, 1, &["the counts agree", &format!(": {count} by gpm")]);
    }
}

#[test]
fn what_makes_no_sense_is_said() {
    fails(&["debug", "shrink", KARATE, "triangle", "--against", "luck"], 2, &["luck", "no-passes"]);
    fails(&["debug", "shrink", KARATE, "triangle", "--strategy", "adaptive"], 2, &["does not suit"]);
    fails(&["debug", "shrink", "triangle", KARATE], 2, &["the graph comes first", "gpm debug shrink"]);
    assert!(stdout(&["debug", "--help"]).contains("shrink"));
}

/// Brute force over a graph of this size takes longer than anybody waits.
#[test]
fn the_time_limit_ends_brute_force() {
    let scratch = Scratch::new();
    let graph = scratch.arg("g.gpm");
    stdout(&["generate", "er", "-n", "2000", "-m", "100000", "-o", &graph]);
    let stopped = run(&["debug", "shrink", &graph, "path:6", "--time-limit", "1s"]);
    assert_eq!((stopped.code, stopped.stdout.as_str()), (3, ""), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("whether the two counts differ is not known"), "{}", stopped.stderr);
}
