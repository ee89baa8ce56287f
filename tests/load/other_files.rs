//! Files of labels and attributes are read in their dialects too.

use gpm::graph::load_bytes;
use gpm::{Graph, LoadOptions};
use tempfile::TempDir;

/// The vertex labels that a label file gives a graph, in the order of ids.
fn labels(graph: &str, file: &str) -> Result<String, String> {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("labels");
    std::fs::write(&path, file).expect("a file can be written");
    let options = LoadOptions { labels: Some(path), ..LoadOptions::default() };
    let (graph, _) = load_bytes("g", graph.as_bytes(), &options).map_err(|error| error.to_string())?;
    let mut found: Vec<String> = (0..graph.num_vertices() as u32)
        .map(|v| {
            let label = graph.vertex_labels().expect("labels")[v as usize];
            format!("{}={}", graph.original_id(v), graph.vertex_label_names().name(label).expect("a name"))
        })
        .collect();
    found.sort();
    Ok(found.join(" "))
}

#[test]
fn label_files() {
    let names = "Ann Lee,Bob\n";
    for file in
        ["Ann Lee,red\nBob,blue\n", "Ann Lee;red\r\nBob;blue\r\n", "\u{feff}\"Ann Lee\",\"red\"\n\"Bob\",\"blue\""]
    {
        assert_eq!(labels(names, file).as_deref(), Ok("Ann Lee=red Bob=blue"), "{file:?}");
    }
    assert!(labels("0 1\n", "dark red,x\n").unwrap_err().contains("dark red"));
    assert_eq!(labels("0 1\n", "0 red\n1 blue\n").as_deref(), Ok("0=red 1=blue"));
    assert_eq!(labels("0 1\n", "\"dark red\"\nblue\n").as_deref(), Ok("0=dark red 1=blue"));
    assert!(labels("0 1\n", "0,\"red\n1,blue\n").unwrap_err().contains("quote"));
}

#[test]
fn label_files_with_heads() {
    for file in [
        "id,label\n0,red\n1,blue\n",
        "vertex kind\n0 red\n1 blue\n",
        "#id,label\n0,red\n1,blue\n",
        ",id,label\n0,0,red\n1,1,blue\n",
        "\"\",\"id\",\"label\"\n\"1\",0,\"red\"\n\"2\",1,\"blue\"\n",
        "name;id;label\nx;0;red\ny;1;blue\n",
        "label\nred\nblue\n",
        "# a note\n0 red\n# another one\n1 blue\n",
    ] {
        assert_eq!(labels("0 1\n", file).as_deref(), Ok("0=red 1=blue"), "{file:?}");
    }
    let colours = labels("0 1\n", "#ff0000\n#00ff00\n");
    assert_eq!(colours.as_deref(), Ok("0=#ff0000 1=#00ff00"));
    let names = "ann bob\n";
    assert_eq!(labels(names, "id,label\nann,red\nbob,\n").as_deref(), Ok("ann=red bob="));
    assert_eq!(labels(names, "ann red\n").as_deref(), Ok("ann=red bob="));
    assert_eq!(labels(names, "id,label\nann,\"Lee, Ann\"\nbob,NA\n").as_deref(), Ok("ann=Lee, Ann bob="));
    for (graph, file, words) in [
        ("0 1\n1 2\n", "3 3\n0 7\n1 8\n2 7\n", "may give a label, or say that there are 3"),
        ("0 1\n1 2\n", "3\n7\n8\n7\n", "may give a label, or say that there are 3"),
        (names, "person,colour\nann,red\nbob,blue\n", "may be a head line or give a label"),
        (names, "id,colour,size\nann,red,1\nbob,blue,2\n", "labels may be in `colour`, `size`"),
        ("0 1\n", "red\n#00ff00\n", "may be a comment or give a label"),
        ("0 1\n", "0,red,x\n1,blue,y\n", "further columns need a head line"),
    ] {
        let refusal = labels(graph, file).expect_err(file);
        assert!(refusal.contains(words), "{file:?}: {refusal}");
    }
}

#[test]
fn tables_of_attributes() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("table");
    let graph = || load_bytes("g", b"1 2\n2 3\n", &LoadOptions::default()).expect("a graph").0;
    let read = |text: &str| -> Result<Graph, String> {
        std::fs::write(&path, text).expect("a file can be written");
        let mut graph = graph();
        graph.add_vertex_table(&path).map(|_| graph).map_err(|error| error.to_string())
    };
    let tables = [
        "id,age\n1,30\n2,31\n3,32\n",
        "\u{feff}id;age\r\n1;30\r\n2;31\r\n3;32\r\n",
        "\"id\"\t\"age\"\n\"1\"\t30\n\"2\"\t31\n\"3\"\t32",
        "# a note\nid age\n1  30\n2  31\n3  32\n",
    ];
    let expected = read(tables[0]).expect("a table").vertex_column("age").cloned();
    for text in tables {
        assert_eq!(read(text).map(|graph| graph.vertex_column("age").cloned()), Ok(expected.clone()), "{text:?}");
    }
    assert!(read("id,age\n1,\"30\n2,31\n").unwrap_err().contains(":2:"));
    assert!(read("id,age\n1,30,5\n").unwrap_err().contains("3 fields"));
}

#[test]
fn names_are_written_as_they_are_read() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("names.el");
    let text = "customer,merchant\n\"Lee, Ann\",\"Bob \"\"B\"\" Ray\"\n\"#x y\",\"NA\"\n";
    let options = LoadOptions { header: Some(false), ..LoadOptions::default() };
    let (graph, _) = load_bytes("g", text.as_bytes(), &options).expect("a graph");
    gpm::graph::write::write_edge_list(&graph, &path).expect("a file can be written");
    let (again, _) = Graph::load_with(&path, &LoadOptions::default()).expect("the same graph");
    assert_eq!(crate::shape::edges(&again), crate::shape::edges(&graph));
    assert_eq!(again.num_edges(), 3);
}
