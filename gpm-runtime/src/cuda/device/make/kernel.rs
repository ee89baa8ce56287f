//! A kernel as it is asked for, and as it is made.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gpm_plan::nest::{Kind, LoopNest};

use super::compiler::{Compile, Image};
use crate::cuda::compile::Code;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Capability;
use crate::cuda::kernel::{Kernel, KernelOptions, Layout, max_size};
use crate::run::{BoundNest, RunError};

/// What kernels are called in messages of the compiler.
const NAME: &str = "kernel.cu";

/// What a kernel is made from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request<'n> {
    nest: Cow<'n, LoopNest>,
    /// Of its columns.
    columns: Vec<Kind>,
    /// No set has more elements; none is kept by lanes that take samples.
    max_size: u64,
    /// Whether samples are taken.
    samples: bool,
}

impl<'n> Request<'n> {
    /// The kernel that searches a bound nest.
    pub(super) fn of(BoundNest { nest, bound, .. }: BoundNest<'n>) -> Request<'n> {
        let columns = bound.filters.kinds();
        Request { nest: Cow::Borrowed(nest), columns, max_size: max_size(bound), samples: false }
    }

    /// The kernel that takes samples of one of which lanes can.
    pub(super) fn of_samples(search: BoundNest<'n>) -> Request<'n> {
        Request { max_size: 0, samples: true, ..Request::of(search) }
    }

    /// The same, to be kept.
    pub(super) fn into_owned(self) -> Request<'static> {
        Request { nest: Cow::Owned(self.nest.into_owned()), ..self }
    }

    fn render(&self) -> Result<Kernel, RunError> {
        if self.samples {
            let refused =
                || RunError::Internal("lanes cannot take samples of this nest; please report this".to_owned());
            return Kernel::of_samples(&self.nest, &self.columns).ok_or_else(refused);
        }
        let options = KernelOptions { max_size: self.max_size, ..KernelOptions::default() };
        Ok(Kernel::render(&self.nest, &self.columns, &options))
    }
}

/// A compiled kernel.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Different for each kernel of one store.
    pub(crate) id: u64,
    request: Request<'static>,
    pub(crate) layout: Layout,
    codes: BTreeMap<Capability, Image>,
}

impl Compiled {
    /// Renders the kernel that is to have the number `id` and compiles it for devices of these kinds.
    pub(super) fn new(
        id: u64,
        request: Request<'static>,
        compiler: &dyn Compile,
        kinds: &[Capability],
    ) -> Result<Compiled, GpuError> {
        let Kernel { source, layout } = request.render()?;
        let mut codes = BTreeMap::new();
        for &sm in kinds {
            if let std::collections::btree_map::Entry::Vacant(place) = codes.entry(sm) {
                place.insert(compiler.compile(&source, NAME, sm)?);
            }
        }
        Ok(Compiled { id, request, layout, codes })
    }

    /// Whether it is what is asked for, for devices of these kinds.
    pub(super) fn is_for(&self, request: &Request<'_>, kinds: &[Capability]) -> bool {
        self.request == *request && kinds.iter().all(|sm| self.codes.contains_key(sm))
    }

    /// The code for a compute capability that it was compiled for.
    pub(crate) fn image(&self, sm: Capability) -> Result<&Image, GpuError> {
        let missing = || RunError::Internal(format!("no code for sm_{}{}", sm.0, sm.1)).into();
        self.codes.get(&sm).ok_or_else(missing)
    }

    /// The code compiled again, for a device whose driver rejects what there is.
    pub(super) fn renew(&self, compiler: &dyn Compile, sm: Capability) -> Result<Code, GpuError> {
        compiler.renew(&self.request.render()?.source, NAME, sm)
    }
}
