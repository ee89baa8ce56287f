//! The host's side of a run: all memory that a launch asks for, the launches, and what must hold after them.

use bytemuck::Zeroable;
use gpm_runtime::cuda::abi::{
    self, BlockStats, Columns, Control, Launch, OPERATION_GROUPS, OPERATION_KINDS, Slot, View,
};
use gpm_runtime::cuda::kernel::Layout;
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, Withheld};
use crate::frontier::Host;
use crate::library::{Emulated, Grid, Part, Write};
use crate::memory::{Buffer, Parts};
use crate::operations::sums;
use crate::output::Output;
use crate::parts::{big_words, den_parts, entries, matrices, rows, share_words, slots, view, zeroed_dens};

/// Threads of a block that sorts roots.
const CLASSIFY_THREADS: u32 = 64;

/// What a run found.
#[derive(Clone, Debug)]
pub(crate) struct EmuFinding {
    /// The sums of all launches, one a part of the nest.
    pub(crate) totals: Vec<i128>,
    /// The same by entry of the table; empty where there is none.
    pub(crate) table: Vec<i128>,
    /// Bits of `abi::STATUS_*`.
    pub(crate) status: u32,
    /// Matches in the order in which they were taken, each in pattern-vertex order as the kernel writes it.
    pub(crate) matches: Vec<Vec<u32>>,
    /// One a block and launch.
    pub(crate) stats: Vec<BlockStats>,
    /// By kind, operations that the kernel has counted.
    pub(crate) operations: [u64; OPERATION_KINDS],
    /// Roots that are searched by single warps, and by blocks, in the last launch.
    pub(crate) sorted: [u32; 2],
    /// Those of them that nobody has taken, of a run that the host shares.
    pub(crate) left: Vec<u32>,
    /// The most pieces that the host held of the frontier, and all that it was ever handed.
    pub(crate) buffered: [usize; 2],
}

impl Emulated {
    /// Runs a kernel over a bound graph and checks what it leaves behind.
    ///
    /// # Errors
    /// A failed launch with the state of all threads, or what the kernel left in a wrong state.
    pub(crate) fn run(&self, kernel: usize, bound: &Bound<'_>, config: &EmuConfig) -> Result<EmuFinding, String> {
        self.run_after(None, kernel, bound, config)
    }

    /// The same after another kernel, which writes the bit matrices that this one reads.
    pub(crate) fn run_after(
        &self,
        writer: Option<(usize, &Bound<'_>)>,
        kernel: usize,
        bound: &Bound<'_>,
        config: &EmuConfig,
    ) -> Result<EmuFinding, String> {
        let layout = self.layout(kernel);
        // Without a search on lists the matrix has room for every neighborhood.
        let every = bound.max_row().next_multiple_of(32) as u32;
        let local_limit = if layout.lists { config.local_limit } else { config.local_limit.max(every) };
        let config = &EmuConfig { local_limit, ..*config };
        let matrices = matrices(bound, writer.is_some().then_some(local_limit), config.dealt);
        if let Some((writer, bound)) = writer {
            let found = self.launch_all(writer, bound, config, &matrices)?;
            if config.is_stopped() {
                return Ok(found);
            }
        }
        self.launch_all(kernel, bound, config, &matrices)
    }

    /// Launches a kernel for parts of the roots, until all are searched.
    fn launch_all(
        &self,
        kernel: usize,
        bound: &Bound<'_>,
        config: &EmuConfig,
        matrices: &[Buffer; 2],
    ) -> Result<EmuFinding, String> {
        let layout = self.layout(kernel);
        let mut device = Device::new(layout, bound, config);
        device.launch.matrices = matrices[0].address();
        device.launch.matrix_offsets = matrices[1].address();
        (device.launch.dealt_index, device.launch.dealt_of) = (config.dealt.index as u32, config.dealt.of as u32);
        let mut finding = EmuFinding {
            totals: vec![0; layout.totals],
            table: Vec::new(),
            status: 0,
            matches: Vec::new(),
            stats: Vec::new(),
            operations: [0; OPERATION_KINDS],
            sorted: [0; 2],
            left: Vec::new(),
            buffered: [0; 2],
        };
        let num_roots = bound.num_roots() as u64;
        for launch in 0..u64::from(config.launches) {
            let cut = |part: u64| (num_roots * part / u64::from(config.launches)) as u32;
            device.begin(cut(launch)..cut(launch + 1));
            device.launch(self, kernel, config, Part::Prepare)?;
            device.launch(self, kernel, config, Part::Search)?;
            let mut host = Host::default();
            while layout.breadth > 0 && device.goes_on(&mut host, &mut finding)? {
                device.launch(self, kernel, config, Part::Search)?;
            }
            finding.table = device.table();
            let vertex = |index: u32| bound.root(index as usize);
            finding.sorted = [device.control().num_small, device.control().num_big];
            if config.withhold.is_some() {
                finding.left.extend(device.roots().into_iter().filter(|&index| index != abi::NONE).map(vertex));
            }
            device.finish(&mut finding).map_err(|flaw| format!("{flaw}\n{:?}", device.control()))?;
            matrices.iter().try_for_each(Buffer::check_guards)?;
        }
        if !finding.table.is_empty() {
            finding.totals = vec![finding.table.iter().sum()];
        }
        Ok(finding)
    }
}

/// The memory of a launch.
pub(crate) struct Device<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) config: &'a EmuConfig,
    pub(crate) launch: Launch,
    slots: Vec<Slot>,
    rows: Vec<[Buffer; 2]>,
    edges: Option<[Buffer; 2]>,
    columns: Vec<Buffer>,
    /// Kept for its address.
    _roots: Buffer,
    control: Buffer,
    sorted: [Buffer; 2],
    stats: Buffer,
    operations: Buffer,
    ring_state: Buffer,
    ring: Buffer,
    pub(crate) frontier_state: Buffer,
    pub(crate) frontier: Buffer,
    warps: Buffer,
    arenas: Buffer,
    arena_taken: Buffer,
    dens: Buffer,
    /// Low halves, then high ones.
    table: [Buffer; 2],
    pub(crate) output: Output,
    /// Pieces that the host held when the launch began.
    pub(crate) held: usize,
}

