//! Rows written as Parquet, read back.

use std::fs::File;

use parquet::basic::{LogicalType, TimeUnit, Type};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::{KARATE, Scratch, fails, read, run, stdout};

/// A triangle with a tail, by names.
const PAW: &str = "ann bob\nbob cy\ncy ann\ncy dan\n";

fn open(path: &str) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(path).expect("the file was written")).expect("a Parquet file")
}

/// The rows of a file as csv has them.
fn as_csv(path: &str) -> String {
    let reader = open(path);
    let columns = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = columns.columns().iter().map(|column| column.name()).collect();
    let value = |field: &Field| match field {
        Field::ULong(value) => value.to_string(),
        Field::Str(value) => value.clone(),
        other => panic!("neither an unsigned number nor text: {other}"),
    };
    let line = |row: Row| row.get_column_iter().map(|(_, field)| value(field)).collect::<Vec<_>>().join(",") + "\n";
    let rows = reader.get_row_iter(None).expect("rows").map(|row| line(row.expect("a row")));
    names.join(",") + "\n" + &rows.collect::<String>()
}

#[test]
fn orbits_of_vertices_and_edges() {
    let scratch = Scratch::new();
    let named = scratch.file("paw.el", PAW);
    let (path, csv) = (scratch.arg("orbits.parquet"), scratch.arg("orbits.csv"));
    for (graph, more) in
        [(KARATE, &["-k", "5"][..]), (KARATE, &["-k", "4", "--per-edge"]), (&named, &["-k", "4", "--per-edge"])]
    {
        let args = |path| [&["orbits", graph, "-o", path], more].concat();
        assert_eq!((stdout(&args(&path)), stdout(&args(&csv))), (String::new(), String::new()));
        assert_eq!(as_csv(&path), read(&csv), "{more:?}");
    }
    assert_eq!(scratch.names(), ["orbits.csv", "orbits.parquet", "paw.el"]);
}

#[test]
fn columns_say_what_they_hold() {
    let scratch = Scratch::new();
    let path = scratch.arg("orbits.parquet");
    stdout(&["orbits", KARATE, "-k", "4", "-o", &path]);
    let reader = open(&path);
    let metadata = reader.metadata().file_metadata();
    assert!(metadata.created_by().is_some_and(|by| by.starts_with("gpm ")));
    let columns = metadata.schema_descr().columns();
    assert_eq!((columns.len(), columns[0].name(), columns[15].name()), (16, "vertex", "orbit_14"));
    for column in columns {
        assert_eq!((column.physical_type(), column.max_def_level()), (Type::INT64, 0));
        assert_eq!(column.logical_type_ref(), Some(&LogicalType::integer(64, false)));
    }
    let named = scratch.file("paw.el", PAW);
    stdout(&["orbits", &named, "-k", "4", "-o", &path]);
    assert_eq!(
        open(&path).metadata().file_metadata().schema_descr().column(0).logical_type_ref(),
        Some(&LogicalType::String)
    );
}

#[test]
fn matches() {
    let scratch = Scratch::new();
    let path = scratch.arg("matches.parquet");
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let question = ["list", KARATE, "left-middle-right", "--embeddings"];
    assert_eq!(stdout(&[&question[..], &["-o", &path]].concat()), "");
    let expected = sorted(stdout(&[&question[..], &["--to", "csv"]].concat()));
    assert_eq!(sorted(as_csv(&path)), expected);
    // A name that says nothing, and no match at all.
    let other = scratch.arg("matches");
    stdout(&["list", KARATE, "clique:9", "-o", &other, "--to", "parquet"]);
    assert_eq!(as_csv(&other), "0,1,2,3,4,5,6,7,8\n");
}

