//! What stands where authors look for a constant of the id, which has none.

use std::marker::PhantomData;

use super::{AttrPath, DataOf, FieldOf, TypedStep, WholeField};
use crate::object::Object;

/// `Image::ID`, which says that it is none.
#[derive(Debug)]
pub struct Id<R>(PhantomData<fn() -> R>);

/// Nothing is one.
#[diagnostic::on_unimplemented(
    message = "the id is no field, and has no constant",
    label = "the id has methods of its own",
    note = "help: read it with `data.id()`, and set it with `data.set_id(…)`"
)]
pub trait HasIdConstant {}

/// Gives each struct the constant, unless it has a field of that name. It is in the prelude without a name.
pub trait WithId: Object {
    /// The id is read with `data.id()` and set with `data.set_id(…)`.
    #[doc(hidden)]
    const ID: Id<Self> = Id(PhantomData);
}

impl<R: Object> WithId for R {}

impl<R: Object> AttrPath for Id<R>
where
    R: HasIdConstant,
{
    type Root = R;
    type Value = String;
    type Access = super::Configurable;

    fn steps(&self) -> Vec<TypedStep> {
        Vec::new()
    }
}

impl<R: Object, O: Object + DataOf<R>> FieldOf<R> for Id<O> where O: HasIdConstant {}

impl<R: Object, O: Object + DataOf<R>> WholeField<R> for Id<O>
where
    O: HasIdConstant,
{
    type Whole = super::Configurable;

    fn place(&self) -> usize {
        0
    }
}
