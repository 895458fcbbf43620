//! The result of a comparison, for people and for programs.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use schema_runtime::value::Value;
use serde_json::{Value as Json, json};

use crate::case::Input;
use crate::difference::Found;
use crate::intended::Intended;
use crate::schemas::Pair;
use crate::side::Kind;
use crate::values::{hcl, masked_object, of_json, to_json};

/// Differences with the same cause, with the smallest input that shows it.
#[derive(Clone, Debug)]
pub struct Group {
    kind: Kind,
    name: String,
    label: String,
    pub(crate) found: Found,
    /// The number of inputs that show it.
    count: usize,
    text: String,
    json: Json,
}

impl Group {
    pub(crate) fn new(pair: &Pair, found: Found, input: &Input, count: usize) -> Self {
        let block = &pair.common;
        let head = match (pair.kind, pair.name.as_str()) {
            (Kind::Provider, _) => "provider \"this\"".to_owned(),
            (Kind::Resource, name) => format!("resource \"{name}\" \"this\""),
            (Kind::DataSource, name) => format!("data \"{name}\" \"this\""),
            (Kind::Ephemeral, name) => format!("ephemeral \"{name}\" \"this\""),
        };
        let shown = |value: &Value| to_json(block, &masked_object(block, value));
        let written = |value: &Value| {
            let body = hcl(block, &masked_object(block, value), 1);
            format!("{head} {{\n{body}}}")
        };
        let (text, json) = match input {
            Input::Config { prior, config } => {
                let mut text = written(config);
                if !prior.is_null() {
                    let _ = write!(text, "\nprior state: {}", present(shown(prior)));
                }
                let json = json!({"config": shown(config), "prior": shown(prior)});
                (text, json)
            }
            Input::Upgrade { version, state } => {
                let state = shown(&of_json(block, state));
                let text = format!("state of version {version}: {}", present(state.clone()));
                (text, json!({"version": version, "state": state}))
            }
            Input::Import { id } => (format!("import of the id {id:?}"), json!({"id": id})),
            Input::Lifetime { first, second } => {
                let text = format!("{}\nthen\n{}", written(first), written(second));
                (text, json!({"config": shown(first), "then": shown(second)}))
            }
        };
        Self {
            kind: pair.kind,
            name: pair.name.clone(),
            label: pair.label(),
            found,
            count,
            text,
            json,
        }
    }

    /// The type's name; empty for the provider.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.name
    }

    /// The names of the attribute, with dots between them; empty for the whole object.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.found.path
    }

    /// What is compared: `validation`, `plan` and so on.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.found.class.word()
    }

    /// The number of the intended difference in the book, if it is one.
    #[must_use]
    pub fn intended(&self) -> Option<u8> {
        self.found.intended.map(|intended| intended.0)
    }

    /// The smallest input, as a user would write it.
    #[must_use]
    pub fn example(&self) -> &str {
        &self.text
    }

    /// The answers of the two programs.
    #[must_use]
    pub fn answers(&self) -> [&str; 2] {
        [&self.found.old, &self.found.new]
    }

    fn json(&self) -> Json {
        json!({
            "kind": self.kind.to_string(),
            "type": self.name,
            "class": self.class(),
            "path": self.found.path,
            "cause": self.found.what,
            "cases": self.count,
            "old": self.found.old,
            "new": self.found.new,
            "intended": self.intended(),
            "example": self.json,
        })
    }
}

/// A state without its null and empty values.
fn present(mut state: Json) -> Json {
    if let Json::Object(members) = &mut state {
        members.retain(|_, one| !one.is_null() && !one.as_array().is_some_and(Vec::is_empty));
    }
    state
}

/// The outcome of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The differences that are not intended, by cause.
    pub groups: Vec<Group>,
    /// The differences that the book lists, each verified.
    pub intended: Vec<Group>,
    /// The number of types compared.
    pub types: usize,
    /// The number of inputs sent.
    pub cases: usize,
    /// The number of calls made.
    pub calls: usize,
    /// What only one program has.
    pub alone: Vec<String>,
    /// What is not compared, because only one schema has it or its type differs.
    pub left_out: Vec<String>,
    /// What could not be compared, each a sentence.
    pub gaps: Vec<String>,
}

impl Comparison {
    /// Whether all differences are intended.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.groups.is_empty()
    }

    /// Everything as JSON.
    #[must_use]
    pub fn json(&self) -> Json {
        json!({
            "differences": self.groups.iter().map(Group::json).collect::<Vec<_>>(),
            "intended": self.intended.iter().map(Group::json).collect::<Vec<_>>(),
            "types": self.types,
            "cases": self.cases,
            "calls": self.calls,
            "only_in_one": self.alone,
            "other_schema": self.left_out,
            "gaps": self.gaps,
        })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.groups {
            let at = match group.found.path.as_str() {
                "" => String::new(),
                path => format!(": {path}"),
            };
            let cases = if group.count == 1 { "case" } else { "cases" };
            writeln!(f, "{}: {}{at}", group.label, group.class())?;
            writeln!(f, "  {} ({} {cases})", group.found.what, group.count)?;
            writeln!(f, "  old: {}", group.found.old.replace('\n', "\n       "))?;
            writeln!(f, "  new: {}", group.found.new.replace('\n', "\n       "))?;
            writeln!(f, "    {}\n", group.text.replace('\n', "\n    "))?;
        }
        let listed = self.intended.iter().filter_map(|one| one.found.intended);
        let listed: BTreeSet<Intended> = listed.collect();
        if !listed.is_empty() {
            let listed =
                "Intended differences (see \"Differences from the Go SDK\"), each verified:";
            writeln!(f, "{listed}")?;
        }
        for intended in listed {
            let (mut count, mut at) = (0, BTreeSet::new());
            for one in &self.intended {
                if one.found.intended == Some(intended) {
                    count += one.count;
                    at.insert(format!("{}.{}", one.name, one.found.path));
                }
            }
            let at = Vec::from_iter(at).join(", ");
            // The tables below the chapters are not numbered.
            let number = match intended.0 {
                0 => String::new(),
                number => format!("{number}. "),
            };
            writeln!(f, "  {number}{} ({count}): {at}", intended.heading())?;
        }
        for (title, all) in [
            ("Only one program has", &self.alone),
            (
                "Not compared, since the schemas differ (`cargo provider diff` says how)",
                &self.left_out,
            ),
            ("Gaps", &self.gaps),
        ] {
            if !all.is_empty() {
                writeln!(f, "{title}:\n  {}", all.join("\n  "))?;
            }
        }
        let differences = match self.groups.len() {
            0 => "no difference".to_owned(),
            1 => "1 difference".to_owned(),
            count => format!("{count} differences"),
        };
        let intended: usize = self.intended.iter().map(|one| one.count).sum();
        writeln!(
            f,
            "{differences}, {intended} intended; {} types, {} cases, {} calls",
            self.types, self.cases, self.calls
        )
    }
}
