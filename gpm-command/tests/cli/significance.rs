//! `gpm significance` and `gpm null`: which random graphs there are, and what is said of counts beside theirs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{KARATE, PACKAGES, PAYMENTS, Scratch, fails, read, run, stdout};

/// What is found of each pattern.
fn findings(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[&["significance"], args, &["--json", "-q"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

#[test]
fn findings_are_what_the_random_graphs_say() {
    let scratch = Scratch::new();
    let kept = scratch.arg("counts.tsv");
    let found = findings(&[KARATE, "-k", "4", "--samples", "60", "--counts", &kept]);
    let counted = stdout(&["motifs", KARATE, "-k", "4", "--json", "-q"]);
    for (line, one) in counted.lines().zip(&found) {
        let counted: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&one["pattern"], &one["observed"]), (&counted["pattern"], &counted["count"]));
        assert_eq!((&one["samples"], &one["partial"]), (&60.into(), &false.into()));
    }
    let text = read(scratch.path("counts.tsv"));
    let rows: Vec<Vec<u128>> =
        text.lines().skip(2).map(|line| line.split('\t').skip(1).map(|cell| cell.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 60, "{text}");
    // Those with most edges stand first in the file.
    for (column, one) in found.iter().rev().enumerate() {
        let counts: Vec<f64> = rows.iter().map(|row| row[column] as f64).collect();
        let mean = counts.iter().sum::<f64>() / 60.0;
        assert!((one["mean"].as_f64().unwrap() - mean).abs() < 1e-9, "{one}");
        let observed: u128 = one["observed"].as_str().unwrap().parse().unwrap();
        let chance =
            |far: &dyn Fn(u128) -> bool| (rows.iter().filter(|row| far(row[column])).count() as f64 + 1.0) / 61.0;
        let (more, fewer) = (chance(&|count| count >= observed), chance(&|count| count <= observed));
        for (name, known) in [("p_more", more), ("p_fewer", fewer), ("p", (2.0 * more.min(fewer)).min(1.0))] {
            assert!((one[name].as_f64().unwrap() - known).abs() < 1e-12, "{name} {known}: {one}");
        }
    }
}

/// Each random graph has the counts that are said of it, and the degrees of the graph.
#[test]
fn the_random_graphs_are_those_that_are_written() {
    let scratch = Scratch::new();
    let (graphs, kept) = (scratch.arg("random-{}.el"), scratch.arg("counts.tsv"));
    let model = ["--null", "switching", "--seed", "5"];
    stdout(&[&["null", KARATE, "-o", &graphs, "--samples", "4"], &model[..]].concat());
    findings(&[&[KARATE, "triangle", "clique:4", "--samples", "4", "--counts", &kept], &model[..]].concat());
    let degrees = |path: &str| {
        let mut degrees = BTreeMap::<String, usize>::new();
        let text = read(path);
        let lines = text.lines().filter(|line| !line.starts_with(['#', '%']) && !line.is_empty());
        for id in lines.flat_map(str::split_whitespace) {
            *degrees.entry(id.to_owned()).or_default() += 1;
        }
        degrees
    };
    let counts = read(scratch.path("counts.tsv"));
    for (number, row) in counts.lines().skip(2).enumerate() {
        let graph = scratch.arg(&format!("random-{number}.el"));
        let counted = |pattern| stdout(&["count", &graph, pattern, "-q"]).split_whitespace().next().unwrap().to_owned();
        assert_eq!(row, format!("{number}\t{}\t{}", counted("triangle"), counted("clique:4")));
        assert_eq!(degrees(&graph), degrees(KARATE));
    }
    let alone = scratch.arg("third.el");
    stdout(&[&["null", KARATE, "-o", &alone, "--first", "2"], &model[..]].concat());
    assert_eq!(read(scratch.path("third.el")), read(scratch.path("random-2.el")));
}

#[test]
fn answers_do_not_depend_on_threads_nor_on_where_a_run_was_cut() {
    let scratch = Scratch::new();
    let kept = scratch.arg("counts.tsv");
    let asked = [PACKAGES, "-k", "3", "--directed", "--swaps", "1"];
    let whole = findings(&[&asked[..], &["--samples", "9", "--threads", "1"]].concat());
    assert_eq!(whole.len(), 13);
    let at_most = [&asked[..], &["--samples", "9", "--threads", "3"]].concat();
    assert_eq!(whole, findings(&at_most));
    findings(&[&asked[..], &["--samples", "4", "--counts", &kept]].concat());
    let gone_on = [&asked[..], &["--samples", "9", "--counts", &kept]].concat();
    assert_eq!(whole, findings(&gone_on));
    assert_eq!(whole, findings(&gone_on), "nothing is left to do");
    let other = [&["significance"], &asked[..], &["--seed", "2", "--counts", &kept]].concat();
    fails(&other, 2, &["is about another question"]);
}

#[test]
fn all_models_say_something() {
    let scratch = Scratch::new();
    let labels = scratch.arg("sides.txt");
    std::fs::write(scratch.path("sides.txt"), (1..=34).map(|v| format!("{v} {}\n", v % 3)).collect::<String>())
        .unwrap();
    let models = [
        "switching",
        "curveball",
        "configuration-erased",
        "chung-lu",
        "gnm",
        "gnp",
        "blocks",
        "vertex-labels",
        "edge-labels",
    ];
    for model in models {
        let args = [KARATE, "triangle", "a:1-b:1", "--labels", &labels, "--null", model, "--samples", "20"];
        let found = findings(&args);
        assert_eq!(found[0]["observed"], "45");
        let deviates = found[0]["deviation"].as_f64().unwrap() > 0.0;
        assert_eq!(deviates, !matches!(model, "vertex-labels" | "edge-labels"), "{model}");
        let may_differ = found[1]["deviation"].as_f64().unwrap() > 0.0;
        assert_eq!(may_differ, !matches!(model, "blocks" | "edge-labels"), "{model}");
    }
    let keep = ["--keep", "labels,components,joint-degrees"];
    fails(&[&["significance", KARATE, "triangle", "--labels", &labels], &keep[..]].concat(), 2, &["joint"]);
    let kept = findings(&[KARATE, "a:1-b:1", "a:0-b:2", "--labels", &labels, "--keep", "labels", "--samples", "20"]);
    assert!(kept.iter().all(|one| one["deviation"] == 0.0), "{kept:?}");
}

/// Labels of edges go with them, and are dealt anew where that is asked.
#[test]
fn edges_take_their_labels_along() {
    let scratch = Scratch::new();
    let graph = scratch.arg("relations.el");
    let edges: String =
        (0..40).map(|v| format!("{v} {} {}\n", (v * 7 + 1) % 41, if v % 4 == 0 { "x" } else { "y" })).collect();
    std::fs::write(scratch.path("relations.el"), edges).unwrap();
    let asked = [graph.as_str(), "--directed", "a-[x]->b", "a-[x]->b-[x]->c", "--samples", "30"];
    for model in ["switching", "edge-labels"] {
        let found = findings(&[&asked[..], &["--null", model]].concat());
        assert_eq!((&found[0]["observed"], &found[0]["deviation"]), (&"10".into(), &0.0.into()), "{model}");
        assert!(found[1]["deviation"].as_f64().unwrap() > 0.0, "{model}");
    }
    fails(&[&["significance"], &asked[..], &["--null", "gnm"]].concat(), 2, &["labels or values of edges"]);
}

#[test]
fn more_graphs_are_made_until_it_is_settled() {
    let found = findings(&[KARATE, "triangle", "--rel-error", "20%"]);
    let samples = found[0]["samples"].as_u64().unwrap();
    assert!((20..1000).contains(&samples) && samples.is_multiple_of(10), "{samples}");
    assert_eq!(found, findings(&[KARATE, "triangle", "--until", "20%", "--threads", "1"]));
    let few = run(&["significance", KARATE, "triangle", "--rel-error", "0.1%", "--samples", "30"]);
    assert_eq!(few.code, 0);
    assert!(few.stderr.contains("30 random graphs were not enough for --rel-error"), "{}", few.stderr);
}

#[test]
fn a_run_that_is_stopped_says_so() {
    let stopped = run(&["significance", KARATE, "-k", "4", "--samples", "1000000000", "--time-limit", "1s", "--json"]);
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    for line in stopped.stdout.lines() {
        let one: Value = serde_json::from_str(line).unwrap();
        assert_eq!(one["partial"], true);
    }
}

#[test]
fn rows_go_to_files() {
    let scratch = Scratch::new();
    let file = scratch.arg("found.csv");
    stdout(&["significance", KARATE, "triangle", "--samples", "19", "-o", &file]);
    let text = read(scratch.path("found.csv"));
    assert!(text.starts_with("pattern,definition,semantics,unit,observed,samples,mean,"), "{text}");
    assert!(text.lines().nth(1).is_some_and(|row| row.starts_with("triangle,") && row.contains(",45,19,")), "{text}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused = |args: &[&str], why: &str| fails(&[&["significance"], args].concat(), 2, &[why]);
    refused(&[KARATE, "triangle", "--null", "gnm", "--swaps", "3"], "--swaps is for");
    refused(&[KARATE, "triangle", "--null", "gnm", "--keep", "components"], "--keep is for");
    refused(&[KARATE, "triangle", "--probability", "0.5"], "--probability is for");
    refused(&[KARATE, "triangle", "--keep", "labels"], "have no labels to keep");
    refused(&[KARATE, "triangle", "--keep", "reciprocity"], "directed");
    refused(&[KARATE, "triangle", "--null", "configuration"], "tries");
    refused(&[PAYMENTS, "a-[p:]->b-[q:]->c"], "records");
    refused(&[PACKAGES, "-k", "5", "--directed"], "directed motifs have 2 to 4");
    fails(&["null", KARATE, "-o", "random.el", "--samples", "2"], 2, &["put {} into the name"]);
}
