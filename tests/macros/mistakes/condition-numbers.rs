gpm::pattern! {
    pub Found = 0-1-2 where 0.age < 3 and |1, 2| true;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
