//! Text in encodings other than UTF-8, where the file says which: a byte order mark, or the declaration of XML.

use std::borrow::Cow;

use crate::graph::GraphError;

/// Bytes of an XML declaration that are looked at. *guess*
const DECLARATION: usize = 256;

/// The text of `bytes` in UTF-8; the bytes themselves if they declare no other encoding.
///
/// # Errors
/// [`GraphError::BadXml`] for an encoding that is not known, and for bytes that are not as it has them.
#[cfg(feature = "formats")]
pub(super) fn decode<'a>(name: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, GraphError> {
    let Some(label) = declared(bytes) else { return Ok(Cow::Borrowed(bytes)) };
    let failed = |reason: String| GraphError::BadXml { path: name.to_owned(), line: 1, reason };
    let Some(encoding) = encoding_rs::Encoding::for_label(label) else {
        let label = String::from_utf8_lossy(label);
        return Err(failed(format!("it is in `{label}`, which is not read: `iconv -f {label} -t utf-8` converts it")));
    };
    let (text, has_errors) = encoding.decode_with_bom_removal(bytes);
    match has_errors {
        true => Err(failed(format!("it declares that it is in {} and is not", encoding.name()))),
        false => Ok(Cow::Owned(text.into_owned().into_bytes())),
    }
}

#[cfg(not(feature = "formats"))]
pub(super) fn decode<'a>(_: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, GraphError> {
    Ok(Cow::Borrowed(bytes))
}

/// The encoding that bytes declare, unless it is UTF-8.
#[cfg(feature = "formats")]
fn declared(bytes: &[u8]) -> Option<&[u8]> {
    match bytes {
        // An Arrow stream.
        [0xff, 0xff, ..] => return None,
        [0xff, 0xfe, ..] | [b'<', 0, b'?', 0, ..] => return Some(b"utf-16le"),
        [0xfe, 0xff, ..] | [0, b'<', 0, b'?', ..] => return Some(b"utf-16be"),
        _ => {}
    }
    let start = bytes.get(..bytes.len().min(DECLARATION))?.trim_ascii_start();
    let end = start.windows(2).position(|two| two == b"?>").filter(|_| start.starts_with(b"<?xml"))?;
    let declaration = &start[..end];
    let key = b"encoding";
    let at = declaration.windows(key.len()).position(|word| word == key)?;
    let value = declaration[at + key.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let quote = *value.first()?;
    let label = value[1..].split(|&byte| byte == quote).next()?;
    // What can be read up to here is not in two bytes a sign, whatever it says.
    let is_ascii_like = label.to_ascii_lowercase().starts_with(b"utf-16") || label.eq_ignore_ascii_case(b"utf-8");
    Some(label).filter(|label| !is_ascii_like && !label.eq_ignore_ascii_case(b"us-ascii"))
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, String> {
        let text = decode("g", bytes).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(text.into_owned()).expect("it is UTF-8"))
    }

    #[test]
    fn declared_encodings() {
        let xml = |label: &str| [format!("<?xml version='1.0' encoding='{label}'?>").as_bytes(), b"\xe9"].concat();
        assert!(read(&xml("ISO-8859-1")).expect("Latin-1").ends_with('é'));
        assert!(read(&xml("windows-1251")).expect("Cyrillic").ends_with('й'));
        assert!(read(&xml("no-such")).expect_err("unknown").contains("iconv -f no-such -t utf-8"));
        for (first, label) in [([0xff, 0xfe], "le"), ([0xfe, 0xff], "be")] {
            let pair = |unit: u16| if label == "le" { unit.to_le_bytes() } else { unit.to_be_bytes() };
            let body: Vec<u8> = "a é\n".encode_utf16().flat_map(pair).collect();
            assert_eq!(read(&[&first[..], &body].concat()).expect(label), "a é\n");
            let xml: Vec<u8> = "<?xml encoding='utf-16'?>é".encode_utf16().flat_map(pair).collect();
            assert!(read(&xml).expect("without a mark").ends_with('é'));
            assert!(read(&[&first[..], &body[..7]].concat()).is_err());
        }
        for plain in ["<?xml version='1.0' encoding='UTF-16'?><g/>", "<?xml encoding=\"utf-8\"?>é", "1 2\n", "<a>", ""]
        {
            assert_eq!(read(plain.as_bytes()).expect(plain), plain);
        }
    }
}
