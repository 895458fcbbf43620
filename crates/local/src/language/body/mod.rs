//! Decodes a block of a configuration into an object of its schema.

mod ephemeral;
mod expand;
mod locate;

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::convert;
use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{self, Field, Kind, Nesting, SchemaKind};
use schema_runtime::ty::Type;
use schema_runtime::value::{SetValue, Value};

pub use locate::locate;

use expand::Written;

use crate::language::eval::{
    Bound, Scope, TypedValue, configured_type, evaluate_bound, hidden_conversion, texts_of,
};
use crate::language::hcl::ast::{Attribute, Body};
use crate::message::{Message, Messages, suggestion};
use crate::source::Location;

/// A configured object.
#[derive(Clone, Debug)]
pub struct Decoded {
    pub value: Value,
    /// The paths that are sensitive because of their origin.
    pub(crate) sensitive: Vec<Path>,
    /// The text of the sensitive values.
    pub(crate) secrets: Vec<String>,
}

/// Decodes a block's body. Errors are reported and their values become unknown, so the rest can
/// still be checked.
pub fn decode(
    schema: &schema::Block,
    kind: SchemaKind,
    body: &Body,
    at: &Location,
    scope: &Scope,
    messages: &mut Messages,
) -> Decoded {
    let mut decoder = Decoder {
        kind,
        fixes_up_blocks: schema.fixes_up_blocks(),
        scope,
        messages,
        path: Path::root(),
        sensitive: Vec::new(),
        secrets: Vec::new(),
        bound: Bound::new(),
    };
    let value = decoder.block(schema, body, at);
    Decoded {
        value,
        sensitive: decoder.sensitive,
        secrets: decoder.secrets,
    }
}

struct Decoder<'a> {
    kind: SchemaKind,
    /// Whether lists and sets of objects may be written as blocks.
    fixes_up_blocks: bool,
    scope: &'a Scope,
    messages: &'a mut Messages,
    path: Path,
    sensitive: Vec<Path>,
    secrets: Vec<String>,
    /// The values of the iterators of the enclosing dynamic blocks.
    bound: Bound,
}

