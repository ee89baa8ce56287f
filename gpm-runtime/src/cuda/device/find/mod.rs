//! Finding the devices of an engine, and opening them.

mod devices;
mod guess;
mod device;
mod root_counters;
mod opening;
mod turns;
mod discovery;

pub(crate) use device::{Device, PASSAGE};
pub(crate) use devices::Capability;
pub use devices::{DeviceInfo, devices};
pub(crate) use discovery::{Discovery, Found, Targets};
pub(crate) use guess::has_driver;
pub(crate) use opening::Opening;
pub(crate) use root_counters::{RootCounters, RootKind};
pub(crate) use turns::Turn;