impl<'a> Device<'a> {
    fn new(layout: &'a Layout, bound: &Bound<'_>, config: &'a EmuConfig) -> Self {
        let num_vertices = bound.num_vertices;
        let ring_capacity = config.ring_capacity as usize;
        let stats_words = size_of::<BlockStats>() / size_of::<u32>();
        let (slots, warp_parts, bits_offset, arena_parts) = slots(layout, num_vertices, config);
        let (den_parts, offsets) = den_parts(layout, num_vertices, config);
        let [codegrees_offset, walks_offset, reach_offset, walked_offset, local_offset] = offsets;
        let roots = Buffer::copy("roots", bound.roots.as_deref().unwrap_or(&[]));
        let output = Output::new(layout, config);
        let columns = bound.filters.columns.iter().map(|column| Buffer::copy("column", &column.words));
        let tables = bound.tables.iter().map(|table| Buffer::copy("table looked up", table.values()));
        let mut device = Device {
            layout,
            config,
            slots,
            rows: bound.views.iter().map(rows).collect(),
            edges: bound.filters.edges.as_ref().map(rows),
            columns: columns.chain(tables).collect(),
            control: Buffer::new(Parts::one("control", size_of::<Control>() / size_of::<u32>()), 1),
            sorted: [("big", big_words(layout, bound)), ("small", bound.num_roots())]
                .map(|(name, words)| Buffer::new(Parts::one(name, words), 1)),
            stats: Buffer::new(Parts::one("stats", stats_words * config.blocks as usize), 1),
            operations: Buffer::zeroed("operations", 2 * OPERATION_GROUPS * OPERATION_KINDS),
            ring_state: Buffer::zeroed("ring state", ring_capacity),
            ring: Buffer::new(Parts::one("ring", ring_capacity * layout.task_words as usize), 1),
            frontier_state: Buffer::zeroed("frontier state", config.frontier.0 as usize),
            frontier: Buffer::new(Parts::one("frontier", (config.frontier.0 * layout.task_words) as usize), 1),
            warps: Buffer::new(warp_parts, (config.blocks * layout.warps) as usize),
            arenas: Buffer::new(arena_parts, config.num_arenas as usize),
            arena_taken: Buffer::zeroed("arena taken", config.num_arenas as usize),
            dens: Buffer::new(den_parts, config.blocks as usize),
            table: ["table", "high halves"].map(|name| Buffer::zeroed(name, 2 * entries(layout, bound))),
            launch: Launch {
                roots: if bound.roots.is_some() { roots.address() } else { 0 },
                num_vertices: num_vertices as u32,
                short_rows: config.short_rows,
                long_rows: config.long_rows,
                ring_mask: config.ring_capacity - 1,
                timeout: config.timeout,
                min_idle: config.min_idle,
                share_words: share_words(layout, config),
                bits_offset,
                num_arenas: config.num_arenas,
                local_limit: config.local_limit,
                stop_period: config.stop_period.min(config.timeout).max(1),
                codegrees_offset,
                walks_offset,
                reach_offset,
                walked_offset,
                local_offset,
                is_shared: u32::from(config.withhold.is_some()),
                frontier_cells: config.frontier.0,
                piece: config.frontier.1,
                ..Launch::zeroed()
            },
            _roots: roots,
            output,
            held: 0,
        };
        device.connect();
        device
    }

