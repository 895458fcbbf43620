//! Write-only arguments: needed only where they are available, noticed when they change, and sent.

use schema_runtime::schema::{Extra, Field, Flags};
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::candidates;
use crate::conformance::examples::fields::{FieldPlace, field_places, get, unset, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use crate::conformance::secrets::new_secret;

impl ExampleRun<'_> {
    /// Plans an imported object without its optional arguments, and looks for a replacement that
    /// nothing in the object explains.
    pub(crate) async fn import_without_write_only(
        &self,
        imported: &StoredObject,
        object: &StoredObject,
        config: &Value,
    ) {
        let all = field_places(&self.schema.block, config);
        let secrets: Vec<&FieldPlace<'_>> = outermost(&all);
        if secrets.is_empty() {
            return;
        }
        if let Ok(plan) = self.plan_once(imported, config).await {
            for replaced in &plan.requires_replace {
                let path = replaced.to_string();
                let place = all.iter().find(|place| place.path.to_string() == path);
                let version = place.is_some_and(|place| is_version(&all, place));
                let same = place.is_some_and(|place| {
                    get(&imported.value, &place.steps) == get(&object.value, &place.steps)
                });
                if same && !version {
                    let text = format!(
                        "imported, the object would be replaced for {path}: the plan compares with something that only \
                         create and update leave"
                    );
                    self.add_finding(Class::WriteOnlyNeeded, "", text);
                }
            }
        }
        let mut without = config.clone();
        for place in &all {
            let of_secret = secrets.iter().any(|secret| secret.names == place.names);
            if (of_secret || is_version(&all, place)) && !place.field.is(Flags::REQUIRED) {
                without = with(&without, &place.steps, unset(place.field));
            }
        }
        if without == *config || self.validate(&without).await.has_errors() {
            return;
        }
        let plan = self.plan_once(imported, &without).await;
        let operation = "an imported object cannot be planned without it";
        self.succeeded(Class::WriteOnlyNeeded, operation, plan);
    }

    /// Gives every write-only argument of the example a new value; returns whether the object still
    /// exists.
    pub(crate) async fn change_write_only(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
    ) -> bool {
        let schema = self.schema.clone();
        let all = field_places(&schema.block, config);
        for (number, place) in outermost(&all).into_iter().enumerate() {
            let present = get(config, &place.steps).filter(|value| !value.is_null());
            let Some(present) = present.cloned() else {
                continue;
            };
            self.kit.step(&format!("a new value of {}", place.path));
            self.is_held(object, place, &present, "create").await;
            let mut versions = all.iter();
            let version = versions.find(|other| is_version_of(place, other));
            let change = self.change_secret(object, config, place, version, number);
            if !change.await {
                return false;
            }
        }
        true
    }

    /// Returns whether the object still exists afterwards.
    async fn change_secret(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        place: &FieldPlace<'_>,
        version: Option<&FieldPlace<'_>>,
        number: usize,
    ) -> bool {
        let path = place.path.to_string();
        let Some((value, raised)) = self.second_secret(config, place, version, number).await else {
            let text =
                "no second value was found: give one with `alternative`, and one of its version";
            self.uncovered(&path, text);
            return true;
        };
        let changed = with(&raised, &place.steps, value.clone());
        let plan = match self.plan(object, &changed).await {
            Ok(plan) => plan,
            Err(errors) => {
                let text = format!("a new value cannot be planned: {}", errors_text(&errors));
                self.add_finding(Class::WriteOnlyNotApplied, &path, text);
                return true;
            }
        };
        if plan.planned_state == object.value && plan.requires_replace.is_empty() {
            let text = match version {
                Some(version) => format!(
                    "with a new value and another {}, the plan changes nothing",
                    version.path
                ),
                None => format!(
                    "a new value plans nothing, and no version beside it ({}_version) says that it is another one",
                    place.field.name
                ),
            };
            self.add_finding(Class::WriteOnlyNotApplied, &path, text);
            return true;
        }
        if let Err(errors) = self.apply_change(object, config, changed, &plan).await {
            let text = format!(
                "the remote system rejects what the kit made up: give a value with `alternative`; it said: {}",
                errors_text(&errors)
            );
            self.uncovered(&path, text);
            return self.recover(object, config).await;
        }
        let after = format!("a new value of {path}");
        self.is_held(object, place, &value, &after).await;
        self.converge(object, config, &after).await
    }

    /// A second value and the configuration with a new version, both accepted by validation.
    async fn second_secret(
        &self,
        config: &Value,
        place: &FieldPlace<'_>,
        version: Option<&FieldPlace<'_>>,
        number: usize,
    ) -> Option<(Value, Value)> {
        let present = get(config, &place.steps)?;
        let mut values = self.given_values(place);
        if values.is_empty() {
            if place.is_text() {
                values.push(new_secret(self.kit, self.name(), place, number));
            }
            values.extend(candidates(place.field, present));
        }
        let raised = match version {
            None => vec![config.clone()],
            Some(version) => {
                let present = get(config, &version.steps)?;
                let mut versions = self.given_values(version);
                if versions.is_empty() {
                    versions = candidates(version.field, present);
                }
                let versions = versions.into_iter().filter(|value| value != present);
                versions
                    .map(|value| with(config, &version.steps, value))
                    .collect()
            }
        };
        for value in values.iter().filter(|value| *value != present) {
            for raised in &raised {
                let changed = with(raised, &place.steps, value.clone());
                if !self.validate(&changed).await.has_errors() {
                    self.kit.guard(&self.schema, &changed);
                    return Some((value.clone(), raised.clone()));
                }
            }
        }
        None
    }

    /// Asks the example whether the remote system has a value.
    async fn is_held(
        &self,
        object: &StoredObject,
        place: &FieldPlace<'_>,
        value: &Value,
        after: &str,
    ) {
        let path = place.path.to_string();
        let mut all = self.example.holds.iter();
        let Some((_, holds)) = all.find(|(of, _)| *of == path) else {
            let text =
                "whether the value reaches the remote system: say with `holds` how to find out";
            return self.uncovered(&path, text);
        };
        let (holds, data, value) = (holds.clone(), self.data(object), value.clone());
        let ask = move || holds(data, &value);
        let (kit, what) = (self.kit, "the example's `holds`");
        match kit.run_isolated(self.name(), what, ask).await {
            Some(Ok(true)) => {}
            // The hang is reported, and whether the remote system has the value is not known.
            None => self.uncovered(
                &path,
                "the example's `holds` did not say whether the value is there",
            ),
            Some(Ok(false)) => {
                let text = format!("after {after}, the remote system does not have the value");
                self.add_finding(Class::WriteOnlyNotApplied, &path, text);
            }
            Some(Err(panic)) => {
                let text = format!("`holds` panicked: {panic}");
                self.add_finding(Class::ExampleRefused, &path, text);
            }
        }
    }
}

