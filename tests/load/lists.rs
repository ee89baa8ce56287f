//! Lists of edges without a head line.

use crate::shape::{Shape, reads};

const TRIANGLE: &str = "1~2; 1~3; 2~3";

pub(crate) const SHAPES: &[Shape] = &[
    reads(
        "SNAP, tabs and comments",
        "# Undirected graph: ../../data/output/x.txt\n# Nodes: 3 Edges: 3\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n1\t3\n",
        TRIANGLE,
    ),
    reads(
        "SNAP, undirected, read with directions",
        "# Undirected graph: x.txt\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n",
        "1~2; 2~1; 2~3; 3~2",
    )
    .with("--directed"),
    reads(
        "SNAP, directed",
        "# Directed graph (each unordered pair of nodes is saved once): web.txt \n# FromNodeId\tToNodeId\n2\t1\n3\t1\n",
        "2~1; 3~1",
    )
    .with("--directed"),
    reads("SNAP, blanks and foreign line ends", "1 2\r\n2 3\r\n3 1\r\n", TRIANGLE),
    reads("SNAP, tabs in some lines and blanks in others", "1\t2\n2 3\n3\t 1\n", TRIANGLE),
    reads("SNAP, temporal `u v t` (wiki-talk)", "1 2 1217567877\n2 3 1217573801\n3 1 1217606247\n", TRIANGLE),
    reads(
        "SNAP, ego circles: sparse ids",
        "214328887 34428380\n34428380 9223372036854775808\n",
        "34428380~214328887; 34428380~9223372036854775808",
    ),
    reads("Konect, `sym unweighted`", "% sym unweighted\n% 3 3 3\n1 2\n2 3\n3 1\n", TRIANGLE).called("out.moreno"),
    reads("Konect, `sym`, read with directions", "% sym unweighted\n1 2\n", "1~2; 2~1").with("--directed"),
    reads(
        "Konect, `asym weighted` with times and a tab",
        "% asym positive\n1 2\t1\t1082040961\n2 3\t1\t1082155839\n",
        "1~2; 2~3",
    )
    .with("--directed"),
    reads("Konect, `u v w t`", "% asym signed\n1 2 -1 1082040961\n2 3 1 1082155839\n", "1~2; 2~3"),
    reads("Network Repository, .edges with commas", "1,2\n2,3\n3,1\n", TRIANGLE).called("x.edges"),
    reads("Network Repository, .edges with weights", "% bla\n1 2 0.5\n2 3 1e-3\n3 1 2\n", TRIANGLE).called("x.edges"),
    reads("OGB, edge.csv without a head", "0,1\n1,2\n", "0~1; 1~2").called("edge.csv"),
    reads("WebGraph (LAW), arcs", "0\t1\n0\t2\n1\t2\n", "0~1; 0~2; 1~2").called("x.arcs").with("--directed"),
    reads("networkx, write_edgelist", "1 2 {}\n2 3 {}\n3 1 {}\n", TRIANGLE),
    reads("networkx, write_edgelist with data", "1 2 {'weight': 3}\n2 3 {'weight': 4, 'day': 'a b'}\n", "1~2; 2~3"),
    reads("networkx, names and data", "a b {'weight': 3}\nb c {'weight': 4, 'x': 5}\n", "a~b; b~c"),
    reads("networkx, commas and data", "1,2,{'weight': 3}\n2,3,{'weight': 4, 'x': 5}\n", "1~2; 2~3"),
    reads("networkx, write_weighted_edgelist", "1 2 3.5\n2 3 4\n", "1~2; 2~3"),
    reads("igraph, ncol with names and weights", "alice bob 1.5\nbob carol 2\n", "alice~bob; bob~carol")
        .called("x.ncol"),
    reads("comma and blank", "1, 2\n2, 3\n", "1~2; 2~3"),
    reads("a comma at the end of each line", "1,2,\n2,3,\n", "1~2; 2~3"),
    reads("blanks before and behind, blank lines", "\n  1   2  \n\n\t2 3\t\n\n", "1~2; 2~3"),
    reads("semicolons and decimal commas", "1;2;0,5\n2;3;1,25\n", "1~2; 2~3"),
    reads(
        "names with blanks between commas",
        "Ann Lee,Bob Ray\nBob Ray,Cy Fox\nCy Fox,Ann Lee\n",
        "Ann Lee~Bob Ray; Ann Lee~Cy Fox; Bob Ray~Cy Fox",
    ),
    reads("names with blanks between tabs", "Ann Lee\tBob Ray\nBob Ray\tCy Fox\n", "Ann Lee~Bob Ray; Bob Ray~Cy Fox"),
    reads(
        "names with commas between tabs",
        "Lee, Ann\tRay, Bob\nRay, Bob\tFox, Cy\n",
        "Fox, Cy~Ray, Bob; Lee, Ann~Ray, Bob",
    ),
    reads("names with blanks between bars", "Ann Lee|Bob Ray\nBob Ray|Cy Fox\n", "Ann Lee~Bob Ray; Bob Ray~Cy Fox"),
    reads("names with bars (UniProt)", "sp|P1|A sp|P2|B\nsp|P2|B sp|P3|C\n", "sp|P1|A~sp|P2|B; sp|P2|B~sp|P3|C"),
    reads(
        "names in quotes, doubled quotes and commas",
        "\"Lee, Ann\",\"Bob \"\"B\"\" Ray\"\n\"Bob \"\"B\"\" Ray\",x\n",
        "Bob \"B\" Ray~Lee, Ann; Bob \"B\" Ray~x",
    ),
    reads("integers in quotes", "\"1\",\"2\"\n\"2\",\"3\"\n", "1~2; 2~3"),
    reads("a head whose names occur again is an edge", "alice 1\n1 2\n2 alice\n", "1~2; 1~alice; 2~alice"),
    reads("names of which the first occur again", "u v\nv w\nw u\n", "u~v; u~w; v~w"),
    reads("names that no column has", "YAL001C YBR123W\nYCL004W YDR005C\n", "YAL001C~YBR123W; YCL004W~YDR005C"),
    reads("single letters", "a b\nc d\n", "a~b; c~d"),
    reads("one edge", "alice bob\n", "alice~bob"),
    reads("mail addresses", "a@x.org,b@x.org\nc@y.org,d@y.org\n", "a@x.org~b@x.org; c@y.org~d@y.org"),
    reads("zeros before numbers", "007 008\n008 010\n", "007~008; 008~010"),
    reads("telephone numbers", "+4917 +4918\n+4918 +4919\n", "+4917~+4918; +4918~+4919"),
    reads("labels in the third column", "1 2 x\n2 3 y\n", "1~2:x; 2~3:y").with("--edge-labels"),
    reads("labels in the third column of names", "a b friend\nb c foe\nc a foe\n", "a~b:friend; a~c:foe; b~c:foe")
        .with("--edge-labels"),
    reads("SIF (Cytoscape), told", "A pp B\nB pd C\n", "A~B:pp; B~C:pd").with("--columns 1,3,2"),
    reads("six columns, told", "1 2 3 4 5 6\n2 3 4 5 6 7\n", "2~5; 3~6").with("--columns 2,5"),
    reads("lines of many lengths, told", "1 2\n2 3 4\n", "1~2; 2~3").with("--columns 1,2"),
    reads(
        "a head of unknown words, told to be an edge",
        "customer,merchant\nbob,shop\n",
        "bob~shop; customer~merchant",
    )
    .with("--header no"),
    reads("delimiter told", "a,b c\nd,e f\n", "a,b~c; d,e~f").with("--delimiter space"),
];
