//! Documentation from annotations: what an editor shows for a field constant, and the reference on
//! the struct's page.

use std::fmt::Write;

use quote::ToTokens;

use super::extras::wires;
use super::inert::inert;
use crate::model::{
    Field, FieldDefault, FieldKind, Flattened, Identity, Items, Model, RelationKind,
};
use crate::parse::{Computed, ForceNew, Literal, Nesting};
use crate::types::spelt;
use crate::words;

/// The documentation of one constant.
pub(crate) fn field(model: &Model, index: usize) -> String {
    let Some(field) = model.fields.get(index) else {
        return String::new();
    };
    let mut text = inert(&field.description);
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let _ = write!(text, "`{}`: {}", field.name, kind_words(field));
    for (i, fact) in facts(model, index, field).into_iter().enumerate() {
        let _ = write!(text, "{}* {fact}", if i == 0 { "\n\n" } else { "\n" });
    }
    text
}

/// The documentation of the constant of a flattened struct.
pub(crate) fn flattened(field: &Flattened) -> String {
    let ty = field.ty.to_token_stream();
    let mut text = inert(&field.description);
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let _ = write!(
        text,
        "The fields of `{ty}`, which are fields of this struct: `.then(…)` leads to each."
    );
    text
}

/// What the struct is, and what applies to all of it.
fn schema(model: &Model) -> String {
    let Some(name) = &model.type_name else {
        return String::new();
    };
    let mut text = format!("# Schema\n\n* {} `{}`\n", model.kind.words(), name.value);
    if let Some(version) = model.version {
        let _ = writeln!(text, "* version {version}");
    }
    if let Some(import) = model.import_pattern() {
        let _ = writeln!(text, "* import id `{}`", import.value);
    } else if model.keys.import.is_some() {
        text.push_str("* cannot be imported\n");
    }
    if let Some(deprecated) = &model.keys.deprecated {
        let _ = writeln!(text, "* deprecated: {}", deprecated.value);
    }
    text.push('\n');
    text
}

/// What identifies remote objects.
fn identity(model: &Model) -> String {
    let mut text = String::from("# Identity\n\n");
    match &model.identity {
        None => return String::new(),
        Some(Identity::Struct(path)) => {
            let path = path.to_token_stream().to_string().replace(' ', "");
            let _ = writeln!(text, "The fields of [`{path}`].");
        }
        Some(Identity::Fields { parts, .. }) => {
            for part in parts {
                let _ = write!(text, "* `{}`", part.target.wire);
                if part.optional {
                    text.push_str(" (optional for import)");
                }
                text.push_str(if part.mutable {
                    " (may change)\n"
                } else {
                    "\n"
                });
            }
        }
    }
    text.push('\n');
    text
}

/// The reference of arguments, blocks and attributes.
pub(crate) fn reference(model: &Model) -> String {
    let mut arguments = String::new();
    let mut blocks = String::new();
    let mut attributes = String::new();
    for (index, field) in model.fields.iter().enumerate() {
        let list = match field.kind {
            FieldKind::Block { .. } => &mut blocks,
            _ if field.is_computed_only() => &mut attributes,
            _ => &mut arguments,
        };
        let _ = write!(list, "* `{}` ({}", field.name, kind_words(field));
        for fact in facts(model, index, field) {
            let _ = write!(list, "; {fact}");
        }
        list.push(')');
        if !field.description.text.is_empty() {
            let _ = write!(list, ": {}", inert(&field.description).replace('\n', " "));
        }
        list.push('\n');
    }
    for field in &model.flattened {
        let ty = field.ty.to_token_stream();
        let _ = writeln!(arguments, "* and those of [`{ty}`]");
    }
    if model.has_id() {
        attributes.push_str("* `id` (string; computed)\n");
    }
    let mut text = schema(model);
    if model.function.is_some() {
        return format!("# Parameters\n\n{arguments}").trim_end().to_owned();
    }
    for (title, list) in [
        ("Arguments", arguments),
        ("Blocks", blocks),
        ("Attributes", attributes),
    ] {
        if !list.is_empty() {
            let _ = write!(text, "# {title}\n\n{list}\n");
        }
    }
    text.push_str(&identity(model));
    if let Some(timeouts) = model.timeouts.as_ref().filter(|_| model.has_timeouts()) {
        text.push_str("# Timeouts\n\n");
        for timeout in timeouts {
            let _ = writeln!(
                text,
                "* `{}`: default `{}`",
                timeout.operation, timeout.value.value
            );
        }
    }
    text.trim_end().to_owned()
}

