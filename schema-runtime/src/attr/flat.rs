//! [`Flat`]: constants of flattened structs.

use std::fmt;
use std::marker::PhantomData;

use super::Attr;
use crate::object::Object;
use crate::sealed::Sealed;

/// The constant of a struct that is flattened into `R` (`#[field(flatten)]`). `P` holds the
/// positions of its fields; [`then`](Self::then) also reaches a struct flattened into a flattened
/// one.
pub struct Flat<R, O, P = Direct> {
    positions: P,
    marker: PhantomData<fn() -> (R, O)>,
}

impl<R, O> Flat<R, O> {
    /// For generated code: the positions of the struct's fields.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(positions: &'static [u16]) -> Self {
        Flat::of(Direct(positions))
    }
}

impl<R, O, P> Flat<R, O, P> {
    const fn of(positions: P) -> Self {
        Flat {
            positions,
            marker: PhantomData,
        }
    }
}

impl<R, O, P: Positions> Flat<R, O, P> {
    /// The constant of one of its fields, which is a field of `R` like any other, or of a struct
    /// flattened into this one.
    #[must_use]
    pub fn then<F: InFlat<O>>(self, field: F) -> F::In<R, P> {
        field.within(self.positions)
    }
}

impl<R, O: Object, P: Positions> Flat<R, O, P> {
    /// The positions of the fields in `R`, in the order of `O`.
    pub(crate) fn places(self) -> Vec<u16> {
        let fields = 0..O::__BLOCK.fields.len();
        fields
            .map(|position| u16::try_from(position).map_or(u16::MAX, |it| self.positions.place(it)))
            .collect()
    }
}

impl<R, O, P: Copy> Clone for Flat<R, O, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, O, P: Copy> Copy for Flat<R, O, P> {}

impl<R, O, P: fmt::Debug> fmt::Debug for Flat<R, O, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Flat").field(&self.positions).finish()
    }
}

/// The positions of a flattened struct's fields.
pub trait Positions: Copy {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The position in `R` of the field at this position of the flattened struct.
    fn place(self, position: u16) -> u16;
}

/// The struct is flattened directly into the outer one.
#[derive(Clone, Copy, Debug)]
pub struct Direct(&'static [u16]);

impl Positions for Direct {
    const __SEALED: Sealed = Sealed;

    fn place(self, position: u16) -> u16 {
        // Always in range, since both come from the same struct.
        let place = self.0.get(usize::from(position));
        place.copied().unwrap_or(u16::MAX)
    }
}

/// The struct is flattened into a flattened one.
#[derive(Clone, Copy, Debug)]
pub struct Through<P, Q>(P, Q);

impl<P: Positions, Q: Positions> Positions for Through<P, Q> {
    const __SEALED: Sealed = Sealed;

    fn place(self, position: u16) -> u16 {
        self.0.place(self.1.place(position))
    }
}

/// What `then` takes after the constant of the flattened struct `O`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of `{O}`",
    label = "expected a field of `{O}`",
    note = "the constant of a flattened struct leads to that struct's fields, written `{O}::NAME`"
)]
pub trait InFlat<O> {
    /// The same as a constant of the struct into which `O` is flattened.
    type In<R, P>;
    #[doc(hidden)]
    const __SEALED: Sealed;

    /// Makes that constant.
    fn within<R, P: Positions>(self, positions: P) -> Self::In<R, P>;
}

impl<O, T, A> InFlat<O> for Attr<O, T, A> {
    type In<R, P> = Attr<R, T, A>;
    const __SEALED: Sealed = Sealed;

    fn within<R, P: Positions>(self, positions: P) -> Attr<R, T, A> {
        Attr::__new(positions.place(self.position))
    }
}

impl<O, N, Q: Positions> InFlat<O> for Flat<O, N, Q> {
    type In<R, P> = Flat<R, N, Through<P, Q>>;
    const __SEALED: Sealed = Sealed;

    fn within<R, P: Positions>(self, positions: P) -> Flat<R, N, Through<P, Q>> {
        Flat::of(Through(positions, self.positions))
    }
}
