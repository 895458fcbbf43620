//! All differences between two providers' schemas.
//!
//! Terraform's use of the new schema decides what breaks: an unknown or missing argument is an
//! error, a value is converted to the attribute's type, a state of a newer version is rejected, and
//! a state of the same version is decoded by the new types.

use std::collections::BTreeSet;

use super::difference::{Difference, Findings};
use super::types;
use crate::schemas::{Attribute, Block, Function, Identity, Named, NestedBlock, Provider, Schema};

/// Every difference, by kind, type and path.
pub(super) fn providers(old: &Provider, new: &Provider) -> Vec<Difference> {
    let mut all = Vec::new();
    for (what, old, new) in [
        ("provider", &old.provider, &new.provider),
        ("provider_meta", &old.provider_meta, &new.provider_meta),
    ] {
        let mut findings = Findings::new(what.to_owned(), &mut all);
        // JSON has no schema for provider_meta, nor for a provider without settings.
        if let (Some(old), Some(new)) = (old, new) {
            schema(&mut findings, old, new);
        }
    }
    for ((kind, old), (_, new)) in old.kinds().into_iter().zip(new.kinds()) {
        named(kind.name(), old, new, &mut all, schema);
    }
    let (before, now) = (&old.functions, &new.functions);
    named("function", before, now, &mut all, function);
    let before = &old.resource_identity_schemas;
    let now = &new.resource_identity_schemas;
    named("identity of", before, now, &mut all, identity);
    all
}

/// One function compares what both have; others report what only one has.
fn named<T>(
    kind: &str,
    old: &Named<T>,
    new: &Named<T>,
    all: &mut Vec<Difference>,
    compare: impl Fn(&mut Findings<'_>, &T, &T),
) {
    for name in names(old, new) {
        let mut findings = Findings::new(format!("{kind} {name}"), all);
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => compare(&mut findings, old, new),
            (Some(_), None) => findings.breaks("is gone: configurations that use it are rejected"),
            (None, _) => findings.compatible("is new"),
        }
    }
}

fn names<'a, T>(old: &'a Named<T>, new: &'a Named<T>) -> BTreeSet<&'a String> {
    old.keys().chain(new.keys()).collect()
}

fn schema(findings: &mut Findings<'_>, old: &Schema, new: &Schema) {
    let (from, to) = (old.version, new.version);
    if to < from {
        findings.breaks(format!(
            "schema version {from} → {to}: Terraform rejects the states that the old provider wrote"
        ));
    } else if to > from {
        findings.compatible(format!(
            "schema version {from} → {to}: states are upgraded, and the old provider cannot read them again"
        ));
    }
    block(findings, &old.block, &new.block);
}

fn block(findings: &mut Findings<'_>, old: &Block, new: &Block) {
    let kinds = (&old.description_kind, &new.description_kind);
    texts(findings, &old.description, &new.description, kinds);
    deprecation(findings, old.deprecated, new.deprecated);
    let [before, now] = [old, new].map(|one| (&one.attributes, &one.block_types));
    attributes(findings, before, now);
    for name in names(&old.block_types, &new.block_types) {
        let mut findings = findings.at(name);
        match (old.block_types.get(name), new.block_types.get(name)) {
            (Some(old), Some(new)) => nested_block(&mut findings, old, new),
            (Some(_), None) if new.attributes.contains_key(name) => findings.breaks(
                "was a block, is an attribute: configurations write `name = …` for it and no longer `name { … }`"
                    .replace("name", name),
            ),
            (Some(_), None) => findings.breaks("is gone: configurations that write it are rejected"),
            // Reported where the attribute is removed.
            (None, _) if old.attributes.contains_key(name) => {}
            (None, Some(new)) if new.min_items > 0 => {
                findings.breaks("is new and required: configurations without it are rejected");
            }
            (None, _) => findings.compatible("is a new block"),
        }
    }
}

