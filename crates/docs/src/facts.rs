//! The facts about a field, in sentences.

use schema_panic::caught;
use schema_runtime::schema::{Default, Extra, Field, Flags, Kind, Nesting, SchemaKind, Total};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use schema_rules::quoted;

use crate::literal::literal;
use crate::markdown::{begins_block, code, codes, description, plain};
use crate::relations::{Needed, Relations, absolute};
use crate::validators::validators;

/// The position of a field.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) kind: SchemaKind,
    /// The path of its block, with dots.
    pub(crate) parent: &'a str,
    pub(crate) relations: &'a Relations,
    /// Whether something around it is sensitive.
    pub(crate) secret: bool,
}

/// A link to Terraform's description of write-only arguments.
const WRITE_ONLY: &str = "[Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)";

/// Its type and flags, for the parentheses after its name.
pub(crate) fn tags(field: &Field) -> String {
    let mut tags = vec![kind_words(field)];
    if let Kind::Block {
        nesting: Nesting::List | Nesting::Set | Nesting::Map,
        min_items,
        max_items,
        ..
    } = &field.kind
    {
        for (word, count) in [("Min", min_items), ("Max", max_items)] {
            if *count > 0 {
                tags.push(format!("{word}: {count}"));
            }
        }
    }
    if field.is(Flags::SENSITIVE) {
        tags.push("Sensitive".to_owned());
    }
    if field.is(Flags::WRITE_ONLY) {
        tags.push(WRITE_ONLY.to_owned());
    }
    if field.removed().is_some() {
        tags.push("Removed".to_owned());
    } else if field.deprecated().is_some() {
        tags.push("Deprecated".to_owned());
    }
    tags.join(", ")
}

fn kind_words(field: &Field) -> String {
    let grouped = |one: &str, nesting: Nesting| match nesting {
        Nesting::Single | Nesting::Group => one.to_owned(),
        Nesting::List => format!("{one} List"),
        Nesting::Set => format!("{one} Set"),
        Nesting::Map => format!("{one} Map"),
    };
    match &field.kind {
        Kind::Attribute { ty } => type_words(ty),
        Kind::Nested { nesting, .. } => grouped("Attributes", *nesting),
        Kind::Block { nesting, .. } => grouped("Block", *nesting),
        _ => String::new(),
    }
}

/// A type, named as registries name it.
pub(crate) fn type_words(ty: &Type) -> String {
    match ty {
        Type::String => "String".to_owned(),
        Type::Number => "Number".to_owned(),
        Type::Bool => "Boolean".to_owned(),
        Type::Dynamic => "Dynamic".to_owned(),
        Type::List(element) => format!("List of {}", type_words(element)),
        Type::Set(element) => format!("Set of {}", type_words(element)),
        Type::Map(element) => format!("Map of {}", type_words(element)),
        Type::Tuple(_) => "Tuple".to_owned(),
        Type::Object(_) => "Object".to_owned(),
    }
}

/// The sentences, in the order in which a reader needs them.
pub(crate) fn facts(field: &Field, place: Place<'_>) -> Vec<String> {
    let mut facts = Vec::new();
    let computed_only = !field.is_configurable();
    for (word, text) in [
        ("Removed", field.removed()),
        ("Deprecated", field.deprecated()),
    ] {
        let text = text.map(|text| sentence(&description(text)));
        facts.extend(text.map(|text| format!("**{word}:** {text}")));
    }
    facts.extend(default(field, place));
    facts.extend(validators(field, computed_only));
    facts.extend(relations(field, place));
    if field.is(Flags::WRITE_ONLY) {
        facts.push("Needs Terraform 1.11 or later.".to_owned());
    }
    if field.is(Flags::FORCE_NEW) && place.kind == SchemaKind::Resource {
        facts.push("Changing this forces a new resource to be created.".to_owned());
    } else if field.is(Flags::FORCE_NEW_COUNT) {
        facts.push("Another number of these forces a new resource to be created.".to_owned());
    } else if field.force_new_when().is_some() {
        facts.push("Some changes of this force a new resource to be created.".to_owned());
    }
    facts.extend(computed(field, place, computed_only));
    facts
}

/// Adds a period if the end has none.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '!', '?', ':']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// What replaces an argument that is not set. An empty default is omitted: it is no different from
/// an argument that is not set.
fn default(field: &Field, place: Place<'_>) -> Option<String> {
    let hidden = place.secret || field.is_secret();
    let is = |text: String| match hidden {
        true => "It has a default, which is not shown.".to_owned(),
        false => format!("Defaults to {}.", code(&text)),
    };
    Some(match field.default()? {
        default if is_empty(default) => return None,
        Default::Bool(value) => is(value.to_string()),
        Default::Integer(value) => is(value.to_string()),
        Default::Float(value) => is(value.to_string()),
        Default::Text(text) => is(quoted(text)),
        Default::Value(value) => is(literal(value, &field.implied_type())),
        Default::Constant(make) => match caught(make) {
            Ok(Value::Null) => return None,
            Ok(value) => is(literal(&value, &field.implied_type())),
            Err(_) => "If it is not set, the provider works out a value.".to_owned(),
        },
        Default::Environment { names, fallback } => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            let variables = match names[..] {
                [name] => format!("the environment variable {} is", code(name)),
                _ => format!(
                    "the first of the environment variables {} that is set is",
                    codes(&names, "and")
                ),
            };
            let or_else = match fallback {
                Some(_) if hidden => ", or else a default, which is not shown".to_owned(),
                Some(text) => {
                    let text = match &field.kind {
                        Kind::Attribute { ty } if **ty != Type::String => text.to_string(),
                        _ => quoted(text),
                    };
                    format!(", or else {}", code(&text))
                }
                None => String::new(),
            };
            format!("If it is not set, {variables} taken{or_else}.")
        }
        // This runs provider code, whose result may depend on this machine: its processors, a home
        // directory.
        _ => "If it is not set, the provider works out a value.".to_owned(),
    })
}

