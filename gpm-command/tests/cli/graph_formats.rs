//! Graphs in the formats of other programs: read as they are meant, or refused by name.

use parquet::basic::Compression;

use crate::parquet::{Values, table};
use crate::{KARATE, Scratch, fails, read, run, stdout};

/// The count of triangles that a file has, and what was said.
#[track_caller]
fn triangles(path: &str, options: &[&str]) -> (String, String) {
    let found = run(&[&["count", path, "triangle", "--device", "cpu"], options].concat());
    assert_eq!(found.code, 0, "{}", found.stderr);
    (found.stdout.split_whitespace().next().expect("a count").to_owned(), found.stderr)
}

/// The edges of the karate club.
fn karate() -> Vec<(u32, u32)> {
    let ends = |line: &str| line.split_once(' ').and_then(|(u, v)| Some((u.parse().ok()?, v.parse().ok()?)));
    read(KARATE).lines().filter_map(ends).collect()
}

#[test]
fn one_graph_in_every_format() {
    let scratch = Scratch::new();
    let edges = karate();
    assert_eq!(edges.len(), 78);
    let lines = |line: &dyn Fn(u32, u32) -> String| edges.iter().map(|&(u, v)| line(u, v)).collect::<String>();
    let vertices = |line: &dyn Fn(u32) -> String| (0..34).map(line).collect::<String>();
    let graphml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n<graph edgedefault=\"undirected\">\n{}{}</graph>\n</graphml>\n",
        vertices(&|v| format!("<node id=\"{v}\"/>\n")),
        lines(&|u, v| format!("<edge source=\"{u}\" target=\"{v}\"/>\n"))
    );
    let gml = format!(
        "graph [\n{}{}]\n",
        vertices(&|v| format!("  node [\n    id {v}\n    label \"{v}\"\n  ]\n")),
        lines(&|u, v| format!("  edge [\n    source {u}\n    target {v}\n  ]\n"))
    );
    let pajek = format!("*Vertices 34\n*Edges\n{}", lines(&|u, v| format!("{} {} 1\n", u + 1, v + 1)));
    let row = |v: u32| {
        let ends = edges.iter().filter_map(|&(a, b)| (a == v).then_some(b + 1).or((b == v).then_some(a + 1)));
        ends.map(|w| format!("{w} ")).collect::<String>() + "\n"
    };
    let metis = format!("%% karate\n34 78\n{}", vertices(&row));
    for (name, text) in [("k.graphml", graphml), ("k.gml", gml), ("k.net", pajek), ("k.graph", metis)] {
        // The content tells the format, not the name.
        for name in [name, "k.txt"] {
            let (count, said) = triangles(&scratch.file(name, &text), &[]);
            assert_eq!(count, "45", "{name}");
            assert!(said.contains("34 vertices, 78 edges"), "{name}: {said}");
        }
        let twice = triangles(&scratch.file("k.txt", &text), &["--directed"]);
        assert!(twice.1.contains("34 vertices, 156 edges"), "{name}: {}", twice.1);
        assert!(twice.1.contains("78 undirected edges read as arcs both ways"), "{name}: {}", twice.1);
    }
}

#[test]
fn formats_by_name() {
    let scratch = Scratch::new();
    let both = scratch.file("both.txt", "3 3\n2 3\n1 3\n1 2\n");
    fails(&["count", &both, "edge"], 2, &["metis", "edge-list", "--format"]);
    assert!(stdout(&["count", &both, "edge", "--format", "metis"]).starts_with("3 "));
    assert!(stdout(&["count", &both, "edge", "--format", "edge-list", "--header", "no"]).starts_with("3 "));
    let metis = scratch.file("both.graph", "3 3\n2 3\n1 3\n1 2\n");
    assert!(run(&["count", &metis, "edge"]).stderr.contains("metis: 3 vertices, 3 edges"));
    fails(&["count", &both, "edge", "--format", "gexf"], 2, &["graphml, gml, pajek, metis, parquet"]);
    fails(&["count", &both, "edge", "--format", "parquet"], 2, &["PAR1"]);
    fails(&["count", &both, "edge", "--format", "graphml"], 2, &["both.txt"]);
    fails(&["count", &both, "edge", "--format", "gml"], 2, &["both.txt:1", "GML"]);
    fails(&["count", &both, "edge", "--format", "pajek"], 2, &["both.txt:1", "section"]);
}

