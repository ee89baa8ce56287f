//! Running nests on the threads of the engine.

use rayon::ThreadPool;

use super::executor::{Done, Executor, Search};
use crate::cpu::{Backend, Listing, run_before};
use crate::engine::terms::{DevicesUsed, EngineError};
use crate::run::Sink;

/// The threads of the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    pub(crate) backend: Backend,
}

impl Executor for Cpu {
    fn device(&self, pool: &ThreadPool) -> DevicesUsed {
        let threads = pool.current_num_threads();
        if self.backend.interprets() { DevicesUsed::interpreting_cpu(threads) } else { DevicesUsed::cpu(threads) }
    }

    fn apart(&self) -> Option<Box<dyn Executor>> {
        Some(Box::new(*self))
    }

    fn is_cpu_alone(&self) -> bool {
        self.backend != Backend::Interpreted
    }

    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
        let Search { nest, control, pool, .. } = search;
        let coming = search.own_coming();
        let finding = match sink {
            Some(sink) => {
                // On a thread of the pool nobody asks but a batch, whose sinks only count.
                let threads = pool.current_thread_index().is_none().then(|| pool.current_num_threads());
                run_before(nest, coming, self.backend, control, Some(Listing { sink, threads }))
            }
            None => pool.install(|| run_before(nest, coming, self.backend, control, None)),
        }?;
        Ok(Done { finding, table: None, device: self.device(pool), kernel: None, gpu: None })
    }
}
