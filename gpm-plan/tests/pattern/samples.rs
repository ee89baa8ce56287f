//! Patterns to test with: random ones of every kind, and the brute-force list of a pattern's automorphisms.

use gpm_plan::pattern::{EdgeKind, Label, Pattern, PatternBuilder, Semantics};

/// A small generator of numbers, the same on every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub(crate) fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A connected pattern; `kinds` is 2 for plain edges, up to 7 to add anti-edges, directions and edge labels.
    pub(crate) fn pattern(&mut self, n: usize, kinds: usize, num_labels: usize) -> Pattern {
        loop {
            let mut builder = PatternBuilder::numbered(n);
            for u in 0..n {
                if num_labels > 0 && self.below(3) > 0 {
                    let label = format!("L{}", self.below(num_labels));
                    builder.vertex_label(u, label.as_str());
                }
            }
            for (u, v) in (0..n).flat_map(|v| (0..v).map(move |u| (u, v))) {
                let (u, v) = if self.below(2) == 0 { (u, v) } else { (v, u) };
                match self.below(kinds) {
                    0 => continue,
                    1 => builder.edge(u, v, None),
                    2 => builder.anti_edge(u, v),
                    3 => builder.directed_edge(u, v, None),
                    4 => builder.directed_edge(u, v, None).directed_edge(v, u, None),
                    5 => builder.directed_edge(u, v, Some(Label::from("x"))).directed_anti_edge(v, u),
                    _ => builder.edge(u, v, Some(Label::from("x"))),
                };
            }
            if let Ok(pattern) = builder.build() {
                return pattern;
            }
        }
    }
}

/// Texts of attributes of a pattern.
fn attributes(pattern: &Pattern) -> Vec<String> {
    let name = |u: usize| pattern.vertex_name(u);
    let vertices = (0..pattern.num_vertices()).flat_map(|u| [format!("{}.x", name(u)), format!("{}.id", name(u))]);
    let edges = pattern.edges().map(|edge| match edge.kind {
        EdgeKind::Directed => format!("({}->{}).y", name(edge.from), name(edge.to)),
        EdgeKind::Undirected => format!("({}-{}).y", name(edge.from), name(edge.to)),
    });
    vertices.chain(edges).collect()
}

impl Numbers {
    /// The pattern with a predicate of one to three parts.
    pub(crate) fn with_predicate(&mut self, pattern: Pattern) -> Pattern {
        let attributes = attributes(&pattern);
        let parts: Vec<String> = (0..=self.below(3)).map(|_| self.condition(&attributes, 2)).collect();
        pattern.with_predicate(&parts.join(" and ")).unwrap_or_else(|error| panic!("{error}"))
    }

    fn condition(&mut self, attributes: &[String], depth: usize) -> String {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0..6 => {
                let sign = ["<", "<=", ">", ">=", "==", "!="][self.below(6)];
                let read = attributes[self.below(attributes.len())].clone();
                let (left, right) = (self.value(attributes, 2), self.value(attributes, 1));
                format!("{left} + {read} {sign} {right}").replacen(&format!("{left} + "), "", self.below(2))
            }
            6 => format!("not ({})", self.condition(attributes, depth - 1)),
            7 => format!("({} and {})", self.condition(attributes, depth - 1), self.condition(attributes, depth - 1)),
            _ => format!("({} or {})", self.condition(attributes, depth - 1), self.condition(attributes, depth - 1)),
        }
    }

    fn value(&mut self, attributes: &[String], depth: usize) -> String {
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => attributes[self.below(attributes.len())].clone(),
            2 => ["0", "7", "2.5", "-3", "1e30"][self.below(5)].to_owned(),
            3 => format!("-{}", self.value(attributes, depth - 1)),
            _ => {
                let operator = ["+", "-", "*", "/", "%"][self.below(5)];
                format!("({} {operator} {})", self.value(attributes, depth - 1), self.value(attributes, depth - 1))
            }
        }
    }
}

/// Every automorphism, by trying all permutations.
pub(crate) fn automorphisms(pattern: &Pattern, semantics: Semantics) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    permutations(&mut Vec::new(), pattern.num_vertices(), &mut |image| {
        let u = image.len() - 1;
        let keeps = |v: usize| pattern.constraint(u, v, semantics) == pattern.constraint(image[u], image[v], semantics);
        let fits = pattern.vertex_label(u) == pattern.vertex_label(image[u]) && (0..u).all(keeps);
        if fits && image.len() == pattern.num_vertices() {
            found.push(image.to_vec());
        }
        fits
    });
    found
}

fn permutations(image: &mut Vec<usize>, n: usize, fits: &mut impl FnMut(&[usize]) -> bool) {
    for w in 0..n {
        if image.contains(&w) {
            continue;
        }
        image.push(w);
        if fits(image) {
            permutations(image, n, fits);
        }
        image.pop();
    }
}