/// Attributes keep their types; what is missing is null.
#[test]
fn dates_and_text_beside_matches() {
    const DAY: i64 = 86_400_000_000;
    let scratch = Scratch::new();
    // Of the timestamps only those of `at` name a zone.
    let rows = "from,to,day,clock,at,memo,amount,made\n\
                1,2,2025-02-01,09:30:00,2025-02-01T09:30:00.25Z,\"rent, May\",2.5,2025-02-01 10:00:00\n\
                2,3,1969-12-31,23:59:59.000001,1969-12-31T23:59:59Z,Grüße,7,1970-01-01 00:00:00\n\
                3,4,,,,,,\n";
    let (graph, path) = (scratch.file("payments.csv", rows), scratch.arg("rows.parquet"));
    let with = "(a->b).day,(a->b).clock,(a->b).at,(a->b).memo,(a->b).amount,(a->b).made";
    let question = ["list", &graph, "a->b", "--edge-attributes", &graph, "--with", with, "--sorted", "-o", &path];
    assert_eq!(stdout(&question), "");
    let reader = open(&path);
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let types: Vec<_> =
        columns[2..].iter().map(|column| (column.physical_type(), column.logical_type_ref().cloned())).collect();
    let expected = [
        (Type::INT32, Some(LogicalType::Date)),
        (Type::INT64, Some(LogicalType::time(true, TimeUnit::MICROS))),
        (Type::INT64, Some(LogicalType::timestamp(true, TimeUnit::MICROS))),
        (Type::BYTE_ARRAY, Some(LogicalType::String)),
        (Type::DOUBLE, None),
        (Type::INT64, Some(LogicalType::timestamp(false, TimeUnit::MICROS))),
    ];
    assert_eq!(types, expected);
    let values = |row: Row| row.get_column_iter().skip(2).map(|(_, field)| field.clone()).collect::<Vec<_>>();
    let found: Vec<Vec<Field>> =
        reader.get_row_iter(None).expect("rows").map(|row| values(row.expect("a row"))).collect();
    let text = |text: &str| Field::Str(text.to_owned());
    let (morning, days) = ((9 * 3600 + 30 * 60) * 1_000_000, 20_120);
    assert_eq!(
        found,
        [
            vec![
                Field::Date(days),
                Field::TimeMicros(morning),
                Field::TimestampMicros(i64::from(days) * DAY + morning + 250_000),
                text("rent, May"),
                Field::Double(2.5),
                Field::TimestampMicros(i64::from(days) * DAY + 36_000_000_000),
            ],
            vec![
                Field::Date(-1),
                Field::TimeMicros(DAY - 999_999),
                Field::TimestampMicros(-1_000_000),
                text("Grüße"),
                Field::Double(7.0),
                Field::TimestampMicros(0),
            ],
            vec![Field::Null; 6],
        ]
    );
    // A zone leaves as it came: in csv, from .gpm and from Parquet.
    let (kept, again) = (scratch.arg("payments.gpm"), scratch.file("p.parquet", std::fs::read(&path).expect("rows")));
    stdout(&["convert", &graph, &kept, "--directed", "--edge-attributes", &graph, "-q"]);
    let tables = [&["--edge-attributes", graph.as_str()][..], &[], &["--edge-attributes", &again]];
    for (file, table) in [&graph, &kept, &graph].into_iter().zip(tables) {
        let at = if table.contains(&again.as_str()) {
            "(a->b).\"(a->b).at\",(a->b).\"(a->b).made\""
        } else {
            "(a->b).at,(a->b).made"
        };
        let question = ["list", file, "a->b", "--with", at, "--sorted", "--to", "csv", "-q"];
        let rows = stdout(&[&question[..], table].concat());
        let expected = "1,2,2025-02-01 09:30:00.250000Z,2025-02-01 10:00:00";
        assert_eq!(rows.lines().nth(1), Some(expected), "{rows}");
    }
}

/// Rows are held in memory a group at a time.
#[test]
fn groups_are_bounded() {
    let scratch = Scratch::new();
    let (graph, path) = (scratch.arg("er.gpm"), scratch.arg("wedges.parquet"));
    stdout(&["generate", "er", "--vertices", "2000", "--edges", "60000", "-o", &graph]);
    let count = stdout(&["count", &graph, "wedge", "--device", "cpu"]);
    let count: i64 = count.split_whitespace().next().and_then(|count| count.parse().ok()).expect("a count");
    stdout(&["list", &graph, "wedge", "--device", "cpu", "-o", &path]);
    let reader = open(&path);
    let rows: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert!(rows.len() > 1 && rows.iter().all(|&rows| rows <= (1 << 22) / 3), "{rows:?}");
    assert_eq!((rows.iter().sum::<i64>(), reader.metadata().file_metadata().num_rows()), (count, count));
}

#[test]
fn a_stopped_run_leaves_no_half_file() {
    let scratch = Scratch::new();
    let (graph, path) = (scratch.arg("large.gpm"), scratch.arg("out.parquet"));
    stdout(&["generate", "er", "--vertices", "20000", "--edges", "600000", "-o", &graph]);
    let stopped = run(&["list", &graph, "cycle:6", "--device", "cpu", "--time-limit", "300ms", "-o", &path]);
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert_eq!(scratch.names(), ["large.gpm", "out.parquet.partial"]);
    let partial = open(&scratch.arg("out.parquet.partial"));
    assert_eq!(partial.metadata().file_metadata().schema_descr().num_columns(), 6);
    let stopped = run(&["orbits", &graph, "-k", "5", "--device", "cpu", "--time-limit", "0s", "-o", &path]);
    assert_eq!((stopped.code, scratch.names().len()), (3, 2), "{}", stopped.stderr);
}

#[test]
fn places_that_cannot_be_written() {
    let scratch = Scratch::new();
    fails(&["orbits", KARATE, "-k", "4", "-o", &scratch.arg("no/such/out.parquet")], 1, &["out.parquet"]);
    if cfg!(target_os = "linux") {
        let full = ["-o", "/dev/full", "--to", "parquet"];
        fails(&[&["orbits", KARATE, "-k", "4"], &full[..]].concat(), 1, &["/dev/full", "No space"]);
        fails(&[&["list", KARATE, "triangle"], &full[..]].concat(), 1, &["/dev/full", "No space"]);
    }
    assert!(scratch.names().is_empty());
}
