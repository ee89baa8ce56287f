//! Parquet files with an index of pandas, and damaged ones.

use std::fs::File;

use parquet::basic::Compression;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader, ParquetMetaDataWriter};
use parquet::file::properties::WriterProperties;

use crate::parquet::{Values, table, table_with};
use crate::{Scratch, fails, run, stdout};

use Values::{Int64, Text};

/// A file in which pandas stored its index, under this name, as the last of its columns.
fn indexed(schema: &str, columns: &[Values<'_>], index: &str) -> Vec<u8> {
    let pandas =
        format!("{{\"index_columns\": [\"{index}\"], \"columns\": [], \"creator\": {{\"library\": \"pyarrow\"}}}}");
    let metadata = vec![KeyValue::new("pandas".to_owned(), pandas)];
    let properties = WriterProperties::builder().set_key_value_metadata(Some(metadata)).build();
    table_with(schema, columns, 9, properties)
}

#[test]
fn the_index_of_pandas_is_no_attribute() {
    let scratch = Scratch::new();
    let numbers = |values: [i64; 3]| values.map(Some);
    let (from, to, amount, index) = (numbers([1, 2, 3]), numbers([2, 3, 1]), numbers([5, 6, 7]), numbers([2, 0, 1]));
    let columns = || [Int64(&from), Int64(&to), Int64(&amount), Int64(&index)];
    // Under names that say nothing the index could be an id.
    for (names, asked) in [(["source", "target"], &[][..]), (["customer", "merchant"], &[])] {
        let schema = format!(
            "required int64 {}; required int64 {}; required int64 amount; required int64 __index_level_0__",
            names[0], names[1]
        );
        let edges = scratch.file("e.parquet", indexed(&schema, &columns(), "__index_level_0__"));
        let count =
            |more: &[&str]| stdout(&[&["count", &edges, "a->b where (a->b).amount > 5", "-q"], asked, more].concat());
        assert!(count(&[]).starts_with("2 "), "{names:?}");
        assert!(count(&["--edge-attributes", &edges]).starts_with("2 "), "{names:?}");
        let said = run(&["count", &edges, "a->b", "--edge-attributes", &edges]).stderr;
        assert!(said.contains("columns `amount`") && !said.contains("`__index_level_0__`,"), "{said}");
    }
    // An index of vertices is their id, if it has a name or the others are none.
    let graph = scratch.file("g.el", "1 2\n2 3\n");
    let (age, id) = (numbers([30, 10, 20]), numbers([1, 2, 3]));
    for index in ["id", "__index_level_0__"] {
        let schema = format!("required int64 age; required int64 {index}");
        let vertices = scratch.file("v.parquet", indexed(&schema, &[Int64(&age), Int64(&id)], index));
        let question = ["count", &graph, "a-b where a.age == 30", "-q", "--vertex-attributes", &vertices];
        assert!(stdout(&question).starts_with("1 "), "{index}");
    }
}

/// The file with as many rows in its row group as it says.
fn claiming(scratch: &Scratch, bytes: &[u8], rows: i64) -> Vec<u8> {
    let whole = File::open(scratch.file("whole", bytes)).expect("it was written");
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&whole).expect("a file");
    let groups = metadata.row_groups().iter();
    let groups = groups.map(|group| group.clone().into_builder().set_num_rows(rows).build().expect("a row group"));
    let metadata = metadata.clone().into_builder().set_row_groups(groups.collect()).build();
    let footer = u32::from_le_bytes(bytes[bytes.len() - 8..bytes.len() - 4].try_into().expect("four bytes")) as usize;
    let mut damaged = bytes[..bytes.len() - 8 - footer].to_vec();
    ParquetMetaDataWriter::new(&mut damaged, &metadata).finish().expect("memory is writable");
    damaged
}

#[test]
fn rows_that_are_claimed_take_no_memory() {
    let scratch = Scratch::new();
    let (from, to) = ([Some(1), Some(2)], [Some(2), Some(3)]);
    let labels = [Some("x"), Some("y")];
    let edges = table(
        "required int64 source; required int64 target; required int64 w",
        &[Int64(&from), Int64(&to), Int64(&to)],
        9,
        Compression::UNCOMPRESSED,
    );
    let vertices = table(
        "required int64 id; required binary label (UTF8)",
        &[Int64(&from), Text(&labels)],
        9,
        Compression::SNAPPY,
    );
    let graph = scratch.file("g.el", "1 2\n2 3\n");
    for rows in [3, 1 << 40, 1 << 60, i64::MAX] {
        let edges = scratch.file("e.parquet", claiming(&scratch, &edges, rows));
        let vertices = scratch.file("v.parquet", claiming(&scratch, &vertices, rows));
        let words = ["ends before the others"];
        fails(&["count", &edges, "edge"], 2, &words);
        fails(&["count", &graph, "edge", "--edge-attributes", &edges], 2, &words);
        fails(&["count", &graph, "edge", "--vertex-attributes", &vertices], 2, &words);
        fails(&["count", &graph, "edge", "--labels", &vertices], 2, &words);
    }
}
