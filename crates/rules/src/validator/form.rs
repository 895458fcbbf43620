//! `ip`, `uuid`, `json` and so on: a string with a format of [`format`](crate::format).

use alloc::format;
use alloc::string::String;

use super::definition::{Definition, Signature};
use super::rules::ValidatorRules;
use super::value_view::{Verdict, View};
use crate::format::{FORMATS, Format};
use crate::literal::{self, Literal};
use crate::words::Words;

/// The format of a string that represents a different kind of value.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Distinguishes it from other formats with the same words: the name of its format.
    pub name: &'static str,
    /// What it is, with an article: "an IP address".
    pub what: &'static str,
    /// An example, to write instead.
    pub example: &'static str,
    /// Why a string does not have the format; `None` if it has it. The reason does not repeat the
    /// string, which may be secret.
    pub problem: fn(&str) -> Option<String>,
}

impl Form {
    /// The words of a format with this check.
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

    /// Whether a string has the format, or else why not.
    pub(super) fn judge(&self, value: &impl View) -> Verdict {
        value
            .text()
            .and_then(self.problem)
            .map_or(Verdict::Passes, Verdict::FailsBecause)
    }
}

/// The formats of strings, under their names.
pub(super) static DEFINITIONS: [Definition; FORMATS.len()] = {
    let mut forms = [definition(&FORMATS[0]); FORMATS.len()];
    let mut at = 1;
    while at < FORMATS.len() {
        forms[at] = definition(&FORMATS[at]);
        at += 1;
    }
    forms
};

const fn definition(format: &'static Format) -> Definition {
    Definition {
        name: format.name,
        example: format.name,
        signature: Signature::Form(format),
        in_constants: false,
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
