//! A library of compiled kernels, loaded, and the call that launches one of them on the machine.

use std::error::Error as _;
use std::ffi::{CStr, c_char, c_int, c_void};

use gpm_runtime::cuda::kernel::{Form, Kernel, Layout, SEARCH};
use gpm_runtime::cuda::static_kernel::StaticKernel;

use crate::compile::{Text, compile, is_sanitized};

/// Compiled kernels that run on the emulator.
pub(crate) struct Emulated {
    kernels: Vec<Entries>,
    launch: Launch,
    /// Holds the code that the pointers above lead to.
    _library: libloading::Library,
}

struct Entries {
    name: String,
    /// Of the kernel of a nest.
    layout: Option<Layout>,
    /// None where samples are taken.
    prepare: Option<Entry>,
    search: Entry,
}

type Entry = unsafe extern "C" fn(*const c_void);
type Launch = unsafe extern "C" fn(*const Task) -> c_int;
type Pause = unsafe extern "C" fn(*mut c_void);

/// `Task` of `machine/machine.h`.
#[repr(C)]
struct Task {
    entry: Entry,
    argument: *const c_void,
    blocks: u32,
    threads: u32,
    shared_words: u32,
    reserved: u32,
    seed: u64,
    max_ticks: u64,
    pause: Pause,
    host: *mut c_void,
    report: *mut c_char,
    report_bytes: u64,
    word: u64,
    value: u64,
    write_at: u64,
}

/// Which of a kernel's entry points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Prepare,
    Search,
}

/// The shape of one launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) blocks: u32,
    pub(crate) threads: u32,
    pub(crate) shared_words: u32,
    /// What the order of threads is drawn from.
    pub(crate) seed: u64,
    /// Atomic operations, meetings and the like after which the kernel is taken to run forever.
    pub(crate) max_ticks: u64,
    /// What the host writes meanwhile.
    pub(crate) write: Option<Write>,
}

/// A word that the host writes while a kernel runs, and the tick at which it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) address: u64,
    pub(crate) value: u32,
    pub(crate) tick: u64,
}

impl Emulated {
    /// Compiles and loads kernels; equal ones are compiled once.
    ///
    /// # Errors
    /// What the compiler or the loader says.
    pub(crate) fn build(kernels: &[Kernel]) -> Result<Emulated, String> {
        let text = |kernel: &'_ Kernel| (kernel.layout.form().prepare, Some(kernel.layout.clone()));
        let (prepare, layouts): (Vec<_>, Vec<_>) = kernels.iter().map(text).unzip();
        let sources = kernels.iter().map(|kernel| kernel.source.as_str());
        let texts: Vec<Text<'_>> = sources.zip(prepare).map(|(source, prepare)| Text { source, prepare }).collect();
        Emulated::of_texts(&texts, layouts)
    }

    /// Kernels that are the same for all queries.
    ///
    /// # Errors
    /// As above.
    pub(crate) fn of_static(kernels: &[StaticKernel]) -> Result<Emulated, String> {
        let (sources, forms): (Vec<String>, Vec<Form>) =
            kernels.iter().map(|kernel| (kernel.source(), kernel.form())).unzip();
        let texts: Vec<Text<'_>> =
            sources.iter().zip(forms).map(|(source, form)| Text { source, prepare: form.prepare }).collect();
        Emulated::of_texts(&texts, vec![None; kernels.len()])
    }

    /// The kernel that counts the matches of labelled patterns, and the same with a table that takes few candidates at a time.
    ///
    /// # Errors
    /// As above.
    pub(crate) fn labelled() -> Result<Emulated, String> {
        let source = StaticKernel::Labelled.source();
        let small = source.replace("MOST_SHARED = SUBSET_KEYS / 4 * 3;", "MOST_SHARED = 8;");
        assert_ne!(small, source, "the table is used otherwise");
        Emulated::of_texts(&[&source, &small].map(|source| Text { source, prepare: None }), vec![None, None])
    }

