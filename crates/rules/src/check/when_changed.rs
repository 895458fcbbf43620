//! The fields whose change changes a computed field or the id (R226, R245).

use alloc::format;

use super::relations::{self, Wrong};
use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockFacts, Computed, FieldFacts};
use crate::violation::Subject;

/// Checks those of the id.
pub(super) fn of_id(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    for (index, path) in block.id_when_changed.iter().enumerate() {
        if let Some((rule, message, help)) = wrong(block, path, None) {
            let subject = Subject::StructItem { key: "id", index };
            cx.block(rule, subject, message, help);
        }
    }
}

/// Checks those of a field.
pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let Computed::WhenChanged(paths) = &field.computed else {
        return;
    };
    if paths.is_empty() {
        let name = field.name;
        let message = format!("`{name}` has `when_changed` without a field");
        let help = "name the fields: `computed(when_changed(a, b.c))`, or write `computed` or \
                    `computed(volatile)`";
        cx.at(field, Rule::WHEN_CHANGED_PATH, "computed", message, help);
    }
    for (index, path) in paths.iter().enumerate() {
        if let Some((rule, message, help)) = wrong(cx.block, path, Some(field.field)) {
            let key = "computed";
            cx.at(field, rule, Subject::Item { key, index }, message, help);
        }
    }
}

/// What is wrong with one of them. `of` is the field that changes, if it is not the id.
fn wrong(block: &BlockFacts<'_>, path: &str, of: Option<&FieldFacts<'_>>) -> Option<Wrong> {
    let rule = Rule::WHEN_CHANGED_PATH;
    match relations::follow(block, path, of.map_or("", |of| of.name), false) {
        Err((_, message, help)) => Some((rule, message, help)),
        Ok(Some(target)) if of.is_some_and(|of| core::ptr::eq(target, of)) => {
            let message = format!("`{path}` cannot depend on its own change");
            Some((rule, message, "name the fields it depends on".into()))
        }
        // A change of it is never seen.
        Ok(_) if is_on(block, path, |field| field.write_only) => {
            let message = format!("`{path}` is write-only, so a change of it cannot be noticed");
            let help = format!(
                "name a field `{path}_version` beside it, and change it with each new value"
            );
            Some((rule, message, help))
        }
        Ok(_) if is_on(block, path, |field| field.force_new) => {
            let what = of.map_or_else(|| "the id".into(), |of| format!("`{}`", of.name));
            let message =
                format!("a change of `{path}` replaces the object, so {what} is new anyway");
            let help = format!(
                "remove `{path}` from `when_changed`, or take `force_new` from it; or keep it with \
                 `allow(when_changed_replaces, reason = \"…\")`"
            );
            Some((Rule::WHEN_CHANGED_REPLACES, message, help))
        }
        Ok(_) => None,
    }
}

/// Whether it holds for the field, or for what contains it.
fn is_on(block: &BlockFacts<'_>, path: &str, so: fn(&FieldFacts<'_>) -> bool) -> bool {
    let ends = path.match_indices('.').map(|(dot, _)| dot);
    ends.chain([path.len()]).any(|end| {
        let outer = path.get(..end).unwrap_or(path);
        matches!(relations::follow(block, outer, "", false), Ok(Some(field)) if so(field))
    })
}
