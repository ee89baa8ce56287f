//! The kernels that must pass: what plans for a typical graph are rendered as.

use std::collections::BTreeSet;

use gpm_plan::cost::GraphStats;
use gpm_plan::nest::{Column, Kind, LoopNest};
use gpm_plan::opt;
use gpm_plan::pattern::predicate::Attribute;
use gpm_plan::pattern::{Pattern, Semantics, catalog};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::sampling::to_sample;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions, LowerRows};

use crate::fused_nests;

/// A kernel and what it is called here: `house edge-induced`, with a number where a plan has several.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) kernel: Kernel,
}

/// Counted beside the catalog: large patterns, and all that a pattern can ask for.
const COUNTED: [&str; 24] = [
    "path:12",
    "clique:12",
    "star:32",
    "cycle:32",
    "u-v, u-a, u-b, u-c, v-d, v-e",
    "u-v, u-a, u-b, u-c, u-d, u-e, v-f, v-g, v-h, v-i, u-j-v, u-k-v, u-l-v",
    "u-v-w-u, u-a, u-b, u-c, v-d, v-e, v-f, w-g, w-h, w-i, u-j-v",
    "u-v-w-u, u-a, u-b, v-c, w-d, u-e-v, v-f-w, w-g-u",
    "a:X - b:Y - c:Z",
    "a:X - b:X, b - c:Y, a - c, c - d",
    "a->b, b->c, a->c",
    "a->b->c->d->a",
    "a<->b, b->c, a-c",
    "a-[x]-b, b-[y]-c, a-[x]-c",
    "a:X -[k]-> b:Y, b -> c, a -> c",
    "a-b-c-d, a!-c",
    "a-b-c-d-a, a!-c, b!-d",
    "triangle where 0.w < 1.w and 1.w < 2.w",
    "path:4 where 0.f * 1.f + 2.f <= 3.f % 2.5",
    "cycle:4 where (0-1).w + (1-2).f > (2-3).w or 0.w / 2.w * 3 == 1",
    "a->b, b->c, a->c where (a->b).w < (b->c).w and (a->c).f >= a.w",
    "clique:6 where 0.f < 1.w and 2.w - 3.w != 4.w",
    "clique:4 where (0-1).f + (0-2).f + (1-2).f < 3.f * 2.f * 1.w * 0.w",
    "house where 0.w > 3 and 1.id % 2 == 4.id % 2",
];

const LISTED: [&str; 9] = [
    "edge",
    "triangle",
    "diamond",
    "4-cycle",
    "house",
    "5-clique",
    "a:X -> b:Y, b -> c",
    "a-b-c-d, a!-c",
    "a-b-c where a.w < b.w and (b-c).f != 1",
];

/// Counted by vertex (of the first vertex named) and by arc (from it to the second).
const ANCHORED: [&str; 12] = [
    "a-b",
    "a-b-c",
    "triangle",
    "a-b, b-c, c-d, d-b",
    "4-cycle",
    "diamond",
    "house",
    "5-clique",
    "clique:8",
    "a-b-c-d-e-a, b-d, b-e",
    "a-b-c-d-e-f-a, a-c, a-d, a-e",
    "a:X - b:Y, b - c:Z, a - c",
];

/// Of which samples are taken: small and large ones, with labels, directions and predicates.
const SAMPLED: [&str; 12] = [
    "triangle",
    "path:4",
    "house",
    "clique:5",
    "cycle:6",
    "a:X -> b:Y, b -> c",
    "path:4 where 0.f * 1.f + 2.f <= 3.f % 2.5",
    "a-b-c-d-a, a!-c, b!-d",
    "clique:8",
    "cycle:9",
    "cycle:12",
    "a:X-b:Y-c:Z-d:X-e:Y-f:Z-g:X-h:Y-i:Z-j:X-k:Y-l:Z-m:X-n:Y-o:Z-p:X, a-c, b-d, c-e, e-h, f-i, g-j, h-k, j-m, k-n, l-o, m-p, a-p",
];

/// All of them, those that differ in comments alone once.
pub(crate) fn all() -> Vec<Named> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for text in catalog::names() {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
            add(&mut found, &mut seen, text, query(text).with_semantics(semantics));
        }
    }
    for text in COUNTED {
        add(&mut found, &mut seen, text, query(text));
    }
    for text in LISTED {
        add(&mut found, &mut seen, &format!("{text} listed"), query(text).list());
    }
    for text in ANCHORED {
        for anchors in [&[0][..], &[0, 1]] {
            let query = query(text);
            let anchored = query.pattern.clone().with_anchors(anchors).expect("the first two vertices are adjacent");
            let title = format!("{text} per {anchors:?}");
            add(&mut found, &mut seen, &title, Query { pattern: anchored.clone(), ..query.clone() });
            add(&mut found, &mut seen, &title, Query { pattern: anchored, ..query }.vertex_induced());
        }
    }
    for text in SAMPLED {
        let plan = Plan::new(to_sample(query(text)), &GraphStats::typical()).expect("every pattern has a plan");
        let nest = plan.first_nest();
        let kinds: Vec<Kind> = nest.columns().iter().map(kind).collect();
        let kernel = Kernel::of_samples(nest, &kinds).expect("lanes can take samples of it");
        found.push(Named { name: format!("samples of {text}"), kernel });
    }
    for size in 3..=5 {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
            for (i, nest) in fused_nests::of_size(size, semantics).iter().enumerate() {
                add_nest(&mut found, &mut seen, format!("patterns of {size} {semantics}, fused #{i}"), nest);
            }
        }
    }
    found
}

/// Columns called `f` are floats.
fn kind(column: &Column) -> Kind {
    if column.name == Attribute::Column("f".to_owned()) { Kind::Float } else { Kind::Integer }
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("test patterns are valid"))
}

fn add(found: &mut Vec<Named>, seen: &mut BTreeSet<String>, text: &str, query: Query) {
    let title = format!("{text} {}", query.semantics);
    let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
    for (i, nest) in plan.nests().enumerate() {
        add_nest(found, seen, if i == 0 { title.clone() } else { format!("{title} #{i}") }, nest);
        if let Some(writer) = opt::writer(nest) {
            add_nest(found, seen, format!("bit matrices for {title}"), &writer);
        }
    }
}

fn add_nest(found: &mut Vec<Named>, seen: &mut BTreeSet<String>, name: String, nest: &LoopNest) {
    let kinds: Vec<Kind> = nest.columns().iter().map(kind).collect();
    let mut add = |name: String, options: &KernelOptions, seen: &mut BTreeSet<String>| {
        let kernel = Kernel::render(nest, &kinds, options);
        let code: Vec<&str> = kernel.source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let is_new = seen.insert(code.join("\n"));
        if is_new {
            found.push(Named { name, kernel });
        }
        is_new
    };
    // Where rows are short, warps do not share roots: less of the same code, of which a part will do. So it will of what puts pieces on a
    // frontier beside that.
    let is_new = add(name.clone(), &KernelOptions::default(), seen);
    if is_new && seen.len().is_multiple_of(4) {
        add(format!("{name}, short rows"), &KernelOptions { max_size: 16, ..KernelOptions::default() }, seen);
    }
    if is_new {
        // The same text but for even searches, and for local graphs over smaller neighbors.
        add(
            format!("{name}, short lower rows"),
            &KernelOptions { lower: LowerRows { longest: 128, marks: 256 }, ..KernelOptions::default() },
            seen,
        );
    }
    if is_new && seen.len().is_multiple_of(24) {
        add(format!("{name}, breadth-first"), &KernelOptions { breadth: 2, ..KernelOptions::default() }, seen);
    }
}
