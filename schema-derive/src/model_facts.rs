//! The model as facts for the rules of the crate `schema-rules`.

use schema_rules::format::{self, Format};
use schema_rules::validator::definition::Part;
use schema_rules::{
    AllowFacts, BlockFacts, BlockKind, Bound, Collection, Computed, DefaultFacts, FieldFacts,
    IdentityFacts, Interval, Literal, Scalar, Shape, TimeoutFacts, ValidatorFacts, ValidatorKind,
};

use crate::model::{Field, FieldDefault, FieldKind, Identity, Model, RelationKind, Target};
use crate::parse::{self, Arguments, DefaultEnv};
use crate::types::{self, TypeShape};

/// The facts of a struct.
pub(crate) fn block(model: &Model) -> BlockFacts<'_> {
    let mut facts = BlockFacts::new(model.kind);
    facts.type_name = text(&model.type_name);
    facts.version = model.version;
    facts.timeouts = model.timeouts.as_ref().map(|timeouts| {
        let timeouts = timeouts.iter().map(|timeout| TimeoutFacts {
            key: &timeout.operation,
            value: (!timeout.none).then_some(&*timeout.value.value),
        });
        timeouts.collect()
    });
    facts.timeouts_block = model.timeouts_block;
    facts.id_when_changed = wires(&model.id_when_changed);
    facts.without_id = model.id.none;
    facts.says_id = model.places.find("id").is_some();
    // Elsewhere it is rejected, which is reported.
    if let Some(Identity::Fields { parts, .. }) = &model.identity
        && model.kind == BlockKind::Resource
    {
        let parts = parts.iter().map(|part| IdentityFacts {
            field: &part.target.wire,
            optional: part.optional,
            mutable: part.mutable,
            hidden: part.target.flattened.is_some(),
        });
        facts.identity = Some(parts.collect());
    }
    facts.mutable = model.mutable.as_deref().map(wires);
    facts.deprecated = text(&model.keys.deprecated);
    facts.subcategory = text(&model.keys.subcategory);
    facts.allow = opt_outs(&model.allow);
    facts.generic = !model.generics.params.is_empty();
    let fields = model.fields.iter();
    facts.fields = fields.map(|field| self::field(model, field)).collect();
    facts
}

/// The text of a key, if it is written.
pub(crate) fn text(key: &Option<parse::Text>) -> Option<&str> {
    key.as_ref().map(|text| text.value.as_str())
}

fn opt_outs(allow: &[parse::Allow]) -> Vec<AllowFacts<'_>> {
    let facts = allow.iter().map(|allow| AllowFacts {
        rule: &allow.name,
        reason: text(&allow.reason),
    });
    facts.collect()
}

fn wires(targets: &[Target]) -> Vec<&str> {
    // Constants check the fields of flattened structs.
    let own = targets.iter().filter(|target| target.flattened.is_none());
    own.map(|target| target.wire.as_str()).collect()
}

