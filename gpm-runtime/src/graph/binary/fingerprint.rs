//! A number that tells graphs apart by what they hold.

use super::checksum::checksum;
use super::header::Section;
use super::write::sections;
use crate::graph::Graph;
use crate::graph::original::OriginalIds;

/// The checksum of all sections but the statistics and attributes, which a graph may have or not.
pub(in crate::graph) fn structure(graph: &Graph) -> u64 {
    let first_id = match graph.ids {
        OriginalIds::Range { first } => first,
        OriginalIds::Integers(_) | OriginalIds::Names { .. } => 0,
    };
    let mut words = vec![u64::from(graph.is_directed()), graph.num_vertices() as u64, first_id];
    for (section, bytes) in sections(graph) {
        if !matches!(section, Section::Statistics | Section::Columns | Section::ColumnWords) {
            words.extend([section as u64, checksum(&bytes)]);
        }
    }
    checksum(bytemuck::cast_slice(&words))
}

/// The same with all attributes.
pub(in crate::graph) fn fingerprint(graph: &Graph) -> u64 {
    let mut words = vec![structure(graph)];
    for (kind, columns) in [&graph.attributes.vertices, &graph.attributes.edges].into_iter().enumerate() {
        for (name, column) in columns {
            words.extend([kind as u64, checksum(name.as_bytes()), checksum(column.what().as_bytes())]);
            words.push(checksum(bytemuck::cast_slice(column.words())));
        }
    }
    checksum(bytemuck::cast_slice(&words))
}
