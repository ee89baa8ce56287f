//! The edges that patterns may be extended by.

use std::collections::BTreeMap;

use super::Link;

/// Which links there are between which labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alphabet {
    /// By the label of a vertex the links from it, each with the label of the vertex at its other end; ascending.
    from: BTreeMap<u32, Vec<(Link, u32)>>,
}

impl Alphabet {
    /// The alphabet of these links, given from either end.
    pub fn new(links: impl IntoIterator<Item = (u32, Link, u32)>) -> Alphabet {
        let mut from: BTreeMap<u32, Vec<(Link, u32)>> = BTreeMap::new();
        for (label, link, other) in links {
            from.entry(label).or_default().push((link, other));
            from.entry(other).or_default().push((link.reversed(), label));
        }
        for links in from.values_mut() {
            links.sort_unstable();
            links.dedup();
        }
        Alphabet { from }
    }

    /// The links from a vertex with this label.
    pub fn from(&self, label: u32) -> &[(Link, u32)] {
        self.from.get(&label).map_or(&[], Vec::as_slice)
    }

    /// Whether there is such a link.
    pub fn has(&self, label: u32, link: Link, other: u32) -> bool {
        self.from(label).binary_search(&(link, other)).is_ok()
    }
}
