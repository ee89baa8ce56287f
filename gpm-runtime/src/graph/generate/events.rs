//! Records of a made-up network: bursts of events along the edges of a recursive matrix.

use rand::rngs::StdRng;
use rand::{Rng, RngCore};
use rayon::prelude::*;

use super::random::{spans, stream};
use super::rmat::{Shuffle, draw};
use super::{GenerateError, require};
use crate::graph::memory;
use crate::graph::{GraphArrays, GraphError, LoadOptions, RecordGraph, RecordLabels, VertexId};
use crate::process::in_pool;

/// The column that says when each event is, in seconds.
const TIME: &str = "time";
/// What making an event takes, in bytes: its ends and time as drawn and as sorted, its place in the order, two entries of rows in both
/// directions, its label, its id and two columns. *guess*, from a sum of their sizes.
const BYTES: u64 = 160;

/// A directed network of messages or payments, each with a time: bursts begin as a Poisson process, each along an edge drawn as
/// [`Model::Rmat`](super::Model::Rmat) draws them; a burst has one event or more, a geometric number, after gaps that are
/// exponential. Few vertices have most events, and events come together, as in real ones.
///
/// ```
/// use gpm::Engine;
/// use gpm::graph::generate::Events;
///
/// let events = Events { scale: 6, events: 1000, ..Events::default() }.generate(7)?;
/// assert_eq!(events.records, 1000);
/// assert!(Engine::auto()?.count(&events.graph, "a-[p:]->b-[q:]->c in order p, q within 3600")?.count > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Events {
    /// Binary logarithm of the number of vertices, 1 to 31.
    pub scale: u32,
    /// Events, exactly.
    pub events: u64,
    /// The time in which bursts begin, in seconds.
    pub span: u64,
    /// Events of a burst, on average.
    pub burst: f64,
    /// Seconds from one event of a burst to the next, on average.
    pub gap: f64,
}

impl Default for Events {
    /// A million events of 65,536 vertices in a year, four a burst, ten minutes apart.
    fn default() -> Self {
        Events { scale: 16, events: 1_000_000, span: 365 * 86_400, burst: 4.0, gap: 600.0 }
    }
}

/// The ends and times of some events.
type Drawn = (Vec<u32>, Vec<u32>, Vec<i64>);

impl Events {
    /// The graph of records with these events, as [`GraphArrays::load_records`] makes it: the column `time` has whole seconds.
    ///
    /// # Errors
    /// [`GenerateError::OutOfRange`] if a figure is, [`GenerateError::NotEnoughMemory`] before anything is drawn, and
    /// [`GenerateError::Records`] where there are more events than ids.
    pub fn generate(&self, seed: u64) -> Result<RecordGraph, GenerateError> {
        let Events { scale, events, span, burst, gap } = *self;
        require((1..=31).contains(&scale), "events", "scale", (scale, "1 to 31"))?;
        let most = u64::from(VertexId::MAX) - (1 << scale);
        require(events <= most, "events", "events", (events, format!("at most {most}")))?;
        require((1..=1 << 40).contains(&span), "events", "span", (span, "1 to 2^40 seconds"))?;
        require((1.0..=1e6).contains(&burst), "events", "burst", (burst, "1 to 1,000,000"))?;
        require((0.0..=1e9).contains(&gap), "events", "gap", (gap, "0 to 1,000,000,000 seconds"))?;
        memory::ensure(events * BYTES + (64 << scale))?;
        let shuffle = Shuffle::new(scale, seed);
        let draw = || spans(events).into_par_iter().map(|span| self.drawn(stream(seed, span.0), &shuffle, span.1));
        let chunks: Vec<Drawn> = in_pool(None, || draw().collect());
        let sources: Vec<u32> = chunks.iter().flat_map(|chunk| &chunk.0).copied().collect();
        let targets: Vec<u32> = chunks.iter().flat_map(|chunk| &chunk.1).copied().collect();
        let times: Vec<i64> = chunks.iter().flat_map(|chunk| &chunk.2).copied().collect();
        drop(chunks);
        let arrays = GraphArrays::new(&sources[..], &targets[..]).edge_column(TIME, times);
        let options = LoadOptions { directed: true, ..LoadOptions::default() };
        Ok(arrays.load_records(&options, RecordLabels::None)?)
    }

    /// So many events, of bursts of their own.
    fn drawn(&self, mut random: StdRng, shuffle: &Shuffle, len: u64) -> Drawn {
        let len = len as usize;
        let (mut from, mut to, mut times) = (Vec::with_capacity(len), Vec::with_capacity(len), Vec::with_capacity(len));
        let goes_on = 1.0 - 1.0 / self.burst;
        while times.len() < len {
            let [u, v] = pair(&mut random, self.scale).map(|v| shuffle.apply(v));
            let mut time = random.random_range(0..self.span) as f64;
            loop {
                from.push(u);
                to.push(v);
                times.push(time as i64);
                if times.len() == len || random.random::<f64>() >= goes_on {
                    break;
                }
                time -= self.gap * (1.0 - random.random::<f64>()).ln();
            }
        }
        (from, to, times)
    }
}

/// Two different vertices, drawn as an edge.
fn pair(random: &mut impl RngCore, scale: u32) -> [VertexId; 2] {
    loop {
        let [u, v] = draw(random, scale);
        if u != v {
            return [u, v];
        }
    }
}

impl From<GraphError> for GenerateError {
    fn from(error: GraphError) -> Self {
        GenerateError::Records(error.to_string())
    }
}