fn attributes(
    findings: &mut Findings<'_>,
    (old, old_blocks): (&Named<Attribute>, &Named<NestedBlock>),
    (new, new_blocks): (&Named<Attribute>, &Named<NestedBlock>),
) {
    for name in names(old, new) {
        let mut findings = findings.at(name);
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => attribute(&mut findings, old, new),
            (Some(_), None) if new_blocks.contains_key(name) => findings.breaks(format!(
                "was an attribute, is a block: configurations write `{name} {{ … }}` for it and no longer `{name} = …`"
            )),
            (Some(old), None) if old.required || old.optional => {
                findings.breaks("is gone: configurations that set it are rejected");
            }
            (Some(_), None) => findings.breaks("is gone: configurations that refer to it are rejected"),
            // Reported where the block is removed.
            (None, _) if old_blocks.contains_key(name) => {}
            (None, Some(new)) if new.required => {
                findings.breaks("is new and required: configurations without it are rejected");
            }
            (None, Some(new)) => findings.compatible(format!("is new ({})", presence(new))),
            (None, None) => {}
        }
    }
}

/// In the words of schemas.
fn presence(attribute: &Attribute) -> &'static str {
    match (attribute.required, attribute.optional, attribute.computed) {
        (true, ..) => "required",
        (false, true, true) => "optional and computed",
        (false, true, false) => "optional",
        (false, false, true) => "computed",
        (false, false, false) => "neither required, optional nor computed",
    }
}

fn attribute(findings: &mut Findings<'_>, old: &Attribute, new: &Attribute) {
    kinds(findings, old, new);
    let (was, is) = (presence(old), presence(new));
    match (was, is) {
        (was, is) if was == is => {}
        (_, "required") => {
            findings.breaks(format!("was {was}, is required: configurations without it are rejected"));
        }
        ("optional" | "required" | "optional and computed", "computed") => {
            findings.breaks(format!("was {was}, is computed: configurations that set it are rejected"));
        }
        ("optional and computed", "optional") => findings.breaks(
            "was optional and computed, is optional: a value that the provider filled in is planned to be removed",
        ),
        ("optional", "optional and computed") => findings.compatible(
            "was optional, is optional and computed: the provider fills it in where it is omitted, as it does by a default",
        ),
        ("computed", "optional") => findings.breaks(
            "was computed, is optional: a value that the provider filled in is planned to be removed",
        ),
        ("required", "optional and computed") => {
            findings.compatible("was required, is optional and computed");
        }
        (was, is) => findings.compatible(format!("was {was}, is {is}")),
    }
    findings.turned(
        (old.sensitive, new.sensitive),
        "is sensitive: an output that shows it is rejected until it is marked `sensitive = true`",
        "is no longer sensitive: its value is shown",
    );
    findings.turned(
        (old.write_only, new.write_only),
        "is write-only: its value is no longer in the state, and configurations that refer to it are rejected",
        "is no longer write-only: its value is in the state",
    );
    deprecation(findings, old.deprecated, new.deprecated);
    let kinds = (&old.description_kind, &new.description_kind);
    texts(findings, &old.description, &new.description, kinds);
}

/// The types, and the content of nested attributes.
fn kinds(findings: &mut Findings<'_>, old: &Attribute, new: &Attribute) {
    let (was, is) = (types::implied(old), types::implied(new));
    match (&old.nested_type, &new.nested_type) {
        (Some(old), Some(new)) if old.nesting_mode == new.nesting_mode => {
            let none = Named::default();
            attributes(findings, (&old.attributes, &none), (&new.attributes, &none));
        }
        _ if was != is => findings.breaks(format!(
            "was {}, is {}: configurations and states may hold values that do not fit",
            types::text(&was),
            types::text(&is)
        )),
        (Some(_), None) => findings.breaks(
            "has nested attributes no longer but a type of the same values: configurations that omit one are rejected",
        ),
        (None, Some(_)) => findings.compatible("has nested attributes, with the same values"),
        (None, None) | (Some(_), Some(_)) => {}
    }
}

fn nested_block(findings: &mut Findings<'_>, old: &NestedBlock, new: &NestedBlock) {
    let (was, is) = (&old.nesting_mode, &new.nesting_mode);
    if was != is {
        findings.breaks(format!(
            "was a block of nesting {was}, is of nesting {is}: references to it and states no longer fit"
        ));
    }
    let (before, now) = (old.min_items, new.min_items);
    if now > before {
        findings.breaks(format!("at least {now} of it, and no longer {before}"));
    } else if now < before {
        findings.compatible(format!("at least {now} of it, before {before}"));
    }
    let limit = |items: u64| if items == 0 { u64::MAX } else { items };
    let words = |items: u64| match items {
        0 => "any number".to_owned(),
        items => format!("at most {items}"),
    };
    let (was, is) = (words(old.max_items), words(new.max_items));
    let (before, now) = (limit(old.max_items), limit(new.max_items));
    let text = format!("{is} of it, before {was}");
    if now < before {
        findings.breaks(text);
    } else if now > before {
        findings.compatible(text);
    }
    block(findings, &old.block, &new.block);
}

