//! [`Sealed`]: traits that only the SDK implements.

/// The type of a hidden constant that a trait asks for which nobody else should implement. No
/// module that promises something has it, so that no other crate can name it.
#[derive(Clone, Copy, Debug)]
pub struct Sealed;

/// What may be done with a field, as a type.
pub trait Access {}
