//! [`Sealed`]: traits that only the SDK implements.

/// The type of a hidden constant in traits that nobody else should implement. Only `__private`
/// exports it, for the SDK's own crates.
#[derive(Clone, Copy, Debug)]
pub struct Sealed;

/// How a field may be used, as a type.
pub trait Access {}
