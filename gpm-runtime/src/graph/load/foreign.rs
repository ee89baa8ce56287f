//! Formats that are not read, known by their first bytes, so that a refusal names them and says how to convert them.

use super::scan::{content_lines, parse_id, tokens};
use super::stem::stem;
use crate::graph::GraphError;

/// A format that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Foreign {
    what: &'static str,
    /// How to convert it.
    how: &'static str,
}

/// Bytes of a text that are looked at. *guess*
const START: usize = 1 << 16;

const UNPACK: &str = "unpack it and give the graph file in it";
const PANDAS_TABLE: &str = "write its table of edges as csv";

/// Binary formats by their first bytes.
const MAGICS: &[(&[u8], &str, &str)] = &[
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", PANDAS_TABLE),
    (b"\x93NUMPY", "a NumPy array (.npy)", NUMPY),
    (b"ARROW1", "an Arrow or Feather file", ARROW),
    (b"FEA1", "a Feather file", ARROW),
    (b"\xff\xff\xff\xff", "an Arrow stream", PANDAS_TABLE),
    (b"ORC", "an ORC table", "`python3 -c \"import pandas; pandas.read_orc('g.orc').to_parquet('g.parquet')\"`"),
    (b"Obj\x01", "an Avro table", PANDAS_TABLE),
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "`sqlite3 -csv -header g.db 'SELECT source, target FROM edges' > g.csv`",
    ),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel file (.xls)", "save the sheet of edges as csv"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"\x04\x22\x4d\x18", "a file compressed by lz4", "`lz4 -d g.lz4`"),
    (b"\x1f\x9d", "a file compressed by compress (.Z)", "`uncompress g.Z`"),
    (b"LZIP", "a file compressed by lzip", "`lzip -d g.lz`"),
    (b"RDX2\n", "an R workspace (.RData)", R_DATA),
    (b"RDX3\n", "an R workspace (.RData)", R_DATA),
    (b"X\n\0\0\0", "an R object (.rds)", "in R: `write.csv(readRDS(\"g.rds\"), \"g.csv\", row.names = FALSE)`"),
    (
        b"MATLAB 5.0 MAT-file",
        "a MATLAB file (.mat)",
        "`python3 -c \"import scipy.io as io; io.mmwrite('g.mtx', io.loadmat('g.mat')['A'])\"`",
    ),
    (b"\xe2\x9b\xbe gt", "a graph-tool file (.gt)", "in graph-tool: `load_graph('g.gt').save('g.graphml')`"),
    (b"%PDF-", "a PDF document", "give the graph file itself"),
    (b"\xff\xfe", "text in UTF-16", "`iconv -f UTF-16 -t UTF-8 g.txt > g.el`"),
    (b"\xfe\xff", "text in UTF-16", "`iconv -f UTF-16 -t UTF-8 g.txt > g.el`"),
];

const NUMPY: &str = "an array of two columns of integers: `python3 -c \"import numpy; numpy.savetxt('g.el', numpy.load('g.npy'), '%d')\"`";
const ARROW: &str = "`python3 -c \"import pandas; pandas.read_feather('g.arrow').to_parquet('g.parquet')\"`";
const R_DATA: &str = "in R: load it, then `write.csv(edges, \"g.csv\", row.names = FALSE)`";

/// Formats of text by the start of their first line, in lower case.
const TEXT_STARTS: &[(&str, &str, &str)] = &[
    (">>graph6<<", "graph6", GRAPH6),
    (">>digraph6<<", "digraph6", "`showg -e g.d6` prints its edges"),
    (">>sparse6<<", "sparse6", SPARSE6),
    ("nodedef>", "GDF (GUESS)", "open it in Gephi and export GraphML"),
    ("(tlp ", "TLP (Tulip)", "open it in Tulip and export GML"),
    ("leda.graph", "LEDA", "write one edge a line: two ids"),
    ("@nodes", "LGF (LEMON)", "write one edge a line: two ids"),
    ("<!doctype html", "an HTML page", HTML),
    ("<html", "an HTML page", HTML),
];

const GRAPH6: &str =
    "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.read_graph6('g.g6'), 'g.el', data=False)\"`";
const SPARSE6: &str =
    "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.read_sparse6('g.s6'), 'g.el', data=False)\"`";
