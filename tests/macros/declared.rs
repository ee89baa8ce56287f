//! Made by `UPDATE_DECLARED=1 cargo test --test macros`: every connected pattern of 2 to 5 vertices, and random ones
//! of each kind that `random_patterns` knows.

use crate::row::declare;

#[rustfmt::skip]
declare!(edge_induced {
    Connected0[2] (0-1);
    Connected1[3] (0-1 0-2);
    Connected2[3] (0-1 0-2 1-2);
    Connected3[4] (0-1 1-2 2-3);
    Connected4[4] (0-1 0-2 0-3);
    Connected5[4] (0-1 1-2 0-3 2-3);
    Connected6[4] (0-1 0-2 1-2 2-3);
    Connected7[4] (0-1 0-2 1-2 0-3 1-3);
    Connected8[4] (0-1 0-2 1-2 0-3 1-3 2-3);
    Connected9[5] (0-1 1-2 2-3 3-4);
    Connected10[5] (0-1 0-2 0-3 3-4);
    Connected11[5] (0-1 0-2 0-3 0-4);
    Connected12[5] (0-1 1-2 2-3 0-4 3-4);
    Connected13[5] (0-1 0-2 1-2 2-3 3-4);
    Connected14[5] (0-1 1-2 0-3 2-3 0-4);
    Connected15[5] (0-1 0-2 1-2 0-3 1-4);
    Connected16[5] (0-1 0-2 1-2 0-3 0-4);
    Connected17[5] (0-1 1-2 0-3 2-3 0-4 1-4);
    Connected18[5] (0 1 0-2 1-2 0-3 1-3 0-4 1-4);
    Connected19[5] (0-1 0-2 1-2 1-3 2-3 3-4);
    Connected20[5] (0-1 0-2 1-2 0-3 0-4 3-4);
    Connected21[5] (0-1 0-2 1-2 1-3 2-3 1-4);
    Connected22[5] (0-1 0-2 1-2 0-3 1-3 2-4 3-4);
    Connected23[5] (0-1 0-2 1-2 0-3 2-3 0-4 3-4);
    Connected24[5] (0-1 0-2 1-2 0-3 1-3 2-3 3-4);
    Connected25[5] (0-1 0-2 1-2 0-3 1-3 0-4 1-4);
    Connected26[5] (0-1 0-2 1-2 0-3 2-3 0-4 1-4 3-4);
    Connected27[5] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4);
    Connected28[5] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4);
    Connected29[5] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4);
});

#[rustfmt::skip]
declare!(vertex_induced {
    Connected0[2] #[induced] (0-1);
    Connected1[3] #[induced] (0-1 0-2);
    Connected2[3] #[induced] (0-1 0-2 1-2);
    Connected3[4] #[induced] (0-1 1-2 2-3);
    Connected4[4] #[induced] (0-1 0-2 0-3);
    Connected5[4] #[induced] (0-1 1-2 0-3 2-3);
    Connected6[4] #[induced] (0-1 0-2 1-2 2-3);
    Connected7[4] #[induced] (0-1 0-2 1-2 0-3 1-3);
    Connected8[4] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3);
    Connected9[5] #[induced] (0-1 1-2 2-3 3-4);
    Connected10[5] #[induced] (0-1 0-2 0-3 3-4);
    Connected11[5] #[induced] (0-1 0-2 0-3 0-4);
    Connected12[5] #[induced] (0-1 1-2 2-3 0-4 3-4);
    Connected13[5] #[induced] (0-1 0-2 1-2 2-3 3-4);
    Connected14[5] #[induced] (0-1 1-2 0-3 2-3 0-4);
    Connected15[5] #[induced] (0-1 0-2 1-2 0-3 1-4);
    Connected16[5] #[induced] (0-1 0-2 1-2 0-3 0-4);
    Connected17[5] #[induced] (0-1 1-2 0-3 2-3 0-4 1-4);
    Connected18[5] #[induced] (0 1 0-2 1-2 0-3 1-3 0-4 1-4);
    Connected19[5] #[induced] (0-1 0-2 1-2 1-3 2-3 3-4);
    Connected20[5] #[induced] (0-1 0-2 1-2 0-3 0-4 3-4);
    Connected21[5] #[induced] (0-1 0-2 1-2 1-3 2-3 1-4);
    Connected22[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-4 3-4);
    Connected23[5] #[induced] (0-1 0-2 1-2 0-3 2-3 0-4 3-4);
    Connected24[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 3-4);
    Connected25[5] #[induced] (0-1 0-2 1-2 0-3 1-3 0-4 1-4);
    Connected26[5] #[induced] (0-1 0-2 1-2 0-3 2-3 0-4 1-4 3-4);
    Connected27[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4);
    Connected28[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4);
    Connected29[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4);
});

