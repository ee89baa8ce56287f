gpm::pattern! {
    pub Found { limit: i64 } = a-b-c where a.age < 3;
}

fn main() {
    println!("{}", Found { limit: 3 }.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
