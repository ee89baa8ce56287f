//! The kernels that must pass: what plans for a typical graph are rendered as.

use std::collections::BTreeSet;

use gpm_plan::cost::GraphStats;
use gpm_plan::pattern::{Pattern, Semantics, catalog};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};

/// A kernel and what it is called here: `house edge-induced`, with a number where a plan has several.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) kernel: Kernel,
}

/// Counted beside the catalog: large patterns, and all that a pattern can ask for.
const COUNTED: [&str; 13] = [
    "path:12",
    "clique:12",
    "star:32",
    "cycle:32",
    "a:X - b:Y - c:Z",
    "a:X - b:X, b - c:Y, a - c, c - d",
    "a->b, b->c, a->c",
    "a->b->c->d->a",
    "a<->b, b->c, a-c",
    "a-[x]-b, b-[y]-c, a-[x]-c",
    "a:X -[k]-> b:Y, b -> c, a -> c",
    "a-b-c-d, a!-c",
    "a-b-c-d-a, a!-c, b!-d",
];

const LISTED: [&str; 8] =
    ["edge", "triangle", "diamond", "4-cycle", "house", "5-clique", "a:X -> b:Y, b -> c", "a-b-c-d, a!-c"];

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
    found
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("test patterns are valid"))
}

fn add(found: &mut Vec<Named>, seen: &mut BTreeSet<String>, text: &str, query: Query) {
    let title = format!("{text} {}", query.semantics);
    let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
    for (i, nest) in plan.nests().enumerate() {
        let kernel = Kernel::render(nest, &KernelOptions::default());
        let code: Vec<&str> = kernel.source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if seen.insert(code.join("\n")) {
            let name = if i == 0 { title.clone() } else { format!("{title} #{i}") };
            found.push(Named { name, kernel });
        }
    }
}