    /// Writes the addresses of all memory into the launch, and zeros what is zeroed once.
    fn connect(&mut self) {
        let launch = &mut self.launch;
        launch.control = self.control.address();
        [launch.big, launch.small] = [self.sorted[0].address(), self.sorted[1].address()];
        launch.stats = self.stats.address();
        launch.operations = self.operations.address();
        launch.ring_state = self.ring_state.address();
        launch.ring = self.ring.address();
        launch.frontier_state = self.frontier_state.address();
        launch.frontier = self.frontier.address();
        (launch.slots, launch.slot_words) = (self.warps.address(), self.warps.stride() as u64);
        (launch.arenas, launch.arena_words) = (self.arenas.address(), self.arenas.stride() as u64);
        launch.arena_taken = self.arena_taken.address();
        (launch.dens, launch.den_words) = (self.dens.address(), self.dens.stride() as u64);
        launch.table = self.table[0].address();
        launch.table_high = if self.config.wide { self.table[1].address() } else { 0 };
        self.output.connect(launch);
        zeroed_dens(self.layout).for_each(|name| self.dens.fill(name, 0));
    }

    /// Makes ready for a launch over these roots.
    fn begin(&mut self, roots: std::ops::Range<u32>) {
        (self.launch.first_root, self.launch.last_root) = (roots.start, roots.end);
        self.launch.takes_roots = 1;
        self.begin_search();
        let mut control = Control::zeroed();
        control.stop = u32::from(self.config.stopped);
        self.held = 0;
        control.is_closed = u32::from(self.room() == 0);
        self.write_control(control);
    }

    /// Clears what each search expects to be zero.
    pub(crate) fn begin_search(&mut self) {
        self.ring_state.fill("ring state", 0);
        self.stats.fill("stats", 0);
        self.operations.fill("operations", 0);
        self.frontier_state.fill("frontier state", 0);
        self.output.begin();
    }

    pub(crate) fn write_control(&mut self, control: Control) {
        let words: Vec<u32> = bytemuck::cast_slice(&[control]).to_vec();
        words.into_iter().enumerate().for_each(|(i, word)| self.control.set(i, word));
    }

    fn launch(&mut self, library: &Emulated, kernel: usize, config: &EmuConfig, part: Part) -> Result<(), String> {
        let views: Vec<View> = self.rows.iter().map(view).collect();
        let padded = |slots: &[Slot]| if slots.is_empty() { vec![Slot::zeroed()] } else { slots.to_vec() };
        let views = if views.is_empty() { vec![View::zeroed()] } else { views };
        let columns = Columns {
            edges: self.edges.as_ref().map_or_else(View::zeroed, view),
            words: self.columns.iter().map(Buffer::address).collect(),
        };
        // Aligned as the struct is.
        let argument: Vec<u64> = abi::argument(&self.launch, &padded(&self.slots), &views, &columns)
            .chunks_exact(size_of::<u64>())
            .map(bytemuck::pod_read_unaligned)
            .collect();
        let num_roots = self.launch.last_root - self.launch.first_root;
        let (seed, max_ticks) = (config.seed, config.max_ticks);
        let blocks = num_roots.div_ceil(CLASSIFY_THREADS).max(1);
        if part == Part::Prepare {
            let classify = Grid { blocks, threads: CLASSIFY_THREADS, shared_words: 4, seed, max_ticks, write: None };
            // SAFETY: the argument is this device's, whose memory is as large as the layout asks for.
            return unsafe { library.launch((kernel, part), classify, &argument, &mut || {}) };
        }
        let shared_words = self.layout.fixed_words + share_words(self.layout, config);
        let threads = 32 * self.layout.warps;
        let at = |offset: usize| self.control.address() + offset as u64;
        let stop = |tick| Write { address: at(std::mem::offset_of!(Control, stop)), value: 1, tick };
        let withhold = |Withheld { tick, number, are_big }| {
            let [small, big] = [std::mem::offset_of!(Control, withheld), std::mem::offset_of!(Control, withheld_big)];
            Write { address: at(if are_big { big } else { small }), value: number, tick }
        };
        let close = |tick| Write { address: at(std::mem::offset_of!(Control, is_closed)), value: 1, tick };
        let write = config.stop_at.map(stop).or(config.withhold.map(withhold)).or(config.close_at.map(close));
        let search = Grid { blocks: config.blocks, threads, shared_words, seed, max_ticks, write };
        // Pieces that may come before the host has to say that it is full.
        let room = if self.layout.breadth > 0 { self.room() } else { usize::MAX };
        let (output, control) = (&mut self.output, &mut self.control);
        let mut host = || {
            output.pause();
            if output.num_taken() > room {
                control.set(std::mem::offset_of!(Control, is_closed) / size_of::<u32>(), 1);
            }
        };
        // SAFETY: as above.
        unsafe { library.launch((kernel, part), search, &argument, &mut host) }
    }

