//! Damaged files: whatever bytes come, reading ends in a graph or an error.

use super::*;

/// A small file of each format.
const SAMPLES: &[(&str, &str)] = &[
    (
        "g.graphml",
        "<?xml version='1.0'?>\n<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><key id='d0' for='node' attr.name='labels'/>\n\
         <graph edgedefault='directed'><node id='a&amp;b'><data key='d0'>x</data></node><node id='7'/>\n\
         <edge source='a&amp;b' target='7' label='l'><data key='label'>m</data></edge></graph></graphml>\n",
    ),
    (
        "g.gml",
        "Creator \"me\"\ngraph [ directed 1 # c\n node [ id 0 label \"a &quot;\" ] node [ id 1 label \"b\" graphics [ x 1.5 ] ]\n \
         edge [ source 0 target 1 label \"e\" ] ]\n",
    ),
    ("g.net", "*Network n\n*Vertices 3\n1 \"a b\" 0.5\n2 c\n3 d\n*Arcs :1 \"r\"\n1 2 5\n*Edgeslist\n2 3 1\n"),
    ("g.metis", "% c\n4 3 011 1\n1 2 5\n2 1 5 3 6\n3 2 6 4 7\n4 3 7\n"),
    ("g.graph", "3 3\n2 3\n1 3\n1 2\n"),
    ("g.lg", "t 2 1\nv 0 x 1\nv 1 y 1\ne 0 1 z\n"),
    ("g.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n2 3 1\n"),
    ("g.csv", "source,target,amount\n1,2,3\n2,3,4\n"),
];

/// What is put into files.
const PIECES: &[&[u8]] = &[
    b"\n",
    b" ",
    b"\"",
    b"[",
    b"]",
    b"<",
    b">",
    b"/>",
    b"'",
    b"&",
    b"*Vertices 9",
    b"*Edges\n",
    b"-1",
    b"0",
    b"99",
    b"4294967295",
    b"18446744073709551616",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b"node [",
    b"<graph>",
    b"%",
    b"#",
    b"t # 0\n",
    b"1 1",
    b",",
    b"]]",
];

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = numbers.below(bytes.len() + 1);
    let end = (at + numbers.below(12)).min(bytes.len());
    match numbers.below(5) {
        0 => drop(bytes.drain(at..end)),
        1 => {
            let piece = PIECES[numbers.below(PIECES.len())];
            drop(bytes.splice(at..at, piece.iter().copied()));
        }
        2 => {
            let copy = bytes[at..end].to_vec();
            let to = numbers.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
        3 => bytes.truncate(at),
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << numbers.below(8);
            }
        }
    }
}

#[test]
fn damaged_files_end_in_an_error_or_a_graph() {
    let mut numbers = Numbers(17);
    let mut graphs = 0;
    for round in 0..24_000 {
        let (name, text) = SAMPLES[round % SAMPLES.len()];
        let mut bytes = text.as_bytes().to_vec();
        (0..=numbers.below(4)).for_each(|_| mutate(&mut bytes, &mut numbers));
        // A size line of billions of vertices is right, and takes long.
        if bytes.windows(7).any(|part| part.iter().all(u8::is_ascii_digit)) {
            continue;
        }
        let format = (numbers.below(2) == 0).then(|| detect::detect(name, text.as_bytes()).expect("a sample"));
        let (directed, edge_labels) = (numbers.below(2) == 0, numbers.below(3) == 0);
        let options = LoadOptions { format, directed, edge_labels, ..LoadOptions::default() };
        if let Ok((graph, _)) = load_bytes(name, &bytes, &options) {
            graph.validate().expect("rows are clean");
            graphs += 1;
        }
    }
    assert!(graphs > 1000, "{graphs} graphs");
}
