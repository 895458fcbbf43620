//! Random cases for the real Terraform: the schemas as resources of a provider, and the
//! configurations in Terraform's JSON syntax.

use schema_runtime::codec::json;
use schema_runtime::data::{DataCore, Operation, Outcome, Private};
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{Block, Field, Fields, Flags, Kind, Nesting, Schema, SchemaKind};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::{Map, Value as Json};

use super::Random;
use super::apply::{elements_of_sets, resolve};
use super::case::Case;
use super::tally::Tally;
use crate::any::Thing;
use crate::file_store::{complete, fill_field};

/// The variable that lists the seeds.
pub const SEEDS: &str = "STRICT_SEEDS";

/// The provider's settings: none.
#[must_use]
pub fn settings() -> Schema {
    Schema {
        kind: SchemaKind::Provider,
        type_name: Text::text("strict"),
        version: 0,
        block: Ref::Shared(
            Block {
                fields: Fields::empty(),
                description: Text::text(""),
                deprecated: Text::text(""),
                other_kind: false,
            }
            .into(),
        ),
        timeouts: Ref::empty(),
        subcategory: Ref::text(""),
    }
}

/// The type of a seed's resource.
#[must_use]
pub fn type_name(seed: u64) -> String {
    format!("strict_{seed}")
}

/// The resource of a seed.
#[must_use]
pub fn resource(seed: u64) -> Thing {
    let case = Case::new(seed);
    let schema = Schema {
        type_name: type_name(seed).into(),
        ..(*case.schema).clone()
    };
    Thing::new(schema).with_hook(Box::new(move |plan| case.run_hook(plan)))
}

/// Two configurations of a seed's resource, one after the other.
#[derive(Clone, Debug)]
pub struct Configurations {
    /// The first, fully known.
    pub before: Json,
    /// The second; what is unknown refers to the values in [`unknown`](Self::unknown).
    pub after: Json,
    /// The values that are not known before apply, by name.
    pub unknown: Map<String, Json>,
}

/// The configurations of a seed's resource; nothing where the case is rejected, since elements of a
/// set become the same, and where no plan is ever empty.
#[must_use]
pub fn configurations(seed: u64) -> Option<Configurations> {
    let mut tally = Tally::default();
    Case::check_seed(seed, &mut tally).ok()?;
    if tally.applied == 0 {
        return None;
    }
    let case = Case::new(seed);
    let block = &case.schema.block;
    if case.never_ends() || crashes(block, false, false) {
        return None;
    }
    let resolved = resolve(&mut Random::new(seed), block, &case.config);
    if [&case.before, &case.config, &resolved]
        .map(|config| hides_null(block, config))
        .contains(&true)
    {
        return None;
    }
    let state = made(&case, &Value::Null, &case.before)?;
    made(&case, &Value::Null, &resolved)?;
    made(&case, &state, &resolved)?;
    let mut unknown = Map::new();
    let mut write = |config: &Value, resolved: &Value| {
        let mut writer = Writer {
            seed,
            unknown: &mut unknown,
        };
        writer.object(block, config, resolved)
    };
    Some(Configurations {
        before: write(&case.before, &case.before),
        after: write(&case.config, &resolved),
        unknown,
    })
}

/// The tests' remote system's result for a configuration; `None` if it is rejected or set elements
/// merge.
fn made(case: &Case, prior: &Value, config: &Value) -> Option<Value> {
    let plan = case.plan(prior, config);
    if plan.diagnostics.has_errors() {
        return None;
    }
    if !prior.is_null() && !plan.requires_replace.is_empty() {
        return made(case, &Value::Null, config);
    }
    let (operation, place) = match prior {
        Value::Null => (Operation::Create, "created"),
        _ => (Operation::Update, "updated"),
    };
    let [prior, planned, configured] = [prior, &plan.planned, config].map(Value::clone);
    let schema = case.schema.clone();
    let private = Private::default();
    let mut data = DataCore::new(schema, operation, prior, planned, configured, private);
    data.set_id("the-id".to_owned());
    complete(&mut data, place);
    let saved = data.saved(&Outcome::Done);
    let fields = case.schema.block.fields.iter();
    let planned = fields.zip(plan.planned.as_object()?);
    let expected: usize = planned.map(|(field, value)| elements(field, value)).sum();
    (elements_of_sets(&saved) == expected).then_some(saved)
}

