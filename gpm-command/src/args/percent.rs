//! A part of a whole on the command line: `5%` or `0.05`.

/// Reads a part of a whole: `5%` or `0.05`.
pub(crate) fn parse_part(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    match (text.strip_suffix('%').map(number), number(text)) {
        (Some(Some(percent)), _) => Ok(percent / 100.0),
        (None, Some(part)) if part < 1.0 => Ok(part),
        (None, Some(_)) => Err(format!("a part of a whole: write {text}% or a number below 1")),
        _ => Err("expected a part of a whole such as 5% or 0.05".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_one_reading() {
        assert_eq!((parse_part("5%"), parse_part("0.05"), parse_part("150 %")), (Ok(0.05), Ok(0.05), Ok(1.5)));
        for wrong in ["5", "1", "0", "-1%", "", "%", "x", "nan", "0%", "inf"] {
            assert!(parse_part(wrong).is_err(), "{wrong}");
        }
    }
}
