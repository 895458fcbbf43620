//! Random schemas that keep the rules.

use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{
    Block, Default, Extra, Field, FieldPath, Flags, Kind, Nesting, Schema, SchemaKind,
    SuppressRequest, Timeout,
};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::random::Random;
use super::values::known;

/// Where a block stands.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    in_set: bool,
    /// In a collection whose elements all have one type.
    one_type: bool,
    /// In a nested attribute, where there are no blocks.
    in_attribute: bool,
    /// In a computed structure, where nothing can be configured.
    computed: bool,
}

/// A resource's schema, with `id` and perhaps `timeouts`.
#[must_use]
pub fn schema(random: &mut Random) -> Ref<Schema> {
    let place = Place {
        depth: 1,
        in_set: false,
        one_type: false,
        in_attribute: false,
        computed: false,
    };
    let mut fields = fields(random, place);
    fields.push(field(
        "id",
        attribute(Type::String),
        Flags::COMPUTED.with(Flags::IMPLIED),
    ));
    let mut timeouts = Vec::new();
    if random.percent(15) {
        timeouts.push(Timeout {
            operation: Text::text("create"),
            nanoseconds: 60_000_000_000,
        });
        let inner = field(
            "create",
            attribute(Type::String),
            Flags::OPTIONAL.with(Flags::NULLABLE),
        );
        let kind = Kind::Block {
            nesting: Nesting::Single,
            block: block(vec![inner]),
            min_items: 0,
            max_items: 1,
        };
        fields.push(field("timeouts", kind, Flags::IMPLIED));
    }
    let schema = Schema {
        kind: SchemaKind::Resource,
        type_name: Text::text("x_y"),
        version: 0,
        block: block(fields),
        timeouts: timeouts.into(),
    };
    Ref::Shared(schema.into())
}

fn block(mut fields: Vec<Field>) -> Ref<Block> {
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    Ref::Shared(
        Block {
            fields: fields.into(),
            description: Text::text(""),
            deprecated: Text::text(""),
        }
        .into(),
    )
}

fn field(name: &str, kind: Kind, flags: Flags) -> Field {
    Field {
        name: name.to_owned().into(),
        kind,
        flags,
        description: Text::text(""),
        extras: Ref::empty(),
    }
}

fn attribute(ty: Type) -> Kind {
    Kind::Attribute {
        ty: Ref::Shared(ty.into()),
    }
}

fn fields(random: &mut Random, place: Place) -> Vec<Field> {
    let count = 1 + random.below(if place.depth == 1 { 6 } else { 4 });
    let mut fields: Vec<Field> = (0..count)
        .map(|i| one(random, place, &format!("f{i}")))
        .collect();
    depend(random, &mut fields);
    fields
}

fn one(random: &mut Random, place: Place, name: &str) -> Field {
    let deeper = place.depth < 4 && random.percent(if place.depth == 1 { 45 } else { 30 });
    let mut made = if deeper && !place.in_attribute && random.percent(60) {
        nested_block(random, place, name)
    } else if deeper {
        nested_attribute(random, place, name)
    } else {
        leaf(random, place, name)
    };
    let configurable = made.is_block() || made.is_configurable();
    if configurable && random.percent(12) {
        made.flags = made.flags.with(Flags::FORCE_NEW);
    }
    if random.percent(5) {
        made.flags = made.flags.with(Flags::SENSITIVE);
    }
    made
}

fn presence(random: &mut Random, place: Place) -> Flags {
    if place.computed {
        return Flags::COMPUTED;
    }
    match random.below(8) {
        0 | 1 => Flags::REQUIRED,
        2 | 3 => Flags::OPTIONAL,
        4 => Flags::COMPUTED,
        _ => Flags::OPTIONAL.with(Flags::COMPUTED),
    }
}

fn nested_block(random: &mut Random, place: Place, name: &str) -> Field {
    let nesting = *random.pick(&[
        Nesting::List,
        Nesting::List,
        Nesting::Set,
        Nesting::Set,
        Nesting::Single,
        Nesting::Map,
        Nesting::Group,
    ]);
    let inside = Place {
        depth: place.depth + 1,
        in_set: place.in_set || nesting == Nesting::Set,
        one_type: place.one_type || nesting == Nesting::Set,
        ..place
    };
    let kind = Kind::Block {
        nesting,
        block: block(fields(random, inside)),
        min_items: 0,
        max_items: 0,
    };
    let mut made = field(name, kind, Flags::NONE);
    made.extras = set_key(random, nesting).into();
    made
}

