//! A process that ends while a thread of it is in the compiler.

use std::process::{Command, exit};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::gate::{Gate, Limits};
use crate::{kernels, nvrtc_wheel};

/// Set for the process that is to end.
const ENDS: &str = "GPM_TEST_ENDS";

#[test]
fn a_process_ends_well_while_kernels_are_compiled() {
    let library = nvrtc_wheel::library();
    if std::env::var_os(ENDS).is_some() {
        let limits = Limits { registers: 255, stack: u32::MAX, spills: u32::MAX };
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let gate = Gate::new(&library);
            for kernel in kernels::all() {
                drop(gate.check(&kernel.name, &kernel.kernel.source, "sm_90", limits));
                // Nobody waits for the second one.
                let _ = sender.send(());
            }
        });
        // The second kernel is in the compiler by then.
        receiver.recv().expect("a kernel is compiled");
        thread::sleep(Duration::from_millis(100));
        exit(0);
    }
    for _ in 0..2 {
        let mut test = Command::new(std::env::current_exe().expect("the test has a file"));
        test.args(["a_process_ends_well", "--nocapture"]).env(ENDS, "1");
        let ended = test.output().expect("the test can be started");
        assert!(ended.status.success(), "{}\n{}", ended.status, String::from_utf8_lossy(&ended.stderr));
    }
}
