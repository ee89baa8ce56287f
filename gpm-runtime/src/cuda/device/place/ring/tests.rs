//! The reading end of the ring, against writers that do what a kernel does.

use std::cell::UnsafeCell;
use std::sync::atomic::AtomicU32;

use super::*;

/// A ring in ordinary memory with the writing end of a kernel.
struct Fake {
    geometry: Geometry,
    matches: UnsafeCell<Vec<u32>>,
    ready: Vec<AtomicU64>,
    consumed: AtomicU64,
    emitted: AtomicU64,
    committed: Vec<AtomicU32>,
}

// SAFETY: writers write to places that they reserved, readers read what is marked as ready.
unsafe impl Sync for Fake {}

impl Fake {
    fn new(match_words: u64, chunk_shift: u32) -> Fake {
        let geometry = Geometry { match_words, chunk_shift };
        Fake {
            geometry,
            matches: UnsafeCell::new(vec![0; (geometry.capacity() * match_words) as usize]),
            ready: (0..CHUNKS).map(|_| AtomicU64::new(77)).collect(),
            consumed: AtomicU64::new(77),
            emitted: AtomicU64::new(0),
            committed: (0..CHUNKS).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    fn reader(&self) -> Reader<'_> {
        let ready = std::array::from_fn(|chunk| &self.ready[chunk]);
        // SAFETY: only the pointer is taken.
        let matches = unsafe { (*self.matches.get()).as_ptr() };
        Reader { geometry: self.geometry, matches, ready, consumed: &self.consumed, next: 0 }.reset()
    }

    /// Writes `value` as the next match, as a kernel does.
    fn emit(&self, value: u32) {
        let at = self.emitted.fetch_add(1, Ordering::Relaxed);
        while at >= self.consumed.load(Ordering::Acquire) + self.geometry.capacity() {
            std::thread::yield_now();
        }
        let words = self.geometry.match_words;
        let place = at % self.geometry.capacity() * words;
        for word in 0..words {
            // SAFETY: the place was reserved by this writer and is free.
            unsafe { (*self.matches.get()).as_mut_ptr().add((place + word) as usize).write(value + word as u32) };
        }
        let chunk = at >> self.geometry.chunk_shift;
        let slot = (chunk % CHUNKS) as usize;
        let before = self.committed[slot].fetch_add(1, Ordering::AcqRel);
        if u64::from(before) + 1 == self.geometry.chunk() {
            self.committed[slot].store(0, Ordering::Relaxed);
            self.ready[slot].store(chunk + 1, Ordering::Release);
        }
    }
}

/// Takes everything that `writers` threads write, `number` matches each.
fn transfer(match_words: u64, chunk_shift: u32, writers: u32, number: u32) -> Vec<Vec<u32>> {
    let fake = Fake::new(match_words, chunk_shift);
    let mut reader = fake.reader();
    let mut found = Vec::new();
    let mut take = |matches: &[u32]| found.extend(matches.chunks_exact(match_words as usize).map(<[u32]>::to_vec));
    std::thread::scope(|scope| {
        let fake = &fake;
        let threads: Vec<_> = (0..writers)
            .map(|writer| scope.spawn(move || (0..number).for_each(|i| fake.emit(writer * number + i))))
            .collect();
        while !threads.iter().all(|thread| thread.is_finished()) {
            if !reader.take_chunk(&mut take) {
                std::thread::yield_now();
            }
        }
    });
    reader.take_rest(fake.emitted.load(Ordering::Relaxed), &mut take);
    found.sort();
    found
}

#[test]
fn every_match_arrives_once() {
    for (match_words, shift, writers, number) in [(3, 2, 1, 1000), (3, 3, 3, 1000), (1, 0, 2, 100), (5, 4, 1, 7)] {
        let found = transfer(match_words, shift, writers, number);
        let expected: Vec<Vec<u32>> =
            (0..writers * number).map(|value| (0..match_words as u32).map(|word| value + word).collect()).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn nothing_is_taken_before_a_chunk_is_full() {
    let fake = Fake::new(2, 2);
    let mut reader = fake.reader();
    let mut taken = 0;
    (0..3).for_each(|value| fake.emit(value));
    assert!(!reader.take_chunk(&mut |_| unreachable!("no chunk is full")));
    fake.emit(3);
    assert!(reader.take_chunk(&mut |matches| taken += matches.len() / 2));
    assert_eq!((taken, fake.consumed.load(Ordering::Relaxed)), (4, 4));
    fake.emit(4);
    reader.take_rest(5, &mut |matches| taken += matches.len() / 2);
    assert_eq!(taken, 5);
}

#[test]
fn rings_are_cut_in_powers_of_two() {
    for match_words in 1..=32 {
        let geometry = Geometry::new(match_words);
        let bytes = geometry.chunk() * u64::from(match_words) * 4;
        assert!(bytes <= CHUNK_BYTES && 2 * bytes > CHUNK_BYTES, "{match_words}");
        assert!(geometry.capacity().is_power_of_two());
    }
}
