//! First lines, signs of notations, names of matrices and marks of missing ids, none of which are ids.

use crate::shape::{Shape, reads, refuses};

const NAMES: &str = "ann~bob; bob~cy";
/// What of a file of 17 edges is read: a path.
const LONG: &str = "0~1; 1~2; 2~3; 3~4; 4~5; 5~6; 6~7; 7~8; 8~9; 9~10; 10~11; 11~12; 12~13; 13~14; 14~15; 15~16; 16~17";

pub(crate) const SHAPES: &[Shape] = &[
    refuses("sizes above edges", "4 3\n0 1\n1 2\n2 3\n", &["graph.txt:1:", "`4 3`", "--header yes", "--header no"]),
    refuses("sizes above edges from 1", "4 3\n1 2\n2 3\n3 4\n", &["`4 3`"]),
    reads("sizes above edges, told", "4 3\n0 1\n1 2\n2 3\n", "0~1; 1~2; 2~3").with("--header yes"),
    reads("an edge like sizes, told", "4 3\n0 1\n1 2\n2 3\n", "0~1; 1~2; 2~3; 3~4").with("--header no"),
    reads("sizes above many edges (GraphPi, ORCA)", SIZES, LONG),
    reads("an edge that is none of sizes", "4 2\n0 1\n1 2\n2 3\n", "0~1; 1~2; 2~3; 2~4"),
    refuses("Python, tuples", "(0, 1)\n(1, 2)\n", &["brackets", "--delimiter comma"]),
    refuses("Python, a tuple", "('ann', 'bob')\n", &["brackets"]),
    refuses("Python, tuples with data under a head", "source target\n(0, 1, {})\n(1, 2, {})\n", &["graph.txt:2:"]),
    refuses("pairs as lines of JSON", "[0, 1],\n[1, 2]\n", &["brackets"]),
    reads("names in brackets", "[ann] [bob]\n[bob] [cy]\n", "[ann]~[bob]; [bob]~[cy]"),
    reads("pairs in brackets, told", "(ann,bob)\n(bob,cy)\n", "(ann~bob); (bob~cy)")
        .with("--delimiter comma --header no"),
    refuses("lines of DOT", "a -> b;\nb -> c;\n", &["`->`", "--delimiter"]),
    refuses("arrows without blanks", "a->b\nb->c\n", &["`->`"]),
    refuses("neighbors behind a colon", "0: 1\n1: 2\n2: 0\n", &["colon", "awk"]),
    refuses("many neighbors behind a colon", "0: 1 2\n1: 2\n", &["colon"]),
    reads("names with colons", "GO:1 GO:2\nGO:2 GO:3\n", "GO:1~GO:2; GO:2~GO:3"),
    refuses("a matrix with names (pandas)", ",g1,g2,g3\ng1,0,1,0\ng2,1,0,1\ng3,0,1,0\n", &["adjacency matrix"]),
    refuses("a matrix with numbers for names (pandas)", ",1,4,7\n1,0,1,0\n4,1,0,1\n7,0,1,0\n", &["adjacency matrix"]),
    refuses("a matrix with names (R)", "\"a\" \"b\"\n\"a\" 0 1\n\"b\" 1 0\n", &["adjacency matrix"]),
    refuses(
        "a matrix with names and weights",
        "gene\ta\tb\tc\na\t\t.5\t1\nb\t.5\t\t0\nc\t1\t0\t\n",
        &["adjacency matrix"],
    ),
    refuses("R, quoted numbers of rows beside integers", "\"1\" 5 6\n\"2\" 6 7\n\"3\" 7 5\n", &["--columns 2,3"]),
    reads("Excel, `sep=`", "sep=;\nSource;Target\nann;bob\nbob;cy\n", NAMES),
    reads("Excel, `sep=` and one word in each field", "sep=,\r\nann,bob\r\nbob,cy\r\nann,bob\r\n", NAMES),
    reads("hashtags below a head", "source,target\nann,#a\n#a,bob\n# a comment\nbob,ann\n", "#a~ann; #a~bob; ann~bob"),
    reads("numbers and a hashtag below a head", "source,target\n1,2\n#3,1\n", "#3~1; 1~2"),
    reads("comments among edges", "ann bob\n# bob x\nbob cy\nbob ann\n", NAMES),
    refuses("a hyphen for a missing id (BioGRID)", "a\tb\nb\tc\na\t-\n", &["graph.txt:3:", "`-`", "missing"]),
    reads("a hyphen that is a name", "a\tb\n\"-\"\ta\n", "-~a; a~b"),
    reads("quoted ids below 0", "\"-1\" \"2\"\n\"2\" \"3\"\n\"3\" \"-1\"\n", "-1~2; -1~3; 2~3"),
    reads(
        "quoted ids above integers",
        "\"18446744073709551615\",\"1\"\n\"1\",\"18446744073709551614\"\n",
        "1~18446744073709551614; 1~18446744073709551615",
    ),
    reads("quoted numbers with zeros before them", "\"007\" \"8\"\n\"8\" \"1.0\"\n", "007~8; 1.0~8"),
    refuses("an id below 0", "-1 \"2\"\n2 3\n", &["graph.txt:1:", "`-1`", "names in quotes"]),
    refuses("an id above integers", "1 \"-2\"\n18446744073709551615 3\n", &["names in quotes"]),
    reads("METIS, weights that are not there", "3 3 1\n2 3\n1 3\n1 2\n", "1~2; 1~3; 2~3"),
];

const SIZES: &str =
    "18 17\n0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n9 10\n10 11\n11 12\n12 13\n13 14\n14 15\n15 16\n16 17\n";
