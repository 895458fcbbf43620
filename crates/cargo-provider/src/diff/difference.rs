//! A difference, and whom it concerns.

/// Whom a difference concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// A valid configuration is now rejected, or a saved object can no longer be read.
    Breaks,
    /// Something new is possible, or is planned differently.
    Compatible,
    /// Only text for people.
    Description,
}

impl Effect {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Breaks => "breaks",
            Self::Compatible => "compatible",
            Self::Description => "description",
        }
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    /// What it belongs to, such as `resource disk_image`.
    pub(super) subject: String,
    /// The attribute or block, such as `partition.size`; empty for the whole.
    pub(super) path: String,
    pub(super) effect: Effect,
    /// What changed and what follows, without a full stop.
    pub(super) text: String,
}

/// The current position, and the differences found so far.
pub(super) struct Findings<'a> {
    subject: String,
    path: Vec<String>,
    all: &'a mut Vec<Difference>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(subject: String, all: &'a mut Vec<Difference>) -> Self {
        Self {
            subject,
            path: Vec::new(),
            all,
        }
    }

    /// The same, within an attribute or block.
    pub(super) fn at(&mut self, name: &str) -> Findings<'_> {
        let path = self.path.iter().cloned().chain([name.to_owned()]).collect();
        Findings {
            subject: self.subject.clone(),
            path,
            all: self.all,
        }
    }

    pub(super) fn add(&mut self, effect: Effect, text: impl Into<String>) {
        self.all.push(Difference {
            subject: self.subject.clone(),
            path: self.path.join("."),
            effect,
            text: text.into(),
        });
    }

    pub(super) fn breaks(&mut self, text: impl Into<String>) {
        self.add(Effect::Breaks, text);
    }

    pub(super) fn compatible(&mut self, text: impl Into<String>) {
        self.add(Effect::Compatible, text);
    }

    /// A change from false to true breaks something; the reverse breaks nothing.
    pub(super) fn turned(&mut self, (was, is): (bool, bool), on: &str, off: &str) {
        match (was, is) {
            (false, true) => self.breaks(on),
            (true, false) => self.compatible(off),
            _ => {}
        }
    }

    pub(super) fn description(&mut self, text: impl Into<String>) {
        self.add(Effect::Description, text);
    }
}
