//! Where rows go and how they are packed; counts as rows.

use std::fs;
use std::io::Read;

use serde_json::Value;

use crate::{KARATE, Scratch, fails, read, run, stdout};

const ROWS: &str = "\
pattern,definition,count,semantics,unit,partial
triangle,0-1 0-2 1-2,45,edge-induced,subgraphs,false
\"a-b, b-c\",a-b b-c,528,edge-induced,subgraphs,false
";

fn unpacked(path: &str) -> String {
    let bytes = fs::read(path).expect("the file was written");
    let mut text = String::new();
    let read = match path.ends_with(".gz") {
        true => flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text),
        false => zstd::Decoder::new(&bytes[..]).and_then(|mut decoder| decoder.read_to_string(&mut text)),
    };
    read.expect("a packed file");
    text
}

#[test]
fn files_are_packed_by_name() {
    let scratch = Scratch::new();
    for inner in ["csv", "tsv", "jsonl"] {
        let plain = scratch.arg(&format!("rows.{inner}"));
        stdout(&["list", KARATE, "triangle", "--sorted", "-o", &plain]);
        for packing in ["gz", "zst"] {
            let path = format!("{plain}.{packing}");
            assert_eq!(stdout(&["list", KARATE, "triangle", "--sorted", "-o", &path]), "");
            assert_eq!(unpacked(&path), read(&plain), "{path}");
        }
    }
    let orbits = scratch.arg("orbits.csv.gz");
    stdout(&["orbits", KARATE, "-k", "4", "-o", &orbits]);
    assert_eq!(unpacked(&orbits), stdout(&["orbits", KARATE, "-k", "4"]));
}

#[test]
fn packed_files_that_are_not_written() {
    let scratch = Scratch::new();
    fails(&["list", KARATE, "edge", "-o", &scratch.arg("rows.parquet.gz")], 2, &["packed inside", ".gz"]);
    fails(&["list", KARATE, "edge", "-o", &scratch.arg("rows.csv.zst"), "--to", "parquet"], 2, &["packed inside"]);
    fails(&["list", KARATE, "edge", "-o", &scratch.arg("rows.gz")], 2, &["rows.gz", ".gz or .zst", "--to"]);
    assert!(scratch.names().is_empty());
}

#[test]
fn a_packed_file_of_a_stopped_run_is_whole() {
    let scratch = Scratch::new();
    let path = scratch.arg("rows.csv.gz");
    let stopped = run(&["list", KARATE, "triangle", "-o", &path, "--time-limit", "0s"]);
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert_eq!(scratch.names(), ["rows.csv.gz.partial"]);
    let bytes = fs::read(scratch.path("rows.csv.gz.partial")).expect("it is there");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("a packed file");
    assert!(text.starts_with("0,1,2\n"), "{text}");
}

#[test]
fn a_hyphen_is_the_standard_output() {
    assert_eq!(
        stdout(&["list", KARATE, "triangle", "--sorted", "-o", "-"]),
        stdout(&["list", KARATE, "triangle", "--sorted"])
    );
    assert!(stdout(&["list", KARATE, "triangle", "-o", "-", "--to", "jsonl"]).starts_with("{\"0\":"));
    assert_eq!(stdout(&["count", KARATE, "triangle", "a-b, b-c", "-o", "-"]), ROWS);
}

#[test]
fn counts_are_rows() {
    let scratch = Scratch::new();
    let path = scratch.arg("counts.csv");
    assert_eq!(stdout(&["count", KARATE, "triangle", "a-b, b-c", "-o", &path]), "");
    assert_eq!(read(&path), ROWS);
    let lines = stdout(&["count", KARATE, "triangle", "--to", "jsonl", "--induced"]);
    let row: Value = serde_json::from_str(&lines).expect("a JSON object");
    assert_eq!(
        (&row["count"], &row["semantics"], &row["partial"]),
        (&45.into(), &"vertex-induced".into(), &false.into())
    );
    // JSON says more, and goes elsewhere.
    let json = stdout(&["count", KARATE, "triangle", "a-b, b-c", "-o", &path, "--json"]);
    assert_eq!((json.lines().count(), read(&path).as_str()), (2, ROWS));
    fails(&["count", KARATE, "triangle", "--json", "-o", "-"], 2, &["--output FILE"]);
    fails(&["count", KARATE, "triangle", "-o", &scratch.arg("no/such.csv")], 1, &["such.csv"]);
}

#[test]
fn counts_of_a_stopped_run() {
    let scratch = Scratch::new();
    let stopped = run(&["count", KARATE, "house", "-o", &scratch.arg("counts.csv"), "--time-limit", "0s"]);
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert_eq!(scratch.names(), ["counts.csv.partial"]);
    assert!(read(scratch.path("counts.csv.partial")).contains(",true\n"));
}

#[test]
fn motifs_have_one_order() {
    let text = stdout(&["motifs", KARATE, "-k", "4"]);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    let json = stdout(&["motifs", KARATE, "-k", "4", "--json"]);
    let objects: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        objects.iter().map(|object| object["pattern"].as_str()).collect::<Vec<_>>(),
        names.iter().map(|&name| Some(name)).collect::<Vec<_>>()
    );
    let rows = stdout(&["motifs", KARATE, "-k", "4", "--to", "csv"]);
    assert_eq!(rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect::<Vec<_>>(), names);
    assert_eq!(stdout(&["motifs", KARATE, "-k", "4", "--induced"]), text);
}
