//! `… in order p, q, r within 7 days`: the order and the window of records, said in a few words, which stand for conditions.
//!
//! ```text
//! order  = "in order" name "," name { "," name } [ "by" column [ "," column ] ] [ "within" span ] [ "gap" span ]
//! span   = number [ unit ] | "interval" quoted text
//! ```
//! Of two neighbors in the list the first comes before the second: its `time`, or the column that is named, is less. With a second column, as
//! in `by time, row`, that decides where the first is equal. `within` is about the last and the first, `gap` about neighbors; both ends
//! are included.

use super::PatternErrorKind;
use super::label::is_name_char;
use super::predicate::Calendar;
use crate::error::PatternError;

/// The words that begin it.
const KEYWORD: &str = "in order";
/// The column that orders records, if none is named.
pub(super) const COLUMN: &str = "time";

/// The pattern text before the words, and the conditions that they stand for; `None` if there are none.
///
/// # Errors
/// When what follows is not as above; the place is in `text`.
pub(crate) fn split(text: &str) -> Result<Option<(&str, String)>, PatternError> {
    let is_word = |at: usize| {
        // Labels in quotes hold any text, an escaped quote too.
        let quotes = text[..at].replace("\\\\", "").replace("\\\"", "").matches('"').count();
        let (before, after) = (text[..at].chars().next_back(), text[at + KEYWORD.len()..].chars().next());
        quotes.is_multiple_of(2)
            && before.is_some_and(|c| c.is_whitespace() || c == ',')
            && after.is_none_or(char::is_whitespace)
    };
    let Some(at) = text.match_indices(KEYWORD).map(|(at, _)| at).find(|&at| is_word(at)) else { return Ok(None) };
    let mut words = Words { text, at: at + KEYWORD.len() };
    let records = words.list("the name of a record")?;
    if records.len() < 2 {
        return Err(words.expected("a comma and another record: an order is one of two or more"));
    }
    if let Some(twice) = (1..records.len()).find(|&at| records[..at].contains(&records[at])) {
        let found = format!("`{}` a second time", records[twice]);
        let error = PatternError::new(PatternErrorKind::Syntax { expected: "records that differ in an order", found });
        return Err(error.or_help("nothing comes before itself: name each record once"));
    }
    let columns = if words.take("by") { words.list("the name of a column")? } else { vec![COLUMN.to_owned()] };
    let within = if words.take("within") { Some(words.span()?) } else { None };
    let gap = if words.take("gap") { Some(words.span()?) } else { None };
    if words.rest().is_some() || columns.len() > 2 {
        return Err(words.expected("`by` one or two columns, `within` or `gap` and a span, `where`, or the end"));
    }
    // Columns of a table without a head are called by number, which stands in quotes.
    let quoted = |name: String| match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("\"{name}\""),
        false => name,
    };
    let columns: Vec<String> = columns.into_iter().map(quoted).collect();
    let first = &columns[0];
    let before = |pair: &[String]| match columns.get(1) {
        None => format!("{}.{first} < {}.{first}", pair[0], pair[1]),
        // The first half bounds each from the other, which the second half could not.
        Some(second) => format!(
            "{a}.{first} <= {b}.{first} and ({a}.{first} < {b}.{first} or {a}.{second} < {b}.{second})",
            a = pair[0],
            b = pair[1]
        ),
    };
    let apart = |from: &str, to: &str, most: &str| format!("{to}.{first} - {from}.{first} <= {most}");
    let mut conditions: Vec<String> = records.windows(2).map(before).collect();
    if let Some(most) = &within {
        conditions.push(apart(&records[0], &records[records.len() - 1], most));
    }
    if let Some(most) = &gap {
        conditions.extend(records.windows(2).map(|pair| apart(&pair[0], &pair[1], most)));
    }
    Ok(Some((&text[..at], conditions.join(" and "))))
}

/// The span at byte `at` of a text, as a predicate has it, and its end.
///
/// # Errors
/// When there is none; the place is in `text`.
pub(super) fn span_at(text: &str, at: usize) -> Result<(String, usize), PatternError> {
    let mut words = Words { text, at };
    let span = words.span()?;
    Ok((span, words.at))
}

/// Whether a text is a span, as it may stand after `within`.
pub fn is_span(text: &str) -> bool {
    let mut words = Words { text, at: 0 };
    words.span().is_ok() && words.rest().is_none()
}

