//! Names of the emitted code. Local ones are hygienic: they never meet what the user has in scope.

use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream};
use quote::quote;

use crate::nest::{Level, SetId, ViewId, Walk};

/// `prefix` and a number.
pub(super) fn numbered(prefix: &str, index: usize) -> Ident {
    Ident::new(&format!("{prefix}{index}"), Span::mixed_site())
}

/// A name as it stands.
pub(super) fn plain(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The data vertex of a level.
pub(super) fn vertex(level: Level) -> Ident {
    numbered("v", level.index())
}

/// Its place among the members of the local graph.
pub(super) fn place(level: Level) -> Ident {
    numbered("p", level.index())
}

/// A set.
pub(super) fn set(id: SetId) -> Ident {
    numbered("s", id.index())
}

/// The size of a set of which nothing else is held.
pub(super) fn size(id: SetId) -> Ident {
    numbered("n", id.index())
}

/// The number of walks to the vertex of a level.
pub(super) fn walks(walk: Walk) -> Ident {
    numbered(if walk.steps == 2 { "codegree" } else { "walks" }, walk.to.index())
}

/// The bits of a set that is held as bits too, by its number.
pub(super) fn marks(index: usize) -> Ident {
    numbered("marks", index)
}

/// The memory of a list that is computed, by the number of its set.
pub(super) fn buffer(index: usize) -> Ident {
    numbered("buffer", index)
}

/// The memory of a bit row, by the number of its set.
pub(super) fn words(index: usize) -> Ident {
    numbered("words", index)
}

/// A relation, by its number.
pub(super) fn view(index: usize) -> Ident {
    numbered("view", index)
}

/// A relation.
pub(super) fn view_of(id: ViewId) -> Ident {
    view(usize::from(id.0))
}

/// The values of an attribute, by the number of its column.
pub(super) fn column(index: usize) -> Ident {
    numbered("column", index)
}

/// The label of a block.
pub(super) fn block_label(name: &str) -> TokenStream {
    let (tick, name) = (Punct::new('\'', Spacing::Joint), Ident::new(name, Span::mixed_site()));
    quote!(#tick #name)
}
