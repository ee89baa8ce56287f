//! Snapshots of lowered programs, in the order in which to read them: how sets are made, held and counted.

use gpm::{PassSet, Programs, Query};
use insta::Settings;

use crate::{anchored, plan, query};

/// Compares the programs of a query with the snapshot `name`, which says what it shows.
#[track_caller]
fn check(name: &str, shows: &str, query: Query) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("programs");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(shows);
    settings.bind(|| insta::assert_snapshot!(name, Programs::new(&plan(query)).to_string()));
}

#[test]
fn triangle() {
    check("01-triangle", "the root's row is marked, and other rows are probed against the marks", query("triangle"));
}

#[test]
fn clique_4() {
    check(
        "02-4-clique",
        "one program on lists, one on a bit matrix whose rows are ANDed up to a place",
        query("clique:4"),
    );
}

#[test]
fn diamond_induced() {
    let local = PassSet::named("local-graph").expect("there is such a pass");
    check("03-diamond-induced", "a difference, which is stored", query("diamond").vertex_induced().without(local));
}

#[test]
fn house() {
    check("04-house", "the number of walks of two steps is looked up", query("house"));
}

#[test]
fn house_listed() {
    check("05-house-listed", "matched vertices are left out of loops", query("house").list());
}

#[test]
fn clique_7() {
    check("07-7-clique", "lanes of a candidate walk the last loop of a bit matrix", query("clique:7"));
}

#[test]
fn clique_per_vertex() {
    check(
        "08-4-clique-per-vertex",
        "what is counted below a loop is credited, and gathered for the next",
        anchored("clique:4", &[0]),
    );
}

#[test]
fn butterfly() {
    check("09-butterfly", "an entry of a table is a factor, made in 128 bits", query("butterfly"));
}

#[test]
fn cycle_6() {
    check("10-6-cycle", "a team walks three steps; nothing is cut", query("cycle:6").homomorphism());
}

#[test]
fn path_4() {
    let sums = PassSet::named("conversion").expect("there is such a pass");
    let tables = PassSet::named("decomposition").expect("there is such a pass");
    let query = query("path:4").without(sums).without(tables);
    check("06-4-path", "a size less the matched vertices in it", query);
}

#[test]
fn chords_on_a_triangle() {
    let query = query("0-1, 0-2, 0-4, 0-5, 1-2, 1-3, 1-4, 2-3, 2-5");
    check("11-chords-on-a-triangle", "three sizes are counted in one scan of a row", query);
}
