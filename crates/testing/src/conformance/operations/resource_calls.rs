//! The calls of the type of an example, and what is found in each answer.

use std::future::Future;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;

use crate::conformance::findings::class::Class;
use crate::conformance::kit::{Applied, StoredObject, without_errors};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::{
    ApplyRequest, IdentityFault, ImportBy, PlanRequest, PlanResponse, ReadRequest, identity_fault,
    is_contradiction,
};

impl ExampleRun<'_> {
    /// Calls the provider, and records what it says.
    pub(crate) async fn ask<T>(
        &self,
        operation: &str,
        call: impl Future<Output = T>,
        said: fn(&T) -> &Diagnostics,
    ) -> T {
        self.kit.ask(self.name(), operation, call, said).await
    }

    pub(crate) async fn validate(&self, config: &Value) -> Diagnostics {
        self.kit.validate(&self.schema, config).await
    }

    /// Plans as Terraform Core would.
    pub(crate) async fn plan_once(
        &self,
        prior: &StoredObject,
        config: &Value,
    ) -> Result<PlanResponse, Diagnostics> {
        let block = &self.schema.block;
        proposed_new(block, &prior.value, config).map_err(|error| {
            Diagnostics::from(Diagnostic::error(error.message.clone()).at(error.path))
        })?;
        let planned = self.kit.instance.plan_resource_change(PlanRequest {
            prior_identity: prior.identity.clone(),
            type_name: self.schema.type_name.to_string(),
            prior_state: prior.value.clone(),
            config: config.clone(),
            prior_private: prior.private.clone(),
            planned_private: None,
        });
        let planned = self.ask("plan", planned, |it| &it.diagnostics).await;
        let identity = planned.planned_identity.as_ref();
        let kept = (&planned.planned_state, &*planned.planned_private, identity);
        self.kit.findings().search_kept(block, kept, "plan");
        let told = self.identity_faults("plan", &planned.diagnostics);
        if planned.diagnostics.has_errors() && !told {
            return Err(planned.diagnostics);
        }
        Ok(planned)
    }

    /// Applies a plan; returns the saved object, whether the apply succeeded or not.
    pub(crate) async fn apply(
        &self,
        prior: &StoredObject,
        config: &Value,
        plan: &PlanResponse,
    ) -> Applied {
        let operation = match (&prior.value, &plan.planned_state) {
            (Value::Null, _) => "create",
            (_, Value::Null) => "delete",
            _ => "update",
        };
        let identity = plan.planned_identity.clone();
        let applied = self.kit.instance.apply_resource_change(ApplyRequest {
            // Terraform sends no identity with a delete.
            planned_identity: identity.filter(|_| operation != "delete"),
            type_name: self.schema.type_name.to_string(),
            prior_state: prior.value.clone(),
            planned_state: plan.planned_state.clone(),
            config: config.clone(),
            planned_private: plan.planned_private.clone(),
            journal: None,
            progress: self.kit.progress(),
        });
        let applied = self.ask(operation, applied, |it| &it.diagnostics).await;
        let object = StoredObject {
            value: applied.new_state,
            private: applied.private,
            identity: applied.new_identity,
        };
        self.kit.guard(&self.schema, &object.value);
        self.search_kept(&object, operation);
        let mut contradicted = self.identity_faults(operation, &applied.diagnostics);
        for diagnostic in applied.diagnostics.iter() {
            if is_contradiction(diagnostic) {
                contradicted = true;
                let text = format!("{operation}: {}", diagnostic.detail);
                self.add_finding(Class::ContradictsPlan, &diagnostic.path, text);
            }
        }
        let result = if contradicted {
            Ok(())
        } else {
            without_errors(applied.diagnostics)
        };
        (object, result)
    }

    /// Reads an object; `None` if it no longer exists.
    pub(crate) async fn read(
        &self,
        object: &StoredObject,
    ) -> Result<Option<StoredObject>, Diagnostics> {
        let read = self.kit.instance.read_resource(ReadRequest {
            current_identity: object.identity.clone(),
            type_name: self.schema.type_name.to_string(),
            current_state: object.value.clone(),
            private: object.private.clone(),
            progress: self.kit.progress(),
        });
        let read = self.ask("read", read, |it| &it.diagnostics).await;
        // The object stays unchanged.
        let told = self.identity_faults("read", &read.diagnostics);
        let failed = read.diagnostics.has_errors();
        if failed && !told {
            return Err(read.diagnostics);
        }
        let object = StoredObject {
            value: read.new_state,
            private: read.private,
            identity: read.new_identity,
        };
        self.kit.guard(&self.schema, &object.value);
        let identities = &self.kit.instance.schemas().identities;
        let there = !object.value.is_null();
        if identities.contains_key(self.name()) && !failed && there && object.identity.is_none() {
            let text = "read: nothing was said of what identifies the object, and none was stored, as of an object from \
                        before there were identities or one imported by its id: call `data.set_identity(…)` in read.";
            self.add_finding(Class::IdentityMissing, "", text);
        }
        self.search_kept(&object, "read");
        Ok(there.then_some(object))
    }

    /// Imports, without the read that follows.
    pub(crate) async fn import(
        &self,
        by: impl Into<ImportBy>,
    ) -> Result<StoredObject, Diagnostics> {
        let imported = self.kit.instance.import_resource_state(self.name(), by);
        let imported = self.ask("import", imported, |it| match it {
            Ok((_, said)) | Err(said) => said,
        });
        let (imported, _) = imported.await?;
        match imported.into_iter().next() {
            Some(imported) if imported.type_name == self.name() => {
                let object = StoredObject {
                    value: imported.state,
                    private: imported.private,
                    identity: imported.identity,
                };
                self.search_kept(&object, "import");
                Ok(object)
            }
            _ => Err(Diagnostic::error("the import found no object of this type").into()),
        }
    }

    /// Reads a data source.
    pub(crate) async fn look_up(&self, config: &Value) -> Result<Value, Diagnostics> {
        let instance = &self.kit.instance;
        let read = instance.read_data_source(&self.schema.type_name, config.clone());
        let read = self.ask("read", read, |it| &it.diagnostics).await;
        without_errors(read.diagnostics)?;
        self.kit.guard(&self.schema, &read.state);
        Ok(read.state)
    }

    /// Looks for write-only values in an object's stored data.
    fn search_kept(&self, object: &StoredObject, when: &str) {
        let kept = (&object.value, &*object.private, object.identity.as_ref());
        let mut findings = self.kit.findings();
        findings.search_kept(&self.schema.block, kept, when);
    }

    /// Whether the object's identity is wrong; if so, reports that and nothing else.
    fn identity_faults(&self, operation: &str, diagnostics: &Diagnostics) -> bool {
        let errors = || diagnostics.iter().filter(|one| one.is_error());
        let faults = errors().filter_map(|error| Some((identity_fault(error)?, error)));
        for (fault, error) in faults {
            let class = match fault {
                IdentityFault::Missing => Class::IdentityMissing,
                _ => Class::IdentityChanges,
            };
            let text = format!("{operation}: {}", error.detail);
            self.add_finding(class, "", text);
        }
        errors().count() > 0 && errors().all(|error| identity_fault(error).is_some())
    }
}
