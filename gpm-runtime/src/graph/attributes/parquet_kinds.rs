//! What the columns of a Parquet file hold, by their logical types.

use gpm_plan::pattern::predicate::Calendar;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::schema::types::ColumnDescriptor;

use super::{Column, MISSING, TextColumn};
use crate::graph::parquet_column::is_flat;

/// How the words of a column are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// 64 bits; unsigned ones may be too large.
    Integers { is_unsigned: bool },
    /// 32 or 64 bits.
    Floats,
    /// UTF-8.
    Text,
    /// Days, or what makes a microsecond.
    Moments(Calendar, Unit),
}

/// How the integers of a column of time become days or microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// They are.
    Own,
    Millis,
    Nanos,
}

impl Unit {
    fn of(unit: TimeUnit) -> Unit {
        match unit {
            TimeUnit::MILLIS => Unit::Millis,
            TimeUnit::MICROS => Unit::Own,
            TimeUnit::NANOS => Unit::Nanos,
        }
    }

    /// The value in days or microseconds, if it is a whole number of these.
    pub(super) fn scaled(self, value: i64) -> Option<i64> {
        match self {
            Unit::Own => Some(value).filter(|&value| value != MISSING),
            Unit::Millis => value.checked_mul(1000),
            Unit::Nanos => (value % 1000 == 0).then_some(value / 1000),
        }
    }
}

impl Kind {
    /// A column of this kind without values.
    pub(super) fn none(self) -> Column {
        match self {
            Kind::Integers { .. } => Column::Integers(Vec::new().into()),
            Kind::Floats => Column::Floats(Vec::new().into()),
            Kind::Text => Column::Text(TextColumn::default()),
            Kind::Moments(calendar, _) => Column::Moments(calendar, Vec::new().into()),
        }
    }
}

/// What a column of time holds, by its logical type. A timestamp that is not adjusted to UTC has no zone.
fn calendar_of(column: &ColumnDescriptor) -> Option<(Calendar, Unit)> {
    let by_logical = column.logical_type_ref().and_then(|logical| match logical {
        LogicalType::Date => Some((Calendar::Date, Unit::Own)),
        LogicalType::Time(time) => Some((Calendar::Time, Unit::of(time.unit))),
        LogicalType::Timestamp(timestamp) => {
            let calendar = if timestamp.is_adjusted_to_u_t_c { Calendar::Instant } else { Calendar::Timestamp };
            Some((calendar, Unit::of(timestamp.unit)))
        }
        _ => None,
    });
    by_logical.or_else(|| match column.converted_type() {
        ConvertedType::DATE => Some((Calendar::Date, Unit::Own)),
        ConvertedType::TIME_MILLIS => Some((Calendar::Time, Unit::Millis)),
        ConvertedType::TIME_MICROS => Some((Calendar::Time, Unit::Own)),
        ConvertedType::TIMESTAMP_MILLIS => Some((Calendar::Instant, Unit::Millis)),
        ConvertedType::TIMESTAMP_MICROS => Some((Calendar::Instant, Unit::Own)),
        _ => None,
    })
}

/// How a column is read, or what it holds that cannot be compared.
pub(super) fn kind_of(column: &ColumnDescriptor) -> Result<Kind, String> {
    if !is_flat(column) {
        return Err("it is part of a list or a structure".to_owned());
    }
    let is_decimal = column.converted_type() == ConvertedType::DECIMAL
        || matches!(column.logical_type_ref(), Some(LogicalType::Decimal { .. }));
    let is_unsigned = matches!(
        column.converted_type(),
        ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64
    );
    if let Some((calendar, unit)) = calendar_of(column) {
        return Ok(Kind::Moments(calendar, unit));
    }
    let is_text = matches!(column.converted_type(), ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON)
        || matches!(column.logical_type_ref(), Some(LogicalType::String | LogicalType::Enum | LogicalType::Json));
    match column.physical_type() {
        _ if is_decimal => Err("decimals of fixed point: make them floats or integers".to_owned()),
        Type::BOOLEAN | Type::INT32 | Type::INT64 => Ok(Kind::Integers { is_unsigned }),
        Type::FLOAT | Type::DOUBLE => Ok(Kind::Floats),
        Type::BYTE_ARRAY if is_text => Ok(Kind::Text),
        Type::BYTE_ARRAY => Err("bytes that are not marked as text".to_owned()),
        other @ (Type::INT96 | Type::FIXED_LEN_BYTE_ARRAY) => Err(format!("the type {other}")),
    }
}
