//! The type itself and the Go SDK's config modes (R1, R8–R14, R32, R38, R41, R137, R230, C17,
//! C18).

use alloc::format;

use super::{At, Cx, SchemaForm};
use crate::catalogue::Rule;
use crate::facts::{Collection, ConfigMode, Nesting, Shape};
use crate::shared_texts;
use crate::violation::Subject::FieldType;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if field.recursive {
        let text = shared_texts::RECURSIVE.fill(name, "", "");
        cx.text(field, Rule::RECURSIVE_STRUCT, FieldType, text);
    }
    match &field.shape {
        Shape::Missing => {
            let message = format!("`{name}` has no type");
            let help = "say what it holds: string, bool, number, list, set, map or a struct";
            cx.at(field, Rule::TYPE_MISSING, FieldType, message, help);
        }
        Shape::Collection(kind, element) => {
            // The Go SDK takes a map without element type as one of strings.
            let go = field.go.is_some();
            if element.shape.is_none() && !(go && *kind == Collection::Map) {
                let message = format!("`{name}` is a {} without element type", kind.words());
                let help = "say what its elements are";
                cx.at(field, Rule::ELEMENT_MISSING, FieldType, message, help);
            }
            if element.states_presence && *kind != Collection::Map {
                let message = format!(
                    "the element of `{name}` says required, optional or computed, which only \
                     fields do"
                );
                let help = "leave it out: an element has a type and validators";
                let subject = FieldType;
                cx.at(field, Rule::ELEMENT_PRESENCE, subject, message, help);
            }
            // Each further argument has a type of its own.
            let arguments =
                field.variadic && matches!(element.shape.as_deref(), Some(Shape::Dynamic));
            if !arguments
                && element
                    .shape
                    .as_deref()
                    .is_some_and(|s| holds_dynamic(s, 0))
            {
                let text = shared_texts::DYNAMIC_IN_COLLECTION.fill(name, "element", "");
                cx.text(field, Rule::DYNAMIC_IN_COLLECTION, FieldType, text);
            }
        }
        Shape::Block {
            nesting: Nesting::Invalid,
            ..
        } => {
            let message = format!("`{name}` is a block of unknown nesting");
            let help = "use list, set, single, group or map";
            cx.at(field, Rule::BLOCK_NESTING, "block", message, help);
        }
        Shape::Block {
            nesting: Nesting::Map,
            ..
        } if cx.schema_form(&field) == SchemaForm::Go => {
            let message = format!("`{name}` is a map of structs");
            let help = "use a list or set of structs, or a map of scalars";
            cx.at(field, Rule::MAP_OF_STRUCTS, FieldType, message, help);
        }
        Shape::Nested {
            nesting: Nesting::Group | Nesting::Invalid,
            ..
        } => {
            let message =
                format!("`{name}` is a nested attribute of a nesting that only blocks have");
            let help = "use single, list, set or map";
            cx.at(field, Rule::NESTED_NESTING, "nested", message, help);
        }
        _ => {}
    }
    modes(cx, field);
}

/// Whether a dynamic value occurs in an element type. Depth is bounded: deeper is not looked at.
fn holds_dynamic(shape: &Shape<'_>, depth: usize) -> bool {
    match shape {
        Shape::Dynamic => true,
        Shape::Collection(_, element) if depth < super::MAX_STRUCT_DEPTH => element
            .shape
            .as_deref()
            .is_some_and(|s| holds_dynamic(s, depth + 1)),
        _ => false,
    }
}

fn modes(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    let is_struct = field.shape.nesting().is_some();
    let Some(go) = &field.go else {
        // In annotations a block says that it is one.
        if let (Some(outer), true) = (cx.in_attribute, field.is_block()) {
            let text = shared_texts::BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
            cx.text(field, Rule::BLOCK_MODE_IN_ATTRIBUTE, "block", text);
        }
        return;
    };
    if let Some(flag) = go.import_flag {
        let rule = if flag == "required_for_import" {
            Rule::REQUIRED_FOR_IMPORT
        } else {
            Rule::OPTIONAL_FOR_IMPORT
        };
        let message = format!("`{name}` says {flag}, which is for identity schemas");
        cx.at(field, rule, flag, message, "remove it");
    }
    match go.config_mode {
        ConfigMode::Auto => {
            if let (true, Some(outer)) = (is_struct, cx.in_attribute) {
                let text = shared_texts::BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
                cx.text(field, Rule::AUTO_MODE_IN_ATTRIBUTE, FieldType, text);
            }
        }
        ConfigMode::Attribute => {}
        ConfigMode::Block => {
            if !is_struct {
                let message = format!("`{name}` holds no struct, so it cannot be a block");
                let help = "leave the config mode out";
                let rule = Rule::BLOCK_MODE_WITHOUT_STRUCT;
                cx.at(field, rule, "config_mode", message, help);
            } else if let Some(outer) = cx.in_attribute {
                let text = shared_texts::BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
                cx.text(field, Rule::BLOCK_MODE_IN_ATTRIBUTE, "config_mode", text);
            }
            if field.is_computed_only() {
                let message = format!("`{name}` is computed, so it cannot be a block");
                let help = "leave the config mode out";
                let rule = Rule::BLOCK_MODE_COMPUTED;
                cx.at(field, rule, "config_mode", message, help);
            }
        }
        ConfigMode::Invalid => {
            let message = format!("`{name}` has a config mode that does not exist");
            let help = "use auto, attr or block";
            let rule = Rule::CONFIG_MODE_INVALID;
            cx.at(field, rule, "config_mode", message, help);
        }
    }
}
