//! [`Message`]: a diagnostic with its place in the configuration.

use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics, Severity};
use schema_runtime::path::Path;

use crate::source::Location;

/// A diagnostic with its object and its place in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is reported.
    pub diagnostic: Box<Diagnostic>,
    /// The object that it is about, written as a reference.
    pub address: Option<String>,
    /// The place in the configuration that it is about.
    pub location: Option<Location>,
    /// Whether it is reported even if a similar message exists for the same place.
    pub(crate) is_apart: bool,
}

impl Message {
    pub(crate) fn error(summary: impl Into<String>) -> Self {
        Diagnostic::error(summary).into()
    }

    pub(crate) fn warning(summary: impl Into<String>) -> Self {
        Diagnostic::warning(summary).into()
    }

    /// The same message, always reported.
    pub(crate) fn always_reported(mut self) -> Self {
        self.is_apart = true;
        self
    }

    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.diagnostic.detail = detail.into();
        self
    }

    /// The same message with a kind.
    pub(crate) fn with_kind(mut self, kind: DiagnosticKind) -> Self {
        self.diagnostic = Box::new(self.diagnostic.with_kind(kind));
        self
    }

    pub(crate) fn at(mut self, location: &Location) -> Self {
        self.location = Some(location.clone());
        self
    }

    pub(crate) fn path(mut self, path: Path) -> Self {
        self.diagnostic.path = path;
        self
    }

    pub(crate) fn address(mut self, address: impl fmt::Display) -> Self {
        self.address = Some(address.to_string());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

impl Message {
    /// The same without what it says of its place: messages that are alike in this replace each
    /// other there.
    fn place(&self) -> Option<Self> {
        let about = &self.diagnostic;
        let place = Message::error(&*about.summary).path(about.path.clone());
        let mut place = place.at(self.location.as_ref()?);
        place.diagnostic.severity = about.severity;
        Some(place)
    }
}

impl Hash for Message {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let place = self.location.as_ref().map(Location::order);
        let Diagnostic {
            summary, detail, ..
        } = &*self.diagnostic;
        let text = (summary, detail, &self.diagnostic.path);
        (place, text, &self.address).hash(state);
    }
}

impl From<Diagnostic> for Message {
    fn from(diagnostic: Diagnostic) -> Self {
        Message {
            diagnostic: Box::new(diagnostic),
            address: None,
            location: None,
            is_apart: false,
        }
    }
}

/// One line: `main.tf:3:5: Error: Summary (disk_image.a: size_mb): Detail`.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(f, "{location}: ")?;
        }
        if let Some(address) = &self.address {
            write!(f, "{address}: ")?;
        }
        self.diagnostic.fmt(f)
    }
}

/// Everything that a command reports, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "messages that nobody shows are lost"]
pub struct Messages {
    list: Vec<Message>,
    errors: usize,
    /// The messages of the list and their places.
    seen: HashSet<Message>,
}

impl Messages {
    /// No messages.
    pub fn new() -> Self {
        Messages::default()
    }

    /// Adds a message, unless the same was reported for this place.
    pub(crate) fn push(&mut self, message: Message) {
        let place = message.place();
        let alike = place.as_ref().filter(|_| !message.is_apart);
        if self.seen.contains(alike.unwrap_or(&message)) {
            return;
        }
        self.errors += usize::from(message.is_error());
        self.seen.extend(place);
        self.seen.insert(message.clone());
        self.list.push(message);
    }

    /// The same messages, each changed.
    fn changed(self, change: impl Fn(&mut Message)) -> Self {
        let mut changed = Messages::new();
        for mut message in self.list {
            change(&mut message);
            changed.push(message);
        }
        changed
    }

    /// Adds an error about a place in the configuration.
    pub(crate) fn fail(
        &mut self,
        summary: impl Into<String>,
        detail: impl Into<String>,
        at: &Location,
    ) {
        self.push(Message::error(summary).detail(detail).at(at));
    }

    /// Adds an error about an object.
    pub(crate) fn fail_for(
        &mut self,
        summary: impl Into<String>,
        detail: impl Into<String>,
        address: impl fmt::Display,
    ) {
        self.push(Message::error(summary).detail(detail).address(address));
    }

    /// The value, or `None` after adding the error.
    pub(crate) fn ok<T>(&mut self, result: Result<T, Message>) -> Option<T> {
        result.map_err(|message| self.push(message)).ok()
    }

    pub(crate) fn extend(&mut self, messages: Messages) {
        for message in messages.list {
            self.push(message);
        }
    }

    /// Adds the provider's diagnostics.
    pub(crate) fn extend_with(
        &mut self,
        diagnostics: Diagnostics,
        mut place: impl FnMut(Diagnostic) -> Message,
    ) {
        for diagnostic in diagnostics {
            self.push(place(diagnostic));
        }
    }

