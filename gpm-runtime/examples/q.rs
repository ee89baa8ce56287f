use gpm_plan::{explain::Explained, pattern::Pattern, query::Query};
use gpm_runtime::{engine::*, graph::*};
fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap();
    let t = std::time::Instant::now();
    let g = Graph::load(&path).unwrap();
    eprintln!("{path} V={} E={} load {:?}", g.num_vertices(), g.num_edges(), t.elapsed());
    let interpret = std::env::var("INTERPRET").is_ok();
    let show = std::env::var("SHOW").is_ok();
    let e = Engine::cpu(&EngineConfig { threads: Some(2), interpret }).unwrap();
    for a in args {
        let (a, induced) = a.strip_suffix('!').map_or((a.as_str(), false), |a| (a, true));
        let p: Pattern = if a.ends_with(".graph") {
            gpm_plan::pattern::parse_file(&std::fs::read_to_string(a).unwrap(), a).unwrap()
        } else {
            a.parse().unwrap_or_else(|e| panic!("{e}"))
        };
        let mut q = Query::from(p);
        if induced {
            q = q.vertex_induced();
        }
        if std::env::var("EMB").is_ok() {
            q = q.embeddings();
        }
        let mut best: Option<Report> = None;
        for _ in 0..std::env::var("N").map_or(1, |n| n.parse().unwrap()) {
            match e.count_with(
                &g,
                &q,
                &gpm_runtime::control::Control::new().with_time_limit(std::time::Duration::from_secs(20)),
            ) {
                Ok(r) => {
                    if best.as_ref().is_none_or(|b| r.seconds.run < b.seconds.run) {
                        best = Some(r)
                    }
                }
                Err(e) => {
                    println!("{a} {e}");
                    break;
                }
            }
        }
        if let Some(r) = best {
            println!(
                "{a}{} {}{} run {:.5} plan {:.5} compile {:.5}",
                if induced { "!" } else { "" },
                r.count,
                if r.partial { " PARTIAL" } else { "" },
                r.seconds.run,
                r.seconds.plan,
                r.seconds.compile
            );
            if show {
                println!("{}", Explained(&r.plan));
            }
        }
    }
}
