//! Opt-outs from warnings: unknown ones, and those that silence nothing (R219, R220, R247).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::relations::Wrong;
use super::{At, Cx};
use crate::catalogue::{RULES, Rule, Severity};
use crate::facts::{AllowFacts, FieldFacts, Nesting, Shape};
use crate::suggest::{did_you_mean, suggest};
use crate::violation::{Subject, Violation};

/// Checks the opt-outs of the struct.
pub(super) fn of_struct(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    for (index, allow) in block.allow.iter().enumerate() {
        if let Some((rule, message, help)) = opt_out(allow) {
            let key = "allow";
            cx.block(rule, Subject::StructItem { key, index }, message, help);
        }
    }
}

/// Checks the opt-outs of a field.
pub(super) fn of_field(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    for (index, allow) in field.allow.iter().enumerate() {
        if let Some((rule, message, help)) = opt_out(allow) {
            let key = "allow";
            cx.at(field, rule, Subject::Item { key, index }, message, help);
        }
    }
}

/// What is wrong with an opt-out.
fn opt_out(allow: &AllowFacts<'_>) -> Option<Wrong> {
    let name = allow.rule;
    let allowable = || RULES.iter().filter(|r| r.is_allowable()).map(|r| r.name);
    match Rule::by_name(name).map(Rule::info) {
        None => {
            let help = match suggest(name, allowable()) {
                Some(near) => did_you_mean(near),
                None => {
                    let all: Vec<&str> = allowable().collect();
                    format!("these can be allowed: {}", all.join(", "))
                }
            };
            let message = format!("there is no rule `{name}` to allow");
            Some((Rule::ALLOW_NAME, message, help))
        }
        Some(info) if !info.is_allowable() => {
            let message = format!("the rule `{name}` cannot be allowed");
            let help = format!("it rejects {}: change the schema", info.rejects);
            Some((Rule::ALLOW_NAME, message, help))
        }
        Some(_) if allow.reason.is_none_or(|r| r.trim().is_empty()) => {
            let message = format!("`{name}` is allowed without a reason");
            let help = format!("write `allow({name}, reason = \"…\")`");
            Some((Rule::ALLOW_REASON, message, help))
        }
        Some(_) => None,
    }
}

/// Reports opt-outs of the struct from warnings that it does not cause (R247).
pub(super) fn unneeded_of_struct(cx: &mut Cx<'_, '_>) {
    let block = cx.block;
    let hides =
        |v: &Violation| v.severity == Severity::Error || (v.index.is_none() && v.path.is_empty());
    if cx.out.iter().any(hides) {
        return;
    }
    for (index, allow) in block.allow.iter().enumerate() {
        // Only the registration of the resource shows whether there is an upgrade.
        let upgraded = |rule| {
            rule == Rule::VERSION_WITHOUT_UPGRADE
                && block.version.is_some_and(|version| version > 0)
        };
        let hidden = |rule| block.fields.iter().any(|field| unseen(field, rule));
        let idle =
            |rule: Rule| !cx.allowed.contains(&(None, rule)) && !upgraded(rule) && !hidden(rule);
        if Rule::by_name(allow.rule).is_some_and(idle) {
            let (message, help) = silent(allow.rule, "the struct");
            let key = "allow";
            let subject = Subject::StructItem { key, index };
            cx.block(Rule::ALLOW_IDLE, subject, message, help);
        }
    }
}

/// The same for a field. Warnings that depend on a nested struct that the caller does not see are
/// not reported.
pub(super) fn unneeded_of_field(cx: &mut Cx<'_, '_>, field: At<'_, '_>) {
    let own = |v: &Violation| v.index == Some(field.index) && cx.is_own(v);
    if field.allow.is_empty() || cx.out.iter().any(own) {
        return;
    }
    for (index, allow) in field.allow.iter().enumerate() {
        let idle = |rule| !cx.allowed.contains(&(Some(field.index), rule)) && !unseen(&field, rule);
        if Rule::by_name(allow.rule).is_some_and(idle) {
            let (message, help) = silent(allow.rule, &format!("`{}`", field.name));
            let subject = Subject::Item {
                key: "allow",
                index,
            };
            cx.at(field, Rule::ALLOW_IDLE, subject, message, help);
        }
    }
}

fn silent(rule: &str, what: &str) -> (String, String) {
    (
        format!("`allow({rule})` silences nothing: {what} gets no such warning"),
        format!("remove `{rule}`"),
    )
}

/// Whether a nested struct that the caller does not see may cause the warning.
fn unseen(field: &FieldFacts<'_>, rule: Rule) -> bool {
    let of_set = field.shape.nesting() == Some(Nesting::Set) && field.nested().is_none();
    let of_type = matches!(field.shape, Shape::Unknown | Shape::Collection(..));
    match rule {
        Rule::BLOCKS_SWITCHED_OFF => of_type,
        Rule::SET_IN_SET => of_type || of_set,
        Rule::COMPUTED_IN_SET => of_set && !field.set_key && !field.is_computed_only(),
        _ => false,
    }
}
