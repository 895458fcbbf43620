//! [`ApiError`]: what an API's errors mean for a resource.

use std::time::Duration;

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::Diagnostics;

/// What an API's error means for a resource. It decides "not found" and "try again" in one place,
/// next to the client, and not in every resource.
///
/// ```
/// use schema_provider::prelude::*;
///
/// #[derive(Debug)]
/// struct Refused(u16);
///
/// impl std::fmt::Display for Refused {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         write!(f, "the server answered {}", self.0)
///     }
/// }
/// impl std::error::Error for Refused {}
///
/// impl ApiError for Refused {
///     fn is_not_found(&self) -> bool {
///         self.0 == 404
///     }
///     fn is_retryable(&self) -> bool {
///         matches!(self.0, 429 | 503)
///     }
/// }
///
/// # fn ask(_: &str) -> Result<String, Refused> { Err(Refused(404)) }
/// # fn read<R>(data: &mut ResourceData<R>) -> Result where R: schema_runtime::object::ResourceRoot {
/// match ask(data.require_id()?).optional()? {
///     Some(answer) => println!("{answer}"),
///     None => data.mark_gone(),
/// }
/// # Ok(())
/// # }
/// ```
pub trait ApiError: Into<Diagnostics> {
    /// The requested object does not exist. In `read` it no longer exists; in `delete` there is
    /// nothing left to do.
    fn is_not_found(&self) -> bool;

    /// The same call may work a little later: the API throttles, or is not consistent yet.
    ///
    /// ```
    /// use schema_provider::ApiError as _;
    /// use std::io::{Error, ErrorKind};
    ///
    /// assert!(Error::from(ErrorKind::ConnectionReset).is_retryable());
    /// assert!(!Error::from(ErrorKind::NotFound).is_retryable());
    /// ```
    fn is_retryable(&self) -> bool {
        false
    }

    /// How long to wait before the same call, if the API says so: the `Retry-After` of a 429 or 503
    /// response. A retry pauses at least that long.
    ///
    /// ```
    /// use schema_provider::prelude::*;
    /// use std::time::Duration;
    ///
    /// #[derive(Debug)]
    /// struct Refused {
    ///     status: u16,
    ///     retry_after: Option<Duration>,
    /// }
    /// # impl std::fmt::Display for Refused {
    /// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.status) }
    /// # }
    /// # impl std::error::Error for Refused {}
    ///
    /// impl ApiError for Refused {
    ///     fn is_not_found(&self) -> bool {
    ///         self.status == 404
    ///     }
    ///     fn is_retryable(&self) -> bool {
    ///         matches!(self.status, 429 | 503)
    ///     }
    ///     fn retry_after(&self) -> Option<Duration> {
    ///         self.retry_after
    ///     }
    /// }
    /// # assert_eq!(Refused { status: 429, retry_after: None }.retry_after(), None);
    /// ```
    fn retry_after(&self) -> Option<Duration> {
        None
    }
}

impl ApiError for std::io::Error {
    fn is_not_found(&self) -> bool {
        self.kind() == std::io::ErrorKind::NotFound
    }

    fn is_retryable(&self) -> bool {
        use std::io::ErrorKind::{
            ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted, ResourceBusy,
            TimedOut, WouldBlock,
        };
        matches!(
            self.kind(),
            ConnectionAborted
                | ConnectionRefused
                | ConnectionReset
                | Interrupted
                | ResourceBusy
                | TimedOut
                | WouldBlock
        )
    }
}

/// Distinguishes "not found" from other failures.
///
/// ```
/// use schema_provider::OptionalExt as _;
///
/// let missing = std::fs::read_to_string("/nowhere/at/all").optional()?;
/// assert_eq!(missing, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait OptionalExt<T, E> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// `None` if the object is not found.
    ///
    /// # Errors
    /// Every other error, unchanged.
    fn optional(self) -> Result<Option<T>, E>;
}

impl<T, E: ApiError> OptionalExt<T, E> for Result<T, E> {
    const __SEALED: Sealed = Sealed;

    fn optional(self) -> Result<Option<T>, E> {
        match self {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    #[test]
    fn only_not_found_is_none() {
        assert_eq!(Ok::<_, Error>(1).optional().unwrap(), Some(1));
        let missing: Result<u8, _> = Err(Error::from(ErrorKind::NotFound));
        assert_eq!(missing.optional().unwrap(), None);
        let denied: Result<u8, _> = Err(Error::from(ErrorKind::PermissionDenied));
        assert_eq!(
            denied.optional().unwrap_err().kind(),
            ErrorKind::PermissionDenied
        );
    }

    #[test]
    fn a_lost_connection_may_work_later() {
        assert!(Error::from(ErrorKind::ConnectionReset).is_retryable());
        assert!(!Error::from(ErrorKind::PermissionDenied).is_retryable());
    }
}
