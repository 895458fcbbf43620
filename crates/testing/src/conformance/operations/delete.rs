//! The end of an object: deleted, deleted again, and a create that is asked to stop.

use schema_runtime::value::Value;

use crate::conformance::findings::class::Class;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Deletes, looks for remains, and deletes once more.
    pub(crate) async fn delete(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("delete");
        let plan = self.plan_once(object, &Value::Null).await;
        let Some(plan) = self.succeeded(Class::OperationFails, "the plan to delete", plan) else {
            return;
        };
        let (_, result) = self.apply(object, &Value::Null, &plan).await;
        if let Err(errors) = result {
            return self.failed(Class::OperationFails, "delete", &errors);
        }
        self.kit.step("read after delete");
        match self.read(object).await {
            Ok(None) => {}
            Ok(Some(_)) if self.nothing_to_read() => {}
            Ok(Some(_)) => {
                let text = "delete succeeded, and a read after it still finds the object";
                return self.add_finding(Class::DeleteLeavesIt, "", text);
            }
            Err(errors) => self.failed(Class::ReadOfMissingFails, "read after delete", &errors),
        }
        let again = "delete of what is gone already";
        self.kit.step(again);
        let (_, result) = self.apply(object, &Value::Null, &plan).await;
        self.succeeded(Class::DeleteNotIdempotent, again, result);
        self.update_missing(object, config).await;
    }

    /// Whether read leaves everything unchanged, and so reports nothing about the object.
    pub(crate) fn nothing_to_read(&self) -> bool {
        self.kit.instance.nothing_to_read(&self.schema.type_name)
    }

    /// Creates, and tells the create at once to end.
    pub(crate) async fn cancel(&mut self, config: &Value) {
        if self.kit.findings().has(Class::Hangs, self.name(), "") {
            return;
        }
        self.kit.step("a create that is asked to stop at once");
        let none = StoredObject::none();
        let Ok(plan) = self.plan_once(&none, config).await else {
            return;
        };
        let apply = self.apply(&none, config, &plan);
        let (object, result) = self.kit.stopped_at_once(apply).await;
        self.must_have_stopped("create", &result);
        if !object.value.is_null() {
            self.remove(&object).await;
        } else if result.is_err() {
            self.create_again(config).await;
        }
    }

    /// Checks whether a create that saved nothing left an object behind: nobody would delete it,
    /// and its name is taken.
    async fn create_again(&mut self, config: &Value) {
        self.kit.step("create after one that was asked to stop");
        let none = StoredObject::none();
        let Ok(plan) = self.plan_once(&none, config).await else {
            return;
        };
        let (object, result) = self.apply(&none, config, &plan).await;
        let operation = "a create that was asked to stop saved nothing; the next one fails";
        self.succeeded(Class::LeftBehind, operation, result);
        if !object.value.is_null() {
            self.remove(&object).await;
        }
    }
}
