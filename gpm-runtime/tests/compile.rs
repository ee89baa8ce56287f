//! Kernels compiled with NVRTC, without a GPU: code, cache, resources, errors.

#[path = "support/gate.rs"]
mod gate;
#[path = "support/nvrtc_wheel.rs"]
mod nvrtc_wheel;

use std::fs;
use std::path::{Path, PathBuf};

use gate::{Gate, Limits};
use gpm_runtime::cuda::compile::resources::{self, Resources};
use gpm_runtime::cuda::compile::{CacheMode, Code, CompileError, Compiler, CompilerConfig, Module, Nvrtc};

const SQUARES: &str = r#"
extern "C" __global__ void squares(__int128 *sum, const unsigned long long *x, unsigned n) {
    __shared__ unsigned long long low[32];
    __int128 own = 0;
    for (unsigned i = threadIdx.x; i < n; i += 32) own += (__int128)x[i] * x[i];
    low[threadIdx.x] = own;
    __syncwarp();
    sum[threadIdx.x] = own + low[31 - threadIdx.x];
}
extern "C" __global__ void clear(unsigned *x) { x[threadIdx.x] = 0; }
"#;

/// So many values at once that they do not fit in the registers of 1024 threads a block.
const SPILLER: &str = r#"
extern "C" __global__ void __launch_bounds__(1024, 2) spiller(unsigned *x) {
    unsigned own[64];
    #pragma unroll
    for (int i = 0; i < 64; i++) own[i] = x[i * 1024 + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 64; i++) x[i * 1024 + threadIdx.x] = own[63 - i] * own[(i * 7) % 64];
}
"#;

const SM_90: (u32, u32) = (9, 0);

/// A compiler with a cache in a folder.
fn compiler(folder: &Path, nvrtc: PathBuf) -> Compiler {
    let cache = CacheMode::At { folder: folder.to_path_buf(), max_bytes: 1 << 20 };
    Compiler::new(CompilerConfig { cache, max_major: None, nvrtc: Some(nvrtc) })
}

fn cubin(module: &Module) -> &[u8] {
    match &module.code {
        Code::Cubin(cubin) => cubin,
        Code::Ptx(_) => panic!("machine code was asked for"),
    }
}

/// Compiles for three generations, and reads the resources both ways.
#[track_caller]
fn check_generations(nvrtc: &Nvrtc) {
    for arch in ["sm_80", "sm_90", "sm_100"] {
        for source in [SQUARES, SPILLER] {
            let compiled = nvrtc.compile(source, "test", arch, &[]).unwrap();
            let Code::Cubin(cubin) = compiled.code else { panic!("{arch} is known") };
            let mut from_log = resources::from_log(&compiled.log);
            let has_spills = from_log.iter().any(|kernel| kernel.spills.unwrap().stores > 0);
            assert_eq!(has_spills, source == SPILLER, "{arch}: {}", compiled.log);
            from_log.iter_mut().for_each(|kernel| kernel.spills = None);
            assert_eq!(Some(&from_log), resources::from_cubin(&cubin).as_ref(), "{arch}");
            let shared: Vec<(&str, u32)> = from_log.iter().map(|k| (k.kernel.as_str(), k.shared)).collect();
            let expected = if source == SPILLER { vec![("spiller", 0)] } else { vec![("clear", 0), ("squares", 256)] };
            assert_eq!(shared, expected, "{arch}");
        }
    }
}

#[test]
fn three_generations_compile() {
    check_generations(&Nvrtc::load(Some(&nvrtc_wheel::library()), None).unwrap());
}

#[test]
fn cuda_12_and_13_both_do() {
    for (wheel, version) in [("nvidia-cuda-nvrtc-cu12==12.9.86", (12, 9)), ("nvidia-cuda-nvrtc==13.0.88", (13, 0))] {
        let nvrtc = Nvrtc::load(Some(&nvrtc_wheel::fetch(wheel)), None).unwrap();
        assert_eq!(nvrtc.version(), version);
        assert!(nvrtc.supported_archs().contains(&90));
        check_generations(&nvrtc);
    }
}

