//! Text that is written in the order of the rows, and packed as the name of the file says.

use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

use crate::graph::atomic_file::AtomicFile;
use crate::graph::{Graph, GraphError, VertexId};

/// Rows formatted by one task. *guess*
const BLOCK_ROWS: usize = 1 << 12;
/// Tasks formatted before their text is written. *guess*
const BATCH_BLOCKS: usize = 64;

/// Writes through the compressor that the name of `path` asks for.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), GraphError> {
    let failed = |source| GraphError::io(path, "write", source);
    let mut file = AtomicFile::create(path).map_err(failed)?;
    let written = match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => {
            let mut encoder = flate2::write::GzEncoder::new(&mut file, flate2::Compression::fast());
            write(&mut encoder).and_then(|()| encoder.finish().map(drop))
        }
        Some("zst") => zstd::Encoder::new(&mut file, 3).and_then(|mut encoder| {
            write(&mut encoder)?;
            encoder.finish().map(drop)
        }),
        Some(_) | None => write(&mut file),
    };
    written.and_then(|()| file.commit()).map_err(failed)
}

/// Formats all rows in parallel and writes them in order.
pub(super) fn write_rows(
    graph: &Graph,
    out: &mut dyn Write,
    format: impl Fn(&mut Vec<u8>, VertexId) + Sync,
) -> io::Result<()> {
    let n = graph.num_vertices();
    let blocks: Vec<usize> = (0..n).step_by(BLOCK_ROWS).collect();
    for batch in blocks.chunks(BATCH_BLOCKS) {
        let texts: Vec<Vec<u8>> = batch
            .par_iter()
            .map(|&first| {
                let mut text = Vec::new();
                (first..n.min(first + BLOCK_ROWS)).for_each(|v| format(&mut text, v as VertexId));
                text
            })
            .collect();
        texts.iter().try_for_each(|text| out.write_all(text))?;
    }
    Ok(())
}
