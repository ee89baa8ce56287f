//! What is said of a value in words: `in`, `is null`, `between`, `like`, `starts with`, `ends with`, `contains`, `has`.

use super::parse::{Node, Parser, mismatch};
use super::{Attribute, Comparison, Condition, Property, Value};
use crate::error::PatternError;

/// Makes a property of the text that follows a word.
type Form = fn(&str) -> Property;

impl Parser<'_> {
    /// Takes the words behind a value and what belongs to them, if any come next: what they say of it.
    pub(super) fn worded(&mut self, left: &Node) -> Result<Option<Condition>, PatternError> {
        if self.lexer.take_word("is") {
            return self.presence(left).map(Some);
        }
        let is_not = self.lexer.take_word("not");
        self.lexer.skip_blanks();
        if self.lexer.take_word("in") {
            return self.listed(left.clone().number()?, !is_not).map(Some);
        }
        let condition = if self.lexer.take_word("between") {
            self.range(left)?
        } else if let Some(form) = self.text_form()? {
            self.like(left, form)?
        } else if is_not {
            return Err(self
                .lexer
                .unexpected("`in`, `between`, `like`, `starts with`, `contains` or `has` after `not`"));
        } else {
            return Ok(None);
        };
        Ok(Some(if is_not { condition.negated() } else { condition }))
    }

    /// `null` or `not null`.
    fn presence(&mut self, left: &Node) -> Result<Condition, PatternError> {
        self.part()?;
        self.lexer.skip_blanks();
        let is_there = self.lexer.take_word("not");
        self.lexer.skip_blanks();
        if !self.lexer.take_word("null") {
            return Err(self.lexer.unexpected("`null` or `not null` after `is`"));
        }
        let known = property(left, Property::Known)?;
        Ok(Condition::compare(Comparison::Equal, known, Value::Integer(is_there.into())))
    }

    /// Two numbers with `and` between them, both of which belong to the range.
    fn range(&mut self, left: &Node) -> Result<Condition, PatternError> {
        self.part()?;
        self.lexer.skip_blanks();
        let least = self.sum()?.number()?;
        self.lexer.skip_blanks();
        if !self.lexer.take_word("and") {
            return Err(self.lexer.unexpected("`and` and the largest value of the range"));
        }
        self.part()?;
        self.lexer.skip_blanks();
        let most = self.sum()?.number()?;
        let value = left.clone().number()?;
        Ok(Condition::all([
            Condition::compare(Comparison::LessOrEqual, least, value.clone()),
            Condition::compare(Comparison::LessOrEqual, value, most),
        ]))
    }

    /// The words that come next, as what makes a property of their text.
    fn text_form(&mut self) -> Result<Option<Form>, PatternError> {
        let forms: [(&str, Form); 5] = [
            ("like", |text| Property::Like(text.to_owned())),
            ("starts", |text| Property::Like(format!("{}%", escaped(text)))),
            ("ends", |text| Property::Like(format!("%{}", escaped(text)))),
            ("contains", |text| Property::Like(format!("%{}%", escaped(text)))),
            ("has", |text| Property::Has(text.trim().to_owned())),
        ];
        let Some((word, form)) = forms.into_iter().find(|(word, _)| self.lexer.take_word(word)) else {
            return Ok(None);
        };
        self.lexer.skip_blanks();
        if matches!(word, "starts" | "ends") && !self.lexer.take_word("with") {
            return Err(self.lexer.unexpected("`with` after `starts` or `ends`"));
        }
        Ok(Some(form))
    }

    fn like(&mut self, left: &Node, form: Form) -> Result<Condition, PatternError> {
        self.part()?;
        self.lexer.skip_blanks();
        if !self.lexer.looks_at("'") && !self.lexer.looks_at("\"") {
            return Err(self.lexer.unexpected("a text in quotes"));
        }
        let start = self.lexer.position();
        let asked = form(&self.text()?);
        if let Property::Has(item) = &asked
            && !items(item).eq([item.as_str()])
        {
            let span = start..self.lexer.position();
            let error = mismatch("one item", &format!("`{}`", &self.text[span.clone()]), span);
            return Err(error.or_help("`;` and `|` part the items of a text: ask for each by itself"));
        }
        Ok(Condition::compare(Comparison::Equal, property(left, asked)?, Value::Integer(1)))
    }
}

/// Whether an attribute has a property, as a number.
fn property(of: &Node, property: Property) -> Result<Value, PatternError> {
    match of.clone().number()? {
        Value::Attribute(owner, attribute) => {
            Ok(Value::Attribute(owner, Attribute::Property(property, Box::new(attribute))))
        }
        _ => Err(mismatch("an attribute such as `a.weight` before these words", "a number or text", of.span.clone())),
    }
}

