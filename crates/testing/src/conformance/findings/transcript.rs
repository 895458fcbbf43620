//! [`Transcript`]: the output of provider code while the kit runs: diagnostics, progress and log.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use schema_runtime::diagnostics::Diagnostics;
use tracing::dispatcher::{DefaultGuard, Dispatch, set_default};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use schema_panic::lock;
use schema_shell::lifecycle::Progress;
use schema_shell::masks;

thread_local! {
    /// Kept until the thread ends.
    static CAPTURE: RefCell<Option<DefaultGuard>> = const { RefCell::new(None) };
}

/// The recorded messages, and where they were reported.
#[derive(Default)]
pub(crate) struct Transcript {
    entries: Mutex<Vec<(String, String)>>,
}

impl Transcript {
    fn add(&self, place: String, text: String) {
        lock(&self.entries).push((place, text));
    }

    /// Errors and warnings of one call.
    pub(crate) fn diagnostics(&self, operation: &str, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics.iter() {
            let kind = match diagnostic.is_error() {
                true => "an error",
                false => "a warning",
            };
            let text = format!("{}\n{}", diagnostic.summary, diagnostic.detail);
            self.add(format!("{kind} of {operation}"), text);
        }
    }

    /// The number of recorded messages.
    pub(crate) fn count(&self) -> usize {
        lock(&self.entries).len()
    }

    /// The last message, if it was recorded after the first `count`.
    pub(crate) fn last_since(&self, count: usize) -> Option<String> {
        let entries = lock(&self.entries);
        let (place, text) = entries.get(count..)?.last()?;
        Some(format!("{} ({place})", text.trim()))
    }

    /// The places in which a string was reported, each once.
    pub(crate) fn places_of(&self, text: &str) -> Vec<String> {
        let entries = lock(&self.entries);
        let mut found: Vec<String> = Vec::new();
        for (place, whole) in &*entries {
            if whole.contains(text) && !found.contains(place) {
                found.push(place.clone());
            }
        }
        found
    }
}

impl Progress for Transcript {
    fn report(&self, message: &str) {
        self.add("a progress message".to_owned(), message.to_owned());
    }
}

/// Records the log of this thread from now on.
pub(crate) fn capture_log(transcript: &Arc<Transcript>) {
    masks::watch();
    let guard = set_default(&Dispatch::new(LogCapture(Arc::clone(transcript))));
    CAPTURE.with(|place| *place.borrow_mut() = Some(guard));
}

struct LogCapture(Arc<Transcript>);

#[derive(Default)]
struct FieldText(String);

impl Visit for FieldText {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if !masks::is_masked(field.name()) {
            // Writing to a string does not fail.
            let _ = write!(self.0, " {}={value:?}", field.name());
        }
    }
}

impl LogCapture {
    /// Adds a message as a provider's process prints it: without values known to be secret at that
    /// time.
    fn add_record(&self, place: String, record: impl FnOnce(&mut FieldText)) {
        let mut words = FieldText::default();
        record(&mut words);
        self.0.add(place, masks::masked(&words.0).into_owned());
    }
}

/// The place of a record in the log.
fn place(metadata: &Metadata<'_>) -> String {
    format!("the log ({} of {})", metadata.level(), metadata.target())
}

impl Subscriber for LogCapture {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Underlying libraries log much that is not the provider developer's.
        !metadata.target().starts_with("tokio") && !metadata.target().starts_with("mio")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.add_record(place(span.metadata()), |words| span.record(words));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.add_record("the log".to_owned(), |words| values.record(words));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.add_record(place(event.metadata()), |words| event.record(words));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