const HTML: &str = "it is perhaps the message of a failed download: fetch the file again";
const GEXF: &str = "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.read_gexf('g.gexf'), 'g.tsv', delimiter='\\t', data=False)\"`";
const DOT: &str = "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.nx_pydot.read_dot('g.dot'), 'g.tsv', delimiter='\\t', data=False)\"`";
const NODE_LINK: &str = "`python3 -c \"import json, networkx as nx; nx.write_edgelist(nx.node_link_graph(json.load(open('g.json'))), 'g.tsv', delimiter='\\t', data=False)\"`";
const CYTOSCAPE: &str = "`python3 -c \"import json, networkx as nx; nx.write_edgelist(nx.cytoscape_graph(json.load(open('g.json'))), 'g.tsv', delimiter='\\t', data=False)\"`";
const JSON: &str = "write one edge a line: two ids";
const ADJACENCY: &str = "`awk '{ for (i = 2; i <= NF; i++) print $1, $i }' g.adjlist > g.el`";
const NX_ADJACENCY: &str =
    "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.read_adjlist('g.adjlist'), 'g.el', data=False)\"`";
const NX_MULTILINE: &str = "`python3 -c \"import networkx as nx; nx.write_edgelist(nx.read_multiline_adjlist('g.adjlist'), 'g.el', data=False)\"`";
const DIMACS: &str = "`awk '$1 == \"e\" || $1 == \"a\" { print $2, $3 }' g.col > g.el`";
const SIF: &str = "`awk '{ for (i = 3; i <= NF; i++) print $1, $i, $2 }' g.sif > g.el`, and the relations are labels with --edge-labels";

/// Refuses bytes of a known binary format that is not read.
pub(super) fn check_bytes(name: &str, bytes: &[u8]) -> Result<(), GraphError> {
    refuse(name, of_bytes(bytes))
}

/// Refuses text of a known format that is not read.
pub(super) fn check_text(name: &str, text: &[u8]) -> Result<(), GraphError> {
    let found = of_text(text).or_else(|| {
        let is_sif = stem(name).ends_with(".sif");
        is_sif.then_some(Foreign { what: "SIF (Cytoscape)", how: SIF })
    });
    refuse(name, found)
}

fn refuse(name: &str, found: Option<Foreign>) -> Result<(), GraphError> {
    match found {
        None => Ok(()),
        Some(Foreign { what, how }) => Err(GraphError::OtherFormat { path: name.to_owned(), what, how }),
    }
}

fn of_bytes(bytes: &[u8]) -> Option<Foreign> {
    let is_text = !bytes[..bytes.len().min(1 << 10)].iter().any(|byte| *byte < b'\t');
    // A graph may have a vertex called ORC.
    let is_magic = |magic: &[u8]| bytes.starts_with(magic) && !(is_text && magic.iter().all(u8::is_ascii_alphanumeric));
    if let Some(&(_, what, how)) = MAGICS.iter().find(|(magic, ..)| is_magic(magic)) {
        return Some(Foreign { what, how });
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(of_zip(bytes));
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some(Foreign { what: "a tar archive", how: "unpack it: `tar xf`, then give the graph file in it" });
    }
    let is_pickle = matches!(bytes, [0x80, 2..=5, .., b'.']);
    is_pickle.then_some(Foreign { what: "a Python pickle", how: "in Python: load it and write one edge a line" })
}

/// What the first entries of a zip archive make it.
fn of_zip(bytes: &[u8]) -> Foreign {
    let start = &bytes[..bytes.len().min(1 << 12)];
    let has = |part: &[u8]| start.windows(part.len()).any(|window| window == part);
    let (what, how) = if has(b"[Content_Types].xml") || has(b"xl/") {
        ("an Excel file (.xlsx)", "save the sheet of edges as csv")
    } else if has(b"opendocument.spreadsheet") {
        ("an OpenDocument sheet (.ods)", "save the sheet of edges as csv")
    } else if has(b".npy") {
        ("NumPy arrays (.npz)", NPZ)
    } else {
        ("a zip archive", UNPACK)
    };
    Foreign { what, how }
}

const NPZ: &str = "if SciPy wrote it: `python3 -c \"import scipy.io, scipy.sparse; scipy.io.mmwrite('g.mtx', scipy.sparse.load_npz('g.npz'))\"`";

