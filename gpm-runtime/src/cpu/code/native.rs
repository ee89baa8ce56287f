//! Making native code of a nest with Cranelift.

use std::sync::{LazyLock, Mutex};

use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, UserFuncName};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use gpm_plan::nest::LoopNest;
use thiserror::Error;

use super::context::Search;
use super::limits::Limits;
use super::{emit, primitives};
use crate::lock::whole;
use crate::set::Kernels;
use crate::view::Filters;

/// Why a nest was not compiled.
#[derive(Debug, Error)]
pub(in crate::cpu) enum CompileError {
    /// Cranelift does not know this CPU: the interpreter runs instead.
    #[error("no native code for this host: {0}")]
    Host(String),
    /// Cranelift rejected what we made: a bug of ours.
    #[error("generated code was rejected: {0}")]
    Rejected(String),
}

/// The processor that code is made for.
fn host() -> Result<OwnedTargetIsa, CompileError> {
    let mut flags = settings::builder();
    for (name, value) in [("opt_level", "speed"), ("is_pic", "false"), ("use_colocated_libcalls", "false")] {
        flags.set(name, value).map_err(|error| CompileError::Host(error.to_string()))?;
    }
    cranelift_native::builder()
        .map_err(|reason| CompileError::Host(reason.to_owned()))?
        .finish(settings::Flags::new(flags))
        .map_err(|error| CompileError::Host(error.to_string()))
}

/// Whether Cranelift knows this processor. Asked once a process.
pub(in crate::cpu) fn is_for_this_host() -> bool {
    static IS_KNOWN: LazyLock<bool> = LazyLock::new(|| host().is_ok());
    *IS_KNOWN
}

/// A compiled nest. Its code lives as long as this value.
pub(in crate::cpu) struct Native {
    /// `None` only while dropping. Nobody looks at it before; behind a lock the code may be run from any thread.
    module: Mutex<Option<JITModule>>,
    search: Search,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").finish_non_exhaustive()
    }
}

impl Native {
    /// Compiles `nest` for graphs within the limits, and for the kinds of its columns. Takes about a millisecond.
    pub(super) fn compile(
        nest: &LoopNest,
        (limits, filters): (Limits, &Filters<'_>),
        kernels: &'static Kernels,
    ) -> Result<Native, CompileError> {
        let mut builder = JITBuilder::with_isa(host()?, default_libcall_names());
        primitives::register(&mut builder, kernels);
        let mut module = JITModule::new(builder);
        let mut context = module.make_context();
        context.func.signature.params = [I64; 3].map(AbiParam::new).to_vec();
        context.func.signature.returns.push(AbiParam::new(I32));
        let rejected = |error: &dyn std::fmt::Debug| CompileError::Rejected(format!("{error:?}"));
        let search = module
            .declare_function("search", Linkage::Export, &context.func.signature)
            .map_err(|error| rejected(&error))?;
        context.func.name = UserFuncName::user(0, search.as_u32());
        let imports = primitives::import(&mut module, &mut context.func).map_err(|error| rejected(&error))?;
        let mut scratch = FunctionBuilderContext::new();
        let function = FunctionBuilder::new(&mut context.func, &mut scratch);
        emit::function(function, nest, imports, (limits, filters), module.target_config());
        module.define_function(search, &mut context).map_err(|error| rejected(&error))?;
        module.finalize_definitions().map_err(|error| rejected(&error))?;
        let code = module.get_finalized_function(search);
        // SAFETY: the code was generated with exactly this signature and the host's default calling convention.
        let search = unsafe { std::mem::transmute::<*const u8, Search>(code) };
        Ok(Native { module: Mutex::new(Some(module)), search })
    }

    /// The code. It must not be called after `self` is dropped, and only by [`work`](super::work) for the same nest and a graph within the limits.
    pub(in crate::cpu) fn search(&self) -> Search {
        self.search
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = whole(self.module.get_mut()).take() {
            // SAFETY: nobody holds `search` beyond the life of `self`.
            unsafe { module.free_memory() };
        }
    }
}
