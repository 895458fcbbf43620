//! Checks the examples against the schema.

use std::sync::Arc;

use schema_docs::{Example, ExampleForm, PageKind};

use super::foreign::take_out;
use crate::address::ObjectAddress;
use crate::language::config::ImportExpr;
use crate::language::eval::evaluate;
use crate::language::hcl::{self, ast::Body};
use crate::message::{Message, Messages};
use crate::run::Run;
use crate::run::events::Events;
use crate::run::plan::{as_identity, not_in_identity};
use crate::run::stop::Stop;
use schema_shell::lifecycle::Instance;

/// Reports everything that is wrong with the examples. Each is a separate configuration, except
/// that an import block is read together with the usage example.
pub(crate) async fn check_examples(
    instance: &Instance,
    examples: &[Example],
    events: &Arc<dyn Events>,
    stop: &Stop,
) -> Messages {
    let mut messages = Messages::new();
    for example in examples {
        let checker = Checker {
            instance,
            events,
            stop,
            example,
        };
        let found = match example.form {
            ExampleForm::Usage => checker.usage().await,
            ExampleForm::ImportCommand => Ok(checker.command()),
            ExampleForm::ImportById | ExampleForm::ImportByIdentity => {
                let usage = examples.iter().find(|other| {
                    (other.kind, &other.name) == (example.kind, &example.name)
                        && other.form == ExampleForm::Usage
                });
                checker.import(usage).await
            }
        };
        messages.extend(found.unwrap_or_else(|more| more));
    }
    messages
}

struct Checker<'a> {
    instance: &'a Instance,
    events: &'a Arc<dyn Events>,
    stop: &'a Stop,
    example: &'a Example,
}

