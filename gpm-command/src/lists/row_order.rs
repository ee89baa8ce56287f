//! Matches in an order: all of them, or the first few, held until the search ends.

use std::cmp::Ordering;

use anyhow::anyhow;
use gpm::{Graph, Query, VertexId};

use super::writings::{Writings, written};
use crate::process::Failure;
use crate::rows::{AttributeColumn, Cell};

/// Rows are thrown away in batches of this size at least. *guess*
const SPARE: usize = 1 << 10;

/// The order of rows: by an attribute if there is one, then by the original ids of the vertices.
pub(crate) struct RowOrder<'g> {
    key: Option<AttributeColumn<'g>>,
    is_descending: bool,
    /// Rows that are wanted; `usize::MAX` for all.
    top: usize,
    writings: Writings,
    graph: &'g Graph,
    /// Of each vertex its place by ascending original id.
    rank: Vec<u32>,
}

/// Rows on their way into order. Memory: 4 bytes a vertex of each row that is held, and 48 for the attribute.
pub(crate) struct Sorter<'g> {
    order: RowOrder<'g>,
    width: usize,
    /// Of each row its attribute, if rows are sorted by one.
    keys: Vec<Cell<'g>>,
    /// The vertices of one row after the other, as ranks.
    ranks: Vec<u32>,
    /// The last row that is still wanted, once there are enough.
    last: Option<(Option<Cell<'g>>, Vec<u32>)>,
}

impl<'g> RowOrder<'g> {
    pub(crate) fn new(
        graph: &'g Graph,
        query: &Query,
        key: Option<AttributeColumn<'g>>,
        (is_descending, top): (bool, Option<usize>),
    ) -> Self {
        let writings = Writings::new(query, key.as_ref().map_or(&[][..], |key| &key.vertices[..]));
        let mut rank = vec![0; graph.num_vertices()];
        graph.input_order().into_iter().zip(0..).for_each(|(v, at)| rank[v as usize] = at);
        Self { key, is_descending, top: top.unwrap_or(usize::MAX), writings, graph, rank }
    }

    fn compare(&self, left: (Option<Cell<'g>>, &[u32]), right: (Option<Cell<'g>>, &[u32])) -> Ordering {
        let by_key = match (left.0, right.0) {
            (Some(left), Some(right)) => left.order(&right, self.is_descending),
            _ => Ordering::Equal,
        };
        by_key.then_with(|| left.1.cmp(right.1))
    }

    /// The first way to write a match: its attribute, and its vertices as ranks.
    fn first_writing(&self, matched: &[VertexId]) -> (Option<Cell<'g>>, Vec<u32>) {
        let rank = |v: VertexId| self.rank[v as usize];
        let mut first: Option<(Option<Cell<'g>>, Vec<u32>)> = None;
        for image in &self.writings.keyed {
            let mut row = written(matched, image);
            let key = self.key.as_ref().map(|key| key.of(&row));
            self.writings.put_first(&mut row, rank);
            let row: Vec<u32> = row.into_iter().map(rank).collect();
            let is_first = first
                .as_ref()
                .is_none_or(|(known, other)| self.compare((key, &row), (*known, other)) == Ordering::Less);
            if is_first {
                first = Some((key, row));
            }
        }
        first.expect("a match can be written")
    }
}

impl<'g> Sorter<'g> {
    /// Starts with no rows; each will have `width` vertices.
    pub(crate) fn new(order: RowOrder<'g>, width: usize) -> Self {
        Self { order, width, keys: Vec::new(), ranks: Vec::new(), last: None }
    }

    /// Takes a match.
    pub(crate) fn push(&mut self, matched: &[VertexId]) -> Result<(), Failure> {
        let (key, row) = self.order.first_writing(matched);
        let is_late = self
            .last
            .as_ref()
            .is_some_and(|(last_key, last)| self.order.compare((key, &row), (*last_key, last)) != Ordering::Less);
        if is_late || self.order.top == 0 {
            return Ok(());
        }
        let rows = self.len() + 1;
        let held = self.ranks.try_reserve(self.width).and_then(|()| self.keys.try_reserve(1));
        held.map_err(|_| {
            Failure::Run(anyhow!("no memory for {rows} rows in order: ask for the first ones with --top K"))
        })?;
        self.ranks.extend_from_slice(&row);
        self.keys.extend(key);
        if rows >= self.order.top.saturating_mul(2).max(SPARE) && rows > self.order.top {
            self.prune();
        }
        Ok(())
    }

    /// Hands the rows over in order, each as vertices.
    pub(crate) fn hand_over(self, mut take: impl FnMut(&[VertexId]) -> Result<(), Failure>) -> Result<(), Failure> {
        let vertices = self.order.graph.input_order();
        let mut row: Vec<VertexId> = Vec::new();
        for at in self.sorted() {
            row.clear();
            row.extend(self.row(at).1.iter().map(|&rank| vertices[rank as usize]));
            take(&row)?;
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.ranks.len() / self.width
    }

    fn row(&self, at: usize) -> (Option<Cell<'g>>, &[u32]) {
        (self.keys.get(at).copied(), &self.ranks[at * self.width..(at + 1) * self.width])
    }

    /// The rows that are wanted, in order.
    fn sorted(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.len()).collect();
        rows.sort_unstable_by(|&left, &right| self.order.compare(self.row(left), self.row(right)));
        rows.truncate(self.order.top);
        rows
    }

    /// Forgets the rows that are no longer wanted.
    fn prune(&mut self) {
        let rows = self.sorted();
        let keys = rows.iter().filter_map(|&at| self.row(at).0).collect();
        let ranks = rows.iter().flat_map(|&at| self.row(at).1).copied().collect();
        self.last = rows.last().map(|&at| (self.row(at).0, self.row(at).1.to_vec()));
        (self.keys, self.ranks) = (keys, ranks);
    }
}

#[cfg(test)]
mod tests {
    use gpm::Pattern;

    use super::*;

    /// More rows than are ever held, in an order that is none.
    #[test]
    fn the_first_of_many() {
        let edges: Vec<(u32, u32)> = (0..100).flat_map(|u| (u + 1..100).map(move |v| (u, v))).collect();
        let graph = Graph::from_edges(100, edges.iter().copied()).unwrap();
        let query = Query::from("a-b".parse::<Pattern>().unwrap());
        let id = |v: VertexId| graph.input_order().iter().position(|&w| w == v).unwrap();
        for top in [Some(0), Some(1), Some(7), Some(2000), None] {
            let mut sorter = Sorter::new(RowOrder::new(&graph, &query, None, (false, top)), 2);
            for step in 0..edges.len() {
                let (u, v) = edges[step * 1009 % edges.len()];
                sorter.push(&[v, u]).unwrap();
            }
            let mut found = Vec::new();
            sorter
                .hand_over(|row| {
                    found.push((id(row[0]) as u32, id(row[1]) as u32));
                    Ok(())
                })
                .unwrap();
            assert_eq!(found, edges[..top.unwrap_or(usize::MAX).min(edges.len())], "{top:?}");
        }
    }
}
