//! Random schemas that keep the rules.

use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{
    Block, Default, Extra, Field, FieldPath, Flags, Kind, Nesting, Schema, SchemaKind,
    SuppressRequest, Timeout,
};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::cells::{Cell, DEPTH, Mode, Shape, State};
use super::random::Random;
use super::values::known;

/// The field on the way to the one that a case is about.
pub(super) const CHAIN: &str = "chain";

/// The field that a case is about.
pub(super) const GOAL: &str = "goal";

/// The position of a block.
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
    /// The field that the case is about, which this block contains at some depth.
    goal: Option<Cell>,
}

/// A resource's schema, with `id` and perhaps `timeouts`, and with a field `goal` of this mode and
/// type at this depth.
#[must_use]
pub fn schema(random: &mut Random, goal: Option<Cell>) -> Ref<Schema> {
    let place = Place {
        depth: 1,
        in_set: false,
        one_type: false,
        in_attribute: false,
        computed: false,
        goal,
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
        subcategory: Ref::text(""),
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
            other_kind: false,
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
    // Most problems show in small schemas.
    let count = 1 + random.below(match (place.goal, place.depth) {
        (None, 1) => 6,
        (None, _) => 4,
        _ => 2,
    });
    let mut fields: Vec<Field> = (0..count)
        .map(|i| {
            one(
                random,
                Place {
                    goal: None,
                    ..place
                },
                &format!("f{i}"),
            )
        })
        .collect();
    if let Some(goal) = place.goal {
        fields.push(if goal.depth == place.depth {
            wanted(random, place, goal)
        } else {
            on_the_way(random, place, goal)
        });
    }
    depend(random, &mut fields);
    fields
}

fn one(random: &mut Random, place: Place, name: &str) -> Field {
    let deeper = place.depth < DEPTH && random.percent(if place.depth == 1 { 45 } else { 30 });
    let mut made = if deeper && !place.in_attribute && random.percent(60) {
        let nesting = *random.pick(&BLOCKS);
        nested_block(random, place, name, nesting)
    } else if deeper {
        let nesting = *random.pick(&ATTRIBUTES);
        let flags = presence(random, place);
        nested_attribute(random, place, name, nesting, flags)
    } else {
        let ty = ty(random, !place.one_type);
        let mut flags = presence(random, place);
        if !place.in_set && !flags.has(Flags::COMPUTED) && random.percent(8) {
            flags = flags.with(Flags::WRITE_ONLY);
        }
        leaf(random, place, name, ty, flags, None)
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

/// The field that a case is about.
fn wanted(random: &mut Random, place: Place, goal: Cell) -> Field {
    let flags = match goal.mode {
        Mode::Required => Flags::REQUIRED,
        Mode::Optional | Mode::Default => Flags::OPTIONAL,
        Mode::Computed => Flags::COMPUTED,
        Mode::Both => Flags::OPTIONAL.with(Flags::COMPUTED),
        Mode::WriteOnly if goal.state == State::Null => Flags::OPTIONAL,
        Mode::WriteOnly => *random.pick(&[Flags::OPTIONAL, Flags::REQUIRED]),
        Mode::Block => Flags::NONE,
    };
    let place = Place {
        goal: None,
        ..place
    };
    let mut made = match goal.shape.nesting() {
        Some(nesting) if goal.mode == Mode::Block => nested_block(random, place, GOAL, nesting),
        Some(nesting) => nested_attribute(random, place, GOAL, nesting, flags),
        None => {
            let ty = shaped(random, goal.shape);
            let flags = match goal.mode {
                Mode::WriteOnly => flags.with(Flags::WRITE_ONLY),
                _ => flags,
            };
            let default = Some(goal.mode == Mode::Default);
            let mut made = leaf(random, place, GOAL, ty, flags, default);
            if goal.state == State::InPart {
                // A value with semantic equality must not be partly known (see the configurations).
                let mut extras = made.extras.to_vec();
                extras.retain(|extra| !is_equality(extra));
                made.extras = extras.into();
            }
            made
        }
    };
    if let (Kind::Block { min_items, .. }, State::Null) = (&mut made.kind, goal.state) {
        *min_items = 0;
    }
    if goal.mode != Mode::Computed && random.percent(20) {
        made.flags = made.flags.with(Flags::FORCE_NEW);
    }
    made
}

/// A nested field that leads to the one that the case is about.
fn on_the_way(random: &mut Random, place: Place, goal: Cell) -> Field {
    let one_type = goal.shape == Shape::Dynamic;
    let no_set = one_type || goal.mode == Mode::WriteOnly;
    let block = !place.in_attribute && (goal.mode == Mode::Block || random.percent(50));
    let nestings: &[Nesting] = match (block, no_set, one_type) {
        (true, true, _) => &[Nesting::List, Nesting::Single, Nesting::Map, Nesting::Group],
        (true, ..) => &BLOCKS,
        (false, _, true) => &[Nesting::Single],
        (false, true, _) => &[Nesting::List, Nesting::Single, Nesting::Map],
        (false, ..) => &ATTRIBUTES,
    };
    let nesting = *random.pick(nestings);
    if block {
        return nested_block(random, place, CHAIN, nesting);
    }
    let both = Flags::OPTIONAL.with(Flags::COMPUTED);
    let flags = *random.pick(&[Flags::REQUIRED, Flags::OPTIONAL, both]);
    nested_attribute(random, place, CHAIN, nesting, flags)
}

const BLOCKS: [Nesting; 7] = [
    Nesting::List,
    Nesting::List,
    Nesting::Set,
    Nesting::Set,
    Nesting::Single,
    Nesting::Map,
    Nesting::Group,
];

const ATTRIBUTES: [Nesting; 4] = [Nesting::List, Nesting::Set, Nesting::Single, Nesting::Map];

fn nested_block(random: &mut Random, place: Place, name: &str, nesting: Nesting) -> Field {
    let inside = Place {
        depth: place.depth + 1,
        in_set: place.in_set || nesting == Nesting::Set,
        one_type: place.one_type || nesting == Nesting::Set,
        ..place
    };
    let (min_items, max_items) = match nesting {
        // A required block, or one that may be omitted.
        Nesting::Single => (u32::from(random.percent(25)), 1),
        Nesting::List if random.percent(30) => (random.below(3) as u32, 3),
        // Elements of a set may become one.
        Nesting::Set if random.percent(30) => (random.below(2) as u32, 3),
        _ => (0, 0),
    };
    let kind = Kind::Block {
        nesting,
        block: block(fields(random, inside)),
        min_items,
        max_items,
    };
    let mut made = field(name, kind, Flags::NONE);
    made.extras = set_key(random, nesting).into();
    made
}

fn nested_attribute(
    random: &mut Random,
    place: Place,
    name: &str,
    nesting: Nesting,
    flags: Flags,
) -> Field {
    let inside = Place {
        depth: place.depth + 1,
        in_set: place.in_set || nesting == Nesting::Set,
        one_type: place.one_type || nesting != Nesting::Single,
        in_attribute: true,
        computed: place.computed || flags == Flags::COMPUTED,
        ..place
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
    // Configurations here have null elements, which a derived schema rejects.
    let flags = flags.with(nullable).with(Flags::HOLDS_NULLS);
    let mut made = field(name, kind, flags);
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

/// The value as a default, in each of the ways that a default is given.
fn default_of(value: Value) -> Default {
    let environment = |fallback: Option<&'static str>| Default::Environment {
        names: vec![Text::text("STRICT_NOT_SET")].into(),
        fallback: fallback.map(Text::text),
    };
    match value.as_str() {
        Some("A") => environment(Some("A")),
        Some("b") => Default::Function(|_| Ok(Value::from("b"))),
        // There is none here.
        Some("") => environment(None),
        _ => Default::Value(value),
    }
}

/// An attribute of this type; `default` says whether it has one, else chance does.
fn leaf(
    random: &mut Random,
    place: Place,
    name: &str,
    ty: Type,
    mut flags: Flags,
    default: Option<bool>,
) -> Field {
    let mut extras = Vec::new();
    let scalar = ty.is_primitive();
    if flags == Flags::OPTIONAL && default.unwrap_or_else(|| random.percent(30)) {
        let default = default_of(known(random, &ty));
        extras.push(Extra::Default { default });
    }
    if flags.has(Flags::COMPUTED) && random.percent(10) {
        flags = flags.with(Flags::VOLATILE);
    }
    let texts = ty == Type::String || ty == Type::list(Type::String);
    if texts && !flags.has(Flags::WRITE_ONLY) && random.percent(25) {
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

/// Whether it lets values that differ mean the same.
pub(super) fn is_equality(extra: &Extra) -> bool {
    matches!(extra, Extra::Canonical { .. } | Extra::Suppress { .. })
}

fn lower(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::from(text.to_lowercase()),
        Value::List(elements) => Value::List(elements.iter().map(lower).collect()),
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

/// A type of this shape.
fn shaped(random: &mut Random, shape: Shape) -> Type {
    let element = random
        .pick(&[Type::String, Type::Number, Type::Bool])
        .clone();
    match shape {
        Shape::Number => Type::Number,
        Shape::Bool => Type::Bool,
        Shape::Dynamic => Type::Dynamic,
        Shape::List => Type::list(element),
        Shape::Set => Type::set(element),
        Shape::Map => Type::map(element),
        Shape::Tuple => Type::tuple(vec![Type::Bool, element]),
        Shape::Object => Type::object([("a", element), ("b", Type::list(Type::Number))]),
        // Those of objects have none.
        _ => Type::String,
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