fn kind_words(field: &Field) -> String {
    match &field.kind {
        FieldKind::Attribute => type_words(field),
        FieldKind::Nested { nesting } => {
            format!("{} nested attribute{}", nesting.words(), of_struct(field))
        }
        FieldKind::Block { nesting, .. } => {
            format!("{} block{}", nesting.words(), of_struct(field))
        }
    }
}

/// Where the fields of a nested struct are described.
fn of_struct(field: &Field) -> String {
    let name = field.shape.named();
    name.map_or_else(String::new, |name| format!(" of [`{name}`]"))
}

/// The Terraform type. A provider developer's own type is described on its page.
fn type_words(field: &Field) -> String {
    /// Types of the SDK, the standard library and optional features that are strings for Terraform.
    const STRINGS: [&str; 10] = [
        "Secret",
        "Json",
        "CaseInsensitive",
        "Cidr",
        "Duration",
        "IpAddr",
        "Ipv4Addr",
        "Ipv6Addr",
        "Url",
        "Timestamp",
    ];
    let words = field.shape.words();
    let Some(name) = field.shape.named() else {
        return words;
    };
    let written = format!("`{name}`");
    let known = match name.rsplit("::").next() {
        Some("Dynamic") => "any type".to_owned(),
        Some(last) if STRINGS.contains(&last) => format!("string as {written}"),
        // A bare name links to its page.
        _ if name.contains(['<', '(', '[', '&']) => return words,
        _ => format!("[{written}]"),
    };
    words.replacen(&written, &known, 1)
}

fn facts(model: &Model, index: usize, field: &Field) -> Vec<String> {
    let mut facts = Vec::new();
    if model.function.is_some() {
        facts.extend(parameter(field));
        facts.extend(checks(field));
        return facts;
    }
    facts.extend(presence(field));
    if let Some(default) = field.defaults.first() {
        facts.push(default_words(default));
    }
    facts.extend(field.keys.force_new.as_ref().map(|key| match key {
        ForceNew::Always => "a change replaces the resource".to_owned(),
        ForceNew::Count => "another number of them replaces the resource".to_owned(),
        ForceNew::When(_) => "some changes replace the resource".to_owned(),
    }));
    facts.extend(field.sensitive.then(|| "sensitive".to_owned()));
    let write_only = "write-only: never kept in plan or state";
    facts.extend(field.write_only.then(|| write_only.to_owned()));
    facts.extend(checks(field));
    facts.extend(functions(field));
    let conflicts = model.conflicts(index);
    if !conflicts.is_empty() {
        let conflicts = names(conflicts.iter().map(String::as_str));
        facts.push(format!("conflicts with {conflicts}"));
    }
    for relation in &field.relations {
        let words = match relation.kind {
            // Shown above, whichever side names it.
            RelationKind::ConflictsWith => continue,
            RelationKind::ExactlyOneOf => "exactly one of this and",
            RelationKind::AtLeastOneOf => "at least one of this and",
            RelationKind::RequiredWith => "only together with",
            RelationKind::PreferWriteOnly => "prefer the write-only",
            RelationKind::AtLeastSumOf => "at least the sum of",
            RelationKind::AtMostSumOf => "at most the sum of",
            RelationKind::EqualToSumOf => "the sum of",
            RelationKind::EqualToProductOf => "the product of",
        };
        let others = names(wires(&relation.targets).filter(|name| *name != field.name));
        if !others.is_empty() {
            facts.push(format!("{words} {others}"));
        }
    }
    for (key, words) in [
        (&field.keys.deprecated, "deprecated"),
        (&field.keys.removed, "removed"),
    ] {
        if let Some(text) = key {
            facts.push(format!("{words}: {}", text.value));
        }
    }
    facts
}

