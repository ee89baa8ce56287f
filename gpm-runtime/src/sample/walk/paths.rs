//! Paths of two edges: below a hub there are more rows than a sample can look at.

use gpm_plan::nest::{Bounds, Candidates};

use super::super::lists::{Paths, Way, distinct, within};
use super::Walk;
use crate::graph::VertexId;

/// What a search in a row takes a walk, in elements. *guess*
const SEARCH: usize = 6;

impl<'a> Walk<'a> {
    /// Some of the vertices of a reach, with how many each stands for; all of them if no more paths lead there than are asked for. Else a
    /// path is picked in proportion to those there are, so that its end stands for one part in as many as its codegree.
    pub(super) fn reached(
        &mut self,
        candidates: &Candidates,
        way: Way,
        width: usize,
        weight: f64,
    ) -> Vec<(VertexId, f64)> {
        let def = self.nest.set(candidates.set);
        let Paths { rows, share } = self.some_paths(way, def.bounds().and(candidates.bounds()));
        let total: usize = rows.iter().map(|row| row.len()).sum();
        self.effort += weight * share * total as f64;
        if share == 1.0 && total <= width {
            self.looked_at += total as f64;
            return distinct(rows.concat()).into_iter().map(|v| (v, 1.0)).collect();
        }
        self.looked_at += (SEARCH * rows.len()) as f64;
        let mut places = self.starts.places(width, total).peekable();
        let (mut before, mut found) = (0, Vec::new());
        for row in rows {
            while let Some(place) = places.next_if(|&place| place < before + row.len()) {
                found.push(row[place - before]);
            }
            before += row.len();
        }
        let share = share * total as f64 / found.len().max(1) as f64;
        let codegree = |&v: &VertexId| {
            let middles = &self.sets[way.through.index()];
            let first = if way.descends { middles.partition_point(|&w| w <= v) } else { 0 };
            self.kernels.count_intersect(&middles[first..], self.row(way.view, v))
        };
        found.iter().map(|v| (*v, share / codegree(v).max(1) as f64)).collect()
    }

    /// Notes that so many rows were searched for paths, each of which stands for `share`.
    pub(super) fn look_for_paths(&mut self, weight: f64, rows: usize, share: f64) {
        let elements = (SEARCH * rows) as f64;
        self.looked_at += elements;
        self.effort += weight * share * elements;
    }

    /// The rows of some members of a set, within bounds: a hub has more neighbors than a sample can look at.
    pub(super) fn some_paths(&mut self, way: Way, bounds: Bounds) -> Paths<'a> {
        let len = self.sets[way.through.index()].len();
        if len <= self.widths.rows {
            return Paths { rows: self.paths(way, bounds).collect(), share: 1.0 };
        }
        let places = self.starts.places(self.widths.rows, len);
        let row = |place: usize| self.ends(way, self.sets[way.through.index()][place], bounds);
        Paths { rows: places.map(row).collect(), share: len as f64 / self.widths.rows as f64 }
    }

    /// The rows of the members of a set, within bounds.
    pub(super) fn paths(&self, way: Way, bounds: Bounds) -> impl Iterator<Item = &'a [VertexId]> {
        self.sets[way.through.index()].iter().map(move |&middle| self.ends(way, middle, bounds))
    }

    /// Where paths through one member end.
    fn ends(&self, way: Way, middle: VertexId, bounds: Bounds) -> &'a [VertexId] {
        let row = within(self.row(way.view, middle), |level| self.bound_at(level), bounds);
        if way.descends { &row[..row.partition_point(|&v| v < middle)] } else { row }
    }
}
