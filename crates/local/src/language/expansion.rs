//! [`Expansion`]: the instances of a resource, from `count` and `for_each`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::address::{InstanceKey, Node};
use crate::language::config::Repetition;
use crate::language::eval::{Scope, TypedValue, conversion, evaluate};
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

/// Why a value makes no instances.
struct Refusal {
    message: Message,
    /// Whether it only is not known yet.
    unknown: bool,
}

fn refused(summary: &str, detail: impl Into<String>) -> Result<Expansion, Refusal> {
    Err(Refusal {
        message: Message::error(summary).detail(detail),
        unknown: false,
    })
}

/// Evaluates `count` or `for_each`.
pub(crate) fn expand(
    repetition: &Repetition,
    scope: &Scope,
    messages: &mut Messages,
) -> Result<Expansion, NoExpansion> {
    let (expr, made): (_, fn(&TypedValue) -> _) = match repetition {
        Repetition::None => return Ok(Expansion::Single),
        Repetition::Count(expr) => (expr, count),
        Repetition::ForEach(expr) => (expr, for_each),
    };
    let before = messages.error_count();
    let value = evaluate(scope, expr, messages);
    if messages.error_count() > before {
        return Err(NoExpansion::Wrong);
    }
    made(&value).map_err(|refusal| {
        let message = refusal.message.at(&expr.at);
        if refusal.unknown {
            return NoExpansion::Unknown(message);
        }
        messages.push(message);
        NoExpansion::Wrong
    })
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
    let expansion = expand(repetition, scope, &mut own);
    let expansion = expansion.map_err(|none| match none {
        NoExpansion::Unknown(message) => own.push(message),
        NoExpansion::Wrong => {}
    });
    messages.extend(own.with_default_address(address));
    expansion.ok()
}

fn count(value: &TypedValue) -> Result<Expansion, Refusal> {
    const SUMMARY: &str = "Invalid count argument";
    let unsuitable = |why: &str| {
        let given = "The given \"count\" argument value is unsuitable";
        refused(SUMMARY, format!("{given}: {why}."))
    };
    if value.is_ephemeral() {
        let detail = not_kept("count", "the number of resource instances");
        return refused(SUMMARY, detail);
    }
    match conversion(value, &Type::Number).map(|typed| typed.value) {
        Ok(Value::Number(number)) => match number.as_u64() {
            Some(count) if count <= MAX_INSTANCES => Ok(Expansion::Count(count)),
            Some(count) => unsuitable(&format!(
                "{count} instances are more than the local runner makes ({MAX_INSTANCES}); use \
                 Terraform for it"
            )),
            None if number.is_negative() => unsuitable("must be greater than or equal to zero"),
            None => unsuitable(
                "value must be a whole number, between -9223372036854775808 and \
                 9223372036854775807",
            ),
        },
        Ok(Value::Null) => {
            let detail = "The given \"count\" argument value is null. An integer is required.";
            refused(SUMMARY, detail)
        }
        Ok(_) => Err(Refusal {
            message: Message::error(SUMMARY).detail(
                "The \"count\" value depends on resource attributes that cannot be determined \
                 until apply, so Terraform cannot predict how many instances will be created. To \
                 work around this, use the -target argument to first apply only the resources that \
                 the count depends on.",
            ),
            unknown: true,
        }),
        Err(reason) => {
            let detail = format!("Invalid expression value: {reason}.");
            refused("Incorrect value type", detail)
        }
    }
}

/// The error for an ephemeral value in `count` or `for_each`.
fn not_kept(name: &str, what: &str) -> String {
    format!(
        "The given \"{name}\" is derived from an ephemeral value, which means that it cannot be kept between plan and \
         apply. Use only non-ephemeral values to specify {what}."
    )
}

fn for_each(typed: &TypedValue) -> Result<Expansion, Refusal> {
    const SUMMARY: &str = "Invalid for_each argument";
    const SET: &str = "Invalid for_each set argument";
    let unsuitable = |summary, why: &str| {
        let given = "The given \"for_each\" argument value is unsuitable";
        refused(summary, format!("{given}: {why}."))
    };
    let unknown = |what: &str, instead: &str| {
        Err(Refusal {
            message: Message::error(SUMMARY).detail(format!(
                "The \"for_each\" {what} derived from resource attributes that cannot be determined \
                 until apply, and so Terraform cannot determine the full set of keys that will \
                 identify the instances of this resource.\n\nWhen working with unknown values in \
                 for_each, it's better to {instead}.\n\nAlternatively, you could use the -target \
                 planning option to first apply only the resources that the for_each value depends \
                 on, and then apply a second time to fully converge."
            )),
            unknown: true,
        })
    };
    // Marks of single values of a map apply to each.value.
    if typed.whole_kinds().ephemeral {
        return refused(SUMMARY, not_kept("for_each", "a resource's instance keys"));
    }
    if typed.whole_kinds().sensitive {
        let detail = "Sensitive values, or values derived from sensitive values, cannot be used as \
                      for_each arguments. If used, the sensitive value could be exposed as a \
                      resource instance key.";
        return refused(SUMMARY, detail);
    }
    match (&typed.ty, &typed.value) {
        (_, value) if value.is_null() => unsuitable(
            SUMMARY,
            "the given \"for_each\" argument value is null. A map, or set of strings is allowed",
        ),
        (Type::Set(_), value) if !value.is_wholly_known() => unknown(
            "set includes values",
            "use a map value where the keys are defined statically in your configuration and where \
             only the values contain apply-time results",
        ),
        (Type::Set(element), value) => {
            let keys = value.elements();
            if **element != Type::String && !keys.is_empty() {
                let why = format!(
                    "\"for_each\" supports maps and sets of strings, but you have provided a set \
                     containing type {element}"
                );
                return unsuitable(SET, &why);
            }
            let instances = keys.iter().map(|key| match key {
                Value::String(key) => Some((Arc::clone(key), TypedValue::string(Arc::clone(key)))),
                _ => None,
            });
            match instances.collect() {
                Some(instances) => Ok(Expansion::ForEach(instances)),
                None => unsuitable(SET, "\"for_each\" sets must not contain null values"),
            }
        }
        (Type::Map(_) | Type::Object(_) | Type::Dynamic, value) if value.is_unknown() => unknown(
            "map includes keys",
            "define the map keys statically in your configuration and place apply-time results only \
             in the map values",
        ),
        (Type::Map(_), Value::Map(_)) | (Type::Object(_), Value::Object(_)) => {
            let elements = typed.elements().unwrap_or_default().into_iter();
            let instances = elements.filter_map(|(key, value)| match key.value {
                Value::String(key) => Some((key, value)),
                _ => None,
            });
            Ok(Expansion::ForEach(instances.collect()))
        }
        (ty, _) => {
            let ty = match ty {
                Type::Tuple(_) => "tuple".to_owned(),
                ty => ty.to_string(),
            };
            let why = format!(
                "the \"for_each\" argument must be a map, or set of strings, and you have provided \
                 a value of type {ty}"
            );
            unsuitable(SUMMARY, &why)
        }
    }
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
                scope.set(Node::CountIndex, TypedValue::number(*index));
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
        match self {
            Expansion::Single => {
                let only = instances.into_iter().next();
                only.unwrap_or_else(TypedValue::unknown)
            }
            Expansion::Count(_) => TypedValue::tuple(instances),
            Expansion::ForEach(keys) => {
                TypedValue::object(keys.keys().cloned().zip(instances).collect())
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
