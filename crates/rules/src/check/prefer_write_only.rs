//! The write-only field that should be set instead (R239): a relation that does not affect
//! presence.

use alloc::format;

use super::{At, Cx, computed_only, relations};
use crate::catalogue::Rule;

use crate::shared_texts;
use crate::violation::Subject;

const KEY: &str = "prefer_write_only";

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let (key, paths) = (KEY, &field.prefer_write_only);
    if paths.is_empty() {
        return;
    }
    if field.is_computed_only() {
        return computed_only::refuse(cx, field, Rule::KEY_WITHOUT_EFFECT, key);
    }
    let name = field.name;
    let rule = Rule::PREFER_WRITE_ONLY_TARGET;
    if field.write_only {
        let message = format!("`{name}` is itself write-only, so there is nothing to prefer");
        let help = format!("write `{key}` on the field that is stored in the state, or remove it");
        return cx.at(field, rule, key, message, help);
    }
    if let [_, _, ..] = &paths[..] {
        let message = format!("`{key}` of `{name}` names several fields");
        let help = "name the one write-only field with the same meaning";
        return cx.at(field, rule, Subject::Item { key, index: 1 }, message, help);
    }
    relations::each(cx, field, key, paths, |cx, subject, path, target| {
        if !target.write_only {
            let text = shared_texts::NOT_WRITE_ONLY.fill(name, path, key);
            cx.text(field, rule, subject, text);
        }
    });
}
