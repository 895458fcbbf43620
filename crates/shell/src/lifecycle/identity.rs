//! Identities of objects: made of their fields or set by provider code; and whether they stay the
//! same, which core never checks.

use schema_rules::Rule;
use schema_runtime::check;
use schema_runtime::codec::msgpack::{decode_block, encode_block};
use schema_runtime::data::{DataCore, Operation};
use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::{Field, Flags, IdentityChange, IdentitySchema, Schema, SchemaKind};
use schema_runtime::validate;
use schema_runtime::value::Value;

use crate::lifecycle::private::PrivateData;

/// The key of the identity kept from an object's import to its first read, which may know a better
/// one.
pub(super) const IMPORTED: &str = ".imported";

/// The key under which a plan leaves the hook's identity of a new object for the apply: Terraform
/// before 1.12 does not return it.
const PLANNED: &str = ".planned_identity";

/// The key under which it leaves the stored identity of an object that is deleted, or whose
/// identity is not planned: no Terraform returns that.
const PRIOR: &str = ".prior_identity";

const MISSING: DiagnosticKind = DiagnosticKind::new("identity missing");
const CHANGED: DiagnosticKind = DiagnosticKind::new("identity changed");

/// The errors that an object's identity may have.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdentityFault {
    /// The identity is missing.
    Missing,
    /// The identity has changed.
    Changes,
}

/// Which of these errors a diagnostic is, if any.
#[doc(hidden)]
#[must_use]
pub fn identity_fault(diagnostic: &Diagnostic) -> Option<IdentityFault> {
    let faults = [
        (MISSING, IdentityFault::Missing),
        (CHANGED, IdentityFault::Changes),
    ];
    let fault = faults
        .into_iter()
        .find(|(kind, _)| diagnostic.is_kind(*kind));
    fault.map(|(_, fault)| fault)
}

/// Checks an identity that was made at run time, as the compiler checks a derived one.
pub(super) fn check_schema(identity: &IdentitySchema, resource: &Schema) -> Diagnostics {
    let fault = |detail: &str| {
        let name = &resource.type_name;
        Diagnostic::error(format!("The identity of {name} is none"))
            .with_detail(format!("{detail} This is a bug in the provider."))
    };
    let schema = &identity.schema;
    let mut found = Diagnostics::new();
    if schema.kind != SchemaKind::Identity {
        found.push(fault("Its schema is not the schema of an identity."));
        return found;
    }
    if !is_sound(identity) {
        let rules = check::rules(schema, check::Mode::Ours);
        for broken in rules.iter().filter(|broken| RULES.contains(&broken.rule)) {
            let help = broken.help.as_deref().unwrap_or_default();
            let (message, rule) = (&broken.message, broken.rule);
            found.push(fault(&format!("{message} [{rule}]: {help}.")));
        }
        if found.is_empty() {
            found.push(fault(
                "Its attributes are required or optional, and strings, numbers, bools or lists of these, \
                          and its version is not negative.",
            ));
        }
    }
    let fields = &identity.block().fields;
    let places = identity.positions.as_deref();
    let fits = |(part, place): (&Field, &u16)| {
        let field = resource.block.fields.get(usize::from(*place));
        field.is_some_and(|field| field.implied_type() == part.implied_type())
    };
    let all_fit =
        |places: &[u16]| places.len() == fields.len() && fields.iter().zip(places).all(fits);
    if identity.mutable.len() != fields.len() || places.is_some_and(|places| !all_fit(places)) {
        found.push(fault(
            "It does not say of each of its attributes whether it may change, or which field of the resource, of \
                      the same type, it is.",
        ));
    }
    found
}

/// The rules that an identity's schema may break.
const RULES: &[Rule] = &[
    Rule::IDENTITY_EMPTY,
    Rule::IDENTITY_IMPORT_FLAGS,
    Rule::IDENTITY_TYPE,
    Rule::IDENTITY_ELEMENT,
    Rule::IDENTITY_KEYS,
    Rule::IDENTITY_REQUIRED,
];

