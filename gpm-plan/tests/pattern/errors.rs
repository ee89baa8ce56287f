//! What users read when a pattern is refused.

use gpm_plan::pattern::{Pattern, PatternErrorKind, parse_file};

fn text(text: &str) -> String {
    text.parse::<Pattern>().unwrap_err().to_string()
}

fn file(text: &str) -> String {
    parse_file(text, "p.txt").unwrap_err().to_string()
}

#[test]
fn not_connected() {
    let error = "0-1 1-2 3-4".parse::<Pattern>().unwrap_err();
    assert_eq!(error.span(), Some(8..11));
    assert_eq!(error.message(), "pattern is not connected");
    assert_eq!(error.help(), Some("count each component by itself"));
    assert_eq!(error.kind(), &PatternErrorKind::NotConnected);
    insta::assert_snapshot!(error.to_string(), @"");
}

macro_rules! snapshots {
    ($($name:ident: $error:expr;)*) => {};
}
