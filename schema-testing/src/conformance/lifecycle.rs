//! The lifecycle of one object: created, read, planned again, imported, changed, deleted.

use super::example::Outside;
use super::example_run::Subject;
use super::secrets;

impl Subject<'_> {
    /// Goes through everything.
    pub(super) async fn live(&mut self, drifts: Vec<(String, Outside)>) {
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
                "the remote system refuses made-up secrets; give the example real ones of at \
                 least 8 characters, which are then looked for",
            );
            config = plain;
            created = self.create(&config, true).await;
        }
        let Some(mut thing) = created else {
            return;
        };
        if self.settle(&mut thing, &config, "create").await {
            self.read_sets(&thing).await;
            self.imports(&thing, &config).await;
            if !self.changes(&mut thing, &mut config).await {
                self.remove(&thing).await;
                return;
            }
            self.imports(&thing, &config).await;
            for (name, change) in drifts {
                self.drifts(&mut thing, &config, &name, change).await;
            }
            self.provoke(&thing, &config).await;
        }
        self.delete(&thing, &config).await;
        self.cancel(&config).await;
    }
}
