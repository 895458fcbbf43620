//! The end of an object: deleted, deleted once more, and a create that is told to end.

use std::time::Duration;

use schema_runtime::value::Value;

use crate::conformance::findings::class::Class;
use crate::conformance::kit::{Kit, StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Deletes, looks for what is left, and deletes once more.
    pub(crate) async fn delete(&mut self, object: &StoredObject, config: &Value) {
        self.kit.step("delete");
        let plan = match self.kit.plan(&self.schema, object, &Value::Null).await {
            Ok(plan) => plan,
            Err(errors) => {
                self.add_finding(
                    Class::OperationFails,
                    "",
                    format!("the plan to delete: {}", errors_text(&errors)),
                );
                return;
            }
        };
        let (_, result) = self
            .kit
            .apply(&self.schema, object, &Value::Null, &plan)
            .await;
        if let Err(errors) = result {
            self.add_finding(
                Class::OperationFails,
                "",
                format!("delete: {}", errors_text(&errors)),
            );
            return;
        }
        self.kit.step("read after delete");
        match self.kit.read(&self.schema, object).await {
            Ok(None) => {}
            Ok(Some(_)) => {
                self.add_finding(
                    Class::DeleteLeavesIt,
                    "",
                    "delete succeeded, and a read after it still finds the object",
                );
                return;
            }
            Err(errors) => self.add_finding(
                Class::ReadOfMissingFails,
                "",
                format!("read after delete: {}", errors_text(&errors)),
            ),
        }
        self.kit.step("delete of what is gone already");
        let (_, again) = self
            .kit
            .apply(&self.schema, object, &Value::Null, &plan)
            .await;
        if let Err(errors) = again {
            self.add_finding(
                Class::DeleteNotIdempotent,
                "",
                format!("delete of what is gone already: {}", errors_text(&errors)),
            );
        }
        self.update_missing(object, config).await;
    }

    /// Creates, and says at once that it should end.
    pub(crate) async fn cancel(&mut self, config: &Value) {
        if self.kit.findings().has(Class::Hangs, self.name(), "") {
            return;
        }
        self.kit.step("a create that is told to end at once");
        let Ok(plan) = self
            .kit
            .plan(&self.schema, &StoredObject::none(), config)
            .await
        else {
            return;
        };
        let instance = self.kit.instance.clone();
        let none = StoredObject::none();
        let apply = self.kit.apply(&self.schema, &none, config, &plan);
        let stop = async {
            loop {
                // It counts from when the call has begun.
                tokio::time::sleep(Duration::from_millis(1)).await;
                instance.stop();
            }
        };
        let (object, result) = tokio::select! {
            biased;
            applied = apply => applied,
            () = stop => return,
        };
        if let Err(errors) = &result
            && Kit::abandoned(errors)
        {
            self.add_finding(
                Class::IgnoresCancellation,
                "",
                "create was told to end, and did not",
            );
        }
        if !object.value.is_null() {
            self.remove(&object).await;
        } else if result.is_err() {
            self.create_again(config).await;
        }
    }

    /// Whether something is left of a create of which nothing was saved: then nobody will delete
    /// it, and the name is taken.
    async fn create_again(&mut self, config: &Value) {
        self.kit.step("create after one that was told to end");
        let none = StoredObject::none();
        let Ok(plan) = self.kit.plan(&self.schema, &none, config).await else {
            return;
        };
        let (object, result) = self.kit.apply(&self.schema, &none, config, &plan).await;
        if let Err(errors) = result {
            self.add_finding(
                Class::LeftBehind,
                "",
                format!(
                    "a create that was told to end saved nothing; the next one fails: {}",
                    errors_text(&errors)
                ),
            );
        }
        if !object.value.is_null() {
            self.remove(&object).await;
        }
    }
}
