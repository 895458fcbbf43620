//! Output that several tasks share.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use schema_panic::lock;

use super::visible::{escaped_json, guarded};

/// An output stream that several tasks write to.
pub(crate) type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes text for a person; a closed pipe does not stop the operation.
pub(crate) fn write(output: &Output, text: &str) {
    let _ = write_as_it_is(output, &guarded(text));
}

/// The same for JSON, which must stay complete.
pub(crate) fn write_json(output: &Output, document: &str) {
    let _ = try_write_json(output, document);
}

/// The same, but reports errors to the caller.
pub(crate) fn try_write_json(output: &Output, document: &str) -> io::Result<()> {
    write_as_it_is(output, &escaped_json(document))
}

/// Writes text for another program, unchanged: it may contain control characters.
pub(crate) fn write_exactly(output: &Output, text: &str) {
    let _ = write_as_it_is(output, text);
}

fn write_as_it_is(output: &Output, text: &str) -> io::Result<()> {
    let mut output = lock(output);
    output.write_all(text.as_bytes())?;
    output.flush()
}
