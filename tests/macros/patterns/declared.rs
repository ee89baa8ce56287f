//! Made by `UPDATE_DECLARED=1 cargo test --workspace --test macros`: every connected pattern of 2 to 5 vertices, and random ones
//! of each kind that `random_patterns` knows, some with predicates.

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
    Random0[6] #[homomorphism] (0:2-1:2 1-2:2 0-3:0|1 1-3 0-4:1 1-4 2-4 3-4 1-5:1 2-5 3-5 4-5);
    Random1[2] (0:2-1:0);
    Random2[6] #[induced] (0:0|1-1:2 0-2:2 1-2 0-3:0 1-3 2-3 0-4 1-4 2-4 3-4 0-5:2 1-5 2-5 3-5 4-5);
    Random3[3] #[homomorphism] #[embeddings] (0-1:1 1-2:1);
    Random4[6] (0:0-1:2 0-2 1-2 1-3:2 2-3 1-4:1 3-4 1-5:0 2-5);
});

// unevenly labelled
#[rustfmt::skip]
declare!(random_3 {
    Random0[2] (0-1);
    Random1[4] #[induced] (0:blue-1 1-2:blue 0-3:red 1-3 2-3);
    Random2[4] #[homomorphism] (0:red-1 0-2:red 0-3 2-3);
    Random3[4] #[embeddings] (0:red-1 0-2:blue 1-3:red 2-3);
    Random4[3] #[induced] (0:red-1 0-2:red);
});

// edge-labelled
#[rustfmt::skip]
declare!(random_4 {
    Random0[3] #[induced] (0-[x|y]-1 0-[x]-2);
    Random1[5] #[homomorphism] (0-[x|y]-1 1-[x]-2 0-3 1-3 0-[x]-4 3-[x|y]-4);
    Random2[5] (0-1 0-[y]-2 1-2 0-[y]-3 1-3 2-3 0-[x]-4 1-4 2-4 3-[y]-4);
    Random3[5] #[induced] #[embeddings] (0-1 1-[x]-2 0-3 2-[y]-3 0-[y]-4 3-4);
    Random4[4] #[homomorphism] (0-1 0-[x|y]-2 2-3);
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
    Random0[5] #[induced] (0:1-[y]-1:1 0-[y]-2 1-3 1-[y]-4:1 3-[x]-4 1!-2 0!-4);
    Random1[6] #[homomorphism] (0:1-[x]-1:0 0-2:0 1-[y]-2 1-[x]-3:1 2-3 3-[y]-4 1-[x]-5 3-[x]-5 4-5 0!-3 0!-4 1!-4 2!-4);
    Random2[4] (0:1-1 1-2:0 0-3:0 2-[x]-3 1!-3);
    Random3[5] #[induced] #[embeddings] (0:0-1:0 1-[x]-2 0-[x]-3 1-3 0-4:1 1-[y]-4);
    Random4[4] #[homomorphism] (0:0|1-[x]-1:0 0-2:1 1-2 0-[x]-3 1-3 2!-3);
});

// directed, labelled on vertices and edges, with anti-edges
#[rustfmt::skip]
declare!(random_8 {
    Random0[4] #[homomorphism] (0-[x]->1:0|1 2:0|1->1 0-[y]-3:1 1-[y]->3 3!->1 2!-3);
    Random1[6] (0:1<-[x|y]-1:0|1 0-[y]-2:1 1-[x|y]->2 3:0->1 3-[y]->4:0 2-5:1 2!-3 0!->5 5!->1 4!->5);
    Random2[3] #[induced] (0:1<-[y]-1:0 0-[y]-2:0 1-2);
    Random3[2] #[homomorphism] #[embeddings] (0:0-[x]->1);
    Random4[3] (0-1:1 2:0->0 2!->1);
});

// unlabelled with predicates
#[rustfmt::skip]
declare!(filtered_0 {
    Filtered0[4] (0-1 0-2 1-3 2-3 where 2.t is not null and 3.t like "i%" and 0.f != 1.f and (0.w < 0.w or 3.id < (0-1).g - 1.big));
    Filtered1[3] #[induced] (0-1 1-2 where 1.s <= 0.s + interval "1 day" and 2.w <= 9007199254740993 and (0.t == "none" or 0.t == "x" or 0.t == "Ü") and (2.w < 2.w or 0.id <= 9007199254740992.0 and 0.big >= 9223372036854775807));
    Filtered2[4] #[homomorphism] (0-1 0-2 1-3 where 2.s <= 0.s + interval "1 day");
    Filtered3[3] (0-1 0-2 1-2 where 1.f != (0-2).g / 9223372036854775807 and 0.f < 0.f);
});

