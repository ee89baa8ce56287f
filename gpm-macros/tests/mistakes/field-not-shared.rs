use std::cell::Cell;

gpm::pattern! {
    pub Found<'a> { seen: &'a Cell<u32> } = a-b-c where |a| { seen.set(a); true };
}

fn main() {
    println!("{}", Found { seen: &Cell::new(0) }.count(&gpm::Graph::from_edges(2, [(0, 1)])));
}
