//! Where NVRTC may lie: the places, best first, and why each did not do.
//!
//! The CUDA toolkit and the Python wheels (`nvidia-cuda-nvrtc`) put it in folders that the dynamic linker does not
//! search.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that names the library or its folder. If it is set nothing else is searched.
pub const VARIABLE: &str = "GPM_NVRTC";

/// The versions of CUDA that gpm is tested with.
const OLDEST_MAJOR: u32 = 12;
const NEWEST_MAJOR: u32 = 13;

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Libraries to try, best first: full paths, then bare names for the dynamic linker.
    pub libraries: Vec<PathBuf>,
    /// One line for each place that was looked at and each library left out.
    pub tried: Vec<String>,
}

/// Searches for NVRTC of at most CUDA `max_major` at `chosen` (a library or its folder), or where [`VARIABLE`] says, or
/// else in all the places where toolkits, wheels and Conda put it. Opens no library.
pub fn find(chosen: Option<&Path>, max_major: Option<u32>) -> Found {
    let chosen = insisted(chosen);
    Search { variable: &|name| std::env::var_os(name), max_major, found: Found::default() }.run(chosen.as_deref())
}

/// The library or folder that the caller or else the environment insists on.
pub(super) fn insisted(given: Option<&Path>) -> Option<PathBuf> {
    let from_environment = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    given.map(Path::to_path_buf).or_else(from_environment)
}

/// The files beside `library` that it opens by bare name when it compiles.
pub(super) fn builtins(library: &Path) -> Vec<PathBuf> {
    let folder = library.parent().map(entries).unwrap_or_default();
    folder.into_iter().filter(|path| name(path).starts_with("libnvrtc-builtins.so")).collect()
}

struct Search<'a> {
    variable: &'a dyn Fn(&str) -> Option<OsString>,
    max_major: Option<u32>,
    found: Found,
}

impl Search<'_> {
    fn run(mut self, insisted: Option<&Path>) -> Found {
        if let Some(path) = insisted {
            if path.is_file() {
                self.take_library(path)
            } else {
                self.take_folder(path)
            }
            return self.found;
        }
        let mut seen = BTreeSet::new();
        for folder in self.folders() {
            if seen.insert(folder.clone()) {
                self.take_folder(&folder);
            }
        }
        // Last what the linker knows: LD_LIBRARY_PATH and the system's folders.
        let majors = OLDEST_MAJOR..=self.max_major.unwrap_or(NEWEST_MAJOR);
        self.found.libraries.extend(majors.rev().map(|major| PathBuf::from(format!("libnvrtc.so.{major}"))));
        self.found
    }

    /// Takes the libraries of a folder, newest first.
    fn take_folder(&mut self, folder: &Path) {
        let mut libraries: Vec<(u32, PathBuf)> = entries(folder)
            .into_iter()
            .filter(|path| name(path).starts_with("libnvrtc.so"))
            .map(|path| (major(&path).unwrap_or(0), path))
            .collect();
        if libraries.is_empty() {
            let state = if folder.is_dir() { "no libnvrtc.so* in it" } else { "no such folder" };
            self.found.tried.push(format!("{}: {state}", folder.display()));
        }
        libraries.sort_by(|a, b| b.cmp(a));
        for (_, path) in libraries {
            self.take_library(&path);
        }
    }

    fn take_library(&mut self, path: &Path) {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        match (major(&real), self.max_major) {
            (Some(own), Some(max)) if own > max => self.found.tried.push(too_new(&real, own, max)),
            _ if self.found.libraries.contains(&real) => {}
            _ => self.found.libraries.push(real),
        }
    }

    /// All folders, in the order of how clearly the user means them.
    fn folders(&self) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for name in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"] {
            folders.extend(self.path(name).iter().flat_map(|root| toolkit(root)));
        }
        folders.extend(self.paths("PYTHONPATH").iter().flat_map(|packages| wheels(packages)));
        folders.extend(self.python_roots().iter().flat_map(|root| site_packages(root)));
        if let Some(conda) = self.path("CONDA_PREFIX") {
            folders.push(conda.join("lib"));
            folders.extend(toolkit(&conda));
        }
        let is_toolkit = |path: &PathBuf| name(path).starts_with("cuda");
        // `cuda` is the one that the administrator chose; it sorts first, then the newest.
        let mut toolkits: Vec<PathBuf> = entries(Path::new("/usr/local")).into_iter().filter(is_toolkit).collect();
        toolkits.sort_by(|a, b| (name(a) != "cuda").cmp(&(name(b) != "cuda")).then(b.cmp(a)));
        folders.extend(toolkits.iter().flat_map(|root| toolkit(root)));
        let system = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];
        folders.extend(system.map(PathBuf::from));
        folders
    }

    /// Roots of Python installations: folders that hold `lib/python3.*/site-packages`.
    fn python_roots(&self) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> =
            ["VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONUSERBASE"].iter().filter_map(|name| self.path(name)).collect();
        for folder in self.paths("PATH") {
            let python = folder.join("python3");
            if !python.exists() {
                continue;
            }
            roots.extend(folder.parent().map(Path::to_path_buf));
            // In a virtual environment `python3` is a link; the packages may be those of the installation behind it.
            let real = fs::canonicalize(&python).unwrap_or(python);
            roots.extend(real.parent().and_then(Path::parent).map(Path::to_path_buf));
        }
        if let Some(home) = self.path("HOME") {
            roots.push(home.join(".local"));
            // The `python3` of pyenv is a script elsewhere.
            roots.extend(entries(&home.join(".pyenv/versions")));
        }
        for root in entries(Path::new("/opt")) {
            roots.extend([root.join(".venv"), root.join("venv"), root]);
        }
        roots.extend([PathBuf::from("/usr/local"), PathBuf::from("/usr")]);
        let mut seen = BTreeSet::new();
        roots.retain(|root| seen.insert(root.clone()));
        roots
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        (self.variable)(name).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    fn paths(&self, name: &str) -> Vec<PathBuf> {
        let value = (self.variable)(name).unwrap_or_default();
        std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
    }
}