/// The items of a text that lists several: what `;` or `|` part, without the blanks around.
///
/// ```
/// use gpm::pattern::predicate::items;
///
/// assert_eq!(items("GO:1; GO:25|GO:3;").collect::<Vec<_>>(), ["GO:1", "GO:25", "GO:3"]);
/// ```
pub fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '|']).map(str::trim).filter(|item| !item.is_empty())
}

/// The text as one for `like` that it alone is like.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| matches!(c, '%' | '_' | '\\').then_some('\\').into_iter().chain([c])).collect()
}

/// What a text for `like` says: `%` stands for any characters, `_` for one, and `\` makes the next character stand for itself.
#[derive(Clone, Debug)]
pub struct Like(Vec<Piece>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// Any number of any characters.
    Any,
    /// Any one.
    One,
    /// This one.
    Char(char),
}

impl Like {
    /// Reads what stands behind `like`.
    pub fn new(text: &str) -> Like {
        let mut chars = text.chars();
        let piece = || {
            Some(match chars.next()? {
                '%' => Piece::Any,
                '_' => Piece::One,
                '\\' => Piece::Char(chars.next().unwrap_or('\\')),
                c => Piece::Char(c),
            })
        };
        Like(std::iter::from_fn(piece).collect())
    }

    /// Whether all of a text is like that. Upper and lower case differ.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        let (mut at, mut piece) = (0, 0);
        // The last run of any characters: its piece, and where what follows it was last looked for.
        let mut run = None;
        while at < text.len() {
            match self.0.get(piece) {
                Some(Piece::Any) => {
                    run = Some((piece, at));
                    piece += 1;
                    continue;
                }
                Some(Piece::One) => piece += 1,
                Some(Piece::Char(c)) if *c == text[at] => piece += 1,
                Some(Piece::Char(_)) | None => {
                    let Some((any, from)) = run else { return false };
                    run = Some((any, from + 1));
                    (piece, at) = (any + 1, from + 1);
                    continue;
                }
            }
            at += 1;
        }
        self.0[piece..].iter().all(|&piece| piece == Piece::Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;

    #[test]
    fn texts_are_like_others() {
        for (text, like, expected) in [
            ("anna", "an%", true),
            ("anna", "%na", true),
            ("anna", "a__a", true),
            ("anna", "a_a", false),
            ("anna", "%n%a", true),
            ("anna", "anna%", true),
            ("anna", "Anna", false),
            ("", "%", true),
            ("", "_", false),
            ("10 %", r"10 \%", true),
            ("10 x", r"10 \%", false),
            ("aab", "%ab", true),
            ("äöü", "ä_ü", true),
            (r"a\", r"a\", true),
        ] {
            assert_eq!(Like::new(like).matches(text), expected, "`{text}` like `{like}`");
        }
        assert!(Like::new(&escaped(r"50%_\")).matches(r"50%_\"));
    }

    #[test]
    fn words_are_read_and_printed() {
        for (text, printed) in [
            ("a.x is null", "a.x is null"),
            ("a.x is not null", "a.x is not null"),
            ("not (a.x is null)", "a.x is not null"),
            ("not a.x is not null", "a.x is null"),
            ("a.x between 1 and b.x", "a.x <= b.x and a.x >= 1"),
            ("a.x not between 1 and 3 and b.x = 1", "b.x == 1 and (a.x < 1 or a.x > 3)"),
            ("a.name like 'A%'", "a.name like 'A%'"),
            ("not a.name like 'A%'", "a.name not like 'A%'"),
            ("a.name starts with '5%'", r"a.name like '5\%%'"),
            ("(a-b).note ends with \"x\"", "(a-b).note like '%x'"),
            ("a.name not contains 'it''s'", "a.name not like '%it''s%'"),
            ("a.terms has 'GO:1' and b.terms not has 'GO:2'", "a.terms has 'GO:1' and b.terms not has 'GO:2'"),
        ] {
            let pattern: Pattern = format!("a-b where {text}").parse().unwrap();
            let again: Pattern = pattern.to_string().parse().unwrap();
            assert_eq!(pattern, again, "{text}");
            let predicate = pattern.to_string().split_once(" where ").map(|(_, predicate)| predicate.to_owned());
            assert_eq!(predicate.as_deref(), Some(printed), "{text}");
        }
    }

    #[test]
    fn what_is_no_such_condition() {
        for (text, words) in [
            ("a.x is 3", "`null` or `not null`"),
            ("a.x + 1 is null", "an attribute"),
            ("a.x like b.x", "a text in quotes"),
            ("a.x starts 'x'", "`with`"),
            ("a.x between 1 or 2", "`and`"),
            ("a.x not", "after `not`"),
            ("a.x has 'GO:1;GO:2'", "one item"),
            ("a.x has ''", "one item"),
        ] {
            let error = format!("a-b where {text}").parse::<Pattern>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
