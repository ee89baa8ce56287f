//! The templates: strict, unescaped, and with an `if` that takes booleans alone.

use std::sync::LazyLock;

use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, RenderContext, RenderErrorReason, Renderable,
    no_escape,
};

use gpm_plan::nest::Per;

use super::unit::{SampleUnit, Unit};
use crate::cuda::kernel::Layout;

/// Reads a file of `templates/cuda` when the crate is compiled.
macro_rules! template {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../templates/cuda/", $name)))
    };
}
pub(super) use template;

/// Device code, in the order in which it is printed; the last one follows the search.
pub(super) const LIBRARY: &[(&str, &str)] = &[
    template!("device/types.cuh"),
    template!("device/prelude.cuh"),
    template!("device/operations.cuh"),
    template!("device/numbers.cuh"),
    template!("device/lists.cuh"),
    template!("device/hash.cuh"),
    template!("device/words.cuh"),
    template!("device/quads.cuh"),
    template!("device/queue.cuh"),
    template!("device/lanes.cuh"),
    template!("device/warp.cuh"),
    template!("device/giving.cuh"),
    template!("device/marks.cuh"),
    template!("device/sets.cuh"),
    template!("device/flow.cuh"),
];
const COLUMNS: (&str, &str) = template!("device/columns.cuh");
const CODEGREES: (&str, &str) = template!("device/codegrees.cuh");
const PAIRS: (&str, &str) = template!("device/pairs.cuh");
const WALKS: (&str, &str) = template!("device/walks.cuh");
const LOCAL_GRAPH: (&str, &str) = template!("device/local_graph.cuh");
const HELD: (&str, &str) = template!("device/held.cuh");
const NARROW: (&str, &str) = template!("device/narrow.cuh");
const MATRICES: (&str, &str) = template!("device/matrices.cuh");
const OUTPUT: (&str, &str) = template!("device/output.cuh");
const FRONTIER: (&str, &str) = template!("device/frontier.cuh");
const TABLES: (&str, &str) = template!("device/tables.cuh");
const TOTALS: (&str, &str) = template!("device/totals.cuh");
const SCHEDULE: (&str, &str) = template!("device/schedule.cuh");

pub(super) const DRAWS: (&str, &str) = template!("device/draws.cuh");
const SAMPLING: (&str, &str) = template!("device/sampling.cuh");
const SAMPLES: (&str, &str) = template!("device/samples.cuh");

/// Of that, what kernels need that take samples.
const SAMPLE_LIBRARY: &[&str] =
    &["device/types.cuh", "device/prelude.cuh", "device/operations.cuh", "device/numbers.cuh", "device/lists.cuh"];

/// What depends on a plan: the unit, then one partial a statement.
const PARTIALS: &[(&str, &str)] = &[
    template!("kernel.cu.hbs"),
    template!("root.cu.hbs"),
    template!("side_by_side.cu.hbs"),
    template!("set/neighbors.cu.hbs"),
    template!("set/intersect.cu.hbs"),
    template!("set/difference.cu.hbs"),
    template!("set/size.cu.hbs"),
    template!("local/row.cu.hbs"),
    template!("local/store.cu.hbs"),
    template!("local/walk.cu.hbs"),
    template!("local/hold.cu.hbs"),
    template!("local/places.cu.hbs"),
    template!("local/size.cu.hbs"),
    template!("local/extend.cu.hbs"),
    template!("local/leaf.cu.hbs"),
    template!("narrow/either.cu.hbs"),
    template!("narrow/keep.cu.hbs"),
    template!("narrow/leaf.cu.hbs"),
    template!("narrow/deal.cu.hbs"),
    template!("narrow/walk.cu.hbs"),
    template!("stmt/scan.cu.hbs"),
    template!("stmt/sum.cu.hbs"),
    template!("stmt/skip.cu.hbs"),
    template!("stmt/pairs.cu.hbs"),
    template!("stmt/extend.cu.hbs"),
    template!("stmt/leaf.cu.hbs"),
    template!("stmt/flow.cu.hbs"),
    template!("stmt/count.cu.hbs"),
    template!("stmt/emit.cu.hbs"),
    template!("stmt/credit.cu.hbs"),
    template!("stmt/write.cu.hbs"),
    template!("stmt/dealt.cu.hbs"),
    template!("samples.cu.hbs"),
    template!("sample/row.cu.hbs"),
    template!("sample/number.cu.hbs"),
    template!("sample/leave.cu.hbs"),
    template!("sample/visit.cu.hbs"),
    template!("sample/add.cu.hbs"),
];

