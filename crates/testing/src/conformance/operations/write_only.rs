//! Write-only arguments: needed only where they are available, noticed when they change, and sent.

use schema_runtime::schema::{Block, Extra, Field, Flags, Kind};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::candidates;
use crate::conformance::examples::fields::{FieldPlace, field_places, get, unset, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use crate::conformance::secrets::new_secret;
use schema_shell::lifecycle::PlanResponse;

impl ExampleRun<'_> {
    /// Plans an imported object without its optional arguments, and looks for a replacement that
    /// nothing in the object explains.
    pub(crate) async fn import_without_write_only(
        &self,
        imported: &StoredObject,
        object: &StoredObject,
        config: &Value,
    ) {
        let block = &self.schema.block;
        let all = field_places(block, config);
        let secrets: Vec<&FieldPlace<'_>> = outermost(&all);
        if secrets.is_empty() {
            return;
        }
        if let Ok(plan) = self.plan_once(imported, config).await {
            for replaced in &plan.requires_replace {
                let path = replaced.to_string();
                let place = all.iter().find(|place| place.path.to_string() == path);
                let version = place.is_some_and(|place| is_version(block, &all, place));
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
            if (of_secret || is_version(block, &all, place)) && !place.field.is(Flags::REQUIRED) {
                without = with(&without, &place.steps, unset(place.field));
            }
        }
        if without == *config || self.validate(&without).await.has_errors() {
            return;
        }
        if let Err(errors) = self.plan_once(imported, &without).await {
            self.failed(
                Class::WriteOnlyNeeded,
                "an imported object cannot be planned without it",
                &errors,
            );
        }
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
            let Some(present) = get(config, &place.steps).cloned() else {
                continue;
            };
            if present.is_null() {
                continue;
            }
            self.kit.step(&format!("a new value of {}", place.path));
            self.is_held(object, place, &present, "create").await;
            let mut versions = all.iter();
            let version = versions.find(|other| versions_of(&schema.block, place, other));
            if !self
                .change_secret(object, config, place, version, number)
                .await
            {
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
        if !changes(&plan, object) {
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
        let (new, result) = if plan.requires_replace.is_empty() {
            self.summary.updates += 1;
            self.apply(object, &changed, &plan).await
        } else {
            self.summary.replacements += 1;
            self.replace(object, &changed).await
        };
        if let Err(errors) = result {
            let text = format!(
                "the remote system rejects what the kit made up: give a value with `alternative`; it said: {}",
                errors_text(&errors)
            );
            self.uncovered(&path, text);
            *object = new;
            return self.recover(object, config).await;
        }
        *object = new;
        *config = changed;
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
            let is_text =
                matches!(&place.field.kind, Kind::Attribute { ty } if **ty == Type::String);
            if is_text {
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
        let asked = self
            .kit
            .run_isolated(self.name(), "the example's `holds`", ask);
        match asked.await {
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

fn changes(plan: &PlanResponse, object: &StoredObject) -> bool {
    plan.planned_state != object.value || !plan.requires_replace.is_empty()
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
fn is_version(block: &Block, all: &[FieldPlace<'_>], place: &FieldPlace<'_>) -> bool {
    let mut secrets = outermost(all).into_iter();
    secrets.any(|secret| versions_of(block, secret, place))
}

/// Whether `other` shows that the write-only field changed: by its name, or because it is required
/// with it.
fn versions_of(block: &Block, secret: &FieldPlace<'_>, other: &FieldPlace<'_>) -> bool {
    let beside =
        |a: &FieldPlace<'_>, b: &FieldPlace<'_>| match (a.steps.split_last(), b.steps.split_last())
        {
            (Some((_, a)), Some((_, b))) => a == b,
            _ => false,
        };
    let names = |field: &Field, name: &str| {
        field.extras.iter().any(|extra| match extra {
            Extra::RequiredWith { fields } => fields.iter().any(|path| {
                path.len() == 1 && path.first().is_some_and(|first| first.as_str() == name)
            }),
            _ => false,
        })
    };
    let can_change = other.field.is_configurable()
        && !other.field.is(Flags::WRITE_ONLY)
        && matches!(other.field.kind, Kind::Attribute { .. });
    let required_with_it =
        names(other.field, &secret.field.name) && names(secret.field, &other.field.name);
    let by_name = other.is_version_of_write_only(block)
        && other.field.name.strip_suffix("_version") == Some(secret.field.name.as_str());
    beside(secret, other) && can_change && (by_name || required_with_it)
}
