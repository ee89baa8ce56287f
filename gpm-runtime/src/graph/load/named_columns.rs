//! Which named columns of a table are the ends and the label of an edge: one rule for text, for Parquet and for tables of
//! edge attributes. The caller's choice comes first, then the names; what they leave open is refused.

use super::column_names::{Ends, ends, id_space, is_attribute, is_label, is_vertex_id};
use super::edge_columns::{ColumnRef, EdgeColumns};

const COLUMNS: &str = "say which columns are the ends of an edge with `--columns FROM,TO`, by name or by number";
const LABEL: &str = "say which column has the labels with `--columns FROM,TO,LABEL`, by name or by number";
const TABLE: &str = "call the columns with the ids of an edge `source` and `target`";

/// The columns of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedColumns<'a> {
    /// Their names; empty if they have none.
    pub(crate) names: &'a [String],
    /// How many there are.
    pub(crate) width: usize,
    /// Those that the caller asks for.
    pub(crate) asked: Option<&'a EdgeColumns>,
}

/// What names do not decide, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Undecided {
    pub(crate) what: String,
    pub(crate) remedy: &'static str,
}

impl NamedColumns<'_> {
    /// The ends of an edge: as asked, by their names, or the first two after `skip` columns if no others may be ids.
    /// `has_values` says whether a column has values that are no ids.
    pub(crate) fn ends(&self, skip: usize, has_values: impl Fn(usize) -> bool) -> Result<[usize; 2], Undecided> {
        let found = match self.asked {
            Some(asked) => self.asked_ends(asked)?,
            None => self.known_ends(skip, has_values)?,
        };
        let [one, other] = found.map(|column| self.names.get(column).and_then(|name| id_space(name)));
        match one.zip(other).filter(|(one, other)| one != other) {
            None => Ok(found),
            Some((one, other)) => Err(Undecided {
                what: format!("ids of `{one}` and of `{other}` may be the same and mean different vertices"),
                remedy: "write different ids for them, and `:START_ID,:END_ID` in the head",
            }),
        }
    }

    /// The ids of a table of edge attributes: as asked, by their names, or the first two that are not the `index`, which numbers
    /// the rows.
    pub(crate) fn ends_of_attributes(&self, index: Option<usize>) -> Result<[usize; 2], Undecided> {
        if let Some(asked) = self.asked {
            return self.asked_ends(asked);
        }
        let mut places = (0..self.names.len()).filter(|&column| Some(column) != index);
        let (Some(from), Some(to)) = (places.next(), places.next()) else {
            return Err(Undecided { what: format!("the columns are {}", self.quoted()), remedy: TABLE });
        };
        let first = [from, to];
        let found = ends(self.names);
        let is_first = |ends: &Ends| [ends.from, ends.to] == first;
        // Two single letters may be ids, or attributes behind the ids.
        let may_be_ids = || first.iter().all(|&column| !is_attribute(&self.names[column]));
        match found.as_slice() {
            [] if is_vertex_id(&self.names[from]) && !is_vertex_id(&self.names[to]) => {
                Err(Undecided { what: format!("the columns are {}", self.quoted()), remedy: TABLE })
            }
            [] => Ok(first),
            several if several.iter().any(is_first) => Ok(first),
            [ends] if ends.is_certain || !may_be_ids() => Ok([ends.from, ends.to]),
            [ends] => Err(self.several(&[Ends { from, to, ..ends.clone() }, ends.clone()], TABLE)),
            several => Err(self.several(several, TABLE)),
        }
    }

    /// The label of an edge: as asked, by its name, the only column that is left, or the third. Labels that are not asked
    /// for by column are looked for if `is_wanted`. The ends, and what else cannot be a label, are `taken`.
    pub(crate) fn label(&self, taken: &[usize], is_wanted: bool) -> Result<Option<usize>, Undecided> {
        if let Some((asked, column)) = self.asked.and_then(|asked| Some((asked, asked.label.as_ref()?))) {
            return self.place(column).map(Some).ok_or_else(|| self.no_such_column(asked));
        }
        if !is_wanted {
            return Ok(None);
        }
        let free: Vec<usize> = (0..self.width).filter(|column| !taken.contains(column)).collect();
        let is_named = |&column: &usize| self.names.get(column).is_some_and(|name| is_label(name));
        let named: Vec<usize> = free.iter().copied().filter(is_named).collect();
        match (named.as_slice(), free.as_slice()) {
            ([column], _) | (_, [column]) => Ok(Some(*column)),
            // In lines of two columns the lack of a label is an error of the line.
            _ if free.is_empty() || taken.iter().take(2).all(|&end| end < 2) && !taken.contains(&2) => Ok(Some(2)),
            _ => {
                let columns: Vec<String> = free.iter().take(8).map(|column| (column + 1).to_string()).collect();
                let what = format!("labels of edges may be in columns {}", columns.join(", "));
                Err(Undecided { what, remedy: LABEL })
            }
        }
    }

    /// The ends asked for.
    pub(crate) fn asked_ends(&self, asked: &EdgeColumns) -> Result<[usize; 2], Undecided> {
        match (self.place(&asked.from), self.place(&asked.to)) {
            (Some(from), Some(to)) if from != to => Ok([from, to]),
            _ => Err(self.no_such_column(asked)),
        }
    }

    /// The refusal of columns that are asked for and not there.
    pub(crate) fn no_such_column(&self, asked: &EdgeColumns) -> Undecided {
        let shown: Vec<String> = asked.all().map(|column| format!("`{column}`")).collect();
        let there = match self.names.is_empty() {
            true => format!("the {} columns have no names", self.width),
            false => format!("the columns are {}", self.quoted()),
        };
        let what = format!("no columns {}: {there}", shown.join(", "));
        Undecided { what, remedy: "name columns of the file, or give their numbers from 1" }
    }

    fn place(&self, column: &ColumnRef) -> Option<usize> {
        column.place(self.names).filter(|&place| place < self.width)
    }

    fn known_ends(&self, skip: usize, has_values: impl Fn(usize) -> bool) -> Result<[usize; 2], Undecided> {
        match ends(self.names).as_slice() {
            [ends] => return Ok([ends.from, ends.to]),
            [] => {}
            several => return Err(self.several(several, COLUMNS)),
        }
        let first = self.names.get(skip..skip + 2);
        let are_ids = first.is_some_and(|first| !first.iter().any(|name| is_attribute(name) || name.is_empty()));
        let may_be_ids = |(i, name): (usize, &String)| !is_attribute(name) && !has_values(i);
        if !are_ids || self.names.iter().enumerate().skip(skip + 2).any(may_be_ids) {
            return Err(Undecided { what: format!("the columns are {}", self.quoted()), remedy: COLUMNS });
        }
        Ok([skip, skip + 1])
    }

    /// The refusal of several pairs.
    fn several(&self, pairs: &[Ends], remedy: &'static str) -> Undecided {
        let shown = |ends: &Ends| format!("`{}` and `{}`", self.names[ends.from], self.names[ends.to]);
        let pairs: Vec<String> = pairs.iter().take(4).map(shown).collect();
        Undecided { what: format!("the ends of an edge may be {}", pairs.join(", or ")), remedy }
    }

    /// The first names, for messages.
    fn quoted(&self) -> String {
        let shown: Vec<String> = self.names.iter().take(8).map(|name| format!("`{name}`")).collect();
        shown.join(", ") + if self.names.len() > 8 { ", …" } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(head: &str) -> Vec<String> {
        head.split(',').map(str::to_owned).collect()
    }

    fn columns<'a>(names: &'a [String], asked: Option<&'a EdgeColumns>) -> NamedColumns<'a> {
        NamedColumns { names, width: names.len(), asked }
    }

    #[track_caller]
    fn check(head: &str, of_graph: Option<[usize; 2]>, of_attributes: Option<[usize; 2]>) {
        let names = names(head);
        let found = columns(&names, None);
        assert_eq!(found.ends(0, |_| false).ok(), of_graph, "{head}");
        assert_eq!(found.ends_of_attributes(None).ok(), of_attributes, "{head}, attributes");
    }

    #[test]
    fn ends_by_name_or_by_place() {
        check("amount,Source,Target", Some([1, 2]), Some([1, 2]));
        check("to,from", Some([1, 0]), Some([1, 0]));
        check("u,v,source,target", Some([2, 3]), Some([2, 3]));
        check("customer,merchant,amount", Some([0, 1]), Some([0, 1]));
        check("customer,merchant,memo", None, Some([0, 1]));
        check("amount,u,v", Some([1, 2]), Some([1, 2]));
        check("customer,merchant,x,y", Some([2, 3]), None);
        check("source_ip,source_port,destination_ip,destination_port", None, None);
        check("source,target,sender,receiver", None, Some([0, 1]));
        check("id,name", None, None);
        check(":START_ID(Person),:END_ID(Film)", None, Some([0, 1]));
    }

    #[test]
    fn columns_that_are_asked_for() {
        let names = names("from,to,acct,peer,kind");
        let asked: EdgeColumns = "acct,4,kind".parse().expect("three columns");
        let found = columns(&names, Some(&asked));
        assert_eq!((found.ends(0, |_| false), found.ends_of_attributes(None)), (Ok([2, 3]), Ok([2, 3])));
        assert_eq!(found.label(&[2, 3], false), Ok(Some(4)));
        let missing: EdgeColumns = "acct,6".parse().expect("two columns");
        let refusal = columns(&names, Some(&missing)).ends_of_attributes(None).expect_err("there are five columns");
        assert!(refusal.what.contains("no columns `acct`, `6`: the columns are `from`"), "{refusal:?}");
    }

    #[test]
    fn labels() {
        let label = |head: &str, taken: &[usize]| {
            let names = names(head);
            columns(&names, None).label(taken, true).ok().flatten()
        };
        assert_eq!(label("from,to,day,edge_label", &[0, 1]), Some(3));
        assert_eq!(label("day,from,to", &[1, 2]), Some(0));
        assert_eq!(label("from,to,a,b", &[0, 1]), Some(2));
        assert_eq!(label("a,from,to,b", &[1, 2]), None);
    }
}
