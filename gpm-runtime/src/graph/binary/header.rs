//! The header of a `.gpm` file and its checks.

use bytemuck::{Pod, Zeroable};

use super::checksum::checksum;
use crate::graph::GraphError;

/// First bytes of every `.gpm` file.
pub(super) const MAGIC: &[u8; 8] = b"GPMGRAPH";
/// The latest version read: that of files with attributes.
pub(super) const VERSION: u32 = 2;
/// Version of files without attributes, which older programs read too.
const PLAIN_VERSION: u32 = 1;
/// Reads as its bytes reversed on a machine of the other byte order.
const BYTE_ORDER: u32 = 0x0102_0304;
/// Sections start at multiples of this.
pub(super) const ALIGNMENT: u64 = 64;
/// Slots of the section table.
pub(super) const NUM_SECTIONS: usize = 16;
/// Flag: edges have directions.
pub(super) const DIRECTED: u64 = 1;

/// Flag: each edge is two arcs, as the file that the graph was read from knows no directions. Without it, as before there was one,
/// rows about an arc are about that arc.
pub(super) const TWO_WAY: u64 = 2;

/// What a section holds; the discriminant is its slot in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    OutOffsets = 0,
    OutNeighbors = 1,
    OutLabels = 2,
    InOffsets = 3,
    InNeighbors = 4,
    InLabels = 5,
    VertexLabels = 6,
    VertexLabelNames = 7,
    EdgeLabelNames = 8,
    Ids = 9,
    NameOffsets = 10,
    NameBytes = 11,
    Splits = 12,
    Statistics = 13,
    /// Names, kinds and texts of the columns of attributes. Since version 2.
    Columns = 14,
    /// Their values: one word a vertex or entry of the out rows, column after column. Since version 2.
    ColumnWords = 15,
}

/// Where a section is. `offset` 0 means absent.
#[derive(Debug, Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Slot {
    /// Bytes from the start of the file.
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) checksum: u64,
}

/// Everything before the sections, in the byte order of the machine.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Header {
    magic: [u8; 8],
    byte_order: u32,
    version: u32,
    pub(super) flags: u64,
    pub(super) num_vertices: u64,
    /// Entries of the out rows.
    pub(super) out_entries: u64,
    /// Entries of the in rows; 0 if undirected.
    pub(super) in_entries: u64,
    /// Original id of vertex 0 if ids are a range.
    pub(super) first_id: u64,
    pub(super) file_bytes: u64,
    pub(super) slots: [Slot; NUM_SECTIONS],
    /// Checksum of all bytes before it.
    checksum: u64,
    /// Where the measures for planners are; zeros in files of older programs, which pass over it in new ones. It lies behind the checksum of the
    /// header: the section has its own.
    pub(super) measures: Slot,
    reserved: [u64; 20],
}

/// Bytes of the header; a multiple of [`ALIGNMENT`].
pub(super) const HEADER_BYTES: usize = size_of::<Header>();
const _: () = assert!(HEADER_BYTES.is_multiple_of(ALIGNMENT as usize) && HEADER_BYTES == 640);

impl Header {
    pub(super) fn new(has_attributes: bool) -> Self {
        let version = if has_attributes { VERSION } else { PLAIN_VERSION };
        Self { magic: *MAGIC, byte_order: BYTE_ORDER, version, ..Self::zeroed() }
    }

    /// Puts the checksum in; call last.
    pub(super) fn seal(&mut self) {
        self.checksum = self.own_checksum();
    }

    fn own_checksum(&self) -> u64 {
        checksum(&bytemuck::bytes_of(self)[..std::mem::offset_of!(Self, checksum)])
    }

    /// The header of `file`, checked against itself and the length of the file.
    pub(super) fn read(name: &str, file: &[u8]) -> Result<Self, GraphError> {
        let damaged = |what: String| GraphError::Damaged { path: name.to_owned(), what };
        if !file.starts_with(MAGIC) {
            return Err(super::not_binary(name));
        }
        let Some(bytes) = file.get(..HEADER_BYTES) else {
            return Err(damaged(format!("only {} bytes, shorter than its header", file.len())));
        };
        let header: Self = bytemuck::pod_read_unaligned(bytes);
        if header.byte_order == BYTE_ORDER.swap_bytes() {
            return Err(GraphError::ForeignEndian { path: name.to_owned() });
        }
        if header.byte_order == BYTE_ORDER && header.version > VERSION {
            return Err(GraphError::NewerVersion { path: name.to_owned(), found: header.version, supported: VERSION });
        }
        if header.byte_order != BYTE_ORDER || header.version == 0 || header.checksum != header.own_checksum() {
            return Err(damaged("header checksum".to_owned()));
        }
        if header.file_bytes != file.len() as u64 {
            return Err(damaged(format!("{} bytes instead of {}: truncated?", file.len(), header.file_bytes)));
        }
        if header.num_vertices > u64::from(u32::MAX) {
            return Err(GraphError::TooManyVertices { path: name.to_owned(), vertices: header.num_vertices });
        }
        let is_inside = |slot: &Slot| slot.offset.checked_add(slot.bytes).is_some_and(|end| end <= header.file_bytes);
        let mut slots = header.slots.iter().chain([&header.measures]);
        if !slots.all(|slot| is_inside(slot) && slot.offset % ALIGNMENT == 0) {
            return Err(damaged("a section lies outside the file".to_owned()));
        }
        Ok(header)
    }
}
