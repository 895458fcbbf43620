//! [`Sealed`]: traits that only the SDK implements.

/// The type of a hidden constant that a trait asks for which nobody else should implement. Only
/// `__private` exports it, for the SDK's own crates.
#[derive(Clone, Copy, Debug)]
pub struct Sealed;

/// What may be done with a field, as a type.
pub trait Access {}
