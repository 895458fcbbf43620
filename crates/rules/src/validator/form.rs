//! `ip`, `uuid`, `json` and so on: text of a form of its own, which [`format`](crate::format)
//! knows.

use alloc::format;
use alloc::string::String;

use super::rules::ValidatorRules;
use super::value_view::{Verdict, View};
use crate::format::Format;
use crate::literal::{self, Literal};
use crate::words::Words;

/// What a string must be that represents a value of another kind.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What tells it from other forms with the same words: the name of its format.
    pub name: &'static str,
    /// What it is, with its article: "an IP address".
    pub what: &'static str,
    /// One such text, to write instead.
    pub example: &'static str,
    /// Why a string is none; nothing where it is one. The reason does not repeat the text, which
    /// may be secret.
    pub problem: fn(&str) -> Option<String>,
}

impl Form {
    /// The words of a form with this check.
    #[must_use]
    pub const fn of(format: &Format, problem: fn(&str) -> Option<String>) -> Self {
        Form {
            name: format.name,
            what: format.what,
            example: format.example,
            problem,
        }
    }

    /// What a valid value is.
    pub(super) fn words(&self) -> Words {
        such_as(self.what, self.example)
    }

    /// Whether a string is one, and if not, why.
    pub(super) fn judge(&self, value: &impl View) -> Verdict {
        value
            .text()
            .and_then(self.problem)
            .map_or(Verdict::Passes, Verdict::FailsBecause)
    }
}

/// What a valid value is.
#[must_use]
pub fn words(format: &Format) -> Words {
    such_as(format.what, format.example)
}

fn such_as(what: &str, example: &str) -> Words {
    Words::new(format!("{what} such as ")).code(format!("{example:?}"))
}

pub(super) struct Facts<'f> {
    pub(super) format: &'static Format,
    pub(super) default: &'f Option<Result<(), String>>,
}

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let text = literal::text(literal)?;
        match self.format.problem {
            Some(problem) => Some(problem(text).is_none()),
            None => self.default.as_ref().map(Result::is_ok),
        }
    }

    fn wants(&self, literal: &Literal<'_>) -> String {
        let must = format!("it must be {}", words(self.format));
        let problem = match (self.format.problem, self.default) {
            (Some(problem), _) => literal::text(literal).and_then(problem).map(String::from),
            (None, Some(Err(problem))) => Some(problem.clone()),
            (None, _) => None,
        };
        match problem {
            Some(problem) => format!("{must}, but {problem}"),
            None => must,
        }
    }
}
