"""Records: tables of edges of which each row is kept."""

import datetime
import itertools
import os
import random

import pytest

import gpmine
from gpmine import Graph, InputError, Records

PAYMENTS = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "graphs", "payments.csv")

TABLE = {
    "from": ["ann", "ann", "bob", "cy", "cy", "cy"],
    "to": ["bob", "bob", "cy", "ann", "ann", "cy"],
    "kind": ["pays", "gives", "pays", "pays", "pays", "pays"],
    "amount": [100, 30, 90, 80, 85, 1],
    "time": [datetime.datetime(2025, 1, day, 9) for day in (1, 3, 2, 5, 20, 21)],
}

RING = "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 7 days"


def brute_force(columns, edges, holds, directed):
    """All choices of vertices and of rows for bound edges: rows of ids, those of vertices first."""
    names = sorted({name for edge in edges for name in edge[:2]})
    rows = list(zip(columns["source"], columns["target"]))
    found = set()
    for chosen in itertools.permutations(range(len(rows)), len(edges)):
        ways = [[rows[row]] if directed else [rows[row], rows[row][::-1]] for row in chosen]
        for ends in itertools.product(*ways):
            matched = {}
            fits = all(matched.setdefault(name, v) == v for edge, own in zip(edges, ends) for name, v in zip(edge[:2], own))
            if fits and len(set(matched.values())) == len(names) and holds([{name: column[row] for name, column in columns.items()} for row in chosen]):
                found.add(tuple(matched[name] for name in names) + chosen)
    return found


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("as_id", [int, "v{}".format, lambda v: (v, "object")])
def test_random_tables_against_brute_force(directed, as_id):
    rng = random.Random(11)
    arrow = "->" if directed else "-"
    shapes = [[("a", "b")], [("a", "b"), ("a", "b")], [("a", "b"), ("b", "c")], [("a", "b"), ("b", "a")], [("a", "b"), ("b", "c"), ("c", "a")]]
    met = 0
    for _ in range(40):
        rows = rng.randrange(2, 12)
        pick = lambda values: [rng.choice(values) for _ in range(rows)]  # noqa: E731
        columns = {
            "source": [as_id(v) for v in pick(range(4))],
            "target": [as_id(v) for v in pick(range(4))],
            "time": pick(range(5)),
            "amount": pick([0.5, 1.0, 2.5, 4.0]),
            "label": pick(["pays", "owes", "gives"]),
        }
        records = Records(columns, directed=directed)
        loops = sum(u == v for u, v in zip(columns["source"], columns["target"]))
        assert records.num_records == rows - loops and records.directed == directed
        for shape in shapes:
            asked = [rng.choice(["", "pays", "owes|gives"]) for _ in shape]
            within, ordered, larger = rng.randrange(5), rng.random() < 0.6, rng.random() < 0.4
            names = "pqr"[: len(shape)]
            text = ", ".join(f"{a}-[{name}:{label}]{arrow}{b}" for (a, b), name, label in zip(shape, names, asked))
            if ordered and len(shape) > 1:
                text += f" in order {', '.join(names)} within {within}"
            if larger and len(shape) > 1:
                text += " where q.amount >= 0.8 * p.amount"

            def holds(own, asked=asked, within=within, ordered=ordered, larger=larger):
                times = [row["time"] for row in own]
                return (
                    all(not label or row["label"] in label.split("|") for row, label in zip(own, asked))
                    and (not ordered or len(own) < 2 or (all(s < t for s, t in zip(times, times[1:])) and times[-1] - times[0] <= within))
                    and (not larger or len(own) < 2 or own[1]["amount"] >= 0.8 * own[0]["amount"])
                )

            edges = [(a, b) for a, b in shape]
            # An undirected record between two vertices is met both ways.
            expected = brute_force({**columns}, edges, holds, directed)
            met += bool(expected)
            listed = records.matches(text, embeddings=True)
            assert sorted(listed, key=str) == sorted(expected, key=str), (text, columns)
            assert listed.columns == sorted({name for edge in edges for name in edge}) + list(names)
            assert records.count(text, embeddings=True) == len(expected), (text, columns)
            streamed = [row for table in records.stream(text, rows=3, embeddings=True) for row in table]
            assert sorted(streamed, key=str) == sorted(expected, key=str)
            assert len(records.matches(text)) == records.count(text)
    assert met > 40


