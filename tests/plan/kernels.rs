//! Snapshots of generated CUDA code, in the order in which to read them: how a pattern becomes a kernel. All but the whole unit
//! show only what depends on the plan, between the library before it and the entry points behind it.

use gpm::gpu::{Kernel, KernelOptions, LowerRows};
use gpm::nest::{Column, Kind};
use gpm::pattern::predicate::Attribute;
use gpm::{GraphStats, PassSet, Plan, Query};
use gpm_plan::sampling::to_sample;
use insta::Settings;

use crate::{anchored, plan, query};

/// Compares text with the snapshot `name`, which says what it shows.
#[track_caller]
fn check(name: &str, shows: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("kernels");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(shows);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn source(query: Query, options: &KernelOptions) -> String {
    let plan = plan(query);
    let nest = plan.nests().next().expect("a plan has a nest");
    // A column called `f…` is one of floats.
    let is_float = |column: &Column| matches!(&column.name, Attribute::Column(name) if name.starts_with('f'));
    let kind = |column: &Column| if is_float(column) { Kind::Float } else { Kind::Integer };
    let kinds: Vec<Kind> = nest.columns().iter().map(kind).collect();
    Kernel::render(nest, &kinds, options).source
}

/// Checks the search of a query's first nest.
#[track_caller]
fn check_search(name: &str, shows: &str, query: Query) {
    check_search_with(name, shows, query, &KernelOptions::default());
}

#[track_caller]
fn check_search_with(name: &str, shows: &str, query: Query, options: &KernelOptions) {
    let source = source(query, options);
    let (_, search) = source.split_once("// ---- the search").expect("a kernel has a search");
    let search = search.split_once('\n').expect("it goes on").1;
    let (search, _) = search.split_once("// schedule.cuh").expect("the entry points follow");
    check(name, shows, search.trim());
}

#[test]
fn star_4() {
    check_search("01-star-4", "the only loop is over the roots: each root adds a polynomial", query("star:4"));
}

#[test]
fn triangle() {
    check_search(
        "02-triangle",
        "the leaf: each candidate by lanes of its own, which probe the marked root",
        query("triangle"),
    );
}

#[test]
fn triangle_in_pieces() {
    check_search_with(
        "22-triangle-in-pieces",
        "a search that is even where rows before their owners are short: big roots are cut from the start, and the rows of a root's candidates are \
         streamed one behind the other",
        query("triangle"),
        &KernelOptions { lower: LowerRows { longest: 128, marks: 256 }, ..KernelOptions::default() },
    );
}

#[test]
fn path_4_homomorphism() {
    let tables = PassSet::named("decomposition").expect("there is such a pass");
    let query = query("path:4").homomorphism().without(tables);
    check_search("03-path-4-homomorphism", "nothing is excluded: a leaf that adds up degrees", query);
}

#[test]
fn bull() {
    check_search("04-bull", "a polynomial in several sizes", query("bull"));
}

#[test]
fn fringe() {
    let query = query("u-v, u-a, u-b, u-c, u-d, v-e, v-f, v-g, u-h-v, u-i-v");
    check_search("15-fringe", "binomials of regions, in 128 bits beside their magnitudes", query);
}

#[test]
fn diamond_induced() {
    let local = PassSet::named("local-graph").expect("there is such a pass");
    let query = query("diamond").vertex_induced().without(local);
    check_search("05-diamond-induced", "stored sets in slots; a difference", query);
}

#[test]
fn cycle_4() {
    check_search("06-4-cycle", "two-hop reach and codegrees", query("cycle:4"));
}

#[test]
fn clique_4() {
    check_search(
        "07-4-clique",
        "a bit matrix below the root, and lists where the root is too large",
        query("clique:4"),
    );
}

#[test]
fn labelled_path() {
    check_search("08-labelled-path", "labels are views: rows come from one relation each", query("a:X - b:Y - c:Z"));
}

#[test]
fn feed_forward_loop() {
    check_search("09-feed-forward-loop", "directions are views too", query("a->b, b->c, a->c"));
}

#[test]
fn anti_edge() {
    check_search("10-anti-edge", "an anti-edge takes a row away", query("a-b-c-d, a!-c"));
}

#[test]
fn triangle_listed() {
    check_search(
        "11-triangle-list",
        "a listing: lanes with a match write it to the output ring",
        query("triangle").list(),
    );
}

#[test]
fn rising_triangle() {
    check_search(
        "13-rising-triangle",
        "filters: conditions on columns, in whole warps and in the leaf",
        query("triangle where 0.w < 1.w and 1.w + 0.f <= 2.f * 0.5 and (0-2).amount > 10"),
    );
}

#[test]
fn compared_clique() {
    check_search(
        "14-compared-clique",
        "filters in a local graph, where vertices are places",
        query("clique:5 where 0.id % 3 != 4.id % 3 or 1.w == 2.w"),
    );
}

#[test]
fn wedge_per_vertex() {
    check_search(
        "15-wedge-per-vertex",
        "counts by vertex: what a warp counts below a root is credited to the root",
        anchored("a-b-c", &[0]),
    );
}

#[test]
fn triangle_per_edge() {
    check_search(
        "16-triangle-per-edge",
        "counts by arc: lanes of its own credit each candidate of the second anchor's loop",
        anchored("triangle", &[0, 1]),
    );
}

#[test]
fn clique_per_edge() {
    check_search(
        "17-5-clique-per-edge",
        "counts by arc in a local graph, where places are entries of the root's row",
        anchored("clique:5", &[0, 1]),
    );
}

#[test]
fn butterfly() {
    check_search("18-butterfly", "a table looked up: its entry is a factor, made in 128 bits", query("butterfly"));
}

#[test]
fn cycle_6() {
    check_search("19-6-cycle", "walks of three steps: the team goes on from the reach of two", query("cycle:6"));
}

#[test]
fn diamond_per_end() {
    check_search(
        "20-diamond-per-end",
        "counts by vertex: candidates of a leaf are credited by lanes of their own",
        anchored("a-b-c-d-a, a-c", &[1]),
    );
}

#[test]
fn clique_per_vertex() {
    check_search(
        "21-4-clique-per-vertex",
        "counts by vertex: each level is credited; what outer ones get is gathered until their loop moves on",
        anchored("clique:4", &[0]),
    );
}

#[test]
fn triangle_whole() {
    let source = source(query("triangle"), &KernelOptions::default());
    check("12-triangle-whole", "a complete translation unit, as `gpm explain triangle --emit cuda` prints it", &source);
}

#[test]
fn house_samples() {
    let plan = Plan::new(to_sample(query("house")), &GraphStats::typical()).expect("every pattern has a plan");
    let kernel = Kernel::of_samples(plan.first_nest(), &[]).expect("lanes can take samples of it");
    let (_, search) = kernel.source.split_once("// ---- the search").expect("a kernel has a search");
    let search = search.split_once('\n').expect("it goes on").1;
    let (search, _) = search.split_once("// samples.cuh").expect("the entry point follows");
    check(
        "22-house-samples",
        "lanes walk below roots of their own; sets are told by rows, and none is stored",
        search.trim(),
    );
}
