//! Whether there is memory for something large, asked before it is begun: a system that has promised more than it has ends the process
//! in the middle, without a word.

use std::fs;

use memmap2::MmapMut;
use thiserror::Error;

/// More memory is needed than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} of memory, more than there is{}", readable(*.needed), had(*.free))]
pub struct NotEnoughMemory {
    /// Bytes that are asked for.
    pub needed: u64,
    /// Bytes that are free, if the system says.
    pub free: Option<u64>,
}

/// # Errors
/// [`NotEnoughMemory`] if `needed` bytes are more than are free, or than this process may take.
pub(crate) fn ensure(needed: u64) -> Result<(), NotEnoughMemory> {
    let free = free();
    let fits = free.is_none_or(|free| needed <= free);
    // A limit of the process shows only when it is tried; nothing is taken before it is written.
    let is_granted = || usize::try_from(needed).is_ok_and(|len| MmapMut::map_anon(len.max(1)).is_ok());
    if fits && is_granted() { Ok(()) } else { Err(NotEnoughMemory { needed, free: free.filter(|_| !fits) }) }
}

/// Bytes that are free on this machine and in each control group that this process is in, whichever is least. What files take that the
/// system may forget counts as free. Cost: some small files are read.
pub(crate) fn free() -> Option<u64> {
    free_by(&|path| fs::read_to_string(path).ok())
}

/// Where the control groups of a version say what memory they allow.
struct Groups {
    /// The controller's name in `/proc/self/cgroup`.
    controller: &'static str,
    /// Where its files may be.
    roots: [&'static str; 2],
    /// The files of the limit and of what is used.
    files: [&'static str; 2],
    /// The lines of `memory.stat` that say what of it is a cache of files.
    caches: [&'static str; 2],
}

const GROUPS: [Groups; 2] = [
    Groups {
        controller: "",
        roots: ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"],
        files: ["memory.max", "memory.current"],
        caches: ["inactive_file", "active_file"],
    },
    Groups {
        controller: "memory",
        roots: ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"],
        files: ["memory.limit_in_bytes", "memory.usage_in_bytes"],
        caches: ["total_inactive_file", "total_active_file"],
    },
];

/// [`free`] by what `read` says of files.
fn free_by(read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let meminfo = read("/proc/meminfo")?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let mut least = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.saturating_mul(1024);
    let own = read("/proc/self/cgroup").unwrap_or_default();
    for line in own.lines() {
        // `4:memory:/below/that`, or `0::/below/that` of the second version.
        let [_, systems, path] = line.splitn(3, ':').collect::<Vec<_>>()[..] else { continue };
        let is_meant = |groups: &&Groups| systems.split(',').any(|own| own == groups.controller);
        for Groups { roots, files, caches, .. } in GROUPS.iter().filter(is_meant) {
            // The limits of all groups above hold too. In a container the path may be that outside, of which only the root is seen.
            let above = path.match_indices('/').map(|(at, _)| &path[..at]).chain([path.trim_end_matches('/')]);
            for group in above.flat_map(|path| roots.iter().map(move |root| format!("{root}{path}"))) {
                let number = |name: &str| read(&format!("{group}/{name}"))?.trim().parse::<u64>().ok();
                let [Some(limit), Some(used)] = files.map(number) else { continue };
                let stat = read(&format!("{group}/memory.stat")).unwrap_or_default();
                let figure = |line: &str| {
                    let (name, value) = line.split_once(' ')?;
                    caches.contains(&name).then(|| value.trim().parse::<u64>().ok())?
                };
                let forgotten: u64 = stat.lines().filter_map(figure).sum();
                least = least.min(limit.saturating_sub(used.saturating_sub(forgotten)));
            }
        }
    }
    Some(least)
}

impl NotEnoughMemory {
    /// What it is that does not fit: the rows of so many vertices, or text that is packed in a file.
    pub(crate) fn of(&self, vertices: Option<u64>) -> String {
        match vertices {
            Some(vertices) => {
                format!("has {vertices} vertices, whose rows alone need {self}: check that it is the graph you mean")
            }
            None => format!(
                "unpacks to more text than there is memory for{}: unpack it to a file, which is read where it lies",
                had(self.free)
            ),
        }
    }
}

fn had(free: Option<u64>) -> String {
    free.map_or_else(String::new, |free| format!(" ({} are free)", readable(free)))
}

/// Bytes as people write them.
pub(crate) fn readable(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{bytes} bytes"),
        1_000_000..1_000_000_000 => format!("{:.0} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absurd_is_refused_with_its_size() {
        assert_eq!(ensure(1 << 16), Ok(()));
        let refused = ensure(1 << 60).expect_err("nobody has so much");
        assert_eq!(refused.needed, 1 << 60);
        assert!(refused.to_string().starts_with("1152921504.6 GB of memory, more than there is"), "{refused}");
    }

    /// What is free where there are these files.
    fn free_with(files: &[(&str, &str)]) -> Option<u64> {
        let all = [&[("/proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    1000 kB\n")], files].concat();
        free_by(&|path| all.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned()))
    }

    #[test]
    fn control_groups_limit_what_is_free() {
        assert_eq!(free_by(&|_| None), None);
        assert_eq!(free_with(&[]), Some(1_024_000));
        let second = [
            ("/proc/self/cgroup", "0::/user/job\n"),
            ("/sys/fs/cgroup/user/memory.max", "500000\n"),
            ("/sys/fs/cgroup/user/memory.current", "300000\n"),
            ("/sys/fs/cgroup/user/memory.stat", "anon 5\ninactive_file 1000\nactive_file 200\nfile 90000\n"),
            ("/sys/fs/cgroup/user/job/memory.max", "max\n"),
            ("/sys/fs/cgroup/user/job/memory.current", "250000\n"),
        ];
        // That of the group above, less what is used there, files aside.
        assert_eq!(free_with(&second), Some(201_200));
        // In a container, of which only the root is seen.
        let contained = [
            ("/proc/self/cgroup", "0::/docker/0123\n"),
            ("/sys/fs/cgroup/memory.max", "700000"),
            ("/sys/fs/cgroup/memory.current", "100000"),
        ];
        assert_eq!(free_with(&contained), Some(600_000));
        // More is used than may be, as where a limit was lowered.
        let above = [contained[0], contained[1], ("/sys/fs/cgroup/memory.current", "800000")];
        assert_eq!(free_with(&above), Some(0));
        let first = [
            ("/proc/self/cgroup", "12:cpu,cpuacct:/a\n4:memory:/slurm/job\n0::/\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "900000"),
            ("/sys/fs/cgroup/memory/slurm/job/memory.limit_in_bytes", "400000"),
            ("/sys/fs/cgroup/memory/slurm/job/memory.usage_in_bytes", "300000"),
            ("/sys/fs/cgroup/memory/slurm/job/memory.stat", "inactive_file 7\ntotal_inactive_file 5000\n"),
        ];
        assert_eq!(free_with(&first), Some(105_000));
    }
}
