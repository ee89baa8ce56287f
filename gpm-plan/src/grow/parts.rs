//! The parts of a pattern that are one step smaller.

use super::children::Step;
use super::{Link, Shape};
use crate::pattern::bits;

impl Shape {
    /// The connected patterns with one edge less, or one vertex less, each with the vertices of this pattern that its own are; the same
    /// one may be there several times.
    pub(super) fn parts(&self, step: Step, is_directed: bool) -> impl Iterator<Item = (Shape, Vec<u8>)> + '_ {
        let by_edge = (step == Step::Edge).then(|| self.without_edges(is_directed));
        let by_vertex = (step == Step::Vertex).then(|| self.without_vertices());
        by_edge.into_iter().flatten().chain(by_vertex.into_iter().flatten())
    }

    fn without_vertices(&self) -> impl Iterator<Item = (Shape, Vec<u8>)> + '_ {
        let all = self.all();
        (0..self.num_vertices()).filter_map(move |u| self.part(self, all & !(1 << u)))
    }

    fn without_edges(&self, is_directed: bool) -> impl Iterator<Item = (Shape, Vec<u8>)> + '_ {
        let arcs = [Link { forward: 0, backward: u32::MAX }, Link { forward: u32::MAX, backward: 0 }];
        let kept = move |link: Link| {
            let keep =
                |mask: Link| Link { forward: link.forward & mask.forward, backward: link.backward & mask.backward };
            let lefts = if is_directed { arcs.map(keep) } else { [Link::NONE, link] };
            lefts.into_iter().filter(move |&left| left != link)
        };
        let lefts = self.links().enumerate().flat_map(move |(at, (.., link))| kept(link).map(move |left| (at, left)));
        lefts.filter_map(|(at, left)| {
            let links = self.links().enumerate().map(|(own, (u, v, link))| (u, v, if own == at { left } else { link }));
            let rest = Shape::new(self.labels(), links.filter(|(.., link)| !link.is_none()));
            // An edge to a vertex that hangs on it takes the vertex along.
            let joined = rest.links().fold(0u32, |mask, (u, v, _)| mask | 1 << u | 1 << v);
            self.part(&rest, joined)
        })
    }

    /// The vertices of `mask` and what `rest` has between them, if that is a connected pattern of two vertices or more. Only one vertex may
    /// be left alone, or a part would have lost more than one step.
    fn part(&self, rest: &Shape, mask: u32) -> Option<(Shape, Vec<u8>)> {
        let is_one_step = mask.count_ones() >= 2 && (self.all() & !mask).count_ones() <= 1;
        (is_one_step && rest.is_connected(mask)).then(|| {
            let vertices: Vec<u8> = bits(mask).map(|u| u as u8).collect();
            (rest.selected(&vertices), vertices)
        })
    }

    fn all(&self) -> u32 {
        u32::MAX >> (32 - self.num_vertices())
    }

    /// Whether the links join all vertices of `mask`.
    fn is_connected(&self, mask: u32) -> bool {
        let mut reached = mask & mask.wrapping_neg();
        loop {
            let next = self.links().fold(reached, |reached, (u, v, _)| {
                let ends = 1u32 << u | 1 << v;
                if reached & ends != 0 && ends & !mask == 0 { reached | ends } else { reached }
            });
            if next == reached {
                return reached == mask;
            }
            reached = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(shape: &Shape, step: Step) -> Vec<String> {
        let print = |(part, _): (Shape, _)| {
            part.links()
                .map(|(u, v, _)| format!("{}{}", part.labels()[u], part.labels()[v]))
                .collect::<Vec<_>>()
                .join(" ")
        };
        shape.parts(step, false).map(print).collect()
    }

    #[test]
    fn parts_are_connected() {
        let edge = Link::undirected(0);
        let paw = Shape::new(&[0, 1, 2, 3], [(0, 1, edge), (0, 2, edge), (1, 2, edge), (2, 3, edge)]);
        assert_eq!(parts(&paw, Step::Edge), ["02 12 23", "01 12 23", "01 02 23", "01 02 12"]);
        assert_eq!(parts(&paw, Step::Vertex), ["12 23", "02 23", "01 02 12"]);
        let path = Shape::new(&[0, 1, 2, 3], [(0, 1, edge), (1, 2, edge), (2, 3, edge)]);
        assert_eq!(parts(&path, Step::Edge), ["12 23", "01 12"]);
        assert_eq!(parts(&Shape::new(&[0, 1], [(0, 1, edge)]), Step::Edge), [""; 0]);
    }

    #[test]
    fn arcs_are_taken_one_by_one() {
        let both = Link { forward: 1, backward: 1 };
        let pair = Shape::new(&[0, 1], [(0, 1, both)]);
        let links: Vec<Link> = pair.parts(Step::Edge, true).map(|(part, _)| part.link(0, 1)).collect();
        assert_eq!(links, [Link::arc(0).reversed(), Link::arc(0)]);
    }
}
