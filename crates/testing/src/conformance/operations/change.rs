//! Updates: every configurable field of the object is changed, one by one.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Flags, Kind};
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::{candidates, fewer, inexact};
use crate::conformance::examples::fields::{
    FieldPlace, field_places, get, show, unset, with, without_elements,
};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::PlanResponse;

/// The outcome of one change.
enum Attempt {
    Done,
    /// Why nothing could be tried.
    NotTried(String),
    /// The object can no longer be used.
    Lost,
}

/// Values to change a field to.
enum Values {
    /// The provider developer's values, which must work.
    Given(Vec<Value>),
    /// Values derived from the schema.
    Derived(Vec<Value>),
}

impl ExampleRun<'_> {
    /// Changes every configurable field: first in place, then by replacement. Then returns to the
    /// example. Returns whether the object still exists.
    pub(crate) async fn change_fields(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
    ) -> bool {
        let schema = self.schema.clone();
        let example = config.clone();
        let mut all: Vec<FieldPlace<'_>> = field_places(&schema.block, config)
            .into_iter()
            .filter(|place| {
                place.field.is_configurable()
                    && !place.field.is(Flags::WRITE_ONLY)
                    && place.field.removed().is_none()
            })
            .collect();
        // Blocks are added and removed after their fields were tried.
        all.sort_by_key(|place| {
            (
                place.force_new,
                !matches!(place.field.kind, Kind::Attribute { .. }),
            )
        });
        self.make_with_unknowns(config, &all).await;
        for place in &all {
            let present = match get(config, &place.steps) {
                Some(present) => present.clone(),
                None => continue,
            };
            let given = self.given_values(place);
            let inexact = match given.is_empty() {
                true => inexact(place.field),
                false => Vec::new(),
            };
            let values = if given.is_empty() {
                // The value that the provider chose is a better start than null.
                let now = match get(&object.value, &place.steps) {
                    Some(chosen) if present.is_null() => chosen.clone(),
                    _ => present,
                };
                Values::Derived(candidates(place.field, &now))
            } else {
                Values::Given(given)
            };
            match self.change(object, config, place, values).await {
                Attempt::Done => {
                    let field = (
                        self.name().to_owned(),
                        without_elements(&place.path.to_string()),
                    );
                    self.kit.findings().changed.insert(field);
                    for value in inexact {
                        let value = Values::Derived(vec![value]);
                        if let Attempt::Lost = self.change(object, config, place, value).await {
                            return false;
                        }
                    }
                }
                Attempt::NotTried(why) => self.uncovered(&place.path.to_string(), why),
                Attempt::Lost => return false,
            }
            if let Some(values) = get(config, &place.steps).and_then(fewer) {
                // It is not a gap if the remote system or the provider developer rejects them.
                let values = Values::Derived(values);
                if let Attempt::Lost = self.change(object, config, place, values).await {
                    return false;
                }
            }
            let nothing = unset(place.field);
            let can_be_left_out = place.field.is(Flags::OPTIONAL) || place.field.is_block();
            let now = get(config, &place.steps);
            if can_be_left_out && now.is_some_and(|now| *now != nothing) {
                // If the schema or a relation forbids omitting it, that is not a gap.
                let values = Values::Given(vec![nothing]);
                if let Attempt::Lost = self.change(object, config, place, values).await {
                    return false;
                }
            }
        }
        self.return_to_example(object, config, example).await
    }

    /// Returns to the configuration of the example, if the resource can.
    async fn return_to_example(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        example: Value,
    ) -> bool {
        self.kit.step("the return to the example");
        let Ok(plan) = self.plan_once(object, &example).await else {
            return true;
        };
        if plan.planned_state == object.value {
            *config = example;
            return true;
        }
        let (new, result) = if plan.requires_replace.is_empty() {
            self.apply(object, &example, &plan).await
        } else {
            self.replace(object, &example).await
        };
        if result.is_ok() && !new.value.is_null() {
            *object = new;
            *config = example;
            return self
                .converge(object, config, "the return to the example")
                .await;
        }
        matches!(self.read(object).await, Ok(Some(_)))
    }

    async fn change(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        place: &FieldPlace<'_>,
        values: Values,
    ) -> Attempt {
        self.kit.step(&format!("the change of {}", place.path));
        let (values, derived) = match values {
            Values::Given(values) => (values, false),
            Values::Derived(values) => (values, true),
        };
        let schema = self.schema.clone();
        let mut tried: Vec<String> = Vec::new();
        let mut why = String::new();
        for value in values {
            let changed = with(config, &place.steps, value.clone());
            if changed == *config {
                continue;
            }
            if !place.is_secret() {
                tried.push(show(place.field, &value));
            }
            let refused = self.validate(&changed).await;
            if refused.has_errors() {
                why = errors_text(&refused);
                continue;
            }
            let plan = match self.plan(object, &changed).await {
                Ok(plan) => plan,
                Err(errors) => {
                    why = errors_text(&errors);
                    continue;
                }
            };
            self.plan_with_unknown(object, &changed, place, &plan).await;
            if plan.planned_state == object.value {
                "the plan sees no change in it".clone_into(&mut why);
                // Null if the provider chooses, or an equivalent value.
                if value.is_null() {
                    *config = changed;
                    return Attempt::Done;
                }
                continue;
            }
            self.kit.guard(&schema, &changed);
            let shown = if place.is_secret() {
                "[sensitive]".to_owned()
            } else {
                show(place.field, &value)
            };
            let done = self
                .apply_change(object, config, changed, place, &plan)
                .await;
            let Err(failed) = done else {
                return Attempt::Done;
            };
            let message = errors_text(&failed);
            if message.is_empty() {
                return Attempt::Lost;
            }
            if !derived {
                let path = place.path.to_string();
                let text = format!("the change to {shown}: {message}");
                self.add_finding(Class::OperationFails, &path, text);
            }
            if !self.recover(object, config).await {
                return Attempt::Lost;
            }
            // A string that is a name may refer to nothing.
            return if derived {
                Attempt::NotTried(format!(
                    "the remote system rejects {shown}, which the kit made up: give a value with \
                     `alternative`; it said: {message}"
                ))
            } else {
                Attempt::Done
            };
        }
        let tried = if tried.is_empty() {
            String::new()
        } else {
            format!(" (tried {})", tried.join(", "))
        };
        Attempt::NotTried(format!(
            "no second value was found{tried}: give one with `alternative`{}",
            if why.is_empty() {
                String::new()
            } else {
                format!("; the last was rejected with: {why}")
            }
        ))
    }

    async fn apply_change(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        changed: Value,
        place: &FieldPlace<'_>,
        plan: &PlanResponse,
    ) -> Result<(), Diagnostics> {
        let before = object.clone();
        let after = format!("the change of {}", place.path);
        let (new, result) = if plan.requires_replace.is_empty() {
            self.summary.updates += 1;
            self.apply(object, &changed, plan).await
        } else {
            self.summary.replacements += 1;
            self.replace(object, &changed).await
        };
        if result.is_err() {
            *object = new;
            return result;
        }
        *object = new;
        *config = changed;
        if !self.converge(object, config, &after).await {
            // Already reported.
            return Err(Diagnostics::new());
        }
        if plan.requires_replace.is_empty() {
            self.check_drift_seen(&before, object, place).await;
        }
        Ok(())
    }

    /// A refresh of the old state must show the change.
    async fn check_drift_seen(
        &self,
        before: &StoredObject,
        now: &StoredObject,
        place: &FieldPlace<'_>,
    ) {
        if place.in_set || place.is_version_of_write_only(&self.schema.block) {
            return;
        }
        let (Some(old), Some(new)) = (
            get(&before.value, &place.steps),
            get(&now.value, &place.steps),
        ) else {
            return;
        };
        if old == new {
            return;
        }
        let Ok(Some(read)) = self.read(before).await else {
            return;
        };
        let path = place.path.to_string();
        if get(&read.value, &place.steps) == Some(old) {
            let (old, new) = if place.is_secret() {
                ("the old value".to_owned(), "a new one".to_owned())
            } else {
                (show(place.field, old), show(place.field, new))
            };
            self.add_finding(
                Class::DriftNotSeen,
                &path,
                format!(
                    "another update made it {new}, and a read with the old state still says {old}"
                ),
            );
        }
    }
}
