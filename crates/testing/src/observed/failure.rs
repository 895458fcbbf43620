//! [`Failure`]: what was not as a test says.

use std::fmt;
use std::panic::Location;

use crate::observed::mode::Mode;
use crate::observed::results::SourceLine;

/// Something that is not as a step says.
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

/// What was not as a step says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub(crate) way: Mode,
    /// Which step, counted from 1; 0 for what is before and after them.
    pub(crate) step: usize,
    pub(crate) title: String,
    /// Where the step stands.
    pub(crate) at: &'static Location<'static>,
    pub(crate) problems: Vec<Problem>,
}

impl Failure {
    /// Which step, counted from 1; 0 for the destruction at the end.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step
    }

    /// Which way the test went when it failed.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.way
    }

    /// Everything that was not as it should be.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for problem in &self.problems {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&problem.text);
            if let Some(place) = &problem.place {
                text.push_str(&format!("\n  {place}"));
            }
        }
        text
    }
}

/// `tests/life.rs:12: step 2 "it grows" (apply), in process:`, and below it what is wrong.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}, {}:",
            self.at.file(),
            self.at.line(),
            self.title,
            self.way
        )?;
        for line in self.text().lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
