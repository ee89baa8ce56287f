//! Drawing populations until enough is known.

use std::ops::Range;

use rayon::prelude::*;

use super::population::{Drawn, Source};
use super::spanning::{Spanning, Worth};
use crate::brief::candidates::candidates;
use crate::brief::ground::Ground;
use crate::brief::question::Question;
use crate::brief::search::End;
use crate::control::{Control, Stopped};
use crate::cpu::Draws;
use crate::estimate::{Goal, Interval, Moments, Scatter, log_normal_end};

/// Powers of the ways to go on that children are worth, of which one is chosen: if no trial says more, the first one. The more edges there
/// are beside the tree, the less it is to be trusted. *guess*: each of them serves some graph and pattern.
const POWERS: [f64; 4] = [0.25, 0.0, 0.5, 1.0];
/// Members of a population that is drawn to choose one, more of them if those scatter too much. *guess*
const TRIED: [usize; 2] = [300, 1000];
/// How many such populations are drawn for each power. *guess*
const TRIALS: u64 = 8;
/// Members of a population: of so many, most say about the same where those of fewer are skewed. *guess*; `cargo bench --bench coverage`
/// says how many intervals hold.
const MEMBERS: usize = 10_000;
/// Members that will do if populations scatter by no more than [`EVEN`]. *guess*
const EVEN_MEMBERS: usize = 1000;
/// Part of the count by which such populations may scatter. *guess*
const EVEN: f64 = 0.3;
/// Populations that are drawn at least, as far as the samples allow. *guess*
const LEAST: u64 = 16;
/// Populations that are drawn at first. *guess*
const FIRST: u64 = 4;
/// Populations that came to a match, if others did not, below which nothing is known of what they would say. *guess*
const FEW: u64 = 5;
/// Integers below it are floats.
const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
/// Streams of draws: those of walks have lower numbers.
const STREAM: u64 = 1 << 32;

/// What populations say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Populated {
    /// Injective matches.
    pub(crate) mean: f64,
    pub(crate) interval: Interval,
    /// Members of all populations, and those that came to a match.
    pub(crate) samples: u64,
    pub(crate) valid: u64,
    /// Whether all partial matches were members, so that the mean is the count.
    pub(crate) is_count: bool,
    pub(crate) is_reached: bool,
}

/// Estimates how many injective matches there are; `None` where a number leaves 128 bits. What is drawn depends on the seed alone, and on the time
/// limit.
///
/// # Errors
/// [`Stopped`] if the run was stopped before it knew anything.
pub(crate) fn populate(
    ground: &Ground,
    question: &Question,
    (goal, seed): (Goal, u64),
    control: &Control,
) -> Result<Option<Populated>, Stopped> {
    let candidates = candidates(ground, question);
    if candidates.iter().any(|own| own.vertices.is_empty()) {
        return Ok(Some(Populated::count(0.0, 0, 0)));
    }
    control.ensure_running()?;
    let spanning = Spanning::new(ground, question, &candidates);
    let source = Source { ground, question, candidates: &candidates, spanning: &spanning };
    match (Sampler { source, goal, seed, control, all: None }).run() {
        Ok(populated) | Err(Ended::Count(populated)) => Ok(Some(populated)),
        Err(Ended::Stopped) => Err(Stopped),
        Err(Ended::TooMany) => Ok(None),
    }
}

/// What some populations said.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    moments: Moments,
    /// Of the logarithms of those that are not 0.
    logs: Moments,
    /// Members of all of them, and those that came to a match.
    samples: u64,
    valid: u64,
}

/// Why there is nothing more to draw.
enum Ended {
    /// Populations are whole: this is the count.
    Count(Populated),
    Stopped,
    /// A number left its bits.
    TooMany,
}

/// Populations of one question.
struct Sampler<'a> {
    source: Source<'a>,
    goal: Goal,
    seed: u64,
    control: &'a Control,
    /// What is known.
    all: Option<Told>,
}

