//! `.gpm` file → graph, in place if mapped.

use std::ops::Range;
use std::sync::Arc;

use bytemuck::Pod;
use memmap2::Mmap;

use super::checksum::checksum;
use super::columns::{ColumnHead, ColumnKind, decode_columns};
use super::header::{DIRECTED, Header, Section, Slot, TWO_WAY};
use super::sections::{decode_measures, decode_names, decode_statistics};
use crate::graph::attributes::Attributes;
use crate::graph::original::OriginalIds;
use crate::graph::soundness::{MappedFile, Soundness};
use crate::graph::{Column, Csr, Graph, GraphError, LabelNames, Measures, Storage, TextColumn, VertexId, WideColumn};
use crate::on_demand::OnDemand;

/// Bytes: files up to this size are checked whole when opened, which takes milliseconds. *guess*
const CHECKED_WHOLE_BYTES: usize = 16 << 20;
/// Rows looked at when a larger file is opened. *guess*
const SAMPLED_ROWS: usize = 64;

/// The bytes of a file.
enum Image<'a> {
    Mapped(Arc<Mmap>),
    Bytes(&'a [u8]),
}

/// A file whose header is sound.
struct Reader<'a> {
    name: &'a str,
    image: Image<'a>,
    header: Header,
}

/// A graph that uses the mapped file, which was in that state, in place. Cost: milliseconds whatever the size, unless `verify`.
pub(in crate::graph) fn open(name: &str, (map, state): MappedFile, verify: bool) -> Result<Graph, GraphError> {
    let is_whole = verify || map.len() <= CHECKED_WHOLE_BYTES;
    let header = Header::read(name, &map)?;
    let graph = Reader { name, image: Image::Mapped(map), header }.read(is_whole)?;
    Ok(Graph { soundness: if is_whole { Soundness::known() } else { Soundness::of_file(state) }, ..graph })
}

/// A graph copied from the bytes of a file, checked whole.
pub(in crate::graph) fn read_bytes(name: &str, bytes: &[u8]) -> Result<Graph, GraphError> {
    let header = Header::read(name, bytes)?;
    Reader { name, image: Image::Bytes(bytes), header }.read(true)
}

