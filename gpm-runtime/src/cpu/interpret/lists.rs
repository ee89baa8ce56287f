//! Sets as ascending lists: rows of the graph, and results in buffers.

use std::mem::take;

use gpm_plan::cost::SEARCHED_BY_MARKS;
use gpm_plan::nest::{Level, LoopNest, SetId, Walk};
use gpm_plan::program::{Base, CountRows, Join, List, ListDef, Loop, Part, Probe, Program};

use super::{Definition, Exit, Interpreter, Operand};
use crate::cpu::codegree::{Codegrees, EndsOf, Walks};
use crate::cpu::marked_row::MarkedRow;
use crate::cpu::rows::RowsIn;
use crate::graph::VertexId;
use crate::set::{Bitmap, kernels};
use crate::view::Bound;

/// The lists made so far, and their memory.
#[derive(Debug)]
pub(super) struct ListSets<'a> {
    bound: &'a Bound<'a>,
    /// By set, where it lies.
    places: Vec<Place<'a>>,
    buffers: Vec<Vec<VertexId>>,
    marks: Vec<Option<MarkedRow>>,
    codegrees: Option<Codegrees>,
    walks: Option<Walks>,
}

/// Where a list lies.
#[derive(Clone, Copy, Debug)]
enum Place<'a> {
    /// In its buffer.
    Buffer,
    /// In the graph.
    Row(&'a [VertexId]),
    /// It is what walks of so many steps reach.
    Reach(u8),
}

impl<'a> ListSets<'a> {
    pub(super) fn new(nest: &LoopNest, bound: &'a Bound<'a>, program: &Program) -> Self {
        let num_sets = program.memory.len();
        let marks =
            program.memory.iter().map(|memory| memory.marks.then(|| MarkedRow::new(bound.num_vertices, kernels())));
        ListSets {
            bound,
            places: vec![Place::Buffer; num_sets],
            buffers: vec![Vec::new(); num_sets],
            marks: marks.collect(),
            codegrees: nest.reach_of(2).map(|_| Codegrees::new(bound.num_vertices)),
            walks: nest.reach_of(3).map(|_| Walks::new(bound.num_vertices)),
        }
    }

