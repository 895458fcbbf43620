//! The `list` blocks and the local values that depend on them, as data, with their references.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::address::{Mode, Node};
use crate::language::config::Repetition;
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Body, Expr, Step};
use crate::message::Messages;
use crate::source::Location;

/// The type and the name of a list.
pub(super) type ListKey = (Arc<str>, Arc<str>);

/// A block of type `list`.
#[derive(Debug)]
pub(super) struct ListBlock {
    pub(super) type_name: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) repetition: Repetition,
    pub(super) alias: Option<Arc<str>>,
    pub(super) limit: Option<Expr>,
    pub(super) include: Option<Expr>,
    pub(super) config: Body,
    /// Whether it has a `config` block, even an empty one.
    pub(super) is_configured: bool,
    pub(super) at: Location,
    pub(super) references: References,
}

impl ListBlock {
    /// `list.disk_image.all`.
    pub(super) fn address(&self) -> String {
        format!("list.{}.{}", self.type_name, self.name)
    }

    pub(super) fn key(&self) -> ListKey {
        (Arc::clone(&self.type_name), Arc::clone(&self.name))
    }
}

/// A local value that refers to a list, directly or indirectly.
#[derive(Debug)]
pub(super) struct ListLocal {
    pub(super) name: Arc<str>,
    pub(super) value: Expr,
    /// Includes the references of other such local values that this one uses.
    pub(super) references: References,
}

/// The targets of references.
#[derive(Debug, Default)]
pub(super) struct References {
    pub(super) lists: BTreeSet<ListKey>,
    /// Everything except lists.
    pub(super) nodes: BTreeSet<Node>,
}

impl References {
    /// Adds the references of this expression, but not those of nested expressions.
    pub(super) fn add(&mut self, expr: &Expr) {
        match list_of(expr) {
            Some(list) => {
                self.lists.insert(list);
            }
            None => self.nodes.extend(node_of(expr)),
        }
    }

    /// Reports the lists that are not among these.
    pub(super) fn check(&self, known: &BTreeSet<ListKey>, at: &Location, messages: &mut Messages) {
        for (type_name, name) in self.lists.difference(known) {
            let detail = format!("There is no list block \"{type_name}\" \"{name}\".");
            messages.fail("Reference to undeclared list", detail, at);
        }
    }

    /// Replaces these local values by their own references.
    pub(super) fn see_through(&mut self, locals: &[ListLocal]) {
        for local in locals {
            if self.nodes.remove(&Node::Local(Arc::clone(&local.name))) {
                self.lists.extend(local.references.lists.iter().cloned());
                self.nodes.extend(local.references.nodes.iter().cloned());
            }
        }
    }
}

/// The list that an expression refers to: `list.disk_image.name`. Elsewhere, such a reference means
/// a resource of type `list`.
fn list_of(expr: &Expr) -> Option<ListKey> {
    let reference = reference_of(expr)?.ok()?;
    let Target::Node(Node::Resource(address)) = &reference.target else {
        return None;
    };
    if address.mode != Mode::Managed || &*address.type_name != "list" {
        return None;
    }
    match reference.rest.first() {
        Some(Step::Attribute(name)) => Some((Arc::clone(&address.name), Arc::clone(&name.text))),
        _ => None,
    }
}

/// Any other node that an expression refers to.
fn node_of(expr: &Expr) -> Option<Node> {
    match reference_of(expr)?.ok()?.target {
        Target::Node(node) => Some(node),
        Target::Text(_) | Target::Workspace => None,
    }
}