/// How many elements the sets in a planned value have if none of them become one.
fn elements(field: &Field, value: &Value) -> usize {
    let block = match field.nested_block() {
        Some((_, block)) if !value.is_unknown() => block,
        _ => return elements_of_sets(&fill_field(field, value, "")),
    };
    let object = |object: &Value| -> usize {
        let values = object.as_object().into_iter().flatten();
        let fields = block.fields.iter().zip(values);
        fields.map(|(field, value)| elements(field, value)).sum()
    };
    match value {
        Value::List(list) => list.iter().map(object).sum(),
        Value::Set(set) => set.len() + set.iter().map(object).sum::<usize>(),
        Value::Map(map) => map.values().map(object).sum(),
        single => object(single),
    }
}

/// Terraform 1.11.4 crashes where it looks for write-only attributes in a nested attribute with a
/// null element, and where elements of a map block differ in the types that it works out for them
/// (values of any type, nested attributes).
fn crashes(block: &Block, nested: bool, in_map: bool) -> bool {
    block.fields.iter().any(|field| match &field.kind {
        Kind::Attribute { ty } => {
            nested && field.is(Flags::WRITE_ONLY) || in_map && **ty == Type::Dynamic
        }
        Kind::Nested { block, .. } => in_map || crashes(block, true, in_map),
        Kind::Block { nesting, block, .. } => {
            crashes(block, nested, in_map || *nesting == Nesting::Map)
        }
        _ => unreachable!("another kind of field"),
    })
}

/// Terraform 1.11.4 crashes too where it looks for sensitive attributes in a null element of a
/// nested attribute.
fn hides_null(block: &Block, object: &Value) -> bool {
    let values = object.as_object().unwrap_or_default();
    block.fields.iter().zip(values).any(|(field, value)| {
        let Some((nesting, inner)) = field.nested_block() else {
            return false;
        };
        let nested = matches!(field.kind, Kind::Nested { .. });
        let elements: Vec<&Value> = match nesting {
            Nesting::Single | Nesting::Group => vec![value],
            Nesting::List | Nesting::Set | Nesting::Map => value.children().collect(),
        };
        elements.into_iter().any(|element| match element {
            Value::Null => {
                let grouped = !matches!(nesting, Nesting::Single | Nesting::Group);
                nested && grouped && holds(inner, is_sensitive)
            }
            element => hides_null(inner, element),
        })
    })
}

fn is_sensitive(field: &Field) -> bool {
    field.is(Flags::SENSITIVE)
}

fn is_dynamic(field: &Field) -> bool {
    matches!(&field.kind, Kind::Attribute { ty } if ty.has_dynamic())
}

fn holds(block: &Block, what: fn(&Field) -> bool) -> bool {
    block.fields.iter().any(|field| {
        let nested = field.nested_block();
        what(field) || nested.is_some_and(|(_, block)| holds(block, what))
    })
}

/// The resource of the values that are not known before apply.
pub const UNKNOWN: &str = "later";

struct Writer<'a> {
    seed: u64,
    unknown: &'a mut Map<String, Json>,
}

fn list(value: &Value) -> &[Value] {
    match value {
        Value::List(elements) | Value::Object(elements) => elements,
        Value::Set(elements) => elements.as_slice(),
        _ => &[],
    }
}

