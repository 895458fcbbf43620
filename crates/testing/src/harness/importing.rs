//! Steps that import: what they request, and what they compare.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::path::Path as ValuePath;
use schema_runtime::schema::Flags;

use super::runner::Runner;
use crate::drivers::driver::{CommandContext, Driver};
use crate::observed::failure::Problems;
use crate::observed::redact::Redaction;
use crate::observed::results::{ObservedObject, ObservedState, has_errors, split};
use crate::observed::tree::Tree;
use crate::steps::expectations::StepExpectations;
use crate::steps::outcome::Outcome;
use crate::steps::step::{ImportId, Step};
use crate::steps::test_context::TestContext;
use schema_local::{ImportText, ObjectAddress};
use schema_panic::caught;
use schema_shell::import::ImportPattern;

impl<D: Driver> Runner<'_, D> {
    /// The id or identity that an import requests.
    pub(super) fn import_by(
        &self,
        step: &Step,
        address: &str,
        context: &CommandContext,
        before: &ObservedState,
    ) -> Result<ImportText, String> {
        if let Some(identity) = &step.identity {
            return Ok(ImportText::Identity(identity.to_string()));
        }
        let saved = before.objects.get(address);
        let written = saved.and_then(|saved| import_text(address, &saved.value, context));
        let text = match &step.id {
            Some(ImportId::Text(text)) => Some(text.clone()),
            Some(ImportId::From(id)) => {
                let context = TestContext {
                    mode: D::MODE,
                    directory: self.directory,
                    state: before,
                };
                Some(caught(|| id(&context)).map_err(|panic| panic.to_string())?)
            }
            Some(ImportId::Prefix(prefix)) => written.map(|text| format!("{prefix}{text}")),
            None => written,
        };
        let text = text.ok_or_else(|| {
            format!("nothing is saved of {address}, so its id is not known: say id(…) in the step")
        })?;
        Ok(ImportText::from(text.as_str()))
    }

    /// Imports, and compares with the existing object unless the import goes into the state;
    /// returns the object if it is not saved.
    pub(super) async fn import(
        &mut self,
        (address, by, keep): (&str, ImportText, bool),
        context: &CommandContext,
        (before, expect): (&ObservedState, &StepExpectations),
        outcome: &mut Outcome,
    ) -> Option<(String, ObservedObject)> {
        let imported = self.driver.import(context, address, &by, keep).await;
        let (messages, imported) = split(imported);
        outcome.messages = messages;
        if has_errors(&outcome.messages) || keep {
            return None;
        }
        let imported = imported.flatten();
        let (Some(saved), Some(imported)) = (before.objects.get(address), &imported) else {
            if imported.is_none() || expect.saves.is_empty() {
                outcome.wrong.say(format!(
                    "{address}: nothing to compare the import with: say saves(…) or into_state() in the step"
                ));
            }
            return Some((address.to_owned(), imported?));
        };
        let block = saved.block.as_deref();
        let mut ignored = Vec::new();
        // No import can know these.
        if block.is_some_and(|block| {
            let timeouts = block.find("timeouts").map(|(_, field)| field);
            timeouts.is_some_and(|field| field.is(Flags::IMPLIED) && field.is_block())
        }) {
            ignored.push("timeouts".to_owned());
        }
        for attribute in &expect.ignored {
            match attribute.path(block) {
                Ok(path) => ignored.push(path.to_string()),
                Err(error) => {
                    let text = format!("{address}: ignoring {attribute}: {error}");
                    outcome.wrong.say(text);
                }
            }
        }
        let redaction = Redaction::of(block, &saved.sensitive);
        let shown = |tree| redaction.redact(&ValuePath::root(), tree);
        let (here, there) = (shown(&saved.value), shown(&imported.value));
        for found in crate::observed::tree::differences(&here, &there) {
            let below = |ignored: &String| {
                found
                    .path
                    .strip_prefix(ignored.as_str())
                    .is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with('.') || rest.starts_with('[')
                    })
            };
            if ignored.iter().any(below) {
                continue;
            }
            let word = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
            let text = format!(
                "{address}: imported, {} is {}, but saved it is {}",
                found.path,
                word(found.found),
                word(found.expected)
            );
            let path = ValuePath::parse(&found.path).ok();
            let place = outcome.source.place(address, path.as_ref());
            outcome.wrong.say_at(place, text);
        }
        None
    }
}

/// The id that a user would write to import an object: from the `import` pattern of its struct,
/// otherwise its id.
fn import_text(address: &str, object: &Tree, context: &CommandContext) -> Option<String> {
    let text_of = |name: &str| match object.at(&ValuePath::new(name.to_owned()))?.to_json() {
        Json::String(text) => Some(text),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
        other => Some(other.to_string()),
    };
    let by_pattern = || {
        let address = ObjectAddress::parse(address)?;
        let instance = (context.make)(context.environment.clone()).ok()?;
        let pattern = instance.import_pattern(&address.type_name)?;
        ImportPattern::new(&pattern).ok()?.write(text_of).ok()
    };
    by_pattern().or_else(|| text_of("id"))
}
