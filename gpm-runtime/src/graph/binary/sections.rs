//! Sections that are not plain arrays: label names, statistics, and measures for planners.

use crate::graph::{GraphStatistics, LabelNames, Measures};

/// Each name as its length (`u32`, little endian) and its bytes.
pub(super) fn encode_names(names: &LabelNames) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in names.iter() {
        bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name.as_bytes());
    }
    bytes
}

/// Inverse of [`encode_names`]; `None` if the bytes are no such list.
pub(super) fn decode_names(mut bytes: &[u8]) -> Option<LabelNames> {
    let mut names = Vec::new();
    while !bytes.is_empty() {
        let (len, rest) = bytes.split_first_chunk::<4>()?;
        let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        names.push(std::str::from_utf8(name).ok()?.to_owned());
        bytes = rest;
    }
    Some(LabelNames::from_names(names))
}

/// Words: single values, low then high halves of wide ones, then both histograms with their lengths.
pub(super) fn encode_statistics(s: &GraphStatistics) -> Vec<u64> {
    let halves = |wide: u128| [wide as u64, (wide >> 64) as u64];
    let mut words = vec![s.vertices, s.edges, s.undirected_edges, s.max_degree, s.min_degree, s.mean_degree.to_bits()];
    words.extend([s.sum_squared_degrees, s.sum_cubed_degrees, s.wedges].into_iter().flat_map(halves));
    words.extend([s.triangles, u64::from(s.degeneracy), s.components, s.isolated]);
    for histogram in [&s.vertex_label_histogram, &s.edge_label_histogram] {
        words.push(histogram.len() as u64);
        words.extend_from_slice(histogram);
    }
    words
}

/// Inverse of [`encode_statistics`]; `None` if the words are no such record.
pub(super) fn decode_statistics(words: &[u64]) -> Option<GraphStatistics> {
    let (fixed, rest) = words.split_first_chunk::<16>()?;
    let wide = |at: usize| u128::from(fixed[at]) | u128::from(fixed[at + 1]) << 64;
    let (&len, rest) = rest.split_first()?;
    let (vertex_labels, rest) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    let (&len, edge_labels) = rest.split_first()?;
    (edge_labels.len() as u64 == len).then(|| GraphStatistics {
        vertices: fixed[0],
        edges: fixed[1],
        undirected_edges: fixed[2],
        max_degree: fixed[3],
        min_degree: fixed[4],
        mean_degree: f64::from_bits(fixed[5]),
        sum_squared_degrees: wide(6),
        sum_cubed_degrees: wide(8),
        wedges: wide(10),
        triangles: fixed[12],
        degeneracy: fixed[13] as u32,
        components: fixed[14],
        isolated: fixed[15],
        vertex_label_histogram: vertex_labels.to_vec(),
        edge_label_histogram: edge_labels.to_vec(),
    })
}

/// Words: the version, then the figures.
pub(super) fn encode_measures(measures: &Measures) -> Vec<u64> {
    let mut words = vec![Measures::VERSION];
    words.extend_from_slice(bytemuck::cast_slice(std::slice::from_ref(measures)));
    words
}

/// Inverse of [`encode_measures`]; `None` if they were measured otherwise than they would be now.
pub(super) fn decode_measures(words: &[u64]) -> Option<Measures> {
    let figures = words.strip_prefix(&[Measures::VERSION])?;
    bytemuck::try_pod_read_unaligned(bytemuck::cast_slice(figures)).ok()
}
