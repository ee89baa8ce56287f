//! Where the predicate of a pattern text begins.

/// The word that begins a predicate, and therefore names no vertex.
pub(crate) const KEYWORD: &str = "where";

/// The bytes of the keyword in a pattern text, if it has one: a word of its own, outside of quotes.
pub(crate) fn split(text: &str) -> Option<std::ops::Range<usize>> {
    let mut is_quoted = false;
    let mut before = ' ';
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if is_quoted => {
                chars.next();
            }
            '"' => is_quoted = !is_quoted,
            'w' if !is_quoted && (before.is_whitespace() || before == ',') => {
                let end = at + KEYWORD.len();
                let is_word = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == '(');
                if text[at..].strip_prefix(KEYWORD).is_some_and(is_word) {
                    return Some(at..end);
                }
            }
            _ => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keyword_is_a_word_of_its_own() {
        for text in
            ["a-b where a.x < 3", "where", "a-b,where(a.x < 3)", "a-b\nwhere\na.x < 3", r#"a:"\" where"-b where"#]
        {
            let found = split(text).unwrap();
            assert_eq!(&text[found], KEYWORD, "{text}");
        }
        for text in ["", "a-b", "a:where-b", "somewhere", "wherever", r#"a:"or where else""#, "a-[where]-b", "where-a"]
        {
            assert_eq!(split(text), None, "{text}");
        }
    }
}
