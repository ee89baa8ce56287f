//! What is compiled in a child process, the command, comes out as what is compiled in this one.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use gpm_plan::cost::GraphStats;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_runtime::cuda::compile::{CacheMode, CompileError, Compiler, CompilerConfig, Module};
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions};
use gpm_runtime::engine::CompileIn;
use tempfile::TempDir;

use crate::nvrtc_wheel;

const CLEAR: &str = "extern \"C\" __global__ void clear(unsigned *x) { x[threadIdx.x] = 0; }";
const BROKEN: &str = "extern \"C\" __global__ void broken(int *x) { x[0] = unknown; }";

const SM_90: (u32, u32) = (9, 0);

/// Adds what it is told of devices to the file `$0`, then is the command `$1`.
const NOTED: &str = "echo \"$CUDA_VISIBLE_DEVICES\" >> \"$0\"; exec \"$1\" compile-kernel";

/// A folder for rejected kernels, a file that tells of children, and NVRTC.
struct Bench {
    folder: TempDir,
    nvrtc: PathBuf,
}

impl Bench {
    fn new(nvrtc: PathBuf) -> Bench {
        Bench { folder: tempfile::tempdir().unwrap(), nvrtc }
    }

    fn compile(&self, compile_in: CompileIn, source: &str, sm: (u32, u32)) -> Result<Module, CompileError> {
        // A cache that keeps nothing but rejected kernels.
        let cache = CacheMode::At { folder: self.folder.path().to_path_buf(), max_bytes: 0 };
        let config = CompilerConfig { cache, max_major: None, nvrtc: Some(self.nvrtc.clone()), compile_in };
        Compiler::new(config).compile(source, "test", sm)
    }

    fn command(&self) -> CompileIn {
        let notes = self.notes();
        sh(NOTED, &[notes.to_str().unwrap(), env!("CARGO_BIN_EXE_gpm")])
    }

    fn notes(&self) -> PathBuf {
        self.folder.path().join("children")
    }

    /// Compiles in a child, which must give the answer, and in this process.
    #[track_caller]
    fn check(&self, source: &str, sm: (u32, u32)) -> String {
        let _ = fs::remove_file(self.notes());
        let [child, here] =
            [self.command(), CompileIn::ThisProcess].map(|place| shown(self.compile(place, source, sm)));
        assert_eq!(child, here);
        assert_eq!(fs::read_to_string(self.notes()).unwrap(), "-1\n", "one child, which sees no GPU");
        here
    }
}

fn sh(script: &str, arguments: &[&str]) -> CompileIn {
    let arguments = ["-c", script].iter().chain(arguments).map(Into::into).collect();
    CompileIn::Child { program: "/bin/sh".into(), arguments }
}

/// All there is to see but times.
fn shown(made: Result<Module, CompileError>) -> String {
    match made {
        Ok(Module { code, log, version, from_cache, seconds: _ }) => {
            let log: Vec<&str> = log.lines().filter(|line| !line.contains("Compile time")).collect();
            format!("{code:?} {log:?} {version:?} {from_cache}")
        }
        Err(error) => format!("{error:?}\n{error}"),
    }
}

fn house() -> String {
    let house: Pattern = "house".parse().unwrap();
    let plan = Plan::new(Query::from(house), &GraphStats::typical()).unwrap();
    Kernel::render(&plan.nest, &[], &KernelOptions::default()).source
}

#[test]
fn code_is_the_same() {
    let bench = Bench::new(nvrtc_wheel::fetch("nvidia-cuda-nvrtc==13.0.88"));
    assert!(bench.check(&house(), SM_90).starts_with("Cubin"));
    assert!(bench.check(CLEAR, (99, 0)).starts_with("Ptx"));
}

#[test]
fn errors_are_the_same() {
    let bench = Bench::new(nvrtc_wheel::fetch("nvidia-cuda-nvrtc==13.0.88"));
    let rejected = bench.check(BROKEN, SM_90);
    assert!(rejected.contains("kept: Some(") && rejected.contains("\\\"unknown\\\" is undefined"), "{rejected}");
    assert_eq!(fs::read_dir(bench.folder.path().join("rejected")).unwrap().count(), 2);
    assert!(bench.check("a zero \0 byte", SM_90).contains("a text with a zero byte"));
    assert!(bench.check(CLEAR, (6, 0)).starts_with("ArchUnknown"));
    let missing = Bench::new(Path::new("/nonexistent").to_path_buf()).check(CLEAR, SM_90);
    assert!(missing.contains("/nonexistent: no such folder"), "{missing}");
}

#[test]
fn several_children_are_one_a_kernel() {
    let bench = Bench::new(nvrtc_wheel::library());
    thread::scope(|scope| {
        let compile = || bench.compile(bench.command(), CLEAR, SM_90).unwrap();
        let children = [scope.spawn(compile), scope.spawn(compile), scope.spawn(compile)].map(|thread| thread.join());
        let [first, second, third] = children.map(|module| shown(Ok(module.unwrap())));
        assert!(first == second && second == third);
    });
    assert_eq!(fs::read_to_string(bench.notes()).unwrap(), "-1\n".repeat(3));
}

/// Sources beyond what a pipe holds, so that whoever does not read, or answers before it has read all, would hang.
#[test]
fn without_an_answer_this_process_compiles() {
    let bench = Bench::new(nvrtc_wheel::library());
    let long = format!("{CLEAR}\n//{}", " long".repeat(100_000));
    let expected = shown(bench.compile(CompileIn::ThisProcess, &long, SM_90));
    let missing = CompileIn::Child { program: "/nonexistent/gpm".into(), arguments: Vec::new() };
    let scripts = ["exit 0", "cat", "echo hello", "cat > /dev/null; exit 1", "kill -KILL $$", "kill -INT $$"];
    for place in scripts.map(|script| sh(script, &[])).into_iter().chain([missing, bench.command()]) {
        let made = shown(bench.compile(place.clone(), &long, SM_90));
        assert!(made == expected, "{place:?}: {made:.200}");
    }
}
