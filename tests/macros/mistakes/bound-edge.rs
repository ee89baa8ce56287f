gpm::pattern! {
    pub Rings = a-[p:]->b-[q:]->a where |a, b| a < b;
}

fn main() {}
