//! NVRTC, NVIDIA's run-time compiler, loaded when it is first needed: CUDA text → machine code and log.
//!
//! The few functions that we call are bound here, results as plain integers: a generated binding declares them as an
//! enum, and a code that a later NVRTC adds would be undefined behavior; it also panics where the library is absent.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem;
use std::path::{Path, PathBuf};
use std::ptr;

use libloading::Library;

use super::error::CompileError;
use super::{at_exit, locate};

/// What each kernel is compiled with, besides its architecture. Understood by NVRTC 12 and 13.
/// `-v` leaves registers and spills in the log, where [`resources`](super::resources) finds them. The functions of a program are
/// optimized side by side, by as many threads as there are cores.
pub const OPTIONS: &[&str] = &["--std=c++17", "--device-int128", "--ptxas-options=-v", "--split-compile=0"];

/// Keeps NVRTC from a cache of its own beside ours: to look there it calls the driver first, which takes 0.15 seconds
/// in a new process.
const NO_CACHE: &[&str] = &["--no-cache"];
/// The oldest NVRTC that is known to take it.
const NO_CACHE_SINCE: (u32, u32) = (12, 9);

/// Code for the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// Machine code of the architecture asked for.
    Cubin(Vec<u8>),
    /// Where NVRTC is older than the device: text of an earlier virtual architecture, which the driver translates.
    Ptx(String),
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Machine code, or PTX where NVRTC is older than the device.
    pub code: Code,
    /// What NVRTC says: warnings, and the resources of each kernel if there is machine code.
    pub log: String,
}

/// A loaded NVRTC. It stays loaded for the life of the process. Threads may share it, and compile in parallel: two of
/// them on two cores took 0.52 of the time of one, with 12.9 as with 13.0.
#[derive(Debug)]
pub struct Nvrtc {
    functions: Functions,
    path: PathBuf,
    version: (u32, u32),
    supported: Vec<u32>,
}

