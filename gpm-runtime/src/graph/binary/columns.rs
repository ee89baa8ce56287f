//! The heads of columns of attributes: names, kinds and texts.

use gpm_plan::pattern::predicate::Calendar;

use crate::graph::Column;

/// What a file says of a column beside its values.
pub(super) struct ColumnHead<'a> {
    pub(super) of_edges: bool,
    pub(super) name: &'a str,
    pub(super) kind: ColumnKind<'a>,
}

/// What the values are.
pub(super) enum ColumnKind<'a> {
    Integers,
    Floats,
    Moments(Calendar),
    /// Places of these integers.
    Wide(Vec<&'a str>),
    /// Codes of these texts.
    Text(Vec<&'a str>),
}

/// Calendars by their number in a file.
const CALENDARS: [Calendar; 5] =
    [Calendar::Date, Calendar::Time, Calendar::Timestamp, Calendar::Interval, Calendar::Instant];
const FIRST_CALENDAR: u8 = 3;
const WIDE: u8 = 255;

/// Each column as whether it is of edges, its kind, its name and its texts: how many, then each. A text is its length (`u32`, little
/// endian) and its bytes.
pub(super) fn encode_columns(columns: [&[(String, Column)]; 2]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (of_edges, columns) in (0..).zip(columns) {
        for (name, column) in columns {
            let (kind, texts): (u8, Vec<String>) = match column {
                Column::Integers(_) => (0, Vec::new()),
                Column::Floats(_) => (1, Vec::new()),
                Column::Text(text) => (2, text.texts().into_iter().map(str::to_owned).collect()),
                Column::Wide(wide) => (WIDE, wide.texts()),
                Column::Moments(calendar, _) => {
                    let number = CALENDARS.iter().position(|known| known == calendar);
                    (FIRST_CALENDAR + number.expect("all are listed") as u8, Vec::new())
                }
            };
            bytes.extend([of_edges, kind]);
            push(&mut bytes, name);
            bytes.extend((texts.len() as u32).to_le_bytes());
            texts.iter().for_each(|text| push(&mut bytes, text));
        }
    }
    bytes
}

fn push(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

/// Inverse of [`encode_columns`]; `None` if the bytes are no such list.
pub(super) fn decode_columns(mut bytes: &[u8]) -> Option<Vec<ColumnHead<'_>>> {
    let mut heads = Vec::new();
    while let Some((&[of_edges, kind], rest)) = bytes.split_first_chunk() {
        bytes = rest;
        let name = text(&mut bytes)?;
        let count = number(&mut bytes)?;
        let texts: Vec<&str> = (0..count).map(|_| text(&mut bytes)).collect::<Option<_>>()?;
        let kind = match kind {
            0 => ColumnKind::Integers,
            1 => ColumnKind::Floats,
            2 => ColumnKind::Text(texts),
            WIDE => ColumnKind::Wide(texts),
            _ => ColumnKind::Moments(*CALENDARS.get(usize::from(kind - FIRST_CALENDAR))?),
        };
        heads.push(ColumnHead { of_edges: of_edges != 0, name, kind });
    }
    bytes.is_empty().then_some(heads)
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = number(bytes)?;
    let (text, rest) = bytes.split_at_checked(length as usize)?;
    *bytes = rest;
    std::str::from_utf8(text).ok()
}
