gpm::pattern! {
    pub Found = a-b-c where |a, d| a < d;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