    /// A part of a row.
    pub(super) fn row(&self, list: &List, matched: &[VertexId]) -> &'a [VertexId] {
        let Base::Row { view, of, part } = list.base else { unreachable!("the caller has a row") };
        let (rows, owner) = (&self.bound.views[usize::from(view.0)], matched[of.index()]);
        let (row, split) = (rows.row(owner), || rows.splits()[owner as usize] as usize);
        let row = match part {
            Part::Whole => row,
            Part::Below => &row[..split()],
            Part::Above => &row[split()..],
        };
        self.cut(row, list, matched)
    }

    /// The part of a list within the bounds that are still to be put on.
    fn cut<'l>(&self, list: &'l [VertexId], to: &List, matched: &[VertexId]) -> &'l [VertexId] {
        let vertex = |level: &Level| self.bound.filters.bound(*level, matched);
        let (above, below) = (to.above.iter().map(vertex).max(), to.below.iter().map(vertex).min());
        let list = above.map_or(list, |bound| &list[kernels().num_below(list, bound + 1)..]);
        match (below, above) {
            (None, _) => list,
            (Some(bound), None) => &list[..kernels().num_below(list, bound)],
            // Both are the ends of a window, mostly.
            (Some(bound), Some(_)) => &list[..kernels().num_below_near(list, bound)],
        }
    }

    /// What an operand means.
    fn read(&self, list: &List, matched: &[VertexId]) -> &[VertexId] {
        match list.base {
            Base::Row { .. } => self.row(list, matched),
            Base::Set(set) => self.cut(self.elements(set), list, matched),
        }
    }

    fn elements(&self, set: SetId) -> &[VertexId] {
        match self.places[set.index()] {
            Place::Buffer => &self.buffers[set.index()],
            Place::Row(row) => row,
            Place::Reach(2) => self.codegrees.as_ref().map_or(&[], Codegrees::reached),
            Place::Reach(_) => self.walks.as_ref().map_or(&[], Walks::reached),
        }
    }

    /// How many such walks there are.
    pub(super) fn look_up(&self, walk: Walk, matched: &[VertexId]) -> i64 {
        let vertex = matched[walk.to.index()];
        match (walk.steps, &self.codegrees, &self.walks) {
            // SAFETY: a matched vertex is one of the graph that the table was made for.
            (2, Some(codegrees), _) => i64::from(unsafe { codegrees.of(vertex) }),
            // SAFETY: the same.
            (_, _, Some(walks)) => (unsafe { walks.of(vertex) }) as i64,
            _ => unreachable!("verified: walks are counted before they are looked up"),
        }
    }

    /// Marks the elements of a set until it is marked again.
    pub(super) fn mark(&mut self, set: SetId) {
        let mut marks = self.marks[set.index()].take().expect("verified: marked sets have marks");
        marks.mark(self.elements(set));
        self.marks[set.index()] = Some(marks);
    }

    fn marks(&self, set: SetId) -> &Bitmap {
        self.marks[set.index()].as_ref().expect("verified: marked sets have marks").bits()
    }

    pub(super) fn is_marked(&self, set: SetId, vertex: VertexId) -> bool {
        self.marks(set).contains(vertex)
    }

    /// Writes the elements of `list` that are in `with` too, or counts them; returns how many there are.
    fn meet(&self, with: &Probe, list: &[VertexId], matched: &[VertexId], out: Option<&mut Vec<VertexId>>) -> usize {
        let kernels = kernels();
        let merge = |other: &[VertexId], out: Option<&mut Vec<VertexId>>| match out {
            Some(out) => {
                kernels.intersect_into(other, list, out);
                out.len()
            }
            None => kernels.count_intersect(other, list),
        };
        match with {
            Probe::List(other) => merge(self.read(other, matched), out),
            Probe::Marked(set) if list.len() > SEARCHED_BY_MARKS * self.elements(*set).len() => {
                merge(self.elements(*set), out)
            }
            Probe::Marked(set) => match out {
                Some(out) => {
                    kernels.probe_into(self.marks(*set), list, out);
                    out.len()
                }
                None => kernels.count_probe(self.marks(*set), list),
            },
        }
    }

    /// Writes the elements of `list` that are not in `without`, or counts them; returns how many there are.
    fn subtract(
        &self,
        without: &Probe,
        list: &[VertexId],
        matched: &[VertexId],
        out: Option<&mut Vec<VertexId>>,
    ) -> usize {
        let kernels = kernels();
        match (without, out) {
            (Probe::List(other), Some(out)) => {
                kernels.difference_into(list, self.read(other, matched), out);
                out.len()
            }
            (Probe::List(other), None) => kernels.count_difference(list, self.read(other, matched)),
            (Probe::Marked(set), Some(out)) => {
                kernels.probe_difference_into(self.marks(*set), list, out);
                out.len()
            }
            (Probe::Marked(set), None) => list.len() - kernels.count_probe(self.marks(*set), list),
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn count_rows(&mut self, rows: &CountRows) -> Result<(), Exit> {
        let vertex = |level: &Level| self.bound.filters.bound(*level, &self.matched);
        let end = rows.below.iter().map(vertex).min().unwrap_or(VertexId::MAX);
        let start = rows.above.iter().map(vertex).max().map_or(0, |bound| bound + 1);
        let owners = self.lists.read(&rows.from, &self.matched);
        let counted = RowsIn {
            rows: &self.bound.views[usize::from(rows.view.0)],
            part: rows.part,
            marked: self.lists.elements(rows.marked),
            bits: self.lists.marks(rows.marked).words(),
        };
        let counted = counted.count(owners, &(start..end), self.stop).ok_or(Exit::Stop)?;
        self.add(rows.total, Some(counted.into()));
        Ok(())
    }
}

impl Operand for List {
    type Def = ListDef;

    fn draw(&self, of: &Interpreter<'_>, elements: &mut Vec<u32>) {
        elements.extend_from_slice(of.lists.read(self, &of.matched));
    }

    fn is(element: u32, level: Level, of: &Interpreter<'_>) -> bool {
        of.matched[level.index()] == element
    }

    fn bind(element: u32, to: &Loop<ListDef, List>, of: &mut Interpreter<'_>) {
        of.matched[to.level.index()] = element;
    }

    fn size(&self, of: &Interpreter<'_>) -> i64 {
        of.lists.read(self, &of.matched).len() as i64
    }

    fn has(&self, level: Level, of: &Interpreter<'_>) -> bool {
        kernels().is_in(of.lists.read(self, &of.matched), of.matched[level.index()])
    }
}

impl Definition for ListDef {
    fn make(&self, of: &mut Interpreter<'_>) -> Result<(), Exit> {
        match self {
            ListDef::Row { set, list } => {
                let row = of.lists.row(list, &of.matched);
                of.lists.places[set.index()] = Place::Row(row);
                of.keep_size(*set, row.len());
            }
            ListDef::Join { set, join, is_stored } => {
                let mut out = take(&mut of.lists.buffers[set.index()]);
                let (Join::Meet { list, .. } | Join::Subtract { list, .. }) = join;
                let streamed = of.lists.read(list, &of.matched);
                let kept = is_stored.then_some(&mut out);
                let size = match join {
                    Join::Meet { with, .. } => of.lists.meet(with, streamed, &of.matched, kept),
                    Join::Subtract { without, .. } => of.lists.subtract(without, streamed, &of.matched, kept),
                };
                of.lists.buffers[set.index()] = out;
                of.keep_size(*set, size);
            }
            ListDef::Reach { set, through, view, steps, ends } => {
                let ends = EndsOf::new(*ends, of.matched[0]);
                let rows = &of.bound.views[usize::from(view.0)];
                let mut codegrees = of.lists.codegrees.take().expect("a nest with a reach has codegrees");
                let reached = match steps {
                    2 => {
                        let is_whole = codegrees.count(of.lists.elements(*through), rows, &ends, of.stop);
                        is_whole.then(|| codegrees.reached().len())
                    }
                    _ => {
                        let walks = of.lists.walks.as_mut().expect("a nest with a second reach has walks");
                        walks.count(&codegrees, rows, &ends, of.stop).then(|| walks.reached().len())
                    }
                };
                of.lists.codegrees = Some(codegrees);
                of.lists.places[set.index()] = Place::Reach(*steps);
                of.keep_size(*set, reached.ok_or(Exit::Stop)?);
            }
        }
        Ok(())
    }
}
