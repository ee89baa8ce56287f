//! Predicates: meaning of the text, normal form, symmetry, and what users read when one is refused.

use gpm_plan::pattern::{Pattern, PatternErrorKind, Semantics};
use proptest::prelude::*;

use crate::samples::{Numbers, automorphisms};

/// The predicate as it is printed.
#[track_caller]
fn check(text: &str, printed: &str) {
    let pattern: Pattern = text.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pattern.to_string().split_once(" where ").expect("a predicate").1, printed);
    assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern);
}

#[test]
fn forms() {
    check("a-b where a.w < b.w", "a.w < b.w");
    check("a-b where weight(a) > weight( b )", "b.weight < a.weight");
    check("a-b where id(a) >= 3 && b.id != 4", "b.id != 4 and a.id >= 3");
    check("a-b where (a-b).amount > 1.5", "(a-b).amount > 1.5");
    check("a-b where ( b - a ).amount > 1", "(a-b).amount > 1");
    check("a->b where (b<-a).amount > amount(a, b) - 1", "(a->b).amount - 1 < (a->b).amount");
    check("a-b where amount(b,a) == 1", "(a-b).amount == 1");
    check(r#"a-b where a."two words" < "id"(b) and b.id == 0"#, r#"b.id == 0 and a."two words" < b."id""#);
    check("triangle where 0.w < 1.5 and 1.x<2.x", "0.w < 1.5 and 1.x < 2.x");
    check("g6:Bw where not(0.x == 1.x)", "0.x != 1.x");
    check("not-and where not.x < and.y", "not.x < and.y");
    check("1-2 where (1-2).x < 3 and (1 - 2) * 1.x < 3", "(1-2).x < 3 and 1.x * (1 - 2) < 3");
}

#[test]
fn text_and_time() {
    check("a-b where a.name = 'Ann'", "a.name == 'Ann'");
    check("a-b where 'it''s' == \"nick\"(a)", "a.nick == 'it''s'");
    check(r#"a-b where a.name != "a \"b\"""#, r#"a.name != 'a "b"'"#);
    check("a-b where a.c in ('x', 'y')", "a.c == 'x' or a.c == 'y'");
    check("a-b where a.c not in (3,b.c) and b.c in(1)", "b.c == 1 and a.c != b.c and a.c != 3");
    check("a-b where not a.c in (1, 2)", "a.c != 1 and a.c != 2");
    check("a-b where a.größe < 3 and a.id = '李明'", "a.id == '李明' and a.größe < 3");
    check("a-b where (a-b).day > date '2025-02-01'", "(a-b).day > date '2025-02-01'");
    check("a-b where a.at <= timestamp '2025-02-01T12:30:00+01:00'", "a.at <= timestamp '2025-02-01 11:30:00'");
    check(
        "a-b where a.t < time '12:30' and date(a) = date'1970-01-01'",
        "a.date == date '1970-01-01' and a.t < time '12:30:00'",
    );
    check("a-b where b.at - a.at < interval '1 hour 30 minutes'", "b.at - a.at < interval '90 minutes'");
    check("a-b where b.day - a.day < 2000 - 10", "b.day - a.day < 2000 - 10");
    check_order("triangle where 0.c = 1.c and 1.c = 2.c and 0.c = 2.c", 6);
}

#[test]
fn normal_form() {
    check("a-b where not (a.x < 1 and b.x >= 2)", "b.x < 2 or a.x >= 1");
    check("a-b where !(!(a.x < 1) || b.x != b.y)", "b.x == b.y and a.x < 1");
    check("a-b where a.x < 1 and (b.x < 1 and a.x < 1)", "a.x < 1 and b.x < 1");
    check("a-b where (a.x < 1 or b.x < 1) and a.y == 1", "a.y == 1 and (a.x < 1 or b.x < 1)");
    check("a-b where b.x + a.x * 2 < -5", "b.x + a.x * 2 < -5");
    check("a-b where b.x * (a.x + -b.x) < 1e3", "b.x * (a.x - b.x) < 1000.0");
    check("a-b where a.x - (b.x - 1) + (a.x + 2) < 1", "a.x + a.x + 1 + 2 - b.x < 1");
    check("a-b where -(a.x - b.x * -2) < 0", "b.x * -2 - a.x < 0");
    check("a-b where --a.x < - 0.5", "a.x < -0.5");
    check("a-b where -(a.x * (b.x * 2)) < 1", "-(a.x * b.x * 2) < 1");
    check("a-b where a.x / b.x / 2 < 1e-7", "a.x / b.x / 2 < 1e-7");
    check("a-b where a.x / b.x * 2 < a.x * (2 % b.x)", "2 * (a.x / b.x) < a.x * (2 % b.x)");
    check("a-b where a.x * 2 / b.x - 0.0 < 1 - 2", "a.x * 2 / b.x - 0.0 < 1 - 2");
}

#[test]
fn parts_keep_what_concerns_them() {
    let path: Pattern = "a-b-c where a.x < b.x and b.x < c.x and (b-c).y < 1 and c.x == 1".parse().unwrap();
    assert_eq!(path.without(2).unwrap().to_string(), "a-b where a.x < b.x");
    assert_eq!(
        path.permuted(&[2, 1, 0]).to_string(),
        "c-b b-a where c.x == 1 and b.x < c.x and a.x < b.x and (c-b).y < 1"
    );
    assert!(path.to_graph6().is_err());
    let lines =
        Pattern::parse_file("# a path\n2-1\n1-0\nwhere 0.x < 1.x # no comment here".split(" # ").next().unwrap(), "p");
    assert_eq!(lines.unwrap().to_string(), "0-1 1-2 where 0.x < 1.x");
    assert_eq!(
        Pattern::parse_file("triangle where 0.x < 1.x", "p").unwrap(),
        "triangle where 0.x < 1.x".parse().unwrap()
    );
    let replaced = path.with_predicate("a.x < 1").unwrap();
    assert_eq!(replaced.predicate().conjuncts().len(), 1);
}

/// The order of the group.
#[track_caller]
fn check_order(text: &str, order: u128) {
    let pattern: Pattern = text.parse().unwrap();
    assert_eq!(pattern.automorphisms(Semantics::EdgeInduced).order(), order, "{text}");
}

#[test]
fn symmetry_is_that_of_the_predicate_too() {
    check_order("triangle", 6);
    check_order("triangle where 0.w < 1.w", 1);
    check_order("triangle where 0.w == 1.w", 2);
    check_order("triangle where 0.w < 5", 2);
    check_order("triangle where 0.w < 5 and 1.w < 5 and 2.w < 5", 6);
    check_order("triangle where 0.w + 1.w > 2.w", 2);
    check_order("triangle where 0.w < 1.w and 1.w < 2.w and 2.w < 0.w", 3);
    check_order("triangle where (0-1).x + (1-2).x + (0-2).x > 10", 6);
    check_order("triangle where 0.w * 2 * (1.w * 2.w) - 1 > 10", 6);
    check_order("triangle where 0.w - 1.w - 2.w > 10", 2);
    check_order("triangle where 0.w / 1.w < 2", 1);
    check_order("cycle:4 where (0-1).x == (2-3).x", 4);
    check_order("cycle:4 where (0-1).x < (2-3).x", 2);
    check_order("star:32 where 0.x < 1", (1..=31).product());
    check_order("star:32 where 1.x < 0.x", (1..=30).product());
    // Refinement must see the predicate: trying all permutations would not end.
    let chain: Vec<String> = (0..31).map(|u| format!("{u}.x < {}.x", u + 1)).collect();
    check_order(&format!("clique:32 where {}", chain.join(" and ")), 1);
    let shuffled = "c-a b-c a-b where b.w > 2 and c.w<a.w".parse::<Pattern>().unwrap();
    assert!(shuffled.is_isomorphic(&"triangle where 0.w < 1.w and 2.w > 2".parse().unwrap()));
    assert!(!shuffled.is_isomorphic(&"triangle where 0.w < 1.w and 1.w > 2".parse().unwrap()));
}

#[test]
fn groups_and_canonical_forms_of_random_predicates() {
    let mut numbers = Numbers(11);
    for round in 0..400 {
        let shape = numbers.pattern(2 + round % 5, 2 + round % 6, round % 3);
        let pattern = numbers.with_predicate(shape);
        let n = pattern.num_vertices();
        let listed: Vec<Vec<usize>> = automorphisms(&pattern, Semantics::EdgeInduced)
            .into_iter()
            .filter(|image| pattern.permuted(image).predicate() == pattern.predicate())
            .collect();
        let group = pattern.automorphisms(Semantics::EdgeInduced);
        assert_eq!(group.order(), listed.len() as u128, "{pattern}");
        for (u, orbit) in group.orbits(&[]).into_iter().enumerate() {
            assert_eq!(orbit, listed.iter().fold(0, |mask, image| mask | 1 << image[u]), "{pattern}");
        }
        let shuffled = pattern.permuted(&numbers.permutation(n));
        assert_eq!(shuffled.canonical(), pattern.canonical(), "{pattern}");
    }
}

proptest! {
    #[test]
    fn no_predicate_panics(text in "[abw0-9.<>=!&|()+*/% \\-\"ei]{0,30}") {
        match format!("a-b where {text}").parse::<Pattern>() {
            Ok(pattern) => prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn printed_predicates_read_back(seed: u64, n in 2usize..7, kinds in 2usize..=7) {
        let mut numbers = Numbers(seed);
        let shape = numbers.pattern(n, kinds, 2);
        let pattern = numbers.with_predicate(shape);
        let shuffled = pattern.permuted(&numbers.permutation(n));
        prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern.clone());
        prop_assert_eq!(Pattern::parse_file(&pattern.to_string(), "p").unwrap(), pattern);
        prop_assert_eq!(shuffled.to_string().parse::<Pattern>().unwrap(), shuffled);
    }
}

#[test]
fn long_predicates_are_refused() {
    for text in ["(".repeat(5000), "not ".repeat(5000), "-".repeat(5000), "a.x+".repeat(5000)] {
        let error = format!("a-b where {text}").parse::<Pattern>().unwrap_err();
        assert!(matches!(error.kind(), PatternErrorKind::PredicateTooLarge { .. }), "{error}");
    }
}

/// The errors for all texts, one after the other.
fn errors(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("{}\n\n", text.parse::<Pattern>().unwrap_err())).collect()
}

#[test]
fn refusals_of_operands() {
    let inputs = [
        "a-b where",
        "a-b where a.x < d.x",
        "a-b where a < b.x",
        "a-b where weight < 3",
        "a-b where a. < 3",
        "a-b where a.1st < 3",
        "a-b-c where (a-c).x < 3",
        "a->b where (a-b).x < 3",
        "a->b where (b->a).x < 3",
        "a-b where (a->b).x < 3",
        "a-b where (a-b).id < 3",
        "a-b where a.x < 9223372036854775808",
        "a-b where a.x < 1.5x",
        "where-b",
        "triangel where 0.x < 1.x",
    ];
    insta::assert_snapshot!(errors(&inputs));
}

#[test]
fn refusals_of_shapes() {
    let inputs = [
        "a-b where 1 < 2",
        "a-b where a.x",
        "a-b where a.x < 1 and b.x",
        "a-b where a.x < b.x < 3",
        "a-b where a.x < 3 & b.x < 3",
        "a-b where (a.x < 3) + 1 < 2",
        "a-b where not a.x",
        "a-b where (a.x < 3",
        "a-b where a.x < 3 and",
        "a-b where a.x < 3, b.x < 3",
        "a-b where a.x < 3 b.x < 3",
        "a-b where weight(a b) < 3",
        "a-b where (a-b).day > 2025-02-01",
        "a-b where a.day > 1/2/2025",
        "a-b where a.month = 2025-02",
        "a-b where a.at < 12:30:00",
        "a-b where a.day > date '2025-02-30'",
        "a-b where a.at < interval '1 month'",
        "a-b where a.name = 'Ann",
        "a-b where a.name + 'x' = 'y'",
        "a-b where a.name in 'x'",
        "a-b where a.name in ('x' 'y')",
        "a-b where a.name not 'x'",
        "a-b where 'x' = 'y'",
    ];
    insta::assert_snapshot!(errors(&inputs));
}
