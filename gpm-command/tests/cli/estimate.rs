//! `gpm estimate`: what it prints, what it refuses, and that it holds the count.

use serde_json::Value;

use crate::{KARATE, PACKAGES, Run, fails, limited, run, stdout};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--json"]].concat())).expect("a JSON object")
}

#[test]
fn what_takes_no_time_is_counted() {
    let found = json(&["estimate", KARATE, "triangle"]);
    assert_eq!((found["estimate"].as_f64(), found["exact"].as_bool()), (Some(45.0), Some(true)));
    assert_eq!(found["count"], "45");
    assert_eq!(
        (found["low"].as_f64(), found["high"].as_f64(), found["samples"].as_u64()),
        (Some(45.0), Some(45.0), Some(0))
    );
    assert_eq!(stdout(&["estimate", KARATE, "triangle"]), "45  triangle  (edge-induced subgraphs, exact)\n");
}

/// The seed makes these the same in each run: they are no game of chance.
#[test]
fn samples_say_where_the_count_lies() {
    for (graph, pattern, meaning) in [
        (KARATE, "house", "--induced"),
        (PACKAGES, "cycle:5", "--edge-induced"),
        (PACKAGES, "path:4", "--homomorphism"),
    ] {
        let asked = [graph, pattern, meaning];
        let count = stdout(&[&["count"], &asked[..], &["--json"]].concat());
        let count: Value = serde_json::from_str(&count).expect("a JSON object");
        let count: f64 = count["count"].as_str().expect("decimal").parse().expect("a number");
        let found = json(&[&["estimate"], &asked[..], &["--no-exact", "--rel-error", "4%", "--seed", "3"]].concat());
        let number = |field: &str| found[field].as_f64().expect("a number");
        assert!((number("low")..=number("high")).contains(&count), "{asked:?}: {count}, {found}");
        assert_eq!((found["exact"].as_bool(), found["reached"].as_bool()), (Some(false), Some(true)), "{found}");
        assert!(number("valid") <= number("samples") && number("confidence") == 0.95);
        assert_eq!(found["pattern"], pattern);
    }
}

/// The seed is part of the command here too.
#[test]
fn all_motifs_are_estimated_together() {
    let scratch = crate::Scratch::new();
    let graph = scratch.file("skewed.el", "");
    stdout(&["generate", "rmat", "--scale", "14", "--edge-factor", "16", "-o", &graph, "--seed", "1"]);
    let rows = |args: &[&str]| -> Vec<Value> {
        let text = stdout(&[&["motifs", &graph, "-k", "4", "--json"], args].concat());
        text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
    };
    let (counted, estimated) = (rows(&[]), rows(&["--estimate=2%", "--seed", "5"]));
    assert_eq!((counted.len(), estimated.len()), (6, 6));
    for (own, found) in counted.iter().zip(&estimated) {
        let count: f64 = own["count"].as_str().expect("decimal").parse().expect("a number");
        let number = |field: &str| found[field].as_f64().expect("a number");
        assert!((number("low")..=number("high")).contains(&count), "{count}: {found}");
        assert!(number("high") - number("low") <= 0.04 * number("estimate"), "{found}");
        assert_eq!((found["exact"].as_bool(), found["reached"].as_bool()), (Some(false), Some(true)), "{found}");
        assert_eq!((&own["pattern"], &own["semantics"]), (&found["pattern"], &found["semantics"]));
    }
}

#[test]
fn what_is_not_met_is_bounded() {
    let asked = ["estimate", KARATE, "clique:6", "--no-exact", "--samples", "2000"];
    let found = json(&asked);
    assert_eq!(
        (found["estimate"].as_f64(), found["low"].as_f64(), found["valid"].as_u64()),
        (Some(0.0), Some(0.0), Some(0))
    );
    // One of them may lie below any of the roots.
    assert!(found["high"].as_f64() > Some(1.0), "{found}");
    let said = run(&asked);
    assert!(said.stderr.contains("not found in") && said.stderr.contains("bounds the count by"), "{}", said.stderr);
    // However few may be taken, no part of the graph is left out.
    assert!(json(&["estimate", KARATE, "wedge", "--no-exact", "--samples", "1"])["samples"].as_u64() >= Some(8));
}

