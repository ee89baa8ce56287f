//! Candidate patterns that are settled together on a device, as flat arrays: what a kernel reads of them, and what it leaves.

use bytemuck::{Pod, Zeroable};
use gpm_plan::grow::Link;
use rayon::prelude::*;

use super::domain::Domain;
use super::narrow::{Need, needs};
use super::rows::LabelledRows;
use super::search::{Search, Step};
use super::settle::{Judge, Open, Settled};
use crate::control::{Control, Stopped};

/// No vertex.
const NONE: u32 = u32::MAX;

/// The domain of one or more vertices of a pattern, and how its candidates are judged: `Job` of `templates/cuda/frequent/launch.cuh`. Places
/// are those of 32-bit words.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct Job {
    /// The number of the pattern.
    pub pattern: u32,
    /// The data vertex that the first bit stands for.
    pub first_vertex: u32,
    /// Where its bits begin.
    pub words: u32,
    /// Words of all jobs before this one.
    pub units: u32,
    /// Rounds of taking candidates without the right neighbors out.
    pub rounds: u32,
    /// Where the needs of a candidate are written down.
    pub needs: u32,
    /// How many needs a candidate has.
    pub num_needs: u32,
    /// Where the places of the steps of a search are written down; 0 for no search.
    pub steps: u32,
    /// How many steps the search has.
    pub num_steps: u32,
    /// The pattern vertex that the search begins with.
    pub root: u32,
}

/// Candidate patterns that are settled together. The jobs of each pattern with the fewest candidates come first of all, since these are the
/// first to have too few.
#[derive(Debug)]
pub struct Batch {
    opens: Vec<Open>,
    /// By pattern and domain, the job.
    job_of: Vec<Vec<usize>>,
    /// In the order in which they are taken up.
    pub jobs: Vec<Job>,
    /// What candidates need, and steps of searches, as jobs say.
    pub code: Vec<u32>,
    /// The bits of all domains.
    pub domains: Vec<u64>,
    /// By job how many candidates there are.
    pub sizes: Vec<u32>,
    /// 32-bit words of all domains.
    pub num_units: u32,
    /// Rounds of taking out of all jobs.
    pub num_rounds: u32,
    /// The least number of candidates that a domain must have.
    pub support: u32,
    /// Whether patterns are vertex-induced.
    pub is_induced: bool,
}

/// What became of a batch.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The bits of all domains, less those that are in no match.
    pub domains: Vec<u64>,
    /// Bits of those that are in one, where that was searched for. `None` if nothing is left undecided: then all that are in a domain are.
    pub marks: Option<Vec<u64>>,
    /// By pattern, whether a domain is too small.
    pub is_dead: Vec<u32>,
}

/// Who settles batches. Where a job has steps, candidates of which it is not known whether they are in a match may be left in their domains.
pub trait Settler: Send {
    /// What may go wrong.
    type Error;

    /// Candidates of all vertices of a pattern together from which it is worth to hand it over; `None` as long as nothing can be.
    fn least(&mut self) -> Option<u64>;

    /// What becomes of a batch; `None` if the run was stopped, or the CPU is to settle it.
    ///
    /// # Errors
    /// As the device has them.
    fn settle(&mut self, batch: &Batch, control: &Control) -> Result<Option<Outcome>, Self::Error>;
}

impl Batch {
    /// Patterns that are open, none of whose domains is too small yet.
    pub(super) fn new(judge: &Judge<'_>, opens: Vec<Open>) -> Batch {
        let ranked = |open: &Open| {
            let mut order: Vec<usize> = (0..open.domains.len()).collect();
            order.sort_by_key(|&domain| open.sizes[domain]);
            order
        };
        let ranked: Vec<Vec<usize>> = opens.par_iter().map(ranked).collect();
        let mut job_of: Vec<Vec<usize>> = opens.iter().map(|open| vec![0; open.domains.len()]).collect();
        let mut order = Vec::new();
        for rank in 0..ranked.iter().map(Vec::len).max().unwrap_or(0) {
            for (pattern, own) in ranked.iter().enumerate() {
                if let Some(&domain) = own.get(rank) {
                    job_of[pattern][domain] = order.len();
                    order.push((pattern, domain));
                }
            }
        }
        // No step is written down at 0.
        let (mut jobs, mut code) = (Vec::with_capacity(order.len()), vec![0]);
        let (mut domains, mut sizes) = (Vec::new(), Vec::with_capacity(order.len()));
        let written = |&(pattern, domain): &(usize, usize)| judge.written(&opens[pattern], domain, &job_of[pattern]);
        let written: Vec<Written> = order.par_iter().map(written).collect();
        for (&(pattern, domain), own) in order.iter().zip(written) {
            let open = &opens[pattern];
            let (at, place) = (code.len() as u32, 2 * domains.len() as u32);
            let first_step = at + own.starts.len() as u32;
            jobs.push(Job {
                pattern: pattern as u32,
                first_vertex: open.domains[domain].first(),
                words: place,
                units: place,
                rounds: open.num_rounds as u32,
                needs: first_step + own.steps.len() as u32,
                num_needs: own.num_needs,
                steps: if open.needs_search { at } else { 0 },
                num_steps: own.starts.len() as u32,
                root: open.places.first[domain].into(),
            });
            code.extend(own.starts.iter().map(|start| first_step + start));
            code.extend(own.steps);
            code.extend(own.needs);
            domains.extend_from_slice(open.domains[domain].words());
            sizes.push(open.sizes[domain] as u32);
        }
        let num_rounds = jobs.iter().map(|job| job.rounds).max().unwrap_or(0);
        let (num_units, support) = (2 * domains.len() as u32, judge.support as u32);
        let is_induced = judge.is_induced;
        Batch { opens, job_of, jobs, code, domains, sizes, num_units, num_rounds, support, is_induced }
    }