fn checks(field: &Field) -> impl Iterator<Item = String> {
    let validators = field.validators.iter();
    validators.map(|one| format!("{:#}", words::of(one, field.shape.inner())))
}

/// What the provider developer's functions decide.
fn functions(field: &Field) -> impl Iterator<Item = String> {
    let functions = &field.keys;
    [
        (&functions.diff_suppress, "equal if", " says so"),
        (&functions.canonical, "compared by", ""),
        (&functions.state_fn, "stored as", " returns it"),
        (&functions.set_key, "elements are matched by", ""),
        (&functions.list_key, "elements are matched by", ""),
    ]
    .into_iter()
    .filter_map(|(function, before, after)| {
        let path = spelt(&function.as_ref()?.0.to_token_stream());
        Some(format!("{before} `{path}`{after}"))
    })
}

/// What a parameter accepts besides known values.
fn parameter(field: &Field) -> Vec<String> {
    let facts = [
        (field.variadic, "variadic"),
        (field.shape.is_option(), "may be null"),
        (field.takes_unknown, "may be null or unknown"),
    ];
    let facts = facts.into_iter().filter(|(set, _)| *set);
    facts.map(|(_, words)| words.to_owned()).collect()
}

fn presence(field: &Field) -> Option<String> {
    if let FieldKind::Block {
        nesting,
        items: Items { min, max, .. },
    } = &field.kind
    {
        let optional = *min == 0 || field.presence.is_computed();
        let counts = match (nesting, min, max) {
            (Nesting::Single, _, _) if optional => Some("optional".to_owned()),
            (Nesting::Single, _, _) => Some("required".to_owned()),
            (_, 0, 0) => None,
            (_, min, 0) => Some(format!("at least {min}")),
            (_, 0, max) => Some(format!("at most {max}")),
            (_, min, max) if min == max => Some(format!("exactly {min}")),
            (_, min, max) => Some(format!("from {min} to {max}")),
        };
        return match (counts, computed(field)) {
            (Some(counts), Some(computed)) => Some(format!("{counts}, {computed}")),
            (counts, computed) => counts.or(computed),
        };
    }
    let presence = &field.presence;
    match (presence.required, presence.optional, computed(field)) {
        (true, _, _) => Some("required".to_owned()),
        (false, true, None) => Some("optional".to_owned()),
        (false, true, Some(computed)) => Some(format!("optional, {computed}")),
        (false, false, computed) => computed,
    }
}

/// How it is computed, if it is.
fn computed(field: &Field) -> Option<String> {
    let presence = &field.presence;
    presence.computed.as_ref().map(|computed| match computed {
        Computed::Volatile => "recomputed with every update".to_owned(),
        Computed::WhenChanged(targets) => {
            format!("recomputed when {} changes", names(wires(targets)))
        }
        Computed::Plain => "computed".to_owned(),
    })
}

fn default_words(default: &FieldDefault) -> String {
    match default {
        FieldDefault::Value { written, data } => match data {
            Some(Literal::Bool(value)) => format!("default `{value}`"),
            Some(Literal::Integer(value)) => format!("default `{value}`"),
            Some(Literal::Float(value)) => format!("default `{value}`"),
            Some(Literal::Text(text)) => format!("default `{text:?}`"),
            None => format!("default `{}`", spelt(&written.expr.to_token_stream())),
        },
        FieldDefault::Function(_) => "default depends on the environment".to_owned(),
        FieldDefault::Environment(environment) => {
            let variables = names(environment.names.iter().map(|name| &*name.value));
            let fallback = environment.fallback.as_ref();
            let fallback = fallback.map(|text| format!(", else `{:?}`", text.value));
            let fallback = fallback.unwrap_or_default();
            format!("default from the environment ({variables}){fallback}")
        }
    }
}

fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names = names.into_iter().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
