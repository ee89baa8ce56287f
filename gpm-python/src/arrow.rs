//! Columns as Arrow has them, in both directions, by its C stream interface: no other library is needed for that.

use std::panic::AssertUnwindSafe;
use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{ArrowPrimitiveType, Decimal128Type, Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_buffer::{Buffer as Bytes, ScalarBuffer};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, Schema, TimeUnit};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::buffer::Buffer;
use crate::failure::input;

/// What a capsule with a stream is called.
pub(crate) const STREAM: &std::ffi::CStr = c"arrow_array_stream";

/// Decimal digits of the largest number in 128 bits that Arrow takes.
const DIGITS: u8 = 38;

/// Columns of numbers or text as one batch of a stream. Buffers of numbers are not copied; integers beyond 64 bits become decimals.
#[pyfunction]
pub(crate) fn arrow_stream<'py>(
    py: Python<'py>,
    columns: Vec<(String, Bound<'py, PyAny>)>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let arrays = columns.iter().map(|(name, values)| array(py, name, values)).collect::<PyResult<Vec<ArrayRef>>>()?;
    let field = |((name, _), array): (&(String, _), &ArrayRef)| {
        Field::new(name, array.data_type().clone(), array.null_count() > 0)
    };
    let schema = Arc::new(Schema::new(columns.iter().zip(&arrays).map(field).collect::<Vec<_>>()));
    let failed = |error: ArrowError| input(py, error.to_string());
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(failed)?;
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, STREAM)
}

fn array(py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    if let Some(array) =
        shared::<Int64Type>(values).or_else(|| shared::<UInt64Type>(values)).or_else(|| shared::<Float64Type>(values))
    {
        return Ok(array);
    }
    if let Ok(texts) = values.extract::<Vec<Option<String>>>() {
        let mut column = LargeStringBuilder::new();
        texts.into_iter().for_each(|text| column.append_option(text));
        return Ok(Arc::new(column.finish()));
    }
    if let Ok(numbers) = values.extract::<Vec<Option<i128>>>() {
        return integers(py, name, &numbers);
    }
    if let Ok(numbers) = values.extract::<Vec<Option<f64>>>() {
        return Ok(Arc::new(PrimitiveArray::<Float64Type>::from(numbers)));
    }
    Err(input(
        py,
        format!("the column `{name}` holds neither numbers nor text, of which alone Arrow tables are made here"),
    ))
}

/// Integers in the narrowest type that has all of them.
fn integers(py: Python<'_>, name: &str, numbers: &[Option<i128>]) -> PyResult<ArrayRef> {
    fn narrow<T: ArrowPrimitiveType>(numbers: &[Option<i128>]) -> Option<ArrayRef>
    where
        T::Native: TryFrom<i128>,
    {
        let value = |number: &Option<i128>| match number {
            Some(number) => T::Native::try_from(*number).ok().map(Some),
            None => Some(None),
        };
        let values = numbers.iter().map(value).collect::<Option<Vec<Option<T::Native>>>>()?;
        Some(Arc::new(PrimitiveArray::<T>::from_iter(values)))
    }
    if let Some(array) = narrow::<Int64Type>(numbers).or_else(|| narrow::<UInt64Type>(numbers)) {
        return Ok(array);
    }
    let decimals = PrimitiveArray::<Decimal128Type>::from_iter(numbers.iter().copied());
    let decimals = decimals.with_precision_and_scale(DIGITS, 0).and_then(|array| {
        array.validate_decimal_precision(DIGITS)?;
        Ok(array)
    });
    match decimals {
        Ok(array) => Ok(Arc::new(array)),
        Err(_) => Err(input(
            py,
            format!(
                "the column `{name}` has a number of more than {DIGITS} digits, which no type of Arrow's 128 bits has"
            ),
        )),
    }
}

/// A buffer of numbers where it lies, if the values are one.
fn shared<T: ArrowPrimitiveType>(values: &Bound<'_, PyAny>) -> Option<ArrayRef>
where
    T::Native: Element + Sync + Send,
{
    let buffer = PyBuffer::<T::Native>::get(values).ok()?;
    if !buffer.is_c_contiguous() || buffer.dimensions() != 1 {
        return None;
    }
    let (first, len) = (NonNull::new(buffer.buf_ptr().cast::<u8>()), buffer.item_count());
    let first = first.filter(|first| len > 0 && first.cast::<T::Native>().is_aligned());
    let Some(first) = first else {
        return if len == 0 { Some(Arc::new(PrimitiveArray::<T>::from_iter_values([]))) } else { None };
    };
    let bytes = len * size_of::<T::Native>();
    // SAFETY: the buffer has so many bytes there, and is kept with the array.
    let own = unsafe { Bytes::from_custom_allocation(first, bytes, Arc::new(AssertUnwindSafe(buffer))) };
    Some(Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::new(own, 0, len), None)))
}

