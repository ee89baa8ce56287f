//! Queries in Cypher.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::{ACCOUNTS, KARATE, PAYMENTS, Scratch, fails, run, stdout};

#[test]
fn rows_of_a_table_are_relationships() {
    let query = "MATCH (a)-[p]->(b)-[q]->(a) WHERE p.day < q.day RETURN a, p, q, q.amount - p.amount AS more ORDER BY more DESC LIMIT 2";
    let first = stdout(&["query", PAYMENTS, query]);
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!((lines[0], lines.len()), ("a\tp\tq\tmore", 3));
    let listed = stdout(&[
        "list",
        PAYMENTS,
        "a-[p:]->b-[q:]->a where p.day < q.day",
        "--with",
        "q.amount - p.amount as more",
        "--embeddings",
    ]);
    let mut all: Vec<(i64, String)> = listed
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            (cells[4].parse().expect("a number"), [cells[0], cells[2], cells[3], cells[4]].join("\t"))
        })
        .collect();
    all.sort_by_key(|(more, _)| -more);
    assert_eq!(lines[1..], [&all[0].1, &all[1].1]);
    // A simple graph has no columns of a table of edges but for those that are named.
    let simple = [
        "query",
        PAYMENTS,
        "--simple",
        "--edge-attributes",
        PAYMENTS,
        "MATCH (a)-[p]->(b) WHERE p.amount > 6000 RETURN p, p.amount",
    ];
    assert_eq!(stdout(&simple).lines().count(), 3);
}

#[test]
fn attributes_of_nodes_and_groups() {
    let query =
        "MATCH (a)-[p]->(b) RETURN a.country AS country, count(*) AS n, sum(p.amount) AS total ORDER BY total DESC";
    let rows = stdout(&["query", PAYMENTS, "--vertex-attributes", ACCOUNTS, query]);
    let counts: u64 = rows
        .lines()
        .skip(1)
        .map(|row| row.split('\t').nth(1).expect("a count").parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(counts, 400);
}

#[test]
fn edges_without_a_direction() {
    let triangles = "MATCH (a)--(b)--(c)--(a) RETURN count(*) / 6 AS triangles";
    assert_eq!(stdout(&["query", KARATE, "--undirected", triangles]), "triangles\n45\n");
    assert_eq!(stdout(&["query", KARATE, triangles]), "triangles\n45\n");
    fails(&["query", KARATE, "--undirected", "MATCH (a)-->(b) RETURN a"], 2, &["the graph has no directions"]);
}

#[test]
fn files_of_rows_and_json() {
    let scratch = Scratch::new();
    let path = scratch.arg("rows.parquet");
    let query = "MATCH (a)-[p]->(b) RETURN a, p.amount AS amount, p.amount / 2.0 AS half, a.id > 1030 AS late";
    assert_eq!(stdout(&["query", PAYMENTS, query, "-o", &path]), "");
    let reader = SerializedFileReader::new(File::open(&path).expect("it was written")).expect("a Parquet file");
    assert_eq!(reader.metadata().file_metadata().num_rows(), 400);
    let one = "MATCH (a)-[p]->(b) WHERE p.amount > 6500 RETURN a.id AS id, p.amount / 2.0 AS half, null AS nothing";
    let json = stdout(&["query", PAYMENTS, one, "--to", "jsonl"]);
    assert!(json.contains("\"half\":3276.5") && json.contains("\"nothing\":null"), "{json}");
}

#[test]
fn what_is_wrong_is_said() {
    fails(&["query", PAYMENTS, "MATCH (a)-->(b) RETRUN a"], 2, &["expected a clause"]);
    fails(&["query", PAYMENTS, "MATCH (a)-[p]->(b) RETURN p.amout"], 2, &["no property `amout`"]);
    fails(&["query", PAYMENTS, "MATCH (a)-[:PAYS]->(b) RETURN a"], 2, &["have no types"]);
    fails(&["query", PAYMENTS, "MATCH (a:Account)-->(b) RETURN a"], 2, &["have no labels"]);
    let explained = stdout(&["query", PAYMENTS, "--explain", "MATCH (a)-[p]->(b) RETURN a, count(*)"]);
    assert_eq!(explained, "DIFFERENT EDGES, counted for each a:\n  a-[r0:]->b\n");
    let partial = run(&["query", KARATE, "MATCH (a)--(b)--(c)--(d)--(e) RETURN a, e", "--time-limit", "0s"]);
    assert_eq!(partial.code, 3, "{}", partial.stderr);
}
