//! [`ExampleRun`]: one example that is being tried, and the steps that everything else uses.

use std::collections::BTreeSet;
use std::fmt::Display;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::completes_itself;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::conformance::examples::example::{ExampleSource, UntypedExample};
use crate::conformance::examples::fields::{
    FieldDifference, FieldPlace, differences, field_places, get, name_of, planned_differences,
};
use crate::conformance::findings::class::Class;
use crate::conformance::findings::report::ExampleSummary;
use crate::conformance::kit::{Applied, Kit, StoredObject, errors_text};
use crate::helpers::provider_setup::place;
use schema_shell::lifecycle::{PlanResponse, is_abandoned};

/// One example that is being tried.
pub(crate) struct ExampleRun<'k> {
    pub(crate) kit: &'k Kit,
    pub(crate) schema: Ref<Schema>,
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
            example,
            summary: ExampleSummary {
                resource: name_of(&example.schema),
                example: place(example.at),
                ..ExampleSummary::default()
            },
            with_values: BTreeSet::new(),
        }
    }

    /// Its name in reports.
    pub(crate) fn name(&self) -> &str {
        &self.summary.resource
    }

    pub(crate) fn add_finding(&self, class: Class, path: impl ToString, text: impl Into<String>) {
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

    /// Reports code that had to be abandoned after it was told to end.
    pub(crate) fn must_have_stopped(&self, operation: &str, result: &Result<(), Diagnostics>) {
        let errors = result.as_ref().err();
        if errors.is_some_and(|errors| errors.iter().any(is_abandoned)) {
            let text = format!("{operation} was asked to stop, and did not");
            self.add_finding(Class::IgnoresCancellation, "", text);
        }
    }

    /// Adds a finding for each of these differences; returns their paths.
    pub(crate) fn add_differences<'d>(
        &self,
        class: Class,
        found: impl IntoIterator<Item = FieldDifference<'d>>,
        text: impl Fn(&str, &str, &str) -> String,
    ) -> Vec<String> {
        let added = found.into_iter().map(|difference| {
            let path = difference.place.path.to_string();
            let (a, b) = difference.shown();
            self.add_finding(class, &path, text(&path, &a, &b));
            path
        });
        added.collect()
    }

    /// The fields in which two objects differ, except volatile ones.
    pub(crate) fn differences(&self, left: &Value, right: &Value) -> Vec<FieldDifference<'_>> {
        let mut found = differences(&self.schema.block, left, right);
        found.retain(|difference| !difference.place.volatile);
        found
    }

    pub(crate) fn uncovered(&self, path: impl ToString, text: impl Into<String>) {
        self.kit.uncovered(self.name(), path, text);
    }

    /// The initial configuration; `None` if it is invalid, which is a finding.
    pub(crate) async fn config(&self) -> Option<Value> {
        let refused = |text: String| self.add_finding(Class::ExampleRefused, "", text);
        let example = self.example;
        let config = self.kit.object(&self.schema, &example.source, example.at);
        let config = config.map_err(refused).ok()?;
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
            let found = differences(block, &plan.planned_state, &again.planned_state);
            self.add_differences(Class::UnstablePlan, found, |_, a, b| {
                format!("the same plan twice: {a}, then {b}")
            });
        }
        Ok(plan)
    }

    /// Plans and creates. A failure is reported if `tell`.
    pub(crate) async fn create(&mut self, config: &Value, tell: bool) -> Option<StoredObject> {
        let failed = |class: Class, operation: &str, errors: &Diagnostics| {
            if tell {
                self.failed(class, operation, errors);
            }
        };
        let none = StoredObject::none();
        let plan = self.plan(&none, config).await;
        let plan = plan.inspect_err(|errors| {
            failed(Class::ExampleRefused, "it cannot be planned", errors);
        });
        let plan = plan.ok()?;
        let (object, result) = self.apply(&none, config, &plan).await;
        if let Err(errors) = result {
            failed(Class::OperationFails, "create", &errors);
            if !object.value.is_null() {
                self.remove(&object).await;
            }
            return None;
        }
        if object.value.is_null() {
            return None;
        }
        self.note_values(&object.value);
        Some(object)
    }

    /// Records which computed fields have a value.
    pub(crate) fn note_values(&mut self, object: &Value) {
        for place in field_places(&self.schema.block, object) {
            if get(object, &place.steps).is_some_and(|value| !value.is_null()) {
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
        let first = self.read(object).await;
        let operation = format_args!("read after {after}");
        let Some(first) = self.succeeded(Class::OperationFails, operation, first) else {
            return false;
        };
        let Some(first) = first else {
            let text = format!("read right after {after} says that the object is gone");
            self.add_finding(Class::ReadFindsNothing, "", text);
            return false;
        };
        self.read_without_identity(&first).await;
        if let Ok(Some(second)) = self.read(&first).await {
            self.two_reads(self.differences(&first.value, &second.value));
        }
        let perpetual = self.perpetual_differences(&first, config, after).await;
        let mut found = self.differences(&object.value, &first.value);
        found.retain(|difference| !perpetual.contains(&difference.place.path.to_string()));
        self.add_differences(Class::ChangesAfterApply, found, |_, a, b| {
            format!("{after} returned {a}, and the read after it found {b}")
        });
        self.note_values(&first.value);
        *object = first;
        true
    }

    /// Reports the differences between two reads.
    pub(crate) fn two_reads(&self, found: Vec<FieldDifference<'_>>) {
        self.add_differences(Class::UnstableRead, found, |_, a, b| {
            format!("two reads in a row, with nothing between them: {a}, then {b}")
        });
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
        if self.changes_nothing(object, &plan) {
            return Vec::new();
        }
        let found = planned_differences(&self.schema.block, &object.value, &plan.planned_state);
        self.add_differences(Class::PerpetualDifference, found, |path, a, b| {
            let mut replaced = plan.requires_replace.iter().map(ToString::to_string);
            let replaced = match replaced.any(|replaced| replaced == path) {
                true => ", and replaces the object for it",
                false => "",
            };
            format!(
                "after {after}, the plan of the same configuration changes it from {a} to {b}{replaced}"
            )
        })
    }

    /// Whether a plan leaves the object as it is.
    pub(crate) fn changes_nothing(&self, object: &StoredObject, plan: &PlanResponse) -> bool {
        plan.planned_state == object.value
            || completes_itself(&self.schema, &object.value, &plan.planned_state)
    }

    /// The provider developer's alternatives for a field. An invalid expression is a finding.
    pub(crate) fn given_values(&self, place: &FieldPlace<'_>) -> Vec<Value> {
        let path = place.path.to_string();
        let given = self.example.alternatives.iter();
        let given = given.filter(|(of, _)| *of == path);
        let values = given.filter_map(|(_, value)| match value {
            ExampleSource::Value(value) => Some(place.field.grouped(value.clone())),
            ExampleSource::Hcl(text) => {
                let made = self.kit.expression(place.field, text, self.example.at);
                let made = made.inspect_err(|error| {
                    let text = format!("its alternative {text:?}: {error}");
                    self.add_finding(Class::ExampleRefused, &path, text);
                });
                made.ok()
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
        let new = self.create(config, false).await;
        new.is_some_and(|new| {
            *object = new;
            true
        })
    }

    /// Deletes without reporting anything.
    pub(crate) async fn remove(&self, object: &StoredObject) {
        if let Ok(plan) = self.plan_once(object, &Value::Null).await {
            let _ = self.apply(object, &Value::Null, &plan).await;
        }
    }

    /// Applies a plan of this configuration; if it replaces the object, deletes and creates again.
    pub(crate) async fn carry_out(
        &self,
        object: &StoredObject,
        config: &Value,
        plan: &PlanResponse,
    ) -> Applied {
        if plan.requires_replace.is_empty() {
            return self.apply(object, config, plan).await;
        }
        self.remove(object).await;
        let none = StoredObject::none();
        match self.plan_once(&none, config).await {
            Ok(plan) => self.apply(&none, config, &plan).await,
            Err(errors) => (none, Err(errors)),
        }
    }

    /// Carries out and counts a change; the object has the changed configuration unless it failed.
    pub(crate) async fn apply_change(
        &mut self,
        object: &mut StoredObject,
        config: &mut Value,
        changed: Value,
        plan: &PlanResponse,
    ) -> Result<(), Diagnostics> {
        match plan.requires_replace.is_empty() {
            true => self.summary.updates += 1,
            false => self.summary.replacements += 1,
        }
        let (new, result) = self.carry_out(object, &changed, plan).await;
        *object = new;
        result?;
        *config = changed;
        Ok(())
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
