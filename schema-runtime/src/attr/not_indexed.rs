//! `Image::PARTITION[0]`: a field constant has no elements, and the compiler says what to write.

use std::ops::Index;

use super::{Attr, AttrAt};

/// What nothing implements: a handle is no collection.
#[diagnostic::on_unimplemented(
    message = "a field constant is not a list or map, and cannot be indexed",
    label = "a field constant",
    note = "help: write `.at(0)` for an element of a list and `.at(\"key\")` for one of a map: `data.get(Image::PARTITION.at(0).then(Partition::LABEL))`"
)]
pub trait Indexed<I> {
    /// What the compiler takes for unknown, so that it says nothing more of what is done with it.
    type Element;
    /// Never called.
    fn never(&self) -> &Self::Element;
}

impl<R, T, A, I> Index<I> for Attr<R, T, A>
where
    Self: Indexed<I>,
{
    type Output = <Self as Indexed<I>>::Element;

    fn index(&self, _: I) -> &Self::Output {
        self.never()
    }
}

impl<R, T, A, I> Index<I> for AttrAt<R, T, A>
where
    Self: Indexed<I>,
{
    type Output = <Self as Indexed<I>>::Element;

    fn index(&self, _: I) -> &Self::Output {
        self.never()
    }
}
