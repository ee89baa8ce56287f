//! Which table of primitives runs on this CPU.

use std::sync::OnceLock;

use super::Kernels;

impl Kernels {
    /// The table that runs on every host.
    pub fn portable() -> &'static Kernels {
        &super::portable::KERNELS
    }

    /// Every table this CPU can run, best last.
    pub fn all_supported() -> Vec<&'static Kernels> {
        let mut tables = vec![Kernels::portable()];
        #[cfg(target_arch = "x86_64")]
        {
            tables.extend(super::avx2::is_supported().then_some(&super::avx2::KERNELS));
            tables.extend(super::avx512::is_supported().then_some(&super::avx512::KERNELS));
        }
        tables
    }
}

/// The best table for this CPU, or the one that the environment variable `GPM_SIMD` names.
///
/// A name that this CPU cannot run, or that no table has, is logged and ignored.
pub fn kernels() -> &'static Kernels {
    static CHOICE: OnceLock<&'static Kernels> = OnceLock::new();
    CHOICE.get_or_init(|| choose(std::env::var("GPM_SIMD").ok().as_deref()))
}

fn choose(wanted: Option<&str>) -> &'static Kernels {
    let tables = Kernels::all_supported();
    let best = tables[tables.len() - 1];
    let Some(wanted) = wanted.filter(|name| !name.is_empty()) else { return best };
    tables.into_iter().find(|table| table.name == wanted).unwrap_or_else(|| {
        log::warn!("`GPM_SIMD={wanted}` is not supported here, using `{}`", best.name);
        best
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn override_picks_a_supported_table_and_ignores_others() {
        assert_eq!(choose(Some("portable")).name, "portable");
        let best = Kernels::all_supported().last().unwrap().name;
        assert_eq!([choose(None).name, choose(Some("")).name, choose(Some("mmx")).name], [best; 3]);
    }
}
