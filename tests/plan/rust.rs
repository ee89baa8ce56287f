//! Snapshots of the Rust code that `pattern!` makes, in the order in which to read them: how a nest becomes loops. The last
//! two are all that a declaration expands to, the others show one nest.

use gpm::{PassSet, Query};
use gpm_plan::rust::{CodeBody, Data, Head, Item, Target, item, nest};
use insta::Settings;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::{plan, query};

/// Compares code with the snapshot `name`, which says what it shows.
#[track_caller]
fn check(name: &str, shows: &str, code: TokenStream) {
    let file = syn::parse2(code).expect("what the macro makes is Rust");
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("rust");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(shows);
    settings.bind(|| insta::assert_snapshot!(name, prettyplease::unparse(&file)));
}

/// Checks the code of a query's first nest.
#[track_caller]
fn check_nest(name: &str, shows: &str, query: Query) {
    let plan = plan(query);
    let type_name = Ident::new("Count0", Span::call_site());
    let label = |label: &gpm::Label| {
        let text = label.as_str();
        quote!(#text)
    };
    let (attributes, visibility, data) = (TokenStream::new(), TokenStream::new(), Data::default());
    let of = Ident::new("Declared", Span::call_site());
    let head = Head { attributes: &attributes, visibility: &visibility, name: &of, data: &data };
    check(name, shows, nest(plan.first_nest(), &type_name, &Target { head: &head, label: &label, codes: &[] }));
}

#[test]
fn star_4() {
    check_nest("01-star-4", "the only loop is over the roots: each root adds a formula", query("star:4"));
}

#[test]
fn triangle() {
    check_nest("02-triangle", "a marked row is probed; all leave through the block that clears it", query("triangle"));
}

#[test]
fn bull() {
    check_nest("03-bull", "a polynomial in several sizes, valued in 64 bits or else in 128", query("bull"));
}

#[test]
fn fringe() {
    let query = query("u-v, u-a, u-b, v-c, v-d, v-e, u-f-v");
    check_nest("12-fringe", "regions and binomials, each named once", query);
}

#[test]
fn diamond_induced() {
    let local = PassSet::named("local-graph").expect("there is such a pass");
    let query = query("diamond").vertex_induced().without(local);
    check_nest("04-diamond-induced", "computed sets have buffers; a difference", query);
}

#[test]
fn cycle_4() {
    check_nest("05-4-cycle", "two-hop reach and codegrees", query("cycle:4"));
}

#[test]
fn cycle_6() {
    check_nest("15-6-cycle", "walks of three steps go on from those of two", query("cycle:6"));
}

#[test]
fn clique_4() {
    check_nest("06-4-clique", "a bit matrix below the root, and lists where the root is too large", query("clique:4"));
}

#[test]
fn labelled_path() {
    check_nest(
        "07-labelled-path",
        "labels are views: the binding says which rows to lay out",
        query("a:X - b:Y - c:Z"),
    );
}

#[test]
fn feed_forward_loop() {
    check_nest("08-feed-forward-loop", "directions are views too", query("a->b, b->c, a->c"));
}

#[test]
fn anti_edge() {
    check_nest("09-anti-edge", "an anti-edge takes a row away", query("a-b-c-d, a!-c"));
}

#[test]
fn triangle_listed() {
    check_nest(
        "10-triangle-list",
        "a listing keeps matches in the order of the pattern's vertices",
        query("triangle").list(),
    );
}

#[test]
fn rising_triangle() {
    let query = query("a->b, b->c, a->c where (a->b).day < (b->c).day and a.limit >= 100");
    check_nest("11-rising-triangle", "filters on columns; conditions on one vertex are part of its class", query);
}

#[test]
fn compared_clique() {
    let query = query("clique:4 where 0.x < 1.x and (2.x + 3.x > 0.5 or 2.id % 2 == 0)");
    check_nest("12-compared-clique", "filters in a bit matrix, where places are turned into vertices", query);
}

#[test]
fn condition_in_rust() {
    let query = query("a-b-c-a");
    let (attributes, visibility) = (TokenStream::new(), quote!(pub));
    let name = Ident::new("Rising", Span::call_site());
    let ident = |name| Ident::new(name, Span::call_site());
    let data = Data {
        generics: quote!(<'a>),
        parameters: quote!(<'a>),
        arguments: quote!(<'a>),
        fields: Some(quote!({ weights: &'a [f64] })),
        names: vec![ident("weights")],
    };
    let head = Head { attributes: &attributes, visibility: &visibility, name: &name, data: &data };
    let code = CodeBody {
        text: "|a, b| weights[a as usize] < weights[b as usize]".to_owned(),
        parameters: vec![ident("a"), ident("b")],
        body: quote!(weights[a as usize] < weights[b as usize]),
    };
    let declared = Item { head, query: &query, constants: &[], codes: &[(code, vec![0, 1])] };
    let code = item(&declared).expect("every pattern has a plan");
    check("13-condition-in-rust", "a condition in Rust is a method, given the vertices where the last is bound", code);
}

#[test]
fn triangle_whole() {
    let query = query("triangle");
    let (attributes, visibility, data) = (TokenStream::new(), quote!(pub), Data::default());
    let name = Ident::new("Triangle", Span::call_site());
    let head = Head { attributes: &attributes, visibility: &visibility, name: &name, data: &data };
    let declared = Item { head, query: &query, constants: &[], codes: &[] };
    let code = item(&declared).expect("every pattern has a plan");
    check("14-triangle-whole", "a declaration's expansion, as `gpm explain triangle --emit rust` prints it", code);
}
