//! Blocks as written, and the blocks that dynamic blocks generate.

use std::sync::Arc;

use schema_runtime::schema;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::Decoder;
use crate::language::eval::{Bound, MarkKinds, TypedValue, conversion, evaluate_bound};
use crate::language::hcl::ast::{Body, Dynamic, ExprKind, Name};
use crate::message::suggestion;
use crate::source::Location;

/// More blocks than this are an error.
const MAX_BLOCKS: usize = 100_000;

/// A block, and the values that names in it are bound to.
pub(super) struct Written<'b> {
    pub(super) kind: Arc<str>,
    pub(super) labels: Vec<Arc<str>>,
    body: &'b Body,
    pub(super) at: &'b Location,
    bound: Bound,
}

impl Body {
    /// Whether blocks of a kind are written here, possibly as dynamic ones.
    pub(super) fn has_blocks_of(&self, kind: &str) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| &*block.generated_kind().text == kind)
    }
}

impl Decoder<'_> {
    /// The object of one block.
    pub(super) fn written(&mut self, schema: &schema::Block, block: &Written<'_>) -> Value {
        let outer = std::mem::replace(&mut self.bound, block.bound.clone());
        let value = self.block(schema, block.body, block.at);
        self.bound = outer;
        value
    }

    /// All blocks of a kind in order, and the marks of the values that determine their number;
    /// `None` if the number is unknown.
    pub(super) fn expand<'b>(
        &mut self,
        kind: &str,
        body: &'b Body,
    ) -> Option<(Vec<Written<'b>>, MarkKinds)> {
        let mut blocks = Vec::new();
        let mut marked = MarkKinds::NONE;
        let mut open = false;
        for block in &body.blocks {
            match block.as_dynamic() {
                Some(dynamic) if &*dynamic.kind.text == kind => {
                    match self.elements(&dynamic, &mut blocks) {
                        Some(kinds) => marked |= kinds,
                        None => open = true,
                    }
                }
                None if &*block.kind.text == kind => {
                    let labels = block.labels.iter().map(|label| Arc::clone(&label.text));
                    blocks.push(Written {
                        kind: Arc::clone(&block.kind.text),
                        labels: labels.collect(),
                        body: &block.body,
                        at: &block.at,
                        bound: self.bound.clone(),
                    });
                }
                _ => {}
            }
        }
        (!open).then_some((blocks, marked))
    }

    /// Adds the blocks of a dynamic block; returns the marks of its collection.
    fn elements<'b>(
        &mut self,
        dynamic: &Dynamic<'b>,
        blocks: &mut Vec<Written<'b>>,
    ) -> Option<MarkKinds> {
        let (for_each, content) = (dynamic.for_each?, dynamic.content?);
        let value = evaluate_bound(self.scope, &self.bound, for_each, self.messages);
        let (collection, marked) = value.unmarked();
        let wrong = if collection.value.is_null() {
            Some("Cannot use a null value in for_each.".to_owned())
        } else if collection.ty.is_primitive() {
            Some(format!(
                "Cannot use a {} value in for_each. An iterable collection is required.",
                collection.ty
            ))
        } else if marked.ephemeral && self.is_stored() {
            let detail = "Cannot use an ephemeral value in for_each here: how many blocks there are is kept.";
            Some(detail.to_owned())
        } else {
            None
        };
        if let Some(detail) = wrong {
            return self.refuse("Invalid dynamic for_each value", detail, &for_each.at);
        }
        // Elements of a set have no path of their own.
        let in_set = collection
            .kinds()
            .only_if(matches!(collection.ty, Type::Set(_)));
        let elements = collection.elements()?;
        if blocks.len() + elements.len() > MAX_BLOCKS {
            let detail = format!("There would be more than {MAX_BLOCKS} blocks here.");
            return self.refuse("Too many blocks", detail, &for_each.at);
        }
        for (key, value) in elements {
            let (key, value) = (key.marked(marked), value.marked(marked));
            let element = TypedValue::object([("key".into(), key), ("value".into(), value)].into());
            let mut bound = self.bound.clone();
            bound.push((Arc::clone(&dynamic.iterator), element));
            let labels = self.labels(dynamic, &bound)?;
            blocks.push(Written {
                kind: Arc::clone(&dynamic.kind.text),
                labels,
                body: &content.body,
                at: &content.at,
                bound,
            });
        }
        Some(marked | in_set)
    }

    fn labels(&mut self, dynamic: &Dynamic<'_>, bound: &Bound) -> Option<Vec<Arc<str>>> {
        let Some(labels) = dynamic.labels else {
            return Some(Vec::new());
        };
        let ExprKind::Tuple(labels) = &labels.kind else {
            let detail = "Write the labels of a dynamic block in brackets.";
            return self.refuse("Invalid dynamic block labels", detail, &labels.at);
        };
        let mut texts = Vec::new();
        for label in labels {
            let value = evaluate_bound(self.scope, bound, label, self.messages);
            let detail = match conversion(&value, &Type::String).map(|typed| typed.value) {
                _ if value.is_hidden() => {
                    "A sensitive value cannot be the label of a block: it would be shown."
                        .to_owned()
                }
                Ok(Value::String(text)) => {
                    texts.push(text);
                    continue;
                }
                Ok(Value::Unknown(_)) => return None,
                Ok(_) => "Cannot use a null value as a label.".to_owned(),
                Err(reason) => format!("{reason}."),
            };
            return self.refuse("Invalid dynamic block label", detail, &label.at);
        }
        Some(texts)
    }

    /// Checks the arguments of a dynamic block itself.
    pub(super) fn check_dynamic(&mut self, dynamic: &Dynamic<'_>) {
        let block = dynamic.block;
        let names = ["for_each", "iterator", "labels"];
        for attribute in &block.body.attributes {
            let Name { text, at } = &attribute.name;
            if !names.contains(&&**text) {
                let near = suggestion(text, names);
                let detail = format!("An argument named \"{text}\" is not expected here.{near}");
                self.fail("Unsupported argument", detail, at);
            } else if &**text == "iterator"
                && !matches!(attribute.value.kind, ExprKind::Variable(_))
            {
                let detail = "The iterator of a dynamic block is a plain name.";
                self.fail("Invalid dynamic iterator name", detail, &attribute.value.at);
            }
        }
        if dynamic.for_each.is_none() {
            let detail = "The argument \"for_each\" is required, but no definition was found.";
            self.fail("Missing required argument", detail, &block.at);
        }
        let mut contents = 0;
        for inner in &block.body.blocks {
            if &*inner.kind.text == "content" {
                contents += 1;
            } else {
                let detail = format!(
                    "Blocks of type \"{}\" are not expected here: write those of a dynamic block \
                     in its \"content\".",
                    inner.kind.text
                );
                self.fail("Unsupported block type", detail, &inner.at);
            }
        }
        if contents != 1 || block.labels.len() != 1 {
            let detail = "A dynamic block has one label, the type of the blocks that it makes, and one \
                 block \"content\".";
            self.fail("Invalid dynamic block", detail, &block.at);
        }
    }
}
