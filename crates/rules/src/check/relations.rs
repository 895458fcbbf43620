//! Relations between fields (R20–R29, R224, R225).
//!
//! A path is relative to the struct and names fields only.

use alloc::format;
use alloc::string::String;

use super::{At, Cx};
use crate::catalogue::Rule;
use crate::facts::{BlockFacts, Computed, FieldFacts, Nesting, Shape};
use crate::shared_texts;
use crate::suggest::{did_you_mean, listed, suggest};
use crate::violation::Subject;

pub(super) fn check(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    for key in &field.empty_lists {
        let message = format!("`{key}` of `{}` names no field", field.name);
        let help = format!("name the fields: `{key}(other)`, or remove it");
        cx.at(field, Rule::RELATION_LIST, *key, message, help);
    }
    for (key, paths) in field.relations() {
        let Some(first) = paths.first() else { continue };
        let never_with_required = match key {
            "conflicts_with" => Some(Rule::CONFLICTS_REQUIRED),
            "exactly_one_of" => Some(Rule::EXACTLY_ONE_REQUIRED),
            "at_least_one_of" => Some(Rule::AT_LEAST_ONE_REQUIRED),
            _ => None,
        };
        if let (Some(rule), true) = (never_with_required, field.required) {
            let message = format!("`{}` is required, so it cannot have `{key}`", field.name);
            let help = format!("write `optional` instead of `required`, or remove `{key}`");
            cx.at(field, rule, key, message, help);
            continue;
        }
        if field.is_computed_only() && key != "required_with" {
            // The key is not allowed here at all (R42, R43, R47).
            continue;
        }
        let choice = matches!(key, "exactly_one_of" | "at_least_one_of");
        let hidden = field.hidden_targets.contains(&key);
        if choice && !hidden && paths.iter().all(|p| *p == field.name) {
            let message = format!("`{key}` of `{}` names nothing but `{first}`", field.name);
            let help = "name the other fields to choose from";
            cx.at(field, Rule::RELATION_LIST, key, message, help);
            continue;
        }
        each(cx, field, key, paths, |cx, subject, path, target| {
            configured(cx, field, (key, path, subject), target);
        });
    }
}

/// Whether the relation can name this field, by who sets it.
fn configured(
    cx: &mut Cx<'_, '_>,
    field: At<'_, '_>,
    (key, path, subject): (&str, &str, Subject),
    target: &FieldFacts<'_>,
) {
    // Blocks of the SDK are required through their minimum number.
    let required = target.required || (target.is_block() && target.min_items > Some(0));
    let (rule, what, help) = if required {
        let help = match key {
            "conflicts_with" => {
                "the two could never be set separately: make the other one optional"
            }
            "required_with" => "it is always set: remove it",
            _ => "it is always set, so there is nothing to choose: make it optional",
        };
        (Rule::RELATION_REQUIRED_TARGET, "required", help)
    } else if key == "conflicts_with" && target.removed.is_some() {
        let help = "no configuration can set it: remove it";
        (Rule::RELATION_REMOVED_TARGET, "removed", help)
    } else if target.is_computed_only() {
        let help = "no configuration sets it: name a field that is optional";
        (Rule::RELATION_COMPUTED_TARGET, "computed only", help)
    } else if matches!(target.computed, Computed::WhenChanged(_)) {
        let help = "not only the configuration decides whether it is set: remove it";
        let what = "computed when other fields change";
        (Rule::RELATION_WHEN_CHANGED_TARGET, what, help)
    } else {
        return;
    };
    let message = format!(
        "`{key}` of `{}` names `{path}`, which is {what}",
        field.name
    );
    cx.at(field, rule, subject, message, help);
}

