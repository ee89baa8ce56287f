//! A thing that threads use in turn, in the order in which they come. Who waits for it looks whether the run is stopped: a turn may take
//! as long as another run does.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, TryLockError};

use crate::control::{Control, LOOK, Stopped};
use crate::lock::{lock, whole};

/// The thing, and who waits for it.
#[derive(Debug, Default)]
pub(crate) struct Turns<T> {
    line: Mutex<Line>,
    /// Told when a turn ends, or somebody leaves the line.
    moved: Condvar,
    thing: Mutex<T>,
}

#[derive(Debug, Default)]
struct Line {
    is_taken: bool,
    /// Numbers of those who wait, the first of them first.
    waiting: VecDeque<u64>,
    next: u64,
    /// What is to be dropped in somebody's turn.
    left: Vec<Box<dyn Any + Send>>,
}

/// A turn with the thing, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a, T> {
    turns: &'a Turns<T>,
    thing: MutexGuard<'a, T>,
}

impl<T> Turns<T> {
    /// Nobody's turn yet.
    pub(crate) fn new(thing: T) -> Turns<T> {
        Turns { line: Mutex::default(), moved: Condvar::new(), thing: Mutex::new(thing) }
    }

    /// A turn, after all who came before. One that need not be waited for is had by a run that is stopped, too.
    ///
    /// # Errors
    /// [`Stopped`] if the run is stopped before.
    pub(crate) fn take(&self, control: &Control) -> Result<Turn<'_, T>, Stopped> {
        let mut line = lock(&self.line);
        let own = line.next;
        line.next += 1;
        line.waiting.push_back(own);
        while line.is_taken || line.waiting.front() != Some(&own) {
            if control.is_stopped() {
                line.waiting.retain(|&other| other != own);
                self.moved.notify_all();
                return Err(Stopped);
            }
            line = whole(self.moved.wait_timeout(line, LOOK)).0;
        }
        line.waiting.pop_front();
        Ok(self.turn(line))
    }

    /// A turn, if nobody has one or waits for one.
    pub(crate) fn try_take(&self) -> Option<Turn<'_, T>> {
        let line = lock(&self.line);
        (!line.is_taken && line.waiting.is_empty()).then(|| self.turn(line))
    }

    /// A look at the thing between turns, for a moment: whoever has a turn meanwhile waits.
    pub(crate) fn look(&self) -> Option<MutexGuard<'_, T>> {
        match self.thing.try_lock() {
            Ok(thing) => Some(thing),
            // Whoever panicked left it in order.
            Err(TryLockError::Poisoned(thing)) => Some(thing.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Drops what others must not be disturbed by: at once, or at the end of the turn that there is.
    pub(crate) fn drop_in_turn(&self, own: impl Any + Send) {
        let mut line = lock(&self.line);
        if line.is_taken {
            line.left.push(Box::new(own));
        } else {
            let turn = self.turn(line);
            drop(own);
            drop(turn);
        }
    }

    fn turn(&self, mut line: MutexGuard<'_, Line>) -> Turn<'_, T> {
        line.is_taken = true;
        // Others may wait in the line, not for it.
        drop(line);
        Turn { turns: self, thing: lock(&self.thing) }
    }
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.thing
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.thing
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut line = lock(&self.turns.line);
        while !line.left.is_empty() {
            let left = std::mem::take(&mut line.left);
            drop(line);
            drop(left);
            line = lock(&self.turns.line);
        }
        line.is_taken = false;
        self.turns.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    impl<T> Turns<T> {
        /// Waits until so many wait.
        fn wait_for(&self, number: usize) {
            while lock(&self.line).waiting.len() != number {
                thread::yield_now();
            }
        }
    }

    /// Before, whoever waited heard nothing until the other was done: this would wait for ever.
    #[test]
    fn who_waits_hears_that_the_run_is_stopped() {
        let (turns, control) = (Turns::new(7), Control::new());
        let held = turns.take(&Control::new()).unwrap();
        thread::scope(|scope| {
            let waiter = scope.spawn(|| turns.take(&control).map(|turn| *turn));
            turns.wait_for(1);
            control.stop();
            assert_eq!(waiter.join().unwrap(), Err(Stopped));
        });
        // A limit that has passed is heard as well.
        let limited = Control::new().with_time_limit(std::time::Duration::from_millis(1));
        let heard = limited.run(|run| turns.take(run).map(|turn| *turn)).expect("a thread watches limits");
        assert_eq!(heard, Err(Stopped));
        assert!(turns.try_take().is_none() && turns.look().is_none());
        drop(held);
        // What need not be waited for is had in any case.
        assert_eq!(turns.take(&control).map(|turn| *turn), Ok(7));
        assert_eq!((turns.try_take().map(|turn| *turn), turns.look().map(|thing| *thing)), (Some(7), Some(7)));
    }

    /// Who takes one turn after the other, as an estimate does for its batches, keeps nobody waiting for longer than one.
    #[test]
    fn turns_come_in_order() {
        let turns = Turns::new(Vec::new());
        let control = Control::new();
        let mut first = turns.take(&control).unwrap();
        thread::scope(|scope| {
            for number in 0..4 {
                let (turns, control) = (&turns, &control);
                scope.spawn(move || turns.take(control).unwrap().push(number));
                turns.wait_for(number + 1);
            }
            first.push(10);
            drop(first);
            turns.take(&control).unwrap().push(11);
        });
        assert_eq!(*turns.look().unwrap(), [10, 0, 1, 2, 3, 11]);
    }

    #[test]
    fn who_leaves_the_line_holds_up_nobody() {
        let (turns, stopped) = (Turns::new(()), Control::new());
        let held = turns.take(&Control::new()).unwrap();
        thread::scope(|scope| {
            let first = scope.spawn(|| turns.take(&stopped).is_err());
            turns.wait_for(1);
            let second = scope.spawn(|| turns.take(&Control::new()).is_ok());
            turns.wait_for(2);
            stopped.stop();
            assert!(first.join().unwrap());
            drop(held);
            assert!(second.join().unwrap());
        });
    }

    #[test]
    fn what_is_left_is_dropped_at_the_end_of_a_turn() {
        /// Says that it is dropped.
        struct Tells(std::sync::mpsc::Sender<bool>, Arc<Turns<()>>);
        impl Drop for Tells {
            fn drop(&mut self) {
                let _ = self.0.send(self.1.look().is_none());
            }
        }
        let (turns, (sender, told)) = (Arc::new(Turns::new(())), channel());
        let held = turns.take(&Control::new()).unwrap();
        turns.drop_in_turn(Tells(sender.clone(), Arc::clone(&turns)));
        assert!(told.try_recv().is_err(), "others are at work");
        drop(held);
        assert_eq!(told.try_recv(), Ok(true));
        turns.drop_in_turn(Tells(sender, Arc::clone(&turns)));
        assert_eq!(told.try_recv(), Ok(true), "at once");
    }

    #[test]
    fn a_panic_ends_a_turn() {
        let turns = Turns::new(1);
        let panics = || {
            let _turn = turns.take(&Control::new()).unwrap();
            panic!("as a sink may");
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
        assert_eq!(turns.take(&Control::new()).map(|turn| *turn), Ok(1));
    }
}
