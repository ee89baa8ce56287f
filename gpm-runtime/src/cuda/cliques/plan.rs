//! The memory of a search for cliques: a pure function of the graph's rows and of what is free, made before anything is allocated.

use std::fmt;
use std::ops::Range;

use super::{LARGEST_WORDS, LISTED, Rule, WARPS};

/// Words before the sets of a node, and of a task: `NODE_HEAD` and `CELL_HEAD` of the kernel.
const HEAD_WORDS: (u64, u64) = (2, 3);
/// Tasks that the queue holds, at most and at least. *guess*
const QUEUE: (u64, u64) = (16_384, 64);
/// The part of what is left that bit rows may take: where all take more, roots are searched in several launches. *guess*
const ROWS: u64 = 2;

/// The rows of a graph, each ascending. Each vertex is a root, whose members are its smaller neighbors.
#[derive(Clone, Copy, Debug)]
pub struct CliqueGraph<'a> {
    /// `num_vertices + 1` row bounds.
    pub offsets: &'a [u64],
    /// Neighbors of all vertices, row after row.
    pub neighbors: &'a [u32],
    /// Of each vertex how many neighbors are smaller.
    pub splits: &'a [u32],
    /// Vertices that all cliques have beside those of the graph.
    pub base: u32,
}

impl CliqueGraph<'_> {
    /// Number of vertices.
    pub fn num_vertices(&self) -> u32 {
        self.splits.len() as u32
    }

    /// Most members of a root.
    fn most_members(&self) -> u64 {
        self.splits.iter().copied().max().unwrap_or_default().into()
    }

    /// Most neighbors of a root with members that are larger.
    fn most_larger(&self) -> u64 {
        let larger = |(v, &split): (usize, &u32)| match split {
            0 => 0,
            _ => self.offsets[v + 1] - self.offsets[v] - u64::from(split),
        };
        self.splits.iter().enumerate().map(larger).max().unwrap_or_default()
    }
}

/// Words before the bit rows of each root, and of all. Each neighbor of a root has a row of as many bits as the root has members; for all
/// cliques members are enough.
pub fn row_offsets(graph: CliqueGraph<'_>, rule: Rule) -> Vec<u64> {
    let mut sum = 0;
    let words = graph.splits.iter().zip(graph.offsets.windows(2)).map(|(&split, row)| {
        let rows = if rule == Rule::Maximal { row[1] - row[0] } else { split.into() };
        sum += rows * u64::from(split.div_ceil(32));
        sum
    });
    std::iter::once(0).chain(words).collect()
}

/// Bytes that may be used, and how many blocks the device can run at a time.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes of device memory that may be used.
    pub bytes: u64,
    /// Blocks that are resident together on the device.
    pub blocks: u32,
}

/// How much of everything there is. In words unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CliquePlan {
    /// The roots of each launch.
    pub launches: Vec<Range<u32>>,
    /// Bit rows of the launch that has most.
    pub rows_words: u64,
    /// Blocks to launch.
    pub blocks: u32,
    /// Memory of a warp.
    pub warp_words: u64,
    /// Where in it the nodes begin.
    pub nodes_offset: u64,
    /// The largest clique that a warp met.
    pub largest_words: u32,
    /// Tasks that the queue holds, a power of two.
    pub queue: u32,
    /// Words of one task.
    pub cell_words: u32,
    /// Sizes that a clique may have, 0 included.
    pub num_sizes: u32,
    /// Numbers that are counted.
    pub numbers: u64,
}

impl CliquePlan {
    /// Plans for a graph.
    ///
    /// # Errors
    /// The bytes that are needed at least, if there are not as many.
    pub fn new(graph: CliqueGraph<'_>, rule: Rule, row_offsets: &[u64], budget: Budget) -> Result<CliquePlan, u64> {
        let members = graph.most_members();
        let words = members.div_ceil(32);
        let listed = if rule == Rule::Maximal { LISTED.into() } else { 0 };
        let (node_words, cell_words) = (HEAD_WORDS.0 + 4 * words, HEAD_WORDS.1 + 4 * words + listed);
        let nodes_offset = if rule == Rule::Maximal { graph.most_larger() } else { 0 };
        let num_sizes = u64::from(graph.base) + members + 2;
        let numbers = if rule == Rule::Maximal { num_sizes } else { num_sizes * num_sizes };
        // Each node has two candidates less than the one above, at least.
        let warp_words = nodes_offset + (members / 2 + 4) * node_words;
        let largest_words = u64::from(LARGEST_WORDS) + words;
        let block_bytes = u64::from(WARPS) * (warp_words + largest_words) * 4;
        let largest_root = row_offsets.windows(2).map(|root| root[1] - root[0]).max().unwrap_or_default();
        let queue_bytes = |queue: u64| queue * (cell_words + 1) * 4;
        let least = 8 * numbers + block_bytes + queue_bytes(QUEUE.1) + 4 * largest_root;
        if least > budget.bytes {
            return Err(least);
        }
        let most_queue = (budget.bytes / 16).min(budget.bytes - least + queue_bytes(QUEUE.1));
        let mut queue = QUEUE.0;
        while queue > QUEUE.1 && queue_bytes(queue) > most_queue {
            queue /= 2;
        }
        // The rest is for the blocks; what one of them and one root need is there.
        let all_rows = 4 * row_offsets.last().copied().unwrap_or_default();
        let beside = budget.bytes - 8 * numbers - block_bytes - queue_bytes(queue);
        let rows_bytes = all_rows.min(beside / ROWS).max(4 * largest_root);
        let more = (beside - rows_bytes) / block_bytes.max(1);
        let launches = CliquePlan::launches(row_offsets, rows_bytes / 4);
        let of_launch = |roots: &Range<u32>| row_offsets[roots.end as usize] - row_offsets[roots.start as usize];
        Ok(CliquePlan {
            rows_words: launches.iter().map(of_launch).max().unwrap_or_default(),
            launches,
            blocks: u64::from(budget.blocks).min(1 + more) as u32,
            warp_words,
            nodes_offset,
            largest_words: largest_words as u32,
            queue: queue as u32,
            cell_words: cell_words as u32,
            num_sizes: num_sizes as u32,
            numbers,
        })
    }

