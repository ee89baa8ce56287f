//! What is prepared for a root before it is searched. All who search pieces of the root read the same.

use std::any::Any;
use std::sync::Arc;

/// What may be prepared for a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preparation {
    /// The bit matrix of its neighborhood.
    Matrix,
    /// Its codegrees.
    Codegrees,
    /// Its numbers of walks of three steps.
    Walks,
    /// The set of this number, as bits.
    Marks(usize),
}

/// All that was prepared for a root.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared(Vec<(Preparation, Arc<dyn Any + Send + Sync>)>);

impl Prepared {
    pub(super) fn get<T: Send + Sync + 'static>(&self, wanted: Preparation) -> Option<Arc<T>> {
        let (_, memory) = self.0.iter().find(|(kind, _)| *kind == wanted)?;
        Arc::clone(memory).downcast().ok()
    }

    pub(super) fn add<T: Send + Sync + 'static>(&mut self, kind: Preparation, memory: Arc<T>) {
        self.0.push((kind, memory));
    }
}
