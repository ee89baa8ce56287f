//! Kernels to one shared library: each kernel and each file of the machine an object, compiled in parallel and kept by a
//! hash of all that it depends on, so that only what has changed is compiled again.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use gpm_runtime::cuda::kernel::SEARCH;

/// Headers and sources of the machine: what every object depends on, and whether it is one.
const MACHINE: &[(&str, &str)] = &[
    ("interface.h", include_str!("machine/interface.h")),
    ("device.h", include_str!("machine/device.h")),
    ("arithmetic.h", include_str!("machine/arithmetic.h")),
    ("atomics.h", include_str!("machine/atomics.h")),
    ("collectives.h", include_str!("machine/collectives.h")),
    ("machine.h", include_str!("machine/machine.h")),
    ("fiber.h", include_str!("machine/fiber.h")),
    ("watch.h", include_str!("machine/watch.h")),
    ("fiber.cpp", include_str!("machine/fiber.cpp")),
    ("machine.cpp", include_str!("machine/machine.cpp")),
    ("collective.cpp", include_str!("machine/collective.cpp")),
    ("watch.cpp", include_str!("machine/watch.cpp")),
];

/// One thread of the host runs all fibers of a launch, and tests run in several: `initial-exec` makes its state cheap.
const FLAGS: &[&str] =
    &["-std=c++17", "-fPIC", "-fvisibility=hidden", "-ftls-model=initial-exec", "-fno-exceptions", "-fno-rtti"];

/// Kernels are compiled fast rather than well. What a GPU faults on and a CPU forgives, misaligned addresses, traps; so
/// does shifting by the width of a word or more, which each of them takes differently.
/// A frame larger than the guard page below a fiber's stack must touch the page.
const KERNEL_FLAGS: &[&str] = &["-O1", "-w", "-fno-strict-aliasing", "-fstack-clash-protection"];
const TRAPS: &[&str] = &["-fsanitize=alignment,shift-exponent", "-fsanitize-undefined-trap-on-error"];
const MACHINE_FLAGS: &[&str] = &["-O2", "-Wall", "-Wextra"];
const SANITIZERS: &[&str] = &["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];

/// Whether kernels run under AddressSanitizer.
pub(crate) fn is_sanitized() -> bool {
    env::var_os("GPM_EMULATOR_ASAN").is_some_and(|value| value == "1")
}

/// A program and the entry point that it has beside its search.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) source: &'a str,
    pub(crate) prepare: Option<&'static str>,
}

