//! Numbers that Python reads where they lie, by its buffer protocol: `numpy.asarray(buffer)` and `memoryview(buffer)` copy nothing.

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// A column of 64-bit integers, or rows of them one after the other.
#[pyclass(frozen, module = "gpmine._core")]
#[derive(Debug)]
pub(crate) struct Buffer {
    values: Values,
    /// Numbers in a row, where there are rows.
    width: Option<usize>,
    format: CString,
}

#[derive(Debug)]
enum Values {
    Integers(Vec<i64>),
    Unsigned(Vec<u64>),
}

impl Buffer {
    /// Of ids, all of which are below 2^63.
    pub(crate) fn of_integers(values: Vec<i64>) -> Buffer {
        Buffer { values: Values::Integers(values), width: None, format: c"q".to_owned() }
    }

    /// Of counts.
    pub(crate) fn of_unsigned(values: Vec<u64>) -> Buffer {
        Buffer { values: Values::Unsigned(values), width: None, format: c"Q".to_owned() }
    }

    /// Of counts in rows of so many.
    pub(crate) fn of_rows(values: Vec<u64>, width: usize) -> Buffer {
        Buffer { width: Some(width), ..Buffer::of_unsigned(values) }
    }

    fn numbers(&self) -> usize {
        match &self.values {
            Values::Integers(values) => values.len(),
            Values::Unsigned(values) => values.len(),
        }
    }

    fn first(&self) -> *const c_void {
        match &self.values {
            Values::Integers(values) => values.as_ptr().cast(),
            Values::Unsigned(values) => values.as_ptr().cast(),
        }
    }
}

#[pymethods]
impl Buffer {
    fn __len__(&self) -> usize {
        self.numbers() / self.width.unwrap_or(1).max(1)
    }

    /// # Safety
    /// As the buffer protocol has it: Python calls this with a view to be filled.
    unsafe fn __getbuffer__(slf: PyRef<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("there is no view to fill"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("results are read-only: copy them"));
        }
        let size = size_of::<i64>() as isize;
        let (numbers, rows) = (slf.numbers() as isize, slf.__len__() as isize);
        // SAFETY: the view is Python's to be filled. What it points to belongs to this object, which it holds a reference of and which never changes.
        unsafe {
            (*view).buf = slf.first().cast_mut();
            (*view).len = numbers * size;
            (*view).readonly = 1;
            (*view).itemsize = size;
            (*view).ndim = if slf.width.is_some() { 2 } else { 1 };
            let wants = |flag: c_int| flags & flag == flag;
            (*view).format = if wants(ffi::PyBUF_FORMAT) { slf.format.as_ptr().cast_mut() } else { ptr::null_mut() };
            // In places that live as long as the view: how many there are each way, and how many bytes apart.
            let own = match slf.width.map(|width| width as isize) {
                Some(width) => [rows, width, width * size, size],
                None => [rows, 0, size, 0],
            };
            let shape = Box::into_raw(Box::new(own)).cast::<isize>();
            (*view).shape = if wants(ffi::PyBUF_ND) { shape } else { ptr::null_mut() };
            (*view).strides = if wants(ffi::PyBUF_STRIDES) { shape.add(2) } else { ptr::null_mut() };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = shape.cast();
            (*view).obj = slf.into_pyobject(Python::assume_attached())?.into_any().into_ptr();
        }
        Ok(())
    }

    /// # Safety
    /// As the buffer protocol has it: Python calls this once for each view that was filled.
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: it was made above, for this view.
        drop(unsafe { Box::from_raw((*view).internal.cast::<[isize; 4]>()) });
    }
}
