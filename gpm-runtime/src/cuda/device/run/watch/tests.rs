//! Launches that end, do not end, fail, and are left by a panic.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;

/// What a launch does. A test keeps it; its watch has a reference.
#[derive(Default)]
struct Fake {
    /// Looks after which it is done by itself; never if `None`.
    ends_after: Option<u32>,
    /// Whether it ends when told.
    obeys: bool,
    /// Whether each look fails.
    is_broken: bool,
    looks: Cell<u32>,
    told: Cell<u32>,
    times_abandoned: Cell<u32>,
}

impl Fake {
    fn is_done(&self) -> bool {
        let is_told = self.obeys && self.told.get() > 2;
        is_told || self.ends_after.is_some_and(|looks| self.looks.get() > looks)
    }
}

impl Launched for &Fake {
    fn is_finished(&self) -> Result<bool, GpuError> {
        self.looks.set(self.looks.get() + 1);
        match self.is_broken {
            true => Err(GpuError::Driver { what: "running a kernel", reason: "broken".to_owned() }),
            false => Ok(self.is_done()),
        }
    }

    fn is_idle(&self) -> bool {
        self.is_done()
    }

    fn tell(&self) -> Result<(), GpuError> {
        self.told.set(self.told.get() + 1);
        Ok(())
    }

    fn ask(&self) -> Result<(), GpuError> {
        Ok(())
    }

    fn roots_taken(&self) -> u64 {
        7
    }

    fn abandon(&self, waited: Duration) -> GpuError {
        self.times_abandoned.set(self.times_abandoned.get() + 1);
        GpuError::Stuck { index: 0, waited }
    }
}

const SOON: Duration = Duration::from_millis(20);

/// Waits for a launch, with little patience.
fn wait(fake: &Fake, control: &Control, is_hopeless: bool, mut serve: impl FnMut() -> bool) -> Result<Ended, GpuError> {
    let is_hopeless = || is_hopeless;
    let mut watch = Watch::new(fake, control, &is_hopeless);
    watch.patience = SOON;
    watch.wait(|| Ok(serve()))
}

#[test]
fn naps_grow_with_the_wait() {
    assert_eq!(nap(Duration::ZERO), None);
    assert_eq!(nap(Duration::from_micros(3999)), None);
    assert!(nap(SPIN) >= Some(SHORTEST_NAP));
    assert_eq!(nap(Duration::from_micros(4000)), Some(Duration::from_nanos(62_500)));
    assert_eq!(nap(Duration::from_millis(32)), Some(Duration::from_micros(500)));
    assert_eq!(nap(Duration::from_secs(60)), Some(LONGEST_NAP));
}

#[test]
fn a_launch_that_ends_is_told_nothing() {
    let fake = Fake { ends_after: Some(3), ..Fake::default() };
    let ended = wait(&fake, &Control::new(), false, || false).unwrap();
    assert_eq!((ended.is_stopped, fake.told.get()), (false, 0));
}

#[test]
fn a_launch_is_told_until_it_ends() {
    let control = Control::new();
    control.stop();
    for (control, is_hopeless, is_serving) in [(&control, false, false), (&Control::new(), true, true)] {
        let fake = Fake { obeys: true, ..Fake::default() };
        let ended = wait(&fake, control, is_hopeless, || is_serving).unwrap();
        assert!(ended.is_stopped && fake.told.get() > 2 && fake.times_abandoned.get() == 0);
    }
}

#[test]
fn a_launch_that_does_not_end_is_given_up() {
    let control = Control::new();
    control.stop();
    let fake = Fake::default();
    let error = wait(&fake, &control, false, || false).unwrap_err();
    assert!(matches!(error, GpuError::Stuck { waited, .. } if waited >= SOON), "{error}");
    assert!(fake.told.get() > 1);
    assert_eq!(fake.times_abandoned.get(), 1, "it is waited for once");
}

#[test]
fn whatever_cuts_the_wait_short_ends_the_launch() {
    let fake = Fake { obeys: true, ..Fake::default() };
    let control = Control::new();
    let panics = || panic!("a sink with a fault");
    let unwound = catch_unwind(AssertUnwindSafe(|| wait(&fake, &control, false, panics)));
    assert!(unwound.is_err() && fake.told.get() > 2 && fake.is_done());

    let fake = Fake { obeys: true, is_broken: true, ..Fake::default() };
    let error = wait(&fake, &control, false, || false).unwrap_err();
    assert!(matches!(error, GpuError::Driver { .. }) && fake.is_done(), "{error}");

    // A launch that was never waited for.
    let fake = Fake { obeys: true, ..Fake::default() };
    drop(Watch::new(&fake, &control, &|| false));
    assert!(fake.is_done() && !control.is_stopped());

    // Not even the drop waits forever.
    let fake = Fake { is_broken: true, ..Fake::default() };
    assert!(wait(&fake, &control, false, || false).is_err());
    assert!(fake.times_abandoned.get() > 0);
}