/// Whether no rule is broken. The compiler has checked derived structs, so most schemas pass, and
/// each check costs little.
fn is_sound(identity: &IdentitySchema) -> bool {
    let fields = &identity.block().fields;
    let plain = |field: &Field| {
        let optional = field.is(Flags::OPTIONAL);
        let other = [
            Flags::COMPUTED,
            Flags::SENSITIVE,
            Flags::WRITE_ONLY,
            Flags::FORCE_NEW,
        ];
        field.is(Flags::REQUIRED) != optional && !other.into_iter().any(|flags| field.is(flags))
    };
    identity.version() >= 0
        && identity.is_flat()
        && fields.iter().all(plain)
        && fields.iter().any(|field| field.is(Flags::REQUIRED))
}

/// The identity of an object: made of its fields, else set, else stored. `None` if it lacks
/// something that an import needs.
pub(super) fn of(
    schema: &IdentitySchema,
    object: &Value,
    set: Option<Value>,
    stored: Option<Value>,
) -> Option<Value> {
    if !matches!(object, Value::Object(_)) {
        return None;
    }
    let found = match schema.positions {
        Some(_) => schema.of_object(object),
        None => set.or(stored),
    };
    found.filter(|identity| schema.is_complete(identity))
}

/// The identity of an object after a call that failed: what was set, but for an object that existed
/// (`stayed`), values that must not change are as before.
pub(super) fn after_failure(
    schema: &IdentitySchema,
    object: &Value,
    set: Option<Value>,
    before: Option<Value>,
    stayed: bool,
) -> Option<Value> {
    let set = set.filter(|set| match &before {
        Some(before) if stayed => schema.changes(before, set).is_empty(),
        _ => true,
    });
    of(schema, object, set, before)
}

/// The identities that a plan leaves in its private data, which are never kept with an object.
#[derive(Default)]
pub(super) struct Carried {
    /// The hook's identity of a new object.
    pub(super) planned: Option<Value>,
    /// The stored identity of the existing object, or of the object to be replaced.
    pub(super) prior: Option<Value>,
}

impl Carried {
    /// Splits private data into these identities and the rest.
    pub(super) fn take(schema: Option<&IdentitySchema>, private: Vec<u8>) -> (Vec<u8>, Self) {
        let decoded = |bytes: Option<Vec<u8>>| {
            let (schema, bytes) = schema.zip(bytes)?;
            let identity = decode_block(schema.block(), &bytes).ok()?;
            matches!(identity, Value::Object(_)).then_some(identity)
        };
        let (private, planned) = PrivateData::split(private, PLANNED);
        let (private, prior) = PrivateData::split(private, PRIOR);
        let carried = Carried {
            planned: decoded(planned),
            prior: decoded(prior),
        };
        (private, carried)
    }

    /// Adds them to private data. Values that an object's fields contain need not be carried.
    pub(super) fn put(self, schema: &IdentitySchema, mut private: Vec<u8>) -> Vec<u8> {
        if schema.positions.is_some() {
            return private;
        }
        for (key, identity) in [(PLANNED, self.planned), (PRIOR, self.prior)] {
            if let Some(Ok(bytes)) =
                identity.map(|identity| encode_block(schema.block(), &identity))
            {
                private = PrivateData::join(&private, key, bytes);
            }
        }
        private
    }
}

