gpm::pattern! {
    pub Found = a:red - b, a:"dark blue" - c;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
