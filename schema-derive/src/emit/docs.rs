//! Documentation out of annotations: what an editor shows on a field's constant, and the
//! reference on the struct's page.

use std::fmt::Write;

use quote::ToTokens;

use super::inert::inert;
use crate::model::{
    DefaultData, Field, FieldDefault, FieldKind, Flattened, Identity, Items, Model, RelationKind,
    Target,
};
use crate::parse::{Computed, Nesting, PlainKey};
use crate::words;

/// The documentation of one constant.
pub(crate) fn field(model: &Model, index: usize) -> String {
    let Some(field) = model.fields.get(index) else {
        return String::new();
    };
    let mut text = String::new();
    if !field.description.text.is_empty() {
        text.push_str(&inert(&field.description));
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

/// What identifies objects.
fn identity(model: &Model) -> String {
    match &model.identity {
        None => String::new(),
        Some(Identity::Struct(path)) => {
            let path = path.to_token_stream().to_string().replace(' ', "");
            format!("# Identity\n\nThe fields of [`{path}`].\n\n")
        }
        Some(Identity::Fields { parts, .. }) => {
            let mut text = String::from("# Identity\n\n");
            for part in parts {
                let optional = if part.optional {
                    " (optional for import)"
                } else {
                    ""
                };
                let mutable = if part.mutable { " (may change)" } else { "" };
                let _ = writeln!(text, "* `{}`{optional}{mutable}", part.target.wire);
            }
            text.push('\n');
            text
        }
    }
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
    let mut text = String::new();
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
                timeout.operation, timeout.duration.value
            );
        }
    }
    text.trim_end().to_owned()
}

