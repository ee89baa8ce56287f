//! Tables of edges: `--header`, `--columns`, `--delimiter`, and what is said about columns.

use parquet::basic::Compression;

use crate::parquet::{Values, table};
use crate::{Scratch, fails, run, stdout};

const PAYMENTS: &str = "day,customer,merchant,amount\n1,ann lee,bob,5\n2,bob,cy,7\n3,cy,ann lee,9\n";

#[test]
fn columns_are_chosen_and_the_others_named() {
    let scratch = Scratch::new();
    let graph = scratch.file("p.csv", PAYMENTS);
    let told = run(&["count", &graph, "triangle", "--columns", "customer,merchant"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.starts_with("1  "), "{}", told.stdout);
    for part in ["edges from column `customer` to column `merchant`", "columns `day`, `amount` ignored"] {
        assert!(told.stderr.contains(part), "{}", told.stderr);
    }
    assert!(stdout(&["count", &graph, "triangle", "--columns", "2,3", "--header", "yes", "-q"]).starts_with("1  "));
    let labelled = ["count", &graph, "a-[7]-b", "--columns", "customer,merchant,amount", "-q"];
    assert!(stdout(&labelled).starts_with("1  "));
}

#[test]
fn what_cannot_be_told_is_refused_with_the_options_that_decide() {
    let scratch = Scratch::new();
    let names = scratch.file("n.csv", "customer,merchant\nann,bob\nbob,cy\ncy,ann\n");
    fails(&["count", &names, "triangle"], 2, &["n.csv:1:", "`customer,merchant`", "--header yes", "--header no"]);
    assert!(stdout(&["info", &names, "--json", "--header", "yes"]).contains("\"edges\":3"));
    assert!(stdout(&["info", &names, "--json", "--header", "no"]).contains("\"edges\":4"));
    fails(&["count", &scratch.file("w.csv", PAYMENTS), "triangle"], 2, &["--columns FROM,TO"]);
    let mixed = scratch.file("m.txt", "a,b c\nd,e f\n");
    fails(&["count", &mixed, "edge", "--delimiter", "colon"], 2, &["comma, semicolon"]);
    fails(&["count", &mixed, "edge", "--columns", "1,1"], 2, &["FROM,TO"]);
    fails(&["count", &mixed, "edge", "--header", "perhaps"], 2, &["perhaps"]);
    assert!(stdout(&["info", &mixed, "--json", "--delimiter", "space"]).contains("\"vertices\":4"));
}

#[test]
fn options_of_tables_are_refused_for_other_formats() {
    let scratch = Scratch::new();
    let gml = scratch.file("g.gml", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]\n");
    let own = scratch.path("g.gpm").display().to_string();
    assert_eq!(run(&["convert", &gml, &own]).code, 0);
    for graph in [&gml, &own] {
        for option in [["--columns", "2,1"], ["--header", "yes"], ["--delimiter", "comma"]] {
            fails(&["count", graph, "edge", option[0], option[1]], 2, &[option[0], "edge lists"]);
        }
    }
}

#[test]
fn names_have_blanks_and_symmetric_matrices_both_arcs() {
    let scratch = Scratch::new();
    let names = scratch.file("n.csv", "Ann Lee,Bob Ray\nBob Ray,Cy Fox\nCy Fox,Ann Lee\n");
    assert!(stdout(&["count", &names, "triangle", "-q"]).starts_with("1  "));
    let text = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n";
    let matrix = scratch.file("m.mtx", text);
    assert!(stdout(&["count", &matrix, "a->b", "-q"]).starts_with("6  "));
}

#[test]
fn an_undirected_row_is_about_both_arcs() {
    let scratch = Scratch::new();
    let text = "Source,Target,Type,Weight\n1,2,Directed,5\n2,3,Undirected,7\n3,1,Undirected,9\n3,1,Undirected,9\n";
    let csv = scratch.file("g.csv", text);
    let (ones, twos) = ([Some(1), Some(2), Some(3), Some(3)], [Some(2), Some(3), Some(1), Some(1)]);
    let ways = [Some("Directed"), Some("Undirected"), Some("undirected"), Some("Undirected")];
    let weights = [Some(5), Some(7), Some(9), Some(9)];
    let columns = [Values::Int64(&ones), Values::Int64(&twos), Values::Text(&ways), Values::Int64(&weights)];
    let schema = "required int64 source; required int64 target; required binary Type (UTF8); required int64 Weight";
    let parquet = scratch.file("g.parquet", table(schema, &columns, 3, Compression::UNCOMPRESSED));
    let (from, to) = (["a", "b", "c", "c"].map(Some), ["b", "c", "a", "a"].map(Some));
    let columns = [Values::Text(&from), Values::Text(&to), Values::Text(&ways), Values::Int64(&weights)];
    let schema = "required binary source (UTF8); required binary target (UTF8); required binary Type (UTF8); required int64 Weight";
    let named = scratch.file("n.parquet", table(schema, &columns, 3, Compression::UNCOMPRESSED));
    for graph in [&csv, &parquet, &named] {
        let count = |question: &str, more: &[&str]| {
            let printed =
                stdout(&[&["count", graph, question, "--edge-attributes", graph, "--directed", "-q"], more].concat());
            printed.split_whitespace().next().map(str::to_owned).unwrap_or_default()
        };
        assert_eq!(count("a->b", &[]), "5", "{graph}");
        assert_eq!(count("a->b where (a->b).Weight >= 7", &[]), "4", "{graph}");
        assert_eq!(
            count("a->b where (a->b).Weight == 18 and (a->b).count == 2", &["--combine", "Weight=sum,count"]),
            "2"
        );
        assert_eq!(
            count("a->b where (a->b).Weight == 5 and (a->b).count == 1", &["--combine", "Weight=sum,count"]),
            "1"
        );
        assert!(stdout(&["count", graph, "a-b", "-q"]).starts_with("3 "), "{graph}");
        // The only column that is left has the labels.
        assert!(stdout(&["count", graph, "a-[7]-b", "-q"]).starts_with("1 "), "{graph}");
    }
    let bad = text.replace("1,Undirected,9", "1,mutual,9");
    fails(
        &["count", &scratch.file("b.csv", bad), "a->b"],
        2,
        &["b.csv:4", "`mutual`", "`Directed` or `Undirected`", "--columns"],
    );
}

#[test]
fn comments_among_data_are_counted() {
    let scratch = Scratch::new();
    let note = "1 line below the first that begins with `#` or `%` is a comment, and not read";
    for (name, text, says) in [
        ("plain.el", "# a list\n1 2\n2 3\n#12 3\n", true),
        ("head.el", "# a list\n# of two\n\n1 2\n2 3\n", false),
        ("names.el", "# a list\nann bob\nbob cy\n#12 bob\n", true),
        ("short.csv", "source,target,w\n1,2,5\n#12,3\n2,3,6\n", true),
        ("first.csv", "source,target,w\n# in euros\n1,2,5\n2,3,6\n", true),
        ("whole.csv", "source,target,w\n1,2,5\n#12,3,1\n2,3,6\n", false),
    ] {
        let file = scratch.file(name, text);
        let said = run(&["count", &file, "edge"]).stderr;
        assert_eq!(said.contains(note), says, "{name}: {said}");
        assert_eq!(run(&["count", &file, "edge", "-q"]).stderr, "", "{name}");
    }
    let graph = scratch.file("g.el", "1 2\n2 3\n");
    let table = scratch.file("t.csv", "source,target,w\n1,2,5\n%x\n2,3,6\n");
    assert!(run(&["count", &graph, "edge", "--edge-attributes", &table]).stderr.contains(note));
    let vertices = scratch.file("v.csv", "id,w\n1,5\n#12\n2,6\n");
    assert!(run(&["count", &graph, "edge", "--vertex-attributes", &vertices]).stderr.contains(note));
}

/// A .gpm file is read as the file that it was made of, by all commands; one without directions is refused where they are asked for.
#[test]
fn commands_agree_about_directions() {
    let scratch = Scratch::new();
    let text = "%%MatrixMarket matrix coordinate integer symmetric\n4 4 4\n2 1 5\n3 2 1\n3 1 2\n4 3 9\n";
    let (matrix, out) = (scratch.file("s.mtx", text), scratch.arg("out.el"));
    let (undirected, directed) = (scratch.arg("u.gpm"), scratch.arg("d.gpm"));
    stdout(&["convert", &matrix, &undirected, "-q"]);
    stdout(&["convert", &matrix, &directed, "-q", "--directed"]);
    let commands: [&[&str]; 9] = [
        &["count", "GRAPH", "a->b->c", "a-b"],
        &["list", "GRAPH", "a->b", "--sorted", "--with", "(a->b).value"],
        &["count", "GRAPH", "a->b where (a->b).value > 2", "--per-vertex"],
        &["motifs", "GRAPH", "-k", "3"],
        &["orbits", "GRAPH", "-k", "4"],
        &["fsm", "GRAPH", "--support", "2", "--max-edges", "2"],
        &["estimate", "GRAPH", "a->b->c"],
        &["sample", "GRAPH", "a->b", "--number", "3"],
        &["convert", "GRAPH", &out],
    ];
    for command in commands {
        let of = |graph: &str| {
            let args: Vec<&str> = command.iter().map(|&part| if part == "GRAPH" { graph } else { part }).collect();
            let run = run(&[&args[..], &["--directed", "-q"]].concat());
            (run.code, run.stdout, run.stderr.replace(graph, "GRAPH"))
        };
        assert_eq!(of(&directed), of(&matrix), "{command:?}");
        let (code, printed, said) = of(&undirected);
        assert!(code == 2 && printed.is_empty(), "{command:?}: {said}");
        assert!(said.contains("convert the original with --directed"), "{command:?}: {said}");
    }
    // Rows of a table are about both arcs in both.
    let table = scratch.file("t.csv", "u,v,w\n1,2,5\n2,1,6\n2,3,7\n");
    for graph in [&directed, &matrix] {
        let question = ["count", graph, "a->b where (a->b).w == 11 and (a->b).count == 2", "--directed", "-q"];
        let tables = ["--edge-attributes", &table, "--combine", "w=sum,count"];
        assert!(stdout(&[&question[..], &tables].concat()).starts_with("2 "), "{graph}");
    }
}
