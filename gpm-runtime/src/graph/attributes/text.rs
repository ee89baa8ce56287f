//! Columns of text: an integer for each value, and the texts that these stand for.

use std::sync::Arc;

use gpm_plan::pattern::predicate::text_code;
use rustc_hash::FxHashMap;

use super::missing::MISSING;
use crate::graph::Storage;

/// Values of text, each held once.
#[derive(Clone, Debug, PartialEq)]
pub struct TextColumn {
    /// The code of each value, or [`MISSING`].
    pub(super) codes: Storage<i64>,
    texts: Arc<Texts>,
}

/// Texts by their codes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Texts {
    of_code: FxHashMap<i64, Box<str>>,
    /// Two texts with the same code.
    clash: Option<[Box<str>; 2]>,
}

impl Texts {
    /// The code of a text, which is known from now on.
    fn add(&mut self, text: &str) -> i64 {
        let code = text_code(text);
        match self.of_code.get(&code) {
            None => {
                self.of_code.insert(code, text.into());
            }
            Some(known) if **known == *text => {}
            Some(known) => self.clash = Some([known.clone(), text.into()]),
        }
        code
    }
}

impl Default for TextColumn {
    fn default() -> Self {
        TextColumn { codes: Vec::new().into(), texts: Arc::default() }
    }
}

impl TextColumn {
    /// Values by their codes, and the texts that these stand for.
    pub(crate) fn of_codes<'a>(codes: Storage<i64>, texts: impl Iterator<Item = &'a str>) -> TextColumn {
        let mut all = Texts::default();
        texts.for_each(|text| {
            all.add(text);
        });
        TextColumn { codes, texts: Arc::new(all) }
    }

    /// The texts, ascending.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = self.texts.of_code.values().map(|text| &**text).collect();
        texts.sort_unstable();
        texts
    }

    /// The text of value `at`, if it has one.
    pub fn get(&self, at: usize) -> Option<&str> {
        self.text(self.codes[at])
    }

    /// Whether value `at` is missing. Unlike [`get`](Self::get) it asks for no text.
    pub(super) fn is_missing(&self, at: usize) -> bool {
        self.codes[at] == MISSING
    }

    /// Number of values, missing ones included.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Adds a value.
    pub(super) fn push(&mut self, text: Option<&str>) {
        let code = text.map_or(MISSING, |text| Arc::make_mut(&mut self.texts).add(text));
        self.codes.to_mut().push(code);
    }

    /// Other values of the same texts.
    pub(super) fn with_codes(&self, codes: Storage<i64>) -> TextColumn {
        TextColumn { codes, texts: Arc::clone(&self.texts) }
    }

    /// Takes over the texts of another column.
    pub(super) fn learn(&mut self, other: &TextColumn) {
        if Arc::ptr_eq(&self.texts, &other.texts) {
            return;
        }
        let texts = Arc::make_mut(&mut self.texts);
        other.texts.of_code.values().for_each(|text| {
            texts.add(text);
        });
        if texts.clash.is_none() {
            texts.clash.clone_from(&other.texts.clash);
        }
    }

    /// The text that a code stands for.
    pub(super) fn text(&self, code: i64) -> Option<&str> {
        self.texts.of_code.get(&code).map(|text| &**text)
    }

    /// Two different texts of the same code, in this column or in one of `others`.
    pub(super) fn clash<'a>(&'a self, mut others: impl Iterator<Item = &'a TextColumn>) -> Option<[&'a str; 2]> {
        let own = self.texts.clash.as_ref().map(|[first, second]| [&**first, &**second]);
        own.or_else(|| {
            others.find_map(|other| {
                let texts = self.texts.of_code.iter();
                let mut pairs = texts.filter_map(|(&code, text)| Some([&**text, other.text(code)?]));
                pairs.find(|[own, other]| own != other)
            })
        })
    }
}

impl<'a> FromIterator<Option<&'a str>> for TextColumn {
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(values: I) -> Self {
        let mut column = TextColumn::default();
        values.into_iter().for_each(|value| column.push(value));
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_the_same_code_are_found() {
        let mut column: TextColumn = [Some("x"), None, Some("y")].into_iter().collect();
        assert_eq!((column.get(0), column.get(1), column.get(2)), (Some("x"), None, Some("y")));
        assert_eq!(column.clash([&column.clone()].into_iter()), None);
        let other: TextColumn = [Some("z")].into_iter().collect();
        Arc::make_mut(&mut column.texts).of_code.insert(text_code("z"), "x".into());
        assert_eq!(column.clash([&other].into_iter()), Some(["x", "z"]));
        column.push(Some("z"));
        assert_eq!(column.clash(std::iter::empty()), Some(["x", "z"]));
    }
}
