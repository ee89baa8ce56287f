//! What can go wrong with a data graph: every variant says where and what to do.
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::VertexId;
use super::memory::NotEnoughMemory;

const PARALLEL_LABELS: &str = "say which with --parallel-labels first or last, or give the graph without edge labels";

/// A graph could not be read, written or trusted. All variants but `Io` and `OutOfMemory` are about the input.
///
/// ```
/// use gpm::{Graph, GraphError};
///
/// assert!(matches!(Graph::load("no/such/file"), Err(GraphError::NotFound { .. })));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// No file of that name.
    #[error("no file `{}`: check the name", .path.display())]
    NotFound {
        /// The file asked for.
        path: PathBuf,
    },
    /// The path names a directory.
    #[error("`{}` is a directory: name a graph file in it", .path.display())]
    IsDirectory {
        /// The path asked for.
        path: PathBuf,
    },
    /// The operating system refuses access.
    #[error("no permission to {action} `{}`: check its access rights", .path.display())]
    PermissionDenied {
        /// The file asked for.
        path: PathBuf,
        /// What was tried, as a verb.
        action: &'static str,
    },
    /// Any other failure of the operating system.
    #[error("cannot {action} `{}`: {source}", .path.display())]
    Io {
        /// The file in question.
        path: PathBuf,
        /// What was tried, as a verb.
        action: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// No bytes, or nothing but blanks and comments.
    #[error("`{path}` holds no graph: it is empty but for blanks, comments and names of columns")]
    Empty {
        /// Name of the input.
        path: String,
    },
    /// The bytes are not text and not one of the known binary formats.
    #[error("`{path}` is not text in UTF-8 (line {line}): `iconv -f latin1 -t utf-8` converts what is in Latin-1")]
    NotText {
        /// Name of the input.
        path: String,
        /// 1-based line of the first byte that is not text.
        line: u64,
    },
    /// A known format that is not read.
    #[error(
        "`{path}` looks like {what}, which gpm does not read; it reads edge lists, Matrix Market, GraphML, GML, Pajek, METIS, `t/v/e` text, Parquet and .gpm files; to convert: {how}"
    )]
    OtherFormat {
        /// Name of the input.
        path: String,
        /// The format.
        what: &'static str,
        /// How to convert it to a format that is read.
        how: &'static str,
    },
    /// A file that is well formed in two formats.
    #[error("`{path}` can be read as {first} and as {second}: say which with --format {first} or --format {second}")]
    TwoFormats {
        /// Name of the input.
        path: String,
        /// Name of one format.
        first: &'static str,
        /// Name of the other.
        second: &'static str,
    },
    /// A file of markup that is not well formed.
    #[error("{path}:{line}: not well-formed XML: {reason}")]
    BadXml {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// The parser's or reader's reason.
        reason: String,
    },
    /// An adjacency of an undirected graph lists an edge at one end only.
    #[error("{path}:{line}: vertex {from} lists {to}, which does not list it: METIS lists each edge at both ends")]
    OneEnd {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// The vertex of the line.
        from: u64,
        /// The neighbor that it lists, which does not list it.
        to: u64,
    },
    /// A compressed file ends early or is damaged.
    #[error("`{path}` is a truncated or damaged {what} file ({reason}): fetch it again")]
    BadCompression {
        /// Name of the input.
        path: String,
        /// `gzip`, `zstd`, `xz` or `bzip2`.
        what: &'static str,
        /// The decompressor's reason.
        reason: String,
    },
    /// A line does not say what it should.
    #[error("{path}:{line}: `{token}` is not {expected}")]
    BadLine {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// The offending text, shortened.
        token: String,
        /// What would be accepted.
        expected: &'static str,
    },
    /// A file that can be read in two ways, or looks like something else.
    #[error("{path}:{line}: {what}: {remedy}")]
    Unclear {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// What is unclear.
        what: String,
        /// The options that decide it.
        remedy: &'static str,
    },
    /// Vertex ids are counted from 0.
    #[error("{path}:{line}: negative vertex id `{token}`: ids are integers from 0, or names in quotes")]
    NegativeId {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// The offending text, shortened.
        token: String,
    },
    /// Integer ids end at 2^63.
    #[error("{path}:{line}: vertex id `{token}` is larger than 2^63: use smaller ids, or names in quotes")]
    IdTooLarge {
        /// Name of the input.
        path: String,
        /// 1-based line.
        line: u64,
        /// The offending text, shortened.
        token: String,
    },
    /// Internal ids are 32 bits wide.
    #[error("`{path}` has {vertices} vertices: at most {} fit", u32::MAX)]
    TooManyVertices {
        /// Name of the input.
        path: String,
        /// Vertices of the input, found or declared.
        vertices: u64,
    },
    /// The rows of so many vertices, or the text that is packed in a file, do not fit in memory.
    #[error("`{path}` {}", source.of(*.vertices))]
    OutOfMemory {
        /// Name of the input.
        path: String,
        /// Vertices found or declared; `None` of text that is packed.
        vertices: Option<u64>,
        /// Bytes that are needed, and those that are free.
        source: NotEnoughMemory,
    },
    /// The number of labels is not the number of vertices.
    #[error("`{path}` has {} for {vertices} vertices: give one a line in id order, or `id label` lines", super::words::counted(*.labels, "label", "labels"))]
    LabelCount {
        /// Name of the label file.
        path: String,
        /// Labels found.
        labels: u64,
        /// Vertices of the graph.
        vertices: u64,
    },
    /// A vertex has no label where the others have one.
    #[error("`{path}` has no label for vertex `{id}`: label all vertices or none")]
    MissingLabel {
        /// Name of the label file or graph.
        path: String,
        /// Original id.
        id: String,
    },
    /// An edge or a label of a graph in memory is about a vertex beyond those there are.
    #[error(
        "vertex {vertex} is none of the {vertices} vertices, which are counted from 0: say that there are more, or mend the edge or label"
    )]
    VertexOutOfRange {
        /// The largest vertex named.
        vertex: u64,
        /// Vertices of the graph.
        vertices: u64,
    },
    /// Edges of a graph in memory are loops, or given again, where that may not be.
    #[error("{given} edges are given, but {kept} are to be, each once and no loops: the graph is not simple")]
    NotSimple {
        /// Edges given.
        given: u64,
        /// Edges that are left, or that the graph has.
        kept: u64,
    },
    /// An edge of a graph in memory is given with two labels.
    #[error("the edge of `{from}` and `{to}` has two labels: keep one of them")]
    EdgeLabels {
        /// The end that is given first, an internal id.
        from: VertexId,
        /// The end that is given second.
        to: VertexId,
    },
    /// A file lists an edge with several labels, of which a graph keeps one.
    #[error("`{path}` has the labels `{}` and `{}` for the edge of `{}` and `{}`, which can keep one: {PARALLEL_LABELS}", .labels[0], .labels[1], .ends[0], .ends[1])]
    ParallelLabels {
        /// Name of the input.
        path: String,
        /// Original ids of the ends.
        ends: Box<[String; 2]>,
        /// Two of the labels.
        labels: Box<[String; 2]>,
    },
    /// A column of attributes has another number of values than there is to describe.
    #[error("column `{column}` has {} for {wanted} {what}: give one each, or a missing value", super::words::counted(*.values, "value", "values"))]
    ColumnLength {
        /// Name of the column.
        column: String,
        /// Values given.
        values: u64,
        /// Values needed.
        wanted: u64,
        /// `vertices` or `edges`.
        what: &'static str,
    },
    /// A table that is no table of records, or records where these cannot be.
    #[error("`{path}`: {why}")]
    Records {
        /// File name as given.
        path: String,
        /// What does not do, and what to do.
        why: String,
    },
    /// Two columns of one name.
    #[error("there are two columns `{column}` of {what}: rename one")]
    ColumnTwice {
        /// Name of the column.
        column: String,
        /// `vertices` or `edges`.
        what: &'static str,
    },
    /// Two texts of attributes that one integer stands for, so that they cannot be told apart.
    #[error("the texts `{first}` and `{second}` have the same code and cannot be told apart: rename either")]
    SameCode {
        /// The text that was met first.
        first: String,
        /// The text that was met later.
        second: String,
    },
    /// A table has two rows about one vertex.
    #[error("{path}:{line}: vertex `{id}` has a row before this one: keep one of them")]
    VertexTwice {
        /// Name of the table.
        path: String,
        /// 1-based line of the second row; in Parquet the number of the row.
        line: u64,
        /// Original id.
        id: String,
    },
    /// Rows about one edge differ in a column that is not combined.
    #[error(
        "rows about the edge of `{from}` and `{to}` differ in `{column}`: keep one of them, or say what they become, such as {column}=sum or {column}=first, with --combine"
    )]
    EdgeValues {
        /// Name of the column.
        column: String,
        /// Original id of one end.
        from: String,
        /// Original id of the other end.
        to: String,
    },
    /// An aggregate that cannot be made of a table.
    #[error("`{aggregate}` cannot be made of `{path}`: {reason}")]
    BadAggregate {
        /// Name of the table.
        path: String,
        /// The aggregate, as text.
        aggregate: String,
        /// What is wrong, and which columns there are.
        reason: String,
    },
    /// A sum of integers that does not fit.
    #[error(
        "the sum of `{column}` for the edge of `{from}` and `{to}` does not fit in 128 bits: make the column floats"
    )]
    SumTooLarge {
        /// Name of the column.
        column: String,
        /// Original id of one end.
        from: String,
        /// Original id of the other end.
        to: String,
    },
    /// A row of a table has another number of fields than its head line.
    #[error("{path}:{line}: {} under a head line of {expected}: is a field to be quoted?", super::words::counted(*.found, "field", "fields"))]
    RowLength {
        /// Name of the table.
        path: String,
        /// 1-based line.
        line: u64,
        /// Fields of the row.
        found: u64,
        /// Fields of the head line.
        expected: u64,
    },
    /// A table that cannot be read as such.
    #[error("`{path}` is no table of comma- or tab-separated fields: {reason}")]
    BadTable {
        /// Name of the table.
        path: String,
        /// The parser's or reader's reason.
        reason: String,
    },
    /// A Parquet file that cannot be read as a table of edges or of attributes.
    #[error("`{path}` cannot be read as a Parquet table: {reason}")]
    BadParquet {
        /// Name of the table.
        path: String,
        /// The parser's or reader's reason.
        reason: String,
    },
    /// A row of a Parquet table does not say what it should.
    #[error("`{path}`, row {row}: `{token}` is not {expected}")]
    BadRow {
        /// Name of the table.
        path: String,
        /// 1-based number of the row.
        row: u64,
        /// The offending value, shortened.
        token: String,
        /// What would be accepted.
        expected: &'static str,
    },
    /// A head line promises other counts than the body has.
    #[error("`{path}` declares {declared} {what} and has {found}: is it truncated?")]
    CountMismatch {
        /// Name of the input.
        path: String,
        /// `vertices` or `edges`.
        what: &'static str,
        /// The number in the head line.
        declared: u64,
        /// The number of them in the rest of the file.
        found: u64,
    },
    /// A well-formed file that says something we do not read.
    #[error("`{path}`: {what}")]
    Unsupported {
        /// Name of the input.
        path: String,
        /// What it is, and what to do.
        what: &'static str,
    },
    /// A `.gpm` file of a later program.
    #[error("`{path}` has format version {found}, this program reads up to {supported}: convert it again")]
    NewerVersion {
        /// Name of the input.
        path: String,
        /// Version in the file.
        found: u32,
        /// The latest version that this program reads.
        supported: u32,
    },
    /// A `.gpm` file of a machine with the other byte order.
    #[error("`{path}` was written on a machine of the other byte order: convert the original here")]
    ForeignEndian {
        /// Name of the input.
        path: String,
    },
    /// A `.gpm` file contradicts itself.
    #[error("`{path}` is damaged ({what}): convert the original again")]
    Damaged {
        /// Name of the input.
        path: String,
        /// What in the file contradicts what, in words.
        what: String,
    },
}
