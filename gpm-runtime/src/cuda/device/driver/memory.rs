//! A device's memory, of which an engine takes no more than it may.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cudarc::driver::result;

use super::context::Context;
use crate::cuda::device::error::{GpuError, mebibytes};
use crate::cuda::device::fault;

/// Bytes: who takes fewer is not told of.
const TOLD: u64 = 1 << 20;

/// The memory of a device as one engine may use it. What the driver takes for itself, kernels with it, is not counted.
#[derive(Clone, Debug)]
pub(crate) struct DeviceMemory {
    context: Context,
    account: Arc<Account>,
}

impl DeviceMemory {
    /// Of which at most `limit` bytes may be taken.
    pub(crate) fn new(context: &Context, limit: Option<u64>) -> DeviceMemory {
        DeviceMemory { context: context.clone(), account: Arc::new(Account::new(limit)) }
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    /// Bytes that may still be taken on the bound device.
    pub(crate) fn free(&self) -> Result<u64, GpuError> {
        let (free, _) = result::mem_get_info().map_err(GpuError::driver("asking for free memory"))?;
        Ok(self.account.left().min(free as u64))
    }

    /// The most bytes that were taken at a time.
    pub(crate) fn peak(&self) -> u64 {
        self.account.peak.load(Ordering::Relaxed)
    }

    /// Takes `bytes` for `what`.
    pub(super) fn take(&self, bytes: u64, what: &'static str) -> Result<(), GpuError> {
        if fault::is("memory") {
            return Err(GpuError::OutOfMemory { what, asked: bytes, free: 0 });
        }
        self.account.take(bytes).map_err(|left| GpuError::OutOfMemory { what, asked: bytes, free: left })
    }

    /// Tells whoever reads what a GPU did that so many bytes were taken for `what`, and what is left, if that is much.
    pub(super) fn tell(&self, bytes: u64, what: &'static str) {
        if bytes >= TOLD && log::log_enabled!(log::Level::Debug) {
            let left = self.free().map_or_else(|error| error.to_string(), |free| format!("{} left", mebibytes(free)));
            log::debug!("GPU memory: {} for {what}, {left}", mebibytes(bytes));
        }
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.account.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Why the driver gave no `bytes` for `what`.
    pub(super) fn lack(&self, bytes: u64, what: &'static str) -> GpuError {
        GpuError::OutOfMemory { what, asked: bytes, free: self.free().unwrap_or_default() }
    }
}

/// Bytes taken of those that may be.
#[derive(Debug)]
struct Account {
    limit: u64,
    taken: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    fn new(limit: Option<u64>) -> Account {
        Account { limit: limit.unwrap_or(u64::MAX), taken: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    fn left(&self) -> u64 {
        self.limit - self.taken.load(Ordering::Relaxed)
    }

    /// Takes `bytes`, or says how many are left.
    fn take(&self, bytes: u64) -> Result<(), u64> {
        let more = |taken: u64| taken.checked_add(bytes).filter(|&taken| taken <= self.limit);
        match self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(before) => {
                self.peak.fetch_max(before + bytes, Ordering::Relaxed);
                Ok(())
            }
            Err(taken) => Err(self.limit - taken),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_may_be() {
        let account = Account::new(Some(100));
        assert_eq!((account.take(60), account.take(41)), (Ok(()), Err(40)));
        assert_eq!((account.take(40), account.left()), (Ok(()), 0));
        account.taken.fetch_sub(70, Ordering::Relaxed);
        assert_eq!((account.take(5), account.left()), (Ok(()), 65));
        assert_eq!(account.peak.load(Ordering::Relaxed), 100);
        assert_eq!(Account::new(None).take(u64::MAX), Ok(()));
    }
}
