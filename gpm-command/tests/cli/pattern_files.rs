//! Files of patterns, and what a graph keeps of directions and labels.

use crate::{Scratch, fails, run, stdout};

#[track_caller]
fn count(args: &[&str], expected: &str) {
    let printed = stdout(&[&["count"], args, &["--device", "cpu"]].concat());
    let counts: Vec<&str> = printed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(counts.join(" "), expected, "{args:?}: {printed}");
}

#[test]
fn query_files_keep_their_directions() {
    let scratch = Scratch::new();
    // One ring, and one triangle that is none.
    let graph = scratch.file("g.el", "0 1\n1 2\n2 0\n3 4\n4 5\n3 5\n");
    let ring = scratch.file("ring.el", "# a ring\n0 1\n1 2\n2 0\n");
    let blocks = scratch.file("ring.graph", "t 3 3\nv 0 *\nv 1 *\nv 2 *\ne 0 1\ne 1 2\ne 2 0\n");
    let arrows = scratch.file("ring.txt", "\u{feff}% arrows\na -> b\nb -> c\nc -> a\n");
    for file in [&ring, &blocks, &arrows] {
        count(&[&graph, file, "--directed"], "1");
    }
    count(&[&graph, &ring], "2");
    count(&[&graph, &arrows], "1");
    let many = scratch.file("many.graph", "\u{feff}t # ring\nv 0 *\nv 1 *\nv 2 *\n  # inside\ne 0 1\ne 1 2\ne 2 0\nt # back\nv 0 *\nv 1 *\ne 0 1\ne 1 0\n");
    let printed = stdout(&["count", &graph, "--patterns", &many, "--directed", "--device", "cpu"]);
    assert!(printed.contains("1\tring") || printed.contains("1  ring"), "{printed}");
    let explained = stdout(&["explain", &ring, "--directed"]);
    assert!(explained.contains("->"), "{explained}");
    // The names of the vertices, and one match.
    assert_eq!(stdout(&["list", &graph, &ring, "--directed"]).lines().count(), 2);
}

#[test]
fn a_gpm_file_without_directions_is_not_read_with_them() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.el", "0 1\n1 2\n2 0\n");
    let (plain, directed) = (scratch.arg("g.gpm"), scratch.arg("d.gpm"));
    stdout(&["convert", &graph, &plain]);
    stdout(&["convert", &graph, &directed, "--directed"]);
    for command in
        [&["count", &plain, "edge"][..], &["motifs", &plain, "-k", "3"], &["info", &plain], &["list", &plain, "edge"]]
    {
        fails(&[command, &["--directed"][..]].concat(), 2, &["has none", "--directed"]);
    }
    fails(&["count", &plain, "a->b"], 2, &["has none", "convert the original with --directed"]);
    count(&[&plain, "edge"], "3");
    count(&[&directed, "a->b", "--directed"], "3");
}

#[test]
fn no_label_of_an_edge_is_lost_in_silence() {
    let scratch = Scratch::new();
    let graph = scratch.file("g.csv", "ann,bob,knows\nann,bob,works_with\nbob,cat,knows\nann,cat,works_with\n");
    let asked = ["count", &graph, "a-[works_with]->b"];
    fails(&[&asked[..], &["-q"]].concat(), 2, &["`knows` and `works_with`", "`ann` and `bob`", "--parallel-labels"]);
    count(&[&graph, "a-[works_with]->b", "--parallel-labels", "first"], "1");
    count(&[&graph, "a-[works_with]->b", "--parallel-labels", "last"], "2");
    // Labels that nobody reads are not lost.
    count(&[&graph, "a->b"], "3");
    let said = run(&[&asked[..], &["--parallel-labels", "last"]].concat()).stderr;
    assert!(said.contains("1 edge listed with different labels, one kept as asked"), "{said}");
}

/// A row about an undirected edge is about both of the arcs that it is read as.
#[test]
fn attributes_of_undirected_edges_are_on_both_arcs() {
    let scratch = Scratch::new();
    let asked = |graph: &str, pattern: &str, more: &[&str]| {
        let args = ["count", graph, pattern, "--edge-attributes", graph, "--device", "cpu"];
        stdout(&[&args[..], more].concat()).split_whitespace().next().map(str::to_owned)
    };
    let konect = scratch.file("g.el", "% sym weighted\nsource target w\n0 1 5\n1 2 6\n");
    let gephi = scratch.file("g.csv", "Source,Target,Type,w\n0,1,Undirected,5\n1,2,Undirected,6\n");
    for graph in [&konect, &gephi] {
        assert_eq!(asked(graph, "a->b where (a->b).w >= 5", &[]).as_deref(), Some("4"), "{graph}");
        assert_eq!(asked(graph, "a->b where (a->b).w > 5", &["--combine", "w=sum"]).as_deref(), Some("2"), "{graph}");
    }
    let arcs = scratch.file("a.csv", "source,target,w\n0,1,5\n1,0,6\n");
    assert_eq!(asked(&arcs, "a->b where (a->b).w > 5", &[]).as_deref(), Some("1"));
}
