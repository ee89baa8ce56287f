//! `gpm sample`: which rows it writes, and that they are matches.

use std::collections::BTreeSet;

use crate::{KARATE, PAYMENTS, Scratch, fails, read, run, stdout};

fn rows(args: &[&str]) -> Vec<String> {
    stdout(args).lines().map(str::to_owned).collect()
}

#[test]
fn draws_are_rows_of_the_list() {
    for (pattern, meaning) in [("house", "--induced"), ("a-b-c", "--homomorphism"), ("triangle", "--embeddings")] {
        let listed: BTreeSet<String> = rows(&["list", KARATE, pattern, meaning]).into_iter().collect();
        let drawn = rows(&["sample", KARATE, pattern, meaning, "-n", "50", "--seed", "3"]);
        assert_eq!(drawn.len(), 51, "a header, and a row for each draw");
        assert!(drawn.iter().all(|row| listed.contains(row)), "{drawn:?}");
        assert_eq!(drawn[..11], rows(&["sample", KARATE, pattern, meaning, "-n", "10", "--seed", "3"]));
        assert_ne!(drawn, rows(&["sample", KARATE, pattern, meaning, "-n", "50"]));
    }
}

#[test]
fn what_was_drawn_from_is_said() {
    let found = run(&["sample", KARATE, "triangle", "-n", "100"]);
    assert_eq!(found.code, 0);
    assert!(found.stderr.contains("100 draws, each one of 45 edge-induced subgraphs"), "{}", found.stderr);
    let none = run(&["sample", KARATE, "clique:6", "-n", "100"]);
    assert_eq!((none.code, none.stdout.lines().count()), (0, 1));
    assert!(none.stderr.contains("there are no edge-induced subgraphs"), "{}", none.stderr);
}

#[test]
fn files_are_those_of_the_list() {
    let scratch = Scratch::new();
    let file = scratch.arg("rings.csv");
    let asked = ["sample", PAYMENTS, "a->b->c->a", "-n", "9", "--edge-attributes", PAYMENTS];
    stdout(&[&asked[..], &["--with", "(a->b).amount", "-o", &file]].concat());
    let text = read(scratch.path("rings.csv"));
    assert_eq!(text.lines().count(), 10, "{text}");
    assert!(text.starts_with("a,b,c,(a->b).amount\n"), "{text}");
    stdout(&["sample", KARATE, "wedge", "-n", "9", "-o", &scratch.arg("wedges.parquet")]);
}

#[test]
fn a_time_limit_holds() {
    let scratch = Scratch::new();
    let asked = ["sample", KARATE, "wedge", "-n", "9", "--time-limit", "0s"];
    let found = run(&[&asked[..], &["-o", &scratch.arg("wedges.csv")]].concat());
    assert_eq!(found.code, 3, "{}", found.stderr);
    assert!(found.stderr.contains("time limit reached") && found.stderr.contains("wedges.csv.partial"));
}

#[test]
fn a_number_of_draws_is_asked_for() {
    fails(&["sample", KARATE, "wedge"], 2, &["--number"]);
    fails(&["sample", KARATE, "wedge", "-n", "many"], 2, &["many"]);
    fails(&["sample", KARATE, "wedge", "-n", "5", "--device", "gpu"], 2, &["CPU"]);
}
