//! Which lines two texts share.

/// A line of the one text beside a line of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row<'t> {
    pub(super) before: Option<&'t str>,
    pub(super) after: Option<&'t str>,
}

impl Row<'_> {
    /// Whether both are the same line.
    pub(super) fn is_same(&self) -> bool {
        self.before == self.after
    }
}

/// The lines of two texts side by side, by a longest common subsequence; what was changed in one place stands in the same rows. Nests have
/// some dozens of lines, so that a table of all pairs is small.
pub(super) fn side_by_side<'t>(before: &'t str, after: &'t str) -> Vec<Row<'t>> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let shared = shared(&before, &after);
    let (mut rows, mut i, mut j) = (Vec::new(), 0, 0);
    // Lines that are in one text only, until the next that both share.
    let mut gone: (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    loop {
        let lines = (before.get(i).copied(), after.get(j).copied());
        match lines {
            (Some(own), Some(other)) if own == other => {
                flush(&mut gone, &mut rows);
                rows.push(Row { before: Some(own), after: Some(other) });
                (i, j) = (i + 1, j + 1);
            }
            (Some(own), _) if j == after.len() || shared[i + 1][j] >= shared[i][j + 1] => {
                gone.0.push(own);
                i += 1;
            }
            (_, Some(other)) => {
                gone.1.push(other);
                j += 1;
            }
            (_, None) => break,
        }
    }
    flush(&mut gone, &mut rows);
    rows
}

/// How many lines the rests of both texts from `[i][j]` on share.
fn shared(before: &[&str], after: &[&str]) -> Vec<Vec<usize>> {
    let mut shared = vec![vec![0; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            shared[i][j] = match before[i] == after[j] {
                true => shared[i + 1][j + 1] + 1,
                false => shared[i + 1][j].max(shared[i][j + 1]),
            };
        }
    }
    shared
}

fn flush<'t>((before, after): &mut (Vec<&'t str>, Vec<&'t str>), rows: &mut Vec<Row<'t>>) {
    let both = 0..before.len().max(after.len());
    rows.extend(both.map(|at| Row { before: before.get(at).copied(), after: after.get(at).copied() }));
    before.clear();
    after.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> Vec<(String, String)> {
        let word = |line: Option<&str>| line.unwrap_or("").to_owned();
        side_by_side(before, after).into_iter().map(|row| (word(row.before), word(row.after))).collect()
    }

    #[test]
    fn what_is_shared_stands_side_by_side() {
        let rows = shown("a\nb\nc\nd", "a\nx\nc\ny\nd");
        let expected = [("a", "a"), ("b", "x"), ("c", "c"), ("", "y"), ("d", "d")];
        assert_eq!(rows, expected.map(|(before, after)| (before.to_owned(), after.to_owned())));
        assert!(side_by_side("a\nb", "a\nb").iter().all(Row::is_same));
    }

    #[test]
    fn all_lines_of_both_are_there_in_order() {
        for (before, after) in [("", "a\nb"), ("a\nb", ""), ("a\nb\na", "b\na\nb"), ("x\ny", "z")] {
            let rows = side_by_side(before, after);
            let one: Vec<&str> = rows.iter().filter_map(|row| row.before).collect();
            let other: Vec<&str> = rows.iter().filter_map(|row| row.after).collect();
            assert_eq!((one, other), (before.lines().collect(), after.lines().collect()));
        }
    }
}
