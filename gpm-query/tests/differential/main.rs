//! Random queries on random graphs against all assignments of relationships, one by one.

mod made;

use std::collections::BTreeMap;

use gpm::{Control, Engine};
use gpm_query::Question;
use made::{Data, Relationship, TYPES, Test, condition, data, matches, name, returned, shape, text};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn answered(question: &Question, data: &Data, engine: &Engine) -> Result<Vec<String>, String> {
    let found = question.answer(engine, &data.graph, &Control::new()).map_err(|error| error.to_string())?;
    let shown = |value: &gpm_query::Value| value.shown(&data.graph).unwrap_or_else(|| "-".to_owned());
    let mut rows: Vec<String> =
        found.rows.iter().map(|row| row.iter().map(shown).collect::<Vec<_>>().join(" ")).collect();
    rows.sort_unstable();
    Ok(rows)
}

#[test]
fn queries_are_answered_as_one_by_one() {
    let cases: u64 = std::env::var("GPM_QUERY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150);
    let engine = Engine::auto().expect("an engine");
    let mut nonzero = 0;
    for seed in 0..cases {
        let random = &mut StdRng::seed_from_u64(seed);
        let (are_records, is_directed) = (random.random_bool(0.5), random.random_bool(0.8));
        let data = data(random, are_records, is_directed);
        let shape = shape(random, is_directed);
        let conditions: Vec<(String, Test)> =
            (0..random.random_range(0..3)).map(|_| condition(random, &shape, is_directed)).collect();
        let mut found = matches(&data, &shape);
        found.retain(|own| conditions.iter().all(|(_, test)| test(&data, own) == Some(true)));
        let (items, mut expected) = returned(random, &data, &shape, &found);
        expected.sort_unstable();
        let demanded = conditions.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" AND ");
        let demanded = if demanded.is_empty() { demanded } else { format!("WHERE {demanded} ") };
        let items = if items.starts_with("WITH") { items } else { format!("RETURN {items}") };
        let query = format!("{}{demanded}{items}", text(&shape));
        let about = || {
            let edges: Vec<String> = data
                .relationships
                .iter()
                .map(|own| format!("{}->{}:{}:{}", own.from, own.to, TYPES[own.of_type], own.w))
                .collect();
            format!(
                "seed {seed}: {query}\nrecords {are_records} directed {is_directed} labels {:?} x {:?}\n{}",
                data.labels,
                data.x,
                edges.join(" ")
            )
        };
        let question = Question::read(&query).unwrap_or_else(|refusal| panic!("{}\n{refusal}", about()));
        match answered(&question, &data, &engine) {
            Ok(rows) => {
                assert_eq!(rows, expected, "{}\n{}", about(), question.explain(&data.graph).unwrap_or_default())
            }
            Err(error) => panic!("{}\n{error}\n{}", about(), question.explain(&data.graph).unwrap_or_default()),
        }
        nonzero += u64::from(!found.is_empty());
    }
    assert!(nonzero * 3 > cases, "only {nonzero} of {cases} queries have a match");
}

/// A query, asked of a graph, as rows of text.
#[track_caller]
fn rows(query: &str, data: &Data, engine: &Engine) -> Vec<String> {
    let question = Question::read(query).unwrap_or_else(|refusal| panic!("{refusal}"));
    answered(&question, data, engine).unwrap_or_else(|error| panic!("{query}\n{error}"))
}

#[test]
fn optional_patterns_are_counted() {
    let engine = Engine::auto().expect("an engine");
    for seed in 0..60 {
        let random = &mut StdRng::seed_from_u64(seed);
        let (are_records, is_directed) = (random.random_bool(0.5), random.random_bool(0.8));
        let data = data(random, are_records, is_directed);
        let shape = shape(random, is_directed);
        let found = matches(&data, &shape);
        let u = random.random_range(0..shape.labels.len());
        let (a, k) = (name(u), random.random_range(0..3));
        let arrow = if is_directed { "->" } else { "-" };
        let one = format!("OPTIONAL MATCH ({a})-[:K]{arrow}(y) WHERE y.x >= {k}");
        let other = format!("OPTIONAL MATCH ({a})-[s]-(z:B)");
        let number = |v: usize, is_fit: &dyn Fn(usize, usize, &Relationship) -> bool| {
            let ends = |own: &Relationship| [(own.from, own.to), (own.to, own.from)];
            let all = data.relationships.iter().flat_map(|own| ends(own).map(|(from, to)| (from, to, own)));
            all.filter(|&(from, to, own)| from == v && is_fit(from, to, own)).count()
        };
        let leads = |from: usize, own: &Relationship| !is_directed || own.from == from;
        let with_y =
            |v: usize| number(v, &|from, to, own| leads(from, own) && own.of_type == 0 && data.x[to] >= Some(k));
        let with_z = |v: usize| number(v, &|_, to, _| data.labels[to] == 1);
        let mut groups: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
        for own in &found {
            let (y, z) = (with_y(own.0[u]), with_z(own.0[u]));
            let group = groups.entry(own.0[u]).or_default();
            *group = (group.0 + y.max(1) * z.max(1), group.1 + y * z.max(1), group.2 + z * y.max(1));
        }
        let mut expected: Vec<String> = groups.iter().map(|(v, (n, y, z))| format!("{v} {n} {y} {z}")).collect();
        expected.sort_unstable();
        let query = format!("{}{one} {other} RETURN {a}, count(*), count(y), count(s)", text(&shape));
        assert_eq!(rows(&query, &data, &engine), expected, "seed {seed}: {query}");
        let total: usize = groups.values().map(|group| group.0).sum();
        let query = format!("{}{one} {other} RETURN count(*)", text(&shape));
        assert_eq!(rows(&query, &data, &engine), [total.to_string()], "seed {seed}: {query}");
    }
}

#[test]
fn chains_are_sums_of_their_lengths() {
    let engine = Engine::auto().expect("an engine");
    for seed in 0..8 {
        let random = &mut StdRng::seed_from_u64(seed);
        let data = data(random, seed % 2 == 0, true);
        let end = ["->", "-"][random.random_range(0..2)];
        let count = |text: String| -> u64 {
            let found = rows(&format!("MATCH {text} RETURN count(*)"), &data, &engine);
            found[0].parse().expect("a number")
        };
        let chain = |length: usize| match length {
            0 => count("(a:A)-->(c)".to_owned()),
            _ => {
                let inner: Vec<String> = (1..length).map(|at| format!("(i{at})")).collect();
                let nodes = std::iter::once("(a:A)").chain(inner.iter().map(String::as_str)).chain(["(b)"]);
                let chain = nodes.collect::<Vec<_>>().join(&format!("-[:K|L {{w: 1}}]{end}"));
                count(format!("{chain}-->(c)"))
            }
        };
        let asked = count(format!("(a:A)-[:K|L*0..3 {{w: 1}}]{end}(b)-->(c)"));
        assert_eq!(asked, (0..=3).map(chain).sum::<u64>(), "seed {seed}");
        let braces = count(format!("(a:A)-[:K|L {{w: 1}}]{end}{{2,3}}(b)-->(c)"));
        assert_eq!(braces, (2..=3).map(chain).sum::<u64>(), "seed {seed}");
    }
}