/// Follows each path, and reports those that do not resolve, name the field itself, or repeat a
/// field.
pub(super) fn each<'f, 'a>(
    cx: &mut Cx<'f, 'a>,
    field: At<'_, '_>,
    key: &'static str,
    paths: &[&str],
    mut target: impl FnMut(&mut Cx<'f, 'a>, Subject, &str, &FieldFacts<'a>),
) {
    for (index, path) in paths.iter().enumerate() {
        let subject = Subject::Item { key, index };
        if paths.iter().take(index).any(|before| before == path) {
            let message = format!("`{key}` of `{}` names `{path}` twice", field.name);
            let help = "remove one of the two";
            cx.at(field, Rule::RELATION_LIST, subject, message, help);
            continue;
        }
        match follow(cx.block, path, field.name, true) {
            Err((rule, message, help)) => cx.at(field, rule, subject, message, help),
            Ok(Some(found)) if core::ptr::eq(found, field.field) => {
                let help = match key {
                    // A choice may list the field itself: its own presence is checked elsewhere.
                    "exactly_one_of" | "at_least_one_of" => continue,
                    "conflicts_with" | "required_with" => "name the other field",
                    _ => "name another field",
                };
                let message = format!("`{}` names itself in `{key}`", field.name);
                cx.at(field, Rule::CONFLICTS_ITSELF, subject, message, help);
            }
            Ok(Some(found)) => target(cx, subject, path, found),
            Ok(None) => {}
        }
    }
}

/// What is wrong, and what to write instead.
pub(super) type Wrong = (Rule, String, String);

/// Follows a path of field names, with `one_only` only through single structs; `Ok(None)` if the
/// caller cannot see far enough.
///
/// # Errors
/// What is wrong with a path that does not resolve.
pub(super) fn follow<'b, 'a>(
    mut block: &'b BlockFacts<'a>,
    path: &str,
    asking: &str,
    one_only: bool,
) -> Result<Option<&'b FieldFacts<'a>>, Wrong> {
    let mut parts = path.split('.').peekable();
    let mut before = String::new();
    while let Some(part) = parts.next() {
        let (part, index) = name_and_index(part);
        if let ("", Some(index)) = (part, index) {
            return Err(indexed(path, index));
        }
        let Some(field) = block.field(part) else {
            let asking = if before.is_empty() { asking } else { "" };
            return Err(unknown(block, part, asking, &before));
        };
        let index = index.or_else(|| {
            let (name, index) = name_and_index(parts.peek()?);
            index.filter(|_| name.is_empty())
        });
        let names_follow = parts.clone().any(|part| !name_and_index(part).0.is_empty());
        if let Some(index) = index.filter(|_| !names_follow) {
            return Err(indexed(path, index));
        }
        if parts.peek().is_none() {
            return Ok(Some(field));
        }
        let (nesting, inner) = match &field.shape {
            Shape::Block { nesting, block } | Shape::Nested { nesting, block } => (*nesting, block),
            Shape::Unknown => return index.map_or(Ok(None), |index| Err(indexed(path, index))),
            other => {
                let message = format!("`{path}` leads into `{part}`, which is a {}", other.words());
                let help = format!("only structs have fields: name `{part}` itself");
                return Err((Rule::RELATION_UNKNOWN, message, help));
            }
        };
        let single = match nesting {
            Nesting::Single | Nesting::Group => true,
            Nesting::List => field.max_items == Some(1),
            _ => false,
        };
        if one_only && !single {
            let message =
                format!("`{path}` leads through `{part}`, which can occur more than once");
            let help = format!(
                "name `{part}` itself, or make it single (`single`, or `list` with `max_items = 1`)"
            );
            return Err((Rule::RELATION_THROUGH_MANY, message, help));
        }
        // If the content is not visible here, no index may follow either.
        let unseen = parts
            .clone()
            .filter(|_| inner.is_none())
            .find_map(|part| name_and_index(part).1);
        // The error for repeated structs, above, already says that no path leads through them, even
        // without an index.
        if let Some(index) = index.or(unseen) {
            return Err(indexed(path, index));
        }
        match inner.as_deref() {
            Some(inner) => block = inner,
            None => return Ok(None),
        }
        if !before.is_empty() {
            before.push('.');
        }
        before.push_str(part);
    }
    Ok(None)
}

/// A part of a path as a name, and the element that it selects: `part[0]`. Such an index may also
/// be a separate part (`0`, `*`), without a name.
fn name_and_index(part: &str) -> (&str, Option<&str>) {
    match part.split_once('[') {
        Some((name, index)) => (name, Some(index.trim_end_matches(']'))),
        None if matches!(part, "*" | "#") => ("", Some(part)),
        None if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) => ("", Some(part)),
        None => (part, None),
    }
}

fn indexed(path: &str, index: &str) -> Wrong {
    let text = shared_texts::relation_index(path, index);
    (Rule::RELATION_INDEX, text.message, text.help)
}

/// Does not suggest the field that declares the relation.
fn unknown(block: &BlockFacts<'_>, part: &str, asking: &str, before: &str) -> Wrong {
    let place = if before.is_empty() {
        String::new()
    } else {
        format!(" in `{before}`")
    };
    let message = format!("there is no field `{part}`{place}");
    let names = block.fields.iter().map(|f| f.name);
    let names = names.filter(|name| *name != asking);
    let listed = listed(names.clone());
    let help = match suggest(part, names) {
        _ if part == "id" && before.is_empty() => String::from(
            "the provider sets the id, and a different id is a different object: remove it",
        ),
        _ if matches!(part, "self" | "Self" | "this") => {
            String::from("remove it: the field itself is always included")
        }
        Some(near) => did_you_mean(near),
        None if before.is_empty() && listed.is_empty() => {
            format!(
                "paths start at this struct: a field of a flattened one is `common.{part}`, and in the outer struct name `this.field`"
            )
        }
        None if before.is_empty() => format!(
            "this struct has {listed}, and paths start at it; in the outer struct name `this.field`"
        ),
        None => format!("it has {listed}"),
    };
    (Rule::RELATION_UNKNOWN, message, help)
}