def same(records):
    """What is asked of each form of the table."""
    assert (records.num_vertices, records.num_records, records.directed) == (3, 5, True)
    assert list(records.vertices) == ["ann", "bob", "cy"] and sorted(records.edges()) == [("ann", "bob"), ("bob", "cy"), ("cy", "ann")]
    assert records.num_edges == 3
    assert [records.count(text) for text in ("a-[p:]->b", "a-[p:pays]->b", "a-[p:gives|lends]->b", "a-[p:]->b, a-[q:]->b", "a-[p:]-b")] == [5, 4, 1, 2, 5]
    assert records.count("a-[p:]->b, a->b where p.amount < 90") == 3
    ring = records.matches(RING)
    assert ring.columns == ["a", "b", "c", "p", "q", "r"] and list(ring) == [("ann", "bob", "cy", 0, 2, 3)]
    assert records.count("a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within 30 days gap 4 days") == 1
    assert records.count("a-[p:]->b where p.time >= '2025-01-03' and p.row = 2 and a.id = 'ann'") == 1
    assert records.count("a-[p:]->b where p.label = 'pays' and p.kind = 'pays'") == 4
    sampled = records.sample("a-[p:]->b", 20, seed=4)
    assert sampled.about["count"] == 5 and set(sampled) <= set(records.matches("a-[p:]->b"))
    assert records.estimate("a-[p:]->b-[q:]->c").estimate == pytest.approx(records.count("a-[p:]->b-[q:]->c"), rel=0.2)
    assert records.count("a-[p:]->b", limit=2) == 2 and len(records.matches("a-[p:]->b", limit=2)) == 2
    assert "5 records, each kept" in records.report and "from a vertex to itself" in records.report
    assert repr(records) == "<gpmine.Records: directed, 3 vertices, 5 records>"


NAMED = dict(source="from", target="to", edge_labels="kind")


def test_dictionaries_and_pairs():
    same(Records(TABLE, edge_labels="kind"))
    same(Records({name: list(values) for name, values in TABLE.items()}, **NAMED))
    further = {name: TABLE[name] for name in ("kind", "amount", "time")}
    same(Records(TABLE["from"], TABLE["to"], edge_attributes=further, edge_labels="kind"))
    same(Records(list(zip(TABLE["from"], TABLE["to"])), edge_attributes=further, edge_labels=TABLE["kind"]))
    renamed = {{"kind": "Relation"}.get(name, name): values for name, values in TABLE.items()}
    records = Records({**renamed, "kind": TABLE["kind"]})
    same(records)
    with pytest.raises(InputError, match="`Relation` or in `type`"):
        Records({**renamed, "type": TABLE["kind"]})
    unlabelled = Records(renamed, edge_labels=False)
    with pytest.raises(InputError, match="edge_labels"):
        unlabelled.count("a-[p:pays]->b")
    with pytest.raises(InputError, match="edge_labels"):
        unlabelled.matches("a-[p:]->b where p.label = 'pays'")
    assert unlabelled.count("a-[p:]->b") == 5 and unlabelled.count("a-[p:]->b where p.Relation = 'pays'") == 4


def test_frames():
    pd, pl, pa, np = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow", "numpy"))
    frame = pd.DataFrame(TABLE)
    same(Records(frame, **NAMED))
    same(Records(frame.astype({"kind": "category", "amount": "Int64", "from": "category"}), **NAMED))
    same(Records(pl.DataFrame(TABLE), **NAMED))
    same(Records(pa.table(TABLE), **NAMED))
    chunked = pa.concat_tables([pa.table(TABLE).slice(0, 2), pa.table(TABLE).slice(2)])
    same(Records(chunked, edge_labels="kind"))
    same(Records(pa.RecordBatchReader.from_stream(pa.table(TABLE)), **NAMED))
    same(Records({name: np.array(values) for name, values in TABLE.items()}, edge_labels="kind"))
    # Rows of the listing are those of the frame, whatever its index is.
    moved = frame.set_index(pd.Index(range(10, 16)))
    table = Records(moved, **NAMED).matches("a-[p:]->b where p.amount < 90")
    own = moved.iloc[table["p"]]
    assert list(own["from"]) == list(table["a"]) and list(own["to"]) == list(table["b"]) and set(own["amount"]) == {30, 80, 85}
    assert table.to_pandas()["p"].dtype == np.int64 and pl.DataFrame(table)["p"].dtype == pl.Int64
    reader = pa.RecordBatchReader.from_stream(Records(frame, **NAMED).stream("a-[p:]->b"))
    assert reader.schema.types == [pa.large_string(), pa.large_string(), pa.int64()]
    assert sorted(zip(*reader.read_all().to_pydict().values())) == sorted(Records(frame, **NAMED).matches("a-[p:]->b"))
    days = Records({**TABLE, "time": [time.date() for time in TABLE["time"]]}, edge_labels="kind")
    assert days.count(RING.replace("7 days", "7")) == 1
    zoned = Records(frame.assign(time=frame["time"].dt.tz_localize("UTC")), **NAMED)
    assert zoned.count(RING) == 1


