//! The time that a process had the processors for: what work takes whatever else runs on the machine.

use std::time::Duration;

/// The processor time of all threads of this process so far; `None` on systems that do not say.
pub(super) fn time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes to `now` and nowhere else.
        let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut now) };
        let (seconds, nanoseconds) = (u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?);
        (failed == 0).then(|| Duration::new(seconds, nanoseconds))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn it_goes_on_with_work() {
        let before = time().expect("the system says");
        let work: u64 = (0..1 << 22).fold(0, |sum, i| std::hint::black_box(sum ^ i));
        assert!(time().expect("the system says") > before, "{work}");
    }
}
