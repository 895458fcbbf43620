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
use crate::language::hcl::ast::{Attribute, Block, Body, Expr, ExprKind, Step};
use crate::source::Location;

pub(super) fn read(reader: &mut Reader<'_>, block: Block) {
    let mode = Mode::of_keyword(&block.kind.text).unwrap_or(Mode::Managed);
    let Some((address, type_at)) = reader.address(&block, mode) else {
        return;
    };
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
    let arguments = ["count", "for_each", "provider", "depends_on"];
    body.attributes
        .retain(|attribute| !arguments.contains(&&*attribute.name.text));
    let blocks = ["lifecycle", "connection", "provisioner"];
    body.blocks
        .retain(|inner| !blocks.contains(&&*inner.kind.text));
    let resource = ResourceBlock {
        body,
        repetition,
        provider,
        names_provider,
        depends_on,
        lifecycle,
        at: block.at,
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
        let detail = match reference_of(item) {
            Some(Ok(reference)) => match reference.target {
                Target::Node(Node::Resource(address)) if address.mode != Mode::Action => {
                    found.push((address, item.at.clone()));
                    continue;
                }
                _ => "References in depends_on must be to a whole resource or data source.",
            },
            Some(Err(message)) => {
                reader.messages.push(message);
                continue;
            }
            None => "An item of depends_on must be a reference.",
        };
        reader.fail("Invalid depends_on reference", detail, &item.at);
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
    for Attribute { name, value } in &block.body.attributes {
        match &*name.text {
            flag @ "prevent_destroy" if mode == Mode::Managed => {
                lifecycle.prevent_destroy = reader.flag(&block.body, flag, false);
            }
            flag @ "create_before_destroy" if mode == Mode::Managed => {
                lifecycle.create_before_destroy = reader.flag(&block.body, flag, false);
            }
            "ignore_changes" if mode == Mode::Managed => {
                ignore_changes(reader, value, &mut lifecycle);
            }
            "replace_triggered_by" if mode == Mode::Managed => {
                lifecycle.replace_triggered_by = replacement::triggers(reader, value);
            }
            other => {
                let what = format!("The argument \"{other}\" of a lifecycle block");
                reader.unsupported(&what, &name.at);
            }
        }
    }
    lifecycle
}

fn ignore_changes(reader: &mut Reader<'_>, value: &Expr, lifecycle: &mut Lifecycle) {
    const SUMMARY: &str = "Invalid ignore_changes";
    match &value.kind {
        ExprKind::Variable(name) if &**name == "all" => lifecycle.ignore_all = true,
        ExprKind::Tuple(items) => {
            for item in items {
                match ignored_path(item) {
                    Some(path) => lifecycle.ignore_changes.push((path, item.at.clone())),
                    None => reader.fail(
                        SUMMARY,
                        "An item of ignore_changes must be an attribute of this resource, \
                         perhaps with indexes: size_mb, labels[\"env\"].",
                        &item.at,
                    ),
                }
            }
        }
        _ => {
            let detail =
                "The value of ignore_changes must be a list of attributes in brackets, or all.";
            reader.fail(SUMMARY, detail, &value.at);
        }
    }
}

fn ignored_path(item: &Expr) -> Option<Path> {
    let (name, _, steps) = item.named()?;
    let mut path = Path::new(Arc::clone(name));
    for step in steps {
        path.push(match step {
            Step::Attribute(name) => PathStep::Attribute(Arc::clone(&name.text).into()),
            Step::Index(index) => match &index.kind {
                ExprKind::String(key) => PathStep::Key(Arc::clone(key).into()),
                ExprKind::Number(index) => PathStep::Index(index.as_u64()?),
                _ => return None,
            },
            Step::AttributeSplat | Step::Splat => return None,
        });
    }
    Some(path)
}
