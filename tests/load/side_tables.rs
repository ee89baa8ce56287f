//! Tables of attributes in the shapes that programs write: which line is the head, and which columns are ids.

use gpm::graph::load_bytes;
use gpm::{Column, Graph, LoadOptions, TableOptions};
use tempfile::TempDir;

const SQUARE: &str = "0 1\n1 2\n2 3\n3 0\n";
const NAMED: &str = "ann bob\nbob cy\ncy dan\n";

fn graph(text: &str) -> Graph {
    load_bytes("g", text.as_bytes(), &LoadOptions::default()).expect("a graph").0
}

fn shown(column: Option<&Column>, places: impl Iterator<Item = usize>) -> String {
    let cell = |at: usize| match column {
        Some(Column::Integers(values)) if values[at] == i64::MIN => "-".to_owned(),
        Some(Column::Integers(values)) => values[at].to_string(),
        Some(Column::Floats(values)) => values[at].to_string(),
        Some(Column::Text(text)) => text.get(at).unwrap_or("-").to_owned(),
        other => format!("{other:?}"),
    };
    places.map(cell).collect::<Vec<_>>().join(" ")
}

/// The values of the vertex column `age`, by original id.
fn ages(data: &str, table: &str) -> Result<String, String> {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("table");
    std::fs::write(&path, table).expect("a file can be written");
    let mut graph = graph(data);
    graph.add_vertex_table(&path).map_err(|error| error.to_string())?;
    let mut order: Vec<u32> = (0..graph.num_vertices() as u32).collect();
    order.sort_by_key(|&v| graph.original_id(v).to_string());
    Ok(shown(graph.vertex_column("age"), order.into_iter().map(|v| v as usize)))
}

/// The values of the edge column `w` of 0-1, 1-2, 2-3 and 3-0.
fn weights(table: &str, options: &TableOptions) -> Result<String, String> {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("table");
    std::fs::write(&path, table).expect("a file can be written");
    let mut graph = graph(SQUARE);
    graph.add_edge_table_combined(&path, options).map_err(|error| error.to_string())?;
    let vertex = |id: u64| (0..4).find(|&v| graph.original_id(v).to_string() == id.to_string()).expect("a vertex");
    let places = [(0, 1), (1, 2), (2, 3), (3, 0)];
    let places = places.map(|(u, v)| graph.edge_entry(vertex(u), vertex(v)).expect("an edge"));
    let column = graph.edge_column("w").or_else(|| graph.edge_column("3"));
    Ok(shown(column, places.into_iter()))
}

#[test]
fn vertex_tables() {
    for table in [
        "id,age\n0,10\n1,20\n2,30\n3,40\n",
        "#id,age\n0,10\n1,20\n2,30\n3,40\n",
        "# id age\n0 10\n1 20\n2 30\n3 40\n",
        "\"\",\"id\",\"age\"\n\"1\",0,10\n\"2\",1,20\n\"3\",2,30\n\"4\",3,40\n",
        ",id,age\n0,0,10\n1,1,20\n2,2,30\n3,3,40\n",
        "\"id\" \"age\"\n\"1\" 0 10\n\"2\" 1 20\n\"3\" 2 30\n\"4\" 3 40\n",
        ",age\n0,10\n1,20\n2,30\n3,40\n",
        ",age,town\n0,10,x\n1,20,y\n2,30,z\n3,40,x\n",
        "town,id,age\nx,0,10\ny,1,20\nz,2,30\nx,3,40\n",
        "node_id,age,\n0,10,\n1,20,\n2,30,\n3,40,\n",
    ] {
        assert_eq!(ages(SQUARE, table).as_deref(), Ok("10 20 30 40"), "{table:?}");
    }
    for table in [
        "id;age\n0;10,5\n1;1.136,87\n2;-\n3;NA\n",
        "id,age\n0,\"10.5\"\n1,\"1,136.87\"\n2,-\n3,NA\n",
        "id,age\n0,EUR 10.5\n1,EUR 1136.87\n2,-\n3,\n",
    ] {
        assert_eq!(ages(SQUARE, table).as_deref(), Ok("10.5 1136.87 NaN NaN"), "{table:?}");
    }
    assert_eq!(ages(SQUARE, "id,age\n0,12 %\n1,7%\n2,-\n3,0 %\n").as_deref(), Ok("12 7 - 0"));
    assert_eq!(ages(NAMED, ",age,town\nann,1,x\nbob,2,y\ncy,NA,x\n").as_deref(), Ok("1 2 - -"));
    for (data, table, words) in [
        (SQUARE, "0,10\n1,20\n2,30\n3,40\n", "`0,10` may be a head line, or a line about the graph"),
        (SQUARE, "age,id\n1,0\n2,1\n3,2\n", "the ids of vertices may be in `age` or in `id`"),
        (SQUARE, ",rank,age\n0,3,1\n1,2,2\n2,1,3\n", "in the column without a name or in `rank`"),
        (NAMED, "ann,10\nbob,20\n", "`ann,10` may be a head line"),
    ] {
        let refusal = ages(data, table).expect_err(table);
        assert!(refusal.contains(words), "{refusal}");
    }
}

#[test]
fn edge_tables() {
    let own = TableOptions::default();
    for table in [
        "source,target,w\n0,1,5\n1,2,6\n2,3,7\n0,3,8\n",
        "#node1\tnode2\tw\n0\t1\t5\n1\t2\t6\n2\t3\t7\n0\t3\t8\n",
        ",source,target,w\n0,0,1,5\n1,1,2,6\n2,2,3,7\n3,0,3,8\n",
        "\"\",\"x\",\"y\",\"w\"\n\"1\",0,1,5\n\"2\",1,2,6\n\"3\",2,3,7\n\"4\",0,3,8\n",
        "id,source,target,w\n0,0,1,5\n1,1,2,6\n2,2,3,7\n3,0,3,8\n",
    ] {
        assert_eq!(weights(table, &own).as_deref(), Ok("5 6 7 8"), "{table:?}");
    }
    let bare = "0 1 5\n1 2 6\n2 3 7\n0 3 8\n";
    let refusal = weights(bare, &own).expect_err("it has no head");
    assert!(refusal.contains("`0 1 5` may be a head line") && refusal.contains("--header no"), "{refusal}");
    let told = TableOptions { header: Some(false), ..TableOptions::default() };
    assert_eq!(weights(bare, &told).as_deref(), Ok("5 6 7 8"));
    let refusal = weights("id,customer,merchant,w\n0,0,1,5\n", &own).expect_err("the ends are not known");
    assert!(refusal.contains("`id`, `customer`, `merchant`, `w`"), "{refusal}");
}
