//! A type that is chosen by a constant: a warning that only what the compiler evaluates gives, is
//! one about a method of the chosen type.

/// Stands for yes or no.
#[derive(Debug)]
pub struct Choice<const YES: bool>;

impl Choice<true> {
    /// The value itself.
    pub fn of<T>(given: &T) -> &T {
        given
    }
}

/// Of no, and of what is not evaluated: because of an error, or in an editor.
pub trait NotChosen {
    /// A value that has no such method.
    fn of<T>(_: &T) -> &'static () {
        &()
    }
}

impl<const YES: bool> NotChosen for Choice<YES> {}
