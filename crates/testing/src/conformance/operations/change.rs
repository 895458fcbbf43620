//! Updates: every configurable field of the object is changed, one by one.

use schema_runtime::schema::{Flags, Kind};
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::{candidates, fewer, inexact};
use crate::conformance::examples::fields::{
    FieldPlace, field_places, get, show, unset, with, without_elements,
};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;

/// The outcome of one change.
enum Attempt {
    Done,
    /// Why nothing could be tried.
    NotTried(String),
    /// The object can no longer be used.
    Lost,
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
        let mut all = field_places(&schema.block, config);
        all.retain(|place| {
            let field = place.field;
            field.is_configurable() && !field.is(Flags::WRITE_ONLY) && field.removed().is_none()
        });
        // Blocks are added and removed after their fields were tried.
        all.sort_by_key(|place| {
            let is_attribute = matches!(place.field.kind, Kind::Attribute { .. });
            (place.force_new, !is_attribute)
        });
        self.make_with_unknowns(config, &all).await;
        for place in &all {
            let Some(present) = get(config, &place.steps).cloned() else {
                continue;
            };
            let mut values = self.given_values(place);
            let derived = values.is_empty();
            // Each is tried after a change that worked.
            let mut more = Vec::new();
            if derived {
                more = inexact(place.field);
                // The value that the provider chose is a better start than null.
                let now = match get(&object.value, &place.steps) {
                    Some(chosen) if present.is_null() => chosen,
                    _ => &present,
                };
                values = candidates(place.field, now);
            }
            match self.change(object, config, place, values, derived).await {
                Attempt::Done => {
                    let path = without_elements(&place.path.to_string());
                    let field = (self.name().to_owned(), path);
                    self.kit.findings().changed.insert(field);
                }
                Attempt::NotTried(why) => {
                    more.clear();
                    self.uncovered(&place.path, why);
                }
                Attempt::Lost => return false,
            }
            for value in more {
                let values = vec![value];
                if let Attempt::Lost = self.change(object, config, place, values, true).await {
                    return false;
                }
            }
            if let Some(values) = get(config, &place.steps).and_then(fewer) {
                // It is not a gap if the remote system or the provider developer rejects them.
                if let Attempt::Lost = self.change(object, config, place, values, true).await {
                    return false;
                }
            }
            let nothing = unset(place.field);
            let can_be_left_out = place.field.is(Flags::OPTIONAL) || place.field.is_block();
            let now = get(config, &place.steps);
            if can_be_left_out && now.is_some_and(|now| *now != nothing) {
                // If the schema or a relation forbids omitting it, that is not a gap.
                let values = vec![nothing];
                if let Attempt::Lost = self.change(object, config, place, values, false).await {
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
        let (new, result) = self.carry_out(object, &example, &plan).await;
        if result.is_ok() && !new.value.is_null() {
            *object = new;
            *config = example;
            let after = "the return to the example";
            return self.converge(object, config, after).await;
        }
        matches!(self.read(object).await, Ok(Some(_)))
    }

    /// Changes a field to the first of these values that works. Values that are `derived` from the
    /// schema may be rejected; the provider developer's must work.
    async fn change(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        place: &FieldPlace<'_>,
        values: Vec<Value>,
        derived: bool,
    ) -> Attempt {
        self.kit.step(&format!("the change of {}", place.path));
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
            let shown = place.show(&value);
            let before = object.clone();
            let Err(failed) = self.apply_change(object, config, changed, &plan).await else {
                let after = format!("the change of {}", place.path);
                if !self.converge(object, config, &after).await {
                    return Attempt::Lost;
                }
                if plan.requires_replace.is_empty() {
                    self.check_drift_seen(&before, object, place).await;
                }
                return Attempt::Done;
            };
            let message = errors_text(&failed);
            if !derived {
                let text = format!("the change to {shown}: {message}");
                self.add_finding(Class::OperationFails, &place.path, text);
            }
            if !self.recover(object, config).await {
                return Attempt::Lost;
            }
            if !derived {
                return Attempt::Done;
            }
            // A string that is a name may refer to nothing.
            return Attempt::NotTried(format!(
                "the remote system rejects {shown}, which the kit made up: give a value with \
                 `alternative`; it said: {message}"
            ));
        }
        let tried = match tried.is_empty() {
            true => String::new(),
            false => format!(" (tried {})", tried.join(", ")),
        };
        let why = match why.is_empty() {
            true => String::new(),
            false => format!("; the last was rejected with: {why}"),
        };
        Attempt::NotTried(format!(
            "no second value was found{tried}: give one with `alternative`{why}"
        ))
    }

    /// A refresh of the old state must show the change.
    async fn check_drift_seen(
        &self,
        before: &StoredObject,
        now: &StoredObject,
        place: &FieldPlace<'_>,
    ) {
        if place.in_set || place.is_version_of_write_only() {
            return;
        }
        let of = |object: &StoredObject| get(&object.value, &place.steps).cloned();
        let (Some(old), Some(new)) = (of(before), of(now)) else {
            return;
        };
        if old == new {
            return;
        }
        let Ok(Some(read)) = self.read(before).await else {
            return;
        };
        if of(&read).as_ref() == Some(&old) {
            let (old, new) = match place.is_secret() {
                true => ("the old value".to_owned(), "a new one".to_owned()),
                false => (show(place.field, &old), show(place.field, &new)),
            };
            let text = format!(
                "another update made it {new}, and a read with the old state still says {old}"
            );
            self.add_finding(Class::DriftNotSeen, &place.path, text);
        }
    }
}
