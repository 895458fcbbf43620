//! Secrets: made-up ones in every sensitive field, and the search for them.

use schema_runtime::schema::{Flags, Schema};
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{FieldPlace, field_places, get, name_of, with};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::collected::{Findings, SecretOwner};
use crate::conformance::findings::report::Finding;
use crate::conformance::findings::transcript::Transcript;
use crate::conformance::kit::Kit;

/// A string that nobody else would write, not even the kit as another value of a field.
fn canary(number: usize, long: bool) -> String {
    let number = number.saturating_mul(1000).saturating_add(503);
    let tail = " öffne §§ no validator expects this".repeat(if long { 8 } else { 0 });
    format!("kit-canary-5ec2e7-{number}{tail}")
}

/// The configuration with a made-up secret in each sensitive or write-only string without a
/// searchable value; `None` if there is no such field.
pub(super) async fn with_canaries(kit: &Kit, schema: &Schema, config: &Value) -> Option<Value> {
    let mut marked = config.clone();
    for (number, place) in secret_texts(schema, config).into_iter().enumerate() {
        let name = &name_of(schema);
        // A secret that no validator accepts: does the error quote it?
        let absurd = canary(number, true);
        register_secret(kit, name, &place, &absurd);
        let _ = kit
            .validate(schema, &with(config, &place.steps, absurd.into()))
            .await;
        let present = get(config, &place.steps).and_then(Value::as_str);
        if present.is_some_and(|text| text.chars().count() >= 8) {
            continue;
        }
        let plain = canary(number, false);
        let with_it = with(&marked, &place.steps, plain.clone().into());
        if kit.validate(schema, &with_it).await.has_errors() {
            let text = "a made-up secret is rejected: give the example one of at least 8 characters, which \
                        is then looked for in errors and in the log";
            kit.uncovered(name, &place.path, text);
            continue;
        }
        register_secret(kit, name, &place, &plain);
        marked = with_it;
    }
    (marked != *config).then_some(marked)
}

fn secret_texts<'s>(schema: &'s Schema, config: &Value) -> Vec<FieldPlace<'s>> {
    let mut places = field_places(&schema.block, config);
    places.retain(|place| {
        let configurable = place.field.is_configurable() && place.field.removed().is_none();
        place.is_secret() && place.is_text() && configurable
    });
    places
}

fn register_secret(kit: &Kit, resource: &str, place: &FieldPlace<'_>, secret: &str) {
    let owner = kit.secret_owner(resource, &place.path);
    let write_only = place.field.is(Flags::WRITE_ONLY);
    let mut findings = kit.findings();
    findings.secrets.remove(secret);
    findings.register_secret(secret.to_owned(), owner, write_only);
}

/// A string that no field had before, and that must not be reported or stored.
pub(super) fn new_secret(
    kit: &Kit,
    resource: &str,
    place: &FieldPlace<'_>,
    number: usize,
) -> Value {
    let secret = format!("kit-new-5ec2e7-{number}");
    register_secret(kit, resource, place, &secret);
    Value::from(secret)
}

/// Reports every write-only value that was stored.
pub(super) fn kept(findings: &mut Findings) {
    for (_, (owner, value)) in std::mem::take(&mut findings.write_only) {
        let step = "everything that was kept";
        add_found(
            findings,
            (Class::WriteOnlyKept, step),
            owner,
            &value.places(),
        );
    }
}

/// Looks for every secret in everything that was reported.
pub(super) fn search(findings: &mut Findings, transcript: &Transcript) {
    for (secret, owner) in findings.secrets.clone() {
        let (places, step) = (transcript.places_of(&secret), "everything that was said");
        add_found(findings, (Class::SecretTold, step), owner, &places);
    }
}

/// Adds the finding that a secret is in these places, if there are any.
fn add_found(
    findings: &mut Findings,
    (class, step): (Class, &str),
    owner: SecretOwner,
    places: &[String],
) {
    if !places.is_empty() {
        let text = format!("the value of {} is in {}", owner.name(), places.join(", "));
        let found = (owner.at, step.to_owned());
        findings.add_finding(Finding::new(class, owner.field, found, text));
    }
}

/// Looks for function arguments in the transcript so far, and forgets them: elsewhere the same
/// strings may be reported.
pub(super) fn search_arguments(findings: &mut Findings, transcript: &Transcript) {
    search(findings, transcript);
    hide(findings);
    findings.secrets.clear();
}

/// The report names the owners of secrets instead of showing them.
pub(super) fn hide(findings: &mut Findings) {
    let secrets: Vec<(&String, &SecretOwner)> = findings.secrets.iter().rev().collect();
    let hide = |text: &mut String| {
        for (secret, owner) in &secrets {
            if text.contains(secret.as_str()) {
                *text = text.replace(secret.as_str(), &format!("[sensitive: {}]", owner.name()));
            }
        }
    };
    let found = findings.list.iter_mut().map(|finding| &mut finding.text);
    let uncovered = findings.uncovered.iter_mut().map(|one| &mut one.text);
    found.chain(uncovered).for_each(hide);
}
