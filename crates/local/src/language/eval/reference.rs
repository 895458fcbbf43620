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
pub(super) fn reference<'e>(
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
    let found = |target: Target, used: usize, last: &Name| Reference {
        target,
        rest: steps.get(used..).unwrap_or(&[]),
        at: at.to(&last.at),
    };
    // The address of a managed resource starts with its type.
    if let Some(mode) = Mode::of_keyword(root).filter(|mode| *mode != Mode::Managed) {
        let example = match mode {
            Mode::Action => "disk_verify",
            Mode::Ephemeral => "disk_copy",
            Mode::Data | Mode::Managed => "disk_image",
        };
        let what = format!(
            "\"{root}\" must be followed by a type and a name, as in {root}.{example}.name."
        );
        let (ty, name) = (name(0, &what)?, name(1, &what)?);
        let address = ResourceAddress {
            mode,
            type_name: Arc::clone(&ty.text),
            name: Arc::clone(&name.text),
        };
        return Ok(found(Target::Node(Node::Resource(address)), 2, name));
    }
    let what = match root {
        "self" => {
            return Ok(Reference {
                target: Target::Node(Node::SelfObject),
                rest: steps,
                at: at.clone(),
            });
        }
        "module" => return Err(unsupported("A reference to \"module\"", at)),
        // What triggers an action, in Terraform 1.16 and newer.
        "caller" => {
            let what = "A reference to \"caller\", the object that triggers an action,";
            return Err(unsupported(what, at));
        }
        "var" => "\"var\" must be followed by the name of a variable, as in var.name.",
        "local" => "\"local\" must be followed by the name of a local value, as in local.name.",
        "path" => "\"path\" must be followed by a name, as in path.module.",
        "count" | "each" => {
            "The \"count\" and \"each\" objects cannot be accessed directly. Instead, access one of \
             their attributes: count.index, each.key, each.value."
        }
        "terraform" => "\"terraform\" must be followed by \"workspace\".",
        _ => {
            "A reference to a resource is written as its type and its name, as in \
             disk_image.name; write strings in quotes."
        }
    };
    let name = name(0, what)?;
    let text = || Arc::clone(&name.text);
    let target = match (root, &*name.text) {
        ("var", _) => Target::Node(Node::Variable(text())),
        ("local", _) => Target::Node(Node::Local(text())),
        ("path", "module" | "root") => Target::Text("."),
        ("terraform", "workspace") => Target::Workspace,
        ("path" | "terraform", other) => {
            return Err(unsupported(&format!("{root}.{other}"), &at.to(&name.at)));
        }
        ("count", "index") => Target::Node(Node::CountIndex),
        ("each", "key") => Target::Node(Node::EachKey),
        ("each", "value") => Target::Node(Node::EachValue),
        ("count" | "each", other) => {
            let supported = if root == "count" {
                "The only supported attribute is count.index, which is the index of each instance \
                 of a resource block that has the \"count\" argument set."
            } else {
                "The supported attributes are each.key and each.value, the current key and value \
                 pair of the \"for_each\" attribute set."
            };
            return Err(Message::error(format!("Invalid \"{root}\" attribute"))
                .detail(format!(
                    "The \"{root}\" object does not have an attribute named \"{other}\". {supported}"
                ))
                .at(&name.at));
        }
        (ty, _) => Target::Node(Node::Resource(ResourceAddress::managed(ty, text()))),
    };
    Ok(found(target, 1, name))
}

/// The reference that the whole expression forms, if any.
pub(crate) fn reference_of(expr: &Expr) -> Option<Result<Reference<'_>, Message>> {
    let (name, at, steps) = expr.named()?;
    Some(reference(name, at, steps))
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

/// The same for an expression that must be constant.
pub(crate) fn check_constant(expr: &Expr, messages: &mut Messages) {
    check(expr, messages, &mut |reference, messages| {
        let detail = "Variables may not be used here.";
        messages.fail("Variables not allowed", detail, &reference.at);
    });
}

/// The same for all expressions of a body.
pub(crate) fn check_body(body: &Body, messages: &mut Messages, visit: Visit<'_>) {
    body.walk(&mut |expr| check_one(expr, messages, visit));
}

fn check_one(expr: &Expr, messages: &mut Messages, visit: Visit<'_>) {
    match &expr.kind {
        ExprKind::Call(name, ..) => {
            if let Some(message) = functions::refused(name, &expr.at) {
                messages.push(message);
            }
        }
        _ => match reference_of(expr) {
            Some(Ok(reference)) => visit(&reference, messages),
            Some(Err(message)) => messages.push(message),
            None => {}
        },
    }
}
