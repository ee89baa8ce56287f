//! Sets of records: `a-[p*]->b where count(p) >= 3`, against brute force over the rows of random tables, by every back end.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use gpm::{Backend, Devices, Engine, EngineConfig, Graph, LoadOptions, TableOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// A row of the table: a payment of a kind, perhaps without an amount.
#[derive(Clone, Debug)]
struct Payment {
    from: u32,
    to: u32,
    kind: &'static str,
    amount: Option<f64>,
    time: i64,
}

type Payments<'t> = Vec<&'t Payment>;

/// The rows of a table, and how it is asked.
struct Table {
    rows: Vec<Payment>,
    is_directed: bool,
}

impl Table {
    fn random(rng: &mut StdRng, is_directed: bool) -> Table {
        let (vertices, rows) = (rng.random_range(3..6), rng.random_range(8..30));
        let row = |_| Payment {
            from: rng.random_range(0..vertices),
            to: rng.random_range(0..vertices),
            kind: ["pays", "owes"][rng.random_range(0..2)],
            amount: (rng.random_range(0..6) > 0).then(|| f64::from(rng.random_range(-4..40)) / 4.0),
            time: rng.random_range(0..9),
        };
        Table { rows: (0..rows).map(row).collect(), is_directed }
    }

    fn graph(&self, folder: &Path) -> Graph {
        let mut text = "from,to,relation,amount,time\n".to_owned();
        for Payment { from, to, kind, amount, time } in &self.rows {
            let amount = amount.map(|amount| format!("{amount:.2}")).unwrap_or_default();
            let _ = writeln!(text, "{from},{to},{kind},{amount},{time}");
        }
        let path = folder.join("payments.csv");
        fs::write(&path, text).expect("a folder of our own");
        let options = LoadOptions { directed: self.is_directed, ..LoadOptions::default() };
        let (simple, _) = Graph::load_with(&path, &options).expect("a table");
        simple.with_records(&path, &TableOptions::default(), true).expect("a table").graph
    }

    /// All that lead from a vertex to another, or between them.
    fn between(&self, from: u32, to: u32) -> Payments<'_> {
        let is_between =
            |row: &&Payment| (row.from, row.to) == (from, to) || !self.is_directed && (row.to, row.from) == (from, to);
        self.rows.iter().filter(is_between).collect()
    }

    fn into(&self, to: u32) -> Payments<'_> {
        self.rows.iter().filter(|row| row.to == to && row.from != to).collect()
    }

    fn out_of(&self, from: u32) -> Payments<'_> {
        self.rows.iter().filter(|row| row.from == from && row.to != from).collect()
    }

    /// How many choices of so many different vertices satisfy `holds`, which says how many records of other kinds do with them.
    fn count(&self, vertices: usize, holds: impl Fn(&[u32]) -> usize) -> usize {
        let all: BTreeSet<u32> = self.rows.iter().flat_map(|row| [row.from, row.to]).collect();
        let mut choices = vec![Vec::new()];
        for _ in 0..vertices {
            let longer = |choice: &Vec<u32>| {
                let free = all.iter().filter(|v| !choice.contains(v));
                free.map(|&v| [&choice[..], &[v]].concat()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(longer).collect();
        }
        choices.iter().map(|choice| holds(choice)).sum()
    }
}

fn sum(rows: &[&Payment]) -> Option<f64> {
    let amounts: Vec<f64> = rows.iter().filter_map(|row| row.amount).collect();
    (!amounts.is_empty()).then(|| amounts.iter().sum())
}

fn mean(rows: &[&Payment]) -> Option<f64> {
    Some(sum(rows)? / rows.iter().filter(|row| row.amount.is_some()).count() as f64)
}

fn least(rows: &[&Payment]) -> Option<f64> {
    rows.iter().filter_map(|row| row.amount).reduce(f64::min)
}

fn greatest(rows: &[&Payment]) -> Option<f64> {
    rows.iter().filter_map(|row| row.amount).reduce(f64::max)
}

fn of_kind<'t>(rows: &Payments<'t>, kind: &str) -> Payments<'t> {
    rows.iter().copied().filter(|row| row.kind == kind).collect()
}

fn above<'t>(rows: &Payments<'t>, amount: f64) -> Payments<'t> {
    rows.iter().copied().filter(|row| row.amount.is_some_and(|own| own > amount)).collect()
}

/// The records of each window of that length which begins or ends with one of them.
fn windows<'t>(rows: &Payments<'t>, span: i64) -> Vec<Payments<'t>> {
    let within = |first: i64| rows.iter().copied().filter(|row| (first..=first + span).contains(&row.time)).collect();
    rows.iter().flat_map(|row| [row.time, row.time - span]).map(within).collect()
}

fn senders(rows: &Payments<'_>) -> usize {
    rows.iter().map(|row| row.from).collect::<BTreeSet<u32>>().len()
}

