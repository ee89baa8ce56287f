use gpm_plan::{cost::GraphStats, plan::Plan, query::Query, pattern::Pattern, explain::Explained};
fn main(){
    for a in std::env::args().skip(1) {
        let (a, induced) = a.strip_suffix('!').map_or((a.as_str(), false), |a| (a, true));
        let p: Pattern = a.parse().unwrap_or_else(|e| panic!("{e}"));
        let t=std::time::Instant::now();
        let mut q = Query::from(p); if induced { q = q.vertex_induced(); }
        match Plan::new(q, &GraphStats::typical()) { Ok(plan) => println!("{}\n--- {:?}\n", Explained(&plan), t.elapsed()), Err(e) => println!("{e}") }
    }
}
