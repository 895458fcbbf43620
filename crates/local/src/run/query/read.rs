//! Reads the `list` blocks of query files.

use std::sync::Arc;

use super::model::{ListBlock, References};
use crate::language::config::{provider_alias, repetition};
use crate::language::hcl::ast::{Block, Body};
use crate::message::{Messages, suggestion};

/// Removes the `list` blocks from the bodies of files.
pub(super) fn take_lists(
    bodies: &mut [Body],
    provider: &str,
    messages: &mut Messages,
) -> Vec<ListBlock> {
    let mut lists: Vec<ListBlock> = Vec::new();
    for body in bodies {
        let blocks = std::mem::take(&mut body.blocks);
        for block in blocks {
            check_place(&block, messages);
            if &*block.kind.text != "list" {
                body.blocks.push(block);
                continue;
            }
            let Some(list) = read(block, provider, messages) else {
                continue;
            };
            if let Some(first) = lists.iter().find(|other| other.key() == list.key()) {
                let detail = format!(
                    "{} is configured at {} already. Names must be unique per type.",
                    list.address(),
                    first.at
                );
                messages.fail("Duplicate list block", detail, &list.at);
            } else {
                lists.push(list);
            }
        }
    }
    lists
}

/// Checks that lists are in query files, and that those contain only blocks that lists need.
fn check_place(block: &Block, messages: &mut Messages) {
    let kind = &*block.kind.text;
    let is_query = block.at.file().ends_with(".tfquery.hcl");
    let detail = match (kind, is_query) {
        ("list", false) => "write it in a file whose name ends in \".tfquery.hcl\".",
        ("list" | "provider" | "variable" | "locals", true) | (_, false) => return,
        (_, true) => {
            "a query file has lists, providers, variables and local values. Write the rest in files whose names end in \".tf\"."
        }
    };
    let detail = format!("Blocks of type \"{kind}\" are not expected here: {detail}");
    messages.fail("Unsupported block type", detail, &block.at);
}

fn read(block: Block, provider: &str, messages: &mut Messages) -> Option<ListBlock> {
    const KNOWN: [&str; 5] = ["provider", "limit", "include_resource", "count", "for_each"];
    let [type_name, name] = &block.labels[..] else {
        let detail = "A block of type \"list\" has 2 labels: type, name.";
        messages.fail("Wrong number of labels", detail, &block.at);
        return None;
    };
    let (type_name, name) = (Arc::clone(&type_name.text), Arc::clone(&name.text));
    // An alias after `provider` looks like a reference to a resource that does not exist.
    let mut references = References::default();
    block.body.walk(&mut |expr| references.add(expr));
    for attribute in &block.body.attributes {
        if !KNOWN.contains(&&*attribute.name.text) {
            let near = suggestion(&attribute.name.text, KNOWN);
            let detail = format!(
                "An argument named \"{}\" is not expected here: write the list's arguments in a \
                         \"config\" block.{near}",
                attribute.name.text
            );
            messages.fail("Unsupported argument", detail, &attribute.name.at);
        }
    }
    let expr = |name: &str| block.body.attribute(name).map(|one| one.value.clone());
    let repetition = repetition(&block.body, messages);
    if block.body.attribute("provider").is_none() {
        let detail = format!("A list names its provider: provider = {provider}.");
        messages.fail("Missing required argument", detail, &block.at);
    }
    let alias = provider_alias(&block.body, provider, messages).map(|(alias, _)| alias);
    let (limit, include) = (expr("limit"), expr("include_resource"));
    let mut config = None;
    for inner in block.body.blocks {
        match (&*inner.kind.text, &config) {
            ("config", None) => config = Some(inner.body),
            (kind, _) => messages.fail("Unsupported block type", format!(
                        "A list has one block of type \"config\" and no other: \"{kind}\" is not expected here."
                    ), &inner.at),
        }
    }
    Some(ListBlock {
        type_name,
        name,
        repetition,
        alias,
        limit,
        include,
        is_configured: config.is_some(),
        config: config.unwrap_or_default(),
        at: block.at,
        references,
    })
}
