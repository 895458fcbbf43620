//! [`Progress`]: receives the progress of a call.

/// Shows a user the progress of a long operation.
///
/// ```
/// use std::sync::Mutex;
/// use schema_provider::lifecycle::Progress;
///
/// /// Keeps what was said.
/// #[derive(Default)]
/// struct Lines(Mutex<Vec<String>>);
///
/// impl Progress for Lines {
///     fn report(&self, message: &str) {
///         self.0.lock().unwrap().push(message.to_owned());
///     }
/// }
/// # let lines = Lines::default();
/// # lines.report("copied 30 of 100 MiB");
/// # assert_eq!(*lines.0.lock().unwrap(), ["copied 30 of 100 MiB"]);
/// ```
pub trait Progress: Send + Sync {
    /// Reports the progress: "copied 30 of 100 MiB".
    fn report(&self, message: &str);
}
