//! [`Expansion`]: the instances of a resource, from `count` and `for_each`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::path::{Path, Step};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::address::{InstanceKey, Node};
use crate::language::config::Repetition;
use crate::language::eval::{Marks, Scope, TypedValue, conversion, evaluate};
use crate::language::hcl::ast::Expr;
use crate::message::{Message, Messages};

/// More instances would exhaust the memory before an error could be reported.
const MAX_INSTANCES: u64 = 100_000;

/// The instances of a resource.
#[derive(Clone, Debug)]
pub(crate) enum Expansion {
    /// One instance, without a key.
    Single,
    /// This many instances.
    Count(u64),
    /// One instance for each key, with the value of `each.value`.
    ForEach(BTreeMap<Arc<str>, TypedValue>),
}

/// Why the instances are not known.
pub(crate) enum NoExpansion {
    /// They depend on something unknown.
    Unknown(Message),
    /// The error has been reported.
    Wrong,
}

/// Evaluates `count` or `for_each`.
pub(crate) fn expand(
    repetition: &Repetition,
    scope: &Scope,
    messages: &mut Messages,
) -> Result<Expansion, NoExpansion> {
    match repetition {
        Repetition::None => Ok(Expansion::Single),
        Repetition::Count(expr) => count(expr, scope, messages),
        Repetition::ForEach(expr) => for_each(expr, scope, messages),
    }
}

/// The same where the instances must be known: the reason why they are not is reported, for this
/// address unless it has its own.
pub(crate) fn expand_known(
    repetition: &Repetition,
    scope: &Scope,
    address: &str,
    messages: &mut Messages,
) -> Option<Expansion> {
    let mut own = Messages::new();
    let expansion = match expand(repetition, scope, &mut own) {
        Ok(expansion) => Some(expansion),
        Err(NoExpansion::Unknown(message)) => {
            own.push(message);
            None
        }
        Err(NoExpansion::Wrong) => None,
    };
    messages.extend(own.with_default_address(address));
    expansion
}

fn evaluated(
    expr: &Expr,
    scope: &Scope,
    messages: &mut Messages,
) -> Result<TypedValue, NoExpansion> {
    let before = messages.error_count();
    let value = evaluate(scope, expr, messages);
    if messages.error_count() > before {
        return Err(NoExpansion::Wrong);
    }
    Ok(value)
}

fn count(expr: &Expr, scope: &Scope, messages: &mut Messages) -> Result<Expansion, NoExpansion> {
    let value = evaluated(expr, scope, messages)?;
    let error = |detail: String| {
        Message::error("Invalid count argument")
            .detail(detail)
            .at(&expr.at)
    };
    let wrong = |messages: &mut Messages, detail: String| {
        messages.push(error(detail));
        Err(NoExpansion::Wrong)
    };
    if value.is_ephemeral() {
        return wrong(
            messages,
            not_kept("count", "the number of resource instances"),
        );
    }
    let number = match conversion(&value, &Type::Number).map(|typed| typed.value) {
        Ok(Value::Number(number)) => number,
        Ok(Value::Null) => {
            return wrong(
                messages,
                "The given \"count\" argument value is null. An integer is required.".to_owned(),
            );
        }
        Ok(_) => {
            return Err(NoExpansion::Unknown(error(
                "The \"count\" value depends on resource attributes that cannot be determined \
                 until apply, so Terraform cannot predict how many instances will be created. To \
                 work around this, use the -target argument to first apply only the resources \
                 that the count depends on."
                    .to_owned(),
            )));
        }
        Err(reason) => {
            let detail = format!("Invalid expression value: {reason}.");
            messages.fail("Incorrect value type", detail, &expr.at);
            return Err(NoExpansion::Wrong);
        }
    };
    match number.as_u64() {
        Some(count) if count <= MAX_INSTANCES => Ok(Expansion::Count(count)),
        Some(count) => wrong(messages, format!(
            "The given \"count\" argument value is unsuitable: {count} instances are more than \
             the local runner makes ({MAX_INSTANCES}); use Terraform for it."
        )),
        None if number.is_negative() => wrong(messages,
            "The given \"count\" argument value is unsuitable: must be greater than or equal to \
             zero."
                .to_owned(),
        ),
        None => wrong(messages,
            "The given \"count\" argument value is unsuitable: value must be a whole number, between \
             -9223372036854775808 and 9223372036854775807."
                .to_owned(),
        ),
    }
}