    fn of_texts(texts: &[Text<'_>], layouts: Vec<Option<Layout>>) -> Result<Emulated, String> {
        let (file, names) = compile(texts)?;
        // SAFETY: the library is ours; loading it runs no code but the C++ runtime's.
        let library = unsafe { libloading::Library::new(&file) }.map_err(|error| {
            let hint = if is_sanitized() { "; is libasan preloaded? see tests/emulator/main.rs" } else { "" };
            let reason = error.source().map_or_else(String::new, |reason| format!(" ({reason})"));
            format!("{}: {error}{reason}{hint}", file.display())
        })?;
        let entry = |kernel: &str, name: &str| {
            // SAFETY: `compile` makes a function of this type under this name.
            unsafe { library.get::<Entry>(format!("{kernel}_{name}_entry")) }
                .map(|symbol| *symbol)
                .map_err(|error| error.to_string())
        };
        let entries = |((text, layout), name): ((&Text<'_>, Option<Layout>), &String)| {
            let prepare = text.prepare.map(|prepare| entry(prepare, name)).transpose()?;
            Ok(Entries { name: name.clone(), layout, prepare, search: entry(SEARCH, name)? })
        };
        let kernels = texts.iter().zip(layouts).zip(&names).map(entries).collect::<Result<_, String>>()?;
        // SAFETY: the machine has a function of this type under this name.
        let launch = *unsafe { library.get::<Launch>("emulator_launch") }.map_err(|error| error.to_string())?;
        Ok(Emulated { kernels, launch, _library: library })
    }

    /// What a kernel needs.
    pub(crate) fn layout(&self, kernel: usize) -> &Layout {
        self.kernels[kernel].layout.as_ref().expect("it is that of a nest")
    }

    /// What a kernel is called in reports; its text lies under this name in `target/tmp/emulator`.
    pub(crate) fn name(&self, kernel: usize) -> &str {
        &self.kernels[kernel].name
    }

    /// Runs a part of a kernel to its end; `pause` is called now and then while threads of it sleep.
    ///
    /// # Errors
    /// Why the launch failed and what each thread was at.
    ///
    /// # Safety
    /// `argument` must be the bytes of the kernel's argument, and all addresses in it valid for what the kernel does.
    pub(crate) unsafe fn launch(
        &self,
        (kernel, part): (usize, Part),
        grid: Grid,
        argument: &[u64],
        pause: &mut dyn FnMut(),
    ) -> Result<(), String> {
        let entries = &self.kernels[kernel];
        let mut report = vec![0u8; 16 << 10];
        let mut pause = pause;
        let task = Task {
            entry: match part {
                Part::Prepare => entries.prepare.expect("kernels that take samples prepare nothing"),
                Part::Search => entries.search,
            },
            argument: argument.as_ptr().cast(),
            blocks: grid.blocks,
            threads: grid.threads,
            shared_words: grid.shared_words,
            reserved: 0,
            seed: grid.seed,
            max_ticks: grid.max_ticks,
            pause: call_pause,
            host: (&raw mut pause).cast(),
            report: report.as_mut_ptr().cast(),
            report_bytes: report.len() as u64,
            word: grid.write.map_or(0, |write| write.address),
            value: grid.write.map_or(0, |write| write.value.into()),
            write_at: grid.write.map_or(u64::MAX, |write| write.tick),
        };
        // SAFETY: the task's pointers outlive the call; the caller vouches for the argument.
        if unsafe { (self.launch)(&raw const task) } == 0 {
            return Ok(());
        }
        let text = CStr::from_bytes_until_nul(&report).map_or("a report without an end".into(), CStr::to_string_lossy);
        Err(format!("{part:?}: {text}"))
    }
}

/// # Safety
/// `host` must be the address of a `&mut dyn FnMut()` that nothing else uses.
unsafe extern "C" fn call_pause(host: *mut c_void) {
    // SAFETY: `launch` passes this function with the address of its `pause`, which lives as long as the launch.
    let pause = unsafe { &mut *host.cast::<&mut dyn FnMut()>() };
    pause();
}
