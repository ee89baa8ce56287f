//! Tables with a head line.

use crate::shape::{Shape, reads};

const PATH: &str = "1~2; 2~3";
const NAMES: &str = "ann~bob; bob~cy";

pub(crate) const SHAPES: &[Shape] = &[
    reads(
        "STRING",
        "protein1 protein2 combined_score\n9606.ENSP1 9606.ENSP2 490\n9606.ENSP2 9606.ENSP3 198\n",
        "9606.ENSP1~9606.ENSP2; 9606.ENSP2~9606.ENSP3",
    ),
    reads(
        "STRING, all channels",
        "protein1 protein2 neighborhood fusion cooccurence combined_score\n9606.A1 9606.B1 0 0 332 155\n9606.B1 9606.C1 0 0 0 197\n",
        "9606.A1~9606.B1; 9606.B1~9606.C1",
    ),
    reads("R, write.csv with row names", "\"\",\"from\",\"to\"\n\"1\",\"ann\",\"bob\"\n\"2\",\"bob\",\"cy\"\n", NAMES),
    reads("R, write.csv without row names", "\"from\",\"to\",\"w\"\n\"ann\",\"bob\",1\n\"bob\",\"cy\",NA\n", NAMES),
    reads("R, write.csv of V1 and V2", "\"V1\",\"V2\"\n1,2\n2,3\n", PATH),
    reads("R, write.table with row names", "\"from\" \"to\"\n\"1\" \"ann\" \"bob\"\n\"2\" \"bob\" \"cy\"\n", NAMES),
    reads("R, write.table without quotes", "from to w\n1 ann bob 0.5\n2 bob cy 1\n", NAMES),
    reads("pandas without index", "source,target\n1,2\n2,3\n", PATH),
    reads("pandas with index", ",source,target\n0,1,2\n1,2,3\n", PATH),
    reads("pandas with index and unknown names", ",customer,merchant\n0,ann,bob\n1,bob,cy\n", NAMES),
    reads("pandas with index and numbered columns", ",0,1\n0,1,2\n1,2,3\n", PATH),
    reads(
        "pandas with weights and times",
        "source,target,weight,timestamp\n1,2,0.5,2025-01-01 10:00\n2,3,,2025-01-02 11:00\n",
        PATH,
    ),
    reads(
        "Gephi, edges with semicolons",
        "Id;Source;Target;Type;Label;Weight\n0;1;2;Undirected;;1.0\n1;2;3;Undirected;;2.0\n",
        PATH,
    ),
    reads(
        "Gephi, edges with commas",
        "Source,Target,Type,Id,Label,Weight\n1,2,Directed,0,,1.0\n2,3,Directed,1,,1.0\n",
        PATH,
    )
    .with("--directed"),
    reads(
        "Gephi, undirected, read with directions",
        "Source,Target,Type\n1,2,Undirected\n2,3,Undirected\n",
        "1~2; 2~1; 2~3; 3~2",
    )
    .with("--directed"),
    reads(
        "Gephi, partly directed, read with directions",
        "Source,Target,Type\n1,2,Directed\n2,3,Undirected\n",
        "1~2; 2~3; 3~2",
    )
    .with("--directed"),
    reads(
        "Excel, semicolons, mark and foreign line ends",
        "\u{feff}Source;Target;Weight\r\nann;bob;0,5\r\nbob;cy;1,5\r\n;;\r\n",
        NAMES,
    ),
    reads(
        "Excel, names with commas",
        "Source;Target\nLee, Ann;Ray, Bob\nRay, Bob;Fox, Cy\n",
        "Fox, Cy~Ray, Bob; Lee, Ann~Ray, Bob",
    ),
    reads("Neo4j", ":START_ID,:END_ID,:TYPE\nann,bob,KNOWS\nbob,cy,LIKES\n", "ann~bob:KNOWS; bob~cy:LIKES")
        .with("--edge-labels"),
    reads(
        "Neo4j, one id space",
        ":START_ID(Person),since:int,:END_ID(Person),:TYPE\n1,2020,2,KNOWS\n2,2021,3,KNOWS\n",
        PATH,
    ),
    reads("payments", "sender,receiver,amount\nann,bob,12.50\nbob,cy,3\n", NAMES),
    reads("payments with unknown names", "customer,merchant,amount\nann,bob,12.50\nbob,cy,3\n", NAMES),
    reads(
        "PaySim",
        "step,type,amount,nameOrig,oldbalanceOrg,nameDest,oldbalanceDest\n1,CASH,9.5,C1,1.0,M1,2.0\n1,CASH,9.5,C2,1.0,M1,2.0\n",
        "C1~M1; C2~M1",
    ),
    reads(
        "Elliptic",
        "txId1,txId2\n230425980,5530458\n232022460,232438397\n",
        "5530458~230425980; 232022460~232438397",
    ),
    reads("Kaggle, id_1 and id_2", "id_1,id_2\n0,1\n1,2\n", "0~1; 1~2"),
    reads("node1 and node2", "node1,node2\nann,bob\nbob,cy\n", NAMES),
    reads("`from` and `to` in capitals between tabs", "FROM\tTO\nann\tbob\nbob\tcy\n", NAMES),
    reads("`src` and `dst` with more", "day src dst\n5 1 2\n6 2 3\n", PATH),
    reads("`target` before `source`", "target,source\n2,1\n3,2\n", PATH).with("--directed"),
    reads("u and v above single digits", "u v\n1 2\n2 3\n", PATH),
    reads("unknown single letters above single digits", "a;b\n1;2\n2;3\n", PATH),
    reads("u, v, w", "u,v,w\n1,2,0.5\n2,3,0.1\n", PATH),
    reads(
        "triples with a head",
        "subject\tpredicate\tobject\nann\tknows\tbob\nbob\tlikes\tcy\n",
        "ann~bob:knows; bob~cy:likes",
    )
    .with("--edge-labels"),
    reads("unknown names above integers", "customer,merchant\n1,2\n2,3\n", PATH),
    reads("a head of unknown words, told", "customer,merchant\nann,bob\nbob,cy\n", NAMES).with("--header yes"),
    reads("columns by name", "id,when,customer,merchant\n0,5,ann,bob\n1,6,bob,cy\n", NAMES)
        .with("--columns customer,merchant"),
    reads("columns by name in another case", "When,Customer,Merchant\n5,ann,bob\n6,bob,cy\n", NAMES)
        .with("--columns customer,merchant"),
    reads("columns by name, with labels", "a,kind,b\nann,x,bob\nbob,y,cy\n", "ann~bob:x; bob~cy:y")
        .with("--columns a,b,kind"),
    reads("columns by number under a head", "time,sensor,hub,place\n5,s1,h1,x\n6,s2,h1,y\n", "h1~s1; h1~s2")
        .with("--columns 2,3 --header yes"),
    reads("columns named by a comment", "# src dst weight kind more\n1 2 3 4 5\n2 3 4 5 6\n", PATH),
];
