//! What runs bound nests: the one thing in which devices differ.

use std::fmt;
use std::ops::{Add, Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use gpm_plan::cost::Prices;
use rayon::ThreadPool;

use crate::brief::{self, Written};
use crate::control::Control;
use crate::engine::terms::{DevicesUsed, EngineError, GpuReport};
use crate::estimate::{Drawer, Moments, Part, Way};
use crate::mine::{Batch, Outcome, RowArrays, Settler};
use crate::open::{Found, Ordered};
use crate::run::{BoundNest, Finding, Operations, RunError, Sink};
use crate::spanning::{self, Trees};
use crate::table::Table;

/// A bound nest to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<'a> {
    pub(crate) nest: BoundNest<'a>,
    /// What is to be run after it, as far as it is known: devices that must get ready for it may begin with that.
    pub(crate) coming: &'a [BoundNest<'a>],
    /// How many of these are for the same question, which come first.
    pub(crate) num_own: usize,
    pub(crate) control: &'a Control,
    /// Threads of the engine.
    pub(crate) pool: &'a ThreadPool,
}

impl<'a> Search<'a> {
    /// What is to be run after it for the same question.
    pub(crate) fn own_coming(&self) -> &'a [BoundNest<'a>] {
        &self.coming[..self.num_own.min(self.coming.len())]
    }
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) finding: Finding,
    /// What a nest with anchors counted, by vertex or by entry of the graph's rows.
    pub(crate) table: Option<Arc<Table>>,
    /// What it ran on.
    pub(crate) device: DevicesUsed,
    /// Seconds of kernels.
    pub(crate) kernel: Option<f64>,
    pub(crate) gpu: Option<GpuReport>,
}

impl Done {
    /// Totals from an earlier run, for nothing.
    pub(crate) fn known(totals: Vec<i128>, device: DevicesUsed) -> Done {
        let finding = Finding { totals, table: None, complete: true, compile: Duration::ZERO, processor: None };
        Done { finding, table: None, device, kernel: Some(0.0), gpu: None }
    }

    /// With what another range of the same search found.
    pub(crate) fn then(mut self, next: Done) -> Result<Done, RunError> {
        self.finding.add(&next.finding.totals)?;
        if let (Some(sum), Some(own)) = (&self.finding.table, &next.finding.table)
            && !sum.add_all(own)
        {
            return Err(RunError::Overflow);
        }
        self.finding.complete &= next.finding.complete;
        self.finding.compile += next.finding.compile;
        self.finding.processor =
            [self.finding.processor, next.finding.processor].into_iter().flatten().reduce(Duration::add);
        self.kernel = self.kernel.zip(next.kernel).map(|(sum, own)| sum + own);
        self.device = DevicesUsed::of_all([&self.device, &next.device]).unwrap_or(next.device);
        self.gpu = [self.gpu, next.gpu].into_iter().flatten().reduce(GpuReport::then);
        Ok(self)
    }
}

/// A search for cliques.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "cuda"), expect(dead_code, reason = "the CPU is told by rules of its own"))]
pub(crate) struct CliquesAsked<'a> {
    pub(crate) graph: &'a Ordered,
    /// Maximal ones by size, or all in families.
    pub(crate) are_maximal: bool,
    /// Cliques of other sizes need not be counted, or not right; of maximal ones there is no largest size.
    pub(crate) sizes: RangeInclusive<usize>,
}

/// What came of a search for cliques: what was found, with the names of the graph, what it ran on, and seconds of kernels.
pub(crate) type CliquesDone = Result<(Found, DevicesUsed, Option<f64>), EngineError>;

/// What came of a search for the matches of labelled patterns: what was found of each, what it ran on, and seconds of kernels.
pub(crate) type LabelledDone = (Vec<brief::Found>, DevicesUsed, Option<f64>);

/// Who takes samples.
pub(crate) type Samples<'a> = Box<dyn Drawer<Error = EngineError> + 'a>;

/// Samples whose errors are the engine's.
pub(crate) struct OfEngine<D>(pub(crate) D);

impl<D: Drawer> Drawer for OfEngine<D>
where
    EngineError: From<D::Error>,
{
    type Error = EngineError;

    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, EngineError> {
        Ok(self.0.draw(way, parts, control)?)
    }

    fn kernel_seconds(&self) -> Option<f64> {
        self.0.kernel_seconds()
    }
}

/// Who matches trees at random.
pub(crate) type TreeSamples<'a> = Box<dyn spanning::Drawer<Error = EngineError> + 'a>;

