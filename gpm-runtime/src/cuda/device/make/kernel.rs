//! A kernel as it is asked for, and as it is made.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gpm_plan::exec::Explore;
use gpm_plan::nest::{Kind, LoopNest};

use super::compiler::{Compile, Image};
use crate::cuda::compile::Code;
use crate::cuda::device::error::GpuError;
use crate::cuda::device::find::Capability;
use crate::cuda::kernel::{Form, Kernel, KernelOptions, Layout, options};
use crate::cuda::static_kernel::StaticKernel;
use crate::run::{BoundNest, RunError};

/// What kernels are called in messages of the compiler.
const NAME: &str = "kernel.cu";

/// How the kernels of a store are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoreOptions {
    /// How they explore.
    pub(crate) explore: Explore,
    /// Whether they count their operations, which takes longer than what they are for.
    pub(crate) counts_operations: bool,
}

/// What a kernel is made from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request<'n> {
    /// The search of a nest.
    Nest {
        nest: Cow<'n, LoopNest>,
        /// Of its columns.
        columns: Vec<Kind>,
        /// How it is made.
        options: KernelOptions,
        /// Whether it counts its operations.
        counts_operations: bool,
    },
    /// Samples of a nest.
    Samples {
        nest: Cow<'n, LoopNest>,
        /// Of its columns.
        columns: Vec<Kind>,
    },
    /// One that all queries share.
    Static(StaticKernel),
}

/// The text of a kernel, how it is launched, and of that of a nest what it needs.
struct Rendered {
    source: String,
    form: Form,
    layout: Option<Layout>,
}

impl From<Kernel> for Rendered {
    fn from(Kernel { source, layout }: Kernel) -> Rendered {
        Rendered { source, form: layout.form(), layout: Some(layout) }
    }
}

impl<'n> Request<'n> {
    /// The kernel that searches a bound nest in this way.
    pub(super) fn of(BoundNest { nest, bound, .. }: BoundNest<'n>, own: StoreOptions) -> Request<'n> {
        let StoreOptions { explore, counts_operations } = own;
        let options = options(nest, bound, explore.levels());
        Request::Nest { nest: Cow::Borrowed(nest), columns: bound.filters.kinds(), options, counts_operations }
    }

    /// The kernel that takes samples of one of which lanes can.
    pub(super) fn of_samples(BoundNest { nest, bound, .. }: BoundNest<'n>) -> Request<'n> {
        Request::Samples { nest: Cow::Borrowed(nest), columns: bound.filters.kinds() }
    }

    /// The same, to be kept.
    pub(super) fn into_owned(self) -> Request<'static> {
        match self {
            Request::Nest { nest, columns, options, counts_operations } => {
                let nest = Cow::Owned(nest.into_owned());
                Request::Nest { nest, columns, options, counts_operations }
            }
            Request::Samples { nest, columns } => Request::Samples { nest: Cow::Owned(nest.into_owned()), columns },
            Request::Static(kernel) => Request::Static(kernel),
        }
    }

    fn render(&self) -> Result<Rendered, RunError> {
        match self {
            Request::Nest { nest, columns, options, counts_operations } => {
                let mut kernel = Kernel::render(nest, columns, options);
                if *counts_operations {
                    kernel = kernel.counting_operations();
                }
                Ok(kernel.into())
            }
            Request::Samples { nest, columns } => {
                let refused = "lanes cannot take samples of this nest; please report this";
                let kernel = Kernel::of_samples(nest, columns);
                Ok(kernel.ok_or_else(|| RunError::Internal(refused.to_owned()))?.into())
            }
            Request::Static(kernel) => Ok(Rendered { source: kernel.source(), form: kernel.form(), layout: None }),
        }
    }
}

/// A compiled kernel.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// Different for each kernel of one store.
    pub(crate) id: u64,
    request: Request<'static>,
    pub(crate) form: Form,
    layout: Option<Layout>,
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
        let Rendered { source, form, layout } = request.render()?;
        let mut codes = BTreeMap::new();
        for &sm in kinds {
            if let std::collections::btree_map::Entry::Vacant(place) = codes.entry(sm) {
                place.insert(compiler.compile(&source, NAME, sm)?);
            }
        }
        Ok(Compiled { id, request, form, layout, codes })
    }

    /// What the kernel of a nest needs.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.as_ref().expect("it was made from a nest")
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
