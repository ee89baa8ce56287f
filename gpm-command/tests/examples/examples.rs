//! The numbered examples, as `cargo test` built them beside this test.

use std::path::PathBuf;
use std::process::Command;

/// Runs an example, which must end well and print each of `lines`.
#[track_caller]
fn check(name: &str, lines: &[&str]) {
    let output = Command::new(path_of(name)).output().unwrap_or_else(|error| {
        panic!(
            "`{name}` does not start ({error}): `cargo test --test examples` alone builds no examples, add `--examples`"
        )
    });
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{name}: {stderr}");
    for line in lines {
        assert!(stdout.lines().any(|printed| printed.trim() == *line), "{name}: no line `{line}` in\n{stdout}");
    }
}

/// `target/<profile>/deps/<this test>` → `target/<profile>/examples/<name>`
fn path_of(name: &str) -> PathBuf {
    let this = std::env::current_exe().expect("a running program has a path");
    let profile = this.ancestors().nth(2).expect("tests are built into a folder of the profile's");
    profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn count_triangles() {
    let lines =
        ["34 vertices, 78 edges", "triangle: 45", "wedge, distinct subgraphs: 528", "wedge, injective matches: 1056"];
    check("01-count-triangles", &lines);
}

#[test]
fn declared_pattern() {
    check("02-declared-pattern", &["diamonds: 151, open: 85", "count C(|s2|, 2)"]);
}

#[test]
fn conditions_in_rust() {
    check(
        "11-conditions-in-rust",
        &["bridges over 4: 644", "bridges over 12: 18", "for v3 in s3 except v1 where v3.age < v0.age"],
    );
}

#[test]
fn predicates() {
    let lines = [
        "83  |Aut| = 3",
        "33  |Aut| = 1  where (a->b).day < (b->c).day and (b->c).day < (c->a).day",
        "10  |Aut| = 3  where a.limit < (a->b).amount and b.limit < (b->c).amount and c.limit < (c->a).amount",
        "no column `date` of edges; the graph has `day`, `amount`",
    ];
    check("08-predicates", &lines);
}

#[test]
fn pattern_file() {
    check(
        "03-pattern-file",
        &["file     house: 781", "builder  house: 781", "name     house: 781", "11  4-clique (g6:C~)"],
    );
}

#[test]
fn explain_a_plan() {
    check("04-explain-a-plan", &["meaning   edge-induced, subgraphs"]);
}

#[test]
fn labelled_query() {
    check("05-labelled-query", &["3  game:games -> module:python -> lib:libs, game -> lib"]);
}

#[test]
fn stream_matches() {
    let ring = "26 rings, the first: gambas3-gb-gui -> gambas3-gb-gtk3 -> gambas3-runtime";
    check("06-stream-matches", &[ring, "1000000 paths taken; cut short by the clock: false"]);
}

#[test]
fn count_orbits() {
    let lines = ["924 paws, 252 of them around member 0", "11 of 78 ties are in no triangle"];
    check("10-count-orbits", &lines);
}

#[test]
fn iterate_matches() {
    check("12-iterate-matches", &["11 4-cliques, cut short: false; most friends in one: 17", "393 open wedges"]);
}

#[test]
fn petgraph() {
    check("13-petgraph", &["1 rings of three", "1 large payments to a shop", "1 feed-forward loops"]);
}

#[test]
fn own_problem() {
    let lines = ["34 maximal bicliques of two members and more a side", "16 of 5 members", "1 of 12 members"];
    check("14-own-problem", &lines);
}

#[test]
fn gpu_or_cpu() {
    check("07-gpu-or-cpu", &[]);
}

#[test]
fn estimate_run_time() {
    check("09-estimate-run-time", &[]);
}
