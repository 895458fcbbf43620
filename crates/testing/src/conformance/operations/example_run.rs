//! [`ExampleRun`]: one example that is being tried, and the steps that everything else uses.

use std::collections::BTreeSet;
use std::fmt::Display;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::completes_itself;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Flags, Schema};
use schema_runtime::value::Value;

use crate::conformance::examples::example::{Alternative, UntypedExample};
use crate::conformance::examples::fields::{FieldPlace, differences, field_places, get, name_of};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::report::ExampleSummary;
use crate::conformance::kit::{Kit, StoredObject, errors_text};
use crate::helpers::provider_setup::place;
use schema_shell::lifecycle::PlanResponse;

/// One example that is being tried.
pub(crate) struct ExampleRun<'k> {
    pub(crate) kit: &'k Kit,
    pub(crate) schema: Ref<Schema>,
    /// Its name in reports.
    name: String,
    pub(crate) example: &'k UntypedExample,
    pub(crate) summary: ExampleSummary,
    /// The computed fields, by name, that had a value once.
    pub(crate) with_values: BTreeSet<String>,
}

impl<'k> ExampleRun<'k> {
    pub(crate) fn new(kit: &'k Kit, example: &'k UntypedExample) -> Self {
        ExampleRun {
            kit,
            schema: example.schema.clone(),
            name: name_of(&example.schema),
            example,
            summary: ExampleSummary {
                resource: name_of(&example.schema),
                example: place(example.at),
                ..ExampleSummary::default()
            },
            with_values: BTreeSet::new(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn add_finding(&self, class: Class, path: &str, text: impl Into<String>) {
        self.kit.add_finding(class, self.name(), path, text);
    }

    /// Adds the finding that an operation failed, with its errors.
    pub(crate) fn failed(&self, class: Class, operation: impl Display, errors: &Diagnostics) {
        let text = format!("{operation}: {}", errors_text(errors));
        self.add_finding(class, "", text);
    }

    /// The result of an operation; a failure is a finding.
    pub(crate) fn succeeded<T>(
        &self,
        class: Class,
        operation: impl Display,
        result: Result<T, Diagnostics>,
    ) -> Option<T> {
        let result = result.inspect_err(|errors| self.failed(class, operation, errors));
        result.ok()
    }

    /// Adds a finding for each field in which two objects differ, unless it is volatile.
    pub(crate) fn add_differences(
        &self,
        class: Class,
        (left, right): (&Value, &Value),
        text: impl Fn(&str, &str) -> String,
    ) {
        for difference in differences(&self.schema.block, left, right) {
            if !difference.place.volatile {
                let (a, b) = difference.shown();
                self.add_finding(class, &difference.place.path.to_string(), text(&a, &b));
            }
        }
    }

    pub(crate) async fn validate(&self, config: &Value) -> Diagnostics {
        self.kit.validate(&self.schema, config).await
    }

    pub(crate) async fn plan_once(
        &self,
        prior: &StoredObject,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        self.kit.plan(&self.schema, prior, config).await
    }

    pub(crate) async fn apply(
        &self,
        prior: &StoredObject,
        config: &Value,
        plan: &PlanResponse,
    ) -> (StoredObject, Result<(), Diagnostics>) {
        self.kit.apply(&self.schema, prior, config, plan).await
    }

    pub(crate) async fn read(
        &self,
        object: &StoredObject,
    ) -> Result<Option<StoredObject>, Diagnostics> {
        self.kit.read(&self.schema, object).await
    }

    pub(crate) fn uncovered(&self, path: &str, text: impl Into<String>) {
        self.kit.uncovered(self.name(), path, text);
    }

    /// The initial configuration; `None` if it is invalid, which is a finding.
    pub(crate) async fn config(&self) -> Option<Value> {
        let refused = |text: String| self.add_finding(Class::ExampleRefused, "", text);
        let example = self.example;
        let config = match self.kit.object(&self.schema, &example.source, example.at) {
            Ok(config) => config,
            Err(text) => {
                refused(text);
                return None;
            }
        };
        self.kit.guard(&self.schema, &config);
        let diagnostics = self.validate(&config).await;
        if diagnostics.has_errors() {
            refused(errors_text(&diagnostics));
            return None;
        }
        Some(config)
    }

    /// Plans twice, as Terraform does, which relies on both plans.
    pub(crate) async fn plan(
        &self,
        object: &StoredObject,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        let plan = self.plan_once(object, config).await?;
        if let Ok(again) = self.plan_once(object, config).await {
            let block = &self.schema.block;
            for difference in differences(block, &plan.planned_state, &again.planned_state) {
                let (a, b) = difference.shown();
                self.add_finding(
                    Class::UnstablePlan,
                    &difference.place.path.to_string(),
                    format!("the same plan twice: {a}, then {b}"),
                );
            }
        }
        Ok(plan)
    }

    /// Plans and creates. A failure is reported if `tell`.
    pub(crate) async fn create(&mut self, config: &Value, tell: bool) -> Option<StoredObject> {
        let plan = match self.plan(&StoredObject::none(), config).await {
            Ok(plan) => plan,
            Err(errors) => {
                if tell {
                    self.failed(Class::ExampleRefused, "it cannot be planned", &errors);
                }
                return None;
            }
        };
        let (object, result) = self.apply(&StoredObject::none(), config, &plan).await;
        if let Err(errors) = result {
            if tell {
                self.failed(Class::OperationFails, "create", &errors);
            }
            if !object.value.is_null() {
                self.remove(&object).await;
            }
            return None;
        }
        if object.value.is_null() {
            return None;
        }
        self.note_values(&object);
        Some(object)
    }

    /// Records which computed fields have a value.
    fn note_values(&mut self, object: &StoredObject) {
        for place in field_places(&self.schema.block, &object.value) {
            if get(&object.value, &place.steps).is_some_and(|value| !value.is_null()) {
                self.with_values.insert(place.names);
            }
        }
    }

    /// Reads the object as one from before identities, if only code determines them.
    async fn read_without_identity(&self, object: &StoredObject) {
        let identities = &self.kit.instance.schemas().identities;
        let by_code = identities.get(self.name());
        if by_code.is_some_and(|schema| schema.positions.is_none()) && object.identity.is_some() {
            let without = StoredObject {
                identity: None,
                ..object.clone()
            };
            let _ = self.read(&without).await;
        }
    }

    /// Reads and plans until nothing should change; returns whether the object exists.
    pub(crate) async fn converge(
        &mut self,
        object: &mut StoredObject,
        config: &Value,
        after: &str,
    ) -> bool {
        self.kit.step(&format!("read and plan after {after}"));
        self.perpetual_differences(object, config, after).await;
        let first = match self.read(object).await {
            Ok(Some(first)) => first,
            Ok(None) => {
                self.add_finding(
                    Class::ReadFindsNothing,
                    "",
                    format!("read right after {after} says that the object is gone"),
                );
                return false;
            }
            Err(errors) => {
                self.failed(
                    Class::OperationFails,
                    format_args!("read after {after}"),
                    &errors,
                );
                return false;
            }
        };
        self.read_without_identity(&first).await;
        if let Ok(Some(second)) = self.read(&first).await {
            let text = |a: &str, b: &str| {
                format!("two reads in a row, with nothing between them: {a}, then {b}")
            };
            self.add_differences(Class::UnstableRead, (&first.value, &second.value), text);
        }
        let perpetual = self.perpetual_differences(&first, config, after).await;
        for difference in differences(&self.schema.block, &object.value, &first.value) {
            let path = difference.place.path.to_string();
            if !difference.place.volatile && !perpetual.contains(&path) {
                let (a, b) = difference.shown();
                self.add_finding(
                    Class::ChangesAfterApply,
                    &path,
                    format!("{after} returned {a}, and the read after it found {b}"),
                );
            }
        }
        self.note_values(&first);
        *object = first;
        true
    }

    /// Plans the applied configuration; returns the fields that would change.
    async fn perpetual_differences(
        &self,
        object: &StoredObject,
        config: &Value,
        after: &str,
    ) -> Vec<String> {
        let plan = self.plan(object, config).await;
        let Some(plan) = self.succeeded(
            Class::PerpetualDifference,
            format_args!("after {after}, the same configuration cannot be planned any more"),
            plan,
        ) else {
            return Vec::new();
        };
        if plan.planned_state == object.value
            || completes_itself(&self.schema, &object.value, &plan.planned_state)
        {
            return Vec::new();
        }
        let found = differences(&self.schema.block, &object.value, &plan.planned_state);
        // Unknown values follow from real changes.
        let real = found.iter().any(|d| !d.right.is_unknown());
        let mut paths = Vec::new();
        for difference in found {
            if real && difference.right.is_unknown() {
                continue;
            }
            let path = difference.place.path.to_string();
            let (a, b) = difference.shown();
            let replaced = plan.requires_replace.iter().any(|p| p.to_string() == path);
            self.add_finding(
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

    /// The provider developer's alternatives for a field. An invalid expression is a finding.
    pub(crate) fn given_values(&self, place: &FieldPlace<'_>) -> Vec<Value> {
        let path = place.path.to_string();
        let given = self.example.alternatives.iter();
        let given = given.filter(|(of, _)| *of == path);
        let values = given.filter_map(|(_, value)| match value {
            Alternative::Value(value) => Some(place.field.grouped(value.clone())),
            Alternative::Hcl(text) => {
                let made = self.kit.expression(place.field, text, self.example.at);
                made.inspect_err(|error| {
                    let text = format!("its alternative {text:?}: {error}");
                    self.add_finding(Class::ExampleRefused, &path, text);
                })
                .ok()
            }
        });
        values.collect()
    }

    /// After a failed change, reads the object or creates a new one; returns whether one exists.
    pub(crate) async fn recover(&mut self, object: &mut StoredObject, config: &Value) -> bool {
        if !object.value.is_null() {
            match self.read(object).await {
                Ok(Some(there)) => {
                    *object = there;
                    return true;
                }
                Ok(None) => {}
                Err(_) => return false,
            }
        }
        match self.create(config, false).await {
            Some(new) => {
                *object = new;
                true
            }
            None => false,
        }
    }

    /// Deletes without reporting anything.
    pub(crate) async fn remove(&self, object: &StoredObject) {
        let Ok(plan) = self.plan_once(object, &Value::Null).await else {
            return;
        };
        let _ = self.apply(object, &Value::Null, &plan).await;
    }

    /// Deletes and creates again.
    pub(crate) async fn replace(
        &mut self,
        object: &StoredObject,
        config: &Value,
    ) -> (StoredObject, Result<(), Diagnostics>) {
        self.remove(object).await;
        let none = StoredObject::none();
        match self.plan_once(&none, config).await {
            Ok(plan) => self.apply(&none, config, &plan).await,
            Err(errors) => (none, Err(errors)),
        }
    }

    /// The data of an object, for a provider developer's function.
    pub(crate) fn data(&self, object: &StoredObject) -> DataCore {
        DataCore::new(
            self.schema.clone(),
            Operation::Read,
            object.value.clone(),
            Value::Null,
            Value::Null,
            Private::default(),
        )
    }
}

/// Reports computed fields that were never set in any object of a resource.
pub(crate) fn never_set(kit: &Kit, schema: &Schema, with_values: &BTreeSet<String>) {
    let mut left = vec![(&*schema.block, String::new())];
    while let Some((block, around)) = left.pop() {
        for field in block.fields.iter() {
            let name = format!("{around}{}", field.name);
            if field.is(Flags::COMPUTED)
                && !field.is(Flags::IMPLIED)
                && !with_values.contains(&name)
            {
                let text = "null after every create, update and read of every example";
                kit.add_finding(Class::NeverSet, &name_of(schema), &name, text);
            } else if let Some((_, inner)) = field.nested_block()
                && with_values.contains(&name)
                && with_values
                    .iter()
                    .any(|known| known.starts_with(&format!("{name}.")))
            {
                left.push((inner, format!("{name}.")));
            }
        }
    }
}
