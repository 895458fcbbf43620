//! One case of the reference vectors, and our own answers to it.

use std::collections::BTreeSet;

use schema_runtime::data::{DataCore, Operation, Outcome, Private};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::{PlanInput, ResourcePlan, plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Environment, Field, Flags, Kind, Nesting, Schema, SchemaKind};
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::ty::Type;
use schema_runtime::validate::validate;
use schema_runtime::value::{SetValue, Value};
use serde_json::Value as Json;

use crate::go_sdk::{Answer, Lowering, SdkSchema};
use crate::vectors::{ReadError, read_object, write_object};

/// The input, read by our schema.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// Our schema.
    pub schema: Ref<Schema>,
    /// The object as it is; null on create.
    pub prior: Value,
    /// The configured object; null on destroy.
    pub config: Value,
    /// Core's proposed state, with the reference's schema.
    pub proposed: Option<Json>,
}

/// The reference's answers, read by our schema; `None` if it gave no such answer.
#[derive(Clone, Debug)]
pub struct Theirs {
    /// Paths at which validation found errors.
    pub errors: Option<BTreeSet<String>>,
    /// The plan.
    pub planned: Option<Value>,
    /// The plan of the second call of a replacement.
    pub replace_planned: Option<Value>,
    /// What is stored after the apply.
    pub applied: Option<Value>,
    /// What core makes of the plan.
    pub action: Option<String>,
    /// Paths that force the replacement; `None` if it does not state the action.
    pub replace_paths: BTreeSet<String>,
    /// The provider crashed.
    pub panics: bool,
    /// Why there is no plan.
    pub skipped: bool,
    /// The plan failed.
    pub fails: bool,
}

/// Our answers.
#[derive(Clone, Debug)]
pub struct Ours {
    /// The findings of validation.
    pub diagnostics: Diagnostics,
    /// Paths at which validation found errors.
    pub errors: BTreeSet<String>,
    /// The plan.
    pub plan: ResourcePlan,
    /// The plan of the second call of a replacement.
    pub replace_plan: Option<ResourcePlan>,
    /// What core makes of the plan.
    pub action: &'static str,
    /// Paths that force the replacement.
    pub replace_paths: BTreeSet<String>,
    /// The stored state after the apply; `None` if the configuration is not fully known.
    pub applied: Option<Value>,
}

