//! The ways in which the conformance tests run a nest, all on the CPU.

use gpm_runtime::cpu::Backend;
use gpm_runtime::engine::{Engine, EngineConfig};

/// How nests are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Compiled,
    Interpreted,
}

/// Both ways to run a nest.
pub(crate) const MODES: [Mode; 2] = [Mode::Compiled, Mode::Interpreted];

/// One engine per [`Mode`].
pub(crate) struct Engines {
    compiled: Engine,
    interpreted: Engine,
}

impl Engines {
    /// Engines of two threads each.
    pub(crate) fn start() -> Self {
        let start = |backend| {
            Engine::cpu(&EngineConfig { threads: Some(2), backend, ..EngineConfig::default() })
                .expect("the CPU is there")
        };
        Self { compiled: start(Backend::Compiled), interpreted: start(Backend::Interpreted) }
    }

    /// The engine of this mode.
    pub(crate) fn of(&self, mode: Mode) -> &Engine {
        match mode {
            Mode::Compiled => &self.compiled,
            Mode::Interpreted => &self.interpreted,
        }
    }
}

/// An engine of as many threads as there are cores.
pub(crate) fn all_cores() -> Engine {
    Engine::cpu(&EngineConfig::default()).expect("the CPU is there")
}
