//! A [`Val`] compares only with another [`Val`]. For a plain value the compiler says what to
//! write.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::Val;

/// A type that a [`Val`] of this type can be compared with.
#[diagnostic::on_unimplemented(
    message = "a `Val` is null, unknown or known, and cannot be compared with this directly",
    label = "not a `Val<{T}>`",
    note = "help: write `== Val::Known(…)` for a known value; the other two are `Val::Null` and `Val::Unknown`"
)]
pub trait ComparedWithVal<T> {
    /// Whether both are the same.
    fn is_same(&self, val: &Val<T>) -> bool;
}

impl<T: PartialEq> ComparedWithVal<T> for Val<T> {
    fn is_same(&self, val: &Val<T>) -> bool {
        match (self, val) {
            (Val::Null, Val::Null) | (Val::Unknown, Val::Unknown) => true,
            (Val::Known(one), Val::Known(other)) => one == other,
            _ => false,
        }
    }
}

impl<T, U: ComparedWithVal<T>> PartialEq<U> for Val<T> {
    fn eq(&self, other: &U) -> bool {
        other.is_same(self)
    }
}

impl<T: Eq> Eq for Val<T> {}

impl<T: Hash> Hash for Val<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        if let Val::Known(value) = self {
            value.hash(state);
        }
    }
}

/// Has no implementation: an unknown value is neither more nor less than anything.
#[diagnostic::on_unimplemented(
    message = "a `Val` is null, unknown or known, and has no order",
    label = "compared with a `Val<{T}>`",
    note = "help: compare the value in it: `plan.value_is(Image::SIZE_MB, |size| *size > 5)`, `plan.change_is(Image::SIZE_MB, |old, new| new < old)`, or `if let Val::Known(size) = … && size > 5`"
)]
pub trait OrderedWithVal<T>: ComparedWithVal<T> {}

impl<T, U: OrderedWithVal<T>> PartialOrd<U> for Val<T> {
    fn partial_cmp(&self, _: &U) -> Option<Ordering> {
        None
    }
}
