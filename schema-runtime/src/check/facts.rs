//! A schema's tables as facts for `schema-rules`.

use std::collections::BTreeSet;

use schema_rules::{
    BlockFacts, BlockKind, Bound, Collection, Computed, DefaultFacts, FieldFacts, Interval,
    Literal, Mode, Scalar, Shape, TimeoutFacts, ValidatorFacts, ValidatorKind,
};

use crate::schema::{
    Block, Default, Extra, Field, FieldPath, Flags, Kind, Nesting, Predicate, Schema, Validator,
    dotted,
};
use crate::ty::Type;

/// Dotted paths of relations. The facts borrow their strings, so these are built first.
pub(super) type Paths = BTreeSet<String>;

/// Collects the paths of all relations, at every depth.
pub(super) fn paths(block: &Block, found: &mut Paths) {
    for field in block.fields.iter() {
        for extra in field.extras.iter() {
            if let Extra::ConflictsWith { fields }
            | Extra::ExactlyOneOf { fields }
            | Extra::AtLeastOneOf { fields }
            | Extra::RequiredWith { fields }
            | Extra::Compare { fields, .. }
            | Extra::WhenChanged { fields } = extra
            {
                found.extend(fields.iter().map(dotted));
            }
            if let Extra::PreferWriteOnly { field } = extra {
                found.insert(dotted(field));
            }
        }
        if let Some((_, inner)) = field.nested_block() {
            paths(inner, found);
        }
    }
}

pub(super) fn schema<'a>(schema: &'a Schema, mode: Mode, paths: &'a Paths) -> BlockFacts<'a> {
    let mut facts = block(schema.kind.block_kind(), &schema.block, mode, paths);
    facts.type_name = (mode == Mode::Ours).then(|| schema.type_name.as_str());
    facts.version = Some(schema.version);
    facts.timeouts_block = schema
        .block
        .field("timeouts")
        .is_some_and(|field| field.is(Flags::IMPLIED));
    let timeouts = schema.timeouts.iter().map(|timeout| TimeoutFacts {
        key: timeout.operation.as_str(),
        value: None,
    });
    facts.timeouts = (!schema.timeouts.is_empty()).then(|| timeouts.collect());
    facts
}

fn block<'a>(kind: BlockKind, block: &'a Block, mode: Mode, paths: &'a Paths) -> BlockFacts<'a> {
    let mut facts = BlockFacts::new(kind);
    facts.deprecated = Some(block.deprecated.as_str()).filter(|text| !text.is_empty());
    facts.fields = block
        .fields
        .iter()
        .filter(|field| !field.is(Flags::IMPLIED))
        .map(|field| self::field(field, mode, paths))
        .collect();
    facts
}

fn field<'a>(field: &'a Field, mode: Mode, paths: &'a Paths) -> FieldFacts<'a> {
    let mut facts = FieldFacts::new(field.name.as_str(), shape(field, mode, paths));
    facts.required = field.is(Flags::REQUIRED);
    facts.optional = field.is(Flags::OPTIONAL);
    if field.is(Flags::VOLATILE) {
        facts.computed = Computed::Volatile;
    } else if field.is(Flags::COMPUTED) {
        facts.computed = Computed::Plain;
    }
    facts.force_new = field.is(Flags::FORCE_NEW);
    facts.sensitive = field.is(Flags::SENSITIVE);
    facts.write_only = field.is(Flags::WRITE_ONLY);
    // A schema from elsewhere has no Rust type.
    facts.is_option = (mode == Mode::Ours).then(|| field.is(Flags::NULLABLE));
    if let Kind::Block {
        nesting,
        min_items,
        max_items,
        ..
    } = &field.kind
    {
        // For us, a single block has no counts: its type says whether it is required.
        let counted = matches!(nesting, Nesting::List | Nesting::Set);
        let count = |items: u32| {
            (items > 0 && (counted || mode == Mode::Compatible)).then_some(i64::from(items))
        };
        (facts.min_items, facts.max_items) = (count(*min_items), count(*max_items));
    }
    let named = |fields: &'a [FieldPath]| -> Vec<&'a str> {
        let paths = fields.iter().filter_map(|path| paths.get(&dotted(path)));
        paths.map(String::as_str).collect()
    };
    let ty = field.attribute_type();
    for extra in field.extras.iter() {
        match extra {
            Extra::Default { default } => facts.defaults.push(self::default(default)),
            Extra::Validate { validator } => {
                facts.validators.push(self::validator(validator, ty));
            }
            Extra::WhenChanged { fields } => facts.computed = Computed::WhenChanged(named(fields)),
            Extra::ConflictsWith { fields } => facts.conflicts_with = named(fields),
            Extra::ExactlyOneOf { fields } => facts.exactly_one_of = named(fields),
            Extra::AtLeastOneOf { fields } => facts.at_least_one_of = named(fields),
            Extra::RequiredWith { fields } => facts.required_with = named(fields),
            Extra::Compare { total, fields } => facts.totals.push((total.key(), named(fields))),
            Extra::PreferWriteOnly { field } => {
                facts.prefer_write_only = named(std::slice::from_ref(field));
            }
            Extra::Deprecated { text } => facts.deprecated = Some(text.as_str()),
            Extra::Removed { text } => facts.removed = Some(text.as_str()),
            Extra::InputDefault { text } => facts.input_default = Some(text.as_str()),
            Extra::ForceNewWhen { .. } => facts.force_new_when = true,
            Extra::Suppress { .. } => facts.diff_suppress = true,
            Extra::Canonical { .. } => facts.canonical = true,
            Extra::StateFn { .. } => facts.state_fn = true,
            Extra::SetKey { .. } => match field.nested_block() {
                Some((Nesting::List, _)) => facts.list_key = true,
                _ => facts.set_key = true,
            },
            Extra::OfType { validators, .. } => {
                let asked = validators.iter().map(|one| self::validator(one, ty));
                facts.of_type = asked.collect();
                facts.integers = validators.iter().find_map(whole_numbers);
            }
        }
    }
    facts
}

