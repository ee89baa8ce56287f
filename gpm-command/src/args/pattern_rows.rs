//! Patterns in what gpm wrote: rows of `gpm fsm -o` and of counts, as csv, tsv or JSON lines.

use serde_json::Value;

/// Columns by which a table of patterns is known: it begins with the first, which is followed by one of the others.
const HEADS: [&str; 3] = ["pattern", "definition", "vertices"];

/// A row about a pattern.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PatternRow {
    /// What it is called there.
    pub(crate) name: String,
    /// The pattern in the pattern language.
    pub(crate) text: String,
    /// Lines before it.
    pub(crate) before: usize,
    /// What the row says in the columns of these names: what its matches are, and what is counted.
    pub(crate) semantics: Option<String>,
    pub(crate) unit: Option<String>,
}

/// The patterns of a file that gpm wrote; `None` if it is none.
pub(crate) fn read(text: &str) -> Option<Vec<PatternRow>> {
    let first = text.lines().next()?;
    if first.starts_with('{') {
        let rows = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        return rows.map(|(before, line)| of_object(before, line)).collect();
    }
    let separator = [',', '\t'].into_iter().find(|separator| first.split(*separator).next() == Some(HEADS[0]))?;
    let records = if separator == ',' { quoted_records(text) } else { escaped_records(text) };
    let (_, heads) = records.first()?;
    if !heads.get(1).is_some_and(|second| HEADS[1..].contains(&second.as_str())) {
        return None;
    }
    let written = usize::from(heads[1] == HEADS[1]);
    let row = |(before, cells): &(usize, Vec<String>)| {
        let named = |name: &str| {
            let at = heads.iter().position(|head| head == name)?;
            cells.get(at).filter(|cell| !cell.is_empty()).cloned()
        };
        Some(PatternRow {
            name: cells.first()?.clone(),
            text: cells.get(written)?.clone(),
            before: *before,
            semantics: named("semantics"),
            unit: named("unit"),
        })
    };
    records[1..].iter().map(row).collect()
}

fn of_object(before: usize, line: &str) -> Option<PatternRow> {
    let object: Value = serde_json::from_str(line).ok()?;
    let name = object["pattern"].as_str()?.to_owned();
    let [definition, semantics, unit] =
        ["definition", "semantics", "unit"].map(|field| object[field].as_str().map(str::to_owned));
    Some(PatternRow { text: definition.unwrap_or_else(|| name.clone()), name, before, semantics, unit })
}

/// Records with commas between the fields, which may stand in quotes, each with the lines before it.
fn quoted_records(text: &str) -> Vec<(usize, Vec<String>)> {
    let (mut records, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut line, mut start) = (false, 0, 0);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        match c {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                cells.push(std::mem::take(&mut cell));
                records.push((start, std::mem::take(&mut cells)));
                start = line;
            }
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !cells.is_empty() {
        cells.push(cell);
        records.push((start, cells));
    }
    records
}

/// Lines with tabs between the fields, in which a backslash stands before what would end one.
fn escaped_records(text: &str) -> Vec<(usize, Vec<String>)> {
    let unescaped = |cell: &str| {
        let mut chars = cell.chars();
        let mut text = String::new();
        while let Some(c) = chars.next() {
            let escaped = if c == '\\' { chars.clone().next() } else { None };
            let plain = match escaped {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('\\') => '\\',
                _ => {
                    text.push(c);
                    continue;
                }
            };
            chars.next();
            text.push(plain);
        }
        text
    };
    text.lines().enumerate().map(|(at, line)| (at, line.split('\t').map(unescaped).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str, usize)]) {
        let rows = read(text).expect("a table of gpm's own");
        let rows: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.text.as_str(), row.before)).collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn tables_of_gpm() {
        check(
            "pattern,definition,count\n\"a,\"\"b\"\"\",\"x:\"\"two words\"\"-y\",3\nhouse,0-1,4",
            &[("a,\"b\"", "x:\"two words\"-y", 1), ("house", "0-1", 2)],
        );
        check("pattern\tvertices\na:\"\\\\\"\"-b\t2\n", &[("a:\"\\\"\"-b", "a:\"\\\"\"-b", 1)]);
        check("{\"pattern\":\"triangle\",\"definition\":\"0-1 0-2 1-2\"}\n", &[("triangle", "0-1 0-2 1-2", 0)]);
        check("{\"pattern\":\"a-b\",\"support\":3}\n", &[("a-b", "a-b", 0)]);
    }

    #[test]
    fn what_was_counted() {
        for text in [
            "pattern,definition,count,semantics,unit,partial\nwedge,0-1 0-2,4,vertex-induced,embeddings,false\n",
            "{\"pattern\":\"wedge\",\"semantics\":\"vertex-induced\",\"unit\":\"embeddings\"}\n",
        ] {
            let rows = read(text).expect("a table of gpm's own");
            let row = &rows[0];
            assert_eq!((row.semantics.as_deref(), row.unit.as_deref()), (Some("vertex-induced"), Some("embeddings")));
        }
        assert_eq!(read("pattern\tvertices\na-b\t2\n").map(|rows| rows[0].semantics.clone()), Some(None));
    }

    #[test]
    fn other_files() {
        for text in ["", "triangle\n", "pattern\ta-b\n", "t # 0\nv 0 A\n", "{\"x\":1}\n", "a,b\n"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
