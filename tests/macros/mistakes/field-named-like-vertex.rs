gpm::pattern! {
    pub Found<'a> { a: &'a [i64] } = a-b-c where |a, b| a < b;
}

fn main() {
    println!("{}", Found { a: &[] }.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
