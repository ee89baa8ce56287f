//! The tests of the Python package, in an environment of their own that has the package as it was just built.
//!
//! `GPM_PYTHON` names a Python of version 3.11 or later, else `python3` is asked. Without one, or without pip, the test says that it is skipped.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// What the tests use beside.
const WHEELS: [&str; 10] = [
    "numpy",
    "networkx",
    "scipy",
    "pandas",
    "pytest",
    "pyarrow",
    "polars",
    "scikit-learn",
    "matplotlib",
    "distributed",
];

fn skip(why: &str) {
    // A closed stderr is no reason to fail a test.
    let _ = writeln!(io::stderr(), "skipped the tests of the Python package: {why}");
}

/// What a command says, if it ends well.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr) + &text(&output.stdout)) }
}

/// The Python of an environment in the target folder, made once.
fn environment(target: &Path) -> Result<PathBuf, String> {
    let python = std::env::var("GPM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let is_recent =
        ["-c", "import sys; sys.exit(0 if sys.version_info >= (3, 11) else 'Python 3.11 or later is needed')"];
    said(Command::new(&python).args(is_recent)).map_err(|why| format!("`{python}`: {}", why.trim()))?;
    let folder = target.join("python");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    // Test programs may run at the same time. The lock goes with its process.
    let lock = fs::File::create(folder.join("lock")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    let own = folder.join("environment");
    let (inner, done) = (own.join("bin/python"), own.join("complete"));
    if fs::read_to_string(&done).is_ok_and(|wheels| wheels == WHEELS.join(" ")) {
        return Ok(inner);
    }
    said(Command::new(&python).args(["-m", "venv", "--clear"]).arg(&own))?;
    let pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:"];
    said(Command::new(&inner).args(pip).args(WHEELS))?;
    fs::write(&done, WHEELS.join(" ")).map_err(|error| error.to_string())?;
    Ok(inner)
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let own = entry?.path();
        let copied = to.join(own.file_name().unwrap_or_default());
        if own.is_dir() { copy(&own, &copied)? } else { fs::copy(&own, &copied).map(drop)? }
    }
    Ok(())
}

/// The entry points of the project, by which networkx finds the backend, as an installed package has them.
fn entry_points() -> io::Result<String> {
    let project = fs::read_to_string(Path::new(PACKAGE).join("pyproject.toml"))?;
    let (mut text, mut is_wanted) = (String::new(), false);
    for line in project.lines() {
        if line.starts_with('[') {
            let group = line.strip_prefix("[project.entry-points.\"").and_then(|rest| rest.strip_suffix("\"]"));
            is_wanted = group.is_some();
            text += &group.map(|group| format!("[{group}]\n")).unwrap_or_default();
        } else if is_wanted {
            text += &(line.replace('"', "") + "\n");
        }
    }
    Ok(text)
}

#[test]
fn the_package_passes_its_tests() {
    let program = std::env::current_exe().expect("the test is a program");
    // Beside the test, where it was built for it.
    let built = program.parent().expect("it lies in a folder");
    let names = ["lib_core.so", "lib_core.dylib", "_core.dll"];
    let library = names.map(|name| built.join(name)).into_iter().find(|path| path.exists());
    let library = library.expect("the native part was built");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let python = match environment(target) {
        Ok(python) => python,
        Err(why) => return skip(&why),
    };
    // The package beside its native part, as a wheel has it.
    let folder = tempfile::tempdir_in(target).expect("a folder can be made");
    copy(&Path::new(PACKAGE).join("python"), folder.path()).expect("it can be copied");
    let package = folder.path().join("gpmine");
    fs::copy(&library, package.join("_core.abi3.so")).expect("it can be copied");
    let metadata = folder.path().join("gpmine-0.dist-info");
    fs::create_dir(&metadata).expect("a folder can be made");
    fs::write(metadata.join("METADATA"), "Metadata-Version: 2.1\nName: gpmine\nVersion: 0\n")
        .expect("it can be written");
    fs::write(metadata.join("entry_points.txt"), entry_points().expect("it is there")).expect("it can be written");
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules"]);
    tests.arg(&package).arg(Path::new(PACKAGE).join("tests"));
    tests.env("PYTHONPATH", folder.path()).env("PYTHONDONTWRITEBYTECODE", "1").current_dir(folder.path());
    if let Err(failed) = said(&mut tests) {
        panic!("{failed}");
    }
}