    /// What the table holds now.
    fn table(&self) -> Vec<i128> {
        let entry = |i: usize| {
            let [low, high] = self.table.each_ref().map(|half| half.get_u64(i));
            if self.config.wide { i128::from(high as i64) << 64 | i128::from(low) } else { i128::from(low as i64) }
        };
        (0..self.table[0].words(0, "table").len() / 2).map(entry).collect()
    }

    /// The indices of the small roots and of the big ones that are drawn whole, or what is in their places.
    fn roots(&self) -> Vec<u32> {
        let (control, mut words) = (self.control(), self.sorted[1].words(0, "small"));
        words.truncate(control.num_small as usize);
        let big = if self.layout.splits { control.num_big as usize } else { 0 };
        words.extend_from_slice(&self.sorted[0].words(0, "big")[..big]);
        words
    }

    pub(crate) fn control(&self) -> Control {
        bytemuck::pod_read_unaligned(bytemuck::cast_slice(&self.control.words(0, "control")))
    }

    /// Adds what the last launch over some roots found and checks what it left behind.
    fn finish(&mut self, finding: &mut EmuFinding) -> Result<(), String> {
        let control = self.control();
        if self.layout.emits {
            finding.matches.extend(self.output.finish(control.emitted, self.config.is_stopped())?);
        }
        let num_roots = self.launch.last_root - self.launch.first_root;
        let num_big = if self.layout.splits { control.num_big } else { 0 };
        if num_big + control.num_small + control.num_short > num_roots {
            return Err("there are more sorted roots than roots".to_owned());
        }
        self.finish_launch(finding)
    }

    /// The same for every launch.
    pub(crate) fn finish_launch(&mut self, finding: &mut EmuFinding) -> Result<(), String> {
        let control = self.control();
        let words = self.stats.words(0, "stats");
        let stats: Vec<BlockStats> = bytemuck::cast_slice::<u32, u8>(&words)
            .chunks_exact(size_of::<BlockStats>())
            .map(bytemuck::pod_read_unaligned)
            .collect();
        finding.totals.iter_mut().zip(control.totals()).for_each(|(sum, own)| *sum += own);
        finding.status |= control.status;
        self.check_guards()?;
        zeroed_dens(self.layout).try_for_each(|name| self.dens.check_zero(name))?;
        self.arena_taken.check_zero("arena taken")?;
        let sum = |count: fn(&BlockStats) -> u32| stats.iter().map(count).sum::<u32>();
        let (pushes, pops) = (sum(|block| block.pushes), sum(|block| block.pops));
        if !self.config.is_stopped() && control.head != control.tail {
            return Err("tasks are left in the queue".to_owned());
        }
        if !self.config.is_stopped() && pushes != pops {
            return Err(format!("{pushes} tasks were pushed and {pops} popped"));
        }
        finding.stats.extend(stats);
        finding.operations.iter_mut().zip(sums(&self.operations)).for_each(|(sum, own)| *sum += own);
        Ok(())
    }

    fn check_guards(&self) -> Result<(), String> {
        let rows = self.rows.iter().chain(&self.edges).flatten().chain(&self.columns);
        let own = [&self.control, &self.stats, &self.ring_state, &self.ring, &self.warps, &self.arenas];
        let own = own.into_iter().chain([&self.frontier_state, &self.frontier]);
        let [low, high] = &self.table;
        let more = [&self.arena_taken, &self.dens, &self.sorted[0], &self.sorted[1], low, high];
        rows.chain(own).chain(more).chain(self.output.buffers()).try_for_each(Buffer::check_guards)
    }
}
