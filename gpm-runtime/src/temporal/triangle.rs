//! Sequences of three events, each of another edge of a triangle.
//!
//! Each triangle of vertices u < v < w is found once, from the pair of u and v. Its edges are numbered 0 = uv, 1 = uw, 2 = vw.
//! In the order of time most triangles have no three events near each other. The lists of the edges are therefore walked as in a
//! leapfrog join: each list jumps to where the others allow it to count. What remains are short *clusters* of events.

use crate::temporal::brake::{Brake, Stopped};
use crate::temporal::layout::{Layout, Moment};
use crate::temporal::tally::Tally;
use crate::temporal::window::Window;
use std::ops::Range;

mod cluster;
mod signature;

use cluster::ClusterCounter;
pub(crate) use signature::Signatures;

/// No pair.
const NONE: u32 = u32::MAX;

/// What all threads look at.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The lists of events.
    pub(crate) layout: &'a Layout,
    /// One for each span.
    pub(crate) windows: &'a [Window],
    /// A test that all windows agree with.
    pub(crate) signatures: &'a Signatures,
}

/// Counts the triangles of one pair after the other. Kept by a thread, so that its marks are allocated once.
pub(crate) struct TriangleCounter {
    /// For each vertex w, the pair of `marked` and w. `NONE` if there is none.
    pair_with: Vec<u32>,
    /// The lower vertex whose pairs are marked.
    marked: Option<usize>,
    /// Triangles of the pair in hand, by their pairs uw and vw.
    found: Vec<(usize, usize)>,
    /// Counts what the leapfrog found.
    clusters: ClusterCounter,
}

impl TriangleCounter {
    /// Nothing is marked.
    pub(crate) fn new(num_vertices: usize) -> TriangleCounter {
        TriangleCounter {
            pair_with: vec![NONE; num_vertices],
            marked: None,
            found: Vec::new(),
            clusters: ClusterCounter::default(),
        }
    }

    /// Counts the triangles whose two lower vertices are one of these pairs, for each window.
    pub(crate) fn count(
        &mut self,
        scene: Scene<'_>,
        pairs: Range<usize>,
        brake: &mut Brake<'_>,
        tallies: &mut [Tally],
    ) -> Result<(), Stopped> {
        let layout = scene.layout;
        let mut lowest = layout.lower_of(pairs.start);
        for uv in pairs {
            while layout.pairs_of(lowest).end <= uv {
                lowest += 1;
            }
            let num_searched = self.find(scene, lowest, uv);
            brake.spend(1 + num_searched)?;
            let found = std::mem::take(&mut self.found);
            for &(uw, vw) in &found {
                let lists = [layout.moments(uv), layout.moments(uw), layout.moments(vw)];
                for (window, tally) in scene.windows.iter().zip(&mut *tallies) {
                    self.leapfrog(lists, window, brake, tally)?;
                }
            }
            self.found = found;
        }
        Ok(())
    }

    /// Finds the triangles of one pair whose signatures have a bit in common. The third vertex is a higher neighbor of both;
    /// the shorter list of neighbors is searched in the other one. Returns its length.
    fn find(&mut self, scene: Scene<'_>, lowest: usize, uv: usize) -> usize {
        let Scene { layout, signatures, .. } = scene;
        self.found.clear();
        let middle = layout.pairs(uv..uv + 1)[0].higher as usize;
        let (of_lowest, of_middle) = (uv + 1..layout.pairs_of(lowest).end, layout.pairs_of(middle));
        let num_searched = of_lowest.len().min(of_middle.len());
        if num_searched == 0 {
            return 0;
        }
        let bits = signatures.of_pair(uv);
        if of_lowest.len() < of_middle.len() {
            for (uw, &bits_of_uw) in of_lowest.clone().zip(signatures.of_pairs(of_lowest)) {
                if bits & bits_of_uw != 0 {
                    let higher = layout.pairs(uw..uw + 1)[0].higher;
                    if let Ok(place) = layout.pairs(of_middle.clone()).binary_search_by_key(&higher, |pair| pair.higher)
                    {
                        self.keep(
                            signatures,
                            bits & bits_of_uw,
                            (uw, of_middle.start + place),
                            of_middle.start + place,
                        );
                    }
                }
            }
            return num_searched;
        }
        self.mark(layout, lowest);
        for (vw, &bits_of_vw) in of_middle.clone().zip(signatures.of_pairs(of_middle)) {
            if bits & bits_of_vw != 0 {
                let uw = self.pair_with[layout.pairs(vw..vw + 1)[0].higher as usize];
                if uw != NONE {
                    self.keep(signatures, bits & bits_of_vw, (uw as usize, vw), uw as usize);
                }
            }
        }
        num_searched
    }