    /// Patterns.
    pub fn num_patterns(&self) -> usize {
        self.opens.len()
    }

    /// The patterns that are frequent, with their domains. What the outcome leaves open is searched for here.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn settled(self, judge: &Judge<'_>, outcome: &Outcome) -> Result<Vec<Settled>, Stopped> {
        let Batch { opens, job_of, jobs, .. } = self;
        let settle = |(pattern, (mut open, job_of)): (usize, (Open, Vec<usize>))| {
            if outcome.is_dead[pattern] != 0 {
                return Ok(None);
            }
            let place = |job: usize| (jobs[job].words / 2) as usize..;
            for (domain, &job) in open.domains.iter_mut().zip(&job_of) {
                domain.intersect_words(&outcome.domains[place(job)]);
            }
            let Some(marks) = &outcome.marks else { return Ok(judge.settled(open)) };
            let marks =
                open.domains.iter().zip(&job_of).map(|(domain, &job)| domain.marks_of(&marks[place(job)])).collect();
            judge.searched(open, marks)
        };
        let opens: Vec<(Open, Vec<usize>)> = opens.into_iter().zip(job_of).collect();
        let settled = opens.into_par_iter().enumerate().map(settle).collect::<Result<Vec<_>, _>>()?;
        Ok(settled.into_iter().flatten().collect())
    }

    /// The same, all by the CPU.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn settled_alone(self, judge: &Judge<'_>) -> Result<Vec<Settled>, Stopped> {
        let settled = self.opens.into_par_iter().map(|open| judge.settle_open(open)).collect::<Result<Vec<_>, _>>()?;
        Ok(settled.into_iter().flatten().collect())
    }
}

/// What a kernel reads of a job, with places from the first step on.
struct Written {
    starts: Vec<u32>,
    steps: Vec<u32>,
    needs: Vec<u32>,
    num_needs: u32,
}

impl Judge<'_> {
    fn written(&self, open: &Open, domain: usize, job_of: &[usize]) -> Written {
        let job = |domain: usize| job_of[domain] as u32;
        let root = usize::from(open.places.first[domain]);
        let (mut starts, mut steps) = (Vec::new(), Vec::new());
        if open.needs_search {
            let search =
                Search::new((self.rows, self.control), open.pattern(), open.candidates(), root, self.is_induced);
            for step in search.steps() {
                starts.push(steps.len() as u32);
                step.write(&mut steps, job(step.domain));
            }
        }
        let needs = needs(&open.shape, &open.places, root);
        let num_needs = needs.len() as u32;
        let needs = needs.iter().flat_map(|need| need.written(job(need.domain))).collect();
        Written { starts, steps, needs, num_needs }
    }
}

impl Need {
    /// `Need` of the kernel.
    fn written(&self, job: u32) -> [u32; 5] {
        let [forward, backward] = words(self.link);
        [job, self.label, self.number as u32, forward, backward]
    }
}

impl Step {
    /// `Step` of the kernel, and the `Joined` that follow.
    fn write(&self, code: &mut Vec<u32>, job: u32) {
        let mask = |vertices: &[usize]| vertices.iter().fold(0u32, |mask, u| mask | 1 << u);
        let above = self.above.map_or(NONE, |u| u as u32);
        let number = self.joined.len() as u32;
        code.extend([self.vertex as u32, self.label, job, mask(&self.other), mask(&self.apart), above, number]);
        for &(u, link) in &self.joined {
            code.push(u as u32);
            code.extend(words(link));
        }
    }
}

/// `Link` of the kernel.
fn words(link: Link) -> [u32; 2] {
    [link.forward, link.backward]
}

/// The rows as a kernel reads them.
#[derive(Clone, Debug)]
pub struct RowArrays {
    /// By vertex where its row begins, and where the last one ends.
    pub offsets: Vec<u64>,
    /// The rows, each ascending.
    pub neighbors: Vec<u32>,
    /// By vertex where its groups begin, and where the last ones end.
    pub firsts: Vec<u64>,
    /// The neighbors of each vertex label by label: the label, and where in the row they begin.
    pub groups: Vec<[u32; 2]>,
    /// Parallel to `neighbors`: the labels of the edge there and of the one back, each one more, if they say anything.
    pub links: Option<Vec<[u32; 2]>>,
}

impl LabelledRows {
    /// A copy of all rows for a device.
    pub(super) fn row_arrays(&self) -> RowArrays {
        let (offsets, neighbors) = self.arrays();
        let (firsts, groups) = self.group_arrays();
        let links = self.links().map(|links| links.par_iter().map(|&link| words(link)).collect());
        RowArrays { offsets, neighbors, firsts, groups, links }
    }
}

impl Domain {
    /// Keeps what is set in words parallel to its own.
    fn intersect_words(&mut self, words: &[u64]) {
        self.words_mut().iter_mut().zip(words).for_each(|(own, word)| *own &= word);
    }
}
