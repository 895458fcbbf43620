//! Equality that is not identity (R111, R210).

use alloc::format;

use super::Cx;
use crate::catalogue::Rule;
use crate::facts::{FieldFacts, Shape};
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let name = field.name;
    if field.diff_suppress && field.canonical {
        let message = format!("`{name}` has two ideas of equality");
        let help = "keep `canonical`: it also works inside sets; `diff_suppress` is for what has \
                    no canonical form";
        cx.field(
            at,
            Rule::TWO_EQUALITIES,
            Subject::Key("diff_suppress"),
            message,
            help,
        );
    }
    if field.is_computed_only() || !matches!(field.shape, Shape::Collection(..)) {
        return;
    }
    let keys = [
        ("diff_suppress", field.diff_suppress),
        ("canonical", field.canonical),
        ("state_fn", field.state_fn),
    ];
    for (key, set) in keys {
        if set {
            let message = format!("`{key}` of `{name}` sees a whole {}", field.shape.words());
            let help = "a collection is kept or changed as one: give the element a type with its \
                        own equality, or keep it with `allow(suppress_on_collection, reason = \
                        \"…\")`";
            let subject = Subject::Key(key);
            cx.field(at, Rule::SUPPRESS_ON_COLLECTION, subject, message, help);
        }
    }
}
