//! The type itself (R1, R11, R32, R38, R137, R230, C17, C18).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{Collection, Nesting, Shape};
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
            let help = "give it one: string, bool, number, list, set, map or a struct";
            cx.at(field, Rule::TYPE_MISSING, FieldType, message, help);
        }
        Shape::Collection(kind, element) => {
            if element.shape.is_none() {
                let message = format!("`{name}` is a {} without an element type", kind.words());
                let help = "say what its elements are";
                cx.at(field, Rule::ELEMENT_MISSING, FieldType, message, help);
            }
            if element.states_presence && *kind != Collection::Map {
                let message = format!(
                    "the element of `{name}` has required, optional or computed, which are for \
                     fields only"
                );
                let help = "remove it: an element has a type and validators";
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
        Shape::Nested {
            nesting: Nesting::Group | Nesting::Invalid,
            ..
        } => {
            let message =
                format!("`{name}` is a nested attribute with a nesting that only blocks have");
            let help = "use single, list, set or map";
            cx.at(field, Rule::NESTED_NESTING, "nested", message, help);
        }
        _ => {}
    }
    // In annotations a block says that it is one.
    if let (Some(outer), true) = (cx.in_attribute, field.is_block()) {
        let text = shared_texts::BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
        cx.text(field, Rule::BLOCK_MODE_IN_ATTRIBUTE, "block", text);
    }
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