fn kind_words(field: &Field) -> String {
    match &field.kind {
        FieldKind::Attribute => field.shape.words(),
        FieldKind::Nested { nesting } => format!("{} nested attribute", nesting.word()),
        FieldKind::Block { nesting, .. } => format!("{} block", nesting.word()),
    }
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
    for (set, words) in [
        (field.force_new, "a change replaces the resource"),
        (
            field.force_new_count,
            "another number of them replaces the resource",
        ),
        (
            field.functions.force_new_when.is_some(),
            "some changes replace the resource",
        ),
        (field.sensitive, "sensitive"),
        (field.write_only, "write-only: never kept in plan or state"),
    ] {
        if set {
            facts.push(words.to_owned());
        }
    }
    facts.extend(checks(field));
    let conflicts = model.conflicts(index);
    if !conflicts.is_empty() {
        facts.push(format!("conflicts with {}", names(conflicts)));
    }
    for relation in &field.relations {
        let words = match relation.kind {
            // Said above, whichever side names it.
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
        if !relation.targets.is_empty() {
            facts.push(format!("{words} {}", names(wires(&relation.targets))));
        }
    }
    for (key, words) in [
        (PlainKey::Deprecated, "deprecated"),
        (PlainKey::Removed, "removed"),
    ] {
        if let Some(text) = field.text(key) {
            facts.push(format!("{words}: {text}"));
        }
    }
    facts
}

fn checks(field: &Field) -> impl Iterator<Item = String> {
    field
        .validators
        .iter()
        .map(|validator| format!("{:#}", words::of(validator, field.shape.inner())))
}

/// What a parameter takes beside known values.
fn parameter(field: &Field) -> Vec<String> {
    [
        (field.variadic, "all further arguments"),
        (field.shape.is_option(), "may be null"),
        (field.takes_unknown, "may be null or unknown"),
    ]
    .into_iter()
    .filter(|(set, _)| *set)
    .map(|(_, words)| words.to_owned())
    .collect()
}

fn wires(targets: &[Target]) -> impl Iterator<Item = String> {
    targets.iter().map(|target| target.wire.clone())
}

fn presence(field: &Field) -> Option<String> {
    if let FieldKind::Block {
        nesting,
        items: Items { min, max, .. },
    } = &field.kind
    {
        let counts = match (nesting, min, max) {
            (Nesting::Single, _, _) if field.presence.is_computed() => Some("optional".to_owned()),
            (Nesting::Single, 0, _) => Some("optional".to_owned()),
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
        Computed::Volatile => "computed anew with every update".to_owned(),
        Computed::WhenChanged(targets) => {
            format!("computed anew when {} changes", names(wires(targets)))
        }
        Computed::Plain => "computed".to_owned(),
    })
}

fn default_words(default: &FieldDefault) -> String {
    match default {
        FieldDefault::Value { written, data } => match data {
            Some(DefaultData::Bool(value)) => format!("default `{value}`"),
            Some(DefaultData::Integer(value)) => format!("default `{value}`"),
            Some(DefaultData::Float(value)) => format!("default `{value}`"),
            Some(DefaultData::Text(text)) => format!("default `{text:?}`"),
            None => format!("default `{}`", written.expr.to_token_stream()),
        },
        FieldDefault::Function(_) => "default depends on the environment".to_owned(),
        FieldDefault::Environment(environment) => {
            let variables = names(environment.names.iter().map(|name| name.value.clone()));
            match &environment.fallback {
                Some(text) => {
                    format!(
                        "default from the environment ({variables}), else `{:?}`",
                        text.value
                    )
                }
                None => format!("default from the environment ({variables})"),
            }
        }
    }
}

fn names(names: impl IntoIterator<Item = String>) -> String {
    names
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::{DeriveInput, parse_quote};

    use super::reference;
    use crate::error::Errors;
    use crate::{check, model, parse};

    /// What the page of a struct shows of its schema.
    fn page(read: fn(DeriveInput, &mut Errors) -> parse::Parsed, input: DeriveInput) -> String {
        let mut errors = Errors::default();
        let parsed = read(input, &mut errors);
        let model = model::build(parsed, quote!(runtime), &mut errors);
        match check::check(model, errors) {
            Ok(checked) => reference(&checked.model),
            Err(_) => panic!("it is refused"),
        }
    }

    #[test]
    fn of_an_ephemeral_resource() {
        let page = page(
            parse::parse,
            parse_quote! {
                #[schema(ephemeral = "disk_copy", timeouts(open = "10m", close = "5m"))]
                struct Copy {
                    /// Which image is copied.
                    #[field(required, validate = length(1..=8))]
                    image: String,
                    #[field(computed, sensitive)]
                    key: Secret,
                }
            },
        );
        let expected = "# Arguments\n\n* `image` (string; required; between 1 and 8 characters long): Which image is copied.\n\n\
                        # Attributes\n\n* `key` (`Secret`; computed; sensitive)\n\n\
                        # Timeouts\n\n* `open`: default `10m`\n* `close`: default `5m`";
        assert_eq!(page, expected);
    }

    #[test]
    fn of_the_filter_of_a_list() {
        let page = page(
            parse::parse,
            parse_quote! {
                #[schema(list = "disk_image", timeouts(list = "10m"))]
                struct ImageFilter {
                    /// How their names begin.
                    #[field(optional, default = "")]
                    prefix: String,
                    #[field(optional, conflicts_with(prefix), sensitive)]
                    key: Option<String>,
                }
            },
        );
        let expected = "# Arguments\n\n* `prefix` (string; optional; default `\"\"`; conflicts with `key`): How their names begin.\n\
                        * `key` (string; optional; sensitive; conflicts with `prefix`)\n\n\
                        # Timeouts\n\n* `list`: default `10m`";
        assert_eq!(page, expected);
    }

    #[test]
    fn of_an_action() {
        let page = page(
            parse::parse,
            parse_quote! {
                #[schema(action = "disk_verify", timeouts(invoke = "20m"))]
                struct Verify {
                    #[field(required)]
                    image: String,
                    #[field(optional, write_only)]
                    pass_phrase: Option<Secret>,
                    /// What is compared.
                    #[field(block(list, max_items = 4))]
                    part: Vec<Part>,
                }
            },
        );
        let expected = "# Arguments\n\n* `image` (string; required)\n\
                        * `pass_phrase` (`Secret`; optional; write-only: never kept in plan or state)\n\n\
                        # Blocks\n\n* `part` (list block; at most 4): What is compared.\n\n\
                        # Timeouts\n\n* `invoke`: default `20m`";
        assert_eq!(page, expected);
    }

    #[test]
    fn of_a_state_store() {
        let page = page(
            parse::parse,
            parse_quote! {
                #[schema(state_store = "disk_states")]
                struct States {
                    /// Where the files are.
                    #[field(required, default_env("DISK_STATES"))]
                    directory: String,
                    #[field(optional, default = true)]
                    locks: bool,
                }
            },
        );
        let expected = "# Arguments\n\n* `directory` (string; required; default from the environment (`DISK_STATES`)): Where the \
                        files are.\n* `locks` (bool; optional; default `true`)";
        assert_eq!(page, expected);
    }

    #[test]
    fn of_a_function() {
        let page = page(
            parse::parse_function,
            parse_quote! {
                #[function(name = "size_mb", output = i64)]
                struct SizeMb {
                    /// A size with its unit.
                    #[param(validate = length(1..=8))]
                    text: String,
                    unit: Option<String>,
                    #[param(variadic)]
                    more: Vec<Val<i64>>,
                }
            },
        );
        let expected = "# Parameters\n\n* `text` (string; between 1 and 8 characters long): A size with its unit.\n\
                        * `unit` (string; may be null)\n\
                        * `more` (list of whole numbers; all further arguments; may be null or unknown)";
        assert_eq!(page, expected);
    }

    #[test]
    fn of_an_identity_and_of_a_resource_with_one() {
        let identity = page(
            parse::parse,
            parse_quote! {
                #[schema(identity)]
                struct ImageIdentity {
                    /// Its number.
                    #[field(required)]
                    serial: i64,
                    #[field(optional)]
                    region: Option<String>,
                }
            },
        );
        let expected = "# Arguments\n\n* `serial` (whole number; required): Its number.\n* `region` (string; optional)";
        assert_eq!(identity, expected);
        let resource = page(
            parse::parse,
            parse_quote! {
                #[schema(resource = "disk_image", identity(name, zone(optional), owner(mutable)))]
                struct Image {
                    #[field(required, force_new)]
                    name: String,
                    #[field(optional, force_new)]
                    zone: Option<String>,
                    #[field(required)]
                    owner: String,
                }
            },
        );
        let expected =
            "# Identity\n\n* `name`\n* `zone` (optional for import)\n* `owner` (may change)";
        assert!(resource.ends_with(expected), "{resource}");
    }

    #[test]
    fn of_what_modules_say() {
        let page = page(
            parse::parse,
            parse_quote! {
                #[schema(provider_meta = "disk")]
                struct Meta {
                    /// Who owns the module.
                    #[field(required)]
                    team: String,
                    #[field(optional)]
                    extra: Option<Dynamic>,
                }
            },
        );
        let expected = "# Arguments\n\n* `team` (string; required): Who owns the module.\n\
                        * `extra` (`Dynamic`; optional)";
        assert_eq!(page, expected);
    }
}
