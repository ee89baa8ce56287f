//! `gpm compare`: networks that are alike, and that are not.

use serde_json::Value;

use crate::{KARATE, PACKAGES, Scratch, fails, read, stdout};

fn compared(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[&["compare"], args, &["--json", "-q"]].concat());
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// GCD-11, agreement and NetEmd of the karate club and a ring of 40 whose vertices know two on each side.
const KNOWN: [f64; 3] = [7.973_120_298_917_407, 0.362_017_015_696_158, 0.635_005_944_595_910_8];

/// The numbers are those of an independent program (numpy and scipy) that read `gpm orbits`.
#[test]
fn measures_are_those_of_the_papers() {
    let scratch = Scratch::new();
    let (ring, copy) = (scratch.arg("ring.el"), scratch.arg("copy.el"));
    std::fs::write(
        scratch.path("ring.el"),
        (0..40).map(|v| format!("{v} {}\n{v} {}\n", (v + 1) % 40, (v + 2) % 40)).collect::<String>(),
    )
    .unwrap();
    // The same network with other ids.
    let text = read(KARATE);
    let lines = text.lines().filter(|line| !line.starts_with(['#', '%']) && !line.is_empty());
    let moved =
        lines.map(|line| line.split_whitespace().map(|id| format!("v{id}")).collect::<Vec<_>>().join(" ") + "\n");
    std::fs::write(scratch.path("copy.el"), moved.collect::<String>()).unwrap();
    let all = compared(&[KARATE, &copy, &ring]);
    assert_eq!(all.len(), 3);
    let numbers =
        |pair: &Value| ["correlation_distance", "agreement", "netemd"].map(|name| pair[name].as_f64().unwrap());
    assert_eq!(numbers(&all[0]), [0.0, 1.0, 0.0]);
    assert_eq!(numbers(&all[1]), numbers(&all[2]));
    for (number, known) in numbers(&all[1]).into_iter().zip(KNOWN) {
        assert!((number - known).abs() < 1e-9, "{number} {known}");
    }
}

#[test]
fn pairs_are_rows() {
    let scratch = Scratch::new();
    let file = scratch.arg("pairs.csv");
    let text = stdout(&["compare", KARATE, KARATE, "-k", "5", "-q"]);
    assert!(
        text.contains("GCD-73") && text.lines().nth(1).is_some_and(|row| row.ends_with("1.0000  0.0000")),
        "{text}"
    );
    stdout(&["compare", KARATE, KARATE, "-o", &file]);
    assert!(read(scratch.path("pairs.csv")).starts_with("first,second,correlation_distance,agreement,netemd\n"));
    fails(&["compare", KARATE, PACKAGES, "--directed"], 2, &["is directed"]);
    fails(&["compare", KARATE], 2, &["2 values"]);
}