fn of_text(text: &[u8]) -> Option<Foreign> {
    let start = text[..text.len().min(START)].trim_ascii_start();
    let lower = start.to_ascii_lowercase();
    if let Some(&(_, what, how)) = TEXT_STARTS.iter().find(|(begin, ..)| lower.starts_with(begin.as_bytes())) {
        return Some(Foreign { what, how });
    }
    match start.first()? {
        b'<' => Some(of_xml(&lower)),
        b'{' | b'[' => of_json(start),
        b'#' if is_networkx_adjacency(start) => Some(of_networkx(start)),
        _ => of_words(&lower).or_else(|| of_lines(start)),
    }
}

fn of_xml(lower: &[u8]) -> Foreign {
    let has = |part: &[u8]| lower.windows(part.len()).any(|window| window == part);
    let (what, how) = if has(b"<gexf") {
        ("GEXF", GEXF)
    } else if has(b"<html") {
        ("an HTML page", HTML)
    } else if has(b"<gxl") {
        ("GXL", "convert it to GraphML")
    } else {
        ("XML other than GraphML", "convert it to GraphML")
    };
    Foreign { what, how }
}

/// JSON, if a value of it begins here: a name may begin with a bracket too.
fn of_json(start: &[u8]) -> Option<Foreign> {
    let has = |part: &[u8]| start.windows(part.len()).any(|window| window == part);
    let next = start[1..].trim_ascii_start().first()?;
    if start[0] == b'[' && !matches!(next, b'[' | b'{' | b'"') {
        return None;
    }
    if start[0] == b'{' && !matches!(next, b'"' | b'}') {
        return None;
    }
    let (what, how) = if has(b"\"elements\"") {
        ("JSON (Cytoscape)", CYTOSCAPE)
    } else if has(b"\"links\"") || has(b"\"nodes\"") {
        ("JSON (node-link)", NODE_LINK)
    } else {
        ("JSON", JSON)
    };
    Some(Foreign { what, how })
}

/// The three comments that networkx writes above an adjacency list.
fn is_networkx_adjacency(start: &[u8]) -> bool {
    let mut lines = start.split(|&byte| byte == b'\n').skip(1);
    lines.next().is_some_and(|line| line.starts_with(b"# GMT "))
        && lines.next().is_some_and(|line| line.starts_with(b"#"))
}

/// Neighbors behind their vertex, or one a line with its data in braces.
fn of_networkx(start: &[u8]) -> Foreign {
    let is_multiline = content_lines(start).take(100).any(|line| line.contains(&b'{'));
    Foreign { what: "an adjacency list", how: if is_multiline { NX_MULTILINE } else { NX_ADJACENCY } }
}

/// Formats that begin with key words.
fn of_words(lower: &[u8]) -> Option<Foreign> {
    let line = content_lines(lower).find(|line| !line.starts_with(b"//") && !line.starts_with(b"/*"))?.trim_ascii();
    let mut words =
        line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'{')).filter(|word| !word.is_empty());
    let (first, second) = (words.next()?, words.next());
    let next_line = || content_lines(lower).nth(1).is_some_and(|line| line.trim_ascii() == b"{");
    if matches!(first, b"graph" | b"digraph" | b"strict") && (line.contains(&b'{') || next_line()) {
        return Some(Foreign { what: "DOT (Graphviz)", how: DOT });
    }
    if first == b"dl" && matches!(second, Some(b"n" | b"nr" | b"nm" | b"format")) {
        return Some(Foreign { what: "UCINET DL", how: "in UCINET: export it to Pajek" });
    }
    let is_dimacs = (first == b"c" || first == b"p") && content_lines(lower).any(is_problem);
    is_dimacs.then_some(Foreign { what: "DIMACS", how: DIMACS })
}

/// Whether a line of DIMACS says the problem and its size: `p edge 5 7`.
fn is_problem(line: &[u8]) -> bool {
    let words: Vec<&[u8]> = tokens(line).take(4).collect();
    matches!(words.as_slice(), [b"p", b"edge" | b"edges" | b"col" | b"sp" | b"max" | b"min" | b"asn" | b"tw", vertices, edges] if parse_id(vertices).is_ok() && parse_id(edges).is_ok())
}

/// Formats known by the shape of their lines.
fn of_lines(start: &[u8]) -> Option<Foreign> {
    let first = start.split(|&byte| byte == b'\n').next()?.trim_ascii_end();
    if is_graph6(first) {
        return Some(Foreign { what: "graph6", how: GRAPH6 });
    }
    if let [b':', _, ..] = first
        && first[1..].iter().all(|byte| (63..=126).contains(byte))
    {
        return Some(Foreign { what: "sparse6", how: SPARSE6 });
    }
    is_adjacency(start).then_some(Foreign { what: "an adjacency list", how: ADJACENCY })
}

