//! Where axes have their marks: 1, 2 or 5 times powers of ten, or powers of ten alone.

use crate::number::{grouped, raised, scientific};

/// Steps that decades are cut into, relative to the decade.
const STEPS: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
/// From here on marks are written with powers of ten. *guess*
const SCIENTIFIC_FROM: f64 = 1e6;
/// Numbers from here on have no axis: its ends might be larger than numbers can be. *guess*
const LARGEST: f64 = 1e300;
/// Powers of ten on an axis, at most; of more, every second or third is marked. *guess*
const MOST_DECADES: i32 = 8;

/// Marks of an axis, and what stands beside them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) at: Vec<f64>,
    pub(crate) labels: Vec<String>,
}

/// The axis of an interval: its ends moved outwards to marks, and about `wanted` marks. What is empty, not finite or too large becomes 0 to 1.
pub(crate) fn linear((low, high): (f64, f64), wanted: usize) -> ((f64, f64), Ticks) {
    let (low, high) = match (low, high) {
        (low, high) if !(low.abs() < LARGEST && high.abs() < LARGEST) || low > high => (0.0, 1.0),
        (low, high) if high - low <= low.abs().max(high.abs()) * 1e-9 => (low - 1.0, high + 1.0),
        ends => ends,
    };
    let rough = (high - low) / wanted.max(1) as f64;
    let decade = 10_f64.powf(rough.log10().floor());
    let step = STEPS.iter().map(|step| step * decade).find(|&step| step >= rough * 0.999).unwrap_or(10.0 * decade);
    let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
    let count = (last - first).clamp(1.0, 1000.0) as usize;
    let at: Vec<f64> = (0..=count).map(|i| (first + i as f64) * step).collect();
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let largest = low.abs().max(high.abs());
    let labels = at.iter().map(|&value| label(value, decimals, largest)).collect();
    ((first * step, last * step), Ticks { at, labels })
}

/// Numbers whose ratio is less than this have marks at 1, 2 and 5 times powers of ten, so that few powers do not leave a chart half empty. *guess*
const FINE_BELOW: f64 = 100.0;

/// The axis of positive numbers by powers of ten, or by the steps between, its ends moved outwards to marks.
pub(crate) fn decades((low, high): (f64, f64)) -> ((f64, f64), Ticks) {
    let is_usable = low > 0.0 && high.is_finite() && low <= high;
    let (low, high) = if is_usable { (low, high) } else { (1.0, 10.0) };
    let (first, last) = ((low.log10() + 1e-9).floor() as i32, (high.log10() - 1e-9).ceil() as i32);
    let last = last.max(first + 1);
    if high / low < FINE_BELOW {
        return between((low, high), (first, last));
    }
    let step = (last - first).div_euclid(MOST_DECADES) + 1;
    let powers = (first..=last).filter(|power| (power - first) % step == 0);
    let at = powers.clone().map(|power| 10_f64.powi(power)).collect();
    let labels = powers.map(|power| match power {
        0..=3 => grouped(10_u128.pow(power.unsigned_abs())),
        -3..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("10{}", raised(&power.to_string())),
    });
    ((10_f64.powi(first), 10_f64.powi(last)), Ticks { at, labels: labels.collect() })
}

/// The axis of an interval within two powers of ten.
fn between((low, high): (f64, f64), (first, last): (i32, i32)) -> ((f64, f64), Ticks) {
    let marks: Vec<(f64, i32)> = (first..=last)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|step| (step * 10_f64.powi(power), power)))
        .filter(|&(mark, _)| mark < 10_f64.powi(last) * 1.5)
        .collect();
    let start = marks.iter().rposition(|&(mark, _)| mark <= low * (1.0 + 1e-9)).unwrap_or(0);
    let end = marks.iter().position(|&(mark, _)| mark >= high * (1.0 - 1e-9)).unwrap_or(marks.len());
    // Numbers that are all the same have an axis as well.
    let own: Vec<(f64, i32)> = marks.into_iter().skip(start).take(end.max(start + 1) - start + 1).collect();
    let labels = own.iter().map(|&(mark, power)| label(mark, (-power).max(0) as usize, mark)).collect();
    let ends = (own.first().map_or(low, |mark| mark.0), own.last().map_or(high, |mark| mark.0));
    (ends, Ticks { at: own.iter().map(|mark| mark.0).collect(), labels })
}

/// A mark on an axis up to `largest`, with a fixed number of decimals.
fn label(value: f64, decimals: usize, largest: f64) -> String {
    if value != 0.0 && (largest >= SCIENTIFIC_FROM || decimals > 4) {
        let text = scientific(value, 1);
        return text.replacen(".0 ", " ", 1);
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, part) = text.split_once('.').map_or((text.as_str(), None), |(whole, part)| (whole, Some(part)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
    let sign = if value < 0.0 && value.abs() * 10_f64.powi(decimals as i32) >= 0.5 { "−" } else { "" };
    match part {
        Some(part) => format!("{sign}{whole}.{part}"),
        None => format!("{sign}{whole}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64) -> String {
        linear((low, high), 5).1.labels.join(" ")
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(labels(0.0, 97.0), "0 20 40 60 80 100");
        assert_eq!(labels(-0.31, 0.88), "−0.5 0.0 0.5 1.0");
        assert_eq!(labels(0.0, 4321.0), "0 1,000 2,000 3,000 4,000 5,000");
        assert_eq!(labels(0.0, 6.1e9), "0 2 × 10⁹ 4 × 10⁹ 6 × 10⁹ 8 × 10⁹");
        assert_eq!(labels(f64::NAN, 1.0), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(labels(3.0, 3.0), "2.0 2.5 3.0 3.5 4.0");
    }

    #[test]
    fn few_decades_have_marks_between() {
        assert_eq!(decades((1.0, 17.0)).1.labels, ["1", "2", "5", "10", "20"]);
        assert_eq!(decades((0.03, 1.0)), ((0.02, 1.0), decades((0.02, 1.0)).1));
        assert_eq!(decades((0.03, 1.0)).1.labels, ["0.02", "0.05", "0.1", "0.2", "0.5", "1"]);
        assert_eq!([decades((1.0, 1.0)).1.labels, decades((10.0, 10.0)).1.labels], [["1", "2"], ["10", "20"]]);
        assert_eq!(decades((3.0, 4.0)).0, (2.0, 5.0));
        let tiny = decades((1e-300, 2e-300));
        assert!(tiny.0.0 < tiny.0.1 && tiny.1.labels.len() == tiny.1.at.len(), "{tiny:?}");
    }

    #[test]
    fn decades_are_marked() {
        assert_eq!(decades((1.0, 170.0)).1.labels, ["1", "10", "100", "1,000"]);
        assert_eq!(decades((0.003, 1.0)).1.labels, ["0.001", "0.01", "0.1", "1"]);
        assert!(decades((1.0, 1e30)).1.labels.len() <= 9);
        assert_eq!(decades((0.0, f64::INFINITY)).1.labels, ["1", "2", "5", "10"]);
    }
}
