//! Schemas that the framework can have, and their description for the Go program.

use schema_runtime::codec::{json, type_json};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Default, Extra, Field, Flags, Kind, Nesting, Schema};
use schema_runtime::ty::Type;
use serde_json::{Map, Value as Json, json};

/// Where a block is.
#[derive(Clone, Copy, std::default::Default)]
struct Place {
    in_collection: bool,
    in_set: bool,
    computed: bool,
}

/// The schema without what the framework does not have: other nestings of blocks, tuples, dynamic
/// values in collections, relations of computed fields, and equality that is not the type's. The
/// framework finds neither the default nor the path of an attribute in a set's element.
pub(super) fn kept(schema: &Schema) -> Schema {
    Schema {
        block: Ref::Shared(block(&schema.block, Place::default()).into()),
        timeouts: Ref::empty(),
        ..schema.clone()
    }
}

fn block(from: &Block, place: Place) -> Block {
    let fields = from.fields.iter().filter_map(|one| field(one, place));
    Block {
        fields: fields.collect::<Vec<_>>().into(),
        ..from.clone()
    }
}

fn field(from: &Field, place: Place) -> Option<Field> {
    let mut made = from.clone();
    let mut flags = from.flags;
    let inside = |nesting: Nesting| Place {
        in_collection: place.in_collection || nesting != Nesting::Single,
        in_set: place.in_set || nesting == Nesting::Set,
        computed: place.computed || flags.has(Flags::COMPUTED),
    };
    made.kind = match &from.kind {
        Kind::Attribute { ty } => {
            if holds(ty, &|one| matches!(one, Type::Tuple(_)))
                || (place.in_collection && holds(ty, &|one| *one == Type::Dynamic))
            {
                return None;
            }
            from.kind.clone()
        }
        Kind::Nested {
            nesting,
            block: from,
        } => Kind::Nested {
            nesting: *nesting,
            block: Ref::Shared(block(from, inside(*nesting)).into()),
        },
        Kind::Block {
            nesting: nesting @ (Nesting::List | Nesting::Set | Nesting::Single),
            block: from,
            ..
        } if !flags.has(Flags::IMPLIED) => Kind::Block {
            nesting: *nesting,
            block: Ref::Shared(block(from, inside(*nesting)).into()),
            min_items: 0,
            max_items: u32::from(*nesting == Nesting::Single),
        },
        _ => return None,
    };
    let set = matches!(&made.kind, Kind::Attribute { ty } if matches!(**ty, Type::Set(_)));
    if set {
        flags = flags.without(Flags::WRITE_ONLY);
    }
    if place.computed {
        // What is kept as a whole is not looked into.
        flags = flags.without(Flags::VOLATILE);
    }
    let nested = made.nested_block();
    if place.in_set || nested.is_some_and(|(_, block)| block.any_field(&|f| f.is(Flags::COMPUTED)))
    {
        // The framework compares a block as a whole, computed values included.
        flags = flags.without(Flags::FORCE_NEW);
    }
    made.flags = flags;
    let default = from.extras.iter().find_map(value).filter(|_| !place.in_set);
    made.extras = default
        .map(|default| Extra::Default { default })
        .into_iter()
        .collect::<Vec<_>>()
        .into();
    Some(made)
}

fn value(extra: &Extra) -> Option<Default> {
    match extra {
        Extra::Default {
            default: default @ Default::Value(_),
        } => Some(default.clone()),
        _ => None,
    }
}

fn holds(ty: &Type, wanted: &dyn Fn(&Type) -> bool) -> bool {
    wanted(ty)
        || match ty {
            Type::List(one) | Type::Set(one) | Type::Map(one) => holds(one, wanted),
            Type::Object(all) => all.iter().any(|one| holds(&one.ty, wanted)),
            _ => false,
        }
}

/// The description of a block.
pub(super) fn described(block: &Block) -> Json {
    let (mut attributes, mut blocks) = (Map::new(), Map::new());
    for field in &*block.fields {
        let mut made = match field.nested_block() {
            Some((nesting, block)) => {
                let mut made = described(block);
                made["nesting"] = json!(nesting_name(nesting));
                made
            }
            None => attribute(field),
        };
        for (name, flag) in [
            ("required", Flags::REQUIRED),
            ("optional", Flags::OPTIONAL),
            ("computed", Flags::COMPUTED),
            ("sensitive", Flags::SENSITIVE),
            ("write_only", Flags::WRITE_ONLY),
            ("force_new", Flags::FORCE_NEW),
            ("volatile", Flags::VOLATILE),
        ] {
            made[name] = json!(field.is(flag) || (name == "computed" && field.is_wire_computed()));
        }
        let into = if field.is_block() {
            &mut blocks
        } else {
            &mut attributes
        };
        into.insert(field.name.as_str().to_owned(), made);
    }
    json!({"attributes": attributes, "blocks": blocks})
}

fn attribute(field: &Field) -> Json {
    let Kind::Attribute { ty } = &field.kind else {
        unreachable!("another kind of field")
    };
    let parsed = |text: String| -> Json { serde_json::from_str(&text).unwrap() };
    let mut made = json!({"type": parsed(type_json::print(ty))});
    if let Some(Default::Value(value)) = field.default() {
        made["default"] = parsed(json::encode(ty, value).unwrap());
    }
    made
}

fn nesting_name(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
        Nesting::Single | Nesting::Group => "single",
    }
}
