//! The graph with its vertices numbered label by label, so that the neighbors with one label are a part of a row.

use std::ops::Range;

use gpm_plan::grow::{Alphabet, Link};
use rayon::prelude::*;

use crate::control::{Control, Stopped};
use crate::graph::{Graph, LabelId, VertexId};

/// Rows of all neighbors, whatever the direction of the edge. Vertices are numbered anew, label by label; those of labels that too few have
/// are left out.
#[derive(Debug)]
pub(crate) struct LabelledRows {
    /// By label where its vertices begin, and where the last ones end.
    starts: Vec<VertexId>,
    /// By vertex.
    labels: Vec<LabelId>,
    /// By vertex which one of the graph it is.
    of_graph: Vec<VertexId>,
    /// By vertex where its row begins, and where the last one ends.
    offsets: Vec<usize>,
    /// The rows, each ascending.
    neighbors: Vec<VertexId>,
    /// By vertex where its groups begin, and where the last ones end.
    firsts: Vec<usize>,
    /// The neighbors of each vertex label by label. To search these few costs a third of a search in the row.
    groups: Vec<Group>,
    /// Parallel to `neighbors`: what joins the vertex and its neighbor. `None` if that is an edge without label or direction all over.
    links: Option<Vec<Link>>,
}

/// The neighbors of a vertex with one label.
#[derive(Clone, Copy, Debug)]
struct Group {
    label: LabelId,
    /// Where in the row they begin; they end where the next group begins, or the row ends.
    start: u32,
}

/// Vertices whose rows one thread makes at a time. *guess*
const BLOCK: usize = 1 << 8;

/// What joins all neighbors where edges have neither labels nor directions.
const PLAIN: Link = Link { forward: 1, backward: 1 };