impl Writer<'_> {
    /// A reference to a value that Terraform does not know before apply.
    fn later(&mut self, value: Json) -> Json {
        let name = format!("u{}_{}", self.seed, self.unknown.len());
        let reference = format!("${{terraform_data.{UNKNOWN}.output.{name}}}");
        self.unknown.insert(name, value);
        Json::from(reference)
    }

    fn object(&mut self, block: &Block, value: &Value, resolved: &Value) -> Json {
        let (Value::Object(values), Value::Object(resolved)) = (value, resolved) else {
            return Json::Null;
        };
        let fields = block.fields.iter().zip(values.iter().zip(resolved));
        let members = fields.filter_map(|(field, (value, resolved))| {
            let json = self.field(field, value, resolved);
            (!json.is_null()).then(|| (field.name.to_string(), json))
        });
        Json::Object(members.collect())
    }

    fn field(&mut self, field: &Field, value: &Value, resolved: &Value) -> Json {
        match &field.kind {
            Kind::Attribute { ty } => self.leaf(ty, value, resolved),
            Kind::Nested { block, .. } => {
                // Terraform takes an unknown of an object with a value of any type for an unknown
                // of any type, and then no plan for it is right.
                let refers = !holds(block, is_dynamic);
                if value.is_unknown() && refers {
                    return self.later(known(&field.implied_type(), resolved));
                }
                let value = if value.is_unknown() { resolved } else { value };
                let ty = block.implied_type();
                self.each(
                    value,
                    resolved,
                    &mut |writer, value, resolved| match value.is_unknown() {
                        true if refers => writer.later(known(&ty, resolved)),
                        true => writer.object(block, resolved, resolved),
                        false => writer.object(block, value, resolved),
                    },
                )
            }
            Kind::Block { block, .. } => {
                // Unknown blocks would need a `dynamic` block; they come as they turn out.
                let value = if value.is_unknown() { resolved } else { value };
                if matches!(value, Value::Map(map) if map.is_empty()) {
                    // In JSON it is read as a block without its label.
                    return Json::Null;
                }
                self.each(value, resolved, &mut |writer, value, resolved| {
                    writer.object(block, value, resolved)
                })
            }
            _ => unreachable!("another kind of field"),
        }
    }

    fn each(
        &mut self,
        value: &Value,
        resolved: &Value,
        element: &mut dyn FnMut(&mut Self, &Value, &Value) -> Json,
    ) -> Json {
        match (value, resolved) {
            (Value::List(_) | Value::Set(_), _) => {
                let pairs = list(value).iter().zip(list(resolved));
                pairs.map(|(v, r)| element(self, v, r)).collect()
            }
            (Value::Map(values), Value::Map(resolved)) => {
                let mut members = Map::new();
                for (key, value) in values {
                    let json = element(self, value, resolved.get(key).unwrap_or(value));
                    members.insert(key.to_string(), json);
                }
                Json::Object(members)
            }
            (single, resolved) => element(self, single, resolved),
        }
    }

    fn leaf(&mut self, ty: &Type, value: &Value, resolved: &Value) -> Json {
        if value.is_wholly_known() {
            return known(ty, value);
        }
        if value.is_unknown() {
            return self.later(known(ty, resolved));
        }
        match (ty, value, resolved) {
            (_, Value::Dynamic(value), Value::Dynamic(resolved)) => {
                self.leaf(&value.ty, &value.value, &resolved.value)
            }
            (Type::Tuple(types), Value::List(values), Value::List(resolved)) => {
                let pairs = types.iter().zip(values.iter().zip(resolved));
                pairs.map(|(ty, (v, r))| self.leaf(ty, v, r)).collect()
            }
            (Type::Object(attributes), Value::Object(values), Value::Object(resolved)) => {
                let mut members = Map::new();
                for (attribute, (v, r)) in attributes.iter().zip(values.iter().zip(resolved)) {
                    members.insert(attribute.name.to_string(), self.leaf(&attribute.ty, v, r));
                }
                Json::Object(members)
            }
            _ => {
                let ty = ty.element().cloned().unwrap_or(Type::Dynamic);
                self.each(value, resolved, &mut |writer, value, resolved| {
                    writer.leaf(&ty, value, resolved)
                })
            }
        }
    }
}

/// A known value as Terraform's JSON.
fn known(ty: &Type, value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Dynamic(dynamic) => known(&dynamic.ty, &dynamic.value),
        _ => {
            let text = json::encode(ty, value);
            text.ok()
                .and_then(|text| serde_json::from_str(&text).ok())
                .unwrap_or(Json::Null)
        }
    }
}
