//! [`Message`]: a diagnostic with the place in the configuration that it is about.

use std::fmt;

use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics, Severity};
use schema_runtime::path::Path;

use crate::source::Location;

/// A diagnostic, whose it is, and where in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is told.
    pub diagnostic: Box<Diagnostic>,
    /// The resource, data source or other object that it is about, as a reference is written.
    pub address: Option<String>,
    /// Where it is written in the configuration.
    pub location: Option<Location>,
    /// It is told also where something of the same kind was told of the same place.
    pub(crate) is_apart: bool,
}

impl Message {
    pub(crate) fn error(summary: impl Into<String>) -> Self {
        Diagnostic::error(summary).into()
    }

    pub(crate) fn warning(summary: impl Into<String>) -> Self {
        Diagnostic::warning(summary).into()
    }

    /// The same, told whatever else was told of its place.
    pub(crate) fn always_reported(mut self) -> Self {
        self.is_apart = true;
        self
    }

    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.diagnostic.detail = detail.into();
        self
    }

    /// The same, of a kind.
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

/// Everything that a command has to say, each thing once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "messages that nobody shows are lost"]
pub struct Messages {
    list: Vec<Message>,
}

impl Messages {
    /// None.
    pub fn new() -> Self {
        Messages::default()
    }

    /// Adds one, unless the same has been said of this place.
    pub(crate) fn push(&mut self, message: Message) {
        let same = |other: &Message| {
            other == &message
                || (!message.is_apart
                    && message.location.is_some()
                    && other.location == message.location
                    && other.diagnostic.severity == message.diagnostic.severity
                    && other.diagnostic.summary == message.diagnostic.summary
                    && other.diagnostic.path == message.diagnostic.path)
        };
        if !self.list.iter().any(same) {
            self.list.push(message);
        }
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

    pub(crate) fn extend(&mut self, messages: Messages) {
        for message in messages.list {
            self.push(message);
        }
    }

    /// Adds what a provider said.
    pub(crate) fn extend_with(
        &mut self,
        diagnostics: Diagnostics,
        mut place: impl FnMut(Diagnostic) -> Message,
    ) {
        for diagnostic in diagnostics {
            self.push(place(diagnostic));
        }
    }

    /// The same without reasons, which would show something sensitive.
    pub(crate) fn without_details(mut self) -> Self {
        for message in &mut self.list {
            message.diagnostic.detail =
                "Something here is sensitive, so the reason is not shown.".to_owned();
        }
        self
    }

    /// From now on nothing is shown of the files that these are about.
    pub(crate) fn hide_files(&self) {
        for location in self
            .list
            .iter()
            .filter_map(|message| message.location.as_ref())
        {
            location.hide_file();
        }
    }

    /// Whether an error is among them.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Message::is_error)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// In the order of their places, those without one first.
    pub(crate) fn sorted_by_place(&self) -> Messages {
        let mut list = self.list.clone();
        list.sort_by(|a, b| {
            let place = |message: &Message| message.location.as_ref().map(Location::order);
            place(a).cmp(&place(b))
        });
        Messages { list }
    }

    pub(crate) fn error_count(&self) -> usize {
        self.list
            .iter()
            .filter(|message| message.is_error())
            .count()
    }

    /// The errors, one a line.
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

    /// The same, as said of an object unless they say of which.
    pub(crate) fn with_default_address(mut self, address: &str) -> Self {
        for message in &mut self.list {
            message.address.get_or_insert_with(|| address.to_owned());
        }
        self
    }

    /// The same with warnings in the place of errors.
    pub(crate) fn into_warnings(mut self) -> Self {
        for message in &mut self.list {
            message.diagnostic.severity = Severity::Warning;
        }
        self
    }

    /// All of them, in the order of their coming.
    pub fn iter(&self) -> std::slice::Iter<'_, Message> {
        self.list.iter()
    }

    /// The value if nothing was said.
    ///
    /// # Errors
    /// What was said.
    pub(crate) fn into_result<T>(self, value: T) -> Result<T, Messages> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl From<Message> for Messages {
    fn from(message: Message) -> Self {
        Messages {
            list: vec![message],
        }
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
        for (i, message) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            message.fmt(f)?;
        }
        Ok(())
    }
}

/// ` Did you mean "name"?`, or nothing.
pub(crate) fn suggestion<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match schema_rules::suggest(name, candidates) {
        Some(near) => format!(" Did you mean \"{near}\"?"),
        None => String::new(),
    }
}

/// The error of a part of the language that the local runner does not know.
pub(crate) fn unsupported(what: &str, at: &Location) -> Message {
    Message::error("Not supported by the local runner")
        .detail(format!(
            "{what} is not supported by the local runner; use Terraform for it."
        ))
        .at(at)
}
