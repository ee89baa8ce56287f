//! Random graphs of a model, each by its number.

use crate::chain::{Chain, switching};
use crate::edges::Edges;
use crate::error::NullError;
use crate::mixing::{self, Mixing};
use crate::model::Model;
use crate::random::{Purpose, stream};

/// Random graphs that have in common with an observed one what a model says.
///
/// A sample is a function of the graph, the model, the seed and its number: the same on any number of threads and in any order, on all
/// 64-bit machines. Samples can be drawn from several threads at once.
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
    Chain { chain: Box<dyn Chain>, steps: u64 },
}

impl Sampler {
    /// Samples of `model` beside the `observed` graph. O(m log m) for m edges, and with [`Length::Judged`](crate::Length::Judged)
    /// about as much as ten samples.
    ///
    /// # Errors
    /// If the graph is not simple, or an option does not apply to it, or options cannot be combined: the error says what to ask instead.
    pub fn new(observed: &Edges, model: &Model, seed: u64) -> Result<Sampler, NullError> {
        observed.check()?;
        let chained = |chain: Box<dyn Chain>, length| -> Result<_, NullError> {
            let (steps, mixing) = mixing::length(observed, &*chain, length, seed)?;
            Ok((Kind::Chain { chain, steps }, mixing))
        };
        let (kind, mixing) = match model {
            Model::Switching(options) => chained(switching::chain(observed, options, seed)?, options.length)?,
            _ => {
                return Err(NullError::Refused {
                    what: "this model",
                    why: "it is not there yet".to_owned(),
                    advice: "ask for switching",
                });
            }
        };
        Ok(Sampler { observed: observed.clone(), model: model.clone(), seed, kind, mixing })
    }

    /// Sample number `index`. For chains O(steps), else O(n + m).
    pub fn sample(&self, index: u64) -> Edges {
        let mut rng = stream(self.seed, index, Purpose::Sample);
        let edges = match &self.kind {
            Kind::Chain { chain, .. } if chain.items().is_empty() => self.observed.edges.clone(),
            Kind::Chain { chain, steps } => {
                let mut walk = chain.begin();
                walk.advance(*steps, &mut rng);
                walk.edges()
            }
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

    /// What was seen of the chain where its length was judged; `None` for lengths that were given, and for models without a chain.
    pub fn mixing(&self) -> Option<&Mixing> {
        self.mixing.as_ref()
    }
}