/// The violations of the reference's rules in a case's schema, in our words.
#[must_use]
pub fn verdict(json: &Json) -> Vec<String> {
    match SdkSchema::read(&json["case"]["schema"]) {
        Ok(schema) => schema.verdict().iter().map(Answer::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

impl Case {
    /// Reads what went in. Nothing where the schema breaks rules, or where there is only a schema
    /// (one that breaks a rule of ours alone included).
    ///
    /// # Errors
    /// The schema breaks no rule but cannot be read or lowered, or a value is not of it.
    pub fn read(json: &Json) -> Result<Option<Case>, ReadError> {
        let case = &json["case"];
        if case.get("config").is_none() || !verdict(json).is_empty() {
            return Ok(None);
        }
        let sdk = SdkSchema::read(&case["schema"]).map_err(ReadError::new)?;
        let lower = |lowering| sdk.lower(lowering, SchemaKind::Resource, "x_y");
        let (schema, wire) = match (lower(Lowering::Ours), lower(Lowering::Reference)) {
            (Ok(schema), Ok(wire)) => (schema, wire),
            // Rules of ours that the reference does not have; there is nothing to plan.
            _ if case["config"].is_null() && case["prior_state"].is_null() => return Ok(None),
            (Err(error), _) | (_, Err(error)) => return Err(ReadError::new(error)),
        };
        let prior = read_object(&case["prior_state"], &schema.block)?;
        let mut config = read_object(&case["config"], &schema.block)?;
        no_blocks(&schema.block, &wire.block, &mut config);
        let proposed = proposed_new(
            &wire.block,
            &read_object(&case["prior_state"], &wire.block)?,
            &read_object(&case["config"], &wire.block)?,
        );
        Ok(Some(Case {
            name: json["name"].as_str().unwrap_or_default().to_owned(),
            schema: Ref::Shared(schema.into()),
            prior,
            config,
            proposed: proposed.ok().map(|value| write_object(&value, &wire.block)),
        }))
    }

    /// Our answers.
    #[must_use]
    pub fn ours(&self) -> Ours {
        let environment = Environment::default();
        let diagnostics = validate(&self.schema, &self.config, &environment);
        let errors = diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| d.path.addressable().to_string())
            .collect();
        let first = self.plan(&self.prior);
        let replaces = !first.requires_replace.is_empty() && !self.prior.is_null();
        let action = if self.config.is_null() && self.prior.is_null() {
            "noop"
        } else if self.config.is_null() {
            "delete"
        } else if self.prior.is_null() {
            "create"
        } else if replaces {
            "replace"
        } else if first.planned == self.prior {
            "noop"
        } else {
            "update"
        };
        let replace_plan = replaces.then(|| self.plan(&Value::Null));
        let applied = match (&replace_plan, self.config.is_wholly_known()) {
            (_, false) => None,
            (Some(plan), _) => Some(self.apply(&Value::Null, &plan.planned)),
            (None, _) => Some(self.apply(&self.prior, &first.planned)),
        };
        let replace_paths = first.requires_replace.iter().map(ToString::to_string);
        Ours {
            diagnostics,
            errors,
            replace_paths: if replaces {
                replace_paths.collect()
            } else {
                BTreeSet::new()
            },
            replace_plan,
            plan: first,
            action,
            applied,
        }
    }

    /// The result of a plan with the vectors' fixed resource.
    #[must_use]
    pub fn apply(&self, prior: &Value, planned: &Value) -> Value {
        let Value::Object(values) = planned else {
            return Value::Null;
        };
        let operation = if prior.is_null() {
            Operation::Create
        } else {
            Operation::Update
        };
        let mut data = DataCore::new(
            self.schema.clone(),
            operation,
            prior.clone(),
            planned.clone(),
            self.config.clone(),
            Private::default(),
        );
        if prior.is_null() {
            data.set_id("id-1".to_owned());
        }
        for (position, (field, value)) in self.schema.block.fields.iter().zip(values).enumerate() {
            if !field.is(Flags::IMPLIED) && !value.is_wholly_known() {
                data.write(position, fixed(field, value), false);
            }
        }
        data.saved(&Outcome::Done)
    }

    /// Our plan over this prior object.
    #[must_use]
    pub fn plan(&self, prior: &Value) -> ResourcePlan {
        let input = PlanInput {
            schema: self.schema.clone(),
            prior: prior.clone(),
            config: self.config.clone(),
        };
        plan(input, &Environment::default())
    }
}

/// The values that the fixed resource sets for unknowns in a plan: attributes as a whole, leaf by
/// leaf in objects, and no objects where all of them are unknown.
fn fixed(field: &Field, planned: &Value) -> Value {
    if planned.is_wholly_known() {
        return planned.clone();
    }
    let (nesting, block) = match &field.kind {
        Kind::Attribute { ty } => return fixed_value(ty),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => (nesting, block),
        _ => unreachable!("another kind of field"),
    };
    let element = |element: &Value| match element {
        Value::Object(values) => {
            let fields = block.fields.iter().zip(values);
            Value::Object(fields.map(|(field, value)| fixed(field, value)).collect())
        }
        other => other.clone(),
    };
    match (nesting, planned) {
        (_, Value::List(elements)) => Value::List(elements.iter().map(element).collect()),
        (_, Value::Set(elements)) => Value::Set(elements.iter().map(element).collect()),
        (Nesting::Set, _) => Value::Set(SetValue::new()),
        _ => Value::List(Vec::new()),
    }
}

fn fixed_value(ty: &Type) -> Value {
    match ty {
        Type::String => Value::from("computed"),
        Type::Number => Value::from(7),
        Type::Bool => Value::from(true),
        Type::List(element) => Value::List(vec![fixed_value(element)]),
        Type::Set(element) => Value::Set([fixed_value(element)].into_iter().collect()),
        Type::Map(element) => Value::Map([("k".into(), fixed_value(element))].into()),
        _ => Value::Null,
    }
}

/// No block at all is an empty collection for the reference, and null where we have a nested
/// attribute instead of the block.
fn no_blocks(ours: &Block, wire: &Block, config: &mut Value) {
    let Value::Object(values) = config else {
        return;
    };
    for (field, value) in ours.fields.iter().zip(values) {
        let Some((_, wire)) = wire
            .field(&field.name)
            .filter(|f| f.is_block())
            .and_then(|f| f.nested_block())
        else {
            continue;
        };
        if !field.is_block() && value.element_count() == Some(0) {
            *value = Value::Null;
        }
        let Some((_, block)) = field.nested_block() else {
            continue;
        };
        match value {
            Value::List(elements) => elements.iter_mut().for_each(|e| no_blocks(block, wire, e)),
            Value::Set(elements) => {
                let mut inner = std::mem::take(elements).into_vec();
                inner.iter_mut().for_each(|e| no_blocks(block, wire, e));
                *elements = inner.into_iter().collect();
            }
            _ => {}
        }
    }
}

impl Theirs {
    /// Reads the reference's answers by our schema.
    ///
    /// # Errors
    /// A value is not of the schema.
    pub fn read(json: &Json, case: &Case) -> Result<Theirs, ReadError> {
        let object = |member: &str| match json.get(member) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => read_object(json, &case.schema.block).map(Some),
        };
        let texts = |member: &str| -> BTreeSet<String> {
            let list = json[member]
                .as_array()
                .map_or(&[] as &[Json], Vec::as_slice);
            list.iter()
                .filter_map(|text| text.as_str().map(str::to_owned))
                .collect()
        };
        let errors = json["validate_diagnostics"].as_array().map(|list| {
            list.iter()
                .filter(|d| d["severity"] == "error")
                .map(|d| d["attribute_path"].as_str().unwrap_or_default().to_owned())
                .collect()
        });
        Ok(Theirs {
            errors,
            planned: object("planned_state")?,
            replace_planned: object("replace_planned_state")?,
            applied: object("applied_state")?,
            action: json["action"].as_str().map(str::to_owned),
            replace_paths: texts("core_replace_paths"),
            panics: json.get("panic").is_some(),
            skipped: json.get("plan_skipped").is_some(),
            fails: json["plan_diagnostics"]
                .as_array()
                .is_some_and(|list| list.iter().any(|d| d["severity"] == "error")),
        })
    }
}
