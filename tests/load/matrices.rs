//! Matrix Market files.

use crate::shape::{Shape, reads, refuses};

pub(crate) const SHAPES: &[Shape] = &[
    reads(
        "SuiteSparse, symmetric pattern",
        "%%MatrixMarket matrix coordinate pattern symmetric\n%---\n% UF id\n3 3 3\n2 1\n3 1\n3 2\n",
        "1~2; 1~3; 2~3",
    ),
    reads(
        "SciPy, symmetric, read with directions",
        "%%MatrixMarket matrix coordinate integer symmetric\n%\n3 3 3\n2 1 1\n3 1 1\n3 2 1\n",
        "1~2; 1~3; 2~1; 2~3; 3~1; 3~2",
    )
    .with("--directed"),
    reads(
        "skew-symmetric, read with directions",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 1 1.5\n",
        "1~2; 2~1 +1",
    )
    .with("--directed"),
    reads(
        "hermitian, read with directions",
        "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 1.5 -2\n",
        "1~2; 2~1",
    )
    .with("--directed"),
    reads(
        "general, read with directions",
        "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n2 3 -1\n",
        "1~2; 2~3",
    )
    .with("--directed"),
    reads(
        "a banner that lost a sign",
        "%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n",
        "1~2; 2~3",
    ),
    reads("complex", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0.5 1\n", "1~2"),
    reads(
        "entries above the diagonal of a symmetric matrix",
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 2\n2 3\n",
        "1~2; 2~3",
    ),
    reads(
        "an entry of zero is an edge",
        "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0\n2 3 1\n",
        "1~2; 2~3",
    ),
    reads(
        "values as labels, symmetric, with directions",
        "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 7\n",
        "1~2:7; 2~1:7",
    )
    .with("--directed --edge-labels"),
    refuses(
        "a value in a pattern",
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 5\n",
        &["graph.txt:3:", "pattern"],
    ),
    refuses(
        "no value in a real matrix",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n",
        &["graph.txt:3:", "one value"],
    ),
    refuses(
        "one value in a complex matrix",
        "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 5\n",
        &["graph.txt:3:", "two values"],
    ),
    refuses(
        "rows and columns are different",
        "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n",
        &["not square", "different ids"],
    ),
    refuses("a dense matrix", "%%MatrixMarket matrix array real general\n2 2\n0\n1\n1\n0\n", &["dense", "coordinate"]),
    refuses(
        "an entry outside",
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n",
        &["graph.txt:3:", "dimensions"],
    ),
    refuses(
        "an entry of row 0",
        "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 1\n",
        &["graph.txt:3:", "counted from 1"],
    ),
    refuses("a matrix cut short", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n", &["truncated"]),
];