/// What is read, word by word.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    /// The text from the next word on; `None` at the end.
    fn rest(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        Some(rest.trim_start()).filter(|rest| !rest.is_empty())
    }

    /// Takes a word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest().and_then(|rest| rest.strip_prefix(word));
        let is_word = rest.is_some_and(|rest| !rest.starts_with(is_name_char));
        self.at += if is_word { word.len() } else { 0 };
        is_word
    }

    /// Takes a name.
    fn name(&mut self, expected: &'static str) -> Result<String, PatternError> {
        let rest = self.rest().unwrap_or_default();
        let len = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        if len == 0 {
            return Err(self.expected(expected));
        }
        self.at += len;
        Ok(rest[..len].to_owned())
    }

    /// Names with commas between.
    fn list(&mut self, expected: &'static str) -> Result<Vec<String>, PatternError> {
        let mut names = vec![self.name(expected)?];
        while self.rest().is_some_and(|rest| rest.starts_with(',')) {
            self.at += 1;
            names.push(self.name(expected)?);
        }
        Ok(names)
    }

    /// How far apart: as a predicate has it.
    fn span(&mut self) -> Result<String, PatternError> {
        const EXPECTED: &str = "a number, perhaps with seconds, minutes, hours, days or weeks after it, or an interval";
        if self.take("interval") {
            let rest = self.rest().unwrap_or_default();
            let quote = rest.chars().next().filter(|c| *c == '\'' || *c == '"');
            let end = quote.and_then(|quote| rest[1..].find(quote)).ok_or_else(|| self.expected("a text in quotes"))?;
            self.at += end + 2;
            return Ok(format!("interval {}", &rest[..end + 2]));
        }
        let rest = self.rest().unwrap_or_default();
        let len = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        if !rest.starts_with(|c: char| c.is_ascii_digit()) || rest[..len].parse::<f64>().is_err() {
            return Err(self.expected(EXPECTED));
        }
        self.at += len;
        let number = &rest[..len];
        let is_unit = |word: &str| Calendar::Interval.read(&format!("1 {word}")).is_some();
        let before = self.at;
        match self.name(EXPECTED) {
            Ok(word) if is_unit(&word) => Ok(format!("interval '{number} {word}'")),
            Ok(word) if word == "gap" || word == "by" => {
                self.at = before;
                Ok(number.to_owned())
            }
            Ok(_) => {
                self.at = before;
                Err(self.expected("seconds, minutes, hours, days or weeks after a number, or nothing"))
            }
            Err(_) => Ok(number.to_owned()),
        }
    }

    fn expected(&mut self, expected: &'static str) -> PatternError {
        let found = self
            .rest()
            .map_or("the end".to_owned(), |rest| format!("`{}`", rest.split_whitespace().next().unwrap_or_default()));
        let error = PatternError::new(PatternErrorKind::Syntax { expected, found });
        error.at(Some(self.at..self.text.len())).or_help("write `… in order p, q, r within 7 days where …`")
    }
}

#[cfg(test)]
mod tests {
    use crate::pattern::Pattern;

    #[track_caller]
    fn check(words: &str, conditions: &str) {
        let pattern = "a-[p:]->b-[q:]->c-[r:]->a";
        let said: Pattern = format!("{pattern} {words}").parse().expect("it is one");
        assert_eq!(said, format!("{pattern} where {conditions}").parse().expect("it is one"), "{words}");
    }

    #[test]
    fn words_stand_for_conditions() {
        let order = "p.time < q.time and q.time < r.time";
        check("in order p, q, r", order);
        check("in order p,q,r within 3600", &format!("{order} and r.time - p.time <= 3600"));
        check("in order p, q, r within 7 days", &format!("{order} and r.time - p.time <= interval '7 days'"));
        let gaps = "q.time - p.time <= 60 and r.time - q.time <= 60";
        check("in order p, q, r within 90 gap 60", &format!("{order} and r.time - p.time <= 90 and {gaps}"));
        check("in order p, q by day within interval '2 days'", "p.day < q.day and q.day - p.day <= interval '2 days'");
        check("in order q, p by t, row", "q.t <= p.t and (q.t < p.t or q.row < p.row)");
        check("in order p, q where p.amount > 5", "p.time < q.time and p.amount > 5");
    }

    #[test]
    fn spans_are_numbers_with_or_without_a_unit() {
        for text in ["3600", "0.5", " 1 day ", "2 hours", "interval '1 day 2 hours'"] {
            assert!(super::is_span(text), "{text}");
        }
        for text in ["", "day", "7 months", "1 day gap 2", "5 gap 2", "-3", "5 where e1.row = 1"] {
            assert!(!super::is_span(text), "{text}");
        }
    }

    #[test]
    fn words_in_quotes_are_labels() {
        let quoted: Pattern = "a:\"sold in order c\" - b".parse().expect("it is one");
        assert_eq!(quoted.vertex_label(0).map(|label| label.as_str()), Some("sold in order c"));
        let escaped: Pattern = "a:\"x \\\" in order y\" - b".parse().expect("it is one");
        assert!(escaped.predicate().is_empty());
    }

    #[test]
    fn what_is_no_order_is_refused() {
        let error = |words: &str| {
            let text = format!("a-[p:]->b-[q:]->c {words}");
            text.parse::<Pattern>().expect_err(words).to_string()
        };
        assert!(error("in order p").contains("two or more"));
        assert!(error("in order p, q within").contains("a number"));
        assert!(error("in order p, q within 7 months").contains("days"));
        assert!(error("in order p, x").contains("no vertex"));
        assert!(error("in order p, p").contains("once"));
        assert!(error("in order p, q within .5").contains("a number"));
        assert!(error("in order p, q soon").contains("`soon`"));
    }
}
