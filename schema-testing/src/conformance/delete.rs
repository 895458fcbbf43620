//! The end of an object: deleted, deleted once more, and a create that is told to end.

use std::time::Duration;

use schema_runtime::value::Value;

use super::class::Class;
use super::example_run::Subject;
use super::kit::{Kit, Thing, said};

impl Subject<'_> {
    /// Deletes, looks for what is left, and deletes once more.
    pub(super) async fn delete(&mut self, thing: &Thing, config: &Value) {
        self.kit.step("delete");
        let plan = match self.kit.plan(&self.schema, thing, &Value::Null).await {
            Ok(plan) => plan,
            Err(errors) => {
                self.find(
                    Class::OperationFails,
                    "",
                    format!("the plan to delete: {}", said(&errors)),
                );
                return;
            }
        };
        let (_, result) = self
            .kit
            .apply(&self.schema, thing, &Value::Null, &plan)
            .await;
        if let Err(errors) = result {
            self.find(
                Class::OperationFails,
                "",
                format!("delete: {}", said(&errors)),
            );
            return;
        }
        self.kit.step("read after delete");
        match self.kit.read(&self.schema, thing).await {
            Ok(None) => {}
            Ok(Some(_)) => {
                self.find(
                    Class::DeleteLeavesIt,
                    "",
                    "delete succeeded, and a read after it still finds the object",
                );
                return;
            }
            Err(errors) => self.find(
                Class::ReadOfMissingFails,
                "",
                format!("read after delete: {}", said(&errors)),
            ),
        }
        self.kit.step("delete of what is gone already");
        let (_, again) = self
            .kit
            .apply(&self.schema, thing, &Value::Null, &plan)
            .await;
        if let Err(errors) = again {
            self.find(
                Class::DeleteNotIdempotent,
                "",
                format!("delete of what is gone already: {}", said(&errors)),
            );
        }
        self.update_missing(thing, config).await;
    }

    /// Creates, and says at once that it should end.
    pub(super) async fn cancel(&mut self, config: &Value) {
        if self.kit.found().has(Class::Hangs, self.name(), "") {
            return;
        }
        self.kit.step("a create that is told to end at once");
        let Ok(plan) = self.kit.plan(&self.schema, &Thing::none(), config).await else {
            return;
        };
        let instance = self.kit.instance.clone();
        let none = Thing::none();
        let apply = self.kit.apply(&self.schema, &none, config, &plan);
        let stop = async {
            loop {
                // It counts from when the call has begun.
                tokio::time::sleep(Duration::from_millis(1)).await;
                instance.stop();
            }
        };
        let (thing, result) = tokio::select! {
            biased;
            applied = apply => applied,
            () = stop => return,
        };
        if let Err(errors) = &result
            && Kit::gave_up(errors)
        {
            self.find(
                Class::IgnoresCancellation,
                "",
                "create was told to end, and did not",
            );
        }
        if !thing.value.is_null() {
            self.remove(&thing).await;
        } else if result.is_err() {
            self.create_again(config).await;
        }
    }

    /// Whether something is left of a create of which nothing was saved: then nobody will delete
    /// it, and the name is taken.
    async fn create_again(&mut self, config: &Value) {
        self.kit.step("create after one that was told to end");
        let none = Thing::none();
        let Ok(plan) = self.kit.plan(&self.schema, &none, config).await else {
            return;
        };
        let (thing, result) = self.kit.apply(&self.schema, &none, config, &plan).await;
        if let Err(errors) = result {
            self.find(
                Class::LeftBehind,
                "",
                format!(
                    "a create that was told to end saved nothing; the next one fails: {}",
                    said(&errors)
                ),
            );
        }
        if !thing.value.is_null() {
            self.remove(&thing).await;
        }
    }
}
