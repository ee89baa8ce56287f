//! What kind of GPUs there are likely to be, as the PCI bus says: it knows at once, while the driver takes a tenth of a second to
//! start, and NVIDIA's management library, asked meanwhile, seems to take no less. Only good for a guess, by which planning and compiling
//! begin: the driver may show other devices, some of them or none.

use std::fs;
use std::path::Path;

use super::devices::Capability;

/// Where Linux lists the devices of the bus.
const BUS: &str = "/sys/bus/pci/devices";
const NVIDIA: u32 = 0x10de;
/// Display controllers, the first byte of a class.
const DISPLAY: u32 = 0x03;

/// What NVIDIA's driver is called by, on Linux and on the Linux of Windows.
const DRIVERS: [&str; 2] = ["/dev/nvidiactl", "/dev/dxg"];

/// Whether there seems to be a driver.
pub(crate) fn has_driver() -> bool {
    DRIVERS.iter().any(|path| Path::new(path).exists())
}

/// The compute capability of all GPUs of the machine; `None` if they differ or nothing is known.
pub(crate) fn capability() -> Option<Capability> {
    let mut found = None;
    for device in fs::read_dir(Path::new(BUS)).ok()?.flatten() {
        let read = |name: &str| {
            let text = fs::read_to_string(device.path().join(name)).ok()?;
            u32::from_str_radix(text.trim().trim_start_matches("0x"), 16).ok()
        };
        if read("vendor") != Some(NVIDIA) || read("class").is_none_or(|class| class >> 16 != DISPLAY) {
            continue;
        }
        let own = read("device").and_then(of_device);
        if own.is_none() || found.is_some_and(|found| Some(found) != own) {
            return None;
        }
        found = own;
    }
    found
}

/// Compute capability by the number of a device: its high byte tells generations apart.
fn of_device(id: u32) -> Option<Capability> {
    match id >> 8 {
        0x1d => Some((7, 0)),
        0x1e | 0x1f | 0x21 => Some((7, 5)),
        0x20 => Some((8, 0)),
        0x22 | 0x24 | 0x25 => Some((8, 6)),
        0x23 => Some((9, 0)),
        0x26..=0x28 => Some((8, 9)),
        0x29 => Some((10, 0)),
        0x2b..=0x2f => Some((12, 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations() {
        let known = [(0x2335, "H200"), (0x2330, "H100"), (0x20b5, "A100"), (0x26b5, "L40"), (0x2901, "B200")];
        let expected = [(9, 0), (9, 0), (8, 0), (8, 9), (10, 0)];
        for ((id, name), capability) in known.into_iter().zip(expected) {
            assert_eq!(of_device(id), Some(capability), "{name}");
        }
        assert_eq!(of_device(0x1b80), None, "older than what kernels run on");
    }
}
