//! Steps that import: what they request, and what they compare.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::path::Path as ValuePath;
use schema_runtime::schema::Flags;

use super::runner::Runner;
use crate::drivers::driver::{Answer, Command, CommandContext, Driver};
use crate::observed::failure::Problems;
use crate::observed::redact::Redaction;
use crate::observed::results::{ObservedState, has_errors};
use crate::observed::tree::Tree;
use crate::steps::outcome::Outcome;
use crate::steps::step::{ImportId, Step};
use schema_local::{ImportText, ObjectAddress};
use schema_panic::caught;
use schema_shell::import::ImportPattern;

impl<D: Driver> Runner<'_, D> {
    /// The id or identity that an import requests.
    fn import_by(
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
                let context = self.test_context(before);
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

    /// Imports, and compares with the existing object unless the import goes into the state. The
    /// answer has the object if it is not saved.
    pub(super) async fn import(
        &mut self,
        step: &Step,
        address: &str,
        context: &CommandContext,
        before: &ObservedState,
        outcome: &mut Outcome,
    ) -> Answer {
        let by = match self.import_by(step, address, context, before) {
            Ok(by) => by,
            Err(text) => {
                outcome.wrong.say(text);
                return Answer::default();
            }
        };
        let (by, keep, expect) = (&by, step.keep, &step.expect);
        let command = Command::Import { address, by, keep };
        let mut answer = self.driver.run(context, command).await;
        let imported = answer.imported.take();
        if has_errors(&answer.messages) || keep {
            return answer;
        }
        let (Some(saved), Some(imported)) = (before.objects.get(address), &imported) else {
            if imported.is_none() || expect.saves.is_empty() {
                outcome.wrong.say(format!(
                    "{address}: nothing to compare the import with: say saves(…) or into_state() in the step"
                ));
            }
            answer.imported = imported;
            return answer;
        };
        let block = saved.block.as_deref();
        let mut ignored = Vec::new();
        // No import can know these.
        let timeouts = block.and_then(|block| block.field("timeouts"));
        if timeouts.is_some_and(|field| field.is(Flags::IMPLIED) && field.is_block()) {
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
                let rest = found.path.strip_prefix(ignored.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            if ignored.iter().any(below) {
                continue;
            }
            let text = format!(
                "{address}: imported, {} is {}, but saved it is {}",
                found.path, found.found, found.expected
            );
            let path = ValuePath::parse(&found.path).ok();
            let place = outcome.source.place(address, path.as_ref());
            outcome.wrong.say_at(place, text);
        }
        answer
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
