//! The options: one row each, for the parser and for the help of each command.

use std::collections::VecDeque;
use std::path::PathBuf;

use crate::language::variable_values::{Input, Inputs};

/// The value that follows an option's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Takes {
    /// `true`, `false` or nothing; false if the option is not given.
    Flag,
    /// The same, but true if the option is not given.
    On,
    /// A value, named as in the help.
    Value(&'static str),
}

/// An option.
#[derive(Debug)]
pub(in crate::cli) struct OptionRow {
    pub(in crate::cli) name: &'static str,
    pub(in crate::cli) takes: Takes,
    pub(in crate::cli) help: &'static str,
}

use Takes::{Flag, On, Value};

/// Groups of options: those that several commands share form one group.
macro_rules! groups {
    ($($group:ident: $($name:literal $takes:expr, $help:literal;)+)+) => {
        $(pub(in crate::cli) const $group: &[OptionRow] = &[
            $(OptionRow { name: $name, takes: $takes, help: $help }),+
        ];)+
    };
}

groups! {
    // Options of every command.
    COMMON:
        "chdir" Value("=DIR"), "Change to this directory first";
        "no-color" Flag, "Without colours (also with the variable NO_COLOR)";
        "help" Flag, "This text";
    // Options of commands that change the state or plan to change it.
    LOCKING:
        "lock" On, "Ignore a lock that somebody else has on the state";
        "lock-timeout" Value("=TIME"), "Wait this long for somebody else's lock: 10s, 5m";
    VARIABLES:
        "var" Value(" 'name=value'"), "The value of a variable";
        "var-file" Value("=FILE"), "The values of variables";
    STATE: "state" Value("=FILE"), "The state file (default: PROVIDER.state.json beside the configuration)";
    INPUT: "input" On, "Fail instead of asking a question";
    JSON_LINES: "json" Flag, "Machine-readable output: one JSON object per line";
    JSON_DOCUMENT: "json" Flag, "Machine-readable output: one JSON document";
    APPROVE: "auto-approve" Flag, "Do not ask";
    DESTROY: "destroy" Flag, "Delete everything";
    EXIT_CODE: "detailed-exitcode" Flag, "Exit with 0 without changes, 1 after an error, 2 with changes";
    REFRESH: "refresh" On, "Do not read what exists before planning";
    IMPORTS_OUT: "generate-config-out" Value("=FILE"), "Write resources for import blocks that have none";
    LISTED_OUT: "generate-config-out" Value("=FILE"), "Write resources and import blocks for the listed objects";
    IDENTITY: "identity" Value("=JSON"), "The object's identity, instead of its id: {\"name\": \"a\"}";
    QUERY: "query" Flag, "Check the list blocks of *.tfquery.hcl files too";
    CHECK: "check" Flag, "Write nothing, and fail if something is not up to date";
    RAW: "raw" Flag, "Write the value alone, without quotes";
    ID: "id" Value("=ID"), "Only objects with this id";
    DRY_RUN: "dry-run" Flag, "Only say what would be removed";
    FORCE_UNLOCK: "force" Flag, "Do not ask";
    FORCE_DELETE: "force" Flag, "Also delete one that is not empty";
    OR_CREATE: "or-create" Flag, "Create it if it does not exist";
}

/// The options and arguments of a command.
#[derive(Debug, Default)]
pub(in crate::cli) struct Given {
    /// Names and values in order; the last value wins; a flag has `true` or `false`.
    options: Vec<(&'static str, String)>,
    pub(super) positional: VecDeque<String>,
}

impl Given {
    pub(super) fn add(&mut self, name: &'static str, value: String) {
        self.options.push((name, value));
    }

    pub(in crate::cli) fn text(&self, name: &str) -> Option<&str> {
        let mut given = self.options.iter().rev();
        let found = given.find(|(other, _)| *other == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(in crate::cli) fn path(&self, name: &str) -> Option<PathBuf> {
        self.text(name).map(PathBuf::from)
    }

    /// The value of a [`Flag`].
    pub(in crate::cli) fn flag(&self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    /// The value of an [`On`] option.
    pub(in crate::cli) fn on(&self, name: &str) -> bool {
        self.text(name) != Some("false")
    }

    /// The next argument that is not an option.
    pub(super) fn argument(&mut self) -> Option<String> {
        self.positional.pop_front()
    }

    pub(super) fn inputs(&self) -> Result<Inputs, String> {
        let mut inputs = Inputs::default();
        for (option, value) in &self.options {
            match (*option, value.split_once('=')) {
                ("var-file", _) => inputs.given.push(Input::File(value.into())),
                ("var", Some((name, value))) => {
                    let value = Input::Value(name.trim().to_owned(), value.to_owned());
                    inputs.given.push(value);
                }
                ("var", None) => {
                    return Err(format!("-var is name=value, and \"{value}\" has no \"=\"."));
                }
                _ => {}
            }
        }
        Ok(inputs)
    }
}