#[test]
fn parquet_graphs() {
    use Values::{Double, Int32, Int64, Text};
    let scratch = Scratch::new();
    let write = |name: &str, schema: &str, columns: &[Values<'_>]| {
        scratch.file(name, table(schema, columns, 2, Compression::SNAPPY))
    };
    // The columns of ids are not the first ones.
    let amounts = || Double(&[Some(1.0), Some(2.0), Some(4.0)]);
    let (from, to) = (|| Int64(&[Some(1), Some(2), Some(1)]), || Int32(&[Some(2), Some(30), Some(30)]));
    let named = write(
        "g.parquet",
        "required double amount; required int64 source; required int32 target",
        &[amounts(), from(), to()],
    );
    let (count, said) = triangles(&named, &[]);
    assert_eq!(count, "1");
    assert!(said.contains("parquet: 3 vertices, 3 edges") && said.contains("columns ignored: `amount`"), "{said}");
    // The same file has the attributes.
    let where_clause = "a-b where (a-b).amount >= 2 and a.id < b.id";
    assert!(stdout(&["count", &named, where_clause, "--edge-attributes", &named]).starts_with("2 "));
    // Names, and labels beside them.
    let people =
        |ids| write("n.bin", "required binary a (UTF8); required binary b (UTF8); required binary label (UTF8)", ids);
    let names = people(&[
        Text(&[Some("Ann Lee"), Some("Bob"), Some("Ann Lee")]),
        Text(&[Some("Bob"), Some("Cid"), Some("Cid")]),
        Text(&[Some("owes"), Some("owes"), Some("knows")]),
    ]);
    assert_eq!(triangles(&names, &[]).0, "1");
    let listed = stdout(&["list", &names, "a-[knows]-b"]);
    assert!(listed.contains("Ann Lee") && listed.contains("Cid") && !listed.contains("Bob"), "{listed}");
    let refuses = |columns: &[Values<'_>], schema: &str, words: &[&str]| {
        fails(&["count", &write("bad.parquet", schema, columns), "edge"], 2, words);
    };
    refuses(&[amounts()], "required double x", &["1 column,", "two ids"]);
    refuses(&[amounts(), amounts()], "required double x; required double y", &["`x`", "source"]);
    let negative = [Int64(&[Some(1), Some(-2)]), Int64(&[Some(3), Some(4)])];
    refuses(&negative, "required int64 a; required int64 b", &["row 2", "`-2`", "vertex id"]);
    let null = [Int64(&[Some(1), None]), Int64(&[Some(3), Some(4)])];
    refuses(&null, "optional int64 a; required int64 b", &["row 2", "`null`"]);
    let missing = [Text(&[Some("a"), Some("nan")]), Text(&[Some("b"), Some("c")])];
    refuses(&missing, "required binary source (UTF8); required binary target (UTF8)", &["row 2", "`nan`"]);
    let whole = std::fs::read(&named).expect("it was written");
    fails(&["count", &scratch.file("cut.parquet", &whole[..whole.len() - 9]), "edge"], 2, &["Parquet"]);
    fails(&["count", &named, "a-[x]-b", "--edge-labels"], 2, &["neither integers nor text"]);
}

/// Which columns of a Parquet table are read is decided as for text.
#[test]
fn columns_of_parquet_graphs() {
    use Values::{Double, Int64, Text};
    let scratch = Scratch::new();
    let write = |name: &str, schema: &str, columns: &[Values<'_>]| {
        scratch.file(name, table(schema, columns, 9, Compression::UNCOMPRESSED))
    };
    let (from, to) = (|| Int64(&[Some(1), Some(2), Some(1)]), || Int64(&[Some(2), Some(3), Some(3)]));
    let kinds = || Text(&[Some("owes"), Some("owes"), Some("knows")]);
    let amounts = || Double(&[Some(1.0), Some(2.0), Some(4.0)]);
    // Unknown names above ids: two of three columns.
    let schema = "required binary kinds (UTF8); required int64 person; required int64 friend; required double paid";
    let file = write("g.parquet", schema, &[kinds(), from(), to(), amounts()]);
    fails(&["count", &file, "edge"], 2, &["the columns are `kinds`, `person`, `friend`, `paid`", "--columns FROM,TO"]);
    let (count, said) = triangles(&file, &["--columns", "person,3"]);
    assert_eq!(count, "1");
    assert!(said.contains("columns ignored: `kinds`, `paid`"), "{said}");
    let labelled = stdout(&["count", &file, "a-[owes]-b", "--columns", "Person,friend,1"]);
    assert!(labelled.starts_with("2 "), "{labelled}");
    fails(&["count", &file, "edge", "--columns", "person,other"], 2, &["no columns `person`, `other`", "`friend`"]);
    fails(&["count", &file, "edge", "--columns", "2,5"], 2, &["no columns `2`, `5`"]);
    fails(&["count", &file, "edge", "--columns", "person,paid"], 2, &["`paid`", "neither integers", "--columns"]);
    // The same file has the attributes: the chosen columns hold there too.
    let question =
        ["count", &file, "a-b where (a-b).paid >= 2", "--columns", "person,friend", "--edge-attributes", &file];
    assert!(stdout(&question).starts_with("2 "));
    // A column that can be no id is no end, and known names win.
    let two = write(
        "two.parquet",
        "required int64 left; required int64 right; required double x",
        &[from(), to(), amounts()],
    );
    assert_eq!(triangles(&two, &[]).0, "1");
    let schema = "required int64 id; required int64 nameOrig; required int64 nameDest";
    let known = write("known.parquet", schema, &[Int64(&[Some(7), Some(8), Some(9)]), from(), to()]);
    assert_eq!(triangles(&known, &[]).0, "1");
    // Two pairs of names.
    let schema =
        "required int64 source_ip; required int64 source_port; required int64 dest_ip; required int64 dest_port";
    let flows = write("flows.parquet", schema, &[from(), from(), to(), to()]);
    fails(&["count", &flows, "edge"], 2, &["`source_ip` and `dest_ip`, or `source_port`", "--columns"]);
    assert_eq!(triangles(&flows, &["--columns", "source_ip,dest_ip"]).0, "1");
    let graph = scratch.file("g.el", "1 2\n2 3\n1 3\n");
    let apart = ["count", &graph, "edge", "--edge-attributes", &flows];
    fails(&apart, 2, &["`source_ip` and `dest_ip`, or", "`source` and `target`"]);
    let pair = write("pair.parquet", "required int64 from; required int64 to", &[from(), to()]);
    fails(&["count", &pair, "edge", "--edge-labels"], 2, &["edge labels are asked for"]);
}