fn function(findings: &mut Findings<'_>, old: &Function, new: &Function) {
    let (was, is) = (&old.return_type, &new.return_type);
    if was != is {
        let (was, is) = (types::text(was), types::text(is));
        findings.breaks(format!("returns {is}, before {was}"));
    }
    let (before, now) = (old.parameters.len(), new.parameters.len());
    if before != now {
        findings.breaks(format!("takes {now} arguments, before {before}"));
    }
    let variadic = (&old.variadic_parameter, &new.variadic_parameter);
    findings.turned(
        (variadic.0.is_none(), variadic.1.is_none()),
        "no longer takes variadic arguments",
        "takes variadic arguments",
    );
    let last = variadic.0.iter().zip(variadic.1);
    for (old, new) in old.parameters.iter().zip(&new.parameters).chain(last) {
        let mut findings = findings.at(&new.name);
        if old.r#type != new.r#type {
            let (was, is) = (types::text(&old.r#type), types::text(&new.r#type));
            findings.breaks(format!("takes {is}, before {was}"));
        }
        let turned = (!old.is_nullable, !new.is_nullable);
        findings.turned(turned, "takes null no longer", "takes null");
        if old.name != new.name {
            findings.description(format!("was called {}", old.name));
        }
        let kinds = (&old.description_kind, &new.description_kind);
        of_function(&mut findings, &old.description, &new.description, kinds);
    }
    if old.deprecation_message != new.deprecation_message {
        let [was, is] = [old, new].map(|one| !one.deprecation_message.is_empty());
        deprecation(findings, was, is);
    }
    if old.summary != new.summary {
        findings.description("has another summary");
    }
    let kinds = (&old.description_kind, &new.description_kind);
    of_function(findings, &old.description, &new.description, kinds);
}

fn identity(findings: &mut Findings<'_>, old: &Identity, new: &Identity) {
    let (from, to) = (old.version, new.version);
    if to < from {
        findings.breaks(format!(
            "version {from} → {to}: Terraform rejects identities that the old provider wrote"
        ));
    } else if to > from {
        findings.compatible(format!("version {from} → {to}: identities are upgraded"));
    }
    for name in names(&old.attributes, &new.attributes) {
        let mut findings = findings.at(name);
        match (old.attributes.get(name), new.attributes.get(name)) {
            (Some(_), None) => findings.breaks("is gone: imports that name it are rejected"),
            (None, Some(new)) if new.required_for_import => {
                findings.breaks("is new and required: imports without it are rejected");
            }
            (None, _) => findings.compatible("is new"),
            (Some(old), Some(new)) => {
                if old.r#type != new.r#type {
                    let (was, is) = (types::text(&old.r#type), types::text(&new.r#type));
                    findings.breaks(format!("was {was}, is {is}"));
                }
                findings.turned(
                    (old.required_for_import, new.required_for_import),
                    "is required: imports without it are rejected",
                    "is no longer required",
                );
                let (before, now) = (&old.description, &new.description);
                texts(&mut findings, before, now, (&None, &None));
            }
        }
    }
}

fn deprecation(findings: &mut Findings<'_>, was: bool, is: bool) {
    match (was, is) {
        (false, true) => findings.compatible("is deprecated: whoever uses it is warned"),
        (true, false) => findings.compatible("is no longer deprecated"),
        _ => {}
    }
}

type Kinds<'a> = (&'a Option<String>, &'a Option<String>);

/// The same for functions, whose kinds only programs report.
fn of_function(findings: &mut Findings<'_>, old: &str, new: &str, kinds: Kinds<'_>) {
    let both = kinds.0.is_some() && kinds.1.is_some();
    let kinds = if both { kinds } else { (&None, &None) };
    texts(findings, old, new, kinds);
}

/// Descriptions with their kinds, which mean nothing without a string.
fn texts(findings: &mut Findings<'_>, old: &str, new: &str, kinds: Kinds<'_>) {
    let kind = |kind| Option::as_deref(kind).unwrap_or("plain");
    let (was, is) = (kind(kinds.0), kind(kinds.1));
    if old != new {
        findings.description("has another description");
    } else if !old.is_empty() && was != is {
        findings.description(format!("its description is {is} text"));
    }
}
