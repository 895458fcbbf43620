//! The inputs for both programs and the answers of one of them, in terms of the common schema.

use schema_client::Bytes;
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::{proposed_new, replace_paths};
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::schemas::{Pair, project, project_config};
use crate::side::{Answer, Call, Diagnostic, Failure, Kind, Side, Subject};

/// An input. Its values belong to the common schema.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// A configuration and the prior object, which is null if absent.
    Config {
        prior: Value,
        config: Value,
    },
    /// A saved state, and the version of its schema.
    Upgrade {
        version: i64,
        state: Json,
    },
    Import {
        id: String,
    },
    /// An object that is created, read, changed, imported and deleted.
    Lifetime {
        first: Value,
        second: Value,
    },
}

/// The kind of answer that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Validation,
    Plan,
    Replacement,
    Upgrade,
    Import,
    Create,
    Read,
    Update,
    Delete,
}

impl Class {
    /// Its name in reports.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::Plan => "plan",
            Self::Replacement => "replacement",
            Self::Upgrade => "upgrade",
            Self::Import => "import",
            Self::Create => "create",
            Self::Read => "read",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }
}

/// What a program does to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Create,
    Update,
    Replace,
    Nothing,
    Delete,
}

impl Action {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Create => "a create",
            Self::Update => "an update",
            Self::Replace => "a replacement",
            Self::Nothing => "no change",
            Self::Delete => "a delete",
        }
    }
}

/// One answer.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) class: Class,
    /// Why there is no answer.
    pub(crate) failure: Option<Failure>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) value: Value,
    pub(crate) action: Option<Action>,
    /// The paths whose changes make Terraform replace the object.
    pub(crate) replace: Vec<Path>,
    pub(crate) legacy: bool,
    /// The plan that an apply fulfils: a value that is unknown there may become anything.
    pub(crate) planned: Option<Value>,
}

impl Observed {
    fn of(class: Class, result: Result<Answer, Failure>) -> (Self, Option<Answer>) {
        let (failure, answer) = match result {
            Ok(answer) => (None, answer),
            Err(failure) => (Some(failure), Answer::default()),
        };
        let observed = Self {
            class,
            failure,
            diagnostics: answer.diagnostics.clone(),
            value: Value::Null,
            action: None,
            replace: Vec::new(),
            legacy: answer.legacy,
            planned: None,
        };
        let refused = observed.is_refused();
        (observed, (!refused).then_some(answer))
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.failure.is_some() || self.diagnostics.iter().any(|one| one.error)
    }

    /// The names of the attributes that its errors are about.
    pub(crate) fn errors(&self) -> Vec<String> {
        let errors = self.diagnostics.iter().filter(|one| one.error);
        errors.map(|one| names(&one.path)).collect()
    }
}

