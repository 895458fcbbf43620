//! The inputs of the plans: resources with one changed value, or one unknown in every element.

use schema_runtime::number::Number;
use schema_runtime::plan::{PlanInput, ResourcePlan, plan};
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{
    Block, Environment, Extra, Field, Flags, Kind, Nesting, Predicate, Schema, SchemaKind,
    Validator,
};
use schema_runtime::ty::Type;
use schema_runtime::validators;
use schema_runtime::value::Value;

fn field(name: &'static str, kind: Kind, flags: Flags) -> Field {
    Field {
        name: Text::text(name),
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

fn block(mut fields: Vec<Field>) -> Ref<Block> {
    fields.sort_by(|a, b| a.name.cmp(&b.name));
    Ref::Shared(
        Block {
            fields: fields.into(),
            description: Text::text(""),
            deprecated: Text::text(""),
            other_kind: false,
        }
        .into(),
    )
}

fn schema(fields: Vec<Field>) -> Ref<Schema> {
    let mut fields = fields;
    fields.push(field("id", attribute(Type::String), Flags::COMPUTED));
    Ref::Shared(
        Schema {
            kind: SchemaKind::Resource,
            type_name: Text::text("x_y"),
            version: 0,
            block: block(fields),
            timeouts: Ref::empty(),
            subcategory: Ref::text(""),
        }
        .into(),
    )
}

/// The block of the Go SDK's figures: cidrs, from, protocol, to.
fn rule(computed: bool) -> Ref<Block> {
    let mut fields = vec![
        field(
            "cidrs",
            attribute(Type::list(Type::String)),
            Flags::OPTIONAL,
        ),
        field("from", attribute(Type::Number), Flags::REQUIRED),
        field("protocol", attribute(Type::String), Flags::OPTIONAL),
        field("to", attribute(Type::Number), Flags::REQUIRED),
    ];
    if computed {
        fields.push(field("uuid", attribute(Type::String), Flags::COMPUTED));
    }
    block(fields)
}

/// The same with validators.
fn validated_rule() -> Ref<Block> {
    let mut fields = rule(false).fields.to_vec();
    for field in &mut fields {
        let validator = match &*field.name {
            "cidrs" => validators::each([validators::length(9..=18)]),
            "protocol" => validators::one_of(["icmp", "tcp", "udp"]),
            _ => validators::range(-1..),
        };
        field.extras = vec![Extra::Validate { validator }].into();
    }
    block(fields)
}

fn with_blocks(nesting: Nesting, computed: bool) -> Ref<Schema> {
    with_blocks_of(nesting, rule(computed))
}

fn with_blocks_of(nesting: Nesting, block: Ref<Block>) -> Ref<Schema> {
    let kind = Kind::Block {
        nesting,
        block,
        min_items: 0,
        max_items: 0,
    };
    schema(vec![field("rule", kind, Flags::NONE)])
}

/// What happens to an element: nothing, a change, or an unknown inside.
#[derive(Clone, Copy, PartialEq)]
enum As {
    Same,
    Changed,
    Unknown,
}

fn element(i: usize, how: As, uuid: Option<bool>) -> Value {
    let from = match how {
        As::Same => Value::from(i as i64),
        As::Changed => Value::from(-1),
        As::Unknown => Value::UNKNOWN,
    };
    let mut fields = vec![
        Value::List(vec![Value::from(format!("10.0.{}.0/24", i % 250))]),
        from,
        Value::from("tcp"),
        Value::from(i as i64 + 1),
    ];
    match uuid {
        Some(true) => fields.push(Value::from(format!("uuid-{i}"))),
        Some(false) => fields.push(Value::Null),
        None => {}
    }
    Value::Object(fields)
}

fn collection(nesting: Nesting, elements: impl Iterator<Item = Value>) -> Value {
    match nesting {
        Nesting::Set => Value::Set(elements.collect()),
        _ => Value::List(elements.collect()),
    }
}

pub(crate) struct Input {
    pub(crate) schema: Ref<Schema>,
    pub(crate) prior: Value,
    pub(crate) config: Value,
}

impl Input {
    pub(crate) fn blocks(n: usize, nesting: Nesting, computed: bool, unknown: bool) -> Input {
        let last = n.saturating_sub(1);
        let prior = (0..n).map(|i| element(i, As::Same, computed.then_some(true)));
        let config = (0..n).map(|i| {
            let how = match unknown {
                true => As::Unknown,
                false if i == last => As::Changed,
                false => As::Same,
            };
            element(i, how, computed.then_some(false))
        });
        Input {
            schema: with_blocks(nesting, computed),
            prior: Value::Object(vec![Value::from("id-1"), collection(nesting, prior)]),
            config: Value::Object(vec![Value::Null, collection(nesting, config)]),
        }
    }

    /// A set in which every field has a validator.
    pub(crate) fn validated(n: usize) -> Input {
        Input {
            schema: with_blocks_of(Nesting::Set, validated_rule()),
            ..Input::blocks(n, Nesting::Set, false, false)
        }
    }

    /// A set with a computed field in which every element is new.
    pub(crate) fn renewed(n: usize) -> Input {
        let all = |computed: bool, from: usize| {
            let elements = (from..from + n).map(|i| element(i, As::Same, Some(computed)));
            collection(Nesting::Set, elements)
        };
        Input {
            schema: with_blocks(Nesting::Set, true),
            prior: Value::Object(vec![Value::from("id-1"), all(true, 0)]),
            config: Value::Object(vec![Value::Null, all(false, n)]),
        }
    }

    pub(crate) fn map(n: usize) -> Input {
        let map = |changed: &str| {
            let entries = (0..n).map(|i| {
                let value = if i == 0 { changed } else { "value" };
                (format!("key-{i}").into(), Value::from(value))
            });
            Value::Map(entries.collect())
        };
        Input {
            schema: schema(vec![field(
                "labels",
                attribute(Type::map(Type::String)),
                Flags::OPTIONAL,
            )]),
            prior: Value::Object(vec![Value::from("id-1"), map("old")]),
            config: Value::Object(vec![Value::Null, map("new")]),
        }
    }

    pub(crate) fn flat() -> Input {
        let names: Vec<&'static str> = (0..30)
            .map(|i| &*Box::leak(format!("field_{i:02}").into_boxed_str()))
            .collect();
        let fields = names
            .iter()
            .map(|&name| field(name, attribute(Type::String), Flags::OPTIONAL));
        let values = |first: &str, id: Value| {
            let fields = (0..30).map(|i| Value::from(if i == 0 { first } else { "some value" }));
            Value::Object(fields.chain([id]).collect())
        };
        Input {
            schema: schema(fields.collect()),
            prior: values("old", Value::from("id-1")),
            config: values("new", Value::Null),
        }
    }

    /// Numbers with a fraction: halves, which are floats on the wire, and tenths, which are
    /// strings. Each has limits, like those of a Rust type.
    pub(crate) fn fractions() -> Input {
        let names: Vec<&'static str> = (0..30)
            .map(|i| &*Box::leak(format!("field_{i:02}").into_boxed_str()))
            .collect();
        let limits = || Extra::Validate {
            validator: Validator::Value {
                predicate: Predicate::Float { max: 1e300 },
            },
        };
        let fields = names.iter().map(|&name| Field {
            extras: vec![limits()].into(),
            ..field(name, attribute(Type::Number), Flags::OPTIONAL)
        });
        let number = |text: &str| Value::from(text.parse::<Number>().expect("a number"));
        let half = || Value::from(Number::from_f64(0.5).expect("a number"));
        let values = |first: &str, id: Value| {
            let fields = (0..30).map(|i| match i {
                0 => number(first),
                _ if i % 2 == 0 => number("0.1"),
                _ => half(),
            });
            Value::Object(fields.chain([id]).collect())
        };
        Input {
            schema: schema(fields.collect()),
            prior: values("0.2", Value::from("id-1")),
            config: values("0.3", Value::Null),
        }
    }

    pub(crate) fn plan_input(&self) -> PlanInput {
        PlanInput {
            schema: self.schema.clone(),
            prior: self.prior.clone(),
            config: self.config.clone(),
        }
    }

    pub(crate) fn plan(&self) -> ResourcePlan {
        plan(self.plan_input(), &Environment::default())
    }
}
