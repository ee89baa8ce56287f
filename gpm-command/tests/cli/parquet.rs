//! Attributes from Parquet files.

use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::{Scratch, fails, run, stdout};

/// Five vertices: a triangle 1 2 3, and 3-40-5.
const EDGES: &str = "1 2\n2 3\n1 3\n3 40\n40 5\n";

/// The values of a column, those that are there.
pub(crate) enum Values<'a> {
    Int32(&'a [Option<i32>]),
    Int64(&'a [Option<i64>]),
    Double(&'a [Option<f64>]),
    Boolean(&'a [Option<bool>]),
    Text(&'a [Option<&'a str>]),
}
use Values::{Boolean, Double, Int32, Int64, Text};

/// A file with the fields of `schema`, each of whose values are split into row groups of `rows`.
pub(crate) fn table(schema: &str, columns: &[Values<'_>], rows: usize, compression: Compression) -> Vec<u8> {
    table_with(schema, columns, rows, WriterProperties::builder().set_compression(compression).build())
}

/// The same with these properties.
pub(crate) fn table_with(schema: &str, columns: &[Values<'_>], rows: usize, properties: WriterProperties) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(&format!("message table {{ {schema}; }}")).expect("a schema"));
    let properties = Arc::new(properties);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).expect("a file");
    let len = match &columns[0] {
        Int32(values) => values.len(),
        Int64(values) => values.len(),
        Double(values) => values.len(),
        Boolean(values) => values.len(),
        Text(values) => values.len(),
    };
    for start in (0..len).step_by(rows) {
        let part = start..len.min(start + rows);
        let mut group = writer.next_row_group().expect("a row group");
        for column in columns {
            match column {
                Int32(values) => write::<Int32Type>(&mut group, &values[part.clone()]),
                Int64(values) => write::<Int64Type>(&mut group, &values[part.clone()]),
                Double(values) => write::<DoubleType>(&mut group, &values[part.clone()]),
                Boolean(values) => write::<BoolType>(&mut group, &values[part.clone()]),
                Text(values) => {
                    let bytes: Vec<_> = values[part.clone()].iter().map(|value| value.map(ByteArray::from)).collect();
                    write::<ByteArrayType>(&mut group, &bytes);
                }
            }
        }
        group.close().expect("the row group is complete");
    }
    writer.into_inner().expect("the file is complete")
}

fn write<T: DataType>(group: &mut SerializedRowGroupWriter<'_, Vec<u8>>, values: &[Option<T::T>]) {
    let mut column = group.next_column().expect("a column").expect("the schema has one more");
    let there: Vec<T::T> = values.iter().flatten().cloned().collect();
    // Fields that must be there have no levels.
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    column.typed::<T>().write_batch(&there, Some(&levels), None).expect("the values are written");
    column.close().expect("the column is complete");
}

/// As in `filters.rs`, and a flag and days.
fn vertices() -> Vec<u8> {
    let schema = "required int64 id; optional int32 age; optional double score; optional binary name (UTF8);
                  optional boolean member; optional int32 born (DATE); optional int32 price (DECIMAL(5,2))";
    let columns = [
        Int64(&[Some(3), Some(1), Some(2), Some(40), Some(99)]),
        Int32(&[Some(30), Some(10), None, Some(40), Some(1)]),
        Double(&[Some(1.5), Some(2.0), Some(0.5), Some(-1e2), Some(1.0)]),
        Text(&[Some("Ada, L."), Some("Bob"), Some("Cid"), None, Some("Eve")]),
        Boolean(&[Some(true), Some(false), Some(true), None, None]),
        Int32(&[Some(-5000), Some(9000), Some(9001), Some(0), None]),
        Int32(&[Some(100), Some(200), Some(300), Some(400), None]),
    ];
    table(schema, &columns, 2, Compression::SNAPPY)
}

fn edges() -> Vec<u8> {
    let columns = [
        Int32(&[Some(2), Some(3), Some(1), Some(3), Some(1)]),
        Text(&[Some("1"), Some("2"), Some("3"), Some("40"), Some("40")]),
        Int64(&[Some(7), Some(8), Some(9), Some(3_000_000_000_000), Some(1)]),
    ];
    let schema = "required int32 from (UINT_32); required binary to (UTF8); required int64 amount";
    table(schema, &columns, 100, Compression::ZSTD(ZstdLevel::default()))
}

#[test]
fn counts() {
    let scratch = Scratch::new();
    let (graph, vertices) = (scratch.file("g.el", EDGES), scratch.file("v.parquet", vertices()));
    // The content tells the format, not the name.
    let edges = scratch.file("edges", edges());
    let args = |pattern| {
        let tables = ["--vertex-attributes", &vertices, "--edge-attributes", &edges];
        [&["count", &graph, pattern, "--device", "cpu"], &tables[..]].concat()
    };
    for (pattern, count) in [
        ("a-b where a.age < b.age", "2"),
        ("a-b where a.score > b.score", "4"),
        ("a-b where a.age != b.age or a.age == b.age", "2"),
        ("a-b where (a-b).amount >= 8", "3"),
        ("triangle where (0-1).amount + (1-2).amount + (0-2).amount == 24", "1"),
        ("a-b where a.member == 1 and b.member == 0", "2"),
        ("a-b where a.born < date '1970-01-01' and b.born >= date '1994-08-23'", "2"),
        ("a-b where a.name != b.name or a.name = b.name", "3"),
    ] {
        let printed = stdout(&args(pattern));
        assert_eq!(printed.split_whitespace().next(), Some(count), "{pattern}: {printed}");
    }
    let said = run(&args("edge")).stderr;
    for part in [
        "5 rows, columns `age`, `score`, `name` (text), `member`, `born` (dates)",
        "column `price` left out: decimals",
        "1 row is not about",
        "columns `amount`",
    ] {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
}

#[test]
fn names_are_ids() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "x y\ny 7\n");
    let columns = [Text(&[Some("y"), Some("7"), Some("x")]), Int64(&[Some(1), Some(2), Some(3)])];
    let bytes =
        table("required binary id (UTF8); required int64 w", &columns, 9, Compression::GZIP(Default::default()));
    let table = scratch.file("t.parquet", bytes);
    assert!(stdout(&["count", &graph, "a-b where a.w < b.w", "--vertex-attributes", &table]).starts_with("2 "));
}

/// Row groups and batches end where they like, and rows about other graphs take no room.
#[test]
fn many_rows() {
    const ROWS: i64 = 200_000;
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let ids: Vec<Option<i64>> = (0..ROWS).rev().map(Some).collect();
    let weights: Vec<Option<i64>> = (0..ROWS).rev().map(|id| (id % 3 > 0).then_some(id * 10)).collect();
    let columns = [Int64(&ids), Int64(&weights)];
    let bytes = table("required int64 id; optional int64 w", &columns, 70_001, Compression::LZ4_RAW);
    let table = scratch.file("t.parquet", bytes);
    let left = run(&["count", &graph, "a-b where a.w < b.w and a.w == 10 * a.id", "--vertex-attributes", &table]);
    assert!(left.stdout.starts_with("2 "), "1-2 and 5-40: {}", left.stdout);
    assert!(left.stderr.contains("199995 rows are not about"), "{}", left.stderr);
}

#[test]
fn bad_tables() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", EDGES);
    let refuses = |option: &str, bytes: &[u8], words: &[&str]| {
        let table = scratch.file("t.parquet", bytes);
        fails(&["count", &graph, "edge", option, &table], 2, words);
    };
    let plain = |schema: &str, columns: &[Values<'_>]| table(schema, columns, 9, Compression::UNCOMPRESSED);
    let of_vertices = |schema: &str, columns: &[Values<'_>], words: &[&str]| {
        refuses("--vertex-attributes", &plain(schema, columns), words);
    };
    let one = Int64(&[Some(1), Some(2)]);
    of_vertices("required int64 id", &[one], &["1 column;", "the id comes first"]);
    let values = || Double(&[Some(1.0), Some(2.0)]);
    of_vertices("required double x; required double y", &[values(), values()], &["`x`", "reorder the columns"]);
    let with_ids = |ids: Values<'_>, words: &[&str]| {
        of_vertices("optional int64 id; required double y", &[ids, values()], words);
    };
    with_ids(Int64(&[Some(1), None]), &["row 2", "`null`", "an id"]);
    with_ids(Int64(&[Some(-1), Some(1)]), &["row 1", "`-1`", "an id"]);
    with_ids(Int64(&[Some(1), Some(1)]), &["t.parquet:2", "vertex `1` has a row before"]);
    let names = Text(&[Some("1"), Some("one")]);
    of_vertices("required binary id (UTF8); required double y", &[names, values()], &["row 2", "`one`"]);
    let large = [Int64(&[Some(1), Some(2)]), Int64(&[Some(3), Some(-1)])];
    // Whoever asks for a column that cannot be held is told why.
    let large = scratch.file("large.parquet", plain("required int64 id; required int64 x (UINT_64)", &large));
    let asked = ["count", &graph, "a-b where a.x > 1", "--vertex-attributes", &large];
    fails(&asked, 2, &["row 2", "18446744073709551615", "2^63"]);
    let twice = [Int64(&[Some(1), Some(2)]), Int64(&[Some(2), Some(1)]), Int64(&[Some(3), Some(4)])];
    let bytes = plain("required int64 u; required int64 v; required int64 x", &twice);
    let differ = scratch.file("differ.parquet", &bytes);
    fails(
        &["count", &graph, "a-b where (a-b).x > 1", "--edge-attributes", &differ],
        2,
        &["differ in `x`", "--combine"],
    );
    refuses("--edge-attributes", &bytes[..bytes.len() - 20], &["cannot be read as a Parquet table"]);
    refuses("--edge-attributes", b"PAR1....", &["cannot be read as a Parquet table"]);
    let two = plain("required int64 id; required double y", &[Int64(&[Some(1)]), Double(&[Some(1.0)])]);
    refuses("--edge-attributes", &two, &["2 columns", "both ids come first"]);
}