    /// Roots in their order, in ranges whose rows take at most so many words; a root that takes more is one by itself.
    pub fn launches(row_offsets: &[u64], most: u64) -> Vec<Range<u32>> {
        let roots = row_offsets.len() - 1;
        let (mut launches, mut start) = (Vec::new(), 0);
        while start < roots {
            let fits = |&end: &u64| end - row_offsets[start] <= most;
            let end = start + row_offsets[start + 1..].partition_point(fits).max(1);
            launches.push(start as u32..end as u32);
            start = end;
        }
        launches
    }

    /// Warps of all blocks.
    pub fn warps(&self) -> u64 {
        u64::from(self.blocks) * u64::from(WARPS)
    }
}

impl fmt::Display for CliquePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kibi = |words: u64| (4 * words).div_ceil(1024);
        write!(
            f,
            "rows {} KiB, {} launches; warps {} ({} blocks) x {} KiB; queue {} x {} words",
            kibi(self.rows_words),
            self.launches.len(),
            self.warps(),
            self.blocks,
            kibi(self.warp_words),
            self.queue,
            self.cell_words
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clique of 70 vertices, in each of which a hundred paths of two edges begin.
    fn plan(bytes: u64, rule: Rule) -> Result<CliquePlan, u64> {
        let (clique, leaves) = (70_u32, 100);
        let mut rows: Vec<Vec<u32>> = (0..clique).map(|v| (0..clique).filter(|&u| u != v).collect()).collect();
        for v in 0..clique {
            for _ in 0..leaves {
                let leaf = rows.len() as u32;
                rows.push(vec![v]);
                rows[v as usize].push(leaf);
            }
        }
        let splits: Vec<u32> = rows.iter().zip(0..).map(|(row, v)| row.partition_point(|&u| u < v) as u32).collect();
        let mut offsets = vec![0];
        rows.iter().for_each(|row| offsets.push(offsets[offsets.len() - 1] + row.len() as u64));
        let neighbors = rows.concat();
        let graph = CliqueGraph { offsets: &offsets, neighbors: &neighbors, splits: &splits, base: 0 };
        let row_offsets = row_offsets(graph, rule);
        let plan = CliquePlan::new(graph, rule, &row_offsets, Budget { bytes, blocks: 100 });
        if let Ok(plan) = &plan {
            let of = |roots: &Range<u32>| row_offsets[roots.end as usize] - row_offsets[roots.start as usize];
            assert!(plan.launches.iter().all(|roots| of(roots) <= plan.rows_words));
            let ends = plan.launches.windows(2).all(|pair| pair[0].end == pair[1].start);
            assert!(ends && plan.launches[0].start == 0 && plan.launches.last().unwrap().end == graph.num_vertices());
            let queue = u64::from(plan.queue) * u64::from(plan.cell_words + 1);
            let warps = plan.warps() * (plan.warp_words + u64::from(plan.largest_words));
            assert!(4 * (2 * plan.numbers + queue + warps + plan.rows_words) <= bytes, "{plan} in {bytes}");
        }
        plan
    }

    #[test]
    fn memory_is_kept_to() {
        let roomy = plan(1 << 30, Rule::Maximal).unwrap();
        assert_eq!((roomy.launches.len(), roomy.blocks, roomy.queue, roomy.num_sizes), (1, 100, 16_384, 71));
        assert_eq!((roomy.nodes_offset, roomy.cell_words, roomy.numbers), (168, 143, 71));
        for rule in [Rule::Maximal, Rule::All] {
            let least = plan(0, rule).unwrap_err();
            assert_eq!(plan(least - 1, rule), Err(least));
            let tight = plan(least, rule).unwrap();
            assert_eq!((tight.blocks, tight.queue), (1, 64));
            assert!(tight.launches.len() > 10, "{tight}");
            let mut bytes = least;
            while bytes < 1 << 28 {
                plan(bytes, rule).unwrap();
                bytes += bytes / 7;
            }
        }
    }
}
