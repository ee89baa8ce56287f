//! The end of a command that runs out of memory: a message with what was asked for, and exit code 1, instead of an abort.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator. Where it has no more, the command ends.
struct Reporting;

#[global_allocator]
static ALLOCATOR: Reporting = Reporting;

// SAFETY: all is done by the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Reporting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by contract.
        granted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by contract.
        granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: by contract.
        granted(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: by contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The memory, if there was any.
#[inline]
fn granted(memory: *mut u8, size: usize) -> *mut u8 {
    if memory.is_null() { end(size) } else { memory }
}

/// Ends the command. Nothing here allocates, or waits for what this thread may have itself: the message is put together in a fixed buffer.
#[cold]
fn end(size: usize) -> ! {
    let mut text = [0u8; 160];
    let mut rest = &mut text[..];
    // What does not fit the buffer is not said; a standard error that takes nothing has no reader.
    let _ = writeln!(
        rest,
        "error: out of memory: {size} more bytes were asked for; a smaller graph or fewer --threads need less"
    );
    let left = rest.len();
    say(&text[..text.len() - left]);
    gpm::leave(1)
}

/// Writes to standard error, whoever has its lock.
#[cfg(unix)]
fn say(text: &[u8]) {
    // SAFETY: the bytes are there, and writing them touches no memory of this process.
    let _ = unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len()) };
}

#[cfg(not(unix))]
fn say(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}
