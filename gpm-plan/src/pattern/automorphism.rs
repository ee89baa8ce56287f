//! Automorphisms without listing them: orbits of stabilisers, and group orders as products of orbit sizes.
//!
//! "Is there an automorphism that keeps `fixed` and takes u to w" is answered by refining two partitions side by side and guessing
//! only where they leave a choice. Orbits found once are joined, and twins need no search, so highly symmetric patterns are quick.
//! `stabiliser chain`: |Aut| = |orbit of u| · |stabiliser of u|, applied until nothing moves.

use super::model::bits;
use super::refine::{Partition, PerVertex, Structure};
use super::{MAX_VERTICES, Pattern, Semantics};

/// The automorphism group of a pattern: permutations of its vertices that keep labels, every pair's constraint, and the predicate
/// in its normal form, and leave each anchor where it is.
///
/// ```
/// use gpm::{Pattern, Semantics};
///
/// let square: Pattern = "cycle:4".parse()?;
/// let group = square.automorphisms(Semantics::EdgeInduced);
/// assert_eq!((group.order(), group.stabilizer_order(&[0]), group.orbit(&[], 0)), (8, 2, 0b1111));
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Automorphisms {
    structure: Structure,
    order: u128,
}

impl Pattern {
    /// The automorphism group under these semantics. In vertex-induced semantics an anti-edge is the same as no edge.
    pub fn automorphisms(&self, semantics: Semantics) -> Automorphisms {
        let structure = Structure::new(self, semantics);
        let root = structure.root();
        let order = chain_order(&structure, root);
        Automorphisms { structure, order }
    }
}

impl Automorphisms {
    /// Number of automorphisms; at most 32!, which fits.
    pub fn order(&self) -> u128 {
        self.order
    }

    /// Whether the identity is the only automorphism.
    pub fn is_trivial(&self) -> bool {
        self.order == 1
    }

    /// Where `u` can go while every vertex of `fixed` stays, as a bit mask with `u` itself.
    pub fn orbit(&self, fixed: &[usize], u: usize) -> u32 {
        Orbits::new(&self.structure, self.stabilized(fixed)).of(u)
    }

    /// The orbit of every vertex while every vertex of `fixed` stays.
    pub fn orbits(&self, fixed: &[usize]) -> Vec<u32> {
        let mut orbits = Orbits::new(&self.structure, self.stabilized(fixed));
        (0..self.structure.num_vertices).map(|u| orbits.of(u)).collect()
    }

    /// Number of automorphisms under which every vertex of `fixed` stays.
    pub fn stabilizer_order(&self, fixed: &[usize]) -> u128 {
        chain_order(&self.structure, self.stabilized(fixed))
    }

    /// An automorphism that leaves every vertex of `fixed` in place and takes `u` to `w`: entry `v` is the image of vertex `v`.
    /// `None` if there is none.
    ///
    /// ```
    /// # use gpm_plan::pattern::{Pattern, Semantics};
    /// let ring = "a->b->c->a".parse::<Pattern>()?.automorphisms(Semantics::EdgeInduced);
    /// assert_eq!(ring.carrying(&[], 0, 1), Some(vec![1, 2, 0]));
    /// assert_eq!(ring.carrying(&[2], 0, 1), None);
    /// # Ok::<(), gpm_plan::pattern::PatternError>(())
    /// ```
    pub fn carrying(&self, fixed: &[usize], u: usize, w: usize) -> Option<Vec<usize>> {
        let partition = self.stabilized(fixed);
        if partition.colors[u] != partition.colors[w] {
            return None;
        }
        let told = |v| self.structure.individualize(&partition, v);
        let image = isomorphism(&self.structure, &told(u), &told(w))?;
        Some(image[..self.structure.num_vertices].iter().map(|&v| usize::from(v)).collect())
    }

    fn stabilized(&self, fixed: &[usize]) -> Partition {
        fixed.iter().fold(self.structure.root(), |partition, &u| self.structure.individualize(&partition, u))
    }
}

/// Order of the group that keeps the partition, by a stabiliser chain.
fn chain_order(structure: &Structure, mut partition: Partition) -> u128 {
    let mut order = 1;
    while let Some(u) = partition.open_cell(structure).and_then(|cell| bits(cell).next()) {
        order *= u128::from(Orbits::new(structure, partition.clone()).of(u).count_ones());
        partition = structure.individualize(&partition, u);
    }
    order
}