impl Decoder<'_> {
    fn fail(&mut self, summary: &str, detail: impl Into<String>, at: &Location) {
        self.messages.push(
            Message::error(summary)
                .detail(detail)
                .path(self.path.clone())
                .at(at),
        );
    }

    /// The same where there is nothing to go on with.
    fn refuse<T>(&mut self, summary: &str, detail: impl Into<String>, at: &Location) -> Option<T> {
        self.fail(summary, detail, at);
        None
    }

    /// Runs a function with the path extended by a step.
    fn within<T>(&mut self, step: Step, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let result = run(self);
        self.path.pop();
        result
    }

    fn block(&mut self, schema: &schema::Block, body: &Body, at: &Location) -> Value {
        self.unknown_names(schema, body);
        let values = schema.fields.iter().map(|field| {
            let step = Step::Attribute(field.name.clone());
            self.within(step, |decoder| match &field.kind {
                Kind::Block { .. } => decoder.blocks(field, body, at),
                _ => match decoder.as_blocks(field, body) {
                    Some(blocks) => decoder.blocks(&blocks, body, at),
                    None => decoder.attribute(field, body, at),
                },
            })
        });
        Value::Object(values.collect())
    }

    /// The field for an attribute that is written as blocks, if it is.
    fn as_blocks(&self, field: &Field, body: &Body) -> Option<Field> {
        let written = self.fixes_up_blocks
            && body.attribute(&field.name).is_none()
            && body.has_blocks_of(&field.name);
        written.then(|| field.as_blocks()).flatten()
    }

    fn unknown_names(&mut self, schema: &schema::Block, body: &Body) {
        let names = |blocks: bool| {
            schema
                .fields
                .iter()
                .filter(move |field| field.is_block() == blocks && field.is_configurable())
                .map(|field| field.name.as_str())
        };
        for Attribute { name, .. } in &body.attributes {
            let text = &name.text;
            let hint = match schema.field(text) {
                Some(field) if field.is_block() => {
                    format!(" Did you mean to define a block of type \"{text}\"?")
                }
                Some(_) => continue,
                None => suggestion(text, names(false)),
            };
            let detail = format!("An argument named \"{text}\" is not expected here.{hint}");
            self.within(Step::Attribute(text.clone().into()), |decoder| {
                decoder.fail("Unsupported argument", detail, &name.at);
            });
        }
        for block in &body.blocks {
            if let Some(dynamic) = block.as_dynamic() {
                self.check_dynamic(&dynamic);
            }
            let kind = &block.generated_kind().text;
            let hint = match schema.field(kind) {
                Some(field) if self.as_blocks(field, body).is_some() => continue,
                Some(field) if !field.is_block() => format!(
                    " Did you mean to define the argument \"{kind}\"? If so, use the equals sign to \
                     assign it a value: {kind} = …"
                ),
                Some(_) => continue,
                None => suggestion(kind, names(true)),
            };
            let detail = format!("Blocks of type \"{kind}\" are not expected here.{hint}");
            self.within(Step::Attribute(kind.clone().into()), |decoder| {
                decoder.fail("Unsupported block type", detail, &block.at);
            });
        }
    }

    fn attribute(&mut self, field: &Field, body: &Body, at: &Location) -> Value {
        let wire = field.wire(self.kind);
        let Some(attribute) = body.attribute(&field.name) else {
            if !wire.required {
                return Value::Null;
            }
            if !body.has_blocks_of(&field.name) {
                let detail = format!(
                    "The argument \"{}\" is required, but no definition was found.",
                    field.name
                );
                self.fail("Missing required argument", detail, at);
            }
            return Value::UNKNOWN;
        };
        let value_at = &attribute.value.at;
        let secret = field.is_secret();
        let mut own = Messages::new();
        let typed = evaluate_bound(self.scope, &self.bound, &attribute.value, &mut own);
        self.messages.extend(own.reported(secret));
        let typed = TypedValue {
            value: typed.value.without_refinements(),
            ..typed
        };
        if !wire.required && !wire.optional {
            if !typed.value.is_null() {
                let detail = format!(
                    "Can't configure a value for \"{}\": its value will be decided automatically \
                     based on the result of applying this configuration.",
                    field.name
                );
                self.fail("Value for unconfigurable attribute", detail, value_at);
            }
            return Value::Null;
        }
        match hidden_conversion(&typed, &configured_type(field), secret) {
            Ok(converted) => {
                if converted.is_hidden() {
                    texts_of(&converted.value, &mut self.secrets);
                }
                for path in &converted.marks.sensitive {
                    self.sensitive.push(self.path.clone().join(path));
                }
                self.check_stored(field, &converted, value_at);
                wrap_dynamic(converted, &field.implied_type())
            }
            Err(reason) => {
                let name = &field.name;
                let detail = format!("Inappropriate value for attribute \"{name}\": {reason}.");
                self.fail("Incorrect attribute value type", detail, value_at);
                Value::UNKNOWN
            }
        }
    }

    fn blocks(&mut self, field: &Field, body: &Body, at: &Location) -> Value {
        let Kind::Block {
            nesting,
            block: schema,
            min_items,
            max_items,
        } = &field.kind
        else {
            return Value::Null;
        };
        let Some((blocks, marked)) = self.expand(&field.name, body) else {
            return Value::UNKNOWN;
        };
        if marked.sensitive {
            self.sensitive.push(self.path.clone());
        }
        for block in &blocks {
            self.check_labels(block, *nesting);
        }
        self.check_counts(field, &blocks, *min_items, *max_items, at);
        // As in Terraform 1.16 and newer: the provider may choose a value that is not configured.
        if blocks.is_empty() && field.is_computed_block() {
            return Value::Null;
        }
        let value = self.collection(field, *nesting, schema, &blocks);
        // The provider need not report this error again: it never gets a wrong number of blocks.
        if blocks.len() < *min_items as usize {
            return Value::UNKNOWN;
        }
        match value {
            Value::List(mut values) if *max_items != 0 => {
                values.truncate(*max_items as usize);
                Value::List(values)
            }
            Value::Set(values) if *max_items != 0 && values.len() > *max_items as usize => {
                Value::Set(values.into_iter().take(*max_items as usize).collect())
            }
            value => value,
        }
    }

    fn collection(
        &mut self,
        field: &Field,
        nesting: Nesting,
        schema: &schema::Block,
        blocks: &[Written<'_>],
    ) -> Value {
        let sensitive_before = self.sensitive.len();
        match nesting {
            Nesting::Single | Nesting::Group => match blocks.first() {
                Some(first) => {
                    self.check_single(field, blocks);
                    self.written(schema, first)
                }
                None if nesting == Nesting::Group => schema.empty_object(),
                None => Value::Null,
            },
            Nesting::List => {
                let blocks = blocks.iter().enumerate().map(|(index, block)| {
                    let step = Step::Index(index as u64);
                    self.within(step, |decoder| decoder.written(schema, block))
                });
                Value::List(blocks.collect())
            }
            Nesting::Set => {
                let blocks = blocks.iter().map(|block| self.written(schema, block));
                let set: SetValue = blocks.collect();
                // An element has no path: the whole set is hidden.
                if self.sensitive.len() > sensitive_before {
                    self.sensitive.truncate(sensitive_before);
                    self.sensitive.push(self.path.clone());
                }
                Value::Set(set)
            }
            Nesting::Map => {
                let mut map: BTreeMap<Arc<str>, Value> = BTreeMap::new();
                for block in blocks {
                    let Some(key) = block.labels.first().cloned() else {
                        continue;
                    };
                    let step = Step::Key(key.clone().into());
                    let value = self.within(step, |decoder| decoder.written(schema, block));
                    if map.insert(Arc::clone(&key), value).is_some() {
                        let detail = format!(
                            "A block of type \"{}\" labelled \"{key}\" was already defined.",
                            field.name
                        );
                        self.fail("Duplicate block", detail, block.at);
                    }
                }
                Value::Map(map)
            }
        }
    }

    fn check_labels(&mut self, block: &Written<'_>, nesting: Nesting) {
        let wanted = usize::from(nesting == Nesting::Map);
        if block.labels.len() != wanted {
            let detail = match wanted {
                0 => format!("Blocks of type \"{}\" have no labels.", block.kind),
                _ => format!("A block of type \"{}\" has one label, its key.", block.kind),
            };
            self.fail("Wrong number of labels", detail, block.at);
        }
    }

    fn check_counts(
        &mut self,
        field: &Field,
        blocks: &[Written<'_>],
        min: u32,
        max: u32,
        at: &Location,
    ) {
        let name = &field.name;
        let plural = |n: u32| if n == 1 { "" } else { "s" };
        let is = |one: bool| if one { "is" } else { "are" };
        if blocks.len() < min as usize {
            let detail = match blocks.len() {
                0 if min == 1 => format!("At least one block of type \"{name}\" is required."),
                n => format!(
                    "At least {min} block{} of type \"{name}\" {} required; there {} {n}.",
                    plural(min),
                    is(min == 1),
                    is(n == 1),
                ),
            };
            self.fail(&format!("Insufficient {name} blocks"), detail, at);
        }
        if max != 0
            && let Some(surplus) = blocks.get(max as usize)
        {
            let detail = format!(
                "No more than {max} block{} of type \"{name}\" {} allowed; there are {}.",
                plural(max),
                is(max == 1),
                blocks.len()
            );
            self.fail(&format!("Too many {name} blocks"), detail, surplus.at);
        }
    }

    fn check_single(&mut self, field: &Field, blocks: &[Written<'_>]) {
        if let [first, second, ..] = blocks {
            let detail = format!(
                "Only one block of type \"{}\" is allowed. The previous one is at {}.",
                field.name, first.at
            );
            let summary = format!("Duplicate {} block", field.name);
            self.fail(&summary, detail, second.at);
        }
    }
}

/// The value in the form for a place of this type: it carries its own type if the place is dynamic.
fn wrap_dynamic(typed: TypedValue, ty: &Type) -> Value {
    if !ty.has_dynamic() {
        return typed.value;
    }
    convert::convert_to(typed.value, &typed.ty, ty).unwrap_or(Value::UNKNOWN)
}
