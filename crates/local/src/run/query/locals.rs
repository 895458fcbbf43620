//! Local values that are made of what lists have found: each is evaluated when its lists are made, and other lists see it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::found::Found;
use super::read::{ListKey, list_of, node_of};
use crate::address::Node;
use crate::language::eval::{Scope, evaluate};
use crate::language::hcl::ast::{Attribute, Body, Expr};
use crate::message::{Message, Messages};

/// A local value that refers to a list, itself or through another one.
#[derive(Debug)]
pub(super) struct ListLocal {
    pub(super) name: Arc<str>,
    pub(super) value: Expr,
    /// The lists that it is made of, also through others.
    pub(super) needs: BTreeSet<ListKey>,
    /// What else it is made of.
    pub(super) nodes: BTreeSet<Node>,
}

impl ListLocal {
    fn new(attribute: Attribute) -> Self {
        let (mut needs, mut nodes) = (BTreeSet::new(), BTreeSet::new());
        attribute.value.walk(&mut |expr| match list_of(expr) {
            Some(list) => {
                needs.insert(list);
            }
            None => nodes.extend(node_of(expr)),
        });
        ListLocal {
            name: attribute.name.text,
            value: attribute.value,
            needs,
            nodes,
        }
    }
}

/// What a local value refers to: whether to a list, and to which other local values.
fn looks_at(value: &Expr) -> (bool, BTreeSet<Arc<str>>) {
    let (mut lists, mut locals) = (false, BTreeSet::new());
    value.walk(&mut |expr| {
        lists |= list_of(expr).is_some();
        if let Some(Node::Local(name)) = node_of(expr) {
            locals.insert(name);
        }
    });
    (lists, locals)
}

/// Takes these local values out of the bodies of files, each behind those that it refers to. One whose name is there twice
/// stays, and is told with the others.
pub(super) fn take_locals(bodies: &mut [Body], messages: &mut Messages) -> Vec<ListLocal> {
    let (mut times, mut looks) = (BTreeMap::new(), BTreeMap::new());
    let blocks = bodies.iter().flat_map(|body| &body.blocks);
    for block in blocks.filter(|block| &*block.kind.text == "locals") {
        for attribute in &block.body.attributes {
            let name = &attribute.name.text;
            *times.entry(Arc::clone(name)).or_insert(0) += 1;
            looks.insert(Arc::clone(name), looks_at(&attribute.value));
        }
    }
    looks.retain(|name, _| times[name] == 1);
    let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
    loop {
        let more = looks.iter().filter(|(name, (lists, locals))| {
            !taken.contains(*name) && (*lists || !locals.is_disjoint(&taken))
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
        left.extend(ours.into_iter().map(ListLocal::new));
    }
    in_order(left, &taken, messages)
}

fn in_order(
    mut left: Vec<ListLocal>,
    all: &BTreeSet<Arc<str>>,
    messages: &mut Messages,
) -> Vec<ListLocal> {
    let mut ordered: Vec<ListLocal> = Vec::new();
    while !left.is_empty() {
        let is_done = |node: &Node| match node {
            Node::Local(name) if all.contains(name) => ordered.iter().any(|l| l.name == *name),
            _ => true,
        };
        let (ready, waiting): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|local| local.nodes.iter().all(is_done));
        if ready.is_empty() {
            let names: Vec<String> = waiting
                .iter()
                .map(|l| format!("local.{}", l.name))
                .collect();
            let detail = format!("These refer to each other: {}.", names.join(", "));
            messages.push(
                Message::error("Cycle")
                    .detail(detail)
                    .at(&waiting[0].value.at),
            );
            return ordered;
        }
        for mut local in ready {
            see_through(&mut local.nodes, &mut local.needs, &ordered);
            ordered.push(local);
        }
        left = waiting;
    }
    ordered
}

/// In the place of these local values what they are made of.
pub(super) fn see_through(
    nodes: &mut BTreeSet<Node>,
    needs: &mut BTreeSet<ListKey>,
    locals: &[ListLocal],
) {
    for local in locals {
        if nodes.remove(&Node::Local(Arc::clone(&local.name))) {
            needs.extend(local.needs.iter().cloned());
            nodes.extend(local.nodes.iter().cloned());
        }
    }
}

/// Evaluates those whose lists are all made, and that are not there yet.
pub(super) fn evaluate_ready(
    locals: &[ListLocal],
    done: &mut BTreeSet<Arc<str>>,
    found: &Found,
    scope: &mut Scope,
    messages: &mut Messages,
) {
    for local in locals {
        let ready = local.needs.iter().all(|list| found.has(list));
        if ready && done.insert(Arc::clone(&local.name)) {
            let value = evaluate(scope, &local.value, messages);
            scope.set(Node::Local(Arc::clone(&local.name)), value);
        }
    }
}
