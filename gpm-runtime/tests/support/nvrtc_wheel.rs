//! NVRTC for tests, which need no GPU: an installed one, or else NVIDIA's wheel, fetched once into the target folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use gpm_runtime::cuda::compile::{Nvrtc, locate};

/// What is fetched where nothing is installed.
const WHEEL: &str = "nvidia-cuda-nvrtc==13.0.88";

/// Takes the libraries out of a wheel: arguments are the folder of wheels and the folder to fill.
const UNPACK: &str = "\
import glob, os, sys, zipfile
wheel, = glob.glob(sys.argv[1] + '/*.whl')
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        file = os.path.basename(name)
        if file.startswith('libnvrtc') and '.alt.' not in file:
            with open(os.path.join(sys.argv[2], file), 'wb') as out:
                out.write(archive.read(name))
";

/// NVRTC or its folder: `$GPM_NVRTC`, what gpm itself would find, or the wheel.
pub(crate) fn library() -> PathBuf {
    if let Some(path) = std::env::var_os(locate::VARIABLE) {
        return path.into();
    }
    let installed = Nvrtc::load(None, None).ok().filter(|nvrtc| nvrtc.version().0 >= 12);
    let path = installed.map(|nvrtc| nvrtc.path().to_path_buf());
    path.filter(|path| path.is_absolute()).unwrap_or_else(|| fetch(WHEEL))
}

/// The folder of the libraries of a wheel, `name==version`.
pub(crate) fn fetch(wheel: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target folder");
    let root = target.join("nvrtc");
    let done = root.join(wheel.replace("==", "-"));
    fs::create_dir_all(&root).expect("the target folder is writable");
    // Test programs may run at the same time. The lock goes with its process.
    let lock = File::create(root.join("lock")).expect("the target folder is writable");
    lock.lock().expect("the system knows file locks");
    if !done.is_dir() {
        let (download, unpacked) = (root.join("download"), root.join("unpacked"));
        for folder in [&download, &unpacked] {
            // Left by a process that was ended.
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder).expect("the target folder is writable");
        }
        let pip = ["-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
        python(wheel, Command::new("python3").args(pip).arg("-d").arg(&download).arg(wheel));
        python(wheel, Command::new("python3").args(["-c", UNPACK]).args([&download, &unpacked]));
        fs::rename(&unpacked, &done).expect("the folder is new");
        let _ = fs::remove_dir_all(&download);
    }
    done
}

fn python(wheel: &str, command: &mut Command) {
    let help = format!(
        "this test compiles CUDA kernels with NVRTC. None was found and `{wheel}` could not be fetched with pip: \
         install the CUDA toolkit or that package, or set GPM_NVRTC to the library"
    );
    let output = command.output().unwrap_or_else(|error| panic!("{help}\npython3: {error}"));
    assert!(output.status.success(), "{help}\n{}", String::from_utf8_lossy(&output.stderr));
}
