//! Code that counts bits itself, compiled for the instructions that do.

/// Calls `work`, whose code is compiled twice if it is inlined here: for any processor, and for one that counts bits and finds them in one
/// instruction each.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn counting_bits<R>(work: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn on_this_processor<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    use std::sync::OnceLock;
    static HAS_ALL: OnceLock<bool> = OnceLock::new();
    // Not the portable table, be it by choice or because nothing else runs here.
    if *HAS_ALL.get_or_init(|| !std::ptr::eq(super::kernels(), super::Kernels::portable())) {
        // SAFETY: every table but the portable one needs these features at least, and is only chosen where they are there.
        unsafe { on_this_processor(work) }
    } else {
        work()
    }
}

/// Calls `work`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn counting_bits<R>(work: impl FnOnce() -> R) -> R {
    work()
}