#[test]
fn the_gate_sees_what_it_should() {
    let gate = Gate::new(&nvrtc_wheel::library());
    let registers = |registers| Limits { registers, ..Limits::default() };
    gate.check("squares", SQUARES, "sm_90", registers(64)).unwrap();
    let refused = |source, most| gate.check("test", source, "sm_90", registers(most)).unwrap_err().1;
    let spills = refused(SPILLER, 64);
    assert!(spills.contains("spiller spills") && spills.contains("bytes of stack"), "{spills}");
    assert!(refused(SQUARES, 8).contains("registers, more than 8"));
    assert!(refused("__device__ int nothing;", 64).contains("no kernels"));
    assert!(refused("__global__ int broken;", 64).contains("error"));
}

#[test]
fn a_rejected_kernel_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let compiler = compiler(folder.path(), nvrtc_wheel::library());
    let source = "extern \"C\" __global__ void broken(int *x) { x[0] = unknown; }";
    let error = compiler.compile(source, "house", SM_90).unwrap_err();
    let message = error.to_string();
    let CompileError::KernelRejected { name, arch, kept: Some(kept), log } = error else { panic!("{message}") };
    assert_eq!((name.as_str(), arch.as_str()), ("house", "sm_90"));
    assert!(log.contains("house.cu(1)") && log.contains("\"unknown\" is undefined"), "{log}");
    assert_eq!(fs::read_to_string(&kept.source).unwrap(), source);
    assert_eq!(fs::read_to_string(&kept.log).unwrap(), log);
    for path in [kept.source, kept.log] {
        assert!(path.starts_with(folder.path().join("rejected")));
        assert!(message.contains(path.to_str().unwrap()), "{message}");
    }
    // The assembler gives no reasons.
    let large =
        "extern \"C\" __global__ void large(int *x) { __shared__ int s[1 << 20]; s[x[0]] = 1; x[1] = s[x[2]]; }";
    let message = compiler.compile(large, "large", SM_90).unwrap_err().to_string();
    assert!(message.contains("4194304 bytes smem") && message.contains("no reason is given"), "{message}");
}

#[test]
fn a_hit_needs_no_nvrtc() {
    let folder = tempfile::tempdir().unwrap();
    let real = Nvrtc::load(Some(&nvrtc_wheel::library()), None).unwrap().path().to_path_buf();
    let link = folder.path().join("libnvrtc.so");
    std::os::unix::fs::symlink(real, &link).unwrap();
    let first = compiler(folder.path(), link.clone()).compile(SQUARES, "squares", SM_90).unwrap();
    assert!(!first.from_cache);

    fs::remove_file(&link).unwrap();
    let compiler = compiler(folder.path(), link);
    let hits: Vec<Module> = (0..20).map(|_| compiler.compile(SQUARES, "squares", SM_90).unwrap()).collect();
    for hit in &hits {
        assert!(hit.from_cache);
        assert_eq!((cubin(hit), &hit.log, hit.version), (cubin(&first), &first.log, first.version));
    }
    let fastest = hits.iter().map(|hit| hit.seconds).fold(f64::INFINITY, f64::min);
    assert!(fastest < 0.002, "{fastest} s");

    let missing = compiler.compile(SPILLER, "spiller", SM_90).unwrap_err();
    assert!(matches!(missing, CompileError::NvrtcMissing { .. }), "{missing}");
    let message = missing.to_string();
    for part in ["pip install nvidia-cuda-nvrtc", "GPM_NVRTC", "libnvrtc.so: no such folder"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn all_that_matters_is_in_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let compiler = compiler(folder.path(), nvrtc_wheel::library());
    let is_cached = |source: &str, name: &str, sm| compiler.compile(source, name, sm).unwrap().from_cache;
    assert!(!is_cached(SQUARES, "squares", SM_90));
    assert!(!is_cached(SQUARES, "squares", (8, 0)));
    assert!(!is_cached(SQUARES, "other", SM_90));
    assert!(!is_cached(SPILLER, "squares", SM_90));
    assert!(is_cached(SQUARES, "squares", SM_90));

    let off = CompilerConfig { cache: CacheMode::Off, max_major: None, nvrtc: Some(nvrtc_wheel::library()) };
    let off = Compiler::new(off);
    assert!((0..2).all(|_| !off.compile(SQUARES, "squares", SM_90).unwrap().from_cache));
}

#[test]
fn damaged_and_evicted_code_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let entries = || fs::read_dir(folder.path().join("kernels")).unwrap().map(|entry| entry.unwrap().path());
    let large = compiler(folder.path(), nvrtc_wheel::library());
    let first = large.compile(SQUARES, "squares", SM_90).unwrap();
    let path = entries().next().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() / 2);
    fs::write(&path, bytes).unwrap();
    let again = large.compile(SQUARES, "squares", SM_90).unwrap();
    assert!(!again.from_cache);
    assert_eq!(cubin(&again), cubin(&first));
    assert!(large.compile(SQUARES, "squares", SM_90).unwrap().from_cache);

    let max_bytes = fs::metadata(&path).unwrap().len() + 1;
    let cache = CacheMode::At { folder: folder.path().to_path_buf(), max_bytes };
    let small = Compiler::new(CompilerConfig { cache, max_major: None, nvrtc: Some(nvrtc_wheel::library()) });
    let clear = "extern \"C\" __global__ void clear(unsigned *x) { x[threadIdx.x] = 0; }";
    assert!(!small.compile(clear, "clear", SM_90).unwrap().from_cache);
    assert_eq!(entries().count(), 1);
    assert!(!path.exists(), "the older one is gone");
}

