//! Graph → `.gpm` file, atomically.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use super::checksum::checksum;
use super::columns::encode_columns;
use super::header::{ALIGNMENT, DIRECTED, HEADER_BYTES, Header, Section, Slot, TWO_WAY};
use super::sections::{encode_measures, encode_names, encode_statistics};
use crate::graph::atomic_file::AtomicFile;
use crate::graph::attributes::Attributes;
use crate::graph::original::OriginalIds;
use crate::graph::{Csr, Graph, GraphError};

/// Writes `graph` to `path`. Splits and measures are always written, statistics if they are known.
pub(in crate::graph) fn save(graph: &Graph, path: &Path) -> Result<(), GraphError> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        write_to(graph, &mut file)?;
        file.commit()
    };
    write().map_err(|source| GraphError::io(path, "write", source))
}

/// The bytes of the file, to any writer.
pub(in crate::graph) fn write_to(graph: &Graph, out: &mut dyn Write) -> io::Result<()> {
    if graph.members.is_some() {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "a .gpm file holds one graph, not a database of many"));
    }
    let sections = sections(graph);
    let mut header = Header::new(sections.iter().any(|(section, _)| *section == Section::Columns));
    header.flags = flags(graph);
    header.num_vertices = graph.num_vertices() as u64;
    header.out_entries = graph.out.num_entries();
    header.in_entries = graph.incoming.as_ref().map_or(0, Csr::num_entries);
    if let OriginalIds::Range { first } = graph.ids {
        header.first_id = first;
    }
    let mut end = HEADER_BYTES as u64;
    let mut next = |bytes: &[u8]| {
        let slot = Slot { offset: end, bytes: bytes.len() as u64, checksum: checksum(bytes) };
        end = (end + slot.bytes).next_multiple_of(ALIGNMENT);
        slot
    };
    let measures = encode_measures(graph.measures());
    let measures: &[u8] = bytemuck::cast_slice(&measures);
    header.measures = next(measures);
    for (section, bytes) in &sections {
        header.slots[*section as usize] = next(bytes);
    }
    header.file_bytes = end;
    header.seal();
    out.write_all(bytemuck::bytes_of(&header))?;
    for bytes in [measures].into_iter().chain(sections.iter().map(|(_, bytes)| &**bytes)) {
        out.write_all(bytes)?;
        let padding = bytes.len().next_multiple_of(ALIGNMENT as usize) - bytes.len();
        out.write_all(&[0; ALIGNMENT as usize][..padding])?;
    }
    Ok(())
}

fn flags(graph: &Graph) -> u64 {
    match (graph.is_directed(), graph.attributes.is_two_way) {
        (false, _) => 0,
        (true, false) => DIRECTED,
        (true, true) => DIRECTED | TWO_WAY,
    }
}

/// The sections present, in file order.
pub(super) fn sections(graph: &Graph) -> Vec<(Section, Cow<'_, [u8]>)> {
    let mut sections = Vec::new();
    let mut add = |section, bytes: Cow<'static, [u8]>| sections.push((section, bytes));
    // Encoded sections first while the closure holds the list; arrays below borrow from the graph.
    if !graph.vertex_label_names.is_empty() {
        add(Section::VertexLabelNames, encode_names(&graph.vertex_label_names).into());
    }
    if !graph.edge_label_names.is_empty() {
        add(Section::EdgeLabelNames, encode_names(&graph.edge_label_names).into());
    }
    let Attributes { vertices, edges, .. } = &graph.attributes;
    if !vertices.is_empty() || !edges.is_empty() {
        add(Section::Columns, encode_columns([vertices, edges]).into());
    }
    if let Some(statistics) = graph.statistics.get() {
        add(Section::Statistics, bytemuck::cast_slice(&encode_statistics(statistics)).to_vec().into());
    }
    let mut sections: Vec<(Section, Cow<'_, [u8]>)> = sections;
    let mut borrow = |section, bytes| sections.push((section, Cow::Borrowed(bytes)));
    borrow(Section::OutOffsets, bytemuck::cast_slice(graph.out.offsets()));
    borrow(Section::OutNeighbors, bytemuck::cast_slice(graph.out.neighbors()));
    if let Some(labels) = graph.out.labels() {
        borrow(Section::OutLabels, bytemuck::cast_slice(labels));
    }
    if let Some(incoming) = &graph.incoming {
        borrow(Section::InOffsets, bytemuck::cast_slice(incoming.offsets()));
        borrow(Section::InNeighbors, bytemuck::cast_slice(incoming.neighbors()));
        if let Some(labels) = incoming.labels() {
            borrow(Section::InLabels, bytemuck::cast_slice(labels));
        }
    }
    if let Some(labels) = graph.vertex_labels() {
        borrow(Section::VertexLabels, bytemuck::cast_slice(labels));
    }
    match &graph.ids {
        OriginalIds::Range { .. } => {}
        OriginalIds::Integers(ids) => borrow(Section::Ids, bytemuck::cast_slice(ids)),
        OriginalIds::Names { offsets, bytes } => {
            borrow(Section::NameOffsets, bytemuck::cast_slice(offsets));
            borrow(Section::NameBytes, bytes);
        }
    }
    borrow(Section::Splits, bytemuck::cast_slice(graph.splits()));
    if !vertices.is_empty() || !edges.is_empty() {
        let columns: Vec<&[u64]> = vertices.iter().chain(edges).map(|(_, column)| column.words()).collect();
        sections.push((Section::ColumnWords, bytemuck::cast_slice(&columns.concat()).to_vec().into()));
    }
    sections
}
