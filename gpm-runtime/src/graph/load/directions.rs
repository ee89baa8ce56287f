//! Gephi's column `Type`, which says of each edge whether it is directed.

/// What stands in a row for neither.
pub(crate) const DIRECTION: &str =
    "`Directed` or `Undirected`, which the column `Type` has before; if it has labels, say `--columns FROM,TO,LABEL`";

/// Whether a column may be Gephi's, by its name.
pub(crate) fn is_direction_column(name: &str) -> bool {
    name.eq_ignore_ascii_case("type")
}

/// Whether a value of the column says that the edge is directed; `None` if it is no such value.
pub(crate) fn direction_of(value: &[u8]) -> Option<bool> {
    if value.eq_ignore_ascii_case(b"directed") {
        return Some(true);
    }
    value.eq_ignore_ascii_case(b"undirected").then_some(false)
}

/// Whether the first values of a column, of which each says a direction or not, are Gephi's. Only there an edge is undirected, and a
/// row that says something else is refused; a film may be directed by somebody.
pub(crate) fn are_directions(values: impl Iterator<Item = Option<bool>>) -> bool {
    let (mut has_any, mut are_all, mut is_undirected) = (false, true, false);
    for value in values {
        has_any = true;
        are_all &= value.is_some();
        is_undirected |= value == Some(false);
    }
    is_undirected || has_any && are_all
}