/// The device code that a kernel needs before its search.
pub(super) fn library(layout: &Layout) -> String {
    let parts = [
        (layout.columns > 0, COLUMNS),
        (layout.codegrees, CODEGREES),
        (layout.pairs, PAIRS),
        (layout.walks, WALKS),
        (layout.has_local_search(), LOCAL_GRAPH),
        (layout.has_local_search(), HELD),
        (layout.has_local_search(), NARROW),
        (layout.per == Per::Matrix || layout.reads_matrices, MATRICES),
        (layout.emits || layout.breadth > 0, OUTPUT),
        (layout.breadth > 0, FRONTIER),
        (matches!(layout.per, Per::Vertex | Per::Edge), TABLES),
        (layout.totals > 1, TOTALS),
    ];
    let optional = parts.iter().filter(|(is_needed, _)| *is_needed).map(|(_, part)| part);
    LIBRARY.iter().chain(optional).map(|(_, text)| *text).collect::<Vec<_>>().join("\n")
}

/// The same of a kernel that takes samples.
pub(super) fn sample_library(layout: &Layout) -> String {
    let always = LIBRARY.iter().filter(|(name, _)| SAMPLE_LIBRARY.contains(name));
    let columns = (layout.columns > 0).then_some(&COLUMNS);
    always.chain(columns).chain([&DRAWS, &SAMPLING]).map(|(_, text)| *text).collect::<Vec<_>>().join("\n")
}

/// The entry points.
pub(super) fn schedule() -> &'static str {
    SCHEDULE.1
}

/// The same of a kernel that takes samples.
pub(super) fn sample_schedule() -> &'static str {
    SAMPLES.1
}

static REGISTRY: LazyLock<Handlebars<'static>> = LazyLock::new(registry);

/// Prints a unit.
pub(super) fn print(unit: &Unit) -> String {
    REGISTRY.render("kernel", unit).expect("templates name only fields of the model; every kernel of the tests renders")
}

/// Prints one that takes samples.
pub(super) fn print_samples(unit: &SampleUnit) -> String {
    REGISTRY.render("samples", unit).expect("as above")
}

fn registry() -> Handlebars<'static> {
    let mut registry = Handlebars::new();
    registry.set_strict_mode(true);
    registry.register_escape_fn(no_escape);
    registry.register_helper("if", Box::new(IfBool));
    for (name, text) in PARTIALS {
        let name = name.trim_end_matches(".cu.hbs");
        registry.register_template_string(name, text).expect("the templates are well-formed: tests print them all");
    }
    registry
}

/// `{{#if}}` that fails on anything but a boolean: in strict mode the built-in one still takes a misspelt name for false,
/// and 0, which is a good id, too.
struct IfBool;

impl HelperDef for IfBool {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        registry: &'reg Handlebars<'reg>,
        context: &'rc Context,
        render: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> HelperResult {
        let condition = helper.param(0).and_then(|param| param.value().as_bool());
        let condition = condition.ok_or(RenderErrorReason::Other("`if` takes a boolean".to_owned()))?;
        let branch = if condition { helper.template() } else { helper.inverse() };
        branch.map_or(Ok(()), |branch| branch.render(registry, context, render, out))
    }
}
