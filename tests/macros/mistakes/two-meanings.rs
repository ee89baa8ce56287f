gpm::pattern! {
    #[induced]
    #[homomorphism]
    pub Found = a-b-c;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
