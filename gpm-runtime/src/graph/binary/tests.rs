use std::fs;
use std::path::PathBuf;

use super::checksum::checksum;
use super::header::HEADER_BYTES;
use crate::graph::{Graph, GraphBuilder, GraphError, LoadOptions, load_bytes};

/// A directed graph that has every section.
fn rich_graph() -> Graph {
    let graph = GraphBuilder::directed()
        .labelled_edge(0, 1, "likes")
        .labelled_edge(1, 2, "knows")
        .labelled_edge(3, 0, "likes")
        .vertex_labels(["a", "b", "a", "c", "b"])
        .build()
        .unwrap();
    graph.statistics();
    graph
}

fn saved(graph: &Graph) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("graph.gpm");
    graph.save(&path).unwrap();
    (directory, path)
}

#[test]
fn round_trip_keeps_everything() {
    let graph = rich_graph();
    let (_directory, path) = saved(&graph);
    let read = Graph::load(&path).unwrap();
    assert!(read.is_directed() && read.statistics.get().is_some());
    assert_eq!(read.statistics(), graph.statistics());
    assert_eq!(read.out().neighbors(), graph.out().neighbors());
    assert_eq!(read.out().labels(), graph.out().labels());
    assert_eq!(read.incoming().labels(), graph.incoming().labels());
    assert_eq!(read.vertex_labels(), graph.vertex_labels());
    assert_eq!(read.vertex_label_names(), graph.vertex_label_names());
    assert_eq!(read.edge_label_names(), graph.edge_label_names());
    assert_eq!(read.splits(), graph.splits());
    assert!(Graph::verify_file(&path).is_ok());
}

#[test]
fn measures_survive() {
    let graph = rich_graph();
    let (_directory, path) = saved(&graph);
    let read = Graph::load(&path).unwrap();
    assert_eq!(read.measures.get(), Some(graph.measures()));
    let mut bytes = fs::read(&path).unwrap();
    // A program that measures otherwise measures anew.
    let version = HEADER_BYTES.next_multiple_of(64);
    bytes[version] += 1;
    let sum = std::mem::offset_of!(super::header::Header, measures) + 16;
    let checksum = checksum(&bytes[version..version + 8 * 19]);
    bytes[sum..sum + 8].copy_from_slice(&checksum.to_ne_bytes());
    let (newer, _) = load_bytes("x.gpm", &bytes, &LoadOptions::default()).unwrap();
    assert!(newer.measures.get().is_none() && newer.measures() == graph.measures());
    bytes[version + 20] ^= 1;
    let error = load_bytes("x.gpm", &bytes, &LoadOptions::default()).unwrap_err();
    assert!(error.to_string().contains("measures"), "{error}");
    // Files of older programs have none.
    bytes[sum - 16..sum + 8].fill(0);
    let (older, _) = load_bytes("x.gpm", &bytes, &LoadOptions::default()).unwrap();
    assert!(older.measures.get().is_none());
}

#[test]
fn names_survive() {
    let (graph, _) = load_bytes("n", b"rust serde\nserde proc-macro2\n", &LoadOptions::default()).unwrap();
    let (_directory, path) = saved(&graph);
    let read = Graph::load(&path).unwrap();
    assert_eq!(read.original_id(0).to_string(), "serde");
    // Writing over a mapped file replaces it by rename: the open graph keeps its bytes.
    Graph::from_edges(2, [(0, 1)]).unwrap().save(&path).unwrap();
    assert_eq!(read.original_id(0).to_string(), "serde");
}

#[test]
fn attributes_survive() {
    let names = [Some("Ann"), None, Some("\u{e9}va \"b\""), Some("Ann"), Some("")];
    let mut graph = rich_graph();
    graph.add_vertex_column("age", vec![Some(5_i64), None, Some(-7), Some(i64::MAX), Some(0)]).unwrap();
    graph.add_vertex_column("name", names.to_vec()).unwrap();
    graph.add_edge_column("paid", &[(0, 1), (3, 0)], vec![0.1 + 0.2, -0.0]).unwrap();
    let days = crate::graph::Column::Moments(gpm_plan::pattern::predicate::Calendar::Date, vec![20_000].into());
    graph.add_edge_column("day", &[(1, 2)], days).unwrap();
    let (_directory, path) = saved(&graph);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes[12..16], 2u32.to_ne_bytes(), "older programs must not pass over attributes");
    let (copied, _) = load_bytes("x.gpm", &bytes, &LoadOptions::default()).unwrap();
    for mut read in [Graph::load(&path).unwrap(), copied] {
        assert_eq!(read.attributes.vertices, graph.attributes.vertices);
        // Missing floats are not equal to themselves.
        let words = |graph: &Graph| {
            let columns = graph.attributes.edges.iter();
            columns.map(|(name, column)| (name.clone(), column.what(), column.words().to_vec())).collect::<Vec<_>>()
        };
        assert_eq!(words(&read), words(&graph));
        assert_eq!(super::fingerprint(&read), super::fingerprint(&graph));
        // A table may say otherwise than the file, but not another table.
        read.add_vertex_column("age", vec![1_i64; 5]).unwrap();
        assert!(read.add_vertex_column("age", vec![2_i64; 5]).is_err());
        assert_eq!(read.vertex_column("age"), Some(&vec![1_i64; 5].into()));
    }
    for at in (HEADER_BYTES..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        // Padding is not looked at.
        let _ = load_bytes("x.gpm", &damaged, &LoadOptions::default());
    }
    let (_directory, path) = saved(&rich_graph());
    assert_eq!(fs::read(path).unwrap()[12..16], 1u32.to_ne_bytes());
}

