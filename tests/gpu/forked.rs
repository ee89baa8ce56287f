//! A process that is forked from one with an open GPU: it is told what to do, and its threads work all the same.

use std::io::Error;
use std::process::Command;

use gpm_runtime::control::Control;
use gpm_runtime::engine::{Devices, Engine, EngineConfig, EngineError};
use gpm_runtime::graph::Graph;

use crate::engines::{count, cpu, open, query};
use crate::settings::{is_set, say};

/// Says to the process that it is the test's own.
const OWN: &str = "GPM_TEST_OF_FORKS";
const NAME: &str = "forked::a_child_is_told_to_be_spawned";

/// What went wrong in a child, as the number that it ends with.
fn child(graph: &Graph, engine: &Engine) -> i32 {
    let triangle = || query("triangle");
    let is_refused = |error: &EngineError| matches!(error, EngineError::Forked) && error.to_string().contains("spawn");
    // One that it inherits, and one that it opens.
    let inherited = engine.count_with(graph, triangle(), &Control::new());
    if !inherited.is_err_and(|error| is_refused(&error)) {
        return 1;
    }
    let config = EngineConfig { devices: Devices::Gpu(None), ..EngineConfig::default() };
    let opened = Engine::new(&config).and_then(|own| own.count_with(graph, triangle(), &Control::new()));
    if !opened.is_err_and(|error| is_refused(&error)) {
        return 2;
    }
    if count(&cpu(), graph, &triangle()).count != 1 { 3 } else { 0 }
}

/// In a process that the test has for itself: of other tests' threads a child would have nothing but their locks.
#[test]
fn a_child_is_told_to_be_spawned() {
    if std::env::var_os(OWN).is_none() {
        let mut own = Command::new(std::env::current_exe().expect("the test is a program"));
        let ended = own.args(["--exact", NAME, "--nocapture"]).env(OWN, "1").status().expect("it starts");
        assert!(ended.success(), "{ended}");
        return;
    }
    let engine = match open(None) {
        Ok(engine) => engine,
        Err(reason) => {
            assert!(!is_set("GPM_REQUIRE_GPU"), "GPM_REQUIRE_GPU is set: {reason}");
            say(format_args!("skipped {NAME}: {reason}"));
            return;
        }
    };
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]).expect("a graph");
    assert_eq!(count(&engine, &graph, &query("triangle")).count, 1);
    // SAFETY: the child uses no lock that another thread of its parent may have, and ends without a return.
    let forked = unsafe { libc::fork() };
    assert!(forked >= 0, "{}", Error::last_os_error());
    if forked == 0 {
        let code = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| child(&graph, &engine))).unwrap_or(4);
        // SAFETY: ends the process.
        unsafe { libc::_exit(code) };
    }
    let mut status = 0;
    // SAFETY: `status` is a place to write to.
    assert_eq!(unsafe { libc::waitpid(forked, &raw mut status, 0) }, forked);
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0, "the child ended with {status}");
    assert_eq!(count(&engine, &graph, &query("triangle")).count, 1, "after a child");
}