def test_files(tmp_path):
    lines = [",".join(TABLE), *(",".join(map(str, row)) for row in zip(*TABLE.values()))]
    path = tmp_path / "payments.csv"
    path.write_text("\n".join(lines) + "\n")
    same(Records(path, edge_labels="kind"))
    same(Records(str(path), **NAMED))
    same(Records.load(path, **NAMED))
    odd = tmp_path / "odd.csv"
    odd.write_text("\n".join(["who,whom,type,amount,time", *lines[1:]]) + "\n")
    by_name = Records.load(odd, source="who", target="whom")
    assert by_name.count("a-[p:gives]->b") == 1 and Records(odd, edge_labels=False).count("a-[p:]->b") == 5
    people = tmp_path / "people.csv"
    people.write_text("id,age\nann,30\nbob,20\ncy,50\n")
    labels = tmp_path / "labels.txt"
    labels.write_text("ann person\nbob person\ncy bank\n")
    described = Records.load(path, edge_labels="kind", vertex_attributes=people, labels=labels)
    assert described.count("a:person-[p:pays]->b where a.age > 25 and p.amount > 50") == 1
    undirected = Records.load(path, directed=False)
    assert undirected.count("a-[p:]-b") == 5 and not undirected.directed
    numbered = tmp_path / "m.txt"
    numbered.write_text("1 2 1082040961\n2 3 1082041000\n2 3 1082155839\n3 1 1082155839\n")
    messages = Records(numbered)
    assert list(messages.matches("a-[p:]->b-[q:]->c in order p, q by 3 within 60")) == [(1, 2, 3, 0, 1)]
    matrix = tmp_path / "m.mtx"
    matrix.write_text("%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 2 5\n2 3 7\n")
    with pytest.raises(InputError, match="matrix-market"):
        Records(matrix)
    with pytest.raises(InputError, match="no column `sort`"):
        Records(path, edge_labels="sort")
    with pytest.raises(gpmine.FileError, match="no file"):
        Records(tmp_path / "none.csv")


def test_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "payments.parquet"
    parquet.write_table(pa.table(TABLE), path, row_group_size=2)
    same(Records(path, edge_labels="kind"))
    same(Records.load(path, **NAMED))
    # More rows than are read at once, of several groups, with gaps.
    rows, rng = 150_000, random.Random(9)
    columns = {
        "source": [rng.randrange(500) for _ in range(rows)],
        "target": [rng.randrange(500) for _ in range(rows)],
        "time": [rng.randrange(10_000) if rng.random() < 0.9 else None for _ in range(rows)],
        "type": [rng.choice(["pays", "owes", None]) for _ in range(rows)],
    }
    large = tmp_path / "large.parquet"
    parquet.write_table(pa.table(columns), large, row_group_size=70_000)
    read, own = Records(large), Records(columns)
    for text in ["a-[p:pays]->b", "a-[p:]->b-[q:owes]->a in order p, q within 100", "a-[p:]->b where p.time is null and a.id < 20"]:
        assert read.count(text) == own.count(text) > 0, text
    few = "a-[p:]->b where p.time < 10 and a.id < 20"
    assert sorted(read.matches(few)) == sorted(own.matches(few)) and len(own.matches(few)) > 0


def test_the_bundled_payments():
    payments = Records(PAYMENTS)
    chain = "a-[p:]->b-[q:]->c in order p, q by day within 2 where q.amount >= 0.9 * p.amount"
    assert payments.count(chain) == 38
    pd = pytest.importorskip("pandas")
    frame = pd.read_csv(PAYMENTS)
    own = Records(frame)
    assert own.num_records == payments.num_records and own.count(chain) == 38
    table = own.matches(chain)
    assert sorted(table) == sorted(payments.matches(chain)) and len(table) == 38
    first, second = frame.iloc[table["p"]], frame.iloc[table["q"]]
    assert (first["from"].values == table["a"]).all() and (first["to"].values == table["b"]).all() and (second["to"].values == table["c"]).all()
    gap = second["day"].values - first["day"].values
    assert ((0 < gap) & (gap <= 2)).all() and (second["amount"].values >= 0.9 * first["amount"].values).all()


