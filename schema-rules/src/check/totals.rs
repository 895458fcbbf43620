//! Fields that are weighed against others: sums and products (R240), and the write-only one that
//! should be set instead (R239). Both are relations that leave presence alone.

use alloc::format;

use super::{Cx, relations};
use crate::catalogue::Rule;
use crate::facts::{FieldFacts, Shape};
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>)) {
    let (_, field) = at;
    let prefer = (!field.prefer_write_only.is_empty())
        .then_some(("prefer_write_only", &field.prefer_write_only));
    let totals = field.totals.iter().map(|(key, paths)| (*key, paths));
    for (key, paths) in prefer.into_iter().chain(totals) {
        if field.is_computed_only() {
            let message = format!(
                "`{}` is computed only, so it cannot have `{key}`: nothing configures it",
                field.name
            );
            let help = format!(
                "take out `{key}`, or add `optional` if the configuration may set the field"
            );
            let subject = Subject::Key(key);
            cx.field(at, Rule::KEY_WITHOUT_EFFECT, subject, message, help);
            continue;
        }
        if key == "prefer_write_only" {
            preference(cx, at, key, paths);
        } else {
            total(cx, at, key, paths);
        }
    }
}

/// Follows each path and reports those that lead nowhere, to the field itself, or twice to one.
fn targets<'f, 'a>(
    cx: &mut Cx<'f, 'a>,
    at: (usize, &FieldFacts<'_>),
    key: &'static str,
    paths: &[&str],
    mut target: impl FnMut(&mut Cx<'f, 'a>, Subject, &str, &FieldFacts<'a>),
) {
    let (_, field) = at;
    for (index, path) in paths.iter().enumerate() {
        let subject = Subject::Item { key, index };
        if paths.iter().take(index).any(|before| before == path) {
            let message = format!("`{key}` of `{}` names `{path}` twice", field.name);
            let help = "remove one of the two";
            cx.field(at, Rule::RELATION_LIST, subject, message, help);
            continue;
        }
        match relations::single(cx.block, path, field.name) {
            Err((rule, message, help)) => cx.field(at, rule, subject, message, help),
            Ok(Some(found)) if core::ptr::eq(found, field) => {
                let message = format!("`{}` names itself in `{key}`", field.name);
                let help = "name another field";
                cx.field(at, Rule::CONFLICTS_ITSELF, subject, message, help);
            }
            Ok(Some(found)) => target(cx, subject, path, found),
            Ok(None) => {}
        }
    }
}

fn preference(
    cx: &mut Cx<'_, '_>,
    at: (usize, &FieldFacts<'_>),
    key: &'static str,
    paths: &[&str],
) {
    let (_, field) = at;
    let name = field.name;
    let rule = Rule::PREFER_WRITE_ONLY_TARGET;
    if field.write_only {
        let message = format!("`{name}` is write-only itself, so there is nothing to prefer");
        let help = format!("write `{key}` on the field that is kept in the state, or take it out");
        return cx.field(at, rule, Subject::Key(key), message, help);
    }
    if let [_, _, ..] = paths {
        let message = format!("`{key}` of `{name}` names several fields");
        let help = "name the one write-only field that says the same";
        return cx.field(at, rule, Subject::Item { key, index: 1 }, message, help);
    }
    targets(cx, at, key, paths, |cx, subject, path, target| {
        if !target.write_only {
            let text = shared_texts::NOT_WRITE_ONLY.fill(name, path, key);
            cx.text(at, rule, subject, text);
        }
    });
}

fn total(cx: &mut Cx<'_, '_>, at: (usize, &FieldFacts<'_>), key: &'static str, paths: &[&str]) {
    let (_, field) = at;
    let name = field.name;
    if is_other_than_number(&field.shape) {
        let message = format!(
            "`{key}` compares numbers, but `{name}` is a {}",
            field.shape.words()
        );
        let help = "take it out, or give the field the type of a number";
        return cx.field(at, Rule::TOTAL_TYPE, Subject::Key(key), message, help);
    }
    targets(cx, at, key, paths, |cx, subject, path, target| {
        if is_other_than_number(&target.shape) {
            let text = shared_texts::NOT_A_NUMBER.fill(name, path, key);
            cx.text(at, Rule::TOTAL_TYPE, subject, text);
        } else if target.is_computed_only() {
            let message = format!("`{key}` of `{name}` names `{path}`, which is computed only");
            let help = "no configuration sets it: name a field that is optional or required";
            cx.field(at, Rule::RELATION_COMPUTED_TARGET, subject, message, help);
        }
    });
}

fn is_other_than_number(shape: &Shape<'_>) -> bool {
    !matches!(
        shape,
        Shape::Scalar(Scalar::Integer | Scalar::Float | Scalar::Number | Scalar::Other)
            | Shape::Unknown
            | Shape::Missing
            | Shape::Dynamic
    )
}
