//! [`Failure`]: how a test failed.

use std::fmt;

use crate::helpers::deadline::StepPosition;
use crate::helpers::provider_setup::place;
use crate::observed::mode::Mode;
use crate::observed::results::SourceLine;

/// Something that a step did not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) text: String,
    pub(crate) place: Option<SourceLine>,
}

impl Problem {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Problem {
            text: text.into(),
            place: None,
        }
    }

    pub(crate) fn at(mut self, place: Option<SourceLine>) -> Self {
        self.place = place;
        self
    }
}

/// A collection of problems.
pub(crate) trait Problems {
    fn say(&mut self, text: impl Into<String>);

    /// The same with the line of the configuration.
    fn say_at(&mut self, place: Option<SourceLine>, text: impl Into<String>);
}

impl Problems for Vec<Problem> {
    fn say(&mut self, text: impl Into<String>) {
        self.push(Problem::new(text));
    }

    fn say_at(&mut self, place: Option<SourceLine>, text: impl Into<String>) {
        self.push(Problem::new(text).at(place));
    }
}

/// The failure of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    mode: Mode,
    position: StepPosition,
    pub(crate) problems: Vec<Problem>,
    /// The failure in the other mode.
    other: Option<Box<Failure>>,
}

impl Failure {
    pub(crate) fn new(mode: Mode, position: StepPosition, problems: Vec<Problem>) -> Self {
        Failure {
            mode,
            position,
            problems,
            other: None,
        }
    }

    /// Adds the failure of the same test in the other mode.
    pub(crate) fn and(mut self, other: Failure) -> Self {
        self.other = Some(Box::new(other));
        self
    }

    /// A failure with one problem.
    pub(crate) fn of(mode: Mode, position: StepPosition, problem: impl Into<String>) -> Self {
        Failure::new(mode, position, vec![Problem::new(problem)])
    }

    /// Which step, counted from 1; 0 for the destruction at the end.
    #[must_use]
    pub fn step(&self) -> usize {
        self.position.number
    }

    /// The mode in which the test failed; the first one, if both did.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Everything that was wrong. If the test failed in both modes, the second is below the first,
    /// with its step.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.other {
            Some(other) => format!("{}\n{other}", self.own_text()),
            None => self.own_text(),
        }
    }

    fn own_text(&self) -> String {
        let problems = self.problems.iter().map(|problem| match &problem.place {
            Some(place) => format!("{}\n  {place}", problem.text),
            None => problem.text.clone(),
        });
        problems.collect::<Vec<_>>().join("\n")
    }
}

/// `tests/life.rs:12: step 2 "it grows" (apply), in process:`, and below it what is wrong.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, title) = (place(self.position.at), &self.position.title);
        write!(f, "{at}: {title}, {}:", self.mode)?;
        for line in self.own_text().lines() {
            write!(f, "\n  {line}")?;
        }
        match &self.other {
            Some(other) => write!(f, "\n{other}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