impl Sampler<'_> {
    fn run(mut self) -> Result<Populated, Ended> {
        match self.draw_all() {
            // What was drawn until then is worth something.
            Err(Ended::Stopped) => self.all.map(|told| self.populated(told)).ok_or(Ended::Stopped),
            Err(ended) => Err(ended),
            Ok(told) => Ok(self.populated(told)),
        }
    }

    /// Draws until the goal is reached, or the samples are used up.
    fn draw_all(&mut self) -> Result<Told, Ended> {
        let most = MEMBERS.min((self.goal.samples / LEAST) as usize).max(1);
        let worths = POWERS.map(|power| self.source.spanning.worth(power));
        let (mut worth, mut is_even) = self.try_out(&worths, 1, TRIED[0].min(most))?;
        if !is_even {
            (worth, is_even) = self.try_out(&worths, 2, TRIED[1].min(most))?;
        }
        let members = if is_even { EVEN_MEMBERS.min(most) } else { most };
        let mut all = Told::default();
        loop {
            // About twice as many each time, but no more than it seems to take.
            let number = all.moments.samples;
            let missing = if number < LEAST { number.max(FIRST) } else { self.missing(all).clamp(LEAST, number) };
            let left = self.goal.samples.saturating_sub(all.samples) / members as u64;
            let batch = missing.min(if number == 0 { left.max(2) } else { left });
            if batch == 0 || number >= LEAST && self.is_reached(all) {
                return Ok(all);
            }
            all = all.joined(self.draw((worth, members), (STREAM, number..number + batch))?);
            self.all = Some(all);
        }
    }

    /// Finds out what children are to be worth, and whether populations are even then, in some round of trials.
    fn try_out<'w>(&mut self, worths: &'w [Worth], round: u64, members: usize) -> Result<(&'w Worth, bool), Ended> {
        let mut tried: Vec<(&Worth, Told)> = Vec::new();
        for (stream, worth) in (STREAM + worths.len() as u64 * round..).zip(worths) {
            match self.draw((worth, members), (stream, 0..TRIALS)) {
                Err(Ended::Stopped) if !tried.is_empty() => break,
                told => tried.push((worth, told?)),
            }
        }
        // Means of skewed numbers are mostly too low: what falls behind the highest has missed something.
        let most = tried.iter().map(|(_, told)| told.moments.mean).fold(0.0, f64::max);
        let price = |(_, told): &(&Worth, Told)| told.moments.visited as f64 * told.scatter_around(most);
        let best = tried.into_iter().min_by(|one, other| price(one).total_cmp(&price(other)));
        let (worth, told) = best.expect("one was tried");
        self.all = Some(told);
        Ok((worth, most > 0.0 && told.scatter_around(most) < EVEN.powi(2) * most.powi(2)))
    }

    /// Draws some populations of a stream, each by itself.
    fn draw(&self, (worth, members): (&Worth, usize), (stream, numbers): (u64, Range<u64>)) -> Result<Told, Ended> {
        let one = |number: u64| {
            let mut draws = Draws::new(self.seed, stream, number);
            let next = || draws.below(EXACT as usize) as f64 / EXACT as f64;
            self.source.draw((worth, members), next, self.control).map_err(|end| match end {
                End::Stopped => Ended::Stopped,
                End::GaveUp => Ended::TooMany,
            })
        };
        let all = numbers.into_par_iter().map(one).collect::<Result<Vec<Drawn>, Ended>>()?;
        // All of them are whole, or none.
        if let Some(first) = all.first().filter(|first| first.is_whole && first.estimate < EXACT as f64) {
            return Err(Ended::Count(Populated::count(first.estimate, members as u64, first.valid)));
        }
        let mut told = Told::default();
        for drawn in all {
            told.moments.take(drawn.estimate, drawn.visited);
            if drawn.estimate > 0.0 {
                told.logs.take(drawn.estimate.ln(), 0);
            }
            told.samples += members as u64;
            told.valid += drawn.valid;
        }
        Ok(told)
    }

    /// How many more populations the interval seems to take.
    fn missing(&self, all: Told) -> u64 {
        let (mean, interval) = (all.moments.mean, self.interval(all));
        let ratio = (interval.half_width() / (self.goal.rel_error * mean).max(f64::MIN_POSITIVE)).powi(2);
        ((ratio - 1.0) * all.moments.samples as f64) as u64
    }

    fn is_reached(&self, all: Told) -> bool {
        let mean = all.moments.mean;
        mean > 0.0 && self.interval(all).half_width() <= self.goal.rel_error * mean
    }

    fn interval(&self, all: Told) -> Interval {
        let Moments { samples, valid, .. } = all.moments;
        let Interval { low, high } = Interval::of_few(all.scatter(), samples, self.goal.confidence);
        let high = match valid < FEW.min(samples) {
            // Of what others miss nothing is known but that the tree has no more.
            true => self.source.spanning.total(),
            // Estimates of populations are nearly log-normal [BerardDelMoralDoucet2014]: few large ones may still be missing.
            false => high.max(part(valid, samples) * log_normal_end(all.logs, self.goal.confidence)),
        };
        Interval { low, high }
    }

    fn populated(&self, all: Told) -> Populated {
        Populated {
            mean: all.moments.mean,
            interval: self.interval(all),
            samples: all.samples,
            valid: all.valid,
            is_count: false,
            is_reached: self.is_reached(all),
        }
    }
}

/// About the highest part that so many of some numbers may be of all.
fn part(valid: u64, samples: u64) -> f64 {
    let (part, number) = (valid as f64 / samples as f64, samples as f64);
    (part + 2.0 * (part * (1.0 - part) / number).sqrt()).min(1.0)
}

impl Told {
    fn joined(self, other: Told) -> Told {
        Told {
            moments: self.moments.joined(other.moments),
            logs: self.logs.joined(other.logs),
            samples: self.samples + other.samples,
            valid: self.valid + other.valid,
        }
    }

    /// Of the mean.
    fn scatter(&self) -> Scatter {
        let number = self.moments.samples.max(2) as f64;
        let Moments { mean, squares, cubes, .. } = self.moments;
        Scatter { mean, variance: squares / (number - 1.0) / number, third: cubes / number.powi(3) }
    }

    /// The mean square of what one population differs by from a number.
    fn scatter_around(&self, number: f64) -> f64 {
        let Moments { samples, mean, squares, .. } = self.moments;
        squares / samples.max(1) as f64 + (number - mean).powi(2)
    }
}

impl Populated {
    fn count(count: f64, samples: u64, valid: u64) -> Populated {
        let interval = Interval { low: count, high: count };
        Populated { mean: count, interval, samples, valid, is_count: true, is_reached: true }
    }
}
