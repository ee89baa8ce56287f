//! The rows of a Parquet table of edges, each for itself.

use super::directory::has_names;
use super::parquet::{Table, ways};
use super::table::{RecordRows, refuse_two_way};
use super::{Column, TableFile, TableOptions, Way};
use crate::graph::load::Subject;
use crate::graph::{Graph, GraphError};

/// Reads the rows of a table of edges as they are. Memory holds all of them, as a graph of records does.
pub(super) fn rows(graph: &Graph, file: TableFile, options: &TableOptions) -> Result<RecordRows, GraphError> {
    let TableFile { name, source } = file;
    let table = Table::open(&name, source, Subject::Edges(options.columns.as_ref()), has_names(graph))?;
    let (direction, kinds) = (table.direction, table.missing(0));
    let (mut ends, mut batches, mut has_two_way) = (Vec::new(), Vec::new(), false);
    let (report, spoiled) = table.read(graph, |first, keys, batch| {
        if let Some(Column::Text(text)) = direction.map(|column| &batch[column]) {
            has_two_way |= ways(&name, first, text)?.contains(&Way::Both);
        }
        ends.extend_from_slice(keys);
        batches.push(batch.to_vec());
        Ok(keys.iter().filter(|key| key.is_none()).count() as u64)
    })?;
    refuse_two_way(graph, &name, has_two_way)?;
    let whole = (0..kinds.len()).filter(|at| !spoiled.contains(at)).map(|at| joined(&kinds[at], &batches, at));
    let columns = report.columns.iter().cloned().zip(whole).collect();
    Ok(RecordRows { name, ends, columns, report, labels: None })
}

/// One column of all batches.
fn joined(kind: &Column, batches: &[Vec<Column>], at: usize) -> Column {
    let mut all = kind.missing(batches.iter().map(|batch| batch[at].len()).sum());
    let mut first = 0;
    for values in batches.iter().map(|batch| &batch[at]) {
        all.learn(values);
        for row in 0..values.len() {
            all.set(first + row, values, row);
        }
        first += values.len();
    }
    all
}
