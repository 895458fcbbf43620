//! The schemas of both programs, and what they have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use schema_client::proto::v6::{self, get_provider_schema};
use schema_runtime::dynamic;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Kind as FieldKind, Schema};
use schema_runtime::value::Value;

use crate::side::Kind;

/// The schemas of one program.
pub type Schemas = BTreeMap<(Kind, String), Schema>;

/// Reads a program's answer.
///
/// # Errors
/// A schema is invalid; the message names it.
pub(crate) fn read(answer: &get_provider_schema::Response) -> Result<Schemas, String> {
    let mut all = Schemas::new();
    let mut add = |kind: Kind, name: &str, schema: &v6::Schema| {
        let wrong = |error: &dyn Display| format!("the schema of {kind} {name}: {error}");
        let json = schema_client::schema_json(schema).map_err(|error| wrong(&error))?;
        let read = dynamic::read_schema(kind.elsewhere().0, name, &json);
        let read = read.map_err(|error| wrong(&error))?;
        all.insert((kind, name.to_owned()), read);
        Ok::<_, String>(())
    };
    if let Some(schema) = &answer.provider {
        add(Kind::Provider, "", schema)?;
    }
    for (kind, schemas) in [
        (Kind::Resource, &answer.resource_schemas),
        (Kind::DataSource, &answer.data_source_schemas),
        (Kind::Ephemeral, &answer.ephemeral_resource_schemas),
    ] {
        for (name, schema) in schemas {
            add(kind, name, schema)?;
        }
    }
    Ok(all)
}

/// A type that both programs have.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) kind: Kind,
    /// Its name; empty for the provider.
    pub(crate) name: String,
    pub(crate) old: Schema,
    pub(crate) new: Schema,
    /// The common part, which is compared: as in the old schema, but sensitive if either schema
    /// says so.
    pub(crate) common: Block,
    /// The paths that are not compared, because only one program has them or their types differ.
    pub(crate) left_out: Vec<String>,
}

impl Pair {
    /// Its name in reports.
    pub(crate) fn label(&self) -> String {
        format!("{} {}", self.kind, self.name).trim_end().to_owned()
    }
}

/// The types that both programs have, and the names of those that only one has.
pub(crate) fn pairs(old: &Schemas, new: &Schemas) -> (Vec<Pair>, Vec<String>) {
    let (mut pairs, mut alone) = (Vec::new(), Vec::new());
    let all: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    for key @ (kind, name) in all {
        let (Some(old), Some(new)) = (old.get(key), new.get(key)) else {
            alone.push(format!("{kind} {name}").trim_end().to_owned());
            continue;
        };
        let mut left_out = Vec::new();
        pairs.push(Pair {
            kind: *kind,
            name: name.clone(),
            common: common(&old.block, &new.block, "", &mut left_out),
            left_out,
            old: old.clone(),
            new: new.clone(),
        });
    }
    (pairs, alone)
}

fn common(old: &Block, new: &Block, around: &str, left_out: &mut Vec<String>) -> Block {
    let at = |name: &str| format!("{around}{name}");
    let fields = new.fields.iter();
    let missing = fields.filter(|field| old.field(&field.name).is_none());
    left_out.extend(missing.map(|field| at(&field.name)));
    let mut fields = Vec::new();
    for field in old.fields.iter() {
        let path = at(&field.name);
        let Some(other) = new.field(&field.name) else {
            left_out.push(path);
            continue;
        };
        let mut shared = match (field.nested_block(), other.nested_block()) {
            (Some((nesting, a)), Some((as_new, b))) if nesting == as_new => {
                with_block(field, common(a, b, &format!("{path}."), left_out))
            }
            _ if field.implied_type() == other.implied_type() => field.clone(),
            _ => {
                left_out.push(path);
                continue;
            }
        };
        if other.is_secret() {
            shared.flags = shared.flags.with(Flags::SENSITIVE);
        }
        fields.push(shared);
    }
    Block {
        fields: fields.into(),
        ..old.clone()
    }
}

fn with_block(field: &Field, inside: Block) -> Field {
    let mut field = field.clone();
    match &mut field.kind {
        FieldKind::Nested { block, .. } | FieldKind::Block { block, .. } => {
            *block = Ref::Shared(inside.into());
        }
        _ => {}
    }
    field
}

/// Converts an object of one schema to another: by name; fields that the first lacks are absent.
pub(crate) fn project(from: &Block, to: &Block, value: &Value) -> Value {
    convert(from, to, value, &|_, _, value| value.clone())
}

/// The same for a configuration. Where the second schema has a nested attribute for a block, no
/// block is no attribute: an empty one would be configured.
pub(crate) fn project_config(from: &Block, to: &Block, value: &Value) -> Value {
    convert(from, to, value, &|own, field, value| match own.is_block()
        && !field.is_block()
        && *value == own.absent_value()
    {
        true => Value::Null,
        false => value.clone(),
    })
}

fn convert(
    from: &Block,
    to: &Block,
    value: &Value,
    one: &impl Fn(&Field, &Field, &Value) -> Value,
) -> Value {
    let Value::Object(values) = value else {
        return value.clone();
    };
    let fields = to.fields.iter().map(|field| {
        let Some((at, own)) = from.find(&field.name) else {
            return field.absent_value();
        };
        let value = one(own, field, values.get(at).unwrap_or(&Value::Null));
        match (own.nested_block(), field.nested_block()) {
            (Some((_, a)), Some((_, b))) => value.map_objects(|object| convert(a, b, object, one)),
            _ => value,
        }
    });
    Value::Object(fields.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::of_json;
    use schema_runtime::dynamic::read_block;
    use serde_json::json;

    #[test]
    fn no_block_is_no_nested_attribute() {
        let inside = json!({"attributes": {"name": {"type": "string", "optional": true}}});
        let old = json!({"block_types": {"rule": {"nesting_mode": "list", "block": inside}}});
        let nested = json!({"nesting_mode": "list", "attributes": inside["attributes"]});
        let new = json!({"attributes": {
            "rule": {"nested_type": nested, "optional": true, "computed": true},
        }});
        let [old, new] = [old, new].map(|block| read_block(&block).unwrap());
        let [none, one] =
            [json!([]), json!([{"name": "a"}])].map(|rules| of_json(&old, &json!({"rule": rules})));
        let null = Value::Object(vec![Value::Null]);
        assert_eq!(project_config(&old, &new, &none), null);
        assert_eq!(project_config(&old, &new, &one), one);
        assert_eq!(project_config(&old, &old, &none), none);
        // A stored object is what it is.
        assert_eq!(project(&old, &new, &none), none);
    }
}