fn shape<'a>(field: &'a Field, mode: Mode, paths: &'a Paths) -> Shape<'a> {
    let inside = |inner| Some(block(BlockKind::Nested, inner, mode, paths));
    match &field.kind {
        Kind::Attribute { ty } => of_type(ty),
        Kind::Nested { nesting, block } => Shape::nested(nesting.for_rules(), inside(block)),
        Kind::Block { nesting, block, .. } => Shape::block(nesting.for_rules(), inside(block)),
    }
}

fn of_type<'a>(ty: &Type) -> Shape<'a> {
    let collection = |kind, element: &Type| Shape::collection(kind, of_type(element));
    match ty {
        Type::String => Shape::Scalar(Scalar::String),
        Type::Bool => Shape::Scalar(Scalar::Bool),
        Type::Number => Shape::Scalar(Scalar::Number),
        Type::Dynamic => Shape::Dynamic,
        Type::List(element) => collection(Collection::List, element),
        Type::Set(element) => collection(Collection::Set, element),
        Type::Map(element) => collection(Collection::Map, element),
        Type::Tuple(_) | Type::Object(_) => Shape::Object,
    }
}

fn default(default: &Default) -> DefaultFacts<'_> {
    match default {
        Default::Bool(value) => DefaultFacts::Literal(Literal::Bool(*value)),
        Default::Integer(value) => DefaultFacts::Literal(Literal::Integer((*value).into())),
        Default::Float(value) => DefaultFacts::Literal(Literal::Float(*value)),
        Default::Text(text) => DefaultFacts::Literal(Literal::Text(text.as_str())),
        Default::Constant(_) | Default::Make(_) | Default::Value(_) => DefaultFacts::Expression,
        Default::Function(_) => DefaultFacts::Function,
        Default::Environment { names, fallback } => DefaultFacts::Environment {
            names: names.iter().map(crate::refs::Text::as_str).collect(),
            fallback: fallback.as_ref().map(crate::refs::Text::as_str),
        },
    }
}

/// A validator of values of this type; without a type, of a nested attribute's values.
fn validator<'a>(validator: &'a Validator, ty: Option<&Type>) -> ValidatorFacts<'a> {
    let inner = |inner: &'a [Validator], ty: Option<&Type>| -> Vec<ValidatorFacts<'a>> {
        inner.iter().map(|one| self::validator(one, ty)).collect()
    };
    let element = match ty {
        Some(Type::List(element) | Type::Set(element) | Type::Map(element)) => Some(&**element),
        _ => None,
    };
    let (name, kind) = match validator {
        Validator::Value { predicate } => return value(predicate, validator, ty),
        // `each` and `values` are one here.
        Validator::Each { validators } => ("each", ValidatorKind::Each(inner(validators, element))),
        Validator::Keys { validators } => (
            "keys",
            ValidatorKind::Keys(inner(validators, Some(&Type::String))),
        ),
        Validator::All { validators } => ("all", ValidatorKind::All(inner(validators, ty))),
        Validator::Any { validators } => ("any", ValidatorKind::Any(inner(validators, ty))),
        Validator::Not { validators } => match &validators[..] {
            [one] => ("not", ValidatorKind::Not(self::validator(one, ty).into())),
            _ => return ValidatorFacts::unknown(),
        },
        Validator::At { .. } | Validator::Custom(_) => return ValidatorFacts::unknown(),
    };
    ValidatorFacts { name, kind }
}

/// The check of one value: its type decides what a length counts.
fn value<'a>(
    predicate: &'a Predicate,
    validator: &Validator,
    ty: Option<&Type>,
) -> ValidatorFacts<'a> {
    if let Some(integers) = whole_numbers(validator) {
        return schema_rules::whole_numbers(integers);
    }
    let Predicate::Length { min, max } = predicate else {
        return predicate.facts();
    };
    let end = |count: &Option<u64>| count.map(|count| Bound::Integer(count.into()));
    let interval = Interval {
        min: end(min),
        max: end(max),
        unlimited: min.is_none() && max.is_none(),
        ..Interval::default()
    };
    let (name, kind) = match ty {
        Some(Type::String) => ("length", ValidatorKind::Length(interval)),
        Some(Type::List(_) | Type::Set(_) | Type::Map(_)) => {
            ("size", ValidatorKind::Size(interval))
        }
        _ => return ValidatorFacts::unknown(),
    };
    ValidatorFacts { name, kind }
}

/// The minimum and maximum of a validator that requires whole numbers.
fn whole_numbers(validator: &Validator) -> Option<(i128, i128)> {
    match validator {
        Validator::Value {
            predicate: Predicate::Integer { min, max },
        } => Some((*min, i128::try_from(*max).unwrap_or(i128::MAX))),
        _ => None,
    }
}