/// Whether a default is a string or a collection with nothing in it.
fn is_empty(default: &Default) -> bool {
    let is_empty = |value: &Value| match value {
        Value::String(text) => text.is_empty(),
        value => value.element_count() == Some(0),
    };
    match default {
        Default::Text(text) => text.as_str().is_empty(),
        Default::Value(value) => is_empty(value),
        Default::Constant(make) => caught(make).is_ok_and(|value| is_empty(&value)),
        _ => false,
    }
}

/// How it relates to other fields.
fn relations(field: &Field, place: Place<'_>) -> Vec<String> {
    let (all, parent) = (place.relations, place.parent);
    let mut facts = Vec::new();
    let conflicts = all.conflicts(parent, &field.name);
    if !conflicts.is_empty() {
        facts.push(format!("Conflicts with {}.", codes(&conflicts, "and")));
    }
    for (needed, group) in all.groups(parent, &field.name) {
        let many = match needed {
            Needed::ExactlyOne => "Exactly",
            Needed::AtLeastOne => "At least",
        };
        let group = codes(&group, "and");
        facts.push(format!("{many} one of {group} must be set."));
    }
    for extra in field.extras.iter() {
        let names = |fields: &[schema_runtime::schema::FieldPath]| {
            let paths = fields.iter().map(|path| absolute("", path));
            paths.collect::<Vec<_>>()
        };
        match extra {
            Extra::RequiredWith { fields } => facts.push(format!(
                "Can only be set together with {}.",
                codes(&names(fields), "and")
            )),
            Extra::PreferWriteOnly { field } => facts.push(format!(
                "With Terraform 1.11 or later, use the write-only {} instead, which is in no state.",
                codes(&names(std::slice::from_ref(field)), "and")
            )),
            Extra::Compare { total, fields } => {
                let (be, alone) = match total {
                    Total::AtLeastSum => ("at least the sum", "at least"),
                    Total::AtMostSum => ("at most the sum", "at most"),
                    Total::EqualToProduct => ("the product", "equal to"),
                    _ => ("the sum", "equal to"),
                };
                let names = names(fields);
                let all = codes(&names, "and");
                facts.push(match names.len() {
                    1 => format!("Must be {alone} {all}."),
                    _ => format!("Must be {be} of {all}."),
                });
            }
            _ => {}
        }
    }
    facts
}

/// What the provider does by itself.
fn computed(field: &Field, place: Place<'_>, computed_only: bool) -> Vec<String> {
    let mut facts = Vec::new();
    if field.is(Flags::IMPLIED) || !field.is(Flags::COMPUTED) {
        return facts;
    }
    if field.is_computed_block() {
        let text = "Where none is written, the provider chooses (in Terraform 1.16 and later).";
        return vec![text.to_owned()];
    }
    if !computed_only {
        facts.push("If it is not set, the provider chooses a value.".to_owned());
    }
    if place.kind == SchemaKind::Resource && field.is(Flags::VOLATILE) {
        facts.push("Recomputed with every update.".to_owned());
    } else if place.kind == SchemaKind::Resource {
        let paths = field.when_changed().unwrap_or_default();
        let paths: Vec<String> = paths.iter().map(|path| absolute("", path)).collect();
        if !paths.is_empty() {
            facts.push(format!("Recomputed when {} changes.", codes(&paths, "or")));
        }
    }
    facts
}

/// The description of a field with its facts, to follow name and tags in a list item.
pub(crate) fn text(field: &Field, place: Place<'_>, see: &str) -> String {
    let shown = description(&field.description);
    let mut facts = facts(field, place);
    if !see.is_empty() {
        facts.push(see.to_owned());
    }
    let facts = facts.join(" ");
    // After a list, a table or a code block, a sentence is a paragraph of its own.
    let several = shown.contains("\n\n")
        || shown.contains("```")
        || shown.contains("~~~")
        || shown
            .lines()
            .any(|line| begins_block(line.trim_start()) || line.starts_with("    "));
    match (shown.is_empty(), facts.is_empty()) {
        (true, _) => facts,
        (false, true) => shown,
        (false, false) if several => format!("{shown}\n\n{facts}"),
        (false, false) => format!("{} {facts}", sentence(&shown)),
    }
}

/// A name, as written in a heading or an item.
pub(crate) fn name(text: &str) -> String {
    if text.is_empty() {
        plain(text)
    } else {
        code(text)
    }
}
