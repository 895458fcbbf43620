//! The lifecycle of one object: created, read, planned again, imported, changed, deleted.

use crate::conformance::examples::example::OutsideChange;
use crate::conformance::operations::example_run::ExampleRun;
use crate::conformance::secrets;

impl ExampleRun<'_> {
    /// Goes through everything.
    pub(crate) async fn run_lifecycle(&mut self, drifts: Vec<(String, OutsideChange)>) {
        let Some(plain) = self.config().await else {
            return;
        };
        let marked = secrets::with_canaries(self.kit, &self.schema, &plain).await;
        let mut config = marked.clone().unwrap_or_else(|| plain.clone());
        self.kit.step("create");
        let mut created = self.create(&config, marked.is_none()).await;
        if created.is_none() && marked.is_some() {
            self.uncovered(
                "",
                "the remote system rejects made-up secrets; give the example real ones of at \
                 least 8 characters, which are then looked for",
            );
            config = plain;
            created = self.create(&config, true).await;
        }
        let Some(mut object) = created else {
            return;
        };
        if self.converge(&mut object, &config, "create").await {
            if !self.nothing_to_read() {
                self.read_sets(&object).await;
            }
            self.imports(&object, &config).await;
            self.imports_by_identity(&object).await;
            self.lists(&object).await;
            self.sends_nulls(&object, &config).await;
            if !self.change_fields(&mut object, &mut config).await
                || !self.change_write_only(&mut object, &mut config).await
            {
                self.remove(&object).await;
                return;
            }
            self.imports(&object, &config).await;
            self.imports_by_identity(&object).await;
            for (name, change) in drifts {
                self.drift(&mut object, &config, &name, change).await;
            }
            self.provoke(&object, &config).await;
        }
        self.delete(&object, &config).await;
        self.cancel(&config).await;
    }
}