type Handle = *mut c_void;
type Status = c_int;
type GetSize = unsafe extern "C" fn(Handle, *mut usize) -> Status;
type GetBytes = unsafe extern "C" fn(Handle, *mut c_char) -> Status;
type Create = unsafe extern "C" fn(
    *mut Handle,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> Status;

/// The functions of `nvrtc.h` that we use, with its types.
#[derive(Clone, Copy, Debug)]
struct Functions {
    error_string: unsafe extern "C" fn(Status) -> *const c_char,
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> Status,
    num_archs: unsafe extern "C" fn(*mut c_int) -> Status,
    archs: unsafe extern "C" fn(*mut c_int) -> Status,
    create: Create,
    destroy: unsafe extern "C" fn(*mut Handle) -> Status,
    compile: unsafe extern "C" fn(Handle, c_int, *const *const c_char) -> Status,
    cubin_size: GetSize,
    cubin: GetBytes,
    ptx_size: GetSize,
    ptx: GetBytes,
    log_size: GetSize,
    log: GetBytes,
}

/// `NVRTC_ERROR_COMPILATION`.
const REJECTED: Status = 6;

impl Functions {
    fn bind(library: &Library) -> Result<Functions, libloading::Error> {
        // SAFETY: the types of the fields are those of `nvrtc.h`, the same in CUDA 12 and 13.
        unsafe {
            Ok(Functions {
                error_string: *library.get(b"nvrtcGetErrorString")?,
                version: *library.get(b"nvrtcVersion")?,
                num_archs: *library.get(b"nvrtcGetNumSupportedArchs")?,
                archs: *library.get(b"nvrtcGetSupportedArchs")?,
                create: *library.get(b"nvrtcCreateProgram")?,
                destroy: *library.get(b"nvrtcDestroyProgram")?,
                compile: *library.get(b"nvrtcCompileProgram")?,
                cubin_size: *library.get(b"nvrtcGetCUBINSize")?,
                cubin: *library.get(b"nvrtcGetCUBIN")?,
                ptx_size: *library.get(b"nvrtcGetPTXSize")?,
                ptx: *library.get(b"nvrtcGetPTX")?,
                log_size: *library.get(b"nvrtcGetProgramLogSize")?,
                log: *library.get(b"nvrtcGetProgramLog")?,
            })
        }
    }

    /// Version, then the compute capabilities times ten, ascending.
    fn describe(&self) -> Result<((u32, u32), Vec<u32>), String> {
        let failed = |status| format!("it fails with {}", self.meaning(status));
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: the pointers are valid for the writes of one integer each.
        let statuses = unsafe { [(self.version)(&mut major, &mut minor), (self.num_archs)(&mut count)] };
        if let Some(status) = statuses.into_iter().find(|&status| status != 0) {
            return Err(failed(status));
        }
        let mut archs = vec![0; usize::try_from(count).unwrap_or(0)];
        // SAFETY: there is room for as many integers as the library says there are.
        match unsafe { (self.archs)(archs.as_mut_ptr()) } {
            0 => {}
            status => return Err(failed(status)),
        }
        let mut supported: Vec<u32> = archs.into_iter().map(c_int::unsigned_abs).collect();
        supported.sort_unstable();
        Ok(((major.unsigned_abs(), minor.unsigned_abs()), supported))
    }

    /// NVRTC's name of a result.
    fn meaning(&self, status: Status) -> String {
        // SAFETY: any integer may be asked for; the answer is null or a text that is never freed.
        let text = unsafe { (self.error_string)(status) };
        if text.is_null() {
            return format!("error {status}");
        }
        // SAFETY: not null, see above.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}

impl Nvrtc {
    /// Loads NVRTC of at most CUDA `max_major` from `chosen` (a library or its folder) or from where
    /// [`locate::find`] finds it. Takes about 20 ms.
    ///
    /// # Errors
    /// [`CompileError::NvrtcMissing`] lists what was tried.
    pub fn load(chosen: Option<&Path>, max_major: Option<u32>) -> Result<Nvrtc, CompileError> {
        let found = locate::find(chosen, max_major);
        let mut tried = found.tried;
        for path in found.libraries {
            match Nvrtc::open(&path, max_major) {
                Ok(nvrtc) => {
                    log::debug!("NVRTC {}.{} of {}", nvrtc.version.0, nvrtc.version.1, path.display());
                    return Ok(nvrtc);
                }
                Err(reason) => tried.push(reason),
            }
        }
        Err(CompileError::NvrtcMissing { tried })
    }

    fn open(path: &Path, max_major: Option<u32>) -> Result<Nvrtc, String> {
        let failed = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
        // The library opens these by bare name, and that of the CUDA 12 wheel does not look beside itself. One that is
        // loaded already is found. Should it fail, so does the first compilation, and says why.
        for builtins in locate::builtins(path) {
            // SAFETY: NVIDIA's library, whose initializers have no conditions.
            mem::forget(unsafe { Library::new(builtins) });
        }
        // SAFETY: as above.
        let library = unsafe { Library::new(path) }.map_err(|error| failed(&error))?;
        let bound = Functions::bind(&library);
        // Never unloaded: the functions are called as long as the process lives, and it has threads and handlers of its
        // own.
        mem::forget(library);
        let functions = bound.map_err(|error| failed(&error))?;
        let (version, supported) = functions.describe().map_err(|reason| failed(&reason))?;
        match max_major {
            Some(max) if version.0 > max => Err(locate::too_new(path, version.0, max)),
            _ => Ok(Nvrtc { functions, path: path.to_path_buf(), version, supported }),
        }
    }

    /// Major and minor version, which are those of its CUDA.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compute capabilities that it makes machine code for, times ten, ascending.
    pub fn supported_archs(&self) -> &[u32] {
        &self.supported
    }

    /// Compiles a program for an architecture, as `sm_90`, with [`OPTIONS`] and `extra` ones. `name` is for messages
    /// and line information.
    ///
    /// # Errors
    /// [`CompileError::KernelRejected`] without files, [`CompileError::ArchUnknown`], [`CompileError::NvrtcFailed`].
    pub fn compile(&self, source: &str, name: &str, arch: &str, extra: &[&str]) -> Result<Compiled, CompileError> {
        let (target, is_ptx) = self.target(arch)?;
        let _held = at_exit::held();
        let rejected = |log| CompileError::KernelRejected { name: name.into(), arch: arch.into(), kept: None, log };
        let text = |text: &str| CString::new(text).map_err(|_| rejected("a text with a zero byte".into()));

        let program = Program::create(self, &text(source)?, &text(&format!("{name}.cu"))?)?;
        let target = format!("--gpu-architecture={target}");
        let known = OPTIONS.iter().chain(if self.version >= NO_CACHE_SINCE { NO_CACHE } else { &[] });
        let options = [target.as_str()].into_iter().chain(known.copied()).chain(extra.iter().copied());
        let options = options.map(text).collect::<Result<Vec<CString>, CompileError>>()?;
        let status = program.compile(&options);
        at_exit::register();
        let log = program.text("nvrtcGetProgramLog", self.functions.log_size, self.functions.log)?;
        match status {
            0 if is_ptx => {
                let code = program.text("nvrtcGetPTX", self.functions.ptx_size, self.functions.ptx)?;
                Ok(Compiled { code: Code::Ptx(code), log })
            }
            0 => {
                let code = program.bytes("nvrtcGetCUBIN", self.functions.cubin_size, self.functions.cubin)?;
                Ok(Compiled { code: Code::Cubin(code), log })
            }
            // Its assembler keeps its reasons to itself, such as too much shared memory.
            REJECTED if !log.contains("error") => Err(rejected(format!("{log}\n(no reason is given)"))),
            REJECTED => Err(rejected(log)),
            _ => Err(self.failed("nvrtcCompileProgram", status, log)),
        }
    }

    /// What to compile for, and whether that is PTX.
    fn target(&self, arch: &str) -> Result<(String, bool), CompileError> {
        let digits: String = arch.trim_start_matches("sm_").chars().take_while(char::is_ascii_digit).collect();
        let capability: u32 = digits.parse().unwrap_or(0);
        if self.supported.contains(&capability) {
            return Ok((arch.to_owned(), false));
        }
        let (version, supported) = (self.version, self.supported.clone());
        match supported.iter().rfind(|&&known| known <= capability) {
            Some(known) => {
                let (major, minor) = version;
                log::warn!("NVRTC {major}.{minor} is older than {arch}: the driver translates code of compute_{known}");
                Ok((format!("compute_{known}"), true))
            }
            None => Err(CompileError::ArchUnknown { arch: arch.to_owned(), version, supported }),
        }
    }

    fn failed(&self, call: &'static str, code: Status, log: String) -> CompileError {
        CompileError::NvrtcFailed { version: self.version, call, code, meaning: self.functions.meaning(code), log }
    }

    fn check(&self, call: &'static str, status: Status) -> Result<(), CompileError> {
        if status == 0 { Ok(()) } else { Err(self.failed(call, status, String::new())) }
    }
}

/// A program that NVRTC knows, destroyed when dropped.
struct Program<'a> {
    nvrtc: &'a Nvrtc,
    program: Handle,
}

impl<'a> Program<'a> {
    fn create(nvrtc: &'a Nvrtc, source: &CStr, name: &CStr) -> Result<Self, CompileError> {
        let mut program = ptr::null_mut();
        // SAFETY: both texts end with a zero byte and outlive the call; no headers means no arrays of them.
        let status = unsafe {
            (nvrtc.functions.create)(&mut program, source.as_ptr(), name.as_ptr(), 0, ptr::null(), ptr::null())
        };
        nvrtc.check("nvrtcCreateProgram", status)?;
        Ok(Self { nvrtc, program })
    }

    fn compile(&self, options: &[CString]) -> Status {
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
        // SAFETY: the program lives, and there are `count` texts that outlive the call.
        unsafe { (self.nvrtc.functions.compile)(self.program, count, pointers.as_ptr()) }
    }

    fn bytes(&self, call: &'static str, size: GetSize, get: GetBytes) -> Result<Vec<u8>, CompileError> {
        let mut count = 0;
        // SAFETY: the program lives, and `count` is valid for the write.
        self.nvrtc.check(call, unsafe { size(self.program, &mut count) })?;
        let mut bytes = vec![0; count];
        // SAFETY: there is room for as many bytes as the library says there are.
        self.nvrtc.check(call, unsafe { get(self.program, bytes.as_mut_ptr().cast()) })?;
        Ok(bytes)
    }

    /// Bytes that end with a zero byte, as text.
    fn text(&self, call: &'static str, size: GetSize, get: GetBytes) -> Result<String, CompileError> {
        let bytes = self.bytes(call, size, get)?;
        let text = bytes.split(|&byte| byte == 0).next().unwrap_or(&[]);
        Ok(String::from_utf8_lossy(text).trim_end().to_owned())
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: created by `create` and destroyed once.
        unsafe { (self.nvrtc.functions.destroy)(&mut self.program) };
    }
}
