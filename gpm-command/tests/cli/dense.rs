//! `dense`: text, JSON, lists, tables, bad input.

use serde_json::{Value, json};

use crate::{KARATE, Scratch, fails, read, run, stdout};

fn found(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[&["dense", KARATE, "--json"], args].concat())).expect("JSON")
}

/// All 2^n sets of a small graph's vertices, by the definitions.
fn brute_force(
    edges: &[(usize, usize)],
    n: usize,
    min_size: usize,
    is_dense: impl Fn(usize, usize) -> bool,
) -> Vec<u32> {
    let mut rows = vec![0u32; n];
    for &(a, b) in edges {
        rows[a] |= 1 << b;
        rows[b] |= 1 << a;
    }
    let degrees_are_high = |set: u32| {
        let size = set.count_ones() as usize;
        (0..n).filter(|v| set >> v & 1 == 1).all(|v| is_dense((rows[v] & set).count_ones() as usize, size))
    };
    let dense: Vec<u32> = (1..1u32 << n).filter(|&set| degrees_are_high(set)).collect();
    let is_maximal = |set: &u32| !dense.iter().any(|other| other & set == *set && other != set);
    dense.iter().copied().filter(|set| set.count_ones() as usize >= min_size && is_maximal(set)).collect()
}

#[test]
fn a_limit_ends_the_search() {
    let all = found(&["--k-plex", "2", "--min-size", "4"]);
    assert!(all["limited"].is_null() && all["count"] != json!("3"), "{all}");
    let some = found(&["--k-plex", "2", "--min-size", "4", "--limit", "3"]);
    assert_eq!((&some["count"], &some["limited"], &some["partial"]), (&json!("3"), &json!(true), &json!(false)));
    let rows = stdout(&["dense", KARATE, "--quasi-clique", "0.6", "--min-size", "5", "--limit", "2", "--to", "tsv"]);
    assert_eq!(rows.lines().count(), 1 + 2);
}

#[test]
fn cliques_are_the_densest() {
    let cliques: Value =
        serde_json::from_str(&stdout(&["cliques", KARATE, "--maximal", "--min-size", "3", "--json"])).unwrap();
    for args in [["--k-plex", "1"], ["--quasi-clique", "1"]] {
        let dense = found(&[&args[..], &["--min-size", "3"]].concat());
        assert_eq!((&dense["count"], &dense["sizes"]), (&cliques["count"], &cliques["sizes"]), "{args:?}");
    }
    assert_eq!(found(&["--k-plex", "1", "--min-size", "3"])["question"], json!("maximal-k-plexes"));
    let quasi = found(&["--quasi-clique", "0.75", "--min-size", "5"]);
    assert_eq!((&quasi["question"], &quasi["density"]), (&json!("maximal-quasi-cliques"), &json!("3/4")));
}

#[test]
fn lists_hold_what_the_definitions_say() {
    let scratch = Scratch::new();
    // A wheel of six spokes, a tail, and two chords.
    let edges = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (0, 6),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 1),
        (6, 7),
        (7, 8),
        (1, 3),
        (4, 6),
        (7, 1),
    ];
    let lines: Vec<String> = edges.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
    let graph = scratch.file("wheel.el", lines.concat());
    let mut names = 0;
    let mut check = |args: &[&str], min_size: usize, is_dense: &dyn Fn(usize, usize) -> bool| {
        let mut right: Vec<String> = brute_force(&edges, 9, min_size, is_dense)
            .iter()
            .map(|set| {
                let members: Vec<String> = (0..9).filter(|v| set >> v & 1 == 1).map(|v: usize| v.to_string()).collect();
                format!("{},{}", members.len(), members.join(" "))
            })
            .collect();
        right.sort();
        names += 1;
        let (name, least) = (format!("dense{names}.csv"), min_size.to_string());
        let all = [&["dense", &graph][..], args, &["--min-size", &least]].concat();
        stdout(&[&all[..], &["-o", &scratch.arg(&name)]].concat());
        let mut rows: Vec<String> = read(scratch.path(&name)).lines().skip(1).map(str::to_owned).collect();
        rows.sort();
        assert_eq!(rows, right, "{args:?}");
        assert!(!rows.is_empty() && stdout(&all).starts_with(&format!("{}  maximal ", rows.len())), "{args:?}");
        let table = stdout(&[&all[..], &["--per-vertex", "--to", "csv"]].concat());
        let members: usize =
            table.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse::<usize>().unwrap()).sum();
        let sizes: usize = rows.iter().map(|row| row.split(',').next().unwrap().parse::<usize>().unwrap()).sum();
        assert_eq!(members, sizes, "{args:?}: {table}");
    };
    check(&["--k-plex", "2"], 4, &|degree, size| degree + 2 >= size);
    check(&["--k-plex", "3"], 5, &|degree, size| degree + 3 >= size);
    check(&["--quasi-clique", "0.6"], 4, &|degree, size| 10 * degree >= 6 * (size - 1));
    check(&["--quasi-clique", "2/3"], 3, &|degree, size| 3 * degree >= 2 * (size - 1));
}

#[test]
fn bad_input_is_named() {
    for (args, said) in [
        (&["--k-plex", "2"][..], "--min-size is missing"),
        (&["--k-plex", "3", "--min-size", "4"], "give 5 or more"),
        (&["--k-plex", "0", "--min-size", "4"], "K is 1 or more"),
        (&["--quasi-clique", "0.4", "--min-size", "4"], "must be from 0.5 to 1"),
        (&["--min-size", "4"], "--k-plex"),
        (&["--k-plex", "2", "--min-size", "4", "--containing", "99"], "has no vertex `99`"),
        (&["--k-plex", "2", "--min-size", "4", "--device", "gpu"], "on the CPU only"),
    ] {
        fails(&[&["dense", KARATE], args].concat(), 2, &[said]);
    }
}

#[test]
fn a_time_limit_gives_a_lower_bound() {
    let stopped = run(&["dense", KARATE, "--k-plex", "2", "--min-size", "4", "--time-limit", "0s", "--json"]);
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert!(stopped.stderr.contains("there may be more 2-plexes, and larger ones"), "{}", stopped.stderr);
    let partial: Value = serde_json::from_str(&stopped.stdout).expect("JSON");
    assert_eq!(partial["partial"], json!(true));
}