/// Why a library is left out although it is there.
pub(super) fn too_new(path: &Path, major: u32, max: u32) -> String {
    let help = if max == 12 { "`pip install nvidia-cuda-nvrtc-cu12`" } else { "install an older one" };
    let path = path.display();
    format!("{path}: of CUDA {major}, and the driver knows up to CUDA {max}: {help} or update the driver")
}

/// Where a toolkit keeps its libraries.
fn toolkit(root: &Path) -> [PathBuf; 3] {
    ["lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"].map(|folder| root.join(folder))
}

/// Where the wheels of CUDA 13 and 12 keep theirs, below a folder of packages.
fn wheels(packages: &Path) -> [PathBuf; 2] {
    ["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"].map(|folder| packages.join(folder))
}

/// The wheel folders of each Python 3 below a root that are there: listing all that could be would drown the rest.
fn site_packages(root: &Path) -> Vec<PathBuf> {
    let pythons = entries(&root.join("lib")).into_iter().filter(|path| name(path).starts_with("python3"));
    let packages = pythons.flat_map(|python| ["site-packages", "dist-packages"].map(|folder| python.join(folder)));
    packages.filter(|folder| folder.is_dir()).flat_map(|folder| wheels(&folder)).collect()
}

/// `libnvrtc.so.13` and `libnvrtc.so.13.0.88` are of CUDA 13.
fn major(library: &Path) -> Option<u32> {
    name(library).strip_prefix("libnvrtc.so.")?.split('.').next()?.parse().ok()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("")
}

/// What is in a folder, ascending; nothing if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with empty files, its real path.
    fn tree(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let root = fs::canonicalize(folder.path()).unwrap();
        (folder, root)
    }

    fn search(insisted: Option<&Path>, variables: &[(&str, &Path)], max_major: Option<u32>) -> Found {
        let variable = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_os_str().to_os_string())
        };
        Search { variable: &variable, max_major, found: Found::default() }.run(insisted)
    }

    #[test]
    fn what_is_insisted_on_rules_out_all_else() {
        let (_folder, root) = tree(&["libnvrtc.so.12", "other/lib64/libnvrtc.so.13"]);
        let other = root.join("other");
        let found = search(Some(&root), &[("CUDA_HOME", &other)], None);
        assert_eq!(found.libraries, [root.join("libnvrtc.so.12")]);
        let missing = search(Some(&root.join("nowhere")), &[("CUDA_HOME", &other)], None);
        assert_eq!(missing.libraries, [""; 0].map(PathBuf::from));
        assert!(missing.tried[0].contains("no such folder"), "{:?}", missing.tried);
    }

    #[test]
    fn toolkits_wheels_and_environments_are_found() {
        let places = [
            ("CUDA_HOME", "home/targets/x86_64-linux/lib/libnvrtc.so.13", "home"),
            ("PYTHONPATH", "packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12", "packages"),
            ("VIRTUAL_ENV", "venv/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13", "venv"),
            ("PATH", "python/lib/python3.11/dist-packages/nvidia/cu13/lib/libnvrtc.so.13", "python/bin"),
            ("HOME", "user/.local/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13", "user"),
            ("CONDA_PREFIX", "conda/lib/libnvrtc.so.12", "conda"),
        ];
        let mut files: Vec<&str> = places.iter().map(|place| place.1).collect();
        files.push("python/bin/python3");
        let (_folder, root) = tree(&files);
        for (variable, file, value) in places {
            let found = search(None, &[(variable, &root.join(value))], None);
            assert_eq!(found.libraries[0], root.join(file), "{variable}");
        }
    }

    #[test]
    fn newer_majors_are_left_out_with_the_reason() {
        let (_folder, root) = tree(&["libnvrtc.so.12", "libnvrtc.so.13", "libnvrtc.alt.so.13", "libnvrtc.so.9.2.148"]);
        let found = search(Some(&root), &[], None);
        assert_eq!(found.libraries, ["13", "12", "9.2.148"].map(|v| root.join(format!("libnvrtc.so.{v}"))));
        let older = search(Some(&root), &[], Some(12));
        assert_eq!(older.libraries[0], root.join("libnvrtc.so.12"));
        assert!(older.tried[0].contains("libnvrtc.so.13: of CUDA 13"), "{:?}", older.tried);
    }

    #[test]
    fn the_linker_is_asked_last() {
        let nowhere = Path::new("/nonexistent");
        let found = search(None, &[("CUDA_HOME", nowhere)], Some(12));
        assert_eq!(found.libraries.last().unwrap(), Path::new("libnvrtc.so.12"));
        assert!(found.tried[0].starts_with("/nonexistent/lib64: no such folder"), "{:?}", found.tried);
    }
}