#[test]
fn goals_have_one_reading() {
    fails(&["estimate", KARATE, "house", "--rel-error", "5"], 2, &["write 5% or a number below 1"]);
    fails(&["estimate", KARATE, "house", "--confidence", "x"], 2, &["such as 5% or 0.05"]);
    fails(&["estimate", KARATE, "house", "--confidence", "100%"], 2, &["confidence", "between 0 and 1"]);
    fails(&["estimate", KARATE, "house", "--samples", "0"], 2, &["--samples"]);
    fails(&["estimate", "house", KARATE], 2, &["the graph comes first"]);
}

/// More digits than a float has.
#[test]
fn what_is_counted_is_exact_to_the_last_digit() {
    let found = json(&["estimate", PACKAGES, "star:6"]);
    let count: Value = serde_json::from_str(&stdout(&["count", PACKAGES, "star:6", "--json"])).expect("a JSON object");
    assert_eq!((found["exact"].as_bool(), &found["count"]), (Some(true), &count["count"]));
    assert!(found["estimate"].as_f64() > Some(1e16), "{found}");
}

#[test]
fn counts_that_end_are_printed_as_ever() {
    let asked = ["count", KARATE, "triangle", "house"];
    let ended = stdout(&[&asked[..], &["--or-estimate", "--time-limit", "60s"]].concat());
    assert_eq!(ended, stdout(&asked));
    let found: Value =
        serde_json::from_str(&stdout(&["count", KARATE, "house", "--or-estimate", "--time-limit", "60s", "--json"]))
            .expect("a JSON object");
    assert_eq!((&found["partial"], found.get("estimate")), (&Value::Bool(false), None));
}

#[test]
fn counts_that_do_not_end_are_estimated() {
    let asked = ["count", PACKAGES, "cycle:9", "path:3", "--or-estimate", "--json", "--device", "cpu"];
    let answers = |run: &Run| -> Vec<Value> {
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
    };
    // The next one has its share of the time.
    let said = limited(&asked, "--time-limit", |run| {
        run.code == 0 && answers(run).get(1).is_some_and(|own| own["partial"] == false)
    });
    assert!(said.stderr.contains("this is an estimate"), "{}", said.stderr);
    let answers = answers(&said);
    let number = |field: &str| answers[0][field].as_f64().expect("a number");
    assert!(number("low") <= number("estimate") && number("estimate") <= number("high"), "{}", answers[0]);
    assert!(number("samples") > 0.0 && answers[0]["exact"] == false && answers[0].get("partial").is_none());
    assert!(answers[1]["count"].is_string(), "{}", answers[1]);
    fails(&["count", KARATE, "house", "--or-estimate"], 2, &["--time-limit"]);
    fails(
        &["count", KARATE, "house", "--or-estimate", "--time-limit", "1s", "--per-vertex"],
        2,
        &["cannot be used with"],
    );
}

/// However thorough samples are to be, some are there when the time is up.
#[test]
fn a_short_limit_leaves_time_for_samples() {
    let asked = ["estimate", PACKAGES, "cycle:9", "--no-exact", "--rel-error", "0.01%", "--json"];
    let found = |run: &Run| -> Value { serde_json::from_str(&run.stdout).expect("a JSON object") };
    let sampled = limited(&asked, "--time-limit", |run| found(run)["samples"].as_u64() > Some(0));
    assert_eq!(found(&sampled)["exact"], false, "{}", sampled.stdout);
}

/// Nothing is sampled where the graph has no room for the pattern.
#[test]
fn what_cannot_be_there_is_0_at_once() {
    let scratch = crate::Scratch::new();
    let path = scratch.file("path.el", "0 1\n1 2\n2 3\n");
    for pattern in ["clique:5", "star:4", "cycle:5", "path:5"] {
        let found = json(&["estimate", &path, pattern, "--no-exact", "--rel-error", "1%"]);
        let number = |field: &str| found[field].as_f64();
        assert_eq!((found["count"].as_str(), number("high"), number("samples")), (Some("0"), Some(0.0), Some(0.0)));
        assert_eq!((found["exact"].as_bool(), found["reached"].as_bool()), (Some(true), Some(true)), "{found}");
    }
    let rows = stdout(&["motifs", &path, "-k", "7", "--estimate=10%", "--json"]);
    assert_eq!(rows.lines().count(), 853);
    assert!(rows.lines().all(|row| row.contains(r#""count":"0""#)), "{rows}");
}
