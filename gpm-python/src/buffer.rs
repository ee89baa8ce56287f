//! Numbers that Python reads where they lie, by its buffer protocol: `numpy.asarray(buffer)` and `memoryview(buffer)` copy nothing.

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// A column of numbers: 64-bit integers or floats.
#[pyclass(frozen, module = "gpmine._core")]
#[derive(Debug)]
pub(crate) struct Buffer {
    values: Values,
    len: usize,
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
        Buffer { len: values.len(), values: Values::Integers(values), format: c"q".to_owned() }
    }

    /// Of counts.
    pub(crate) fn of_unsigned(values: Vec<u64>) -> Buffer {
        Buffer { len: values.len(), values: Values::Unsigned(values), format: c"Q".to_owned() }
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
        self.len
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
        let bytes = slf.len as isize * size;
        // SAFETY: the view is Python's to be filled. What it points to belongs to this object, which it holds a reference of and which never changes.
        unsafe {
            (*view).buf = slf.first().cast_mut();
            (*view).len = bytes;
            (*view).readonly = 1;
            (*view).itemsize = size;
            (*view).ndim = 1;
            let wants = |flag: c_int| flags & flag == flag;
            (*view).format = if wants(ffi::PyBUF_FORMAT) { slf.format.as_ptr().cast_mut() } else { ptr::null_mut() };
            // One number each, in places that live as long as the view.
            let shape = Box::into_raw(Box::new([slf.len as isize, size])).cast::<isize>();
            (*view).shape = if wants(ffi::PyBUF_ND) { shape } else { ptr::null_mut() };
            (*view).strides = if wants(ffi::PyBUF_STRIDES) { shape.add(1) } else { ptr::null_mut() };
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
        drop(unsafe { Box::from_raw((*view).internal.cast::<[isize; 2]>()) });
    }
}