impl LabelledRows {
    /// The rows of the vertices with labels that at least `least` have. Cost: O(E log d) in parallel, and memory for a copy of the rows.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(crate) fn new(graph: &Graph, least: u64, control: &Control) -> Result<LabelledRows, Stopped> {
        LabelledRows::in_order(graph, 0..graph.num_vertices(), least, control)
    }

    /// The same, in which vertices with one label are numbered as they come in an order of all vertices.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(crate) fn in_order(
        graph: &Graph,
        order: impl Iterator<Item = usize>,
        least: u64,
        control: &Control,
    ) -> Result<LabelledRows, Stopped> {
        let label = |v: usize| graph.vertex_labels().map_or(0, |labels| labels[v]);
        let num_labels = graph.vertex_label_names().len().max(1);
        let mut sizes = vec![0u64; num_labels];
        (0..graph.num_vertices()).for_each(|v| sizes[label(v) as usize] += 1);
        let mut starts = vec![0];
        for &size in &sizes {
            let kept = if size < least { 0 } else { size as VertexId };
            starts.push(starts[starts.len() - 1] + kept);
        }
        let mut next = starts.clone();
        let mut new_of_old = vec![VertexId::MAX; graph.num_vertices()];
        let num_kept = starts[num_labels] as usize;
        let (mut old_of_new, mut labels) = (vec![0; num_kept], vec![0; num_kept]);
        for v in order.filter(|&v| sizes[label(v) as usize] >= least) {
            let place = &mut next[label(v) as usize];
            new_of_old[v] = *place;
            (old_of_new[*place as usize], labels[*place as usize]) = (v as VertexId, label(v));
            *place += 1;
        }
        let row = |x: usize| {
            let neighbors = merged(graph, old_of_new[x]).map(|(v, link)| (new_of_old[v as usize], link));
            let mut row: Vec<_> = neighbors.filter(|&(y, _)| y != VertexId::MAX).collect();
            row.sort_unstable_by_key(|&(y, _)| y);
            row
        };
        let is_plain = !graph.is_directed() && graph.out().labels().is_none();
        LabelledRows::of_rows((starts, labels, old_of_new.clone()), row, is_plain, control)
    }

    /// The same less the edges that are not in the alphabet.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn restricted(
        &self,
        alphabet: &Alphabet,
        is_directed: bool,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let row = |x: usize| {
            let kept = self.row(x as VertexId).filter_map(|(y, link)| {
                let (own, other) = (self.labels[x], self.label(y));
                let kept = match is_directed {
                    false if alphabet.has(own, link, other) => link,
                    false => Link::NONE,
                    true => {
                        let [out, back] = [Link { backward: 0, ..link }, Link { forward: 0, ..link }];
                        let has = |arc: Link| !arc.is_none() && alphabet.has(own, arc, other);
                        Link {
                            forward: if has(out) { link.forward } else { 0 },
                            backward: if has(back) { link.backward } else { 0 },
                        }
                    }
                };
                (!kept.is_none()).then_some((y, kept))
            });
            kept.collect()
        };
        let vertices = (self.starts.clone(), self.labels.clone(), self.of_graph.clone());
        LabelledRows::of_rows(vertices, row, self.links.is_none(), control)
    }

    /// Vertices, of which it is known where those of each label begin, which label each one has and which one of the graph it is, with these
    /// rows.
    fn of_rows(
        (starts, labels, of_graph): (Vec<VertexId>, Vec<LabelId>, Vec<VertexId>),
        row: impl Fn(usize) -> Vec<(VertexId, Link)> + Sync,
        is_plain: bool,
        control: &Control,
    ) -> Result<LabelledRows, Stopped> {
        let num_vertices = labels.len();
        let block = |first: usize| {
            let (mut ends, mut entries) = (Vec::new(), Vec::new());
            for x in (first..num_vertices.min(first + BLOCK)).take_while(|_| !control.is_stopped()) {
                entries.extend(row(x));
                ends.push(entries.len());
            }
            (ends, entries)
        };
        let firsts: Vec<usize> = (0..num_vertices).step_by(BLOCK).collect();
        let blocks: Vec<_> = firsts.into_par_iter().map(block).collect();
        control.ensure_running()?;
        let mut offsets = vec![0];
        let mut neighbors = Vec::new();
        let mut links = (!is_plain).then(Vec::new);
        for (ends, entries) in blocks {
            offsets.extend(ends.iter().map(|end| neighbors.len() + end));
            neighbors.extend(entries.iter().map(|&(y, _)| y));
            if let Some(links) = &mut links {
                links.extend(entries.iter().map(|&(_, link)| link));
            }
        }
        let (mut firsts, mut groups) = (vec![0], Vec::new());
        for row in offsets.windows(2).map(|ends| &neighbors[ends[0]..ends[1]]) {
            let mut start = 0;
            for group in row.chunk_by(|&y, &z| labels[y as usize] == labels[z as usize]) {
                groups.push(Group { label: labels[group[0] as usize], start });
                start += group.len() as u32;
            }
            firsts.push(groups.len());
        }
        Ok(LabelledRows { starts, labels, of_graph, offsets, neighbors, firsts, groups, links })
    }

    /// Number of vertices that are not left out.
    pub(crate) fn num_vertices(&self) -> usize {
        self.labels.len()
    }

    /// Which vertex of the graph it is.
    pub(super) fn of_graph(&self, x: VertexId) -> VertexId {
        self.of_graph[x as usize]
    }

    pub(crate) fn label(&self, x: VertexId) -> LabelId {
        self.labels[x as usize]
    }

    /// The vertices with a label.
    pub(crate) fn class(&self, label: LabelId) -> Range<VertexId> {
        self.starts[label as usize]..self.starts[label as usize + 1]
    }

    /// All neighbors of `x`, with what joins them.
    pub(crate) fn row(&self, x: VertexId) -> impl Iterator<Item = (VertexId, Link)> + '_ {
        self.places(x).map(|place| (self.neighbors[place], self.link_at(place)))
    }

    /// Where the row of `x` stands.
    pub(crate) fn places(&self, x: VertexId) -> Range<usize> {
        self.offsets[x as usize]..self.offsets[x as usize + 1]
    }

    /// All neighbors of `x`, ascending.
    pub(crate) fn all_neighbors(&self, x: VertexId) -> &[VertexId] {
        &self.neighbors[self.places(x)]
    }

    /// Bounds of all rows, and the rows, each ascending.
    pub(crate) fn arrays(&self) -> (Vec<u64>, Vec<VertexId>) {
        (self.offsets.iter().map(|&offset| offset as u64).collect(), self.neighbors.clone())
    }

    /// Bounds of the groups of all rows, and the groups: the label, and where in the row they begin.
    pub(super) fn group_arrays(&self) -> (Vec<u64>, Vec<[u32; 2]>) {
        let firsts = self.firsts.iter().map(|&first| first as u64).collect();
        (firsts, self.groups.iter().map(|group| [group.label, group.start]).collect())
    }

    /// What joins each vertex and its neighbor, row after row, unless that is an edge without label or direction all over.
    pub(super) fn links(&self) -> Option<&[Link]> {
        self.links.as_deref()
    }

    /// Where the neighbors of `x` with a label stand. Cost: a search among the groups of the row.
    #[inline]
    pub(crate) fn group(&self, x: VertexId, label: LabelId) -> Range<usize> {
        let groups = &self.groups[self.firsts[x as usize]..self.firsts[x as usize + 1]];
        let at = groups.partition_point(|group| group.label < label);
        match groups.get(at) {
            Some(group) if group.label == label => {
                let (first, end) = (self.offsets[x as usize], self.offsets[x as usize + 1]);
                let next = groups.get(at + 1).map_or(end, |next| first + next.start as usize);
                first + group.start as usize..next
            }
            _ => 0..0,
        }
    }

    /// The neighbor at a place.
    #[inline]
    pub(crate) fn neighbor(&self, place: usize) -> VertexId {
        self.neighbors[place]
    }

    /// The neighbors at some places, ascending.
    pub(crate) fn neighbors(&self, places: Range<usize>) -> &[VertexId] {
        &self.neighbors[places]
    }

    /// What joins a vertex and the neighbor at a place of its row.
    #[inline]
    pub(crate) fn link_at(&self, place: usize) -> Link {
        self.links.as_ref().map_or(PLAIN, |links| links[place])
    }

    /// What joins `x` and `y`, looked up in the shorter row. Cost: a search in it.
    #[inline]
    pub(crate) fn link(&self, x: VertexId, y: VertexId) -> Link {
        let (from, to) = if self.degree(x) <= self.degree(y) { (x, y) } else { (y, x) };
        let group = self.group(from, self.label(to));
        match self.neighbors[group.clone()].binary_search(&to) {
            Ok(place) if from == x => self.link_at(group.start + place),
            Ok(place) => self.link_at(group.start + place).reversed(),
            Err(_) => Link::NONE,
        }
    }

    /// Number of neighbors of `x`.
    #[inline]
    pub(crate) fn degree(&self, x: VertexId) -> usize {
        self.offsets[x as usize + 1] - self.offsets[x as usize]
    }
}