/// The write-only fields; of nested ones, the outermost.
fn outermost<'a, 's>(all: &'a [FieldPlace<'s>]) -> Vec<&'a FieldPlace<'s>> {
    let mut found: Vec<&FieldPlace<'_>> = Vec::new();
    for place in all {
        let inside = |outer: &&FieldPlace<'_>| place.steps.starts_with(&outer.steps);
        if place.field.is(Flags::WRITE_ONLY)
            && place.field.removed().is_none()
            && !found.iter().any(inside)
        {
            found.push(place);
        }
    }
    found
}

/// Whether a field is the version of a write-only one.
fn is_version(all: &[FieldPlace<'_>], place: &FieldPlace<'_>) -> bool {
    let mut secrets = outermost(all).into_iter();
    secrets.any(|secret| is_version_of(secret, place))
}

/// Whether `other` shows that the write-only field changed: by its name, or because it is required
/// with it.
fn is_version_of(secret: &FieldPlace<'_>, other: &FieldPlace<'_>) -> bool {
    let around = |place: &FieldPlace<'_>| place.steps.split_last().map(|(_, steps)| steps.to_vec());
    let names = |field: &Field, name: &str| {
        field.extras.iter().any(|extra| match extra {
            Extra::RequiredWith { fields } => fields
                .iter()
                .any(|path| matches!(&path[..], [only] if only.as_str() == name)),
            _ => false,
        })
    };
    let required_with_it =
        names(other.field, &secret.field.name) && names(secret.field, &other.field.name);
    let by_name = other.is_version_of_write_only()
        && other.field.name.strip_suffix("_version") == Some(secret.field.name.as_str());
    around(secret) == around(other) && other.is_changeable() && (by_name || required_with_it)
}
