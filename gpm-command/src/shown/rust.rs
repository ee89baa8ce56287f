//! What `pattern!` makes of a pattern, as text for reading.

use gpm::Query;
use gpm::pattern::catalog;
use gpm_plan::rust::{Data, Head, Item, item};
use proc_macro2::{Ident, Span, TokenStream};

use crate::process::Failure;

/// The expansion of `pub Name = pattern;`.
pub(crate) fn rust(name: &str, query: &Query) -> Result<String, Failure> {
    if query.pattern.has_records() {
        return Err(Failure::input(
            "bound edges are planned for the labels that a graph has, so there is no code of them: count with `gpm count`",
        ));
    }
    let name = type_name(name);
    let name = Ident::new(&name, Span::call_site());
    let visibility: TokenStream = "pub".parse().expect("`pub` is Rust");
    let head = Head { attributes: &TokenStream::new(), visibility: &visibility, name: &name, data: &Data::default() };
    let declared = Item { head, query, constants: &[], codes: &[] };
    let file = syn::parse2(item(&declared)?).expect("what the macro makes is Rust");
    Ok(prettyplease::unparse(&file))
}

/// `tailed-triangle` is `TailedTriangle`; what has no name that Rust can take is a `Pattern`.
fn type_name(text: &str) -> String {
    let words = text.split(['-', ':']);
    let name: String = words
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
        })
        .collect();
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric());
    if is_name && catalog::by_name(text).is_some() { name } else { "Pattern".to_owned() }
}