/// The error for an ephemeral value in `count` or `for_each`.
fn not_kept(name: &str, what: &str) -> String {
    format!(
        "The given \"{name}\" is derived from an ephemeral value, which means that it cannot be kept between plan and \
         apply. Use only non-ephemeral values to specify {what}."
    )
}

fn for_each(expr: &Expr, scope: &Scope, messages: &mut Messages) -> Result<Expansion, NoExpansion> {
    let typed = evaluated(expr, scope, messages)?;
    let error = |detail: String| {
        Message::error("Invalid for_each argument")
            .detail(detail)
            .at(&expr.at)
    };
    let wrong = |messages: &mut Messages, detail: String| {
        messages.push(error(detail));
        Err(NoExpansion::Wrong)
    };
    let wrong_set = |messages: &mut Messages, detail: String| {
        let error = Message::error("Invalid for_each set argument");
        messages.push(error.detail(detail).at(&expr.at));
        Err(NoExpansion::Wrong)
    };
    // Marks of single values of a map apply to each.value.
    if typed.whole_kinds().ephemeral {
        return wrong(messages, not_kept("for_each", "a resource's instance keys"));
    }
    if typed.whole_kinds().sensitive {
        return wrong(
            messages,
            "Sensitive values, or values derived from sensitive values, cannot be used as \
             for_each arguments. If used, the sensitive value could be exposed as a resource \
             instance key."
                .to_owned(),
        );
    }
    if typed.value.is_null() {
        return wrong(
            messages,
            "The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument \
             value is null. A map, or set of strings is allowed."
                .to_owned(),
        );
    }
    let unknown = |what: &str| {
        let instead = if what.starts_with("map") {
            "define the map keys statically in your configuration and place apply-time results \
             only in the map values"
        } else {
            "use a map value where the keys are defined statically in your configuration and \
             where only the values contain apply-time results"
        };
        Err(NoExpansion::Unknown(error(format!(
            "The \"for_each\" {what} derived from resource attributes that cannot be determined \
             until apply, and so Terraform cannot determine the full set of keys that will \
             identify the instances of this resource.\n\nWhen working with unknown values in \
             for_each, it's better to {instead}.\n\nAlternatively, you could use the -target \
             planning option to first apply only the resources that the for_each value depends \
             on, and then apply a second time to fully converge."
        ))))
    };
    match (&typed.ty, &typed.value) {
        (Type::Set(element), value) => {
            if !value.is_wholly_known() {
                return unknown("set includes values");
            }
            let elements: Vec<&Value> = match value {
                Value::Set(elements) => elements.iter().collect(),
                _ => Vec::new(),
            };
            if **element != Type::String && !elements.is_empty() {
                return wrong_set(
                    messages,
                    format!(
                        "The given \"for_each\" argument value is unsuitable: \"for_each\" supports \
                     maps and sets of strings, but you have provided a set containing type \
                     {element}."
                    ),
                );
            }
            let mut instances = BTreeMap::new();
            for element in elements {
                let Value::String(key) = element else {
                    return wrong_set(
                        messages,
                        "The given \"for_each\" argument value is unsuitable: \"for_each\" sets \
                         must not contain null values."
                            .to_owned(),
                    );
                };
                instances.insert(Arc::clone(key), TypedValue::string(Arc::clone(key)));
            }
            Ok(Expansion::ForEach(instances))
        }
        (Type::Map(element), Value::Map(values)) => Ok(Expansion::ForEach(
            values
                .iter()
                .map(|(key, value)| {
                    let value = TypedValue::new((**element).clone(), value.clone());
                    (Arc::clone(key), with_marks(value, &typed.marks, key))
                })
                .collect(),
        )),
        (Type::Object(attributes), Value::Object(values)) => Ok(Expansion::ForEach(
            attributes
                .iter()
                .zip(values)
                .map(|(attribute, value)| {
                    let value = TypedValue::new(attribute.ty.clone(), value.clone());
                    let key: Arc<str> = attribute.name.as_str().into();
                    let value = with_marks(value, &typed.marks, &key);
                    (key, value)
                })
                .collect(),
        )),
        (Type::Map(_) | Type::Object(_) | Type::Dynamic, value) if value.is_unknown() => {
            unknown("map includes keys")
        }
        (ty, _) => wrong(
            messages,
            format!(
                "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must \
             be a map, or set of strings, and you have provided a value of type {}.",
                kind(ty)
            ),
        ),
    }
}