impl Checker<'_> {
    fn wrong(&self, detail: impl Into<String>) -> Message {
        Message::error("Invalid example").detail(format!(
            "{}: {}",
            self.example.path,
            detail.into()
        ))
    }

    /// The body of an example, without what only Terraform knows.
    fn body(&self, example: &Example) -> Result<Body, Messages> {
        let mut body = hcl::parse(&example.path, example.text.clone())?;
        take_out(&mut body, self.instance.schemas());
        Ok(body)
    }

    async fn usage(&self) -> Result<Messages, Messages> {
        let mut body = hcl::parse(&self.example.path, self.example.text.clone())?;
        let missing = self.missing(&body).map(|missing| self.wrong(missing));
        let mut messages = missing.map(Messages::from).unwrap_or_default();
        take_out(&mut body, self.instance.schemas());
        let with_lists = matches!(self.example.kind, PageKind::ListResource);
        let (instance, events) = (self.instance.clone(), Arc::clone(self.events));
        let stop = self.stop.clone();
        let found = Run::validation(instance, vec![body], with_lists, events, stop).await;
        messages.extend(found.unwrap_or_else(|more| more));
        Ok(messages)
    }

    /// What an example lacks.
    fn missing(&self, body: &Body) -> Option<String> {
        let Example {
            kind, name, text, ..
        } = self.example;
        let has = |body: &Body, block: &str| {
            body.blocks_of(block).any(|block| {
                block
                    .labels
                    .first()
                    .is_some_and(|label| *label.text == **name)
            })
        };
        let block = match kind {
            PageKind::Provider => return None,
            PageKind::Function => {
                let provider = &self.instance.schemas().provider.type_name;
                let call = format!("provider::{provider}::{name}(");
                return (!text.contains(&call)).then(|| format!("it does not call {call}…)."));
            }
            PageKind::StateStore => {
                let mut settings = body.blocks_of("terraform");
                let there = settings.any(|block| has(&block.body, "state_store"));
                return (!there).then(|| {
                    format!("it has no block state_store \"{name}\" in a terraform block.")
                });
            }
            PageKind::Resource => "resource",
            PageKind::DataSource => "data",
            PageKind::EphemeralResource => "ephemeral",
            PageKind::ListResource => "list",
            PageKind::Action => "action",
        };
        (!has(body, block)).then(|| format!("it has no block {block} \"{name}\"."))
    }

    /// Checks an import script: each command names such a resource and an id.
    fn command(&self) -> Messages {
        let mut messages = Messages::new();
        let text = self.example.text.replace("\\\n", " ");
        let mut commands = 0;
        for line in text.lines().map(str::trim) {
            let words = line.strip_prefix("terraform import");
            let Some(words) = words.filter(|words| words.starts_with(' ')) else {
                continue;
            };
            commands += 1;
            let mut words = words
                .split_whitespace()
                .filter(|word| !word.starts_with('-'));
            let address = words.next().map(|word| word.trim_matches(['\'', '"']));
            let parsed = address.and_then(ObjectAddress::parse);
            match parsed {
                Some(address) if *address.resource.type_name != *self.example.name => {
                    messages.push(self.wrong(format!(
                        "it imports {address}, which is no {}.",
                        self.example.name
                    )));
                }
                Some(_) if words.next().is_none() => {
                    messages.push(self.wrong("a command has no id: terraform import ADDRESS ID."));
                }
                Some(_) => {}
                None => messages.push(self.wrong(format!(
                    "a command has no address of a resource: terraform import {}.example ID.",
                    self.example.name
                ))),
            }
        }
        if commands == 0 {
            messages.push(self.wrong(format!(
                "it has no command: terraform import {}.example ID.",
                self.example.name
            )));
        }
        messages
    }

    /// Checks an import block together with the usage example.
    async fn import(&self, usage: Option<&Example>) -> Result<Messages, Messages> {
        let schemas = self.instance.schemas();
        let body = self.body(self.example)?;
        let has_own = body.blocks_of("resource").next().is_some();
        let mut bodies = vec![body];
        if let Some(usage) = usage.filter(|_| !has_own) {
            // Its own check reports its errors.
            let Ok(body) = self.body(usage) else {
                return Ok(Messages::new());
            };
            bodies.push(body);
        }
        let (instance, events) = (self.instance.clone(), Arc::clone(self.events));
        let opened = Run::to_validate(instance, bodies, events, self.stop.clone());
        let (run, mut messages) = opened.await?;
        let imports = &run.configuration.imports;
        if imports.is_empty() {
            messages.push(self.wrong("it has no import block."));
        }
        let wants_id = self.example.form == ExampleForm::ImportById;
        for block in imports {
            let to = &block.to.resource;
            if *to.type_name != *self.example.name {
                let name = &self.example.name;
                let detail = format!("it imports {}, which is no {name}.", block.to);
                messages.push(self.wrong(detail).at(&block.at));
            } else if run.block(to).is_none() && (usage.is_some() || has_own) {
                let detail = format!("it imports into {}, and there is no such block.", block.to);
                messages.push(self.wrong(detail).at(&block.at));
            }
            let (ImportExpr::Id(expr) | ImportExpr::Identity(expr)) = &block.by;
            let value = evaluate(&run.inputs, expr, &mut messages);
            match &block.by {
                ImportExpr::Id(_) => {
                    if !wants_id {
                        let detail = "it has to import by an identity.";
                        messages.push(self.wrong(detail).at(&block.at));
                    } else if value.value.is_null() {
                        messages.push(self.wrong("its id is null.").at(&block.at));
                    }
                }
                ImportExpr::Identity(_) => {
                    let Some(schema) = schemas.identities.get(&*to.type_name) else {
                        let detail =
                            format!("{} has no identity: import it by its id.", to.type_name);
                        messages.push(self.wrong(detail).at(&expr.at));
                        continue;
                    };
                    if wants_id {
                        messages.push(self.wrong("it has to import by an id.").at(&block.at));
                    }
                    if let Some(other) = not_in_identity(schema, &value.ty) {
                        messages.push(self.wrong(other).at(&expr.at));
                        continue;
                    }
                    let wrong = match as_identity(schema, value) {
                        Ok(identity) => match &schema.missing(&identity)[..] {
                            [] => continue,
                            missing => format!("the identity needs {}.", missing.join(", ")),
                        },
                        Err(why) => why,
                    };
                    messages.push(self.wrong(wrong).at(&expr.at));
                }
            }
        }
        Ok(messages)
    }
}