/// The identity of an object after a call that found or made it, and its error: it is missing, or
/// has changed.
///
/// A client that keeps no identities (Terraform before 1.12) sends none for an existing object;
/// then none can be lost, and code that sets it only in create is right.
pub(super) fn after(
    schema: &IdentitySchema,
    operation: &str,
    object: &Value,
    set: Option<Value>,
    before: Option<Value>,
    may_change: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Value> {
    if !matches!(object, Value::Object(_)) {
        return None;
    }
    let nothing_said = schema.positions.is_none() && set.is_none() && before.is_none();
    if nothing_said && operation != Operation::Create.name() {
        return None;
    }
    let Some(identity) = of(schema, object, set.clone(), before.clone()) else {
        diagnostics.push(missing(schema, operation, object, set.or(before)));
        return None;
    };
    if let Some(before) = before.filter(|_| !may_change) {
        diagnostics.extend(changed(schema, operation, &before, &identity));
    }
    Some(identity)
}

fn missing(
    schema: &IdentitySchema,
    operation: &str,
    object: &Value,
    said: Option<Value>,
) -> Diagnostic {
    let name = &schema.schema.type_name;
    let identity = schema.of_object(object).or(said);
    let why = match (&schema.positions, &identity) {
        (None, None) => {
            "The identity was not set: call `data.set_identity(…)` in create and in read."
                .to_owned()
        }
        (from_fields, identity) => {
            let missing = schema.missing(identity.as_ref().unwrap_or(&Value::Null));
            let missing = missing.join(", ");
            match from_fields {
                Some(_) => format!(
                    "The object's identity consists of its fields, of which these are null: \
                     {missing}. Set them; if they may be null, write `optional` in `identity(…)`."
                ),
                None => format!("The object's identity lacks: {missing}."),
            }
        }
    };
    Diagnostic::error(format!(
        "{name}: nothing identifies the object after {operation}"
    ))
    .with_kind(MISSING)
    .with_detail(format!("{why} This is a bug in the provider."))
}

/// The error for an object whose identity has changed.
fn change(type_name: &str, by: &str) -> Diagnostic {
    Diagnostic::error(format!("{type_name}: {by} changes the object's identity")).with_kind(CHANGED)
}

/// The values that have changed although they must not.
fn changed(
    schema: &IdentitySchema,
    operation: &str,
    before: &Value,
    after: &Value,
) -> Option<Diagnostic> {
    let changes = schema.changes(before, after);
    if changes.is_empty() {
        return None;
    }
    let name = &schema.schema.type_name;
    let words = changes.iter().map(words).collect::<Vec<_>>().join("; ");
    if operation == Operation::Create.name() {
        return Some(change(name, operation).with_detail(format!(
            "The plan hook set an identity for the new object, and create set a different one: \
                 {words}. This is a bug in the provider; the plan must omit what is not certain."
        )));
    }
    let cure = match schema.positions {
        Some(_) => "write `mutable` for it in `identity(…)`",
        None => "name it in `mutable(…)` on the struct of the identity",
    };
    Some(change(name, operation).with_detail(format!(
        "An identity must stay the same for as long as the object exists, and Terraform \
                 does not check that: {words}. This is a bug in the provider; if objects can change \
                 their identity, {cure}."
    )))
}

/// Which values a plan hook made unknown that were known before.
pub(super) fn hidden(before: Option<&Value>, after: Option<&Value>) -> Vec<usize> {
    let (Some(Value::Object(before)), Some(Value::Object(after))) = (before, after) else {
        return Vec::new();
    };
    let pairs = before.iter().zip(after).enumerate();
    pairs
        .filter(|(_, (before, after))| before.is_wholly_known() && !after.is_wholly_known())
        .map(|(position, _)| position)
        .collect()
}

/// The error if a plan hook made parts of a stored identity unknown: they cannot change while the
/// object stays, and Terraform accepts nothing unknown.
pub(super) fn made_unknown(
    schema: &IdentitySchema,
    stored: &Value,
    positions: &[usize],
) -> Option<Diagnostic> {
    let fixed = positions.iter().filter(|position| {
        let mutable = schema.mutable.get(**position).copied().unwrap_or(false);
        let value = field_of(stored, **position);
        !mutable && value.is_wholly_known() && !value.is_null()
    });
    let words: Vec<String> = fixed
        .filter_map(|position| {
            let name = &schema.block().fields.get(*position)?.name;
            let value = value_text(field_of(stored, *position));
            Some(format!("{name} is {value}, and was made unknown"))
        })
        .collect();
    let name = &schema.schema.type_name;
    let cure = "The plan hook must keep it, or force a replacement; if objects can change \
                their identity, it is `mutable`.";
    (!words.is_empty()).then(|| {
        change(name, "the plan").with_detail(format!(
            "An identity must stay the same for as long as the object exists: {}. {cure} This is a bug in the provider.",
            words.join("; ")
        ))
    })
}

/// An identity contains nothing secret: the compiler rejects that, and so does [`check_schema`] at
/// the start.
fn words(change: &IdentityChange) -> String {
    format!(
        "{} was {} and is {}",
        change.name,
        value_text(&change.before),
        value_text(&change.after)
    )
}

/// A value of an identity as shown to people.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => schema_rules::quoted(text),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::List(values) => {
            let values: Vec<String> = values.iter().map(value_text).collect();
            format!("[{}]", values.join(", "))
        }
        _ => "null".to_owned(),
    }
}