// anti-edge
#[rustfmt::skip]
declare!(random_1 {
    Random0[2] #[induced] (0-1);
    Random1[4] #[homomorphism] (0-1 0-2 1-2 0-3 1-3 2-3);
    Random2[5] (0-1 0-2 1-2 1-3 2-3 1-4 2-4 0!-3);
    Random3[5] #[induced] #[embeddings] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4);
    Random4[3] #[homomorphism] (0-1 0-2 1-2);
});

// labelled
#[rustfmt::skip]
declare!(random_2 {
    Random0[6] #[homomorphism] (0:2-1 0-2:0 1-2 0-3:0 1-4:0 2-4 3-4 0-5:0 3-5 4-5);
    Random1[5] (0:1-1:1 0-2:2 1-2 0-3 0-4:2);
    Random2[2] #[induced] (0:1-1:2);
    Random3[3] #[homomorphism] #[embeddings] (0:2-1:1 0-2:1);
    Random4[4] (0:2-1:0 1-2:1 1-3:0);
});

// unevenly labelled
#[rustfmt::skip]
declare!(random_3 {
    Random0[2] (0-1);
    Random1[4] #[induced] (0:blue-1 0-2:red 1-2 1-3 2-3);
    Random2[6] #[homomorphism] (0:red-1:red 0-2 1-3:red 1-4:red 1-5:red 4-5);
    Random3[3] #[embeddings] (0:blue-1:blue 1-2);
    Random4[3] #[induced] (0:blue-1:red 0-2 1-2);
});

// edge-labelled
#[rustfmt::skip]
declare!(random_4 {
    Random0[3] #[induced] (0-[x]-1 0-2 1-2);
    Random1[5] #[homomorphism] (0-1 0-[x]-2 1-[x]-2 0-[y]-3 2-[y]-3 0-4 1-[x]-4 3-4);
    Random2[6] (0-[x]-1 1-[x]-2 2-[x]-3 2-[x]-4 3-[y]-4 0-5 2-[y]-5 3-[x]-5 4-[x]-5);
    Random3[3] #[induced] #[embeddings] (0-[y]-1 0-[y]-2 1-[y]-2);
    Random4[6] #[homomorphism] (0-1 0-[x]-2 1-[y]-2 0-[y]-3 1-[x]-3 2-[x]-3 0-[x]-4 1-[x]-4 0-5 2-[y]-5 4-[y]-5);
});

// directed
#[rustfmt::skip]
declare!(random_5 {
    Random0[4] #[homomorphism] (0->1 2->0 0-3 1-3 3->2);
    Random1[5] (0<-1 1-2 3->0 1->3 1-4);
    Random2[2] #[induced] (0-1);
    Random3[3] #[homomorphism] #[embeddings] (0->1 0->2);
    Random4[4] (0->1 2->1 0->3 3->2);
});

// directed anti-edge
#[rustfmt::skip]
declare!(random_6 {
    Random0[2] (0-1);
    Random1[5] #[induced] (0<-1 1-2 0->3 3->0 0->4 1!->4 2!->4);
    Random2[5] #[homomorphism] (0<-1 1-2 0-3 3->2 2-4 3->4);
    Random3[2] #[embeddings] (0->1);
    Random4[6] #[induced] (0-1 0->2 1->2 2->1 1-3 0->4 4->0 2->4 4->2 0-5 2->5 3!->0 1!-4 4!-5);
});

// labelled on vertices and edges with anti-edges
#[rustfmt::skip]
declare!(random_7 {
    Random0[5] #[induced] (0:1-1:0 0-[x]-2:1 1-3:0 1-4:1 0!-3 3!-4);
    Random1[4] #[homomorphism] (0:0-[x]-1:1 0-[x]-2:0 1-2 1-[y]-3:0 0!-3);
    Random2[2] (0:0-1:1);
    Random3[3] #[induced] #[embeddings] (0:0-[y]-1 0-[y]-2:1 1-[x]-2);
    Random4[5] #[homomorphism] (0-1 0-[y]-2:1 1-[x]-2 0-3:1 1-[y]-4:1 2-[x]-4);
});

// directed, labelled on vertices and edges, with anti-edges
#[rustfmt::skip]
declare!(random_8 {
    Random0[4] #[homomorphism] (0<-[x]-1:0 1-[x]->2 0->3:0 1-[y]->3 2->3 0!->1 2!->0 3!->2);
    Random1[6] (0-[y]-1:1 2:0->1 0-[y]->3:0 4->1 4-[x]->3 5:1->0 1!->2 2!-3 4!->0 1!-5 5!->2 3!-5);
    Random2[6] #[induced] (0:0-[y]-1:0 2-[x]->0 1-2 1-[x]->3 4-[y]->0 3-[x]->4 4->3 5:1-[x]->1 5-[y]->3 2!-3 4!->1 2!->4 0!-5 2!-5);
    Random3[2] #[homomorphism] #[embeddings] (0-[y]->1 1-[y]->0);
    Random4[5] (0:1-[x]->1:0 1-[x]->2:0 0-3 3->2 0->4:0 2-4);
});
