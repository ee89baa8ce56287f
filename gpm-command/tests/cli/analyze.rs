//! `explain --analyze`: what a plan met beside what was predicted.

use serde_json::Value;

use crate::{ACCOUNTS, KARATE, PACKAGES, PAYMENTS, Scratch, fails, limited, stdout};

#[track_caller]
fn json(args: &[&str]) -> Value {
    let args = [args, &["--analyze", "--json"]].concat();
    serde_json::from_str(&stdout(&args)).expect("a JSON object")
}

/// The cells of the row of a level, in the first table.
#[track_caller]
fn row<'t>(text: &'t str, level: &str) -> Vec<&'t str> {
    let line = text.lines().find(|line| line.trim_start().starts_with(level));
    line.unwrap_or_else(|| panic!("no {level} in {text}")).split_whitespace().collect()
}

#[test]
fn a_table_of_levels() {
    let text = stdout(&["explain", "triangle", "--graph", KARATE, "--analyze"]);
    for part in ["for v0 in V", "count     45 subgraphs", "prices    of the CPU", "all 34 roots", "cost      predicted"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let of_levels = text.rsplit_once("\n  level ").expect("a table").1;
    assert_eq!(row(of_levels, "v0")[..6], ["v0", "V", "34", "34", "34", "34"]);
    // Each edge once, as the planner knows.
    let edges = row(of_levels, "v1");
    assert_eq!((edges[2], edges[3], edges[4], edges[5]), ("78", "78", "78", "78"), "{text}");
    assert!(text.lines().all(|line| line.trim_end() == line || line.trim().is_empty()), "{text}");
}

#[test]
fn the_shape_of_json() {
    let object = json(&["explain", "house", "--graph", KARATE]);
    let analysis = &object["analysis"];
    assert_eq!((&object["pattern"], &analysis["partial"]), (&Value::from("house"), &Value::from(false)));
    let count: Value = serde_json::from_str(&stdout(&["count", KARATE, "house", "--json"])).expect("JSON");
    assert_eq!(analysis["count"], count["count"]);
    assert_eq!(analysis["device"]["kind"], "cpu");
    assert!(analysis["seconds"]["run"].is_f64() && analysis["prices"]["rounds"].is_f64());
    let plans = analysis["plans"].as_array().expect("plans");
    let own = plans.last().expect("one");
    assert_eq!(own["anchors"], Value::from(Vec::<usize>::new()));
    for nest in own["nests"].as_array().expect("nests") {
        assert!(nest["cost"]["predicted"].is_f64() && nest["cost"]["met"].is_f64(), "{nest}");
        assert_eq!((&nest["complete"], &nest["walked"]["whole"]), (&Value::from(true), &Value::from(true)));
        let mut cost = nest["cost"]["beside"].as_f64().expect("a number");
        for level in nest["levels"].as_array().expect("levels") {
            assert_eq!(level["standard_error"]["cost"], 0.0);
            let work = level["met"]["work"].as_object().expect("work");
            let priced = work.iter().map(|(kind, amount)| amount.as_f64().zip(analysis["prices"][kind].as_f64()));
            let priced: f64 = priced.map(|pair| pair.expect("numbers")).map(|(amount, price)| amount * price).sum();
            let own = level["met"]["cost"].as_f64().expect("a number");
            assert!((priced - own).abs() <= 1e-6 * own, "{level}");
            cost += own;
        }
        let met = nest["cost"]["met"].as_f64().expect("a number");
        assert!((cost - met).abs() <= 1e-6 * met, "{nest}");
    }
    // As without the analysis otherwise.
    let plain: Value = serde_json::from_str(&stdout(&["explain", "house", "--graph", KARATE, "--json"])).expect("JSON");
    assert!(plain.get("analysis").is_none());
    assert!(plain.as_object().expect("an object").iter().all(|(name, value)| object[name] == *value));
}

#[test]
fn sums_have_a_table_for_each_nest() {
    let text = stdout(&["explain", "path:6", "--graph", PACKAGES, "--analyze"]);
    let nests = text.lines().filter(|line| line.starts_with("nest  ") || line.starts_with("table  ")).count();
    let known = text.matches("the total was known already").count();
    assert!(nests > 5 && known > 0 && text.matches("\n  level ").count() == nests - known, "{text}");
    assert!(text.contains("\ntable ") && text.contains("looked up"), "{text}");
}

#[test]
fn labels_directions_and_predicates() {
    let pattern = "a->b->c->a where (a->b).day < (b->c).day and (b->c).day < (c->a).day and not b.limit < 2 * a.limit";
    let args =
        ["explain", pattern, "--graph", PAYMENTS, "--edge-attributes", PAYMENTS, "--vertex-attributes", ACCOUNTS];
    let object = json(&args);
    assert_eq!(object["analysis"]["count"], "17");
    let levels = object["analysis"]["plans"][0]["nests"][0]["levels"].as_array().expect("levels");
    let innermost = &levels.last().expect("a level")["met"];
    assert_eq!(innermost["matches"], 17.0);
    assert!(innermost["candidates"].as_f64() > innermost["matches"].as_f64(), "{innermost}");
}

#[test]
fn listings() {
    let object = json(&["explain", "triangle", "--graph", KARATE, "--list"]);
    let levels = &object["analysis"]["plans"][0]["nests"][0]["levels"];
    assert_eq!((&object["analysis"]["count"], &levels[2]["met"]["matches"]), (&Value::from("45"), &Value::from(45.0)));
    assert_eq!(levels[2]["met"]["work"]["emitted"], 45.0);
}

/// The plan is that of a GPU, wherever it is run.
#[test]
fn prices_of_a_gpu() {
    let text = stdout(&["explain", "house", "--graph", KARATE, "--analyze", "--for", "gpu"]);
    assert!(text.contains("prices    of a GPU"), "{text}");
    let planned = stdout(&["explain", "house", "--graph", KARATE, "--for", "gpu"]);
    assert!(text.starts_with(planned.trim_end()), "{text}");
}

#[test]
fn graphs_without_edges() {
    let scratch = Scratch::new();
    let graph = scratch.file("lonely.graph", "t 3 0\nv 0 0 0\nv 1 0 0\nv 2 0 0\n");
    let object = json(&["explain", "house", "--graph", &graph]);
    assert_eq!(object["analysis"]["count"], "0");
}

#[test]
fn a_large_search_is_sampled_and_says_so() {
    let scratch = Scratch::new();
    let graph = scratch.arg("large.gpm");
    stdout(&["generate", "er", "--vertices", "2000", "--edges", "1000000", "-o", &graph]);
    let asked = ["explain", "clique:8", "--graph", &graph, "--analyze"];
    let stopped = limited(&asked, "--time-limit", |run| run.stdout.contains("what was met is an estimate"));
    assert_eq!(stopped.code, 3, "{}", stopped.stderr);
    assert!(stopped.stderr.contains("time limit reached"), "{}", stopped.stderr);
    for part in ["partial: the run was stopped", "what was met is an estimate", " ± ", "error of cost"] {
        assert!(stopped.stdout.contains(part), "no `{part}` in {}", stopped.stdout);
    }
}

#[test]
fn what_does_not_go_together() {
    fails(&["explain", "house", "--analyze"], 2, &["--graph"]);
    fails(&["explain", "house", "--graph", KARATE, "--analyze", "--emit", "nest"], 2, &["--emit"]);
    fails(&["explain", "house", "--graph", KARATE, "--time-limit", "1s"], 2, &["--analyze"]);
    fails(&["explain", "house", "--graph", KARATE, "--analyze", "--threads", "0"], 2, &["1 to 4096"]);
}