/// All neighbors of `v`, ascending, with what joins them.
pub(crate) fn merged(graph: &Graph, v: VertexId) -> impl Iterator<Item = (VertexId, Link)> + '_ {
    let (out, out_labels) = (graph.out().row(v), graph.out().row_labels(v));
    let label = |labels: Option<&[LabelId]>, at: usize| labels.map_or(0, |labels| labels[at]);
    let is_directed = graph.is_directed();
    let (back, back_labels) =
        if is_directed { (graph.incoming().row(v), graph.incoming().row_labels(v)) } else { (&[][..], None) };
    let (mut i, mut j) = (0, 0);
    std::iter::from_fn(move || {
        let next = |row: &[VertexId], at: usize| row.get(at).copied();
        let (w, is_out, is_back) = match (next(out, i), next(back, j)) {
            (None, None) => return None,
            (Some(to), Some(from)) => (to.min(from), to <= from, from <= to),
            (Some(to), None) => (to, true, false),
            (None, Some(from)) => (from, false, true),
        };
        let mut link = Link::NONE;
        if is_out {
            let own = label(out_labels, i);
            link = if is_directed { Link::arc(own) } else { Link::undirected(own) };
            i += 1;
        }
        if is_back {
            link.backward = label(back_labels, j) + 1;
            j += 1;
        }
        Some((w, link))
    })
}
