//! What a null model keeps: the models and their options.

/// What random graphs have in common with the observed one. All have its vertices and its direction, and are simple.
///
/// n is the number of vertices, m that of edges.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// Degrees are kept, and more if asked for: a chain of swaps of two edges. See [`Switching`].
    Switching(Switching),
    /// Degrees are kept: a chain of trades of neighbors between two vertices. See [`Curveball`].
    Curveball(Curveball),
    /// Degrees are kept, exactly uniform and without a chain: edge ends are paired at random until the graph is simple.
    ///
    /// Uniform over all simple graphs of the degrees. O(m) a try; tries grow like exp(λ/2 + λ²/4) for λ = Σd(d − 1)/Σd
    /// [Bollobas1980], so that [`Sampler::new`](crate::Sampler::new) refuses where they would be hopeless.
    ConfigurationByRejection,
    /// Degrees are *nearly* kept: edge ends are paired at random, then loops and repetitions are dropped.
    ///
    /// Neither uniform nor of the same number of edges; vertices of high degree lose most. O(m).
    ConfigurationErased,
    /// Degrees are kept *on average*: each pair is an edge by itself with probability min(1, d(u)d(v)/2m), each arc
    /// with min(1, out(u)in(v)/m) [ChungLu2002]. There are no loops, so that averages are a little less. O(n + m) by
    /// skips [MillerHagberg2011].
    ChungLu,
    /// The number of edges is kept: uniform over all graphs of m edges, G(n, m) [ErdosRenyi1959]. O(m), also where m is
    /// nearly all pairs.
    UniformEdges,
    /// The density is kept on average: each pair is an edge by itself, G(n, p) [Gilbert1959], with the probability
    /// given or else that of the observed graph. O(n + m) by skips [BatageljBrandes2005].
    IndependentEdges(Option<f64>),
    /// The number of edges between each two blocks is kept exactly, given a block per vertex: the microcanonical
    /// stochastic block model [Peixoto2017], uniform over all such graphs. Arcs count in each direction by themselves.
    /// Edge i lies between the blocks of the observed edge i. O(n + m).
    Blocks(Vec<u32>),
}

/// A chain of double edge swaps: two edges exchange ends, u–v and x–y become u–y and x–v.
///
/// Kept are the degrees, in directed graphs those in and those out, and what the options say. A swap that would make a
/// loop, a repetition or something else that is not allowed is not made, *and counts as a step*: without that the chain
/// is not uniform [RaoJanaBandyopadhyay1996, MiloEtAl2003]. Steps in directed graphs also try to turn a directed
/// triangle round, without which some graphs cannot be reached [RobertsCoolen2012].
///
/// The chain's limit is uniform over all graphs with the same kept quantities that it can reach;
/// [`Sampler::reach`](crate::Sampler::reach) says whether these are known to be all. After finitely many steps it is
/// close to that, and [`Length`] says how close is judged. O(steps); a step is a handful of reads.
///
/// *Edge i of a sample is edge i of the observed graph with an end exchanged*, many times over. An arc keeps its
/// source, and an edge between two classes its end in the lesser one. Other undirected edges, and mutual pairs where
/// these are kept, keep one end in each swap, but not always the same: in the end both may be others. The two arcs of a
/// mutual pair stay together. So weights can travel with edges, and the sum of weights out of a vertex is kept in
/// directed graphs, but for those of mutual pairs that are kept as such. [`permutation`](crate::permutation) deals them
/// anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Switching {
    /// Directed graphs: mutual pairs swap with mutual pairs, and single arcs with single ones, and none becomes the
    /// other. Each vertex keeps its number of mutual pairs [MiloEtAl2002].
    pub reciprocity: bool,
    /// A class per vertex: swaps are between edges of the same classes, so that each vertex keeps its number of edges
    /// to, and from, each class [WernickeRasche2006]. A *bipartite* graph is this with two classes, see
    /// [`Switching::bipartite`].
    pub classes: Option<Vec<u32>>,
    /// Undirected graphs: the number of edges between vertices of degree k and of degree l is kept for all k and l, 2K
    /// [MahadevanEtAl2006, StantonPinar2012]. All graphs can be reached [CzabarkaEtAl2015]. Not with classes.
    pub joint_degrees: bool,
    /// The number of components is kept, of directed graphs that of weak components: a connected graph stays connected.
    /// Swaps are made in batches, and a batch is undone where the number differs at its end [VigerLatapy2016]. The
    /// length of batches is set before the first sample and stays, so that the limit is uniform all the same. A check
    /// is O(n + m); in a connected undirected graph whose batches would be short a swap is checked by itself, by a
    /// search around it. Trees are slow all the same: some 50 microseconds a step for 10⁴ vertices. Directed graphs
    /// close to trees, and graphs of many small components, are slower still.
    pub components: bool,
    /// How long the chain is.
    pub length: Length,
}

impl Switching {
    /// A bipartite graph stays one, with the same sides: classes that are two. `sides` has 0 or 1 for each vertex.
    pub fn bipartite(sides: Vec<u32>) -> Switching {
        Switching { classes: Some(sides), ..Switching::default() }
    }
}

/// A chain of *global* trades: in a round vertices are paired at random, and each pair deals out anew, at random, the
/// neighbors that only one of the two has [StronaEtAl2014, CarstensEtAl2018]. In directed graphs out-neighbors are
/// traded; between rounds directed triangles are turned round, as for [`Switching`].
///
/// Kept are the degrees. The limit is uniform over all graphs of the degrees. A round is O(n + m), and mixes like some
/// swaps for each edge in most graphs, but slower at hubs: a vertex gives away no more neighbors than its partner has.
/// Arcs keep their sources, edges between two sides the end in side 0, and other edges in each trade the end that
/// trades.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curveball {
    /// A bipartite graph stays one: 0 or 1 for each vertex, and edges only between the two. Vertices of side 0 trade
    /// with each other; in directed graphs also those of side 1, as arcs may start there.
    pub sides: Option<Vec<u32>>,
    /// How many rounds there are, for [`Length::Times`] that number rounded up.
    pub length: Length,
}

/// How long a chain is. Each sample starts at the observed graph.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Length {
    /// Judged on a chain that [`Sampler::new`](crate::Sampler::new) watches: see
    /// [`Mixing::advised`](crate::Mixing::advised). Costs as much as about ten samples.
    #[default]
    Judged,
    /// Steps for each edge, or rounds. Small graphs get [`LEAST_STEPS`] all the same.
    Times(f64),
}

/// Steps, or neighbors traded, of a sample at least, since small graphs need many for each edge. *guess*
pub const LEAST_STEPS: f64 = 2000.0;