    /// Notes a triangle if its third list, `last`, has a bit in common with the others.
    #[inline]
    fn keep(&mut self, signatures: &Signatures, bits: u64, triangle: (usize, usize), last: usize) {
        if bits & signatures.of_pair(last) != 0 {
            self.found.push(triangle);
        }
    }

    /// Marks the higher neighbors of this vertex and no others.
    fn mark(&mut self, layout: &Layout, lowest: usize) {
        if self.marked == Some(lowest) {
            return;
        }
        if let Some(marked) = self.marked.replace(lowest) {
            for pair in layout.pairs(layout.pairs_of(marked)) {
                self.pair_with[pair.higher as usize] = NONE;
            }
        }
        let range = layout.pairs_of(lowest);
        for (index, pair) in range.clone().zip(layout.pairs(range)) {
            self.pair_with[pair.higher as usize] = index as u32;
        }
    }

    /// Finds the clusters of one triangle and counts each. The shortest list leads. A cluster is some events of that list, each
    /// within a window of the one before, and what the other lists have within a window of them. Every sequence has one event of the
    /// leader, and so belongs to one cluster.
    fn leapfrog(
        &mut self,
        lists: [&[Moment]; 3],
        window: &Window,
        brake: &mut Brake<'_>,
        tally: &mut Tally,
    ) -> Result<(), Stopped> {
        let leader = (0..3).min_by_key(|&edge| lists[edge].len()).expect("three edges");
        brake.spend(lists[leader].len())?;
        let others = [(leader + 1) % 3, (leader + 2) % 3];
        let mut rest = lists;
        'leader: while let Some(first) = rest[leader].first() {
            let open = window.open(first.time());
            for other in others {
                rest[other] = gallop(rest[other], |moment| moment.time() < open);
                let Some(moment) = rest[other].first() else { return Ok(()) };
                let open = window.open(moment.time());
                if first.time() < open {
                    rest[leader] = gallop(rest[leader], |moment| moment.time() < open);
                    continue 'leader;
                }
            }
            let mut cluster = rest;
            let is_near = |one: &Moment, next: &Moment| window.open(next.time()) <= one.time();
            cluster[leader] = rest[leader].chunk_by(is_near).next().expect("the first event");
            rest[leader] = &rest[leader][cluster[leader].len()..];
            let last = cluster[leader].last().expect("the first event").time();
            for other in others {
                let beyond = gallop(rest[other], |moment| window.open(moment.time()) <= last);
                cluster[other] = &rest[other][..rest[other].len() - beyond.len()];
            }
            self.clusters.count(cluster, window, brake, tally)?;
        }
        Ok(())
    }
}

/// What remains of a list without the first events, those that `is_passed`: by steps that double, then by bisection.
#[inline]
fn gallop(moments: &[Moment], is_passed: impl Fn(&Moment) -> bool) -> &[Moment] {
    let mut low = 0;
    let mut step = 1;
    while let Some(moment) = moments.get(low + step - 1)
        && is_passed(moment)
    {
        low += step;
        step *= 2;
    }
    let high = moments.len().min(low + step - 1);
    &moments[low + moments[low..high].partition_point(is_passed)..]
}