    /// The messages about a value; those about a `hidden` one give no reasons.
    pub(crate) fn reported(self, hidden: bool) -> Self {
        if !hidden {
            return self;
        }
        self.changed(|message| {
            message.diagnostic.detail =
                "Part of it is sensitive, so the reason is not shown.".to_owned();
        })
    }

    /// Hides the content of the files that these messages are about from all messages.
    pub(crate) fn hide_files(&self) {
        let places = self.list.iter().flat_map(|message| &message.location);
        places.for_each(Location::hide_file);
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// These messages, if none of them is an error.
    ///
    /// # Errors
    /// These messages.
    pub(crate) fn without_errors(self) -> Result<Self, Self> {
        match self.has_errors() {
            true => Err(self),
            false => Ok(self),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Ordered by place; those without one come first.
    pub(crate) fn sorted_by_place(&self) -> Vec<&Message> {
        let mut list: Vec<&Message> = self.list.iter().collect();
        list.sort_by_cached_key(|message| message.location.as_ref().map(Location::order));
        list
    }

    pub(crate) fn error_count(&self) -> usize {
        self.errors
    }

    /// The errors, one per line.
    pub(crate) fn errors_in_words(&self) -> String {
        let errors = self.list.iter().filter(|message| message.is_error());
        let words = errors.map(|message| {
            let Diagnostic {
                summary, detail, ..
            } = &*message.diagnostic;
            match detail.is_empty() {
                true => summary.to_string(),
                false => format!("{summary}: {detail}"),
            }
        });
        words.collect::<Vec<_>>().join("\n")
    }

    /// The same messages, with this address for those that have none.
    pub(crate) fn with_default_address(self, address: &str) -> Self {
        self.changed(|message| {
            message.address.get_or_insert_with(|| address.to_owned());
        })
    }

    /// The same messages, with errors turned into warnings.
    pub(crate) fn into_warnings(self) -> Self {
        self.changed(|message| message.diagnostic.severity = Severity::Warning)
    }

    /// All messages, in the order in which they were added.
    pub fn iter(&self) -> std::slice::Iter<'_, Message> {
        self.list.iter()
    }

    /// The value if there are no messages.
    ///
    /// # Errors
    /// The messages.
    pub(crate) fn into_result<T>(self, value: T) -> Result<T, Messages> {
        match self.is_empty() {
            true => Ok(value),
            false => Err(self),
        }
    }
}

impl From<Message> for Messages {
    fn from(message: Message) -> Self {
        let mut messages = Messages::new();
        messages.push(message);
        messages
    }
}

impl IntoIterator for Messages {
    type Item = Message;
    type IntoIter = std::vec::IntoIter<Message>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl fmt::Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.list.iter().map(Message::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// ` Did you mean "name"?`, or nothing.
pub(crate) fn suggestion<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match schema_rules::suggest(name, candidates) {
        Some(near) => format!(" Did you mean \"{near}\"?"),
        None => String::new(),
    }
}

/// The error for a language feature that the local runner does not support.
pub(crate) fn unsupported(what: &str, at: &Location) -> Message {
    Message::error("Not supported by the local runner")
        .detail(format!(
            "{what} is not supported by the local runner; use Terraform for it."
        ))
        .at(at)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::source::SourceFile;

    fn located(count: usize) -> Duration {
        let file = SourceFile::new("main.tf", "x\n".repeat(count));
        let begun = Instant::now();
        let mut messages = Messages::new();
        for at in 0..count {
            let place = Location::new(&file, at * 2..at * 2 + 1);
            let mut own = Messages::new();
            own.fail("Wrong", format!("This is wrong: {at}"), &place);
            own.fail_for("Wrong", format!("This is wrong: {at}"), at);
            messages.extend(own.with_default_address("a.b"));
            assert!(messages.error_count() > at);
        }
        assert_eq!(messages.sorted_by_place().len(), 2 * count);
        begun.elapsed()
    }

    #[test]
    fn many_messages_take_time_in_proportion() {
        let best = |count| (0..3).map(|_| located(count)).min().expect("three");
        let (few, many) = (best(4_000), best(32_000));
        // When each message was compared with all others, eight times as many took 64 times as
        // long.
        assert!(many < few * 24, "{few:?} {many:?}");
    }

    #[test]
    fn what_was_said_of_a_place_is_not_said_again() {
        let file = SourceFile::new("main.tf", "x\n");
        let at = Location::new(&file, 0..1);
        let mut messages = Messages::new();
        messages.fail("Wrong", "One.", &at);
        messages.fail("Wrong", "Another.", &at);
        assert_eq!(messages.error_count(), 1);
        messages.push(
            Message::error("Wrong")
                .detail("Apart.")
                .at(&at)
                .always_reported(),
        );
        messages.push(Message::warning("Wrong").detail("One.").at(&at));
        for _ in 0..2 {
            messages.push(Message::error("Wrong").detail("Nowhere."));
            messages.push(Message::error("Wrong").detail("Nowhere, too."));
        }
        assert_eq!((messages.error_count(), messages.iter().count()), (4, 5));
    }
}