/// A table of attributes in text has its ids where the graph has them.
#[test]
fn columns_of_text_that_is_graph_and_table() {
    let scratch = Scratch::new();
    let edges = scratch.file("g.csv", "Id,Source,Target,amount\n1,1,2,5\n2,2,3,50\n3,1,3,70\n");
    let count = |file: &str, more: &[&str]| {
        let question = ["count", file, "a-b where (a-b).amount > 9 and (a-b).Id > 0", "--edge-attributes", file];
        stdout(&[&question[..], more].concat())
    };
    assert!(count(&edges, &[]).starts_with("2 "));
    let unnamed = scratch.file("u.csv", "Id,payer_acct,shop,amount\n1,1,2,5\n2,2,3,50\n3,1,3,70\n");
    fails(&["count", &unnamed, "edge"], 2, &["--columns FROM,TO"]);
    assert!(count(&unnamed, &["--columns", "payer_acct,shop"]).starts_with("2 "));
}

#[test]
fn other_formats_are_refused_by_name() {
    let scratch = Scratch::new();
    for (name, bytes, words) in [
        (
            "g.gexf",
            &b"<?xml version=\"1.0\"?>\n<gexf xmlns=\"http://gexf.net/1.3\"><graph/></gexf>\n"[..],
            &["GEXF", "read_gexf"][..],
        ),
        (
            "g.json",
            b"{\"directed\": false, \"nodes\": [{\"id\": 0}], \"links\": []}",
            &["JSON (node-link)", "node_link_graph"],
        ),
        ("g.dot", b"digraph G {\n  a -> b;\n}\n", &["DOT", "read_dot"]),
        ("g.npz", b"PK\x03\x04\x2d\0\0\0\0\0\0\0!\0indices.npy\x93NUMPY", &["NumPy", "load_npz"]),
        ("g.xlsx", b"PK\x03\x04\x14\0\x06\0\x08\0[Content_Types].xml", &["Excel", "csv"]),
        ("g.dl", b"DL n = 3\nformat = edgelist1\ndata:\n1 2\n", &["UCINET DL", "Pajek"]),
        ("g.g6", b">>graph6<<Bw\n", &["graph6"]),
        ("g.html", b"<!DOCTYPE html>\n<html><title>404</title></html>", &["HTML", "failed download"]),
        ("g.pdf", b"%PDF-1.4\n% 1 2\n", &["PDF"]),
        ("g.sif", b"a pp b\n", &["SIF", "--edge-labels"]),
        ("g.adjlist", b"0 1 2 3 4 5\n1 2\n2 3 4\n3\n", &["adjacency list", "awk"]),
        ("g.col", b"c karate\np edge 3 2\ne 1 2\ne 2 3\n", &["DIMACS", "awk"]),
        ("g.arrow", b"ARROW1\0\0\xff\xff\xff\xff", &["Arrow", "read_feather"]),
    ] {
        let path = scratch.file(name, bytes);
        fails(&["count", &path, "edge"], 2, &[words, &["looks like", "it reads edge lists"]].concat());
    }
}

#[test]
fn malformed_files_say_where() {
    let scratch = Scratch::new();
    for (name, text, words) in [
        (
            "g.graphml",
            "<graphml>\n<graph>\n<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/>\n</graph></graphml>\n",
            "g.graphml:4:",
        ),
        ("g.graphml", "<graphml>\n<graph>\n<node id=\"a\">\n</graph></graphml>\n", "g.graphml:4: not well-formed XML"),
        ("g.gml", "graph [\n  node [ id 1 ]\n  edge [ source 1 target 2 ]\n]\n", "g.gml:3:"),
        ("g.net", "*Vertices 2\n*Edges\n1 3\n", "g.net:3:"),
        ("g.metis", "3 2\n2\n1 3\n\n", "g.metis:3: vertex 2 lists 3, which does not list it"),
    ] {
        fails(&["count", &scratch.file(name, text), "edge"], 2, &[words]);
    }
}
