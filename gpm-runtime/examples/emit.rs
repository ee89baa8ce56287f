use gpm_plan::{cost::GraphStats, pattern::Pattern, plan::Plan, query::Query};
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    for text in std::env::args().skip(2) {
        let (name, sem) = text.split_once(' ').unwrap_or((&text, ""));
        let mut q = Query::from(name.parse::<Pattern>().unwrap());
        if sem.contains("ind") {
            q = q.vertex_induced()
        }
        if sem.contains("hom") {
            q = q.homomorphism()
        }
        if sem.contains("list") {
            q = q.list()
        }
        let plan = Plan::new(q, &GraphStats::typical()).unwrap();
        for (i, nest) in plan.nests().enumerate() {
            let k = Kernel::render(nest, &KernelOptions { max_size: 1 << 12, ..KernelOptions::default() });
            std::fs::write(format!("{dir}/{}{}.{i}.cu", name.replace([':', ' ', '-', ','], "_"), sem), k.source)
                .unwrap();
        }
    }
}
