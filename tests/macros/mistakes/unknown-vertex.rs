gpm::pattern! {
    pub Found = a-b-c where (a-b).amount > 10 and (b.age + d.age) / 2 < 18;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
