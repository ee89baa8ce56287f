//! Tables of edges: `--header`, `--columns`, `--delimiter`, and what is said about columns.

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