impl<D: spanning::Drawer> spanning::Drawer for OfEngine<D>
where
    EngineError: From<D::Error>,
{
    type Error = EngineError;

    fn draw(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, EngineError> {
        Ok(self.0.draw(tree, samples, control)?)
    }

    fn kernel_seconds(&self) -> Option<f64> {
        self.0.kernel_seconds()
    }
}

/// Who settles candidate patterns.
pub(crate) type PatternSettler<'a> = Box<dyn Settler<Error = EngineError> + 'a>;

impl<D: Settler> Settler for OfEngine<D>
where
    EngineError: From<D::Error>,
{
    type Error = EngineError;

    fn least(&mut self) -> Option<u64> {
        self.0.least()
    }

    fn settle(&mut self, batch: &Batch, control: &Control) -> Result<Option<Outcome>, EngineError> {
        Ok(self.0.settle(batch, control)?)
    }
}

/// Runs nests on some device.
pub(crate) trait Executor: fmt::Debug + Send + Sync {
    /// What it runs on.
    fn device(&self, pool: &ThreadPool) -> DevicesUsed;

    /// What nests cost beside their search.
    fn prices(&self) -> Prices {
        Prices::CPU
    }

    /// See [`Engine::ready_devices`](crate::engine::Engine::ready_devices).
    fn ready_devices(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Begins to make ready, beside all else, what the runs of these nests to come will need.
    fn expect(&self, _nests: &[BoundNest<'_>]) {}

    /// A search is being planned that is expected to take the CPU so long. Returns what to plan it by, if devices are made ready for it
    /// that other plans suit.
    fn expect_seconds(&self, _cpu: f64) -> Option<Prices> {
        None
    }

    /// An executor on the CPU whose runs do not keep this one's waiting; `None` if nothing may run on the CPU.
    fn apart(&self) -> Option<Box<dyn Executor>>;

    /// # Errors
    /// [`EngineError::Forked`] in a process that was forked from one that had devices open.
    fn ensure_usable(&self) -> Result<(), EngineError> {
        #[cfg(feature = "cuda")]
        if !self.is_cpu_alone() && crate::cuda::device::is_inherited() {
            return Err(EngineError::Forked);
        }
        Ok(())
    }

    /// Whether all is done by compiled code on the CPU, and no GPU may take part.
    fn is_cpu_alone(&self) -> bool {
        false
    }

    /// Counts the cliques of a graph that is not empty; `None` if the CPU is to do that.
    fn cliques(&self, _asked: CliquesAsked<'_>, _control: &Control) -> Option<CliquesDone> {
        None
    }

    /// See [`Engine::ceilings`](crate::engine::Engine::ceilings).
    fn ceilings(&self, _control: &Control) -> Result<Option<Operations<f64>>, EngineError> {
        Ok(None)
    }

    /// Makes a device ready, beside all else, that counts labelled patterns, if that pays for a search that took the CPU so long already; whether
    /// it is. To be asked again until it is.
    fn is_ready_for_labelled(&self, _searched: Duration) -> bool {
        false
    }

    /// Counts the matches of labelled patterns that are written down, in one search, and gives up what takes longer than `_most`; `None` if these devices
    /// cannot.
    fn labelled(
        &self,
        _: &Written<'_>,
        _most: Option<Duration>,
        _control: &Control,
    ) -> Option<Result<LabelledDone, EngineError>> {
        None
    }

    /// Who takes samples of a nest on these devices; `None` if they cannot.
    fn samples<'a>(&'a self, _search: BoundNest<'a>, _control: &Control) -> Result<Option<Samples<'a>>, EngineError> {
        Ok(None)
    }

    /// The same for who matches trees at random.
    fn tree_samples<'a>(
        &'a self,
        _: &'a Trees<'a>,
        _control: &Control,
    ) -> Result<Option<TreeSamples<'a>>, EngineError> {
        Ok(None)
    }

    /// The same for who settles candidate patterns on rows that `rows` gives.
    fn settler<'a>(
        &'a self,
        _rows: &'a (dyn Fn() -> RowArrays + Sync),
        _control: &'a Control,
    ) -> Result<Option<PatternSettler<'a>>, EngineError> {
        Ok(None)
    }

    /// Runs a nest, handing matches to `sink` if it emits them.
    fn run(&self, search: Search<'_>, sink: Option<&mut Sink<'_>>) -> Result<Done, EngineError>;
}
