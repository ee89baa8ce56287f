//! From tokens to the text of the pattern language, and from places in that text back to tokens.

use std::ops::Range;

use gpm_plan::pattern::Label;
use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Error, Lit};

use crate::declare::constant;

/// A pattern as text.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// What each part of the text was made from, in order.
    parts: Vec<(Range<usize>, TokenTree)>,
    /// Labels that stand for constants, and these.
    pub(crate) constants: Vec<(Label, TokenStream)>,
    /// Labels given as text.
    literals: Vec<(Label, Span)>,
    /// Whether what comes now is the predicate.
    is_predicate: bool,
}

impl Text {
    /// The text of some tokens. A string that stands alone is the text.
    pub(crate) fn new(tokens: &[TokenTree]) -> syn::Result<Text> {
        let mut text = Text::default();
        if let [TokenTree::Literal(literal)] = tokens
            && let Ok(Lit::Str(whole)) = syn::parse2(literal.to_token_stream())
        {
            text.push(&whole.value(), &tokens[0]);
            return Ok(text);
        }
        text.tokens(tokens)?;
        text.check_stand_ins()?;
        Ok(text)
    }

    fn tokens(&mut self, tokens: &[TokenTree]) -> syn::Result<()> {
        // Signs that stand apart in the predicate stay so: `a.x < -b.x` has no arrow.
        let mut was_apart = false;
        for (i, token) in tokens.iter().enumerate() {
            let is_apart = std::mem::take(&mut was_apart);
            // `ann-bob` may be a name and `2025-02-01` a date; `ann - bob` is an edge and `2025 - 2` a number.
            if matches!(token, TokenTree::Punct(sign) if ['-', '/'].contains(&sign.as_char()))
                && i > 0
                && are_apart(tokens[i - 1].span(), token.span())
            {
                self.text.push(' ');
            }
            match token {
                TokenTree::Punct(punct) => {
                    if is_apart && self.is_predicate {
                        self.text.push(' ');
                    }
                    was_apart = punct.spacing() == Spacing::Alone;
                    self.push(&punct.as_char().to_string(), token);
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if name == "where" && self.may_end() {
                        self.text.push(' ');
                        self.is_predicate = true;
                    }
                    self.word(name.strip_prefix("r#").unwrap_or(&name), token);
                }
                TokenTree::Literal(literal) => match syn::parse2(literal.to_token_stream())? {
                    Lit::Str(label) => {
                        let label = (Label::new(label.value()), literal.span());
                        self.push(&quoted(&label.0), token);
                        self.literals.push(label);
                    }
                    Lit::Char(letter) if self.is_predicate => {
                        self.push(&quoted(&Label::new(letter.value())), token);
                    }
                    Lit::Int(_) | Lit::Float(_) => self.word(&literal.to_string(), token),
                    _ => {
                        let message = format!(
                            "`{literal}` is no part of a pattern; labels with other characters than \
                                               letters, digits, `_` and `.` stand in double quotes"
                        );
                        return Err(Error::new(literal.span(), message));
                    }
                },
                TokenTree::Group(group) => match (group.delimiter(), constant(group)) {
                    (Delimiter::Brace, _) if self.is_predicate => {
                        let message = "constants stand for labels only: write the number itself, or a condition in Rust, \
                                       as in `|a, b| limit(a) < LIMIT`";
                        return Err(Error::new(group.span(), message));
                    }
                    (_, Some(path)) => {
                        let path = path?;
                        let label = Label::new(format!("{{{}}}", path.to_token_stream()).replace(' ', ""));
                        self.push(&quoted(&label), token);
                        self.constants.push((label, path.to_token_stream()));
                    }
                    (Delimiter::Bracket, None) => self.group(group, "[", "]")?,
                    (Delimiter::Parenthesis, None) if self.is_predicate => self.group(group, "(", ")")?,
                    (Delimiter::None, None) => {
                        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                        self.tokens(&inside)?;
                    }
                    (Delimiter::Parenthesis | Delimiter::Brace, None) => {
                        let message = "parentheses are no part of a pattern; edges are written `a-b`, `a->b`, \
                                       `a-[label]-b`, `a!-b` or `a!->b`";
                        return Err(Error::new(group.span_open(), message));
                    }
                },
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, open: &str, close: &str) -> syn::Result<()> {
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        self.push(open, &stand_in(group.span_open()));
        self.tokens(&inside)?;
        self.push(close, &stand_in(group.span_close()));
        Ok(())
    }

    /// Whether edges may end here, so that `where` is no label and no name.
    fn may_end(&self) -> bool {
        self.text.ends_with(|c: char| c.is_alphanumeric() || ['_', '"', ']', ','].contains(&c))
    }

    /// A name, number or label; two in a row are kept apart.
    fn word(&mut self, word: &str, token: &TokenTree) {
        if self.text.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            self.text.push(' ');
        }
        self.push(word, token);
    }

    fn push(&mut self, part: &str, token: &TokenTree) {
        let start = self.text.len();
        self.text.push_str(part);
        self.parts.push((start..self.text.len(), token.clone()));
    }

    /// A constant's stand-in must not be taken for a label that reads like it.
    fn check_stand_ins(&mut self) -> syn::Result<()> {
        self.constants.sort_by(|a, b| a.0.cmp(&b.0));
        self.constants.dedup_by(|a, b| a.0 == b.0);
        let clash = self.literals.iter().find(|(label, _)| self.constants.iter().any(|(own, _)| own == label));
        clash.map_or(Ok(()), |(label, span)| {
            Err(Error::new(*span, format!("the label {label} reads like a constant of this pattern; rename either")))
        })
    }

    /// The tokens that a range of the text was made from; the next one where the range is empty, or the last.
    pub(crate) fn tokens_at(&self, range: &Range<usize>) -> TokenStream {
        let touches = |part: &Range<usize>| part.start < range.end && range.start < part.end;
        let touched: Vec<&TokenTree> =
            self.parts.iter().filter(|(part, _)| touches(part)).map(|(_, token)| token).collect();
        if !touched.is_empty() {
            return touched.into_iter().map(ToTokens::to_token_stream).collect();
        }
        let next = self.parts.iter().find(|(part, _)| part.start >= range.start).or_else(|| self.parts.last());
        next.map(|(_, token)| token.to_token_stream()).unwrap_or_default()
    }
}

/// Whether something stands between two tokens in the source. Not known of tokens that are not from a source.
fn are_apart(left: Span, right: Span) -> bool {
    if !proc_macro::is_available() {
        return false;
    }
    // `Span::unwrap` gives the compiler's own span. It panics only where `proc_macro` is not available.
    let (left, right) = (left.unwrap(), right.unwrap());
    let place = |span: proc_macro::Span| (span.line(), span.column());
    place(left.end()) != place(right.start()) && place(left.start()) != place(right.start())
}

/// Some token at a place in the source, for half of a group: of errors only the place is shown.
fn stand_in(span: Span) -> TokenTree {
    let mut punct = Punct::new(',', Spacing::Alone);
    punct.set_span(span);
    TokenTree::Punct(punct)
}

/// The label in quotes, whatever it holds.
fn quoted(label: &Label) -> String {
    let text = label.to_string();
    if text.starts_with('"') { text } else { format!("\"{text}\"") }
}
