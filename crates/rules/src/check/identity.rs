//! The identity of a resource: its own fields, or a separate struct (R88–R92, R265–R270).

use alloc::format;

use super::relations::{self, Wrong};
use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Collection, IdentityFacts, Shape};
use crate::violation::Subject::{self, FieldName, FieldType, Struct};

pub(super) fn check_struct(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    if block.kind == BlockKind::Identity {
        of_own_struct(cx);
    }
    let Some(parts) = &block.identity else {
        return;
    };
    if parts.is_empty() {
        let message = "the identity names no field";
        let help = "name the fields that identify an object: `identity(name)`";
        cx.key(Rule::IDENTITY_EMPTY, "identity", message, help);
        return;
    }
    for (index, part) in parts.iter().enumerate() {
        let earlier = parts.get(..index).unwrap_or_default();
        if let Some((rule, message, help)) = wrong_part(cx, part, earlier) {
            let key = "identity";
            cx.block(rule, Subject::StructItem { key, index }, message, help);
        }
    }
    if parts.iter().all(|part| part.optional) {
        nothing_required(cx);
    }
}

/// What is wrong with one entry of `identity(…)`.
fn wrong_part(
    cx: &Cx<'_, '_>,
    part: &IdentityFacts<'_>,
    earlier: &[IdentityFacts<'_>],
) -> Option<Wrong> {
    let name = part.field;
    let block = cx.block;
    if earlier.iter().any(|other| other.field == name) {
        let message = format!("the identity names `{name}` twice");
        let help = format!("remove one `{name}`");
        return Some((Rule::IDENTITY_TWICE, message, help));
    }
    // Constants check the fields of flattened structs.
    if part.hidden {
        return None;
    }
    if name == "id" && !block.without_id && block.field("id").is_none() {
        let message = "an object keeps its id for as long as it exists";
        let help = "remove `mutable`";
        let wrong = (Rule::IDENTITY_PLACE, message.into(), help.into());
        return part.mutable.then_some(wrong);
    }
    if name.contains('.') {
        let message = format!("`{name}` is inside another field, and an identity is flat");
        let help =
            "name fields of the struct itself, or write a struct for the identity: `identity = …`";
        return Some((Rule::IDENTITY_FIELD, message, help.into()));
    }
    let field = match relations::follow(block, name, "", false) {
        Err((_, message, help)) => return Some((Rule::IDENTITY_FIELD, message, help)),
        Ok(None) => return None,
        Ok(Some(field)) => field,
    };
    if field.sensitive || field.write_only {
        let what = match field.write_only {
            true => "write-only",
            false => "sensitive",
        };
        let message = format!("`{name}` is {what}, but Terraform shows identities");
        let help = "identify objects by public values";
        return Some((Rule::IDENTITY_SECRET, message, help.into()));
    }
    if field.removed.is_some() {
        let message = format!("`{name}` is removed, so no object has it");
        return Some((Rule::IDENTITY_PLACE, message, format!("remove `{name}`")));
    }
    if let Some(wrong) = wrong_type(name, &field.shape) {
        return Some(wrong);
    }
    if !field.force_new && !field.is_computed() && !part.mutable {
        let message =
            format!("`{name}` can change in place, but an identity lasts as long as the object");
        let help = format!(
            "add `force_new`; or, if objects can change their identity, write `{name}(mutable)`"
        );
        return Some((Rule::IDENTITY_CHANGES, message, help));
    }
    None
}

/// Whether values of this shape can identify (R90, R91).
fn wrong_type(name: &str, shape: &Shape<'_>) -> Option<Wrong> {
    let help = "an identity holds strings, numbers, bools and lists of them";
    let what = match shape {
        Shape::Unknown | Shape::Scalar(_) => return None,
        Shape::Collection(Collection::List, element) => match **element {
            Shape::Unknown | Shape::Scalar(_) => return None,
            _ => {
                let message = format!("`{name}` is a list of collections or structs");
                return Some((Rule::IDENTITY_ELEMENT, message, help.into()));
            }
        },
        other => other.words(),
    };
    let message = format!("`{name}` is a {what}, which cannot identify an object");
    Some((Rule::IDENTITY_TYPE, message, help.into()))
}

fn nothing_required(cx: &mut Cx<'_, '_>) {
    let message = "everything in this identity is optional, so an import could name nothing";
    let help = "make at least one field required";
    cx.key(Rule::IDENTITY_REQUIRED, "identity", message, help);
}

/// Checks the struct of an identity.
fn of_own_struct(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    if block.fields.is_empty() {
        let message = "the identity has no fields";
        let help = "give it the fields that identify an object";
        cx.block(Rule::IDENTITY_EMPTY, Struct, message, help);
    } else if block.fields.iter().all(|f| f.optional && !f.required) {
        nothing_required(cx);
    }
    for (index, path) in block.mutable.iter().flatten().enumerate() {
        if let Err((_, message, help)) = relations::follow(block, path, "", false) {
            let key = "mutable";
            let subject = Subject::StructItem { key, index };
            cx.block(Rule::IDENTITY_PLACE, subject, message, help);
        }
    }
    if block.mutable.as_ref().is_some_and(|list| list.is_empty()) {
        let message = "`mutable` names no field";
        let help = "name the fields that change while the object exists, or remove it";
        cx.key(Rule::IDENTITY_PLACE, "mutable", message, help);
    }
}

/// Checks a field of an identity's struct.
pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if !cx.at_root_of(BlockKind::Identity) {
        return;
    }
    if let Some((rule, message, help)) = wrong_type(field.name, &field.shape) {
        cx.at(field, rule, FieldType, message, help);
    }
    let keys = [
        field.is_computed().then_some("computed"),
        field.force_new.then_some("force_new"),
        field.sensitive.then_some("sensitive"),
        field.write_only.then_some("write_only"),
        field.deprecated.map(|_| "deprecated"),
        field.removed.map(|_| "removed"),
        field.input_default.map(|_| "input_default"),
        field.defaults.first().map(|default| default.key()),
        (!field.validators.is_empty()).then_some("validate"),
    ];
    let more = [
        field.set_key.then_some("set_key"),
        field.list_key.then_some("list_key"),
        field.relation_keys().next(),
        field.totals.first().map(|(key, _)| *key),
    ];
    let keys = keys.into_iter().flatten().chain(field.functions());
    for key in keys.chain(more.into_iter().flatten()) {
        let message = format!("`{key}` is not allowed in an identity");
        let help = "its fields take only `required` or `optional` (for an import)";
        cx.at(field, Rule::IDENTITY_KEYS, key, message, help);
    }
}

/// Whether a field of an identity says what an import needs (R89); also true if it is computed,
/// which is reported elsewhere.
pub(super) fn states_import(cx: &mut Cx<'_, '_>, field: At<'_, '_>) -> bool {
    let name = field.name;
    if field.required == field.optional && !field.is_computed() {
        let (subject, message) = if field.required {
            let message = format!("`{name}` is both required and optional for an import");
            (Subject::Key("optional"), message)
        } else {
            let message = format!("`{name}` does not say whether an import needs it");
            (FieldName, message)
        };
        let help = "write `required` if every import must name it, `optional` if the provider can \
                    determine it";
        cx.at(field, Rule::IDENTITY_IMPORT_FLAGS, subject, message, help);
        return false;
    }
    true
}
