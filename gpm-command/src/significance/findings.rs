//! What a comparison with random graphs found: a table, JSON, or rows of a file.

use gpm::null::{Interval, Judgement};
use gpm::{Graph, Query};
use serde::{Serialize, Serializer};

use crate::answers::{JsonGraph, Subject, json_line, print_line};
use crate::process::{Failure, Messages};
use crate::rows::{Cell, ColumnHead, Columns, Kind, OutputArgs, PackedFile, RowFormat, RowWriter, TextFormat};

/// A pattern with its name, and what its count is worth.
pub(crate) type Row<'a> = (&'a (String, Query), Judgement);

/// What was found of each pattern.
pub(crate) struct Findings<'a> {
    pub(crate) rows: Vec<Row<'a>>,
    /// What the random graphs are called.
    pub(crate) null: &'a str,
    pub(crate) seed: u64,
    /// Whether there are as many random graphs as were asked for.
    pub(crate) is_complete: bool,
}

/// A file for rows, made before anything is counted, so that a place where nothing can be written is known at once.
pub(crate) struct Target(Option<(RowFormat, PackedFile)>);

impl Target {
    /// Starts the file, if rows are asked for.
    pub(crate) fn start(output: &OutputArgs, is_json: bool) -> Result<Target, Failure> {
        if !output.is_given() {
            return Ok(Target(None));
        }
        output.check_json(is_json)?;
        Ok(Target(Some((output.format(TextFormat::Csv)?, output.create()?))))
    }
}

/// One pattern; the fields are a contract, see `gpm significance --help`.
#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    subject: Subject,
    #[serde(serialize_with = "decimal")]
    observed: u128,
    samples: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
    z: Option<f64>,
    z_interval: Option<[f64; 2]>,
    p: f64,
    p_more: f64,
    p_fewer: f64,
    p_interval: [f64; 2],
    q: f64,
    profile: f64,
    verdict: &'static str,
    null: &'a str,
    seed: u64,
    partial: bool,
    graph: JsonGraph,
}

/// Counts have more digits than numbers of JSON are read with.
fn decimal<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

impl Findings<'_> {
    /// Prints what was found, or writes it to the file.
    pub(crate) fn tell(self, target: Target, is_json: bool, graph: &Graph, messages: Messages) -> Result<(), Failure> {
        if is_json {
            self.print_json(graph)?;
        }
        match target.0 {
            Some((format, file)) => self.write((format, file), graph, messages),
            None if is_json => Ok(()),
            None => self.print(),
        }
    }

    fn each(&self) -> impl Iterator<Item = (&str, &Query, &Judgement)> {
        self.rows.iter().map(|((name, query), judgement)| (name.as_str(), query, judgement))
    }

    fn print_json(&self, graph: &Graph) -> Result<(), Failure> {
        for (name, query, judgement) in self.each() {
            let Judgement { observed, samples, mean, deviation, z, p, p_more, p_fewer, q, profile, .. } = *judgement;
            print_line(&json_line(&Json {
                subject: Subject::new(name, query),
                observed,
                samples,
                mean,
                deviation,
                z,
                z_interval: judgement.z_interval.map(ends),
                p,
                p_more,
                p_fewer,
                p_interval: ends(judgement.p_interval),
                q,
                profile,
                verdict: judgement.verdict.name(),
                null: self.null,
                seed: self.seed,
                partial: !self.is_complete,
                graph: JsonGraph::new(graph),
            })?)?;
        }
        Ok(())
    }

    /// Columns below a head line, numbers to the right.
    fn print(&self) -> Result<(), Failure> {
        let head = ["pattern", "observed", "expected", "sd", "z", "p", "q", "profile", "verdict"].map(str::to_owned);
        let row = |(name, query, judgement): (&str, &Query, &Judgement)| {
            let meaning = Subject::new(name, query).meaning();
            let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), short);
            let z = match (judgement.z, judgement.z_interval) {
                (Some(z), Some(interval)) => format!("{z:.2} ± {:.2}", interval.half()),
                _ => "-".to_owned(),
            };
            [
                format!("{name}  ({meaning})"),
                judgement.observed.to_string(),
                number(judgement.mean),
                number(judgement.deviation),
                z,
                short(judgement.p),
                short(judgement.q),
                format!("{:.3}", judgement.profile),
                judgement.verdict.name().to_owned(),
            ]
        };
        let lines: Vec<[String; 9]> = std::iter::once(head).chain(self.each().map(row)).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..9).map(width).collect();
        lines.iter().try_for_each(|line| {
            let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                8 => cell.clone(),
                _ => format!("{cell:>width$}"),
            });
            print_line(&cells.collect::<Vec<_>>().join("  "))
        })
    }

    fn write(&self, (format, file): (RowFormat, PackedFile), graph: &Graph, messages: Messages) -> Result<(), Failure> {
        let is_wide = self.rows.iter().any(|(_, judgement)| u64::try_from(judgement.observed).is_err());
        let text = |name: &str| ColumnHead::new(name, Kind::Text);
        let float = |name: &str| ColumnHead::new(name, Kind::Float);
        let mut values = vec![text("pattern"), text("definition"), text("semantics"), text("unit")];
        values.push(ColumnHead::new("observed", if is_wide { Kind::WideCount } else { Kind::Count }));
        values.push(ColumnHead::new("samples", Kind::Count));
        let numbers =
            ["mean", "deviation", "z", "z_low", "z_high", "p", "p_more", "p_fewer", "p_low", "p_high", "q", "profile"];
        values.extend(numbers.map(float));
        values.push(text("verdict"));
        let mut rows = RowWriter::new(format, graph, Columns { vertices: Vec::new(), values }, file)?;
        for (name, query, judgement) in self.each() {
            let subject = Subject::new(name, query);
            let (semantics, unit) = subject.words();
            let z = judgement.z_interval;
            let numbers = [
                judgement.mean,
                judgement.deviation,
                judgement.z,
                z.map(|z| z.low),
                z.map(|z| z.high),
                Some(judgement.p),
                Some(judgement.p_more),
                Some(judgement.p_fewer),
                Some(judgement.p_interval.low),
                Some(judgement.p_interval.high),
                Some(judgement.q),
                Some(judgement.profile),
            ];
            let texts = [name, &subject.shape.definition, semantics, unit].map(|text| Cell::Text(Some(text)));
            let counts = [judgement.observed, judgement.samples.into()].map(Cell::Count);
            let cells = texts.into_iter().chain(counts).chain(numbers.into_iter().map(Cell::Float));
            rows.push(&[], cells.chain([Cell::Text(Some(judgement.verdict.name()))]))?;
        }
        if let Some(path) = rows.keep(self.is_complete)? {
            messages.note(format_args!("what was found is in `{}`", path.display()));
        }
        Ok(())
    }
}

/// A number in few digits: four that count, or all before the point.
fn short(value: f64) -> String {
    let size = value.abs();
    match size {
        0.0 => "0".to_owned(),
        _ if size < 1e-3 => format!("{value:.2e}"),
        _ if size >= 1e15 => format!("{value:.4e}"),
        _ => {
            let digits = (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
            format!("{value:.digits$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases =
            [(0.0, "0"), (12.3456, "12.35"), (123_456.7, "123457"), (0.019_801_98, "0.01980"), (2e-5, "2.00e-5")];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        assert_eq!(short(-1.5e20), "-1.5000e20");
    }
}
