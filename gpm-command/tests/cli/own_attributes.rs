//! What files of other programs say of vertices and edges beside names and labels: attributes without a second mention of the file.

use parquet::basic::Compression;

use crate::parquet::{Values, table};
use crate::{Scratch, fails, run, stdout};

const GRAPHML: &str = "<?xml version='1.0' encoding='utf-8'?>\n<graphml><key id='d0' for='node' attr.name='age' attr.type='int'/>\
    <key id='d1' for='node' attr.name='code' attr.type='string'/><key id='d2' for='edge' attr.name='value' attr.type='double'/>\
    <key id='d3' for='node' attr.name='is_new' attr.type='boolean'><default>false</default></key><graph edgedefault='directed'>\
    <node id='a'><data key='d0'>30</data><data key='d1'>007</data><data key='d3'>true</data></node>\
    <node id='b'><data key='d0'>40</data><data key='d1'>008</data></node><node id='c'/>\
    <edge source='a' target='b'><data key='d2'>2.5</data></edge><edge source='b' target='c'><data key='d2'>3</data></edge>\
    <edge source='c' target='a' directed='false'><data key='d2'>9</data></edge></graph></graphml>";
const GML: &str = "graph [ directed 1 node [ id 0 label \"a\" age 30 code \"007\" ] node [ id 1 label \"b\" age 40 code \"008\" ]\n\
    node [ id 2 label \"c\" ] edge [ source 0 target 1 value 2.5 ] edge [ source 1 target 2 value 3 ]\n\
    edge [ source 2 target 0 value 9 ] edge [ source 0 target 2 value 9 ] ]\n";
const PAJEK: &str = "*Vertices 3\n1 a\n2 b\n3 c\n*Arcs\n1 2 2.5\n2 3 3\n*Edges\n3 1 9\n";
const MATRIX: &str = "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 2.5\n2 3 3\n3 1 9\n1 3 9\n";

#[test]
fn attributes_of_the_graph_file() {
    let scratch = Scratch::new();
    let (from, to) =
        (Values::Int64(&[Some(1), Some(2), Some(3), Some(1)]), Values::Int64(&[Some(2), Some(3), Some(1), Some(3)]));
    let value = Values::Double(&[Some(2.5), Some(3.0), Some(9.0), Some(9.0)]);
    let schema = "required int64 source; required int64 target; required double value";
    let parquet = table(schema, &[from, to, value], 4, Compression::UNCOMPRESSED);
    let files: [(&str, &[u8]); 5] = [
        ("g.graphml", GRAPHML.as_bytes()),
        ("g.gml", GML.as_bytes()),
        ("g.net", PAJEK.as_bytes()),
        ("g.mtx", MATRIX.as_bytes()),
        ("g.parquet", &parquet),
    ];
    for (name, bytes) in files {
        let file = scratch.file(name, bytes);
        let above = |least: &str, more: &[&str]| {
            let question = format!("a->b where (a->b).value > {least}");
            stdout(&[&["count", &file, &question, "-q"][..], more].concat())
        };
        let counts = ["2", "2.5", "8"].map(|least| above(least, &[]));
        assert!(
            counts[0].starts_with("4 ") && counts[1].starts_with("3 ") && counts[2].starts_with("2 "),
            "{name}: {counts:?}"
        );
        // The file may be given as a table too.
        assert_eq!(above("2.5", &["--edge-attributes", &file]), counts[1], "{name}");
        let listed = stdout(&["list", &file, "a->b", "--with", "(a->b).value", "--order-by", "(a->b).value", "-q"]);
        assert!(listed.lines().nth(1).is_some_and(|line| line.ends_with("2.5")), "{name}: {listed}");
        fails(&["count", &file, "a->b where (a->b).price > 1"], 2, &["no column `price`", "`value`"]);
        // Nobody asks for them here.
        assert!(!run(&["count", &file, "a->b"]).stderr.contains("attributes of edges"), "{name}");
    }
    for name in ["g.graphml", "g.gml"] {
        let file = scratch.arg(name);
        assert!(stdout(&["count", &file, "a->b where b.age > a.age", "-q"]).starts_with("1 "), "{name}");
        assert!(stdout(&["count", &file, "a->b where b.code = '007'", "-q"]).starts_with("1 "), "{name}");
        let ages = scratch.file("ages.csv", "id,age\na,10\nb,20\nc,30\n");
        let newer = ["count", &file, "a->b where b.age > a.age", "-q", "--vertex-attributes", &ages];
        assert!(stdout(&newer).starts_with("3 "), "{name}: a table replaces what the file says");
        let same = ["count", &file, "a->b where b.age > a.age", "-q", "--vertex-attributes", &file];
        assert!(stdout(&same).starts_with("1 "), "{name}");
    }
    assert!(stdout(&["count", &scratch.arg("g.graphml"), "a->b where b.is_new = 1", "-q"]).starts_with("1 "));
}

