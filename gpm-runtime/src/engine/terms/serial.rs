//! Reports and what they hold as serde's data (feature `serde`).

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::devices_used::{DevicesUsed, GpuUsed};
use super::report::Report;

/// Of the plan there is what was asked: `pattern`, `semantics` and `unit`, as the command prints them.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let query = &self.query;
        let mut report = serializer.serialize_struct("Report", 9)?;
        report.serialize_field("pattern", &query.pattern.to_string())?;
        report.serialize_field("semantics", &query.semantics.to_string())?;
        report.serialize_field("unit", query.unit.name(query.semantics))?;
        report.serialize_field("count", &self.count.to_string())?;
        report.serialize_field("partial", &self.partial)?;
        report.serialize_field("limited", &self.limited)?;
        report.serialize_field("device", &self.device)?;
        report.serialize_field("seconds", &self.seconds)?;
        report.serialize_field("gpu", &self.gpu)?;
        report.end()
    }
}

/// `kind`, `name` (the text), and what took part: `threads` and `instructions` of the CPU, `gpus`.
impl Serialize for DevicesUsed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let gpus: Vec<&GpuUsed> = self.gpus().collect();
        let num_fields = 2 + 3 * usize::from(self.threads().is_some()) + usize::from(!gpus.is_empty());
        let mut device = serializer.serialize_struct("DevicesUsed", num_fields)?;
        device.serialize_field("kind", self.kind())?;
        device.serialize_field("name", &self.to_string())?;
        match self.threads().zip(self.instructions()) {
            Some((threads, instructions)) => {
                device.serialize_field("threads", &threads)?;
                device.serialize_field("instructions", instructions)?;
                device.serialize_field("interpreted", &self.is_interpreted())?;
            }
            None => {
                device.skip_field("threads")?;
                device.skip_field("instructions")?;
                device.skip_field("interpreted")?;
            }
        }
        if gpus.is_empty() {
            device.skip_field("gpus")?;
        } else {
            device.serialize_field("gpus", &gpus)?;
        }
        device.end()
    }
}