/// The attribute at a position.
fn field_of(identity: &Value, position: usize) -> &Value {
    let values = identity.as_object().unwrap_or_default();
    values.get(position).unwrap_or(&Value::Null)
}

/// The planned identity, which is made of the planned fields, or `set` by the hook.
pub(super) fn planned(
    schema: &IdentitySchema,
    was_there: bool,
    planned: &Value,
    set: Option<Value>,
    prior_identity: Option<Value>,
    replaces: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Value> {
    // The first plan of a replacement and the plan of a destroy are about the existing object.
    if !matches!(planned, Value::Object(_)) || (was_there && replaces) {
        return prior_identity;
    }
    let from_fields = schema.positions.is_some();
    let Some(identity) = schema.of_object(planned).or(set.filter(|_| !from_fields)) else {
        // Provider code sets it when it has created the object.
        return prior_identity.filter(|_| was_there);
    };
    if !was_there {
        return Some(identity).filter(|identity| schema.missing(identity).is_empty());
    }
    let identity = match &prior_identity {
        None => identity,
        Some(before) => {
            diagnostics.extend(changed(schema, "the plan", before, &identity));
            kept(schema, before, identity)
        }
    };
    // For an object that stays, Terraform accepts nothing unknown.
    schema.is_complete(&identity).then_some(identity)
}

/// Values that are not known yet stay as before, unless they may change.
fn kept(schema: &IdentitySchema, before: &Value, identity: Value) -> Value {
    let Value::Object(values) = identity else {
        return identity;
    };
    let values = values.into_iter().enumerate().map(|(position, value)| {
        let mutable = schema.mutable.get(position).copied().unwrap_or(false);
        if value.is_wholly_known() || mutable {
            value
        } else {
            field_of(before, position).clone()
        }
    });
    Value::Object(values.collect())
}

/// Whether an import can use this identity: it has all required values, and the Rust types can hold
/// them.
pub(super) fn check_asked(
    schema: &IdentitySchema,
    resource: &Schema,
    identity: &Value,
) -> Result<(), Diagnostics> {
    let name = &schema.schema.type_name;
    let error = |detail: &str| {
        Diagnostic::error(format!("{name} cannot be imported by this identity")).with_detail(detail)
    };
    if !matches!(identity, Value::Object(_)) {
        return Err(error("It is not an object with the attributes of an identity.").into());
    }
    if !identity.is_wholly_known() {
        return Err(error("It holds values that are not known yet.").into());
    }
    let missing = schema.missing(identity);
    if !missing.is_empty() {
        return Err(error(&format!("It must say {}.", missing.join(" and "))).into());
    }
    let mut wrong = Diagnostics::new();
    for (position, part) in schema.block().fields.iter().enumerate() {
        let places = schema.positions.as_deref();
        let place = places.and_then(|places| places.get(position));
        let field = place.and_then(|place| resource.block.fields.get(usize::from(*place)));
        let path = Path::new(part.name.clone());
        let mut found = Diagnostics::new();
        for validator in field.unwrap_or(part).type_validators() {
            validate::check(validator, &path, field_of(identity, position), &mut found);
        }
        for found in found {
            wrong.push(error(&found.detail).at(found.path));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong),
    }
}

/// Sets the fields of the object that have the names of identity attributes, including the id.
pub(super) fn fill(schema: &IdentitySchema, resource: &Schema, data: &mut DataCore) {
    let Some(identity) = data.identity().cloned() else {
        return;
    };
    for (position, part) in schema.block().fields.iter().enumerate() {
        let value = field_of(&identity, position);
        let Some((place, field)) = resource.block.find(&part.name) else {
            continue;
        };
        let same = field.implied_type() == part.implied_type() && !field.is_block();
        if value.is_null() || !same || field.is(Flags::WRITE_ONLY) {
            continue;
        }
        match value.as_str() {
            Some(id) if resource.id_index() == Some(place) => data.set_id(id.to_owned()),
            _ => data.write(place, value.clone(), false),
        }
    }
}
