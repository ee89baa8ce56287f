//! Exports of databases of biology with many columns, and files with quoted line ends.

use crate::shape::{Shape, reads, refuses};

const BIOGRID: &str = "#BioGRID Interaction ID\tEntrez Gene Interactor A\tEntrez Gene Interactor B\tOfficial Symbol Interactor A\t\
    Official Symbol Interactor B\tScore\n103\t6416\t2318\tMAP2K4\tFLNC\t-\n117\t84665\t88\tMYPN\tACTN2\t-\n";
const MITAB: &str = "#ID(s) interactor A\tID(s) interactor B\tAlt. ID(s) interactor A\tAlt. ID(s) interactor B\tInteraction detection method(s)\n\
    uniprotkb:P49418\tuniprotkb:O43426\tintact:EBI-7121510|x:y\tintact:EBI-2821539\tpsi-mi:\"MI:0084\"(phage display)\n\
    uniprotkb:P49418\tintact:EBI-7121654\tintact:EBI-7121510\t-\tpsi-mi:\"MI:0084\"(phage display)\n";

pub(crate) const SHAPES: &[Shape] = &[
    refuses(
        "BioGRID tab3, several pairs of columns",
        BIOGRID,
        &["`Entrez Gene Interactor A`", "`Official Symbol Interactor A`", "--columns"],
    ),
    reads("BioGRID tab3, told by number", BIOGRID, "ACTN2~MYPN; FLNC~MAP2K4").with("--columns 4,5"),
    reads("BioGRID tab3, told by name", BIOGRID, "ACTN2~MYPN; FLNC~MAP2K4").with("--columns 4,5 --delimiter tab"),
    refuses("IntAct MITAB, several pairs of columns", MITAB, &["`Alt. ID(s) interactor A`", "--columns"]),
    reads("IntAct MITAB, told", MITAB, "intact:EBI-7121654~uniprotkb:P49418; uniprotkb:O43426~uniprotkb:P49418")
        .with("--columns 1,2"),
    reads("a line end in a quoted note", "source,target,note\nann,bob,\"two\nlines\"\nbob,cy,x\n", "ann~bob; bob~cy"),
    reads("empty fields at the end", "source,target,note\nann,bob,\nbob,cy,,\n", "ann~bob; bob~cy"),
    refuses(
        "NetFlow: two pairs of columns",
        "src_ip,src_port,dst_ip,dst_port\n10.0.0.1,80,10.0.0.2,81\n",
        &["`src_ip` and `dst_ip`", "--columns"],
    ),
    reads("NetFlow, told", "src_ip,src_port,dst_ip,dst_port\n10.0.0.1,80,10.0.0.2,81\n", "10.0.0.1~10.0.0.2")
        .with("--columns src_ip,dst_ip"),
];