pub(crate) fn field<'m>(model: &Model, field: &'m Field) -> FieldFacts<'m> {
    let mut facts = FieldFacts::new(&field.name, shape(field));
    facts.required = field.presence.required;
    facts.optional = field.presence.optional;
    facts.computed = match &field.presence.computed {
        None => Computed::No,
        Some(parse::Computed::Plain) => Computed::Plain,
        Some(parse::Computed::Volatile) => Computed::Volatile,
        Some(parse::Computed::WhenChanged(targets)) => match wires(targets) {
            // Constants check the others, so this is not an empty list.
            paths if paths.is_empty() && !targets.is_empty() => Computed::Plain,
            paths => Computed::WhenChanged(paths),
        },
    };
    facts.variadic = field.variadic;
    facts.takes_unknown = field.takes_unknown;
    facts.force_new = field.force_new();
    facts.sensitive = field.sensitive;
    facts.write_only = field.write_only;
    let keys = &field.keys;
    facts.deprecated = text(&keys.deprecated);
    facts.removed = text(&keys.removed);
    facts.input_default = text(&keys.input_default);
    let defaults = field.defaults.iter();
    facts.defaults = defaults.map(|one| default(one, &field.shape)).collect();
    let fallback = field
        .fallback()
        .map(|text| parse::Literal::Text(text.value.clone()));
    let default = field
        .default_value()
        .and_then(|default| default.literal.as_ref())
        .or(fallback.as_ref());
    facts.validators = validators(&field.validators, default);
    facts.force_new_when = field.force_new_when().is_some();
    facts.diff_suppress = keys.diff_suppress.is_some();
    facts.canonical = keys.canonical.is_some();
    facts.state_fn = keys.state_fn.is_some();
    facts.set_key = keys.set_key.is_some();
    facts.list_key = keys.list_key.is_some();
    for relation in &field.relations {
        let key = relation.kind.key();
        if relation.targets.is_empty() {
            facts.empty_lists.push(key);
            continue;
        }
        let mut targets = relation.targets.iter();
        if targets.any(|target| target.flattened.is_some()) {
            facts.hidden_targets.push(key);
        }
        let list = match relation.kind {
            RelationKind::ConflictsWith => &mut facts.conflicts_with,
            RelationKind::ExactlyOneOf => &mut facts.exactly_one_of,
            RelationKind::AtLeastOneOf => &mut facts.at_least_one_of,
            RelationKind::RequiredWith => &mut facts.required_with,
            RelationKind::PreferWriteOnly => &mut facts.prefer_write_only,
            RelationKind::AtLeastSumOf
            | RelationKind::AtMostSumOf
            | RelationKind::EqualToSumOf
            | RelationKind::EqualToProductOf => {
                facts.totals.push((key, wires(&relation.targets)));
                continue;
            }
        };
        *list = wires(&relation.targets);
    }
    if let FieldKind::Block { items, .. } = &field.kind {
        facts.min_items = items.written_min.as_ref().map(|items| items.value);
        facts.max_items = items.written_max.as_ref().map(|items| items.value);
    }
    facts.allow = opt_outs(&field.allow);
    facts.is_option = match &field.shape {
        TypeShape::Option(_) => Some(true),
        shape if shape.is_scalar() => Some(false),
        // A collection that is not set is read as empty; a removed field must state that it is
        // never set.
        shape if shape.surely_has_zero() && facts.removed.is_some() => Some(false),
        _ => None,
    };
    facts.integers = field.shape.inner().integers();
    facts.of_type = of_type_itself(&field.shape);
    facts.recursive = field
        .object_type()
        .is_some_and(|ty| types::is_named(ty, &model.ident));
    facts
}

fn shape<'m>(field: &'m Field) -> Shape<'m> {
    match &field.kind {
        FieldKind::Attribute => of_type(&field.shape),
        FieldKind::Nested { nesting: n } => Shape::nested(*n, None),
        FieldKind::Block { nesting: n, .. } => Shape::block(*n, None),
    }
}

fn of_type<'m>(shape: &TypeShape) -> Shape<'m> {
    let collection = |kind, element: &TypeShape| Shape::collection(kind, of_type(element));
    match shape {
        TypeShape::String => Shape::Scalar(Scalar::String),
        TypeShape::Bool => Shape::Scalar(Scalar::Bool),
        TypeShape::Integer(_) => Shape::Scalar(Scalar::Integer),
        TypeShape::Float => Shape::Scalar(Scalar::Float),
        TypeShape::Number => Shape::Scalar(Scalar::Number),
        TypeShape::Option(inner) => of_type(inner),
        TypeShape::List(element) => collection(Collection::List, element),
        TypeShape::Set(element) => collection(Collection::Set, element),
        TypeShape::Map(element) => collection(Collection::Map, element),
        TypeShape::Tuple => Shape::Object,
        TypeShape::Other(name) if name == "Dynamic" => Shape::Dynamic,
        TypeShape::Other(_) => Shape::Unknown,
    }
}

/// What a type requires of its values, as far as its spelling shows.
fn of_type_itself(shape: &TypeShape) -> Vec<ValidatorFacts<'static>> {
    let inner = shape.inner();
    if let Some(integers) = inner.integers() {
        return vec![schema_rules::whole_numbers(integers)];
    }
    let each = inner.element().map(of_type_itself).unwrap_or_default();
    if each.is_empty() {
        return each;
    }
    vec![ValidatorFacts {
        name: "each",
        kind: ValidatorKind::Each(each),
    }]
}

fn literal(literal: &parse::Literal) -> Literal<'_> {
    match literal {
        parse::Literal::Text(text) => Literal::Text(text),
        parse::Literal::Bool(value) => Literal::Bool(*value),
        parse::Literal::Integer(number) => Literal::Integer(*number),
        parse::Literal::Float(number) => Literal::Float(*number),
    }
}

