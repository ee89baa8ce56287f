//! Rendering the kernel of a nest, of a nest on a graph, or a static one.

use gpm_plan::nest::{Kind, LoopNest};

use super::kernel::{Kernel, KernelOptions, options};
use super::render::{render, samples, static_text};
use super::static_kernel::StaticKernel;
use crate::graph::Graph;
use crate::view::{BindError, Bound};

impl Kernel {
    /// Renders the kernel of a nest whose columns ([`LoopNest::columns`]) are of these kinds.
    pub fn render(nest: &LoopNest, kinds: &[Kind], options: &KernelOptions) -> Kernel {
        render(nest, kinds, options)
    }

    /// Renders the kernel that takes samples of a nest; `None` if lanes of a GPU cannot do what the nest asks for.
    pub fn of_samples(nest: &LoopNest, kinds: &[Kind]) -> Option<Kernel> {
        samples::render(nest, kinds)
    }

    /// Renders the kernel with which an engine would search a graph.
    ///
    /// # Errors
    /// [`BindError`]: the graph lacks what the nest asks for.
    pub fn for_graph(nest: &LoopNest, graph: &Graph) -> Result<Kernel, BindError> {
        let bound = Bound::new(graph, nest)?;
        Ok(Kernel::render(nest, &bound.filters.kinds(), &options(nest, &bound, 0)))
    }

    /// How an engine would make that kernel.
    ///
    /// # Errors
    /// [`BindError`]: the graph lacks what the nest asks for.
    pub fn options_for(nest: &LoopNest, graph: &Graph) -> Result<KernelOptions, BindError> {
        Ok(options(nest, &Bound::new(graph, nest)?, 0))
    }
}

impl StaticKernel {
    /// Its text.
    pub fn source(self) -> String {
        static_text::of(self)
    }
}
