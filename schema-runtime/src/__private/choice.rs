//! A type that is chosen by a constant: a warning that only what the compiler evaluates gives, is one about a constant
//! of the chosen type.

/// Stands for yes or no.
#[derive(Debug)]
pub struct Choice<const YES: bool>;

/// Chooses a type.
pub trait Chosen<T> {
    /// The type with yes, and a type of no meaning with no.
    type Type;
}

impl<T> Chosen<T> for Choice<true> {
    type Type = T;
}

impl<T> Chosen<T> for Choice<false> {
    type Type = ();
}
