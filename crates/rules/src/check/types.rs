//! The type itself (R1, R11, R32, R38, R137, R230, C17, C18).

use alloc::format;

use super::Cx;
use crate::catalogue::Rule;
use crate::facts::{Collection, FieldFacts, Nesting, Shape};
use crate::shared_texts;
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let name = field.name;
    if field.recursive {
        let text = shared_texts::recursive(name);
        cx.text(at, Rule::RECURSIVE_STRUCT, Subject::FieldType, text);
    }
    match &field.shape {
        Shape::Missing => {
            let message = format!("`{name}` has no type");
            let help = "say what it holds: string, bool, number, list, set, map or a struct";
            cx.field(at, Rule::TYPE_MISSING, Subject::FieldType, message, help);
        }
        Shape::Collection(kind, element) => {
            if element.shape.is_none() {
                let message = format!("`{name}` is a {} without element type", kind.words());
                let help = "say what its elements are";
                cx.field(at, Rule::ELEMENT_MISSING, Subject::FieldType, message, help);
            }
            if element.states_presence && *kind != Collection::Map {
                let message = format!(
                    "the element of `{name}` says required, optional or computed, which only \
                     fields do"
                );
                let help = "leave it out: an element has a type and validators";
                let subject = Subject::FieldType;
                cx.field(at, Rule::ELEMENT_PRESENCE, subject, message, help);
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
                let text = shared_texts::dynamic_in_collection(name, "element");
                cx.text(at, Rule::DYNAMIC_IN_COLLECTION, Subject::FieldType, text);
            }
        }
        Shape::Block {
            nesting: Nesting::Invalid,
            ..
        } => {
            let message = format!("`{name}` is a block of unknown nesting");
            let help = "use list, set, single, group or map";
            let key = Subject::Key("block");
            cx.field(at, Rule::BLOCK_NESTING, key, message, help);
        }
        Shape::Nested {
            nesting: Nesting::Group | Nesting::Invalid,
            ..
        } => {
            let message =
                format!("`{name}` is a nested attribute of a nesting that only blocks have");
            let help = "use single, list, set or map";
            let key = Subject::Key("nested");
            cx.field(at, Rule::NESTED_NESTING, key, message, help);
        }
        _ => {}
    }
    // In annotations a block says that it is one.
    if let (Some(outer), true) = (cx.in_attribute, field.is_block()) {
        let text = shared_texts::block_in_attribute(outer, name);
        let key = Subject::Key("block");
        cx.text(at, Rule::BLOCK_MODE_IN_ATTRIBUTE, key, text);
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
