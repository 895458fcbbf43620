//! [`Result`] of the commands, and the [`runtime`] in which they call programs.

use tokio::runtime::{Builder, Runtime};

/// The message of a failed command: one or a few lines for a person.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// In which a program is called.
pub(crate) fn runtime() -> Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    let built = builder.worker_threads(1).enable_all().build();
    built.map_err(|error| error.to_string())
}