/// The columns of a stream with their names: integers without gaps as a buffer, else lists; of dates and timestamps what they are and a list of days or
/// microseconds since 1970; what else is neither a number nor text as the text that Arrow has for it.
#[pyfunction]
pub(crate) fn arrow_columns<'py>(
    py: Python<'py>,
    stream: &Bound<'py, PyCapsule>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let failed = |error: ArrowError| input(py, format!("the Arrow stream: {error}"));
    let place = stream.pointer_checked(Some(STREAM))?.as_ptr().cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name has a stream, which is moved out here.
    let reader = unsafe { RecordBatchStreamReader::from_raw(place) }.map_err(failed)?;
    let schema = reader.schema();
    let batches = reader.collect::<Result<Vec<RecordBatch>, ArrowError>>().map_err(failed)?;
    let column = |(at, field): (usize, &Arc<Field>)| {
        let arrays: Vec<&ArrayRef> = batches.iter().map(|batch| batch.column(at)).collect();
        Ok((field.name().clone(), column(py, &arrays, field.data_type()).map_err(failed)??))
    };
    schema.fields().iter().enumerate().map(column).collect()
}

/// A column of several arrays as Python has it.
fn column<'py>(
    py: Python<'py>,
    arrays: &[&ArrayRef],
    kind: &DataType,
) -> Result<PyResult<Bound<'py, PyAny>>, ArrowError> {
    /// Integers as a buffer, unless some are missing.
    fn numbers<'py, T: ArrowPrimitiveType>(
        py: Python<'py>,
        arrays: &[ArrayRef],
        buffer: impl FnOnce(Vec<T::Native>) -> Buffer,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        T::Native: IntoPyObject<'py>,
    {
        let arrays = arrays.iter().map(|array| array.as_primitive::<T>());
        if arrays.clone().all(|array| array.null_count() == 0) {
            let all = arrays.flat_map(|array| array.values().iter().copied()).collect();
            return Ok(Bound::new(py, buffer(all))?.into_any());
        }
        Ok(PyList::new(py, arrays.flatten().collect::<Vec<Option<T::Native>>>())?.into_any())
    }
    let moments = match kind {
        DataType::Date32 | DataType::Date64 => Some(("date", DataType::Date32)),
        DataType::Timestamp(_, None) => Some(("timestamp", DataType::Timestamp(TimeUnit::Microsecond, None))),
        DataType::Timestamp(_, Some(zone)) => {
            Some(("instant", DataType::Timestamp(TimeUnit::Microsecond, Some(Arc::clone(zone)))))
        }
        _ => None,
    };
    if let Some((kind, wanted)) = moments {
        let mut values: Vec<Option<i64>> = Vec::new();
        for array in arrays {
            let array = cast(&cast(array, &wanted)?, &DataType::Int64)?;
            values.extend(array.as_primitive::<Int64Type>());
        }
        return Ok((kind, values).into_pyobject(py).map(Bound::into_any));
    }
    let wanted = match kind {
        DataType::UInt64 => DataType::UInt64,
        kind if kind.is_integer() => DataType::Int64,
        kind if kind.is_floating() || kind.is_decimal() => DataType::Float64,
        _ => DataType::LargeUtf8,
    };
    let arrays = arrays.iter().map(|array| cast(array, &wanted)).collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
    Ok(match wanted {
        DataType::UInt64 => numbers::<UInt64Type>(py, &arrays, Buffer::of_unsigned),
        DataType::Int64 => numbers::<Int64Type>(py, &arrays, Buffer::of_integers),
        DataType::Float64 => {
            let values: Vec<Option<f64>> =
                arrays.iter().flat_map(|array| array.as_primitive::<Float64Type>()).collect();
            PyList::new(py, values).map(Bound::into_any)
        }
        _ => {
            let texts: Vec<Option<&str>> = arrays.iter().flat_map(|array| array.as_string::<i64>()).collect();
            PyList::new(py, texts).map(Bound::into_any)
        }
    })
}
