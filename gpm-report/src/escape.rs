//! Text of users as HTML and XML have it.

/// The text with marks as entities. What XML has no way to write, such as most control characters, becomes U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if is_writable(c) => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    escaped
}

/// Whether XML may have the character in its text.
fn is_writable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// The first characters of a text, with an ellipsis where some are left out.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The width of a text in sizes of its font. Fonts differ: it is meant to be a little too wide.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

/// Widths measured on common sans-serif fonts, rounded up. *guess*
fn width_of(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.98,
        'A'..='Z' | '→' | '↔' | '×' | '±' => 0.74,
        // East Asian scripts, full width forms, pictures.
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'.. => 1.05,
        _ => 0.62,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_controls_are_written_otherwise() {
        assert_eq!(escaped("<b a='\"&\u{1b}\u{0}\n"), "&lt;b a=&#39;&quot;&amp;\u{fffd}\u{fffd} ");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!((shortened("abc", 3), shortened("abc def", 5)), ("abc".to_owned(), "abc…".to_owned()));
    }
}
