gpm::pattern! {
    pub Found = a-b-c where a.age < 3 or |a| a < 7;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
