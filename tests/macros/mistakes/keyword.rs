gpm::pattern! {
    pub loop = a-b, b-c;
}

fn main() {}