impl Reader<'_> {
    fn read(&self, is_whole: bool) -> Result<Graph, GraphError> {
        if is_whole {
            self.check_sums()?;
        }
        let n = self.header.num_vertices;
        let is_directed = self.header.flags & DIRECTED != 0;
        let out =
            self.rows([Section::OutOffsets, Section::OutNeighbors, Section::OutLabels], self.header.out_entries)?;
        let in_sections = [Section::InOffsets, Section::InNeighbors, Section::InLabels];
        let incoming = is_directed.then(|| self.rows(in_sections, self.header.in_entries)).transpose()?;
        let mut graph = Graph::from_rows(out, incoming, self.ids()?);
        graph.file = Some(self.name.to_owned());
        graph.vertex_labels = self.array_of(Section::VertexLabels, n)?;
        graph.vertex_label_names = self.names(Section::VertexLabelNames)?;
        graph.edge_label_names = self.names(Section::EdgeLabelNames)?;
        if let Some(splits) = self.array_of(Section::Splits, n)? {
            graph.splits = OnDemand::from(splits);
        }
        if let Some(words) = self.array::<u64>(Section::Statistics)? {
            let statistics = decode_statistics(&words).ok_or_else(|| self.damaged("statistics"))?;
            graph.statistics = OnDemand::from(statistics);
        }
        if let Some(measures) = self.measures()? {
            graph.measures = OnDemand::from(measures);
        }
        graph.attributes = self.attributes()?;
        graph.attributes.is_two_way = is_directed && self.header.flags & TWO_WAY != 0;
        graph.find_records();
        if is_whole {
            graph.validate().map_err(|error| match error {
                GraphError::Damaged { what, .. } => self.damaged(&what),
                other => other,
            })?;
        }
        Ok(graph)
    }

    fn damaged(&self, what: &str) -> GraphError {
        GraphError::Damaged { path: self.name.to_owned(), what: what.to_owned() }
    }

    fn bytes(&self) -> &[u8] {
        match &self.image {
            Image::Mapped(map) => map,
            Image::Bytes(bytes) => bytes,
        }
    }

    fn check_sums(&self) -> Result<(), GraphError> {
        for (i, slot) in self.header.slots.iter().enumerate() {
            if slot.offset != 0 && checksum(self.bytes_of(slot)) != slot.checksum {
                return Err(self.damaged(&format!("checksum of section {i}")));
            }
        }
        Ok(())
    }

    fn bytes_of(&self, slot: &Slot) -> &[u8] {
        &self.bytes()[slot.offset as usize..(slot.offset + slot.bytes) as usize]
    }

    /// What planners want to know, if the file says it as it is measured now. Few bytes, which are always checked.
    fn measures(&self) -> Result<Option<Measures>, GraphError> {
        let slot = &self.header.measures;
        if slot.offset == 0 {
            return Ok(None);
        }
        if checksum(self.bytes_of(slot)) != slot.checksum {
            return Err(self.damaged("checksum of the measures"));
        }
        let words = self.bytes_of(slot).chunks_exact(8).map(bytemuck::pod_read_unaligned).collect::<Vec<u64>>();
        Ok(decode_measures(&words))
    }

    /// The elements of a section, if present.
    fn array<T: Pod>(&self, section: Section) -> Result<Option<Storage<T>>, GraphError> {
        let slot = self.header.slots[section as usize];
        if slot.offset == 0 {
            return Ok(None);
        }
        self.elements(section, slot.offset as usize..(slot.offset + slot.bytes) as usize).map(Some)
    }

    /// The elements at these bytes, which are of a section.
    fn elements<T: Pod>(&self, section: Section, range: Range<usize>) -> Result<Storage<T>, GraphError> {
        let elements = match &self.image {
            Image::Mapped(map) => Storage::mapped(map, range),
            Image::Bytes(bytes) => {
                let elements = bytes[range.clone()].chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned);
                range.len().is_multiple_of(size_of::<T>()).then(|| elements.collect::<Vec<T>>().into())
            }
        };
        elements.ok_or_else(|| self.damaged(&format!("size of section {section:?}")))
    }

    /// The columns of attributes, if there are some.
    fn attributes(&self) -> Result<Attributes, GraphError> {
        let Some(bytes) = self.array::<u8>(Section::Columns)? else { return Ok(Attributes::default()) };
        let heads = decode_columns(&bytes).ok_or_else(|| self.damaged("columns of attributes"))?;
        let slot = self.header.slots[Section::ColumnWords as usize];
        let end = slot.offset + slot.bytes;
        let mut columns = [Vec::new(), Vec::new()];
        let mut start = slot.offset;
        for ColumnHead { of_edges, name, kind } in heads {
            let values = if of_edges { self.header.out_entries } else { self.header.num_vertices };
            let next = values.checked_mul(8).and_then(|bytes| start.checked_add(bytes)).filter(|&next| next <= end);
            let next = next.ok_or_else(|| self.damaged("length of section ColumnWords"))?;
            let range = start as usize..next as usize;
            let integers = |range| self.elements::<i64>(Section::ColumnWords, range);
            let column = match kind {
                ColumnKind::Integers => Column::Integers(integers(range)?),
                ColumnKind::Floats => Column::Floats(self.elements(Section::ColumnWords, range)?),
                ColumnKind::Moments(calendar) => Column::Moments(calendar, integers(range)?),
                ColumnKind::Wide(values) => {
                    let column = WideColumn::of_places(integers(range)?, &values);
                    Column::Wide(column.ok_or_else(|| self.damaged(&format!("integers of the column `{name}`")))?)
                }
                ColumnKind::Text(texts) => Column::Text(TextColumn::of_codes(integers(range)?, texts.into_iter())),
            };
            columns[usize::from(of_edges)].push((name.to_owned(), column));
            start = next;
        }
        let [vertices, edges] = columns;
        if start == end {
            Ok(Attributes::of_file(vertices, edges))
        } else {
            Err(self.damaged("length of section ColumnWords"))
        }
    }

    /// A section of exactly `len` elements, if present.
    fn array_of<T: Pod>(&self, section: Section, len: u64) -> Result<Option<Storage<T>>, GraphError> {
        let array = self.array(section)?;
        if array.as_ref().is_some_and(|array: &Storage<T>| array.len() as u64 != len) {
            return Err(self.damaged(&format!("length of section {section:?}")));
        }
        Ok(array)
    }

    fn rows(&self, [offsets, neighbors, labels]: [Section; 3], entries: u64) -> Result<Csr, GraphError> {
        let n = self.header.num_vertices;
        let missing = |section| self.damaged(&format!("no section {section:?}"));
        let offsets = self.array_of::<u64>(offsets, n + 1)?.ok_or_else(|| missing(offsets))?;
        let neighbors = self.array_of::<VertexId>(neighbors, entries)?.ok_or_else(|| missing(neighbors))?;
        let labels = self.array_of(labels, entries)?;
        if offsets[0] != 0 || offsets[n as usize] != entries {
            return Err(self.damaged("row bounds do not span the neighbours"));
        }
        let csr = Csr::from_parts(offsets, neighbors, labels);
        let step = (n as usize / SAMPLED_ROWS).max(1);
        let flaw = (0..n as usize).step_by(step).find_map(|v| csr.row_flaw(v as VertexId));
        flaw.map_or(Ok(csr), |what| Err(self.damaged(&what)))
    }

    fn names(&self, section: Section) -> Result<LabelNames, GraphError> {
        let Some(bytes) = self.array::<u8>(section)? else { return Ok(LabelNames::default()) };
        decode_names(&bytes).ok_or_else(|| self.damaged("label names"))
    }

    fn ids(&self) -> Result<OriginalIds, GraphError> {
        let n = self.header.num_vertices;
        if let Some(ids) = self.array_of(Section::Ids, n)? {
            return Ok(OriginalIds::Integers(ids));
        }
        let Some(offsets) = self.array_of::<u64>(Section::NameOffsets, n + 1)? else {
            return Ok(OriginalIds::Range { first: self.header.first_id });
        };
        let bytes = self.array::<u8>(Section::NameBytes)?.ok_or_else(|| self.damaged("no names"))?;
        Ok(OriginalIds::Names { offsets, bytes })
    }
}
