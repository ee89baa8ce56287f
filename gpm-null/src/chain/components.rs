//! How the number of components is kept: swaps in batches, and after each batch a count.

/// Steps a batch at first, and at most.
const STEPS: [u64; 2] = [16, 1 << 20];

/// Batches that are tried before the first sample. *guess*
const TRIES: u32 = 60;

/// By what a batch grows when it stays, and shrinks when it is undone: at rest about one of three stays [VigerLatapy2016]. *guess*
const GROW: f64 = 1.4;
const SHRINK: f64 = 0.85;

/// How many swaps are made before components are counted.
pub(super) struct Batches {
    /// Number of vertices.
    pub(super) vertices: usize,
    /// Components that there are to be.
    pub(super) components: usize,
    /// Steps a batch. The same in all samples, or chains would not be uniform.
    pub(super) steps: u64,
}

impl Batches {
    /// Tries batches, each from where the one before led: the length is the geometric mean of the later half's. `batch` says whether
    /// one stays; those of `most` steps or more are not needed.
    pub(super) fn tried(
        vertices: usize,
        components: usize,
        most: u64,
        mut batch: impl FnMut(&Batches) -> bool,
    ) -> Batches {
        let mut batches = Batches { vertices, components, steps: 1 };
        let most = most.clamp(1, STEPS[1]) as f64;
        let (mut length, mut logarithms) = (STEPS[0] as f64, 0.0);
        for attempt in 0..TRIES {
            length = length.clamp(1.0, most);
            batches.steps = length as u64;
            length *= if batch(&batches) { GROW } else { SHRINK };
            if attempt >= TRIES / 2 {
                logarithms += length.ln();
            }
        }
        let mean = (logarithms / f64::from(TRIES / 2)).exp();
        batches.steps = mean.clamp(1.0, most) as u64;
        batches
    }
}

/// Vertices in trees, one for each component.
#[derive(Default)]
pub(super) struct Forest {
    parents: Vec<u32>,
    trees: usize,
}

impl Forest {
    /// Each vertex by itself.
    pub(super) fn clear(&mut self, vertices: usize) {
        self.parents.clear();
        self.parents.extend(0..vertices as u32);
        self.trees = vertices;
    }

    /// The component of a vertex.
    fn root(&mut self, mut vertex: u32) -> u32 {
        loop {
            let parent = self.parents[vertex as usize];
            if parent == vertex {
                return vertex;
            }
            let above = self.parents[parent as usize];
            self.parents[vertex as usize] = above;
            vertex = above;
        }
    }

    /// Two vertices are in one component. The root of lesser id stays one.
    pub(super) fn join(&mut self, u: u32, v: u32) {
        let (u, v) = (self.root(u), self.root(v));
        if u != v {
            self.parents[u.max(v) as usize] = u.min(v);
            self.trees -= 1;
        }
    }

    /// Number of components.
    pub(super) fn trees(&self) -> usize {
        self.trees
    }
}

/// Number of components of a graph, where arcs join both ways. O(n + m).
pub(crate) fn components(vertices: usize, edges: &[[u32; 2]]) -> usize {
    let mut forest = Forest::default();
    forest.clear(vertices);
    edges.iter().for_each(|&[u, v]| forest.join(u, v));
    forest.trees()
}
