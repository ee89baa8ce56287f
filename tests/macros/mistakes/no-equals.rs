gpm::pattern! {
    pub Found a-b, b-c;
}

fn main() {}
