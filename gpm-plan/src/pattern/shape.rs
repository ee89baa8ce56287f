//! What every pattern must be: of few vertices, joined by edges.

use std::ops::Range;

use super::model::bits;
use super::{MAX_VERTICES, Pattern};
use crate::error::{PatternError, PatternErrorKind, quoted_list};

impl Pattern {
    /// The part on the vertices of `mask`, in the order they have here, with the conditions that read none but them. Bits past
    /// the last vertex are ignored.
    ///
    /// ```
    /// let house: gpm::Pattern = "house".parse()?;
    /// assert_eq!(house.induced_by(0b111)?.num_vertices(), 3);
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// When fewer than two vertices are left or they are not connected.
    pub fn induced_by(&self, mask: u32) -> Result<Self, PatternError> {
        let kept: Vec<usize> = bits(mask & self.vertex_mask()).collect();
        let part = self.selected(&kept);
        check_shape(&part, |_| None).map(|()| part)
    }
}

pub(super) fn check_count(num_vertices: usize) -> Result<(), PatternError> {
    let kind = match num_vertices {
        0 | 1 => PatternErrorKind::TooFewVertices { got: num_vertices },
        2..=MAX_VERTICES => return Ok(()),
        _ => PatternErrorKind::TooManyVertices { got: num_vertices, max: MAX_VERTICES },
    };
    Err(PatternError::new(kind))
}

/// Checks that there are enough vertices and that edges connect them; `place` finds the text that mentions a set of vertices.
pub(super) fn check_shape(
    pattern: &Pattern,
    place: impl FnOnce(u32) -> Option<Range<usize>>,
) -> Result<(), PatternError> {
    check_count(pattern.num_vertices())?;
    let mut reached = 1u32;
    loop {
        let wider = bits(reached).fold(reached, |mask, u| mask | pattern.neighbor_mask(u));
        if wider == reached {
            break;
        }
        reached = wider;
    }
    let unreachable = pattern.vertex_mask() & !reached;
    if unreachable == 0 {
        return Ok(());
    }
    let names = quoted_list(bits(unreachable).map(|u| pattern.vertex_name(u)), "and");
    let verb = if unreachable.is_power_of_two() { "is" } else { "are" };
    let note = format!("{names} {verb} not reachable from `{}`", pattern.vertex_name(0));
    let error = PatternError::new(PatternErrorKind::NotConnected).note(note);
    let is_alone = pattern.degree(0) == 0 || bits(unreachable).all(|u| pattern.degree(u) == 0);
    let help = match (pattern.has_anti_edges(), is_alone) {
        (true, _) => "anti-edges do not connect; join all vertices by edges",
        (false, true) => "join every vertex to the rest by an edge",
        (false, false) => "count each component by itself",
    };
    Err(error.at(place(unreachable)).or_help(help))
}