/// The names of a path.
pub(crate) fn names(path: &Path) -> String {
    let names = path.steps().iter().filter_map(|step| match step {
        Step::Attribute(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect::<Vec<_>>().join(".")
}

/// One of the two programs, as it sees a type.
pub(crate) struct Asked<'a> {
    pub(crate) side: &'a mut dyn Side,
    pub(crate) pair: &'a Pair,
    /// Its own schema.
    pub(crate) block: &'a Block,
    pub(crate) calls: &'a mut usize,
    /// Its own bytes of the object whose lifetime this is.
    pub(crate) private: Bytes,
}

/// A plan and what it was made from.
struct Planned {
    prior: Value,
    value: Value,
    private: Bytes,
}

impl Asked<'_> {
    pub(crate) fn call(&mut self, call: &Call<'_>) -> Result<Answer, Failure> {
        *self.calls += 1;
        let subject = Subject {
            kind: self.pair.kind,
            name: &self.pair.name,
            block: self.block,
        };
        self.side.ask(subject, call)
    }

    fn own(&self, value: &Value) -> Value {
        project(&self.pair.common, self.block, value)
    }

    fn own_config(&self, config: &Value) -> Value {
        project_config(&self.pair.common, self.block, config)
    }

    fn shared(&self, value: &Value) -> Value {
        project(self.block, &self.pair.common, value)
    }

    /// All answers to an input, up to the first error.
    pub(crate) fn observe(&mut self, input: &Input) -> Vec<Observed> {
        let mut seen = Vec::new();
        match input {
            Input::Config { prior, config } => drop(self.config(&mut seen, prior, config)),
            Input::Upgrade { version, state } => {
                let (version, json) = (*version, &*state.to_string());
                let answer = self.call(&Call::Upgrade { version, json });
                self.note(&mut seen, Class::Upgrade, answer);
            }
            Input::Import { id } => {
                let answer = self.call(&Call::Import { id });
                self.note(&mut seen, Class::Import, answer);
            }
            Input::Lifetime { first, second } => self.lifetime(&mut seen, first, second),
        }
        seen
    }

    /// Records an answer, and returns it unless it is an error.
    fn note(
        &self,
        seen: &mut Vec<Observed>,
        class: Class,
        answer: Result<Answer, Failure>,
    ) -> Option<Answer> {
        let (mut observed, answer) = Observed::of(class, answer);
        if let Some(answer) = &answer {
            observed.value = self.shared(&answer.value);
        }
        seen.push(observed);
        answer
    }

    pub(crate) fn validate(&mut self, config: &Value) -> Observed {
        let config = self.own_config(config);
        let answer = self.call(&Call::Validate { config: &config });
        Observed::of(Class::Validation, answer).0
    }

    /// Validates and plans as Terraform does, a replacement twice. Returns the last plan, if any.
    fn config(
        &mut self,
        seen: &mut Vec<Observed>,
        prior: &Value,
        config: &Value,
    ) -> Option<Planned> {
        let (prior, own) = (self.own(prior), self.own_config(config));
        if !own.is_null() {
            let found = self.validate(config);
            let refused = found.is_refused();
            seen.push(found);
            if refused {
                return None;
            }
        }
        if self.pair.kind != Kind::Resource {
            return None;
        }
        let planned = self.plan(seen, prior, &own)?;
        let replaces = seen.last()?.action == Some(Action::Replace);
        if !replaces {
            return Some(planned);
        }
        self.plan(seen, Value::Null, &own)
    }

    fn plan(&mut self, seen: &mut Vec<Observed>, prior: Value, config: &Value) -> Option<Planned> {
        let proposed = proposed_new(self.block, &prior, config).ok()?;
        let private = match prior.is_null() {
            true => Bytes::new(),
            false => self.private.clone(),
        };
        let answer = self.call(&Call::Plan {
            prior: &prior,
            proposed: &proposed,
            config,
            private,
        });
        let answer = self.note(seen, Class::Plan, answer)?;
        let observed = seen.last_mut()?;
        // Terraform reports a path that it does not find; such a program never gets this far.
        let honoured = replace_paths(self.block, &prior, &answer.value, &answer.replace);
        observed.replace = honoured.unwrap_or_else(|_| answer.replace.clone());
        observed.action = Some(match () {
            () if config.is_null() => Action::Delete,
            () if prior.is_null() => Action::Create,
            () if !observed.replace.is_empty() => Action::Replace,
            () if answer.value.equal_ignoring_refinements(&prior) => Action::Nothing,
            () => Action::Update,
        });
        Some(Planned {
            prior,
            value: answer.value,
            private: answer.private,
        })
    }

    fn lifetime(&mut self, seen: &mut Vec<Observed>, first: &Value, second: &Value) {
        let Some(mut state) = self.applied(seen, Class::Create, &Value::Null, first) else {
            return;
        };
        let planned = seen.last().and_then(|one| one.planned.clone());
        // Each program chooses the values that were unknown in the plan, in every later answer.
        let follows = |seen: &mut Vec<Observed>| {
            if let Some(observed) = seen.last_mut() {
                observed.planned.clone_from(&planned);
            }
        };
        if !state.is_null() {
            let private = self.private.clone();
            let read = self.call(&Call::Read {
                state: &state,
                private,
            });
            let read = self.note(seen, Class::Read, read);
            follows(seen);
            // A created object can be deleted even if read finds nothing.
            if let Some(read) = read.filter(|read| !read.value.is_null()) {
                (state, self.private) = (read.value, read.private);
            }
            let shared = self.shared(&state);
            if let Some(changed) = self.applied(seen, Class::Update, &shared, second) {
                state = changed;
            }
        }
        let id = self.block.find("id");
        if let Some(id) = id.and_then(|(at, _)| state.as_object()?.get(at)?.as_str()) {
            let imported = self.call(&Call::Import { id });
            drop(self.note(seen, Class::Import, imported));
            follows(seen);
        }
        // Whatever failed, no object is left behind.
        if !state.is_null() {
            let deleted = self.delete(&state);
            self.note(seen, Class::Delete, deleted);
        }
    }

    fn delete(&mut self, state: &Value) -> Result<Answer, Failure> {
        let private = self.private.clone();
        self.call(&Call::Apply {
            prior: state,
            planned: &Value::Null,
            config: &Value::Null,
            private,
        })
    }

    /// Plans and applies. Returns the object, including one that a failure left behind.
    fn applied(
        &mut self,
        seen: &mut Vec<Observed>,
        class: Class,
        prior: &Value,
        config: &Value,
    ) -> Option<Value> {
        let plan = self.config(seen, prior, config)?;
        if plan.prior.is_null() && !prior.is_null() {
            // Replaces the object as Terraform does: deletes it first.
            let gone = self.own(prior);
            let deleted = self.delete(&gone);
            self.note(seen, Class::Delete, deleted)?;
        }
        let own = self.own_config(config);
        let answer = self.call(&Call::Apply {
            prior: &plan.prior,
            planned: &plan.value,
            config: &own,
            private: plan.private,
        });
        let left = answer.as_ref().ok();
        let left = left.map(|answer| (answer.value.clone(), answer.private.clone()));
        self.note(seen, class, answer);
        let planned = self.shared(&plan.value);
        if let Some(observed) = seen.last_mut() {
            observed.planned = Some(planned);
        }
        let (state, private) = left?;
        self.private = private;
        // A failed update may answer with null, and the object remains.
        Some(if state.is_null() { plan.prior } else { state })
    }
}