fn nested_attribute(random: &mut Random, place: Place, name: &str) -> Field {
    let nesting = *random.pick(&[Nesting::List, Nesting::Set, Nesting::Single, Nesting::Map]);
    let flags = presence(random, place);
    let inside = Place {
        depth: place.depth + 1,
        in_set: place.in_set || nesting == Nesting::Set,
        one_type: place.one_type || nesting != Nesting::Single,
        in_attribute: true,
        computed: flags == Flags::COMPUTED,
    };
    let kind = Kind::Nested {
        nesting,
        block: block(fields(random, inside)),
    };
    let nullable = if random.percent(50) {
        Flags::NULLABLE
    } else {
        Flags::NONE
    };
    let mut made = field(name, kind, flags.with(nullable));
    made.extras = set_key(random, nesting).into();
    made
}

fn set_key(random: &mut Random, nesting: Nesting) -> Vec<Extra> {
    // The first field decides.
    fn first(element: &Value) -> Value {
        match element {
            Value::Object(values) => values.first().cloned().unwrap_or(Value::Null),
            _ => Value::Null,
        }
    }
    if nesting == Nesting::Set && random.percent(20) {
        vec![Extra::SetKey { key: first }]
    } else {
        Vec::new()
    }
}

fn leaf(random: &mut Random, place: Place, name: &str) -> Field {
    let ty = ty(random, !place.one_type);
    let mut flags = presence(random, place);
    let mut extras = Vec::new();
    let scalar = ty.is_primitive();
    if flags == Flags::OPTIONAL && random.percent(30) && ty != Type::Dynamic {
        let default = Default::Value(known(random, &ty));
        extras.push(Extra::Default { default });
    } else if !place.in_set && !flags.has(Flags::COMPUTED) && random.percent(8) {
        flags = flags.with(Flags::WRITE_ONLY);
    }
    if flags.has(Flags::COMPUTED) && random.percent(10) {
        flags = flags.with(Flags::VOLATILE);
    }
    if ty == Type::String && !flags.has(Flags::WRITE_ONLY) && random.percent(25) {
        extras.push(if place.in_set || random.percent(50) {
            Extra::Canonical { canonical: lower }
        } else {
            Extra::Suppress {
                suppress: same_lower,
            }
        });
    }
    if !scalar || random.percent(50) {
        flags = flags.with(Flags::NULLABLE);
    }
    let mut made = field(name, attribute(ty), flags);
    made.extras = extras.into();
    made
}

fn lower(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.to_lowercase()),
        other => other.clone(),
    }
}

fn same_lower(_: &SuppressRequest<'_>, old: &Value, new: &Value) -> bool {
    lower(old) == lower(new)
}

fn ty(random: &mut Random, dynamic: bool) -> Type {
    let scalars = [Type::String, Type::Number, Type::Bool];
    match random.below(20) {
        0..=10 => random.pick(&scalars).clone(),
        11 | 12 => Type::list(random.pick(&scalars).clone()),
        13 | 14 => Type::set(random.pick(&scalars).clone()),
        15 | 16 => Type::map(random.pick(&scalars).clone()),
        17 => Type::object([("a", Type::String), ("b", Type::list(Type::Number))]),
        18 => Type::tuple(vec![Type::Bool, Type::String]),
        _ if dynamic => Type::Dynamic,
        _ => Type::list(Type::set(Type::String)),
    }
}

/// Lets computed fields depend on others beside them.
fn depend(random: &mut Random, fields: &mut [Field]) {
    let targets: Vec<Vec<Text>> = fields
        .iter()
        .flat_map(|field| {
            let own = vec![field.name.clone()];
            let inner = field.nested_block().and_then(|(_, block)| {
                let inner = block.fields.first()?;
                Some(vec![field.name.clone(), inner.name.clone()])
            });
            [Some(own), inner]
        })
        .flatten()
        .collect();
    for field in fields {
        if !field.is(Flags::COMPUTED) || !random.percent(30) {
            continue;
        }
        let target = random.pick(&targets).clone();
        if target.first() == Some(&field.name) {
            continue;
        }
        let mut extras = field.extras.to_vec();
        extras.push(Extra::WhenChanged {
            fields: vec![FieldPath::from(target)].into(),
        });
        field.extras = extras.into();
    }
}
