//! Random graphs of a model, each by its number.

use crate::chain::{Chain, curveball, switching};
use crate::describe::{self, Description, Reach};
use crate::direct::{Blocks, ChungLu, Configuration, IndependentEdges, UniformEdges};
use crate::edges::Edges;
use crate::error::NullError;
use crate::mixing::{self, Mixing};
use crate::model::Model;
use crate::random::{Purpose, stream};

/// Random graphs that have in common with an observed one what a model says.
///
/// A sample is a function of the graph, the model, the seed and its number: the same on any number of threads and in
/// any order, on all 64-bit machines. Samples can be drawn from several threads at once.
///
/// ```
/// use gpm_null::{Edges, Model, Sampler, Switching};
///
/// # fn main() -> Result<(), gpm_null::NullError> {
/// let ring = Edges::new(6, false, vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]])?;
/// let sampler = Sampler::new(&ring, &Model::Switching(Switching::default()), 1)?;
/// assert_eq!(sampler.sample(7).edges.len(), 6);
/// assert_eq!(sampler.sample(7), sampler.sample(7));
/// # Ok(())
/// # }
/// ```
pub struct Sampler {
    observed: Edges,
    model: Model,
    seed: u64,
    kind: Kind,
    mixing: Option<Mixing>,
}

/// How samples are drawn.
enum Kind {
    /// By a chain of so many steps.
    Chain {
        chain: Box<dyn Chain>,
        steps: u64,
    },
    Configuration(Configuration),
    ChungLu(ChungLu),
    UniformEdges(UniformEdges),
    IndependentEdges(IndependentEdges),
    Blocks(Blocks),
}

impl Sampler {
    /// Samples of `model` beside the `observed` graph. O(m log m) for m edges, and with
    /// [`Length::Judged`](crate::Length::Judged) about as much as ten samples. Where components are kept some hundred
    /// batches are tried as well.
    ///
    /// # Errors
    /// If the graph is not simple, or an option does not apply to it, or options cannot be combined: the error says
    /// what to ask instead. If a number is out of its range, or a list not as long as there are vertices.
    pub fn new(observed: &Edges, model: &Model, seed: u64) -> Result<Sampler, NullError> {
        observed.check()?;
        let chained = |chain: Box<dyn Chain>, length| -> Result<_, NullError> {
            let (steps, mixing) = mixing::length(observed, &*chain, length, seed)?;
            Ok((Kind::Chain { chain, steps }, mixing))
        };
        let direct = |kind| (kind, None);
        let (kind, mixing) = match model {
            Model::Switching(options) => chained(switching::chain(observed, options, seed)?, options.length)?,
            Model::Curveball(options) => chained(curveball::chain(observed, options)?, options.length)?,
            Model::ConfigurationByRejection => direct(Kind::Configuration(Configuration::new(observed, false)?)),
            Model::ConfigurationErased => direct(Kind::Configuration(Configuration::new(observed, true)?)),
            Model::ChungLu => direct(Kind::ChungLu(ChungLu::new(observed)?)),
            Model::UniformEdges => direct(Kind::UniformEdges(UniformEdges::new(observed)?)),
            Model::IndependentEdges(probability) => {
                direct(Kind::IndependentEdges(IndependentEdges::new(observed, *probability)?))
            }
            Model::Blocks(blocks) => direct(Kind::Blocks(Blocks::new(observed, blocks)?)),
        };
        Ok(Sampler { observed: observed.clone(), model: model.clone(), seed, kind, mixing })
    }

    /// Sample number `index`. A chain costs O(n + m) and its steps, from 15 nanoseconds each where the graph fits the
    /// cache; the other models O(n + m), and for [`Model::ConfigurationByRejection`] for each try.
    ///
    /// The edges are in the order that [`Switching`](crate::Switching), [`Curveball`](crate::Curveball) and
    /// [`Model::Blocks`] say, else in none.
    pub fn sample(&self, index: u64) -> Edges {
        let mut rng = stream(self.seed, index, Purpose::Sample);
        let edges = match &self.kind {
            // Nothing can be swapped.
            Kind::Chain { chain, .. } if chain.items().is_empty() => self.observed.edges.clone(),
            Kind::Chain { chain, steps } => {
                let mut walk = chain.begin();
                walk.advance(*steps, &mut rng);
                walk.edges()
            }
            Kind::Configuration(model) => model.sample(&mut rng),
            Kind::ChungLu(model) => model.sample(&mut rng),
            Kind::UniformEdges(model) => model.sample(&mut rng),
            Kind::IndependentEdges(model) => model.sample(&mut rng),
            Kind::Blocks(model) => model.sample(&mut rng),
        };
        self.observed.with(edges)
    }

    /// The observed graph.
    pub fn observed(&self) -> &Edges {
        &self.observed
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What was seen of the chain where its length was judged; `None` for lengths that were given, where nothing can be
    /// swapped, and for models without a chain.
    pub fn mixing(&self) -> Option<&Mixing> {
        self.mixing.as_ref()
    }

    /// Whether all graphs that have what is kept can come out. O(n + m) where components are kept.
    pub fn reach(&self) -> Reach {
        describe::reach(&self.observed, &self.model)
    }

    /// What the model is called, and what it keeps of the observed graph.
    pub fn describe(&self) -> Description {
        describe::description(&self.observed, &self.model)
    }
}
