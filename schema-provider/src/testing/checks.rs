//! What a step checks of a plan and of saved objects.

use schema_runtime::address::Address as Dotted;
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use crate::local::{Action, Change, Plan};

/// What a plan must do to one object.
#[derive(Clone, Debug)]
#[must_use = "a check does nothing until a step has it"]
pub struct PlanCheck {
    pub(super) address: String,
    action: Action,
    values: Vec<(String, Expected)>,
    because_of: Vec<String>,
}

/// What must be saved of one object.
#[derive(Clone, Debug)]
#[must_use = "a check does nothing until a step has it"]
pub struct ObjectCheck {
    pub(super) address: String,
    values: Vec<(String, Expected)>,
    pub(super) gone: bool,
    pub(super) tainted: Option<bool>,
}

/// What a value must be.
#[derive(Clone, Debug)]
enum Expected {
    Value(Value),
    Unknown,
    Null,
    /// Known and not null.
    Set,
    Count(usize),
}

fn planned(address: impl Into<String>, action: Action) -> PlanCheck {
    PlanCheck {
        address: address.into(),
        action,
        values: Vec::new(),
        because_of: Vec::new(),
    }
}

/// The plan creates this object.
pub fn creates(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::Create)
}

/// The plan changes this object in place.
pub fn updates(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::Update)
}

/// The plan deletes this object and creates it anew.
pub fn replaces(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::Replace)
}

/// The plan deletes this object.
pub fn deletes(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::Delete)
}

/// The plan leaves this object as it is.
pub fn changes_nothing(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::NoOp)
}

/// The plan leaves the reading of this data source to the apply.
pub fn reads(address: impl Into<String>) -> PlanCheck {
    planned(address, Action::Read)
}

/// An object that is saved.
pub fn object(address: impl Into<String>) -> ObjectCheck {
    ObjectCheck {
        address: address.into(),
        values: Vec::new(),
        gone: false,
        tainted: None,
    }
}

impl PlanCheck {
    fn with(mut self, path: impl Into<String>, expected: Expected) -> Self {
        self.values.push((path.into(), expected));
        self
    }

    /// An attribute, as dotted text (`partition.0.size_mb`), is planned with this value.
    pub fn value(self, path: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(path, Expected::Value(value.into()))
    }

    /// An attribute is planned unknown.
    pub fn unknown(self, path: impl Into<String>) -> Self {
        self.with(path, Expected::Unknown)
    }

    /// An attribute is planned null.
    pub fn null(self, path: impl Into<String>) -> Self {
        self.with(path, Expected::Null)
    }

    /// An attribute is planned known and not null.
    pub fn set(self, path: impl Into<String>) -> Self {
        self.with(path, Expected::Set)
    }

    /// A collection is planned with this many elements.
    pub fn count(self, path: impl Into<String>, count: usize) -> Self {
        self.with(path, Expected::Count(count))
    }

    /// The object is replaced because this attribute changes.
    pub fn because_of(mut self, path: impl Into<String>) -> Self {
        self.because_of.push(path.into());
        self
    }

    /// Everything in which a plan is not as this says.
    pub(super) fn check(&self, plan: &Plan, block: Option<&Block>, wrong: &mut Vec<String>) {
        let found = plan
            .changes
            .iter()
            .find(|change| change.address.to_string() == self.address);
        let Some(change) = found else {
            let all: Vec<String> = plan
                .changes
                .iter()
                .map(|change| change.address.to_string())
                .collect();
            wrong.push(format!(
                "the plan has nothing for {}; it has {}",
                self.address,
                if all.is_empty() {
                    "nothing at all".to_owned()
                } else {
                    all.join(", ")
                }
            ));
            return;
        };
        if change.action != self.action {
            wrong.push(format!(
                "{}: planned {:?}, but it should be {:?}",
                self.address, change.action, self.action
            ));
        }
        let Some(block) = block else {
            return;
        };
        check_values(&self.address, block, &change.planned, &self.values, wrong);
        self.check_reasons(change, block, wrong);
    }

