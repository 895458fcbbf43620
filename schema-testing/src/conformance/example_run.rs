//! [`Subject`]: one example that is being tried, and the steps of which everything else is made.

use std::collections::BTreeSet;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::only_timeouts_change;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Flags, Schema};
use schema_runtime::value::Value;

use super::class::Class;
use super::example::One;
use super::fields::{differences, get, name_of, places};
use super::kit::{Kit, Thing, said};
use super::report::Life;
use crate::setup::place;
use schema_shell::lifecycle::PlanResponse;

/// One example on its way.
pub(super) struct Subject<'k> {
    pub(super) kit: &'k Kit,
    pub(super) schema: Ref<Schema>,
    /// What reports call it.
    name: String,
    pub(super) one: &'k One,
    pub(super) life: Life,
    /// The computed fields, by name, that had a value once.
    pub(super) seen: BTreeSet<String>,
}

impl<'k> Subject<'k> {
    pub(super) fn new(kit: &'k Kit, one: &'k One) -> Self {
        Subject {
            kit,
            schema: one.schema.clone(),
            name: name_of(&one.schema),
            one,
            life: Life {
                resource: name_of(&one.schema),
                example: place(one.at),
                ..Life::default()
            },
            seen: BTreeSet::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn find(&self, class: Class, path: &str, text: impl Into<String>) {
        self.kit.find(class, self.name(), path, text);
    }

    pub(super) fn uncovered(&self, path: &str, text: impl Into<String>) {
        self.kit.uncovered(self.name(), path, text);
    }

    /// The configuration to begin with; `None` where there is none, which is a finding.
    pub(super) async fn config(&self) -> Option<Value> {
        let refused = |text: String| self.find(Class::ExampleRefused, "", text);
        let one = self.one;
        let config = match self.kit.object(&self.schema, &one.source, one.at) {
            Ok(config) => config,
            Err(text) => {
                refused(text);
                return None;
            }
        };
        self.kit.guard(&self.schema, &config);
        let diagnostics = self.kit.validate(&self.schema, &config).await;
        if diagnostics.has_errors() {
            refused(said(&diagnostics));
            return None;
        }
        Some(config)
    }

    /// Plans twice: Terraform does so too, and takes the provider at its word.
    pub(super) async fn plan(
        &self,
        thing: &Thing,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        let plan = self.kit.plan(&self.schema, thing, config).await?;
        if let Ok(again) = self.kit.plan(&self.schema, thing, config).await {
            let block = &self.schema.block;
            for difference in differences(block, &plan.planned_state, &again.planned_state) {
                let (a, b) = difference.shown();
                self.find(
                    Class::UnstablePlan,
                    &difference.place.path.to_string(),
                    format!("the same plan twice: {a}, then {b}"),
                );
            }
        }
        Ok(plan)
    }

    /// Plans and creates. A failure is told if `tell`.
    pub(super) async fn create(&mut self, config: &Value, tell: bool) -> Option<Thing> {
        let plan = match self.plan(&Thing::none(), config).await {
            Ok(plan) => plan,
            Err(errors) => {
                if tell {
                    let text = format!("it cannot be planned: {}", said(&errors));
                    self.find(Class::ExampleRefused, "", text);
                }
                return None;
            }
        };
        let (thing, result) = self
            .kit
            .apply(&self.schema, &Thing::none(), config, &plan)
            .await;
        if let Err(errors) = result {
            if tell {
                self.find(
                    Class::OperationFails,
                    "",
                    format!("create: {}", said(&errors)),
                );
            }
            if !thing.value.is_null() {
                self.remove(&thing).await;
            }
            return None;
        }
        if thing.value.is_null() {
            return None;
        }
        self.look(&thing);
        Some(thing)
    }

    /// Notes which computed fields have a value.
    fn look(&mut self, thing: &Thing) {
        for place in places(&self.schema.block, &thing.value) {
            if get(&thing.value, &place.steps).is_some_and(|value| !value.is_null()) {
                self.seen.insert(place.names);
            }
        }
    }

    /// Reads and plans until nothing should change any more; whether the object is there.
    pub(super) async fn settle(&mut self, thing: &mut Thing, config: &Value, after: &str) -> bool {
        self.kit.step(&format!("read and plan after {after}"));
        self.rests(thing, config, after).await;
        let first = match self.kit.read(&self.schema, thing).await {
            Ok(Some(first)) => first,
            Ok(None) => {
                self.find(
                    Class::ReadFindsNothing,
                    "",
                    format!("read right after {after} says that the object is gone"),
                );
                return false;
            }
            Err(errors) => {
                self.find(
                    Class::OperationFails,
                    "",
                    format!("read after {after}: {}", said(&errors)),
                );
                return false;
            }
        };
        if let Ok(Some(second)) = self.kit.read(&self.schema, &first).await {
            for difference in differences(&self.schema.block, &first.value, &second.value) {
                if !difference.place.volatile {
                    let (a, b) = difference.shown();
                    self.find(
                        Class::UnstableRead,
                        &difference.place.path.to_string(),
                        format!("two reads in a row, with nothing between them: {a}, then {b}"),
                    );
                }
            }
        }
        let perpetual = self.rests(&first, config, after).await;
        for difference in differences(&self.schema.block, &thing.value, &first.value) {
            let path = difference.place.path.to_string();
            if !difference.place.volatile && !perpetual.contains(&path) {
                let (a, b) = difference.shown();
                self.find(
                    Class::ChangesAfterApply,
                    &path,
                    format!("{after} returned {a}, and the read after it found {b}"),
                );
            }
        }
        self.look(&first);
        *thing = first;
        true
    }

    /// Plans the configuration that was applied; the fields that would change.
    async fn rests(&self, thing: &Thing, config: &Value, after: &str) -> Vec<String> {
        let plan = match self.plan(thing, config).await {
            Ok(plan) => plan,
            Err(errors) => {
                self.find(
                    Class::PerpetualDifference,
                    "",
                    format!(
                        "after {after}, the same configuration cannot be planned any more: {}",
                        said(&errors)
                    ),
                );
                return Vec::new();
            }
        };
        if plan.planned_state == thing.value
            || only_timeouts_change(&self.schema, &thing.value, &plan.planned_state)
        {
            return Vec::new();
        }
        let found = differences(&self.schema.block, &thing.value, &plan.planned_state);
        // What becomes unknown follows from what really changes.
        let real = found.iter().any(|d| !d.right.is_unknown());
        let mut paths = Vec::new();
        for difference in found {
            if real && difference.right.is_unknown() {
                continue;
            }
            let path = difference.place.path.to_string();
            let (a, b) = difference.shown();
            let replaced = plan.requires_replace.iter().any(|p| p.to_string() == path);
            self.find(
                Class::PerpetualDifference,
                &path,
                format!(
                    "after {after}, the plan of the same configuration changes it from {a} to {b}{}",
                    if replaced {
                        ", and replaces the object for it"
                    } else {
                        ""
                    }
                ),
            );
            paths.push(path);
        }
        paths
    }

    /// Deletes without a word about it.
    pub(super) async fn remove(&self, thing: &Thing) {
        let Ok(plan) = self.kit.plan(&self.schema, thing, &Value::Null).await else {
            return;
        };
        let _ = self
            .kit
            .apply(&self.schema, thing, &Value::Null, &plan)
            .await;
    }

    /// Deletes and creates anew.
    pub(super) async fn replace(
        &mut self,
        thing: &Thing,
        config: &Value,
    ) -> (Thing, Result<(), Diagnostics>) {
        self.remove(thing).await;
        let none = Thing::none();
        match self.kit.plan(&self.schema, &none, config).await {
            Ok(plan) => self.kit.apply(&self.schema, &none, config, &plan).await,
            Err(errors) => (none, Err(errors)),
        }
    }

    /// The data of an object, for an author's function.
    pub(super) fn data(&self, thing: &Thing) -> DataCore {
        DataCore::new(
            self.schema.clone(),
            Operation::Read,
            thing.value.clone(),
            Value::Null,
            Value::Null,
            Private::default(),
        )
    }
}

/// Computed fields that no object of a resource ever had, in the words of the schema.
pub(super) fn never_set(kit: &Kit, schema: &Schema, seen: &BTreeSet<String>) {
    let mut left = vec![(&*schema.block, String::new())];
    while let Some((block, around)) = left.pop() {
        for field in block.fields.iter() {
            let name = format!("{around}{}", field.name);
            if field.is(Flags::COMPUTED) && !field.is(Flags::IMPLIED) && !seen.contains(&name) {
                let text = "null after every create, update and read of every example";
                kit.find(Class::NeverSet, &name_of(schema), &name, text);
            } else if let Some((_, inner)) = field.nested_block()
                && seen.contains(&name)
                && seen
                    .iter()
                    .any(|known| known.starts_with(&format!("{name}.")))
            {
                left.push((inner, format!("{name}.")));
            }
        }
    }
}
