//! Semantic equality (R30, R111, R210).

use alloc::format;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::Shape;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let name = field.name;
    if field.diff_suppress && field.canonical {
        let message = format!("`{name}` has two definitions of equality");
        let help = "keep `canonical`: it also works inside sets; use `diff_suppress` only if there \
                    is no canonical form";
        cx.at(field, Rule::TWO_EQUALITIES, "diff_suppress", message, help);
    }
    if field.is_computed_only() || !matches!(field.shape, Shape::Collection(..)) {
        return;
    }
    for key in field.functions().filter(|key| *key != "force_new") {
        let message = format!(
            "`{key}` of `{name}` applies to a whole {}",
            field.shape.words()
        );
        let help = "a collection is kept or changed as a whole: give the element a type with \
                    semantic equality, or keep it with `allow(suppress_on_collection, reason = \
                    \"…\")`";
        cx.at(field, Rule::SUPPRESS_ON_COLLECTION, key, message, help);
    }
}
