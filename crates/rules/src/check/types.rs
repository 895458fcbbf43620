//! The type itself (R11, R137, R230, C18).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{Nesting, Shape};
use crate::shared_texts;
use crate::violation::Subject::FieldType;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if field.recursive {
        let text = shared_texts::RECURSIVE.fill(name, "", "");
        cx.text(field, Rule::RECURSIVE_STRUCT, FieldType, text);
    }
    match &field.shape {
        Shape::Collection(_, element) => {
            let arguments = field.variadic && matches!(**element, Shape::Dynamic);
            if !arguments && holds_dynamic(element, 0) {
                let text = shared_texts::DYNAMIC_IN_COLLECTION.fill(name, "element", "");
                cx.text(field, Rule::DYNAMIC_IN_COLLECTION, FieldType, text);
            }
        }
        Shape::Nested {
            nesting: Nesting::Group,
            ..
        } => {
            let message =
                format!("`{name}` is a nested attribute with a nesting that only blocks have");
            let help = "use single, list, set or map";
            cx.at(field, Rule::NESTED_NESTING, "nested", message, help);
        }
        _ => {}
    }
    // In annotations a block is declared as one.
    if let (Some(outer), true) = (cx.in_attribute, field.is_block()) {
        let text = shared_texts::BLOCK_IN_ATTRIBUTE.fill(outer, name, "");
        cx.text(field, Rule::BLOCK_MODE_IN_ATTRIBUTE, "block", text);
    }
}

/// Whether an element type contains a dynamic value, up to a maximum depth.
fn holds_dynamic(shape: &Shape<'_>, depth: usize) -> bool {
    match shape {
        Shape::Dynamic => true,
        Shape::Collection(_, element) if depth < super::MAX_STRUCT_DEPTH => {
            holds_dynamic(element, depth + 1)
        }
        _ => false,
    }
}
