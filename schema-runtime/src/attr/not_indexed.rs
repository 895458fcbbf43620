//! `Image::PARTITION[0]`: a field constant has no elements, and the compiler says what to write.

use std::ops::Index;

use super::{Attr, AttrAt};

/// Nothing implements this: a field constant is not a collection.
#[diagnostic::on_unimplemented(
    message = "a field constant is not a list or map, and cannot be indexed",
    label = "a field constant",
    note = "help: write `.at(0)` for an element of a list and `.at(\"key\")` for one of a map: `data.get(Image::PARTITION.at(0).then(Partition::LABEL))`"
)]
pub trait Indexed<I> {
    /// A type unknown to the compiler, so that it reports no further errors about its use.
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