/// A question, and how often brute force finds it.
type Question = (&'static str, fn(&Table) -> usize);

/// Of tables with and without directions.
const EITHER_WAY: [Question; 3] = [
    ("a-[p*]-b where count(p) >= 3", |table| {
        table.count(2, |v| {
            (table.between(v[0], v[1]).len() + table.between(v[1], v[0]).len() * usize::from(table.is_directed) >= 3)
                .into()
        }) / 2
    }),
    ("a-[p*:owes]-b where sum(p.amount) > 4", |table| {
        table.count(2, |v| {
            let mut all = table.between(v[0], v[1]);
            all.extend(if table.is_directed { table.between(v[1], v[0]) } else { Vec::new() });
            sum(&of_kind(&all, "owes")).is_some_and(|sum| sum > 4.0).into()
        }) / 2
    }),
    ("a-[p:pays]-b-[owes]-c where p.amount > 2", |table| {
        table.count(3, |v| {
            let both =
                |a, b| [table.between(a, b), if table.is_directed { table.between(b, a) } else { Vec::new() }].concat();
            let is_there = !of_kind(&both(v[1], v[2]), "owes").is_empty();
            if is_there { above(&of_kind(&both(v[0], v[1]), "pays"), 2.0).len() } else { 0 }
        })
    }),
];

/// Of tables with directions.
const DIRECTED: [Question; 18] = [
    ("a-[p*]->b where count(p) >= 2", |table| table.count(2, |v| (table.between(v[0], v[1]).len() >= 2).into())),
    ("a-[p*:pays]->b where p.amount > 1 and sum(p.amount) >= 6.5", |table| {
        table.count(2, |v| {
            let paid = above(&of_kind(&table.between(v[0], v[1]), "pays"), 1.0);
            sum(&paid).is_some_and(|sum| sum >= 6.5).into()
        })
    }),
    ("*-[p*]->m where count(distinct p.from within 3) >= 3", |table| {
        table.count(1, |v| windows(&table.into(v[0]), 3).iter().any(|rows| senders(rows) >= 3).into())
    }),
    ("m-[p*:owes]->* where sum(p.amount within 2) > 7", |table| {
        let holds = |rows: &Payments<'_>| sum(rows).is_some_and(|sum| sum > 7.0);
        table.count(1, |v| windows(&of_kind(&table.out_of(v[0]), "owes"), 2).iter().any(holds).into())
    }),
    ("*-[in*]->m-[q:]->z where q.amount > 1.5 * avg(in.amount)", |table| {
        table.count(2, |v| {
            let mean = mean(&table.into(v[0]));
            let is_more = |row: &&&Payment| mean.zip(row.amount).is_some_and(|(mean, own)| own > 1.5 * mean);
            table.between(v[0], v[1]).iter().filter(is_more).count()
        })
    }),
    ("*-[in*]->m, a-[q:]->m where q.amount >= max(in.amount) and count(in) > 1", |table| {
        table.count(2, |v| {
            let all = table.into(v[1]);
            let is_most = |row: &&&Payment| row.amount.is_some() && row.amount == greatest(&all);
            if all.len() > 1 { table.between(v[0], v[1]).iter().filter(is_most).count() } else { 0 }
        })
    }),
    ("a-[p*]->b-[q:]->c where max(p.time) < q.time and count(p within 1) = 2", |table| {
        table.count(3, |v| {
            let before = table.between(v[0], v[1]);
            let last = before.iter().map(|row| row.time).max();
            let most = windows(&before, 1).iter().map(Vec::len).max();
            let is_after = |row: &&&Payment| last.is_some_and(|last| last < row.time) && most == Some(2);
            table.between(v[1], v[2]).iter().filter(is_after).count()
        })
    }),
    ("a-[p:]->b->c, a-[owes]->c", |table| {
        table.count(3, |v| {
            let is_there =
                !table.between(v[1], v[2]).is_empty() && !of_kind(&table.between(v[0], v[2]), "owes").is_empty();
            if is_there { table.between(v[0], v[1]).len() } else { 0 }
        })
    }),
    ("a-[p*]->b, a-[q:]->b where 2 * q.amount > sum(p.amount) and p.time < 5", |table| {
        table.count(2, |v| {
            let all = table.between(v[0], v[1]);
            let early: Payments<'_> = all.iter().copied().filter(|row| row.time < 5).collect();
            let is_more = |row: &&&Payment| sum(&early).zip(row.amount).is_some_and(|(sum, own)| 2.0 * own > sum);
            all.iter().filter(is_more).count()
        })
    }),
    ("a-[p*:pays]->b, a-[q*:owes]->b where count(p) = count(q)", |table| {
        table.count(2, |v| {
            let all = table.between(v[0], v[1]);
            let (pays, owes) = (of_kind(&all, "pays").len(), of_kind(&all, "owes").len());
            (pays > 0 && pays == owes).into()
        })
    }),
    ("a-[p*]->b, a-[q*]->b where count(p) > count(q) and q.amount > 3", |table| {
        table.count(2, |v| {
            let all = table.between(v[0], v[1]);
            let large = above(&all, 3.0).len();
            (large > 0 && all.len() > large).into()
        })
    }),
    (
        "*-[in*]->m-[q:]->z where in.time < q.time and q.time - in.time <= 3 and in.amount < 6 and count(distinct in.from) >= 2 and q.amount >= 1",
        |table| {
            table.count(2, |v| {
                let is_one = |row: &&&Payment| {
                    let lies = |own: &&Payment| {
                        (row.time - 3..row.time).contains(&own.time) && own.amount.is_some_and(|x| x < 6.0)
                    };
                    let before: Payments<'_> = table.into(v[0]).into_iter().filter(lies).collect();
                    row.amount.is_some_and(|own| own >= 1.0) && senders(&before) >= 2
                };
                table.between(v[0], v[1]).iter().filter(is_one).count()
            })
        },
    ),
    (
        "a-[q:]->m-[out*:pays]->* where out.amount <= q.amount and sum(out.amount) > 2 * q.amount and q.time <= out.time + 1",
        |table| {
            table.count(2, |v| {
                let is_one = |row: &&&Payment| {
                    let Some(amount) = row.amount else { return false };
                    let lies = |own: &&Payment| row.time <= own.time + 1 && own.amount.is_some_and(|x| x <= amount);
                    let out: Payments<'_> = of_kind(&table.out_of(v[1]), "pays").into_iter().filter(lies).collect();
                    sum(&out).is_some_and(|sum| sum > 2.0 * amount)
                };
                table.between(v[0], v[1]).iter().filter(is_one).count()
            })
        },
    ),
    ("a-[p*]->b, a-[q*]->b where p.time < 4 and q.time >= 4 and count(p) >= 2 and count(q) >= 2", |table| {
        table.count(2, |v| {
            let early = table.between(v[0], v[1]).iter().filter(|row| row.time < 4).count();
            (early >= 2 && table.between(v[0], v[1]).len() - early >= 2).into()
        })
    }),
    // Two records that may change places are one match.
    ("a-[p:]->b, a-[q:]->b, a-[s*]->b where count(s) > 2", |table| {
        table.count(2, |v| {
            let all = table.between(v[0], v[1]).len();
            if all > 2 { all * (all - 1) / 2 } else { 0 }
        })
    }),
    // Turned around it is the same: both are one match.
    ("a-[p*]->c<-[q*]-b where count(p) = count(q)", |table| {
        table.count(3, |v| {
            let (one, other) = (table.between(v[0], v[2]).len(), table.between(v[1], v[2]).len());
            (one > 0 && one == other).into()
        }) / 2
    }),
    ("a-[p*]->b-[q*]->a where min(p.amount) < max(q.amount) or count(distinct p.relation) > 1", |table| {
        table.count(2, |v| {
            let (there, back) = (table.between(v[0], v[1]), table.between(v[1], v[0]));
            let is_less = least(&there).zip(greatest(&back)).is_some_and(|(least, greatest)| least < greatest);
            let kinds: BTreeSet<&str> = there.iter().map(|row| row.kind).collect();
            (!there.is_empty() && !back.is_empty() && (is_less || kinds.len() > 1)).into()
        })
    }),
    ("*-[in*]->m-[out*]->* where sum(in.amount) = sum(out.amount) or count(in) > 2 * count(out)", |table| {
        table.count(1, |v| {
            let (into, out) = (table.into(v[0]), table.out_of(v[0]));
            let is_same = sum(&into).zip(sum(&out)).is_some_and(|(one, other)| one == other);
            (!into.is_empty() && !out.is_empty() && (is_same || into.len() > 2 * out.len())).into()
        })
    }),
];

#[test]
fn sets_of_records_have_what_their_rows_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = EngineConfig { devices: Devices::Cpu, ..EngineConfig::default() };
    let engines = [Backend::Compiled, Backend::Interpreted]
        .map(|backend| Engine::new(&EngineConfig { backend, ..config.clone() }).expect("threads"));
    let mut rng = StdRng::seed_from_u64(60);
    let mut found = [0; EITHER_WAY.len() + DIRECTED.len()];
    for case in 0..60 {
        let table = Table::random(&mut rng, case % 4 != 3);
        let graph = table.graph(folder.path());
        let asked = EITHER_WAY.iter().chain(DIRECTED.iter().filter(|_| table.is_directed));
        for (at, (text, brute_force)) in asked.enumerate() {
            let right = brute_force(&table) as u128;
            for engine in &engines {
                let counted = engine.count(&graph, *text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(counted.count, right, "{text}\n{:#?}", table.rows);
            }
            found[at] += right;
        }
    }
    assert!(found.iter().all(|&found| found > 0), "each is found somewhere: {found:?}");
}

#[test]
fn what_has_no_aggregate_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = StdRng::seed_from_u64(2);
    let graph = Table::random(&mut rng, true).graph(folder.path());
    let engine = Engine::new(&EngineConfig { devices: Devices::Cpu, ..EngineConfig::default() }).expect("threads");
    let refused = |text: &str| engine.count(&graph, text).expect_err(text).to_string();
    assert!(refused("a-[p*]->b where sum(p.relation) > 2").contains("text"));
    assert!(refused("a-[p*]->b where sum(p.size) > 2").contains("`size`"));
    assert!(refused("a-[p*]->b where count(p within 2 days) > 2").contains("as a number"));
    assert!(refused("a-[p*]->b where count(p within 2 by relation) > 2").contains("no times"));
}