/// Orbits of the group that keeps a partition, found as asked for.
pub(crate) struct Orbits<'a> {
    structure: &'a Structure,
    partition: Partition,
    /// Per vertex, the partition after it is told from its cell, once that was needed.
    children: Vec<Option<Partition>>,
    /// Per vertex, those known to share its orbit, with itself.
    joined: PerVertex<u32>,
    /// Per vertex, those known not to share its orbit.
    apart: PerVertex<u32>,
}

impl Structure {
    /// The orbits of all automorphisms.
    pub(crate) fn orbits(&self) -> Orbits<'_> {
        Orbits::new(self, self.root())
    }
}

impl<'a> Orbits<'a> {
    pub(crate) fn new(structure: &'a Structure, partition: Partition) -> Self {
        let mut joined = [0; MAX_VERTICES];
        for (u, orbit) in joined.iter_mut().enumerate().take(structure.num_vertices) {
            *orbit = 1 << u | (structure.twins(u) & partition.cell_of(structure, u));
        }
        let children = vec![None; structure.num_vertices];
        Self { structure, partition, children, joined, apart: [0; MAX_VERTICES] }
    }

    /// The whole orbit of `u`.
    pub(crate) fn of(&mut self, u: usize) -> u32 {
        let cell = self.partition.cell_of(self.structure, u);
        while let Some(w) = bits(cell & !self.joined[u] & !self.apart[u]).next() {
            let (from, to) = (self.take_child(u), self.take_child(w));
            let found = isomorphism(self.structure, &from, &to);
            (self.children[u], self.children[w]) = (Some(from), Some(to));
            match found {
                Some(image) => self.join(&image),
                None => self.part(u, w),
            }
        }
        self.joined[u]
    }

    /// The partition after `u` is told from its cell.
    pub(crate) fn take_child(&mut self, u: usize) -> Partition {
        self.children[u].take().unwrap_or_else(|| self.structure.individualize(&self.partition, u))
    }

    /// Joins every vertex with its image.
    fn join(&mut self, image: &PerVertex<u8>) {
        for (u, &w) in image.iter().enumerate().take(self.structure.num_vertices) {
            let w = usize::from(w);
            if self.joined[u] >> w & 1 == 0 {
                let (orbit, apart) = (self.joined[u] | self.joined[w], self.apart[u] | self.apart[w]);
                for v in bits(orbit) {
                    (self.joined[v], self.apart[v]) = (orbit, apart);
                }
            }
        }
    }

    fn part(&mut self, u: usize, w: usize) {
        let (left, right) = (self.joined[u], self.joined[w]);
        bits(left).for_each(|v| self.apart[v] |= right);
        bits(right).for_each(|v| self.apart[v] |= left);
    }
}

/// An automorphism that takes the cells of `from` to those of `to`.
fn isomorphism(structure: &Structure, from: &Partition, to: &Partition) -> Option<PerVertex<u8>> {
    if (from.trace, from.num_cells) != (to.trace, to.num_cells) {
        return None;
    }
    let guess = in_order(structure, from, to)?;
    if structure.is_automorphism(&guess) {
        return Some(guess);
    }
    let cell = from.open_cell(structure)?;
    let u = bits(cell).next()?;
    let from_next = structure.individualize(from, u);
    let mut candidates = to.cell(structure, from.colors[u]);
    while let Some(w) = bits(candidates).next() {
        let to_next = structure.individualize(to, w);
        if let Some(image) = isomorphism(structure, &from_next, &to_next) {
            return Some(image);
        }
        // A twin of w in the same cell would fail alike.
        candidates &= !(1 << w | structure.twins(w));
    }
    None
}

/// Takes the vertices of each cell to those of the same colour in ascending order; `None` if the cells differ in size.
fn in_order(structure: &Structure, from: &Partition, to: &Partition) -> Option<PerVertex<u8>> {
    let mut image = [0; MAX_VERTICES];
    let mut left = [0u32; MAX_VERTICES];
    for v in 0..structure.num_vertices {
        left[usize::from(to.colors[v])] |= 1 << v;
    }
    for u in 0..structure.num_vertices {
        let cell = &mut left[usize::from(from.colors[u])];
        image[u] = bits(*cell).next()? as u8;
        *cell &= *cell - 1;
    }
    Some(image)
}
