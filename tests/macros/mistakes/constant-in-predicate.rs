const ADULT: i64 = 18;

gpm::pattern! {
    pub Found = a-b-c where a.age < {ADULT};
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
    println!("{ADULT}");
}
