//! The fields whose change changes a computed field or the id (R226, R245).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{At, Cx, relations};
use crate::catalogue::Rule;
use crate::facts::{BlockFacts, Computed, FieldFacts};
use crate::violation::Subject;

/// Checks those of the id.
pub(super) fn of_id(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    let paths: Vec<&str> = block.id_when_changed.clone();
    for (index, path) in paths.into_iter().enumerate() {
        let subject = Subject::struct_item("id", index);
        match relations::follow(block, path, "") {
            Err(wrong) => {
                cx.block(Rule::WHEN_CHANGED_PATH, subject, wrong.message, wrong.help);
            }
            Ok(_) if is_on(block, path, |field| field.write_only) => {
                let (message, help) = unseen(path);
                cx.block(Rule::WHEN_CHANGED_PATH, subject, message, help);
            }
            Ok(_) if replaces(block, path) => {
                let (message, help) = replaced("the id", path);
                cx.block(Rule::WHEN_CHANGED_REPLACES, subject, message, help);
            }
            Ok(_) => {}
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
        let subject = Subject::item("computed", index);
        match relations::follow(cx.block, path, field.name) {
            Err(wrong) => {
                let rule = Rule::WHEN_CHANGED_PATH;
                cx.at(field, rule, subject, wrong.message, wrong.help);
            }
            Ok(Some(target)) if core::ptr::eq(target, field.field) => {
                let message = format!("`{path}` cannot depend on its own change");
                let help = "name the fields it depends on";
                cx.at(field, Rule::WHEN_CHANGED_PATH, subject, message, help);
            }
            Ok(_) if is_on(cx.block, path, |field| field.write_only) => {
                let (message, help) = unseen(path);
                cx.at(field, Rule::WHEN_CHANGED_PATH, subject, message, help);
            }
            Ok(_) if replaces(cx.block, path) => {
                let (message, help) = replaced(&format!("`{}`", field.name), path);
                cx.at(field, Rule::WHEN_CHANGED_REPLACES, subject, message, help);
            }
            Ok(_) => {}
        }
    }
}

/// Whether a change there replaces the object: of the field, or of what contains it.
fn replaces(block: &BlockFacts<'_>, path: &str) -> bool {
    is_on(block, path, |field| field.force_new)
}

/// Whether it holds for the field, or for what contains it.
fn is_on(block: &BlockFacts<'_>, path: &str, so: fn(&FieldFacts<'_>) -> bool) -> bool {
    let ends = path.match_indices('.').map(|(dot, _)| dot);
    ends.chain([path.len()]).any(|end| {
        let outer = path.get(..end).unwrap_or(path);
        matches!(relations::follow(block, outer, ""), Ok(Some(field)) if so(field))
    })
}

/// The message for a field whose change is never seen.
fn unseen(path: &str) -> (String, String) {
    (
        format!("`{path}` is write-only, so a change of it cannot be noticed"),
        format!("name a field `{path}_version` beside it, and change it with each new value"),
    )
}

/// The message for a dependency on a field that replaces the object.
fn replaced(what: &str, path: &str) -> (String, String) {
    (
        format!("a change of `{path}` replaces the object, so {what} is new anyway"),
        format!(
            "remove `{path}` from `when_changed`, or take `force_new` from it; or keep it with \
             `allow(when_changed_replaces, reason = \"…\")`"
        ),
    )
}
