gpm::pattern! {
    /// d
    pub Triangle = a-b, b-c, c-a;
    pub Diamond = a-b, b-c, c-d, d-a, a-c;
    pub Clique4 = clique:4;
    pub House = house;
    #[induced]
    pub House2 = house;
    pub C4 = cycle:4;
}
#[test]
fn t() {
    let g = gpm::Graph::load("examples/graphs/karate.el").unwrap();
    println!("{}", Triangle::PLAN);
    assert_eq!(Triangle.count(&g), 45);
    println!("{} {} {} {} {}", Diamond.count(&g), Clique4.count(&g), House.count(&g), House2.count(&g), C4.count(&g));
    let e = gpm::Engine::auto().unwrap();
    for q in [Diamond.query(), Clique4.query(), House.query(), House2.query(), C4.query()] { println!("{}", e.count(&g, &q).unwrap().count); }
    let mut n = 0;
    assert_eq!(Clique4.for_each(&g, |[_a, _b, _c, _d]| { n += 1; std::ops::ControlFlow::Continue(()) }), n);
}