#[test]
fn attributes_that_differ_are_not_guessed() {
    let scratch = Scratch::new();
    // Without directions 1-3 has two values.
    let matrix = scratch.file("m.mtx", MATRIX.replace("1 3 9", "1 3 8"));
    let asked = "a-b where (a-b).value > 2";
    fails(&["count", &matrix, asked], 2, &["rows about the edge of", "differ in `value`", "--combine"]);
    let summed =
        ["count", &matrix, "a-b where (a-b).value > 10", "-q", "--edge-attributes", &matrix, "--combine", "value=sum"];
    assert!(stdout(&summed).starts_with("1 "));
    let symmetric = scratch.file("s.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 1\n");
    assert!(stdout(&["count", &symmetric, "a->b where (a->b).value > 3", "-q"]).starts_with("2 "));
    let skew = scratch.file("k.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 5\n3 2 1\n");
    assert!(stdout(&["count", &skew, "a->b where (a->b).value > 0 and a.id > b.id", "-q"]).starts_with("2 "));
    assert!(stdout(&["count", &skew, "a->b where (a->b).value < 0 and a.id < b.id", "-q"]).starts_with("2 "));
}

#[test]
fn encodings_as_declared() {
    let scratch = Scratch::new();
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph><node id='J\u{e9}'/><node id='b'/><edge source='b' target='J\u{e9}'/></graph></graphml>";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let wide: Vec<u8> = text.replace("ISO-8859-1", "UTF-16").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let lines: Vec<u8> = "b J\u{e9}\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (name, bytes) in [
        ("l.graphml", latin),
        ("w.graphml", [&[0xff, 0xfe][..], &wide].concat()),
        ("u.graphml", wide),
        ("b.el", [&[0xfe, 0xff][..], &lines].concat()),
    ] {
        let listed = stdout(&["list", &scratch.file(name, bytes), "edge", "-q"]);
        assert!(listed.contains("J\u{e9}"), "{name}: {listed}");
    }
    for (name, bytes) in [
        ("l.net", &b"*Vertices 1\n1 \"J\xe9\"\n"[..]),
        ("l.gml", b"graph [ node [ id 1 label \"J\xe9\" ] ]\n"),
        ("l.el", b"a J\xe9\n"),
    ] {
        let path = scratch.file(name, bytes);
        let said = run(&["count", &path, "edge"]).stderr;
        assert!(said.contains("iconv -f latin1 -t utf-8") && !said.contains("Matrix Market"), "{name}: {said}");
    }
}

#[test]
fn info_lists_columns() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.graphml", GRAPHML);
    let figures = stdout(&["info", &graph, "-q"]);
    for line in [
        "vertex column             2  age (integers)",
        "vertex column             2  code (text)",
        "edge column               3  value (floats)",
    ] {
        assert!(figures.lines().any(|known| known == line), "no `{line}` in {figures}");
    }
    let (bare, labels) = (scratch.file("l.el", "a b\nb c\n"), scratch.file("l.lab", "a A\nb B\n"));
    let figures = stdout(&["info", &bare, "--labels", &labels, "-q"]);
    assert!(figures.contains("vertex labels     2\n"), "{figures}");
    assert!(figures.contains("vertex label              1  (no label)"), "{figures}");
    let csv = scratch.file("g.csv", "source,target,day,note\n1,2,2025-02-01,\n2,3,2025-02-02,\"\"\n");
    let figures = stdout(&["info", &csv, "--json", "-q", "--edge-attributes", &csv]);
    let day = "{\"column\":\"day\",\"kind\":\"dates\",\"values\":2}";
    let note = "{\"column\":\"note\",\"kind\":\"text\",\"values\":1}";
    assert!(figures.contains(&format!("\"edge_columns\":[{day},{note}]")), "{figures}");
}
