//! Local values that depend on lists: each is evaluated when its lists are complete, and other
//! lists can use it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::found::Found;
use super::model::{ListLocal, References};
use super::order::{cycle, in_order};
use crate::address::Node;
use crate::language::eval::{Scope, evaluate};
use crate::language::hcl::ast::{Attribute, Body};
use crate::message::Messages;

fn references(attribute: &Attribute) -> References {
    let mut found = References::default();
    attribute.value.walk(&mut |expr| found.add(expr));
    found
}

/// Removes these local values from the bodies of files, and orders them by their references. A
/// duplicate name stays, and is reported with the others.
pub(super) fn take_locals(bodies: &mut [Body], messages: &mut Messages) -> Vec<ListLocal> {
    let (mut times, mut looks) = (BTreeMap::new(), BTreeMap::new());
    let blocks = bodies.iter().flat_map(|body| &body.blocks);
    for block in blocks.filter(|block| &*block.kind.text == "locals") {
        for attribute in &block.body.attributes {
            let name = &attribute.name.text;
            *times.entry(Arc::clone(name)).or_insert(0) += 1;
            looks.insert(Arc::clone(name), references(attribute));
        }
    }
    looks.retain(|name, _| times[name] == 1);
    let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
    loop {
        let is_taken = |node: &Node| matches!(node, Node::Local(name) if taken.contains(name));
        let more = looks.iter().filter(|(name, seen)| {
            !taken.contains(*name) && (!seen.lists.is_empty() || seen.nodes.iter().any(is_taken))
        });
        let more: Vec<Arc<str>> = more.map(|(name, _)| Arc::clone(name)).collect();
        if more.is_empty() {
            break;
        }
        taken.extend(more);
    }
    let mut left = Vec::new();
    let blocks = bodies.iter_mut().flat_map(|body| &mut body.blocks);
    for block in blocks.filter(|block| &*block.kind.text == "locals") {
        let all = std::mem::take(&mut block.body.attributes);
        let (ours, others): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|attribute| taken.contains(&attribute.name.text));
        block.body.attributes = others;
        left.extend(ours.into_iter().map(|attribute| ListLocal {
            references: references(&attribute),
            name: attribute.name.text,
            value: attribute.value,
        }));
    }
    let key = |local: &ListLocal| Arc::clone(&local.name);
    let is_ready = |local: &ListLocal, done: &BTreeSet<_>| {
        local.references.nodes.iter().all(|node| match node {
            Node::Local(name) => !taken.contains(name) || done.contains(name),
            _ => true,
        })
    };
    let mut ordered: Vec<ListLocal> = Vec::new();
    match in_order(left, key, is_ready) {
        Ok(locals) => {
            for mut local in locals {
                local.references.see_through(&ordered);
                ordered.push(local);
            }
        }
        Err(left) => {
            let names = left.iter().map(|local| format!("local.{}", local.name));
            messages.push(cycle(names).at(&left[0].value.at));
        }
    }
    ordered
}

/// Evaluates the local values whose lists are all complete, unless they are already set.
pub(super) fn evaluate_ready(
    locals: &[ListLocal],
    done: &mut BTreeSet<Arc<str>>,
    found: &Found,
    scope: &mut Scope,
    messages: &mut Messages,
) {
    for local in locals {
        let ready = local.references.lists.iter().all(|list| found.has(list));
        if ready && done.insert(Arc::clone(&local.name)) {
            let value = evaluate(scope, &local.value, messages);
            scope.set(Node::Local(Arc::clone(&local.name)), value);
        }
    }
}