// anti-edge with predicates
#[rustfmt::skip]
declare!(filtered_1 {
    Filtered0[2] #[induced] (0-1 where 0.d is not null and 1.w < 1.w and (0.f < 0.f or (0-1).a < (0-1).a));
    Filtered1[4] #[homomorphism] (0-1 0-2 1-2 0-3 1-3 2-3 where 0.f < 0.f and 1.w <= 2.w and 3.f <= 1.f and (3.big == 9007199254740993 or (0-2).a != (2-3).g));
    Filtered2[5] (0-1 0-2 1-2 1-3 2-3 1-4 2-4 0!-3 where 1.w != 4.w or 4.f != 4.f);
    Filtered3[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4 where 0.s - 4.s > interval "0 days");
});

// labelled with predicates
#[rustfmt::skip]
declare!(filtered_2 {
    Filtered0[6] #[homomorphism] (0:2-1:2 1-2:2 0-3:0|1 1-3 0-4:1 1-4 2-4 3-4 1-5:1 2-5 3-5 4-5 where 0.t like "x%" and 1.f < 2.f and 2.w < 4.w and (1.w == 1 or 3.f <= 2.f or 4.id <= 0));
    Filtered1[2] (0:2-1:0 where 9223372036854775807 - 9007199254740992.0 - 1.id < 0.big);
    Filtered2[6] #[induced] (0:0|1-1:2 0-2:2 1-2 0-3:0 1-3 2-3 0-4 1-4 2-4 3-4 0-5:2 1-5 2-5 3-5 4-5 where 2.f == 3.f or 5.f <= 4.f);
    Filtered3[3] #[homomorphism] (0-1:1 1-2:1 where 2.id != (0-1).a and 2.f != 2.f and 1.d - 1.d != 2 and (1.t == "" or 1.t == "it's" or 1.t == "x" or 1.t == "Ü" or 0.w < 2.w));
});

// unevenly labelled with predicates
#[rustfmt::skip]
declare!(filtered_3 {
    Filtered0[2] (0-1 where 0.t is not null or 0.f != 9007199254740993 % 0);
    Filtered1[4] #[induced] (0:blue-1 1-2:blue 0-3:red 1-3 2-3 where (1.id == 9007199254740992.0 or 1.big == 0 + 9007199254740992.0) and (0.w <= 0.w or 2.w < 2.w and 3.d - 2.d < 2));
    Filtered2[4] #[homomorphism] (0:red-1 0-2:red 0-3 2-3 where (2-3).g <= 3.big * 1e300 and 0 - 3.w <= (2-3).g);
    Filtered3[4] (0:red-1 0-2:blue 1-3:red 2-3 where 2.f != -(0.5 / 3.big) and 3.big != 0 and 3.w != 3.w);
});

// edge-labelled with predicates
#[rustfmt::skip]
declare!(filtered_4 {
    Filtered0[3] #[induced] (0-[x|y]-1 0-[x]-2 where 2.big == 0.w - (0-2).a and 0.w <= 1.w);
    Filtered1[5] #[homomorphism] (0-[x|y]-1 1-[x]-2 0-3 1-3 0-[x]-4 3-[x|y]-4 where 3.f != 4.f and 4.s - 1.s < interval "-90 minutes");
    Filtered2[5] (0-1 0-[y]-2 1-2 0-[y]-3 1-3 2-3 0-[x]-4 1-4 2-4 3-[y]-4 where 2.w <= 0.w and 3.big <= -9007199254740992.0 % 9223372036854775807);
    Filtered3[5] #[induced] (0-1 1-[x]-2 0-3 2-[y]-3 0-[y]-4 3-4 where (3-4).g < 3.w + (1-2).a - 1 and (3.big < -3.id or 3.big > 1e300));
});

// directed with predicates
#[rustfmt::skip]
declare!(filtered_5 {
    Filtered0[4] #[homomorphism] (0->1 2->0 0-3 1-3 3->2 where 2.w is not null or 0.w < 2.w or (3->2).g <= 0.id);
    Filtered1[5] (0<-1 1-2 3->0 1->3 1-4 where 0.w is not null);
    Filtered2[2] #[induced] (0-1 where 0.w != 0.w or 0.w < 0 and 1.w < 0.w);
    Filtered3[3] #[homomorphism] (0->1 0->2 where (0->2).g <= (0->2).g);
});

