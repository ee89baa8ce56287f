//! What `gpm query --help` says below its options.

/// Below the options of `query`.
pub(crate) const QUERY: &str = "\
Queries:
  MATCH (a:Person)-[r:KNOWS]->(b)-->(c) WHERE a.age > 30 AND NOT (a)-->(c) RETURN b, count(*) AS n
  ORDER BY n DESC LIMIT 10. Also OPTIONAL MATCH, which is counted; WITH … WHERE; UNION; labels with | and &;
  -[:KNOWS*1..3]->; EXISTS { … }; count, sum, min, max, avg, each of DISTINCT values; coalesce, id, type, labels,
  date, time, datetime, duration. What is not answered is refused by name.

What is matched:
  MATCH has different relationships, as Cypher says, and nodes may be the same. MATCH REPEATABLE ELEMENTS lets
  relationships be the same, MATCH DIFFERENT NODES (an extension) lets nothing be the same.
  A node is printed as its id, a relationship as its row. a.id is the id, unless there is a column `id`.

Relationships:
  If GRAPH is a table with a head line, each of its rows is one, and its columns are their properties; a column
  `type`, `label`, `relation` or `relationship` has the types. --simple has one a pair.

Examples:
  gpm query examples/graphs/payments.csv \\
    'MATCH (a)-[p]->(b)-[q]->(c) WHERE p.day < q.day AND q.amount >= 0.9 * p.amount RETURN a, sum(q.amount) AS s ORDER BY s DESC LIMIT 3'
  gpm query examples/graphs/karate.el --undirected 'MATCH (a)--(b)--(c)--(a) RETURN a, count(*) / 2 AS triangles'";