def test_vertices_have_labels_and_attributes():
    records = Records(
        {"source": [1, 1, 2], "target": [2, 2, 3], "amount": [5.0, None, 7.0]},
        vertices=[3, 2, 1, 9],
        vertex_labels=["bank", "person", "person", "bank"],
        vertex_attributes={"age": [50, 20, None, 4]},
    )
    assert (records.num_vertices, records.num_records) == (4, 3) and list(records.vertices) == [1, 2, 3, 9]
    assert records.count("a:person-[p:]->b:person") == 2 and records.count("a-[p:]->b:bank where b.age = 50") == 1
    assert records.count("a-[p:]->b where p.amount is null") == 1
    assert list(records.matches("a-[p:]->b where p.amount > 6")) == [(2, 3, 2)]
    with pytest.raises(InputError, match="kept for records"):
        Records([(1, 2)], vertices=[1, 2], vertex_labels=["(record)", "x"])


def test_columns_of_many_texts_have_no_labels_unless_they_are_named():
    rows = 3000
    columns = {"source": [0] * rows, "target": [1] * rows, "label": [f"remark {row}" for row in range(rows)], "time": list(range(rows))}
    assert Records(columns).count("a-[p:]->b, a-[q:]->b in order p, q within 1") == rows - 1
    with pytest.raises(InputError, match="edge_labels"):
        Records(columns).count('a-[p:"remark 7"]->b')
    named = Records(columns, edge_labels="label")
    assert named.count('a-[p:"remark 7"]->b') == 1 and named.count("a-[p:]->b, a-[q:]->b in order p, q within 1") == rows - 1


def test_graphs_with_parallel_edges():
    nx = pytest.importorskip("networkx")
    network = nx.MultiDiGraph()
    network.add_edge("a", "b", amount=1, type="pays")
    network.add_edge("a", "b", amount=2)
    network.add_edge("b", "a", amount=3, type="owes")
    records = Records(network)
    assert records.directed and records.count("x-[p:]->y") == 3 and records.count("x-[p:pays|owes]->y") == 2
    assert records.count("x-[p:]->y, y-[q:]->x where q.amount > p.amount and q.amount = 3") == 2
    assert not Records(nx.MultiGraph(network)).directed


def test_counts_by_vertex_and_by_record(tmp_path):
    table = {"source": ["b", "b", "a", "c", "c"], "target": ["c", "c", "b", "c", "a"], "time": [3, 1, 2, 2, 9]}
    records = Records(table)
    chain = "x-[p:]->y-[q:]->z in order p, q"
    listed = records.matches(chain).to_dict()
    for name in "xyz":
        assert records.count(chain, anchor=name).tolist() == [listed[name].count(v) for v in records.vertices]
    for name in "pq":
        assert records.count(chain, anchor=name).tolist() == [listed[name].count(row) for row in range(5)]
    total = records.count([chain, chain], per="vertex")
    assert total.shape == (3, 2) and total.sum() == 2 * 3 * records.count(chain)
    path = tmp_path / "records.gpm"
    records.save(path)
    again = Records.load(path)
    assert again.num_records == 4 and again.num_vertices == 3 and again.matches(chain).to_dict().keys() == listed.keys()
    assert sorted(zip(*again.matches(chain).to_dict().values())) == sorted(zip(*listed.values()))


