//! A small pattern drawn with characters: its vertices on a circle, its edges as lines between them.

use gpm::Pattern;
use gpm::pattern::EdgeKind;

/// How many times as high as wide a character of a drawing is, about. *guess*
const ASPECT: f64 = 2.0;

/// The drawing, line by line. Arcs end in `>`, `<`, `^` or `v`; a mutual pair has one at each end.
pub(crate) fn drawing(pattern: &Pattern) -> String {
    let n = pattern.num_vertices();
    let radius = (n as f64 * 0.7).max(2.0);
    // Two vertices lie side by side, four are the corners of a square.
    let turn = if n.is_multiple_of(2) { std::f64::consts::PI / n as f64 } else { 0.0 };
    let place = |u: usize| {
        let angle = std::f64::consts::TAU * u as f64 / n as f64 - std::f64::consts::FRAC_PI_2 - turn;
        let (x, y) = (ASPECT * radius * (1.0 + angle.cos()), radius * (1.0 + angle.sin()));
        (x.round() as isize, y.round() as isize)
    };
    let places: Vec<(isize, isize)> = (0..n).map(place).collect();
    let (width, height) = (2.0 * ASPECT * radius + 1.0, 2.0 * radius + 1.0);
    let mut canvas = vec![vec![' '; width as usize + 1]; height as usize + 1];
    let mut heads = Vec::new();
    for edge in pattern.edges() {
        let line = line(places[edge.from], places[edge.to]);
        for &((x, y), sign) in &line {
            canvas[y as usize][x as usize] = sign;
        }
        if edge.kind == EdgeKind::Directed {
            heads.extend(line.last().map(|&(at, _)| (at, head(places[edge.from], places[edge.to]))));
        }
    }
    let names = places.iter().enumerate().flat_map(|(u, &(x, y))| {
        let name = pattern.vertex_name(u).chars().take(2).collect::<Vec<_>>();
        name.into_iter().enumerate().map(move |(i, c)| ((x + i as isize, y), c))
    });
    for ((x, y), sign) in heads.into_iter().chain(names.collect::<Vec<_>>()) {
        canvas[y as usize][x as usize] = sign;
    }
    let rows = canvas.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    let rows: Vec<String> = rows.collect();
    rows.join("\n").trim_matches('\n').to_owned()
}

/// The places strictly between two others, each with the sign of the step to it: flat and steep lines are made of straight steps
/// and a slanted one now and then.
fn line((x, y): (isize, isize), (to_x, to_y): (isize, isize)) -> Vec<((isize, isize), char)> {
    let (dx, dy) = (to_x - x, to_y - y);
    let steps = dx.abs().max(dy.abs());
    let slant = if (dx > 0) == (dy > 0) { '\\' } else { '/' };
    let at = |step: isize, all: isize| (2 * step * all + steps) / (2 * steps);
    let along = |step: isize, delta: isize| delta.signum() * at(step, delta.abs());
    let sign = |step: isize| match [dx, dy].map(|delta| along(step, delta) == along(step - 1, delta)) {
        [_, true] => '-',
        [true, _] => '|',
        [false, false] => slant,
    };
    (1..steps).map(|step| ((x + along(step, dx), y + along(step, dy)), sign(step))).collect()
}

/// What points from one place to another.
fn head((x, y): (isize, isize), (to_x, to_y): (isize, isize)) -> char {
    match (to_x - x, to_y - y) {
        (dx, dy) if dx.abs() > dy.abs() => {
            if dx > 0 {
                '>'
            } else {
                '<'
            }
        }
        (_, dy) => {
            if dy > 0 {
                'v'
            } else {
                '^'
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let pattern: Pattern = text.parse().unwrap();
        assert_eq!(drawing(&pattern).lines().collect::<Vec<_>>(), expected, "\n{}", drawing(&pattern));
    }

    #[test]
    fn edges_and_arcs() {
        check("edge", &["0-------1"]);
        check("a->b", &["a------>b"]);
        check("a<->b", &["a<----->b"]);
        check("4-cycle", &["  0-------1", "  |       |", "  |       |", "  |       |", "  3-------2"]);
    }

    #[test]
    fn all_of_the_catalog_show_their_vertices() {
        for entry in gpm::pattern::catalog::entries() {
            let drawn = drawing(&entry.pattern);
            assert!((0..entry.pattern.num_vertices()).all(|u| drawn.contains(entry.pattern.vertex_name(u))), "{drawn}");
        }
    }
}
