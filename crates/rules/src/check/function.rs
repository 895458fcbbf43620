//! Parameters of functions (R249–R251).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockKind, Collection, Nesting, Shape};
use crate::violation::Subject::FieldType;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    if !cx.at_root_of(BlockKind::Function) {
        return;
    }
    let name = field.name;
    if field.takes_unknown && field.is_option == Some(true) {
        let message = format!("`{name}` is an Option in a Val, and a Val can be null already");
        let help = "write `Val<T>`: it is null, unknown or known";
        cx.at(field, Rule::OPTION_IN_VAL, FieldType, message, help);
    }
    if !field.variadic {
        return;
    }
    let last = cx.block.fields.len().saturating_sub(1);
    if field.index != last {
        let later = cx.block.fields.iter().skip(field.index + 1);
        let (message, help) = if later.clone().any(|field| field.variadic) {
            (
                format!("`{name}` is variadic, and so is a later parameter"),
                "only one parameter can be variadic, the last",
            )
        } else {
            (
                format!("`{name}` is variadic, but parameters follow it"),
                "a variadic parameter must be the last field",
            )
        };
        cx.at(field, Rule::VARIADIC_NOT_LAST, "variadic", message, help);
    }
    let list = match &field.shape {
        Shape::Collection(Collection::List, _) | Shape::Unknown => true,
        Shape::Nested { nesting, .. } => *nesting == Nesting::List,
        _ => false,
    };
    if field.is_option == Some(true) && !field.takes_unknown {
        let message = format!("`{name}` is an Option, but variadic arguments are never absent");
        let help =
            "write `Vec<T>`, which may be empty; in `Vec<Option<T>>` each element may be null";
        cx.at(field, Rule::VARIADIC_TYPE, FieldType, message, help);
    } else if !list {
        let message = format!("the variadic parameter `{name}` is not a `Vec`");
        let help = "write `Vec<T>`, for structs with `nested(list)`";
        cx.at(field, Rule::VARIADIC_TYPE, FieldType, message, help);
    }
}
