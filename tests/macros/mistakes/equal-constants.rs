const RED: &str = "red";
const CRIMSON: &str = "red";

gpm::pattern! {
    pub Found = a:{RED} - b:{CRIMSON} - c;
}

fn main() {
    println!("{}", Found.count(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap()));
}
