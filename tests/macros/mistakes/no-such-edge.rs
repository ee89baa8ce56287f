gpm::pattern! {
    pub Found = a-b-c where (a-c).amount < 3;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
