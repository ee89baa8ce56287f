//! Numbers and dates as people write them: `1,136.87`, `1.136,87`, `EUR 12`, `12 %`, `31.12.2024`. A column is read so if one way of
//! writing fits all of its fields; what two ways read differently is left to its writer.

use std::fmt::Write;

use gpm_plan::pattern::predicate::Calendar;
use gpm_plan::pattern::predicate::calendar::date;

use super::{Column, MISSING, TextColumn};

/// Ways of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A decimal point; thousands may be parted by commas, blanks or apostrophes.
    Point,
    /// A decimal comma; thousands may be parted by points, blanks or apostrophes.
    Comma,
    /// Day, month, year.
    DayFirst,
    /// Month, day, year between slashes or dashes.
    MonthFirst,
    /// Year, month, day between slashes or points.
    YearFirst,
}

const ALL: [Way; 5] = [Way::Point, Way::Comma, Way::DayFirst, Way::MonthFirst, Way::YearFirst];

/// What stands before and behind a number.
type Unit<'a> = (&'a str, &'a str);

/// The ways of writing that fit all fields so far.
pub(super) struct Written {
    ways: Vec<Way>,
    /// Of the first field that has a value.
    first: Option<String>,
    unit: Option<(String, String)>,
    /// The first field that the ways read differently.
    differs: Option<String>,
    /// What the fields began like, and the first one that no way fits any more.
    pub(super) broken: Option<(&'static str, String)>,
}

/// What a column of texts is.
pub(super) enum Verdict {
    Text,
    /// Numbers or dates, and how the first is read.
    Column(Column, String),
    /// A text that can be read in two ways, and both readings.
    Unclear(String),
}

impl Default for Written {
    fn default() -> Self {
        Written { ways: ALL.to_vec(), first: None, unit: None, differs: None, broken: None }
    }
}

/// What people write for no value among numbers.
pub(super) fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—")
}

impl Written {
    /// Looks at a field that has a value.
    pub(super) fn push(&mut self, text: &str, line: u64) {
        if self.ways.is_empty() || is_dash(text) {
            return;
        }
        let unsigned = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
        let unit = unit_of(unsigned).map(|(unit, _)| unit).unwrap_or_default();
        let own = self.unit.get_or_insert_with(|| (unit.0.to_owned(), unit.1.to_owned()));
        let is_alike = (own.0.as_str(), own.1.as_str()) == unit;
        let what = self.ways.first().map_or("", |way| way.what());
        self.ways.retain(|way| is_alike && way.read(text).is_some());
        if self.ways.is_empty() {
            self.broken = self.first.is_some().then(|| (what, format!("line {line}: `{text}`")));
            return;
        }
        self.first.get_or_insert_with(|| text.to_owned());
        let readings = || self.ways.iter().map(|way| way.read(text));
        if self.differs.is_none() && readings().any(|reading| reading != readings().next().flatten()) {
            self.differs = Some(text.to_owned());
        }
    }

    /// What the column of these texts is.
    pub(super) fn verdict(&self, text: &TextColumn) -> Verdict {
        let (Some(&way), Some(first)) = (self.ways.first(), &self.first) else { return Verdict::Text };
        let shown = |way: &Way, text: &str| match (way.read(text), way.is_date()) {
            (Some(Reading::Day(day)), _) => Calendar::Date.text(day),
            (Some(Reading::Number(number)), _) => number,
            (None, _) => String::new(),
        };
        // Ways that fell away later do not matter.
        let is_unclear = |text: &&str| self.ways.iter().any(|other| other.read(text) != way.read(text));
        let mut texts = (0..text.len()).filter_map(|at| text.get(at));
        if let Some(differs) = self.differs.as_ref().and_then(|_| texts.find(is_unclear)) {
            let readings: Vec<String> = self.ways.iter().map(|way| shown(way, differs)).collect();
            return Verdict::Unclear(format!("`{differs}` may be {}", readings.join(" or ")));
        }
        let readings = (0..text.len()).map(|at| text.get(at).and_then(|text| way.read(text)));
        let column = match way.is_date() {
            true => Column::Moments(
                Calendar::Date,
                readings
                    .map(|reading| match reading {
                        Some(Reading::Day(day)) => day,
                        _ => MISSING,
                    })
                    .collect(),
            ),
            false => {
                let numbers: Vec<Option<String>> = readings
                    .map(|reading| match reading {
                        Some(Reading::Number(number)) => Some(number),
                        _ => None,
                    })
                    .collect();
                let integer = |number: &Option<String>| match number {
                    Some(number) => number.parse::<i64>().ok().filter(|&value| value != MISSING),
                    None => Some(MISSING),
                };
                match numbers.iter().map(integer).collect::<Option<Vec<i64>>>() {
                    Some(integers) => Column::from(integers),
                    // Rounding what was written as integers would make unequal values equal.
                    None if !numbers.iter().flatten().any(|number| number.contains('.')) => {
                        return Verdict::Unclear("an integer of it does not fit in 64 bits".to_owned());
                    }
                    None => {
                        let float = |number: &Option<String>| number.as_ref()?.parse::<f64>().ok();
                        Column::from(numbers.iter().map(float).collect::<Vec<Option<f64>>>())
                    }
                }
            }
        };
        Verdict::Column(column, format!("`{first}` is {}", shown(&way, first)))
    }
}

