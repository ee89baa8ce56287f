gpm::pattern! {
    pub Found = a-b-c;
}

fn main() {
    Found.for_each(&gpm::Graph::from_edges(2, [(0, 1)]).unwrap(), |[a, b]| std::ops::ControlFlow::Continue(()));
}
