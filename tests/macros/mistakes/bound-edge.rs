gpm::pattern! {
    pub Rings = a-[p:]->b-[q:]->a;
}

fn main() {}
