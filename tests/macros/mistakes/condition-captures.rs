fn main() {
    let weights = vec![1, 2, 3];
    gpm::pattern! {
        Found = a-b-c where |a, b| weights[a as usize] < weights[b as usize];
    }
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
