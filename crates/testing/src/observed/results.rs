//! The outcome of a step, in the same form in both modes of the test: messages, plan, state.

use std::collections::BTreeMap;

use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Block;

use crate::observed::redact::Redaction;
use crate::observed::tree::Tree;

/// The action on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    NoOp,
    Create,
    Read,
    Update,
    Replace {
        create_first: bool,
    },
    Delete,
    /// It is removed from the state but continues to exist.
    Forget,
}

impl Action {
    /// The verb for a sentence: "the plan creates it".
    pub(crate) fn word(self) -> &'static str {
        match self {
            Action::NoOp => "leaves it as it is",
            Action::Create => "creates it",
            Action::Read => "reads it during the apply",
            Action::Update => "updates it in place",
            Action::Replace {
                create_first: false,
            } => "replaces it (deletes, then creates)",
            Action::Replace { create_first: true } => "replaces it (creates, then deletes)",
            Action::Delete => "deletes it",
            Action::Forget => "forgets it",
        }
    }
}

/// A message of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) error: bool,
    pub(crate) summary: String,
    pub(crate) detail: String,
    pub(crate) address: Option<String>,
    /// The attribute path, if it is known separately from the line in the configuration.
    pub(crate) path: Option<String>,
    pub(crate) place: Option<SourceLine>,
}

/// A line of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    pub(crate) file: String,
    /// Counted from 1.
    pub(crate) line: usize,
    pub(crate) code: String,
}

/// The messages of a command, unless they contain an error.
pub(crate) fn checked(messages: Vec<Message>) -> Result<Vec<Message>, Vec<Message>> {
    if has_errors(&messages) {
        Err(messages)
    } else {
        Ok(messages)
    }
}

impl SourceLine {
    pub(crate) fn of(at: &schema_local::Location) -> Self {
        SourceLine {
            file: at.file().to_owned(),
            line: at.line(),
            code: at.excerpt().line,
        }
    }
}

impl Message {
    /// An error without a path or line.
    pub(crate) fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Message {
            error: true,
            summary: summary.into(),
            detail: detail.into(),
            address: None,
            path: None,
            place: None,
        }
    }

    /// Everything that a pattern may match, on one line.
    pub(crate) fn words(&self) -> String {
        let before = [&self.address, &self.path].into_iter().flatten();
        let before: String = before.map(|part| format!("{part}: ")).collect();
        let place = self
            .place
            .as_ref()
            .map(|place| format!(" | {}", place.code));
        let place = place.unwrap_or_default();
        let text = format!("{before}{}: {}{place}", self.summary, self.detail);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl std::fmt::Display for SourceLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.code.trim())
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.error { "Error: " } else { "Warning: " })?;
        if let Some(address) = &self.address {
            write!(f, "{address}: ")?;
        }
        f.write_str(&self.summary)?;
        if let Some(path) = &self.path {
            write!(f, " ({path})")?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail.trim_end())?;
        }
        if let Some(place) = &self.place {
            write!(f, "\n  {place}")?;
        }
        Ok(())
    }
}

/// The messages as one text.
pub(crate) fn text_of(messages: &[Message]) -> String {
    let words: Vec<String> = messages.iter().map(Message::to_string).collect();
    words.join("\n")
}

/// Whether the messages contain errors.
pub(crate) fn has_errors(messages: &[Message]) -> bool {
    messages.iter().any(|message| message.error)
}

/// The planned change of one object.
#[derive(Clone, Debug)]
pub(crate) struct ResourceChange {
    pub(crate) address: String,
    pub(crate) action: Action,
    /// Whether the object comes from another address.
    pub(crate) moved: bool,
    pub(crate) managed: bool,
    pub(crate) block: Option<Ref<Block>>,
    pub(crate) before: Tree,
    pub(crate) after: Tree,
    /// The paths that the configuration made sensitive.
    pub(crate) sensitive: Vec<Path>,
    pub(crate) replace: Vec<Path>,
}

/// An output, planned or saved.
#[derive(Clone, Debug)]
pub(crate) struct ObservedOutput {
    pub(crate) action: Action,
    pub(crate) value: Tree,
    pub(crate) sensitive: bool,
}

impl ObservedOutput {
    /// The value as it may be printed.
    pub(crate) fn shown(&self) -> Tree {
        let redaction = Redaction {
            all: self.sensitive,
            ..Redaction::of(None, &[])
        };
        redaction.redact(&Path::root(), &self.value)
    }
}

/// A plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObservedPlan {
    pub(crate) changes: Vec<ResourceChange>,
    /// Objects that differ from the state; their action has no meaning.
    pub(crate) drift: Vec<ResourceChange>,
    pub(crate) outputs: BTreeMap<String, ObservedOutput>,
}

impl ObservedPlan {
    /// The changes, one per line.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for change in &self.changes {
            if change.action != Action::NoOp {
                lines.push(describe(change));
            } else if change.moved {
                lines.push(format!("{}: it is moved here", change.address));
            }
        }
        for (name, output) in &self.outputs {
            if output.action != Action::NoOp {
                lines.push(format!("output {name}: becomes {}", output.shown()));
            }
        }
        lines
    }

    /// How many objects are added, changed, destroyed.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for change in self.changes.iter().filter(|change| change.managed) {
            match change.action {
                Action::Create => counts[0] += 1,
                Action::Update => counts[1] += 1,
                Action::Delete => counts[2] += 1,
                Action::Replace { .. } => {
                    counts[0] += 1;
                    counts[2] += 1;
                }
                Action::NoOp | Action::Read | Action::Forget => {}
            }
        }
        counts
    }
}

/// A change with its details.
pub(crate) fn describe(change: &ResourceChange) -> String {
    let mut text = format!("{}: the plan {}", change.address, change.action.word());
    if let (Tree::Map(_), Tree::Map(_)) = (&change.before, &change.after) {
        let redaction = Redaction::of(change.block.as_deref(), &change.sensitive);
        let shown = |tree| redaction.redact(&Path::root(), tree);
        let (before, after) = (shown(&change.before), shown(&change.after));
        if change.action == Action::Update && change.before.same(&change.after) {
            text.push_str("\n    no value changes, only what of them is sensitive");
        }
        for difference in crate::observed::tree::differences(&before, &after) {
            text.push_str(&format!(
                "\n    {}: {} → {}",
                difference.path, difference.expected, difference.found
            ));
        }
    }
    text
}

/// An object in the state.
#[derive(Clone, Debug)]
pub(crate) struct ObservedObject {
    pub(crate) block: Option<Ref<Block>>,
    pub(crate) value: Tree,
    pub(crate) sensitive: Vec<Path>,
    pub(crate) tainted: bool,
    pub(crate) version: i64,
    /// Its identity, as saved.
    pub(crate) identity: Option<schema_runtime::codec::document::Document>,
}

/// The state.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObservedState {
    pub(crate) objects: BTreeMap<String, ObservedObject>,
    /// The results of data sources, by address (`data.disk_image.a`).
    pub(crate) data: BTreeMap<String, ObservedObject>,
    pub(crate) outputs: BTreeMap<String, ObservedOutput>,
    /// Its writer does not support identities.
    pub(crate) without_identities: bool,
}

impl ObservedState {
    /// The saved object at an address, of a resource or a data source.
    pub(crate) fn get(&self, address: &str) -> Option<&ObservedObject> {
        self.objects.get(address).or_else(|| self.data.get(address))
    }
}
