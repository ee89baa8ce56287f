//! What a process may do to a program that embeds the library: it forks, and it has no thread to give. Each test runs in a process of its own, since both are
//! for good and about all threads.

use std::io::Error;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use gpm::{Control, Devices, EachOptions, Engine, EngineConfig, EngineError, Graph, Options, Query};

gpm::pattern!(Wedge = a-b-c;);

/// Says to the process that it is the test's own.
const OWN: &str = "GPM_TEST_OF_PROCESSES";

/// Runs `test`, the whole of the test of this name, in a process of its own.
fn in_own_process(name: &str, test: fn()) {
    if std::env::var_os(OWN).is_some() {
        return test();
    }
    let mut own = Command::new(std::env::current_exe().unwrap());
    let ended = own.args(["--exact", name, "--nocapture"]).env(OWN, "1").status().unwrap();
    assert!(ended.success(), "{ended}");
}

fn star() -> Arc<Graph> {
    Arc::new(Graph::from_edges(2001, (1..=2000).map(|leaf| (0, leaf))).unwrap())
}

fn engine() -> Engine {
    Engine::new(&EngineConfig { threads: Some(2), devices: Devices::Cpu, ..EngineConfig::default() }).unwrap()
}

const WEDGES: u128 = 2000 * 1999 / 2;

/// Uses what its parent made, and new things.
fn ask(graph: &Arc<Graph>, engine: &Engine) {
    assert_eq!(engine.count(graph, "a-b-c").unwrap().count, WEDGES);
    assert_eq!(engine.matches(graph, "a-b").unwrap().count(), 2000);
    assert_eq!(Wedge.count(graph), WEDGES);
    assert_eq!(Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap().num_edges(), 2);
    // In a star there is no path of four vertices: the search is the work, and its time is over at some time.
    let dense = Graph::from_edges(400, (0..400).flat_map(|v| (0..v).map(move |u| (u, v)))).unwrap();
    let control = Control::new().with_time_limit(Duration::from_millis(20));
    let mut met = 0_u64;
    let report = engine.list_with(&dense, "a-b-c-d-e-f", &control, &mut |_| {
        met += 1;
        ControlFlow::Continue(())
    });
    assert!(report.unwrap().partial);
}

#[test]
fn a_forked_child_counts_and_keeps_time() {
    in_own_process("processes::a_forked_child_counts_and_keeps_time", || {
        let (graph, engine) = (star(), engine());
        ask(&graph, &engine);
        // SAFETY: the child has this thread alone, uses no lock that another one of its parent had, and ends without a return.
        let child = unsafe { libc::fork() };
        assert!(child >= 0, "{}", Error::last_os_error());
        if child == 0 {
            let code = i32::from(catch_unwind(AssertUnwindSafe(|| ask(&graph, &engine))).is_err());
            // SAFETY: ends the process.
            unsafe { libc::_exit(code) };
        }
        let mut status = 0;
        // SAFETY: `status` is a place to write to.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "the child ended with {status}");
        ask(&graph, &engine);
    });
}

/// Has the system give no more threads; whether it obeys.
fn ends_threads() -> bool {
    // SAFETY: plain calls of the system; root, for whom there is no limit, becomes nobody.
    let limited = unsafe {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        let is_root = libc::geteuid() == 0;
        (!is_root || libc::setresuid(65534, 65534, 65534) == 0)
            && libc::setrlimit(libc::RLIMIT_NPROC, &raw const none) == 0
    };
    let is_obeyed = limited && std::thread::Builder::new().spawn(|| ()).is_err();
    if !is_obeyed {
        writeln!(std::io::stderr(), "skipped: threads cannot be limited here").expect("it can be told");
    }
    is_obeyed
}

/// Not even rayon's global pool, which panics by itself.
#[test]
fn a_graph_is_read_by_the_thread_that_asks() {
    in_own_process("processes::a_graph_is_read_by_the_thread_that_asks", || {
        if !ends_threads() {
            return;
        }
        for threads in [None, Some(3)] {
            let options = gpm::LoadOptions { threads, ..gpm::LoadOptions::default() };
            let (graph, _) = gpm::graph::load_bytes("edges", b"1 2\n2 3\n3 1\n3 4\n", &options).unwrap();
            assert_eq!((graph.num_edges(), graph.statistics().triangles), (4, 1));
        }
        assert_eq!(Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap().num_edges(), 2);
        assert!(matches!(gpm::ready_threads(Some(2)), Err(EngineError::Threads { threads: 2, .. })));
    });
}

#[test]
fn a_thread_that_is_not_to_be_had_is_an_error() {
    in_own_process("processes::a_thread_that_is_not_to_be_had_is_an_error", || {
        let (graph, engine) = (star(), engine());
        engine.count(&graph, "a-b-c").unwrap();
        if !ends_threads() {
            return;
        }
        let is_refused = |error: EngineError| matches!(error, EngineError::Threads { .. });
        let control = Control::new().with_time_limit(Duration::from_secs(600));
        assert!(is_refused(engine.count_with(&graph, "a-b-c", &control).unwrap_err()));
        assert!(is_refused(engine.matches(&graph, "a-b-c").unwrap_err()));
        assert!(is_refused(Engine::auto().unwrap_err()));
        let queries = ["a-b".parse::<Query>().unwrap()];
        let each = engine
            .count_each(&graph, &queries, EachOptions::default(), &Control::new(), |_, _| ControlFlow::Continue(()));
        assert!(is_refused(each.unwrap_err()));
        let options = Options { threads: Some(2), ..Options::default() };
        assert!(is_refused(Wedge.count_with(&graph, &options).unwrap_err()));
        // What takes no further thread goes on.
        assert_eq!(engine.count(&graph, "a-b-c").unwrap().count, WEDGES);
    });
}
