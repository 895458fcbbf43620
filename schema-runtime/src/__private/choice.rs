//! A type chosen by a constant: a warning that depends on constant evaluation is about a method of
//! the chosen type.

/// Represents yes or no.
#[derive(Debug)]
pub struct Choice<const YES: bool>;

impl Choice<true> {
    /// The value itself.
    pub fn of<T>(given: &T) -> &T {
        given
    }
}

/// Applies to no, and if nothing is evaluated: because of an error, or in an editor.
pub trait NotChosen {
    /// A value without the method.
    fn of<T>(_: &T) -> &'static () {
        &()
    }
}

impl<const YES: bool> NotChosen for Choice<YES> {}
