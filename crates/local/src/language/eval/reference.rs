//! References: what an expression names, and whether it is allowed.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::functions;
use crate::address::{Mode, Node, ResourceAddress};
use crate::language::hcl::ast::{Body, Expr, ExprKind, Name, Step};
use crate::message::{Message, Messages, unsupported};
use crate::source::Location;

/// A reference, split into its target and the remaining steps.
pub(crate) struct Reference<'e> {
    pub(crate) target: Target,
    /// The steps after the name of the target.
    pub(crate) rest: &'e [Step],
    /// Where the target's name is written.
    pub(crate) at: Location,
}

pub(crate) enum Target {
    Node(Node),
    /// `path.module` or `path.root`: a known string.
    Text(&'static str),
    /// `terraform.workspace`.
    Workspace,
}

/// Resolves a traversal that begins with a name.
///
/// # Errors
/// A name that cannot begin a reference, or steps that do not complete one.
pub(crate) fn reference<'e>(
    root: &str,
    at: &Location,
    steps: &'e [Step],
) -> Result<Reference<'e>, Message> {
    let name = |position: usize, what: &str| -> Result<&'e Name, Message> {
        match steps.get(position) {
            Some(Step::Attribute(name)) => Ok(name),
            _ => Err(Message::error("Invalid reference").detail(what).at(at)),
        }
    };
    let found = |node: Node, used: usize, last: &Name| Reference {
        target: Target::Node(node),
        rest: steps.get(used..).unwrap_or(&[]),
        at: at.to(&last.at),
    };
    let typed = |mode: Mode, example: &str| {
        let word = mode.keyword();
        let what = format!(
            "\"{word}\" must be followed by a type and a name, as in {word}.{example}.name."
        );
        let (ty, name) = (name(0, &what)?, name(1, &what)?);
        let address = ResourceAddress {
            mode,
            type_name: Arc::clone(&ty.text),
            name: Arc::clone(&name.text),
        };
        Ok(found(Node::Resource(address), 2, name))
    };
    match root {
        "var" => {
            let name = name(
                0,
                "\"var\" must be followed by the name of a variable, as in var.name.",
            )?;
            Ok(found(Node::Variable(Arc::clone(&name.text)), 1, name))
        }
        "local" => {
            let name = name(
                0,
                "\"local\" must be followed by the name of a local value, as in local.name.",
            )?;
            Ok(found(Node::Local(Arc::clone(&name.text)), 1, name))
        }
        "path" => {
            let name = name(0, "\"path\" must be followed by a name, as in path.module.")?;
            match &*name.text {
                "module" | "root" => Ok(Reference {
                    target: Target::Text("."),
                    rest: steps.get(1..).unwrap_or(&[]),
                    at: at.to(&name.at),
                }),
                other => Err(unsupported(&format!("path.{other}"), &at.to(&name.at))),
            }
        }
        "count" | "each" => {
            let name = name(
                0,
                "The \"count\" and \"each\" objects cannot be accessed directly. Instead, access \
                 one of their attributes: count.index, each.key, each.value.",
            )?;
            let node = match (root, &*name.text) {
                ("count", "index") => Node::CountIndex,
                ("each", "key") => Node::EachKey,
                ("each", "value") => Node::EachValue,
                (_, other) => {
                    let supported = if root == "count" {
                        "The only supported attribute is count.index, which is the index of each \
                         instance of a resource block that has the \"count\" argument set."
                    } else {
                        "The supported attributes are each.key and each.value, the current key \
                         and value pair of the \"for_each\" attribute set."
                    };
                    return Err(Message::error(format!("Invalid \"{root}\" attribute"))
                        .detail(format!(
                            "The \"{root}\" object does not have an attribute named \
                                 \"{other}\". {supported}"
                        ))
                        .at(&name.at));
                }
            };
            Ok(found(node, 1, name))
        }
        "terraform" => {
            let name = name(0, "\"terraform\" must be followed by \"workspace\".")?;
            match &*name.text {
                "workspace" => Ok(Reference {
                    target: Target::Workspace,
                    rest: steps.get(1..).unwrap_or(&[]),
                    at: at.to(&name.at),
                }),
                other => Err(unsupported(&format!("terraform.{other}"), &at.to(&name.at))),
            }
        }
        "self" => Ok(Reference {
            target: Target::Node(Node::SelfObject),
            rest: steps,
            at: at.clone(),
        }),
        "module" => Err(unsupported(&format!("A reference to \"{root}\""), at)),
        // What triggers an action, in Terraform 1.16 and newer.
        "caller" => Err(unsupported(
            "A reference to \"caller\", the object that triggers an action,",
            at,
        )),
        "data" => typed(Mode::Data, "disk_image"),
        "action" => typed(Mode::Action, "disk_verify"),
        "ephemeral" => typed(Mode::Ephemeral, "disk_copy"),
        ty => {
            let name = name(
                0,
                "A reference to a resource is written as its type and its name, as in \
                 disk_image.name; write strings in quotes.",
            )?;
            let address = ResourceAddress::managed(ty, Arc::clone(&name.text));
            Ok(found(Node::Resource(address), 1, name))
        }
    }
}