fn default<'m>(default: &'m FieldDefault, shape: &TypeShape) -> DefaultFacts<'m> {
    match default {
        FieldDefault::Function(_) => DefaultFacts::Function,
        FieldDefault::Environment(DefaultEnv { names, fallback }) => DefaultFacts::Environment {
            names: names.iter().map(|name| name.value.as_str()).collect(),
            fallback: text(fallback),
        },
        FieldDefault::Value { written, .. } => match (&written.literal, &written.list) {
            (Some(value), _) => DefaultFacts::Literal(literal(value)),
            (None, Some(list)) if list.iter().all(|value| is_element(value, shape)) => {
                DefaultFacts::Literal(Literal::List(list.iter().map(literal).collect()))
            }
            (None, _) => DefaultFacts::Expression,
        },
    }
}

/// Whether a literal is certainly an element of a list or set of this shape.
fn is_element(value: &parse::Literal, shape: &TypeShape) -> bool {
    let (TypeShape::List(element) | TypeShape::Set(element)) = shape.inner() else {
        return false;
    };
    match value {
        parse::Literal::Text(_) => *element.inner() == TypeShape::String,
        parse::Literal::Bool(_) => *element.inner() == TypeShape::Bool,
        parse::Literal::Integer(_) => matches!(element.inner(), TypeShape::Integer(_)),
        parse::Literal::Float(_) => matches!(element.inner(), TypeShape::Float),
    }
}

fn validators<'m>(
    validators: &'m [parse::Validator],
    default: Option<&parse::Literal>,
) -> Vec<ValidatorFacts<'m>> {
    let facts = validators.iter().map(|one| validator(one, default));
    facts.collect()
}

fn validator<'m>(
    validator: &'m parse::Validator,
    default: Option<&parse::Literal>,
) -> ValidatorFacts<'m> {
    let kind = match &validator.arguments {
        Arguments::Plain(plain) => (plain.facts)(),
        Arguments::Form(format) => ValidatorKind::Format {
            format,
            default: match default {
                Some(parse::Literal::Text(text)) => parsed(format, text),
                _ => None,
            },
        },
        Arguments::Range(of, bounds) => (of.facts)(interval(bounds)),
        Arguments::Values(of, values) => (of.facts)(literals(values)),
        Arguments::Text(of, text) => (of.facts)(match &text.literal {
            Some(parse::Literal::Text(text)) => Some(text),
            _ => None,
        }),
        Arguments::Integer(of, number) => (of.facts)(match number.literal {
            Some(parse::Literal::Integer(number)) => Some(number),
            _ => None,
        }),
        Arguments::Bool(of, value) => (of.facts)(*value),
        Arguments::Pattern(pattern) => ValidatorKind::Regex {
            pattern: &pattern.text,
            raw: pattern.token.token().to_string().starts_with('r'),
            problem: pattern.regex.as_ref().err().map(String::as_str),
            accepts_default: match (&pattern.regex, default) {
                (Ok(regex), Some(parse::Literal::Text(text))) => Some(regex.is_match(text)),
                _ => None,
            },
        },
        Arguments::Validators(of, inner) => (of.facts)(match of.check {
            Part::Whole | Part::Some => validators(inner, default),
            Part::Elements | Part::Keys => validators(inner, None),
        }),
        Arguments::Function(_) => ValidatorKind::Custom,
    };
    ValidatorFacts {
        name: &validator.name,
        kind,
    }
}

/// The values, if all are literals.
fn literals(values: &[parse::Expression]) -> Option<Vec<Literal<'_>>> {
    let all = values.iter().map(|one| one.literal.as_ref().map(literal));
    all.collect()
}

/// Whether a string has a format that needs a parser, or why not.
pub(crate) fn parsed(format: &Format, text: &str) -> Option<Result<(), String>> {
    Some(if *format == format::JSON {
        serde_json::from_str::<serde_json::Value>(text)
            .map(|_| ())
            .map_err(|error| error.to_string())
    } else if *format == format::REGULAR_EXPRESSION {
        regex_lite::Regex::new(text)
            .map(|_| ())
            .map_err(|error| error.to_string())
    } else {
        return None;
    })
}

/// The interval. The value of a constant is not visible here, so that end is omitted.
fn interval(bounds: &parse::Bounds) -> Interval {
    let end = |bound: &Option<parse::Bound>| match bound {
        Some(parse::Bound::Integer(number)) => Some(Bound::Integer(*number)),
        Some(parse::Bound::Float(number)) => Some(Bound::Float(*number)),
        Some(parse::Bound::Expression(_)) | None => None,
    };
    Interval {
        min: end(&bounds.min),
        max: end(&bounds.max),
        max_excluded: bounds.excluded,
        unlimited: bounds.min.is_none() && bounds.max.is_none(),
        unread: bounds.expressions().next().is_some(),
    }
}
