//! Writing what several tasks write.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Where text goes that several tasks write.
pub(crate) type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes; a closed pipe is no reason to stop what is being done.
pub(crate) fn write(output: &Output, text: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
}