/// The reference that the whole expression forms, if any.
pub(crate) fn reference_of(expr: &Expr) -> Option<Result<Reference<'_>, Message>> {
    match &expr.kind {
        ExprKind::Variable(name) => Some(reference(name, &expr.at, &[])),
        ExprKind::Traversal(root, steps) => match &root.kind {
            ExprKind::Variable(name) => Some(reference(name, &root.at, steps)),
            _ => None,
        },
        _ => None,
    }
}

/// Where an expression refers to `self`, if it does.
pub(crate) fn names_itself(expr: &Expr) -> Option<Location> {
    let mut found = None;
    expr.walk(&mut |expr| {
        if let Some(Ok(reference)) = reference_of(expr)
            && matches!(reference.target, Target::Node(Node::SelfObject))
        {
            found.get_or_insert(reference.at);
        }
    });
    found
}

/// Everything that an expression depends on.
pub(crate) fn nodes_of_expr(expr: &Expr) -> BTreeSet<Node> {
    let mut nodes = BTreeSet::new();
    expr.walk(&mut |expr| add(expr, &mut nodes));
    nodes
}

/// Everything that the expressions of a body depend on.
pub(crate) fn nodes_of_body(body: &Body) -> BTreeSet<Node> {
    let mut nodes = BTreeSet::new();
    body.walk(&mut |expr| add(expr, &mut nodes));
    nodes
}

fn add(expr: &Expr, nodes: &mut BTreeSet<Node>) {
    if let Some(Ok(Reference {
        target: Target::Node(node),
        ..
    })) = reference_of(expr)
    {
        nodes.insert(node);
    }
}

/// Called for each valid reference.
type Visit<'v> = &'v mut dyn FnMut(&Reference<'_>, &mut Messages);

/// Reports invalid references and everything else that cannot be evaluated; calls `visit` for each
/// valid reference.
pub(crate) fn check(expr: &Expr, messages: &mut Messages, visit: Visit<'_>) {
    expr.walk(&mut |expr| check_one(expr, messages, visit));
}

/// The same for all expressions of a body.
pub(crate) fn check_body(body: &Body, messages: &mut Messages, visit: Visit<'_>) {
    body.walk(&mut |expr| check_one(expr, messages, visit));
}

fn check_one(expr: &Expr, messages: &mut Messages, visit: Visit<'_>) {
    match &expr.kind {
        ExprKind::Call(name, _) | ExprKind::ExpandedCall(name, _) => {
            if let Some(message) = functions::refused(name, &expr.at) {
                messages.push(message);
            }
        }
        ExprKind::Unsupported(what) => messages.push(unsupported(what, &expr.at)),
        _ => match reference_of(expr) {
            Some(Ok(reference)) => visit(&reference, messages),
            Some(Err(message)) => messages.push(message),
            None => {}
        },
    }
}
