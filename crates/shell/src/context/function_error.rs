//! [`FunctionError`]: why a function has no result.

use std::any::TypeId;
use std::error::Error;
use std::fmt;

use schema_runtime::__private::Sealed;
use schema_runtime::attr::AttrPath;
use schema_runtime::diagnostics::IntoText;
use schema_runtime::path::Path;

/// What a function returns: its result, or why it has no result.
pub type FunctionResult<T> = std::result::Result<T, FunctionError>;

/// Why a function has no result. Every `std::error::Error` becomes one with `?`, and so does a
/// string: `Err("no".into())`, `Err("no")?`. It does not implement `std::error::Error`, because
/// then Rust would not let every other error convert to it.
///
/// ```
/// # use schema_provider::prelude::*;
/// fn half(number: i64) -> FunctionResult<i64> {
///     if number % 2 == 1 {
///         return Err("it is odd".into());
///     }
///     Ok(number.checked_div(2).ok_or("no half")?)
/// }
/// assert_eq!(half(4), Ok(2));
/// assert_eq!(half(3).unwrap_err().to_string(), "it is odd");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionError {
    text: String,
    argument: Option<Argument>,
}

/// The argument at fault.
#[derive(Clone, Debug, PartialEq)]
struct Argument {
    /// The struct of the function; `None` if it has no struct.
    root: Option<TypeId>,
    path: Path,
}

impl FunctionError {
    /// An error of the call as a whole. Terraform adds a full stop.
    #[must_use]
    pub fn new(text: impl IntoText) -> Self {
        FunctionError {
            text: text.into_text(),
            argument: None,
        }
    }

    /// The same error for one argument: `SizeMb::TEXT`, or for a variadic one, `Join::PARTS.at(2)`.
    #[must_use]
    pub fn at<A: AttrPath>(mut self, argument: A) -> Self {
        self.argument = Some(Argument {
            root: Some(TypeId::of::<A::Root>()),
            path: argument.path(),
        });
        self
    }

    /// The same for the argument of this name, for a function without a struct.
    #[must_use]
    pub fn at_path(mut self, argument: Path) -> Self {
        self.argument = Some(Argument {
            root: None,
            path: argument,
        });
        self
    }

    /// The message of the error.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The argument that the error is about, if any.
    #[must_use]
    pub fn argument(&self) -> Option<&Path> {
        self.argument.as_ref().map(|argument| &argument.path)
    }

    /// The same for this function: arguments of a different function are ignored.
    pub(crate) fn of<F: 'static>(mut self) -> Self {
        self.argument
            .take_if(|argument| argument.root.is_some_and(|root| root != TypeId::of::<F>()));
        self
    }
}

/// The [`text`](Self::text).
impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Errors, boxed errors and strings.
impl<'e, E: Into<Box<dyn Error + 'e>>> From<E> for FunctionError {
    fn from(error: E) -> Self {
        let error = error.into();
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            text.push_str(": ");
            text.push_str(&cause.to_string());
            source = cause.source();
        }
        FunctionError::new(text)
    }
}

/// Adds the argument that an error is about: `text.parse().at(SizeMb::TEXT)?`.
pub trait AtArgument<T> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The same result, with its error attributed to this argument.
    ///
    /// # Errors
    /// The error itself.
    fn at<A: AttrPath>(self, argument: A) -> FunctionResult<T>;
}

impl<T, E: Into<FunctionError>> AtArgument<T> for std::result::Result<T, E> {
    const __SEALED: Sealed = Sealed;

    fn at<A: AttrPath>(self, argument: A) -> FunctionResult<T> {
        self.map_err(|error| error.into().at(argument))
    }
}
