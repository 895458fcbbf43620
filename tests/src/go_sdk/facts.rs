//! A schema in the Go SDK's form as facts for the rules of `schema-rules`.

use schema_rules::{
    BlockFacts, BlockKind, Bound, Collection, Computed, DefaultFacts, FieldFacts, Interval,
    Literal, Nesting, Scalar, Shape, ValidatorFacts, ValidatorKind,
};
use serde_json::Value as Json;

use super::{Check, Elem, SdkAttribute, SdkSchema, SdkType};

impl SdkSchema {
    /// The rules' view of the schema: a list or set of objects is a nested attribute, which has a
    /// presence as in the Go SDK, and a map of objects is one of strings, as that SDK reads it.
    #[must_use]
    pub fn facts(&self) -> BlockFacts<'_> {
        block(BlockKind::Resource, &self.attributes)
    }
}

fn block(kind: BlockKind, attributes: &[SdkAttribute]) -> BlockFacts<'_> {
    let mut facts = BlockFacts::new(kind);
    facts.fields = attributes.iter().map(field).collect();
    facts
}

fn field(from: &SdkAttribute) -> FieldFacts<'_> {
    let mut facts = FieldFacts::new(&from.name, shape(from));
    facts.required = from.required;
    facts.optional = from.optional;
    if from.computed {
        facts.computed = Computed::Plain;
    }
    facts.force_new = from.force_new;
    facts.sensitive = from.sensitive;
    facts.write_only = from.write_only;
    facts.deprecated = from.deprecated.as_deref();
    facts.defaults = from.default.iter().map(default).collect();
    facts.validators = from.validate.iter().map(validator).collect();
    facts.diff_suppress = from.diff_suppress.is_some();
    facts.state_fn = from.state_func.is_some();
    facts.conflicts_with = texts(&from.conflicts_with);
    facts.exactly_one_of = texts(&from.exactly_one_of);
    facts.at_least_one_of = texts(&from.at_least_one_of);
    facts.required_with = texts(&from.required_with);
    let count = |items: i64| (items != 0).then_some(items);
    (facts.min_items, facts.max_items) = (count(from.min_items), count(from.max_items));
    facts
}

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

fn shape(from: &SdkAttribute) -> Shape<'_> {
    let kind = match from.ty {
        None => return Shape::Unknown,
        Some(SdkType::String) => return Shape::Scalar(Scalar::String),
        Some(SdkType::Bool) => return Shape::Scalar(Scalar::Bool),
        Some(SdkType::Int) => return Shape::Scalar(Scalar::Integer),
        Some(SdkType::Float) => return Shape::Scalar(Scalar::Float),
        Some(SdkType::List) => Collection::List,
        Some(SdkType::Set) => Collection::Set,
        Some(SdkType::Map) => Collection::Map,
    };
    let element = match (&from.elem, kind) {
        (Some(Elem::Resource(inner)), Collection::List | Collection::Set) => {
            let nesting = match kind {
                Collection::Set => Nesting::Set,
                _ => Nesting::List,
            };
            return Shape::nested(nesting, Some(block(BlockKind::Nested, inner)));
        }
        (Some(Elem::Value(element)), _) => shape(element),
        (Some(Elem::Resource(_)) | None, Collection::Map) => Shape::Scalar(Scalar::String),
        (None, _) => Shape::Unknown,
    };
    Shape::collection(kind, element)
}

fn default(json: &Json) -> DefaultFacts<'_> {
    match json {
        Json::String(text) => DefaultFacts::Literal(Literal::Text(text)),
        Json::Bool(value) => DefaultFacts::Literal(Literal::Bool(*value)),
        Json::Number(number) => match (number.to_string().parse(), number.as_f64()) {
            (Ok(whole), _) => DefaultFacts::Literal(Literal::Integer(whole)),
            (Err(_), Some(float)) => DefaultFacts::Literal(Literal::Float(float)),
            (Err(_), None) => DefaultFacts::Expression,
        },
        _ => DefaultFacts::Expression,
    }
}

fn validator(check: &Check) -> ValidatorFacts<'_> {
    let between = |min: i128, max: i128| Interval {
        min: Some(Bound::Integer(min)),
        max: Some(Bound::Integer(max)),
        max_excluded: false,
        unlimited: false,
        unread: false,
    };
    let (name, kind) = match check {
        Check::IntBetween(min, max) => (
            "int_between",
            ValidatorKind::Range(between((*min).into(), (*max).into())),
        ),
        Check::StringLenBetween(min, max) => (
            "string_len_between",
            ValidatorKind::Length(between((*min).into(), (*max).into())),
        ),
        Check::StringIn(values) => (
            "string_in",
            ValidatorKind::OneOf(values.iter().map(|text| Literal::Text(text)).collect()),
        ),
    };
    ValidatorFacts { name, kind }
}