// directed anti-edge with predicates
#[rustfmt::skip]
declare!(filtered_6 {
    Filtered0[2] (0-1 where 0.big <= 1.big);
    Filtered1[5] #[induced] (0<-1 1-2 0->3 3->0 0->4 1!->4 2!->4 where 2.f < 4.f or 4.f <= 0.f);
    Filtered2[5] #[homomorphism] (0<-1 1-2 0-3 3->2 2-4 3->4 where 2.w != 0.5 and 3.d < date "1969-12-31" and 2.f > 9007199254740992.0 and (1.w < 1.w or 0.f <= 1.f) and (0.f <= 4.f or 2.t != "" and 2.t != "none" and 2.t != "x"));
    Filtered3[2] (0->1 where 0.t != "none" and 0.t != "x" and 0.t != "Ü" and 0.w < 0.w and 1.w <= 0.w);
});

// labelled on vertices and edges with anti-edges with predicates
#[rustfmt::skip]
declare!(filtered_7 {
    Filtered0[5] #[induced] (0:1-[y]-1:1 0-[y]-2 1-3 1-[y]-4:1 3-[x]-4 1!-2 0!-4 where 2.f <= 2.f);
    Filtered1[6] #[homomorphism] (0:1-[x]-1:0 0-2:0 1-[y]-2 1-[x]-3:1 2-3 3-[y]-4 1-[x]-5 3-[x]-5 4-5 0!-3 0!-4 1!-4 2!-4 where (1-5).g > 1);
    Filtered2[4] (0:1-1 1-2:0 0-3:0 2-[x]-3 1!-3 where 0.t not like "%");
    Filtered3[5] #[induced] (0:0-1:0 1-[x]-2 0-[x]-3 1-3 0-4:1 1-[y]-4 where 2.w == (0-4).a and 2.w != 2.w and (2.t == "x" or 2.t == "Ü"));
});

// directed, labelled on vertices and edges, with anti-edges with predicates
#[rustfmt::skip]
declare!(filtered_8 {
    Filtered0[4] #[homomorphism] (0-[x]->1:0|1 2:0|1->1 0-[y]-3:1 1-[y]->3 3!->1 2!-3 where 0.w < 1.w and 1.id < 9007199254740992.0);
    Filtered1[6] (0:1<-[x|y]-1:0|1 0-[y]-2:1 1-[x|y]->2 3:0->1 3-[y]->4:0 2-5:1 2!-3 0!->5 5!->1 4!->5 where 4.big == 9007199254740992.0 and 1.f != -(9007199254740993 / 9007199254740992.0));
    Filtered2[3] #[induced] (0:1<-[y]-1:0 0-[y]-2:0 1-2 where 0.w <= 0.f and 0.w >= 9007199254740992.0 and (0.f == 2.id or 2.f == (1->0).a) and (0.t not like "x%" or 2.f < 2.f or 1.id <= 1.big and 1.f <= 1.id));
    Filtered3[2] #[homomorphism] (0:0-[x]->1 where 0.f <= 0.f and 0.w >= 9007199254740993);
});

#[rustfmt::skip]
declare!(written {
    Written0[3] (0-1 0-2 1-2 where 0.w <= 3 and 1.w <= 3 and 2.w <= 3);
    Written1[3] #[induced] (0-1 0-2 1-2 where 2.w < 0.w + 1.w);
    Written2[4] (0-1 0-2 0-3 where 1.w <= 0.w and 2.w <= 0.w and 3.w <= 0.w);
    Written3[4] #[induced] (0-1 1-2 0-3 2-3 where (0-1).a + (1-2).a < (0-3).a + (2-3).a);
    Written4[4] (0-1 0-2 1-2 0-3 1-3 2-3 where 0.f < 3 and 1.f < 3 and 2.f < 3 and 3.f < 3);
    Written5[5] #[induced] (0-1 0-2 1-2 0-3 1-3 2-3 0-4 1-4 2-4 3-4 where 0.id < 1.id and 1.id < 2.id and 2.w <= 3.w and (3-4).g >= 0.5);
    Written6[5] (0-1 0-2 1-2 0-3 2-3 0-4 1-4 3-4 where 1.f + 2.f + 3.f > 1 and 0.f * 1.f * 2.f <= 1.w * 3.w * 4.w);
    Written7[5] #[induced] (0-1 1-2 0-3 2-3 0-4 1-4 where 0.id % 2 == 1.id % 2);
});