/// What a field says.
#[derive(Clone, Debug, PartialEq)]
enum Reading {
    /// As programs write it.
    Number(String),
    Day(i64),
}

impl Way {
    fn is_date(self) -> bool {
        matches!(self, Way::DayFirst | Way::MonthFirst | Way::YearFirst)
    }

    fn what(self) -> &'static str {
        if self.is_date() { "dates" } else { "numbers" }
    }

    fn read(self, text: &str) -> Option<Reading> {
        match self {
            Way::Point => number(text, '.', ',').map(Reading::Number),
            Way::Comma => number(text, ',', '.').map(Reading::Number),
            Way::DayFirst | Way::MonthFirst | Way::YearFirst => self.day(text).map(Reading::Day),
        }
    }

    fn day(self, text: &str) -> Option<i64> {
        let sign = text.chars().find(|c| !c.is_ascii_digit()).filter(|sign| matches!(sign, '.' | '/' | '-'))?;
        let parts: Vec<&str> = text.split(sign).collect();
        let &[one, two, three] = parts.as_slice() else { return None };
        let (year, month, day) = match self {
            Way::DayFirst => (three, two, one),
            // Points are between day, month and year.
            Way::MonthFirst if sign != '.' => (three, one, two),
            Way::YearFirst => (one, two, three),
            _ => return None,
        };
        let is_short = |part: &str| (1..=2).contains(&part.len());
        let are_digits = parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_day = year.len() == 4 && is_short(month) && is_short(day) && are_digits;
        is_day.then(|| date(&format!("{year}-{month:0>2}-{day:0>2}"))).flatten()
    }
}

/// The unit of a number, if it is a currency or a percentage, and the rest.
fn unit_of(text: &str) -> Option<(Unit<'_>, &str)> {
    const SYMBOLS: [&str; 5] = ["€", "$", "£", "¥", "%"];
    let is_code = |code: &str| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    let blank = |c: char| c == ' ' || c == '\u{a0}' || c == '\u{202f}';
    let symbol = |has: &dyn Fn(&str) -> bool| SYMBOLS.into_iter().find(|symbol| has(symbol));
    if let Some(symbol) = symbol(&|symbol| text.starts_with(symbol)) {
        return Some(((symbol, ""), text[symbol.len()..].trim_start_matches(blank)));
    }
    if let Some(symbol) = symbol(&|symbol| text.ends_with(symbol)) {
        return Some((("", symbol), text[..text.len() - symbol.len()].trim_end_matches(blank)));
    }
    if let Some((code, rest)) = text.split_once(blank).filter(|(code, _)| is_code(code)) {
        return Some(((code, ""), rest.trim_start_matches(blank)));
    }
    let (rest, code) = text.rsplit_once(blank).filter(|(_, code)| is_code(code))?;
    Some((("", code), rest.trim_end_matches(blank)))
}

