//! The choice of a device on the command line: `auto`, `cpu`, `hybrid`, `gpu`, `gpu:0`, `gpu:0,1`.

use gpm::Devices;

const EXPECTED: &str =
    "expected auto or cpu, hybrid for both at once, or gpu, gpu:0 or gpu:0,1 for GPUs counted from 0";

/// Reads a choice.
pub(crate) fn parse(text: &str) -> Result<Devices, String> {
    match text {
        "auto" => Ok(Devices::Auto),
        "cpu" => Ok(Devices::Cpu),
        "gpu" => Ok(Devices::Gpu(None)),
        "hybrid" => Ok(Devices::Hybrid),
        _ => text.strip_prefix("gpu:").ok_or_else(|| EXPECTED.to_owned()).and_then(parse_list),
    }
}

fn parse_list(list: &str) -> Result<Devices, String> {
    let mut gpus: Vec<u32> = Vec::new();
    for part in list.split(',') {
        let gpu = part.parse().map_err(|_| EXPECTED.to_owned())?;
        if gpus.contains(&gpu) {
            return Err(format!("gpu {gpu} is named twice"));
        }
        gpus.push(gpu);
    }
    Ok(Devices::Gpu(Some(gpus)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices() {
        assert_eq!(parse("auto"), Ok(Devices::Auto));
        assert_eq!(parse("cpu"), Ok(Devices::Cpu));
        assert_eq!(parse("hybrid"), Ok(Devices::Hybrid));
        assert_eq!(parse("gpu"), Ok(Devices::Gpu(None)));
        assert_eq!(parse("gpu:3"), Ok(Devices::Gpu(Some(vec![3]))));
        assert_eq!(parse("gpu:1,0"), Ok(Devices::Gpu(Some(vec![1, 0]))));
    }

    #[test]
    fn what_is_no_choice() {
        for text in ["", "gpu:", "gpu:a", "gpu:0,", "gpu:-1", "gpu0", "abacus"] {
            assert_eq!(parse(text), Err(EXPECTED.to_owned()), "{text}");
        }
        assert!(parse("gpu:1,1").is_err_and(|error| error.contains("twice")));
    }
}
