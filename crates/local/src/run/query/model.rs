//! The `list` blocks and the local values made of lists, as data, and what they refer to.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::address::{Mode, Node};
use crate::language::config::Repetition;
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Body, Expr, Step};
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
    /// Whether there is a block of it, be it empty.
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

/// A local value that refers to a list, itself or through another one.
#[derive(Debug)]
pub(super) struct ListLocal {
    pub(super) name: Arc<str>,
    pub(super) value: Expr,
    /// Also those of other such local values that this one refers to.
    pub(super) references: References,
}

/// What expressions refer to.
#[derive(Debug, Default)]
pub(super) struct References {
    pub(super) lists: BTreeSet<ListKey>,
    /// Everything but lists.
    pub(super) nodes: BTreeSet<Node>,
}

impl References {
    /// Adds what this expression refers to, without the expressions in it.
    pub(super) fn add(&mut self, expr: &Expr) {
        match list_of(expr) {
            Some(list) => {
                self.lists.insert(list);
            }
            None => self.nodes.extend(node_of(expr)),
        }
    }

    /// Replaces these local values by what they refer to themselves.
    pub(super) fn see_through(&mut self, locals: &[ListLocal]) {
        for local in locals {
            if self.nodes.remove(&Node::Local(Arc::clone(&local.name))) {
                self.lists.extend(local.references.lists.iter().cloned());
                self.nodes.extend(local.references.nodes.iter().cloned());
            }
        }
    }
}

/// The list that an expression refers to: `list.disk_image.name`. To references elsewhere that is a
/// resource of the type `list`.
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

/// What else an expression refers to.
fn node_of(expr: &Expr) -> Option<Node> {
    match reference_of(expr)?.ok()?.target {
        Target::Node(node) => Some(node),
        Target::Text(_) | Target::Workspace => None,
    }
}
