//! The blocks `resource`, `data` and `ephemeral`, and their meta-arguments.

use std::sync::Arc;

use schema_runtime::path::{Path, Step as PathStep};

use super::action;
use super::meta_arguments::{provider_alias, repetition};
use super::model::{Lifecycle, ResourceBlock};
use super::reader::Reader;
use super::replacement;
use crate::address::{Mode, Node, ResourceAddress};
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Block, Body, Expr, ExprKind, Step};
use crate::source::Location;

pub(super) fn read(reader: &mut Reader<'_>, block: Block) {
    let mode = Mode::of_keyword(&block.kind.text).unwrap_or(Mode::Managed);
    let Some([type_name, name]) = reader.labels(&block, ["type", "name"]) else {
        return;
    };
    let address = ResourceAddress {
        mode,
        type_name,
        name,
    };
    let type_at = block
        .labels
        .first()
        .map_or_else(|| block.at.clone(), |label| label.at.clone());
    let mut body = block.body;
    let depends_on = depends_on(reader, &body);
    let repetition = repetition(&body, &mut reader.messages);
    let names_provider = body.attribute("provider").is_some();
    let provider = provider_alias(&body, reader.provider, &mut reader.messages);
    let mut lifecycle = Lifecycle::default();
    for inner in &body.blocks {
        match &*inner.kind.text {
            "lifecycle" => lifecycle = read_lifecycle(reader, inner, mode),
            "connection" | "provisioner" if mode == Mode::Managed => {
                let what = format!("A \"{}\" block", inner.kind.text);
                reader.unsupported(&what, &inner.at);
            }
            _ => {}
        }
    }
    body.attributes.retain(|attribute| {
        !matches!(
            &*attribute.name.text,
            "count" | "for_each" | "provider" | "depends_on"
        )
    });
    body.blocks.retain(|inner| {
        !matches!(
            &*inner.kind.text,
            "lifecycle" | "connection" | "provisioner"
        )
    });
    let resource = ResourceBlock {
        body,
        repetition,
        provider,
        names_provider,
        depends_on,
        lifecycle,
        at: block.at.clone(),
        type_at,
    };
    reader.insert(address, resource);
}

fn depends_on(reader: &mut Reader<'_>, body: &Body) -> Vec<(ResourceAddress, Location)> {
    let Some(attribute) = body.attribute("depends_on") else {
        return Vec::new();
    };
    let ExprKind::Tuple(items) = &attribute.value.kind else {
        let detail = "The value of depends_on must be a list of references in brackets.";
        reader.fail("Invalid depends_on", detail, &attribute.value.at);
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match reference_of(item) {
            Some(Ok(reference)) => match reference.target {
                Target::Node(Node::Resource(address)) if address.mode != Mode::Action => {
                    found.push((address, item.at.clone()));
                }
                _ => reader.fail(
                    "Invalid depends_on reference",
                    "References in depends_on must be to a whole resource or data source.",
                    &item.at,
                ),
            },
            Some(Err(message)) => reader.messages.push(message),
            None => reader.fail(
                "Invalid depends_on reference",
                "An item of depends_on must be a reference.",
                &item.at,
            ),
        }
    }
    found
}

fn read_lifecycle(reader: &mut Reader<'_>, block: &Block, mode: Mode) -> Lifecycle {
    let mut lifecycle = Lifecycle::default();
    reader.check_no_labels(block);
    for inner in &block.body.blocks {
        if &*inner.kind.text == "action_trigger" && mode == Mode::Managed {
            let trigger = action::trigger(reader, inner);
            lifecycle.triggers.extend(trigger);
            continue;
        }
        let conditions = match &*inner.kind.text {
            "precondition" => &mut lifecycle.preconditions,
            "postcondition" => &mut lifecycle.postconditions,
            other => {
                let what = format!("A \"{other}\" block");
                reader.unsupported(&what, &inner.at);
                continue;
            }
        };
        conditions.extend(reader.condition(inner));
    }
    for attribute in &block.body.attributes {
        match &*attribute.name.text {
            "prevent_destroy" if mode == Mode::Managed => {
                lifecycle.prevent_destroy = reader.flag(&block.body, "prevent_destroy", false);
            }
            "create_before_destroy" if mode == Mode::Managed => {
                lifecycle.create_before_destroy =
                    reader.flag(&block.body, "create_before_destroy", false);
            }
            "ignore_changes" if mode == Mode::Managed => {
                ignore_changes(reader, &attribute.value, &mut lifecycle);
            }
            "replace_triggered_by" if mode == Mode::Managed => {
                lifecycle.replace_triggered_by = replacement::triggers(reader, &attribute.value);
            }
            other => {
                let what = format!("The argument \"{other}\" of a lifecycle block");
                reader.unsupported(&what, &attribute.name.at);
            }
        }
    }
    lifecycle
}

fn ignore_changes(reader: &mut Reader<'_>, value: &Expr, lifecycle: &mut Lifecycle) {
    match &value.kind {
        ExprKind::Variable(name) if &**name == "all" => lifecycle.ignore_all = true,
        ExprKind::Tuple(items) => {
            for item in items {
                match ignored_path(item) {
                    Some(path) => lifecycle.ignore_changes.push((path, item.at.clone())),
                    None => reader.fail(
                        "Invalid ignore_changes",
                        "An item of ignore_changes must be an attribute of this resource, \
                         perhaps with indexes: size_mb, labels[\"env\"].",
                        &item.at,
                    ),
                }
            }
        }
        _ => reader.fail(
            "Invalid ignore_changes",
            "The value of ignore_changes must be a list of attributes in brackets, or all.",
            &value.at,
        ),
    }
}

fn ignored_path(item: &Expr) -> Option<Path> {
    let (root, steps): (&Expr, &[Step]) = match &item.kind {
        ExprKind::Variable(_) => (item, &[]),
        ExprKind::Traversal(root, steps) => (root, steps),
        _ => return None,
    };
    let ExprKind::Variable(name) = &root.kind else {
        return None;
    };
    let mut path = Path::new(Arc::clone(name));
    for step in steps {
        path.push(match step {
            Step::Attribute(name) => PathStep::Attribute(Arc::clone(&name.text).into()),
            Step::Index(Expr {
                kind: ExprKind::String(key),
                ..
            }) => PathStep::Key(Arc::clone(key).into()),
            Step::Index(Expr {
                kind: ExprKind::Number(index),
                ..
            }) => PathStep::Index(index.as_u64()?),
            _ => return None,
        });
    }
    Some(path)
}
