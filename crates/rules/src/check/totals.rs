//! Fields that are compared to others: sums and products (R240), relations that do not affect
//! presence.

use alloc::format;

use super::{At, Cx, computed_only, relations};
use crate::catalogue::Rule;
use crate::facts::Shape;
use crate::scalar::Scalar;
use crate::shared_texts;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    for (key, paths) in &field.totals {
        if field.is_computed_only() {
            computed_only::refuse(cx, field, Rule::KEY_WITHOUT_EFFECT, key);
        } else {
            total(cx, field, key, paths);
        }
    }
}

fn total(cx: &mut Cx<'_, '_>, field: At<'_, '_>, key: &'static str, paths: &[&str]) {
    let name = field.name;
    if is_other_than_number(&field.shape) {
        let message = format!(
            "`{key}` compares numbers, but `{name}` is a {}",
            field.shape.words()
        );
        let help = "remove it, or give the field the type of a number";
        return cx.at(field, Rule::TOTAL_TYPE, key, message, help);
    }
    relations::each(cx, field, key, paths, |cx, subject, path, target| {
        if is_other_than_number(&target.shape) {
            let text = shared_texts::NOT_A_NUMBER.fill(name, path, key);
            cx.text(field, Rule::TOTAL_TYPE, subject, text);
        } else if target.is_computed_only() {
            let message = format!("`{key}` of `{name}` names `{path}`, which is computed only");
            let help = "no configuration sets it: name a field that is optional or required";
            let rule = Rule::RELATION_COMPUTED_TARGET;
            cx.at(field, rule, subject, message, help);
        }
    });
}

fn is_other_than_number(shape: &Shape<'_>) -> bool {
    !matches!(
        shape,
        Shape::Scalar(Scalar::Integer | Scalar::Float | Scalar::Number)
            | Shape::Unknown
            | Shape::Dynamic
    )
}