#[test]
fn threads_may_compile_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let compilers = [0, 1].map(|_| compiler(folder.path(), nvrtc_wheel::library()));
    let modules: Vec<Module> = std::thread::scope(|scope| {
        let tasks: Vec<_> = compilers
            .iter()
            .cycle()
            .take(8)
            .map(|compiler| scope.spawn(|| compiler.compile(SQUARES, "squares", SM_90).unwrap()))
            .collect();
        tasks.into_iter().map(|task| task.join().unwrap()).collect()
    });
    assert!(modules.iter().all(|module| cubin(module) == cubin(&modules[0])));
    assert!(compilers[0].compile(SQUARES, "squares", SM_90).unwrap().from_cache);
}

#[test]
fn unknown_devices_get_ptx_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let compiler = compiler(folder.path(), nvrtc_wheel::fetch("nvidia-cuda-nvrtc==13.0.88"));
    for _ in 0..2 {
        let newer = compiler.compile(SQUARES, "squares", (99, 0)).unwrap();
        let Code::Ptx(text) = newer.code else { panic!("no NVRTC knows sm_990") };
        assert!(text.contains(".target sm_121") && text.contains(".entry squares"), "{text}");
        assert!(!newer.from_cache, "PTX is not kept");
    }
    let older = compiler.compile(SQUARES, "squares", (6, 0)).unwrap_err();
    assert!(matches!(older, CompileError::ArchUnknown { .. }), "{older}");
    assert!(older.to_string().contains("sm_60"), "{older}");
}

#[test]
fn nvrtc_newer_than_the_driver_is_left_out() {
    let nvrtc = nvrtc_wheel::fetch("nvidia-cuda-nvrtc==13.0.88");
    let error = Nvrtc::load(Some(&nvrtc), Some(12)).unwrap_err().to_string();
    assert!(error.contains("of CUDA 13, and the driver knows up to CUDA 12"), "{error}");
    // Whatever its name.
    let folder = tempfile::tempdir().unwrap();
    let renamed = folder.path().join("libnvrtc.so");
    fs::copy(nvrtc.join("libnvrtc.so.13"), &renamed).unwrap();
    let error = Nvrtc::load(Some(&renamed), Some(12)).unwrap_err().to_string();
    assert!(error.contains("of CUDA 13, and the driver knows up to CUDA 12"), "{error}");
}

#[test]
fn every_byte_of_machine_code_may_be_wrong() {
    let nvrtc = Nvrtc::load(Some(&nvrtc_wheel::library()), None).unwrap();
    let Code::Cubin(whole) = nvrtc.compile(SQUARES, "squares", "sm_90", &[]).unwrap().code else { panic!("sm_90") };
    let expected: Option<Vec<Resources>> = resources::from_cubin(&whole);
    assert_eq!(expected.map(|kernels| kernels.len()), Some(2));
    // Reading neither panics nor hangs; what it finds is another matter.
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] = 0xff;
        let _ = resources::from_cubin(&damaged);
        let _ = resources::from_cubin(&whole[..at]);
    }
}
