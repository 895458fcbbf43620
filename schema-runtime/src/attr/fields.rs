//! Several fields at once, for accessors that take any of them.

use super::{Attr, AttrAt, AttrPath, DataOf, InState, NotRemoved, TypedStep};
use crate::field_type::FieldType;
use crate::object::Object;
use crate::sealed::Sealed;

/// Root fields of `R` that are kept in state: one, an array of one type, a tuple of up to eight,
/// or none (`()`).
#[diagnostic::on_unimplemented(
    message = "these are not root fields of `{R}`",
    label = "expected a field or a tuple of fields, like `(Image::NAME, Image::LABELS)`"
)]
pub trait Fields<R> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// Their positions.
    fn positions(&self) -> Vec<usize>;
}

/// Fields of `R` or places below them that are kept in state: one, an array of one type, or a
/// tuple of up to eight.
#[diagnostic::on_unimplemented(
    message = "these are not fields of `{R}`",
    label = "expected a field or a tuple of fields, like `(Image::NAME, Image::PARTITION.at(0))`"
)]
pub trait Places<R> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The steps to each of them.
    fn steps(&self) -> Vec<Vec<TypedStep>>;
}

impl<R, O: DataOf<R>, T, A: InState + NotRemoved> Fields<R> for Attr<O, T, A> {
    const __SEALED: Sealed = Sealed;

    fn positions(&self) -> Vec<usize> {
        vec![self.position()]
    }
}

impl<R, O: Object + DataOf<R>, T: FieldType, A: InState + NotRemoved> Places<R> for Attr<O, T, A> {
    const __SEALED: Sealed = Sealed;

    fn steps(&self) -> Vec<Vec<TypedStep>> {
        vec![AttrPath::steps(self)]
    }
}

impl<R, O: Object + DataOf<R>, T: FieldType, A: InState + NotRemoved> Places<R>
    for AttrAt<O, T, A>
{
    const __SEALED: Sealed = Sealed;

    fn steps(&self) -> Vec<Vec<TypedStep>> {
        vec![AttrPath::steps(self)]
    }
}

impl<R, F: Fields<R>, const N: usize> Fields<R> for [F; N] {
    const __SEALED: Sealed = Sealed;

    fn positions(&self) -> Vec<usize> {
        self.iter().flat_map(Fields::positions).collect()
    }
}

impl<R, P: Places<R>, const N: usize> Places<R> for [P; N] {
    const __SEALED: Sealed = Sealed;

    fn steps(&self) -> Vec<Vec<TypedStep>> {
        self.iter().flat_map(Places::steps).collect()
    }
}

impl<R> Fields<R> for () {
    const __SEALED: Sealed = Sealed;

    fn positions(&self) -> Vec<usize> {
        Vec::new()
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        tuples!(@tail $($name)+);
        impl<R, $($name: Fields<R>),+> Fields<R> for ($($name,)+) {
            const __SEALED: Sealed = Sealed;

            fn positions(&self) -> Vec<usize> {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                let mut all = Vec::new();
                $(all.extend($name.positions());)+
                all
            }
        }
        impl<R, $($name: Places<R>),+> Places<R> for ($($name,)+) {
            const __SEALED: Sealed = Sealed;

            fn steps(&self) -> Vec<Vec<TypedStep>> {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                let mut all = Vec::new();
                $(all.extend($name.steps());)+
                all
            }
        }
    };
    (@tail $first:ident) => {};
    (@tail $first:ident $($rest:ident)+) => { tuples!($($rest)+); };
}

tuples!(A B C D E F G H);
