//! `gpm merge` of counts for each vertex or edge: the table that the whole run would have written.

use std::path::{Path, PathBuf};

use gpm::{Graph, ShardSum, ShardTable};

use super::part_file::{different_runs, merged_sum};
use super::table_part::{RowsOf, TablePart};
use crate::process::Failure;
use crate::rows::{ColumnHead, CountTable, Kind, PackedFile, Places, RowFormat};

/// Reads parts, which must be all of one run.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<TablePart>, Failure> {
    let parts = paths.iter().map(|path| TablePart::read(path)).collect::<Result<Vec<_>, _>>()?;
    for (path, part) in paths.iter().zip(&parts) {
        if part.layout() != parts[0].layout() {
            return Err(different_runs(&paths[0], path));
        }
    }
    for at in 0..parts[0].sums.len() {
        let totals: Vec<ShardSum> = parts.iter().map(|part| part.sums[at].2.total).collect();
        merged_sum(paths, &totals)?;
    }
    Ok(parts)
}

/// Writes the table of all parts, which were counted on this graph.
pub(crate) fn write(
    mut parts: Vec<TablePart>,
    (path, graph): (&Path, &Graph),
    format: RowFormat,
    file: PackedFile,
) -> Result<(), Failure> {
    if !parts[0].is_of(graph) {
        let message = format!("`{}` is not the graph of these parts, or was read in another way", path.display());
        return Err(Failure::input(message));
    }
    let (columns, table) = (std::mem::take(&mut parts[0].head.columns), parts[0].head.table);
    let places = match table {
        RowsOf::Vertices => Places::Vertices,
        RowsOf::Edges => Places::Edges(graph.edges()),
    };
    let num_rows = match &places {
        Places::Vertices | Places::Records => graph.num_vertices(),
        Places::Edges(edges) => edges.len(),
    };
    if parts.iter().any(|part| !part.has_rows(num_rows)) {
        let message =
            format!("a part has not a row for each of the {num_rows} rows of the table: count its shard again");
        return Err(Failure::input(message));
    }
    let mut counts: Vec<Vec<u128>> = vec![vec![0; num_rows]; columns.len()];
    for at in (0..parts[0].sums.len()).rev() {
        // Each sum is done with when it is merged: parts may be large.
        let (column, times, _) = parts[0].sums[at];
        let tables: Vec<ShardTable> =
            parts.iter_mut().filter_map(|part| part.sums.pop()).map(|(.., table)| table).collect();
        let merged = ShardTable::merge(&tables).map_err(|error| Failure::Input(error.into()))?;
        for (sum, count) in counts[column].iter_mut().zip(merged.iter()) {
            let added = count.checked_mul(times).and_then(|count| sum.checked_add(count));
            *sum = added.ok_or_else(|| Failure::overflow("a count"))?;
        }
    }
    let is_wide = |counts: &Vec<u128>| counts.iter().any(|&count| u64::try_from(count).is_err());
    let head = |(name, counts)| ColumnHead::new(name, if is_wide(counts) { Kind::WideCount } else { Kind::Count });
    let table = CountTable {
        graph,
        places,
        columns: columns.iter().zip(&counts).map(head).collect(),
        count: |column: usize, row: usize| counts[column][row],
    };
    table.write(format, file)
}
