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

impl<R> Fields<R> for () {
    const __SEALED: Sealed = Sealed;

    fn positions(&self) -> Vec<usize> {
        Vec::new()
    }
}

/// Arrays of one type, and tuples.
macro_rules! several {
    ($($trait:ident, $all:ident -> $one:ty;)*) => {$(
        impl<R, F: $trait<R>, const N: usize> $trait<R> for [F; N] {
            const __SEALED: Sealed = Sealed;

            fn $all(&self) -> Vec<$one> {
                self.iter().flat_map($trait::$all).collect()
            }
        }
        several!(@tuples $trait, $all -> $one: A B C D E F G H);
    )*};
    (@tuples $trait:ident, $all:ident -> $one:ty: $first:ident $($rest:ident)*) => {
        impl<R, $first: $trait<R>, $($rest: $trait<R>),*> $trait<R> for ($first, $($rest),*) {
            const __SEALED: Sealed = Sealed;

            fn $all(&self) -> Vec<$one> {
                #[allow(non_snake_case)]
                let ($first, $($rest),*) = self;
                let mut all = Vec::new();
                all.extend($first.$all());
                $(all.extend($rest.$all());)*
                all
            }
        }
        several!(@tuples $trait, $all -> $one: $($rest)*);
    };
    (@tuples $trait:ident, $all:ident -> $one:ty:) => {};
}

several! {
    Fields, positions -> usize;
    Places, steps -> Vec<TypedStep>;
}
