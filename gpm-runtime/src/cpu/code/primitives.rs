//! The functions that generated code calls: the set kernels, callbacks into the worker, and arithmetic on floats.

use cranelift_codegen::ir::types::{F64, I32, I64};
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Type};
use cranelift_jit::JITBuilder;
use cranelift_module::{Linkage, Module, ModuleError};

use super::worker::{
    add_checked, build_local, count_codegrees, count_rows, count_walks, credit, flush, mark_root, open_root,
    product_of, remainder, sum_of,
};
use crate::set::Kernels;

/// References to the imported functions inside the function being made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Imports {
    pub(super) intersect: FuncRef,
    pub(super) intersect_count: FuncRef,
    pub(super) difference: FuncRef,
    pub(super) difference_count: FuncRef,
    pub(super) probe: FuncRef,
    pub(super) probe_count: FuncRef,
    pub(super) probe_difference: FuncRef,
    pub(super) probe_difference_count: FuncRef,
    pub(super) mark: FuncRef,
    pub(super) unmark: FuncRef,
    pub(super) lower_bound: FuncRef,
    pub(super) lower_bound_near: FuncRef,
    pub(super) contains: FuncRef,
    /// `(context, set, members, number)`: marks a set that depends on the root alone.
    pub(super) mark_root: FuncRef,
    /// `(context, number)`: says which of the candidates for level 1 are to be searched.
    pub(super) open_root: FuncRef,
    /// `(context, members, number) -> stop`: builds the local bit matrix.
    pub(super) build_local: FuncRef,
    /// `(context, members, number, view, low, high) -> stop`: counts the root's codegrees.
    pub(super) count_codegrees: FuncRef,
    /// `(context, view, low, high) -> stop`: counts the root's walks of three steps.
    pub(super) count_walks: FuncRef,
    /// `(context, owners, number, marked, its size, its bits, which rows, low, high) -> counted`: counts what of many rows is marked.
    pub(super) count_rows: FuncRef,
    /// `(context, product, sizes)`: adds a product of polynomials in checked 128-bit arithmetic.
    pub(super) add_checked: FuncRef,
    /// `(context, entry, low, high, before_low, before_high)`: credits a 128-bit number, and what `add_checked` has gathered since
    /// it was another, to an entry of the table.
    pub(super) credit: FuncRef,
    /// `(context) -> stop`: hands the batch of matches to the sink.
    pub(super) flush: FuncRef,
    /// `(f64, f64) -> f64`: the remainder of a division.
    pub(super) remainder: FuncRef,
    /// `(floats, number) -> f64`: their sum.
    pub(super) sum_of_floats: FuncRef,
    /// `(floats, number) -> f64`: their product.
    pub(super) product_of_floats: FuncRef,
}

/// Tells the linker of the generated code where the functions are.
pub(super) fn register(builder: &mut JITBuilder, kernels: &Kernels) {
    let symbols: [(&str, *const u8); 25] = [
        ("intersect", kernels.intersect as *const u8),
        ("intersect_count", kernels.intersect_count as *const u8),
        ("difference", kernels.difference as *const u8),
        ("difference_count", kernels.difference_count as *const u8),
        ("probe", kernels.probe as *const u8),
        ("probe_count", kernels.probe_count as *const u8),
        ("probe_difference", kernels.probe_difference as *const u8),
        ("probe_difference_count", kernels.probe_difference_count as *const u8),
        ("mark", kernels.mark as *const u8),
        ("unmark", kernels.unmark as *const u8),
        ("lower_bound", kernels.lower_bound as *const u8),
        ("lower_bound_near", kernels.lower_bound_near as *const u8),
        ("contains", kernels.contains as *const u8),
        ("mark_root", mark_root as *const u8),
        ("open_root", open_root as *const u8),
        ("build_local", build_local as *const u8),
        ("count_codegrees", count_codegrees as *const u8),
        ("count_walks", count_walks as *const u8),
        ("count_rows", count_rows as *const u8),
        ("add_checked", add_checked as *const u8),
        ("credit", credit as *const u8),
        ("flush", flush as *const u8),
        ("remainder", remainder as *const u8),
        ("sum_of_floats", sum_of as *const u8),
        ("product_of_floats", product_of as *const u8),
    ];
    builder.symbols(symbols);
}

/// Declares the functions in the module and in the function being made.
pub(super) fn import(module: &mut impl Module, function: &mut Function) -> Result<Imports, Box<ModuleError>> {
    let mut declare_as = |name: &str, params: &[Type], returns: Option<Type>| -> Result<FuncRef, Box<ModuleError>> {
        let mut signature = module.make_signature();
        signature.params.extend(params.iter().map(|&kind| AbiParam::new(kind)));
        signature.returns.extend(returns.map(AbiParam::new));
        let id = module.declare_function(name, Linkage::Import, &signature)?;
        Ok(module.declare_func_in_func(id, function))
    };
    let remainder = declare_as("remainder", &[F64; 2], Some(F64))?;
    let sum_of_floats = declare_as("sum_of_floats", &[I64; 2], Some(F64))?;
    let product_of_floats = declare_as("product_of_floats", &[I64; 2], Some(F64))?;
    let mut declare = |name: &str, params: &[Type], returns: bool| declare_as(name, params, returns.then_some(I64));
    let (two_sets, two_counted, probed, probe_counted) = ([I64; 5], [I64; 4], [I64; 4], [I64; 3]);
    Ok(Imports {
        intersect: declare("intersect", &two_sets, true)?,
        intersect_count: declare("intersect_count", &two_counted, true)?,
        difference: declare("difference", &two_sets, true)?,
        difference_count: declare("difference_count", &two_counted, true)?,
        probe: declare("probe", &probed, true)?,
        probe_count: declare("probe_count", &probe_counted, true)?,
        probe_difference: declare("probe_difference", &probed, true)?,
        probe_difference_count: declare("probe_difference_count", &probe_counted, true)?,
        mark: declare("mark", &[I64; 3], false)?,
        unmark: declare("unmark", &[I64; 3], false)?,
        lower_bound: declare("lower_bound", &[I64, I64, I32], true)?,
        lower_bound_near: declare("lower_bound_near", &[I64, I64, I32], true)?,
        contains: declare("contains", &[I64, I64, I32], true)?,
        mark_root: declare("mark_root", &[I64; 4], false)?,
        open_root: declare("open_root", &[I64; 2], false)?,
        build_local: declare("build_local", &[I64; 3], true)?,
        count_codegrees: declare("count_codegrees", &[I64, I64, I64, I64, I32, I32], true)?,
        count_walks: declare("count_walks", &[I64, I64, I32, I32], true)?,
        count_rows: declare("count_rows", &[I64, I64, I64, I64, I64, I64, I64, I32, I32], true)?,
        add_checked: declare("add_checked", &[I64; 3], false)?,
        credit: declare("credit", &[I64; 6], false)?,
        flush: declare("flush", &[I64], true)?,
        remainder,
        sum_of_floats,
        product_of_floats,
    })
}
