//! Longer texts of `--help` of the commands that make pictures and pages.

/// Below the options of `draw`.
pub(crate) const DRAW: &str = "\
Patterns are given as for `gpm count`: a name of the catalog, text, g6:… or a file. Arrows are directions, dashed lines
are edges that must not be there, colours are labels. Names are written unless they are mere numbers; a bound edge
(a-[p:]->b) is an edge with its name. Conditions stand below.

Several patterns, and all connected ones of a size, are one SVG, side by side. It has its styles in it, and follows the
reader's choice of light or dark.

Examples:
  gpm draw house -o house.svg
  gpm draw 'a:person-[knows]->b:person, b-[works_for]->c:firm, a!-c where a.age < b.age' -o colleagues.svg
  gpm draw -k 4 -o four.svg
  gpm draw -k 3 --directed -o triads.svg
  gpm draw triangle square clique:4 > three.svg";