/// Whether a line has just the length that the size at its start asks for.
fn is_graph6(line: &[u8]) -> bool {
    let [size, bits @ ..] = line else { return false };
    let is_printable = line.iter().all(|byte| (63..=126).contains(byte));
    let n = usize::from(size.wrapping_sub(63));
    is_printable && (3..=62).contains(&n) && bits.len() == (n * (n - 1) / 2).div_ceil(6)
}

/// Whether lines of integers between blanks are of many lengths, some of them long: neighbours behind their vertex.
fn is_adjacency(start: &[u8]) -> bool {
    // The last line may be cut.
    let end = start.iter().rposition(|&byte| byte == b'\n').unwrap_or(start.len());
    let mut lengths = 0u64;
    for line in content_lines(&start[..end]).take(1000) {
        let is_plain = !line.iter().any(|byte| matches!(byte, b',' | b';' | b'"' | b'.'));
        if !is_plain || !tokens(line).all(|token| parse_id(token).is_ok()) {
            return false;
        }
        lengths |= 1 << tokens(line).count().min(63);
    }
    lengths.count_ones() > 2 && lengths >> 5 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], what: &str) {
        let found = of_bytes(bytes).or_else(|| of_text(bytes)).map(|foreign| foreign.what);
        assert_eq!(found.unwrap_or("nothing"), what, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn formats_by_their_first_bytes() {
        check(b"\x89HDF\r\n\x1a\n\0\0", "an HDF5 file");
        check(b"\x93NUMPY\x01\0v\0{'descr'", "a NumPy array (.npy)");
        check(b"PK\x03\x04\x14\0\0\0\0\0indices.npy", "NumPy arrays (.npz)");
        check(b"PK\x03\x04\x14\0\x06\0[Content_Types].xml", "an Excel file (.xlsx)");
        check(b"PK\x03\x04\x14\0\0\0\0\0graph.txt", "a zip archive");
        check(b"\x80\x04\x95\x10\0}\x94.", "a Python pickle");
        check(&[&[b'x'; 257][..], b"ustar\x0000"].concat(), "a tar archive");
        check(b"<?xml version='1.0' encoding='utf-8'?>\n<gexf xmlns=\"http://www.gexf.net/1.2draft\">", "GEXF");
        check(b"<!DOCTYPE html>\n<html><body>404</body></html>", "an HTML page");
        check(
            b"{\"directed\": false, \"multigraph\": false, \"nodes\": [{\"id\": 0}], \"links\": []}",
            "JSON (node-link)",
        );
        check(b"{\"data\": [], \"elements\": {\"nodes\": []}}", "JSON (Cytoscape)");
        check(b"[[0, 1], [1, 2]]", "JSON");
        check(b">>graph6<<Bw\n", "graph6");
        check(b"D~{\nDhc\n", "graph6");
        check(b":Fa@x^\n", "sparse6");
        check(b"strict graph \"\" {\n0 -- 1;\n}\n", "DOT (Graphviz)");
        check(b"digraph{a->b}", "DOT (Graphviz)");
        check(b"// made by hand\ndigraph G {\n a -> b;\n}", "DOT (Graphviz)");
        check(b"dl n=3 format=edgelist1\nlabels:\na,b,c\ndata:\n1 2\n", "UCINET DL");
        check(b"c a graph\np edge 3 2\ne 1 2\ne 2 3\n", "DIMACS");
        check(b"#write.py\n# GMT Sun Nov 22 20:00:00 2026\n# Path\n0 1\n1 2\n2\n", "an adjacency list");
        check(b"0 1 2 3 4\n1 2\n2 3 4\n3\n", "an adjacency list");
    }

    #[test]
    fn graphs_are_not_taken_for_others() {
        for text in [
            "0 1\n1 2\n",
            "# GMT\n0 1\n",
            "graph digraph\ndigraph tree\n",
            "[deleted] alice\nbob alice\n",
            "{a} {b}\n",
            "dl cd\n",
            "c p\np q\n",
            "a b 1 2\nb c 2 3\n",
            "0,1,2,3,4,5\n1,2,3,4,5,6\n",
            "ORC elf\n",
        ] {
            check(text.as_bytes(), "nothing");
        }
    }
}
