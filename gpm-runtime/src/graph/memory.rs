//! Whether there is memory for something large, asked before it is begun: a system that has promised more than it has ends the process
//! in the middle, without a word.

use std::fs;

use memmap2::MmapMut;
use thiserror::Error;

/// More memory is needed than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} of memory, more than there is{}", readable(*.needed), had(*.free))]
pub struct NotEnoughMemory {
    /// Bytes needed.
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

/// Bytes that are free on this machine, or that its control group may have in all, whichever is less.
fn free() -> Option<u64> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let machine = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.saturating_mul(1024);
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|limit| limit.trim().parse().ok());
    Some(group.map_or(machine, |limit: u64| machine.min(limit)))
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
}