/// A type as one word, as Terraform names it here.
fn kind(ty: &Type) -> String {
    match ty {
        Type::Tuple(_) => "tuple".to_owned(),
        Type::Object(_) => "object".to_owned(),
        ty => ty.to_string(),
    }
}

/// The element at a key, with its part of the collection's marks.
fn with_marks(mut element: TypedValue, marks: &Marks, key: &str) -> TypedValue {
    element.marks = marks.map(|paths| {
        let inner = paths.iter().filter_map(|path| match path.steps() {
            [Step::Attribute(name) | Step::Key(name), rest @ ..] if name.as_str() == key => {
                Some(rest.iter().cloned().collect())
            }
            _ => None,
        });
        inner.collect()
    });
    element
}

impl Expansion {
    /// The keys of all instances, in Terraform's order.
    pub(crate) fn keys(&self) -> Vec<InstanceKey> {
        match self {
            Expansion::Single => vec![InstanceKey::None],
            Expansion::Count(count) => (0..*count).map(InstanceKey::Index).collect(),
            Expansion::ForEach(instances) => {
                instances.keys().cloned().map(InstanceKey::Key).collect()
            }
        }
    }

    pub(crate) fn contains(&self, key: &InstanceKey) -> bool {
        match (self, key) {
            (Expansion::Single, InstanceKey::None) => true,
            (Expansion::Count(count), InstanceKey::Index(index)) => index < count,
            (Expansion::ForEach(instances), InstanceKey::Key(key)) => instances.contains_key(key),
            _ => false,
        }
    }

    /// Sets `count` and `each` for an instance.
    pub(crate) fn enter(&self, key: &InstanceKey, scope: &mut Scope) {
        match (self, key) {
            (Expansion::Count(_), InstanceKey::Index(index)) => {
                let index = TypedValue::new(Type::Number, Value::Number((*index).into()));
                scope.set(Node::CountIndex, index);
            }
            (Expansion::ForEach(instances), InstanceKey::Key(key)) => {
                if let Some(value) = instances.get(key) {
                    scope.set(Node::EachKey, TypedValue::string(Arc::clone(key)));
                    scope.set(Node::EachValue, value.clone());
                }
            }
            _ => {}
        }
    }

    /// The value of a reference to the whole resource: its instances, in the order of
    /// [`keys`](Self::keys).
    pub(crate) fn value(&self, instances: Vec<TypedValue>) -> TypedValue {
        let mut marks = Marks::default();
        let mut values = Vec::new();
        match self {
            Expansion::Single => {
                let only = instances.into_iter().next();
                only.unwrap_or_else(TypedValue::unknown)
            }
            Expansion::Count(_) => {
                let mut types = Vec::new();
                for (index, typed) in instances.into_iter().enumerate() {
                    marks.add(&Path::root().index(index), &typed.marks);
                    types.push(typed.ty);
                    values.push(typed.value);
                }
                TypedValue {
                    ty: Type::tuple(types),
                    value: Value::List(values),
                    marks,
                }
            }
            Expansion::ForEach(keys) => {
                let mut types = Vec::new();
                for (key, typed) in keys.keys().zip(instances) {
                    marks.add(&Path::new(Arc::clone(key)), &typed.marks);
                    types.push((Arc::clone(key), typed.ty));
                    values.push(typed.value);
                }
                TypedValue {
                    ty: Type::object(types),
                    value: Value::Object(values),
                    marks,
                }
            }
        }
    }
}

/// Removes `count` and `each` from the scope.
pub(crate) fn leave(scope: &mut Scope) {
    for node in [Node::CountIndex, Node::EachKey, Node::EachValue] {
        scope.remove(&node);
    }
}

/// Sets `count` and `each` to unknown values.
pub(crate) fn enter_unknown(repetition: &Repetition, scope: &mut Scope) {
    match repetition {
        Repetition::None => {}
        Repetition::Count(_) => scope.set(Node::CountIndex, TypedValue::unknown_of(Type::Number)),
        Repetition::ForEach(_) => {
            scope.set(Node::EachKey, TypedValue::unknown_of(Type::String));
            scope.set(Node::EachValue, TypedValue::unknown());
        }
    }
}
