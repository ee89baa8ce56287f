//! Columns of a graph as Python has them: ids, which are read where they lie, and attributes.

use gpm::Column;
use gpm::graph::IdArray;
use gpm::pattern::predicate::Calendar;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::failure::input;

/// Ids as they lie in Python.
pub(crate) enum Ids {
    I32(PyBuffer<i32>),
    I64(PyBuffer<i64>),
    U32(PyBuffer<u32>),
    U64(PyBuffer<u64>),
    Copied(Vec<i64>),
    Names(Vec<PyBackedStr>),
}

/// Values of an attribute: floats, integers, text or moments, of which some may be missing.
#[derive(FromPyObject)]
pub(crate) enum Attribute {
    Integers(Vec<Option<i64>>),
    Floats(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
    /// `date` and days since 1970, or `timestamp`, or `instant` if it has a zone, and microseconds since 1970.
    Moments(String, Vec<Option<i64>>),
}

impl Ids {
    /// Buffers of integers of 32 or 64 bits are read where they lie; what else is a sequence of integers, or of text, is copied.
    pub(crate) fn of(py: Python<'_>, values: &Bound<'_, PyAny>) -> PyResult<Ids> {
        if let Ok(buffer) = PyBuffer::get(values) {
            return Ok(Ids::I64(buffer));
        }
        if let Ok(buffer) = PyBuffer::get(values) {
            return Ok(Ids::I32(buffer));
        }
        if let Ok(buffer) = PyBuffer::get(values) {
            return Ok(Ids::U64(buffer));
        }
        if let Ok(buffer) = PyBuffer::get(values) {
            return Ok(Ids::U32(buffer));
        }
        if let Ok(names) = values.extract() {
            return Ok(Ids::Names(names));
        }
        values.extract().map(Ids::Copied).map_err(|_| input(py, "ids must be integers of up to 64 bits, or text"))
    }

    pub(crate) fn texts(&self) -> Vec<&str> {
        if let Ids::Names(names) = self { names.iter().map(|name| &**name).collect() } else { Vec::new() }
    }

    /// As the library takes them; `texts` are those of names.
    pub(crate) fn array<'a>(&'a self, py: Python<'_>, texts: &'a [&'a str]) -> PyResult<IdArray<'a>> {
        let strided = || input(py, "arrays of ids must be contiguous: numpy.ascontiguousarray makes them so");
        /// The numbers of a buffer. Whoever changes them meanwhile, in another thread, gets the graph of whichever numbers are met.
        fn slice<T: pyo3::buffer::Element>(buffer: &PyBuffer<T>) -> Option<&[T]> {
            if !buffer.is_c_contiguous() || buffer.dimensions() != 1 {
                return None;
            }
            if buffer.item_count() == 0 {
                return Some(&[]);
            }
            // SAFETY: the buffer holds so many numbers of this type in a row, and is kept until the graph is made.
            Some(unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast::<T>(), buffer.item_count()) })
        }
        match self {
            Ids::I32(buffer) => slice(buffer).map(IdArray::from).ok_or_else(strided),
            Ids::I64(buffer) => slice(buffer).map(IdArray::from).ok_or_else(strided),
            Ids::U32(buffer) => slice(buffer).map(IdArray::from).ok_or_else(strided),
            Ids::U64(buffer) => slice(buffer).map(IdArray::from).ok_or_else(strided),
            Ids::Copied(ids) => Ok(IdArray::from(&ids[..])),
            Ids::Names(_) => Ok(IdArray::from(texts)),
        }
    }
}

impl Attribute {
    pub(crate) fn column(&self) -> Column {
        match self {
            Attribute::Integers(values) => Column::from(values.clone()),
            Attribute::Floats(values) => Column::from(values.clone()),
            Attribute::Texts(values) => Column::from(values.iter().map(Option::as_deref).collect::<Vec<_>>()),
            Attribute::Moments(kind, values) => {
                let calendar = match kind.as_str() {
                    "date" => Calendar::Date,
                    "instant" => Calendar::Instant,
                    _ => Calendar::Timestamp,
                };
                Column::Moments(calendar, values.iter().map(|value| value.unwrap_or(i64::MIN)).collect())
            }
        }
    }
}
