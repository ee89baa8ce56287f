gpm::pattern! {
    pub Found = path:33;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