def test_what_is_refused():
    records = Records(TABLE, edge_labels="kind")
    for question, words in [
        (lambda: records.count("a->b"), "does not bind"),
        (lambda: records.count("a-[p:]->b", induced=True), "edge-induced"),
        (lambda: records.count("a-[p:]->b", homomorphism=True), "edge-induced"),
        (lambda: records.count("a-[p:]->b", per="edge"), "by record"),
        (lambda: records.count("a-[p:]->b where p.size > 1"), "no column `size`"),
        (lambda: records.motifs(3), "does not bind"),
        (lambda: records.triads(), "does not bind"),
        (lambda: records.cliques(3), "records"),
        (lambda: records.cliques(maximal=True, listed=True), "records"),
        (lambda: records.dense(k_plex=2, min_size=3), "records"),
        (lambda: records.fsm(1, max_edges=2), "records"),
        (lambda: Records(TABLE, directed=False).orbits(4), "records"),
        (lambda: records.save("records.el"), "gpm files alone"),
        (lambda: Graph(TABLE, directed=True).count("a-[p:]->b"), "gpmine.Records"),
        (lambda: Records(TABLE, source="who", target="to"), "no column `who`"),
        (lambda: Records(TABLE, source="to", target="to"), "both ends"),
        (lambda: Records([(1, 2)], source="a", target="b"), "not"),
        (lambda: Records(TABLE, edge_labels="sort"), "`sort`"),
        (lambda: Records({"one": [1], "two": [2]}), "`source` and `target`"),
    ]:
        with pytest.raises(InputError, match=words):
            question()
    objects = Records([((0,), (1,)), ((1,), (2,))])
    with pytest.raises(InputError, match="objects"):
        objects.count("a-[p:]->b where a.id < b.id")
    with pytest.raises(InputError, match="objects"):
        objects.stream("a-[p:]->b").__arrow_c_stream__()


def test_tables_without_rows():
    empty = Records({"source": [], "target": [], "amount": []})
    assert (empty.num_vertices, empty.num_records) == (0, 0)
    assert empty.count("a-[p:]->b") == 0 and list(empty.matches("a-[p:]->b-[q:]->c")) == []
    loops = Records({"source": ["x"], "target": ["x"]})
    assert loops.num_records == 0 and loops.count("a-[p:]->b") == 0


def test_sets_of_records():
    payments = Records(TABLE, source="from", target="to")
    assert payments.count("a-[p*]->b where count(p) > 1 and sum(p.amount) < 150") == 1
    labelled = Records(TABLE, source="from", target="to", edge_labels="kind")
    counts = labelled.count("a-[p*:pays]->b where count(p) > 1", per="vertex")
    assert dict(zip(labelled.vertices, counts.tolist())) == {"ann": 1, "bob": 0, "cy": 1}
    found = payments.matches("m-[out*]->* where sum(out.amount within 7 days) > 100")
    assert found.to_dict() == {"m": ["ann"], "out": [0]}
    with pytest.raises(InputError, match="several records"):
        payments.count("a-[p*]->b-[q:]->c in order p, q")


@pytest.mark.parametrize("ties", ["strict", "row"])
def test_temporal_motifs_are_counted_as_patterns_are(ties):
    rng = random.Random(7)
    columns = {"source": [rng.randrange(5) for _ in range(30)], "target": [rng.randrange(5) for _ in range(30)], "when": [rng.randrange(20) for _ in range(30)]}
    messages = Records(columns)
    order = "by when, row" if ties == "row" else "by when"
    for edges, k in [(2, 3), (3, 3), (3, 2), (3, 4)]:
        found = messages.temporal_motifs([4, 9], edges=edges, k=k, by="when", ties=ties).to_dict()
        assert sum(found["count"]) > 0
        for motif, within, count in zip(found["motif"], found["within"], found["count"]):
            bound = [f"{a}-[e{i}:]->{b}" for i, (a, b) in enumerate(event.split(">") for event in motif.split(","))]
            names = ", ".join(f"e{i}" for i in range(len(bound)))
            assert messages.count(f"{', '.join(bound)} in order {names} {order} within {within}") == count, motif
    stamped = Records(TABLE, source="from", target="to")
    week = datetime.timedelta(days=7)
    assert stamped.temporal_motifs(week).to_dict()["count"] == stamped.temporal_motifs("7 days").to_dict()["count"]
    with pytest.raises(InputError, match="unit"):
        stamped.temporal_motifs(7)
    with pytest.raises(InputError, match="ties"):
        messages.temporal_motifs(7, ties="weak")


def test_subgraphs_that_have_records_are_counted_once():
    payments = Records({"source": ["ann", "ann", "bob", "cid", "cid"], "target": ["bob", "bob", "cid", "ann", "ann"], "time": [1, 2, 3, 4, 9]})
    ring = "a-[p:]->b-[q:]->c-[r:]->a"
    assert (payments.count(ring), payments.count_once(ring), payments.count_once(ring, embeddings=True)) == (4, 1, 3)
    timed = [f"{ring} in order p, q, r within {span}" for span in (2, 3)]
    assert payments.count_once(timed) == [1, 1] and payments.count(timed) == [1, 2]
    with pytest.raises(InputError):
        payments.count_once("a-b")