#[test]
fn refuses_other_files() {
    let (_directory, path) = saved(&rich_graph());
    let bytes = fs::read(&path).unwrap();
    let open = |bytes: &[u8]| load_bytes("x.gpm", bytes, &LoadOptions::default()).map(drop).unwrap_err();
    let with = |at: usize, new: &[u8]| {
        let mut changed = bytes.clone();
        changed[at..at + new.len()].copy_from_slice(new);
        changed
    };
    assert!(matches!(open(&with(12, &3u32.to_le_bytes())), GraphError::NewerVersion { found: 3, supported: 2, .. }));
    let mut order: [u8; 4] = bytes[8..12].try_into().unwrap();
    order.reverse();
    assert!(matches!(open(&with(8, &order)), GraphError::ForeignEndian { .. }));
    assert!(matches!(open(&with(24, &[9])), GraphError::Damaged { .. }));
    assert!(matches!(open(&bytes[..bytes.len() - 1]), GraphError::Damaged { .. }));
    assert!(matches!(open(&bytes[..100]), GraphError::Damaged { .. }));
    assert!(matches!(open(b"GPMGRAPH"), GraphError::Damaged { .. }));
    assert!(matches!(open(&with(HEADER_BYTES, &[0xff])), GraphError::Damaged { .. }));
    let options = LoadOptions { format: Some(crate::graph::Format::Binary), ..LoadOptions::default() };
    assert!(matches!(load_bytes("x", b"0 1\n", &options).unwrap_err(), GraphError::Unsupported { .. }));
}

#[test]
fn large_damaged_file_never_reads_outside() {
    // Above the size checked whole on opening; damage in the middle of the row bounds, away from the samples.
    let graph = Graph::from_edges(2_500_000, [(0, 1), (1, 2), (2_499_998, 2_499_999)]).unwrap();
    let (_directory, path) = saved(&graph);
    let mut bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 16 << 20);
    let at = HEADER_BYTES + 8 * 1_000_001;
    bytes[at..at + 8].copy_from_slice(&u64::MAX.to_ne_bytes());
    let damaged = path.with_extension("damaged.gpm");
    fs::write(&damaged, &bytes).unwrap();
    let open = Graph::load(&damaged).unwrap();
    assert_eq!(
        (open.out().row(1_000_000), open.out().row(1_000_001), open.out().row(1)),
        (&[][..], &[][..], &[0, 2][..])
    );
    assert!(matches!(open.validate(), Err(GraphError::Damaged { .. })));
    assert!(matches!(Graph::verify_file(&damaged), Err(GraphError::Damaged { .. })));
}

#[test]
fn failed_save_leaves_nothing() {
    let graph = rich_graph();
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("no/graph.gpm");
    assert!(matches!(graph.save(&missing), Err(GraphError::NotFound { .. })));
    assert!(matches!(graph.save(directory.path()), Err(GraphError::IsDirectory { .. })));
    let mut file = crate::graph::atomic_file::AtomicFile::create(&directory.path().join("kept")).unwrap();
    std::io::Write::write_all(&mut file, b"half").unwrap();
    drop(file);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn checksum_sees_every_byte() {
    let bytes: Vec<u8> = (0..3000u32).map(|i| (i * 7) as u8).collect();
    let sum = checksum(&bytes);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        assert_ne!(checksum(&changed), sum);
    }
    assert_ne!(checksum(&bytes[..2999]), sum);
    assert_ne!(checksum(&[0; 8]), checksum(&[0; 16]));
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_written_in_place() {
    use std::os::unix::fs::FileTypeExt;
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    assert!(matches!(rich_graph().save("/dev/full"), Err(GraphError::Io { action: "write", .. })));
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}