    fn check_reasons(&self, change: &Change, block: &Block, wrong: &mut Vec<String>) {
        for text in &self.because_of {
            match Dotted::parse(block, text) {
                Err(error) => wrong.push(format!("{}: {text}: {error}", self.address)),
                Ok(address) if change.replace.contains(address.path()) => {}
                Ok(_) => {
                    let paths: Vec<String> = change.replace.iter().map(Path::to_string).collect();
                    wrong.push(format!(
                        "{}: {text} is no reason for the replacement; the reasons are: {}",
                        self.address,
                        paths.join(", ")
                    ));
                }
            }
        }
    }
}

impl ObjectCheck {
    fn with(mut self, path: impl Into<String>, expected: Expected) -> Self {
        self.values.push((path.into(), expected));
        self
    }

    /// An attribute, as dotted text (`partition.0.size_mb`), has this value.
    pub fn value(self, path: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(path, Expected::Value(value.into()))
    }

    /// An attribute is null.
    pub fn null(self, path: impl Into<String>) -> Self {
        self.with(path, Expected::Null)
    }

    /// An attribute is not null.
    pub fn set(self, path: impl Into<String>) -> Self {
        self.with(path, Expected::Set)
    }

    /// A collection has this many elements.
    pub fn count(self, path: impl Into<String>, count: usize) -> Self {
        self.with(path, Expected::Count(count))
    }

    /// The object is not there.
    pub fn gone(mut self) -> Self {
        self.gone = true;
        self
    }

    /// The object is tainted: its creation failed half-way.
    pub fn tainted(mut self) -> Self {
        self.tainted = Some(true);
        self
    }

    pub(super) fn check(&self, block: &Block, value: &Value, wrong: &mut Vec<String>) {
        check_values(&self.address, block, value, &self.values, wrong);
    }
}

fn check_values(
    address: &str,
    block: &Block,
    object: &Value,
    values: &[(String, Expected)],
    wrong: &mut Vec<String>,
) {
    for (text, expected) in values {
        let path = match Dotted::parse(block, text) {
            Ok(dotted) => dotted.path().clone(),
            Err(error) => {
                wrong.push(format!("{address}: {text}: {error}"));
                continue;
            }
        };
        let Some(found) = at(block, object, path.steps()) else {
            wrong.push(format!("{address}: there is no {text}"));
            continue;
        };
        let good = match expected {
            Expected::Value(value) => plain(found) == value,
            Expected::Unknown => found.is_unknown(),
            Expected::Null => found.is_null(),
            Expected::Set => !found.is_null() && !found.is_unknown(),
            Expected::Count(count) => plain(found).element_count() == Some(*count),
        };
        if !good {
            let wanted = match expected {
                Expected::Value(value) => brief(value),
                Expected::Unknown => "unknown".to_owned(),
                Expected::Null => "null".to_owned(),
                Expected::Set => "known and not null".to_owned(),
                Expected::Count(count) => format!("a collection of {count}"),
            };
            wrong.push(format!(
                "{address}: {text} is {}, but should be {wanted}",
                brief(found)
            ));
        }
    }
}

/// A value for a person; these are the values of a test, secrets or not.
fn brief(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Unknown(_) => "unknown".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(value) => format!("{value:?}"),
        Value::Dynamic(dynamic) => brief(&dynamic.value),
        other => format!("{other:?}"),
    }
}

fn plain(value: &Value) -> &Value {
    match value {
        Value::Dynamic(dynamic) => &dynamic.value,
        value => value,
    }
}

/// The value at a path in a block's object.
pub(super) fn at<'v>(block: &Block, object: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    let [Step::Attribute(name), rest @ ..] = steps else {
        return steps.is_empty().then_some(object);
    };
    let (index, field) = block.find(name)?;
    let mut value = object.as_object()?.get(index)?;
    let nested = field.nested_block().map(|(_, block)| &**block);
    let mut rest = rest;
    while let [step, more @ ..] = rest {
        value = match (step, plain(value)) {
            (Step::Index(index), Value::List(values)) => {
                values.get(usize::try_from(*index).ok()?)?
            }
            (Step::Key(key), Value::Map(values)) => values.get(&**key)?,
            (Step::Attribute(_), Value::Object(_)) => {
                return nested.and_then(|block| at(block, value, rest));
            }
            _ => return None,
        };
        rest = more;
    }
    Some(value)
}
