//! Finding the devices of an engine, and opening them.

mod devices;
mod guess;
mod device;
mod opening;
mod discovery;

pub(crate) use device::Device;
pub(crate) use devices::Capability;
pub use devices::{DeviceInfo, devices};
pub(crate) use discovery::{Discovery, Found, Targets};
pub(crate) use opening::Opening;
