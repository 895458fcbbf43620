//! [`Failure`]: what was not as a test says.

use std::fmt;

use crate::helpers::deadline::StepPosition;
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

/// Where problems are collected.
pub(crate) trait Problems {
    fn say(&mut self, text: impl Into<String>);

    /// The same with the line that it is about.
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

/// What was not as a step says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    mode: Mode,
    position: StepPosition,
    pub(crate) problems: Vec<Problem>,
}

impl Failure {
    pub(crate) fn new(mode: Mode, position: StepPosition, problems: Vec<Problem>) -> Self {
        Failure {
            mode,
            position,
            problems,
        }
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

    /// The mode in which the test failed.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
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
            self.position.at.file(),
            self.position.at.line(),
            self.position.title,
            self.mode
        )?;
        for line in self.text().lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
