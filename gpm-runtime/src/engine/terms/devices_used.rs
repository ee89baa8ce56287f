//! What a run used, as a value: reports carry it, texts and serde's data are made of it.

use std::fmt;

use crate::set::kernels;

/// What a run used, in the order in which it did. As text: `cpu, 16 threads, avx512`, with `, interpreted` behind it where no native
/// code was made, `gpu 0: NVIDIA H200`, or several of these with `, then ` between them.
///
/// ```
/// use gpm::{Engine, EngineConfig, Graph};
///
/// let engine = Engine::cpu(&EngineConfig { threads: Some(2), ..EngineConfig::default() })?;
/// let device = engine.count(&Graph::from_edges(2, [(0, 1)])?, "a-b")?.device;
/// assert_eq!((device.kind(), device.threads(), device.gpus().count()), ("cpu", Some(2), 0));
/// assert!(device.to_string().starts_with("cpu, 2 threads, "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DevicesUsed {
    /// Different from each other; there is at least one.
    used: Vec<Used>,
}

/// What searched at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Used {
    /// Threads of the CPU.
    Cpu { threads: usize, instructions: &'static str, is_interpreted: bool },
    /// GPUs that share the work; none if they are missing.
    #[cfg_attr(not(any(feature = "cuda", test)), expect(dead_code, reason = "no GPU takes part without the feature"))]
    Gpus(Vec<GpuUsed>),
}

/// A GPU that took part in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GpuUsed {
    /// Its number, from 0.
    pub index: u32,
    /// What its maker calls it.
    pub name: String,
}

impl DevicesUsed {
    /// Threads of the CPU, with the instructions that are there.
    pub(in crate::engine) fn cpu(threads: usize) -> Self {
        Self { used: vec![Used::Cpu { threads, instructions: kernels().name, is_interpreted: false }] }
    }

    /// Threads of the CPU that interpret programs.
    pub(in crate::engine) fn interpreting_cpu(threads: usize) -> Self {
        Self { used: vec![Used::Cpu { threads, instructions: kernels().name, is_interpreted: true }] }
    }

    /// GPUs that share the work.
    #[cfg(feature = "cuda")]
    pub(in crate::engine) fn of_gpus(gpus: Vec<GpuUsed>) -> Self {
        Self { used: vec![Used::Gpus(gpus)] }
    }

    /// What several runs used one after the other, each once; `None` if there was no run.
    pub(in crate::engine) fn of_all<'a>(all: impl IntoIterator<Item = &'a DevicesUsed>) -> Option<Self> {
        let mut used: Vec<Used> = Vec::new();
        for one in all.into_iter().flat_map(|devices| &devices.used) {
            if !used.contains(one) {
                used.push(one.clone());
            }
        }
        (!used.is_empty()).then_some(Self { used })
    }

    /// `cpu`, `gpu`, or `cpu+gpu` for a run that used both.
    pub fn kind(&self) -> &'static str {
        let has = |is_cpu: bool| self.used.iter().any(|used| matches!(used, Used::Cpu { .. }) == is_cpu);
        match (has(true), has(false)) {
            (true, true) => "cpu+gpu",
            (true, false) => "cpu",
            (false, _) => "gpu",
        }
    }

    /// Threads of the CPU, if it took part.
    pub fn threads(&self) -> Option<usize> {
        self.of_cpu().map(|(threads, _)| threads)
    }

    /// The instruction set of the CPU's set operations, such as `avx512`, if it took part.
    pub fn instructions(&self) -> Option<&'static str> {
        self.of_cpu().map(|(_, instructions)| instructions)
    }

    /// Whether the CPU took part and interpreted the search, which takes about twenty times as long as native code: the build lacks the
    /// feature `jit`, the host is one that the code generator does not know, or [`EngineConfig::interpret`](crate::engine::EngineConfig) asks for it.
    pub fn is_interpreted(&self) -> bool {
        self.used.iter().any(|used| matches!(used, Used::Cpu { is_interpreted: true, .. }))
    }

    /// The GPUs that took part.
    pub fn gpus(&self) -> impl Iterator<Item = &GpuUsed> {
        self.used.iter().flat_map(|used| match used {
            Used::Cpu { .. } => [].iter(),
            Used::Gpus(gpus) => gpus.iter(),
        })
    }

    fn of_cpu(&self) -> Option<(usize, &'static str)> {
        self.used.iter().find_map(|used| match *used {
            Used::Cpu { threads, instructions, .. } => Some((threads, instructions)),
            Used::Gpus(_) => None,
        })
    }
}

impl fmt::Display for DevicesUsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.used.iter().map(Used::to_string).collect();
        f.write_str(&texts.join(", then "))
    }
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu { threads, instructions, is_interpreted } => {
                let interpreted = if *is_interpreted { ", interpreted" } else { "" };
                write!(f, "cpu, {threads} threads, {instructions}{interpreted}")
            }
            Self::Gpus(gpus) if gpus.is_empty() => f.write_str("gpu, none"),
            Self::Gpus(gpus) => {
                let texts: Vec<String> =
                    gpus.iter().map(|GpuUsed { index, name }| format!("gpu {index}: {name}")).collect();
                f.write_str(&texts.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gpus(indexes: &[u32]) -> Used {
        Used::Gpus(indexes.iter().map(|&index| GpuUsed { index, name: "NVIDIA H200".to_owned() }).collect())
    }

    #[track_caller]
    fn check(used: &[Used], expected: (&str, &str, Option<usize>, usize)) {
        let each: Vec<DevicesUsed> = used.iter().map(|used| DevicesUsed { used: vec![used.clone()] }).collect();
        let device = DevicesUsed::of_all(&each).expect("there is one");
        let text = device.to_string();
        assert_eq!((text.as_str(), device.kind(), device.threads(), device.gpus().count()), expected);
        assert_eq!(device.instructions(), device.threads().map(|_| "avx2"));
    }

    #[test]
    fn fields_and_text() {
        let cpu = || Used::Cpu { threads: 2, instructions: "avx2", is_interpreted: false };
        let interpreted = Used::Cpu { threads: 2, instructions: "avx2", is_interpreted: true };
        check(&[interpreted], ("cpu, 2 threads, avx2, interpreted", "cpu", Some(2), 0));
        check(&[cpu(), cpu()], ("cpu, 2 threads, avx2", "cpu", Some(2), 0));
        check(&[gpus(&[0])], ("gpu 0: NVIDIA H200", "gpu", None, 1));
        check(&[gpus(&[0, 3])], ("gpu 0: NVIDIA H200, gpu 3: NVIDIA H200", "gpu", None, 2));
        check(&[cpu(), gpus(&[0]), cpu()], ("cpu, 2 threads, avx2, then gpu 0: NVIDIA H200", "cpu+gpu", Some(2), 1));
        check(&[gpus(&[])], ("gpu, none", "gpu", None, 0));
        assert_eq!(DevicesUsed::of_all([]), None);
    }
}