/// A number with this decimal sign, as programs write it.
fn number(text: &str, decimal: char, group: char) -> Option<String> {
    let signed = |text: &'_ str| -> (bool, usize) {
        match text.chars().next() {
            Some(sign @ ('-' | '\u{2212}')) => (true, sign.len_utf8()),
            Some('+') => (false, 1),
            _ => (false, 0),
        }
    };
    let (before, len) = signed(text);
    let (_, rest) = unit_of(&text[len..]).unwrap_or((("", ""), &text[len..]));
    let (behind, more) = if len == 0 { signed(rest) } else { (false, 0) };
    let rest = &rest[more..];
    let (whole, fraction) = rest.split_once(decimal).map_or((rest, None), |(whole, fraction)| (whole, Some(fraction)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let mut normal = if before || behind { "-".to_owned() } else { String::new() };
    match whole.chars().find(|c| !c.is_ascii_digit()) {
        None if is_digits(whole) => normal += whole,
        Some(sign) if sign == group || matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’') => {
            let groups: Vec<&str> = whole.split(sign).collect();
            let is_first = (1..=3).contains(&groups[0].len()) && !groups[0].starts_with('0');
            let are_groups =
                groups[1..].iter().all(|group| group.len() == 3) && groups.iter().all(|part| is_digits(part));
            if !is_first || !are_groups {
                return None;
            }
            groups.iter().for_each(|part| normal += part);
        }
        _ => return None,
    }
    if let Some(fraction) = fraction {
        let _ = write!(normal, ".{fraction}");
    }
    Some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &[&str]) -> String {
        let (mut written, mut column) = (Written::default(), TextColumn::default());
        for (field, line) in fields.iter().zip(1..) {
            written.push(field, line);
            column.push(Some(field));
        }
        match (written.verdict(&column), written.broken) {
            (Verdict::Text, broken) => {
                format!("text {}", broken.map_or(String::new(), |(began, found)| format!("{began}, {found}")))
            }
            (Verdict::Unclear(why), _) => why,
            (Verdict::Column(Column::Integers(values), _), _) => format!("{:?}", values.to_vec()),
            (Verdict::Column(Column::Floats(values), _), _) => format!("{:?}", values.to_vec()),
            (Verdict::Column(Column::Moments(_, days), _), _) => {
                days.iter().map(|&day| Calendar::Date.text(day)).collect::<Vec<_>>().join(" ")
            }
            (Verdict::Column(column, _), _) => format!("{column:?}"),
        }
    }

    #[test]
    fn columns_as_people_write_them() {
        for (fields, expected) in [
            (&["1,136.87", "12", "-3.5"][..], "[1136.87, 12.0, -3.5]"),
            (&["1.136,87", "12", "-3,5"], "[1136.87, 12.0, -3.5]"),
            (&["1 136,87", "1'000,5"], "[1136.87, 1000.5]"),
            (&["1,136", "2,000,000"], "[1136, 2000000]"),
            (&["EUR 12", "EUR 1.000,5"], "[12.0, 1000.5]"),
            (&["$5", "-$1,000", "$-2"], "`-$1,000` may be -1000 or -1.000"),
            (&["$5", "-$1,000", "$-2.5"], "[5.0, -1000.0, -2.5]"),
            (&["12 %", "7%"], "[12, 7]"),
            (&["12 EUR", "7 EUR"], "[12, 7]"),
            (&["31.12.2024", "1.2.2025"], "2024-12-31 2025-02-01"),
            (&["31/12/2024", "01/02/2025"], "2024-12-31 2025-02-01"),
            (&["12/31/2024", "01/02/2025"], "2024-12-31 2025-01-02"),
            (&["2024/12/31"], "2024-12-31"),
            (&["1,136"], "`1,136` may be 1136 or 1.136"),
            (&["01/02/2025"], "`01/02/2025` may be 2025-02-01 or 2025-01-02"),
            (&["EUR 12", "USD 5"], "text numbers, line 2: `USD 5`"),
            (&["1.5", "1,5"], "text numbers, line 2: `1,5`"),
            (&["Room 12", "Room 13"], "text "),
            (&["0,5", "x"], "text numbers, line 2: `x`"),
            (&["10.0.0.1"], "text "),
            (&["ABC 12D"], "text "),
        ] {
            assert_eq!(read(fields), expected, "{fields:?}");
        }
    }
}
