//! Changes of every field.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Flags, Kind};
use schema_runtime::value::Value;

use super::candidates::candidates;
use super::class::Class;
use super::example_run::Subject;
use super::fields::{Place, absent, get, places, show, with, without_elements};
use super::kit::{Thing, said};
use schema_shell::lifecycle::PlanResponse;

/// What became of one change.
enum Tried {
    Done,
    /// Nothing could be tried; why.
    Nothing(String),
    /// The object cannot be used any more.
    Lost,
}

/// Values to change a field to.
enum Values {
    /// The author's, which must work.
    Given(Vec<Value>),
    /// Made up from the schema.
    Derived(Vec<Value>),
}

impl Subject<'_> {
    /// Changes every configurable field: first those that change in place, then those that replace.
    /// Then back to the example. Whether the object is still there.
    pub(super) async fn changes(&mut self, thing: &mut Thing, config: &mut Value) -> bool {
        let schema = self.schema.clone();
        let example = config.clone();
        let mut all: Vec<Place<'_>> = places(&schema.block, config)
            .into_iter()
            .filter(|place| {
                place.field.is_configurable()
                    && !place.field.is(Flags::WRITE_ONLY)
                    && place.field.removed().is_none()
            })
            .collect();
        // Blocks are added and removed when what is in them was tried.
        all.sort_by_key(|place| {
            (
                place.force_new,
                !matches!(place.field.kind, Kind::Attribute { .. }),
            )
        });
        for place in &all {
            let present = match get(config, &place.steps) {
                Some(present) => present.clone(),
                None => continue,
            };
            let given: Vec<Value> = self
                .one
                .alternatives
                .iter()
                .filter(|(path, _)| *path == place.path.to_string())
                .map(|(_, value)| value.clone())
                .collect();
            let values = if given.is_empty() {
                // What the provider chose is a better start than nothing.
                let now = match get(&thing.value, &place.steps) {
                    Some(chosen) if present.is_null() => chosen.clone(),
                    _ => present,
                };
                Values::Derived(candidates(place.field, &now))
            } else {
                Values::Given(given)
            };
            match self.change(thing, config, place, values).await {
                Tried::Done => {
                    let field = (
                        self.name().to_owned(),
                        without_elements(&place.path.to_string()),
                    );
                    self.kit.found().changed.insert(field);
                }
                Tried::Nothing(why) => self.uncovered(&place.path.to_string(), why),
                Tried::Lost => return false,
            }
            let nothing = absent(place.field);
            let can_be_left_out = place.field.is(Flags::OPTIONAL) || place.field.is_block();
            let now = get(config, &place.steps);
            if can_be_left_out && now.is_some_and(|now| *now != nothing) {
                // That it may not be left out says the schema, or a relation: no gap.
                let values = Values::Given(vec![nothing]);
                if let Tried::Lost = self.change(thing, config, place, values).await {
                    return false;
                }
            }
        }
        self.go_back(thing, config, example).await
    }

    /// To the configuration of the example, if the resource can.
    async fn go_back(&mut self, thing: &mut Thing, config: &mut Value, example: Value) -> bool {
        self.kit.step("the return to the example");
        let schema = self.schema.clone();
        let Ok(plan) = self.kit.plan(&schema, thing, &example).await else {
            return true;
        };
        if plan.planned_state == thing.value {
            *config = example;
            return true;
        }
        let (new, result) = if plan.requires_replace.is_empty() {
            self.kit.apply(&schema, thing, &example, &plan).await
        } else {
            self.replace(thing, &example).await
        };
        if result.is_ok() && !new.value.is_null() {
            *thing = new;
            *config = example;
            return self
                .settle(thing, config, "the return to the example")
                .await;
        }
        matches!(self.kit.read(&schema, thing).await, Ok(Some(_)))
    }

    async fn change(
        &mut self,
        thing: &mut Thing,
        config: &mut Value,
        place: &Place<'_>,
        values: Values,
    ) -> Tried {
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
            let refused = self.kit.validate(&schema, &changed).await;
            if refused.has_errors() {
                why = said(&refused);
                continue;
            }
            let plan = match self.plan(thing, &changed).await {
                Ok(plan) => plan,
                Err(errors) => {
                    why = said(&errors);
                    continue;
                }
            };
            if plan.planned_state == thing.value {
                "the plan sees no change in it".clone_into(&mut why);
                // Null where the provider chooses, or a value that means the same.
                if value.is_null() {
                    *config = changed;
                    return Tried::Done;
                }
                continue;
            }
            self.kit.guard(&schema, &changed);
            let shown = if place.is_secret() {
                "[sensitive]".to_owned()
            } else {
                show(place.field, &value)
            };
            let done = self.carry_out(thing, config, changed, place, &plan).await;
            let Err(failed) = done else {
                return Tried::Done;
            };
            let told = said(&failed);
            if told.is_empty() {
                return Tried::Lost;
            }
            if !derived {
                let path = place.path.to_string();
                let text = format!("the change to {shown}: {told}");
                self.find(Class::OperationFails, &path, text);
            }
            if !self.recover(thing, config).await {
                return Tried::Lost;
            }
            // A text that names something may well name nothing.
            return if derived {
                Tried::Nothing(format!(
                    "the remote system refuses {shown}, which the kit made up: give a value with \
                     `alternative`; it said: {told}"
                ))
            } else {
                Tried::Done
            };
        }
        let tried = if tried.is_empty() {
            String::new()
        } else {
            format!(" (tried {})", tried.join(", "))
        };
        Tried::Nothing(format!(
            "no second value was found{tried}: give one with `alternative`{}",
            if why.is_empty() {
                String::new()
            } else {
                format!("; the last was refused with: {why}")
            }
        ))
    }

    async fn carry_out(
        &mut self,
        thing: &mut Thing,
        config: &mut Value,
        changed: Value,
        place: &Place<'_>,
        plan: &PlanResponse,
    ) -> Result<(), Diagnostics> {
        let schema = self.schema.clone();
        let before = thing.clone();
        let after = format!("the change of {}", place.path);
        let (new, result) = if plan.requires_replace.is_empty() {
            self.life.updates += 1;
            self.kit.apply(&schema, thing, &changed, plan).await
        } else {
            self.life.replacements += 1;
            self.replace(thing, &changed).await
        };
        if result.is_err() {
            *thing = new;
            return result;
        }
        *thing = new;
        *config = changed;
        if !self.settle(thing, config, &after).await {
            // Told already.
            return Err(Diagnostics::new());
        }
        if plan.requires_replace.is_empty() {
            self.seen_from_outside(&before, thing, place).await;
        }
        Ok(())
    }

    /// After a change that failed: the object as it is, or a new one; whether there is one.
    async fn recover(&mut self, thing: &mut Thing, config: &Value) -> bool {
        if !thing.value.is_null() {
            match self.kit.read(&self.schema, thing).await {
                Ok(Some(there)) => {
                    *thing = there;
                    return true;
                }
                Ok(None) => {}
                Err(_) => return false,
            }
        }
        match self.create(config, false).await {
            Some(new) => {
                *thing = new;
                true
            }
            None => false,
        }
    }

    /// Whoever still has the old state must see the change.
    async fn seen_from_outside(&self, before: &Thing, now: &Thing, place: &Place<'_>) {
        if place.in_set {
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
        let Ok(Some(read)) = self.kit.read(&self.schema, before).await else {
            return;
        };
        let path = place.path.to_string();
        if get(&read.value, &place.steps) == Some(old) {
            let (old, new) = if place.is_secret() {
                ("the old value".to_owned(), "a new one".to_owned())
            } else {
                (show(place.field, old), show(place.field, new))
            };
            self.find(
                Class::DriftNotSeen,
                &path,
                format!(
                    "another update made it {new}, and a read with the old state still says {old}"
                ),
            );
        }
    }
}