/// The library's file, and the name of each kernel in it: the suffix of its entry points.
///
/// # Errors
/// What the compiler says, or that there is none.
pub(crate) fn compile(kernels: &[Text<'_>]) -> Result<(PathBuf, Vec<String>), String> {
    let compiler = Compiler::find()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emulator");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let machine = MACHINE.iter().filter(|(file, _)| file.ends_with(".cpp"));
    let mut units: Vec<Unit> = machine.map(|(file, _)| Unit::machine(&compiler, file)).collect();
    let num_machine = units.len();
    units.extend(kernels.iter().map(|kernel| Unit::kernel(&compiler, kernel)));
    let names: Vec<String> = units[num_machine..].iter().map(|unit| unit.name.clone()).collect();
    units.sort_by(|a, b| a.name.cmp(&b.name));
    units.dedup_by(|a, b| a.name == b.name);
    compiler.make_all(&folder, &units)?;
    Ok((compiler.link(&folder, &units)?, names))
}

/// What becomes one object.
struct Unit {
    name: String,
    text: String,
    flags: Vec<&'static str>,
}

impl Unit {
    fn machine(compiler: &Compiler, file: &str) -> Unit {
        let sanitizers = if is_sanitized() { SANITIZERS } else { &[] };
        let flags = [FLAGS, MACHINE_FLAGS, sanitizers].concat();
        let text = format!("#include \"{file}\"\n");
        let name = format!("{}_{:016x}", file.trim_end_matches(".cpp"), compiler.hash(&text, &flags));
        Unit { name, text, flags }
    }

    fn kernel(compiler: &Compiler, kernel: &Text<'_>) -> Unit {
        let sanitizers = if is_sanitized() { SANITIZERS } else { TRAPS };
        let flags = [FLAGS, KERNEL_FLAGS, sanitizers].concat();
        let name = format!("kernel_{:016x}", compiler.hash(kernel.source, &flags));
        let text = wrapped(kernel, &name);
        Unit { name, text, flags }
    }
}

/// The kernel in a namespace of its own, and entry points that take their argument by address.
fn wrapped(Text { source, prepare }: &Text<'_>, name: &str) -> String {
    let entries: Vec<&str> = prepare.iter().copied().chain([SEARCH]).collect();
    let entry = |kernel: &&str| {
        format!(
            "extern \"C\" __attribute__((visibility(\"default\"))) void {kernel}_{name}_entry(const void* argument) {{\n    \
             enter({kernel}_{name}, argument);\n}}\n"
        )
    };
    let named: String = entries.iter().map(|kernel| format!("#define {kernel} {kernel}_{name}\n")).collect();
    format!(
        "#include \"device.h\"\n\
         template <class T> static void enter(void (*kernel)(T), const void* argument) {{\n    \
         kernel(*static_cast<const T*>(argument));\n}}\n{named}\
         namespace {{\n#line 1 \"{name}.cu\"\n{source}\n}}\n{}",
        entries.iter().map(entry).collect::<String>()
    )
}

struct Compiler {
    program: String,
    version: String,
}

impl Compiler {
    /// `$CXX` if it is set, else the first that is there.
    fn find() -> Result<Compiler, String> {
        let wanted = env::var("CXX").ok().filter(|program| !program.is_empty());
        let programs = wanted.map_or_else(|| ["g++", "clang++", "c++"].map(str::to_owned).to_vec(), |cxx| vec![cxx]);
        for program in &programs {
            if let Ok(output) = Command::new(program).arg("--version").output() {
                let version = String::from_utf8_lossy(&output.stdout).into_owned();
                return Ok(Compiler { program: program.clone(), version });
            }
        }
        Err(format!(
            "the emulator needs a C++ compiler, and there is no {}: install one or set CXX",
            programs.join(", ")
        ))
    }

    fn hash(&self, text: &str, flags: &[&str]) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.program, &self.version, MACHINE, text, flags).hash(&mut hasher);
        hasher.finish()
    }

    /// Makes the objects that are not there, on all cores.
    fn make_all(&self, folder: &Path, units: &[Unit]) -> Result<(), String> {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.make(folder, unit)?;
            }
            Ok(())
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
        })
    }

    fn make(&self, folder: &Path, unit: &Unit) -> Result<(), String> {
        let object = folder.join(format!("{}.o", unit.name));
        if object.exists() {
            return Ok(());
        }
        let source = folder.join(format!("{}.cpp", unit.name));
        fs::write(&source, &unit.text).map_err(|error| format!("{}: {error}", source.display()))?;
        let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emulator/machine");
        self.run(&object, |command| {
            command.args(&unit.flags).arg("-c").arg("-I").arg(&machine).arg(&source);
        })
    }

    fn link(&self, folder: &Path, units: &[Unit]) -> Result<PathBuf, String> {
        let names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
        let library = folder.join(format!("lib{:016x}.so", self.hash(&names.join(" "), &[])));
        if !library.exists() {
            let sanitizers: &[&str] = if is_sanitized() { SANITIZERS } else { &[] };
            let objects = names.iter().map(|name| folder.join(format!("{name}.o")));
            self.run(&library, |command| {
                // Never unloaded: signal handlers stay.
                command.args(["-shared", "-Wl,-z,nodelete"]).args(sanitizers).args(objects);
            })?;
        }
        Ok(library)
    }

    /// Makes a file under another name first: several tests may want the same one at a time.
    fn run(&self, made: &Path, arguments: impl FnOnce(&mut Command)) -> Result<(), String> {
        static COUNTER: AtomicUsize = AtomicUsize::new(0);
        let suffix = format!("{}.{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let unfinished = made.with_extension(suffix);
        let mut command = Command::new(&self.program);
        arguments(&mut command);
        let output =
            command.arg("-o").arg(&unfinished).output().map_err(|error| format!("{}: {error}", self.program))?;
        if !output.status.success() {
            return Err(format!("{command:?} fails:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        fs::rename(&unfinished, made).map_err(|error| format!("{}: {error}", made.display()))
    }
}
