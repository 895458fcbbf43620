//! `replace_triggered_by`: references whose changes replace a resource.

use super::model::ReplaceTrigger;
use super::reader::Reader;
use crate::address::{Mode, Node};
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Expr, ExprKind, Step};
use crate::message::Messages;

const INVALID: &str = "Invalid replace_triggered_by expression";

/// The items of the list, each of which names a resource, an instance, or an attribute of one.
pub(super) fn triggers(reader: &mut Reader<'_>, value: &Expr) -> Vec<ReplaceTrigger> {
    let ExprKind::Tuple(items) = &value.kind else {
        let detail = "A static list expression is required.";
        reader.fail("Invalid expression", detail, &value.at);
        return Vec::new();
    };
    let triggers = items.iter().filter_map(|item| trigger(reader, item));
    triggers.collect()
}

fn trigger(reader: &mut Reader<'_>, item: &Expr) -> Option<ReplaceTrigger> {
    if !names_one_resource(reader, item) {
        return None;
    }
    let (Some(Ok(reference)), ExprKind::Traversal(root, steps)) = (reference_of(item), &item.kind)
    else {
        return unexpected(reader, item);
    };
    let Target::Node(Node::Resource(resource)) = reference.target else {
        return unexpected(reader, item);
    };
    let named = &steps[..steps.len() - reference.rest.len()];
    let (key, path) = match reference.rest {
        [Step::Index(key), path @ ..] => (Some(key), path),
        path => (None, path),
    };
    for step in reference.rest {
        match step {
            Step::Attribute(_) => {}
            Step::Index(key) if is_key(key) => {}
            Step::Index(key) => {
                let detail = "Only constant values, count.index or each.key are allowed in index expressions.";
                return reader.refuse("Invalid index expression", detail, &key.at);
            }
            Step::Splat | Step::AttributeSplat => return unexpected(reader, item),
        }
    }
    let inside = (!path.is_empty()).then(|| Expr {
        kind: ExprKind::Traversal(root.clone(), [named, path].concat()),
        at: item.at.clone(),
    });
    Some(ReplaceTrigger {
        resource,
        key: key.cloned(),
        inside,
        at: item.at.clone(),
    })
}

fn unexpected(reader: &mut Reader<'_>, item: &Expr) -> Option<ReplaceTrigger> {
    let detail = "Unexpected expression found in replace_triggered_by.";
    reader.refuse(INVALID, detail, &item.at)
}

/// Reports every other reference in an item.
fn names_one_resource(reader: &mut Reader<'_>, item: &Expr) -> bool {
    let mut resources = 0;
    let mut wrong = Messages::new();
    item.walk(&mut |expr| {
        let reference = match reference_of(expr) {
            None => return,
            Some(Err(message)) => return wrong.push(message),
            Some(Ok(reference)) => reference,
        };
        let (which, allowed) = match reference.target {
            Target::Node(Node::Resource(address)) if address.mode != Mode::Action => {
                resources += 1;
                return;
            }
            Target::Node(Node::CountIndex | Node::EachKey) => return,
            Target::Node(Node::EachValue) => ("each reference", "each.key"),
            _ => ("reference", "resources, count.index, and each.key"),
        };
        let summary = format!("Invalid {which} in replace_triggered_by expression");
        let detail = format!("Only {allowed} may be used in replace_triggered_by.");
        wrong.fail(summary, detail, &item.at);
    });
    let one = resources == 1 && wrong.is_empty();
    reader.messages.extend(wrong);
    let how_many = match resources {
        0 => "Missing resource reference",
        1 => return one,
        _ => "Multiple resource references",
    };
    let detail = format!("{how_many} in replace_triggered_by expression.");
    reader.fail(INVALID, detail, &item.at);
    false
}

/// Whether this is a constant, `count.index` or `each.key`.
fn is_key(key: &Expr) -> bool {
    match &key.kind {
        ExprKind::String(_) | ExprKind::Number(_) => true,
        _ => matches!(
            reference_of(key),
            Some(Ok(reference)) if reference.rest.is_empty()
                && matches!(reference.target, Target::Node(Node::CountIndex | Node::EachKey))
        ),
    }
}
