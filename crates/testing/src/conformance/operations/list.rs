//! Lists: whether an existing object is listed as read returns it, and whether listed objects can
//! be imported.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use crate::conformance::examples::example::ExampleSource;
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::{ImportBy, ListEvent, ListRequest, is_without_identity};

/// The most objects listed: some may not belong to the kit.
const MOST: i64 = 1000;

/// How many of them are imported.
const IMPORTED: usize = 5;

impl ExampleRun<'_> {
    /// Lists the objects of the example's type while the example's object exists.
    pub(crate) async fn lists(&mut self, object: &StoredObject) {
        let schemas = &self.kit.instance.schemas().list_resources;
        let (Some(filter), Some(identity)) = (schemas.get(self.name()), &object.identity) else {
            return;
        };
        let given = &self.example.list_filter;
        let nothing = ExampleSource::Hcl(String::new());
        let source = given.as_ref().unwrap_or(&nothing);
        let config = match self.kit.object(filter, source, self.example.at) {
            Ok(config) => config,
            Err(text) => {
                let text = format!("the filter of its list: {text}");
                return self.add_finding(Class::ExampleRefused, "", text);
            }
        };
        self.kit.guard(filter, &config);
        let found = self.kit.validate(filter, &config).await;
        if found.has_errors() {
            if given.is_some() {
                return self.failed(Class::ExampleRefused, "the filter of its list", &found);
            }
            let text = "its list takes a filter: give one with `list_filter`";
            return self.uncovered("", text);
        }
        self.kit.step("list");
        let Some(named) = self.listed(&config, false, MOST).await else {
            return;
        };
        self.kit.step("list with whole objects");
        let Some(whole) = self.listed(&config, true, MOST).await else {
            return;
        };
        let is_it = |event: &&ListEvent| event.identity.as_ref() == Some(identity);
        let (Some(_), Some(event)) = (named.iter().find(is_it), whole.iter().find(is_it)) else {
            if whole.len() < MOST as usize {
                let text = "the list does not have the object that was created";
                self.add_finding(Class::ListLeavesOut, "", text);
            }
            return;
        };
        let mut numbered = whole.iter().enumerate();
        let twice = numbered.find(|(count, event)| {
            let mut before = whole.iter().take(*count);
            before.any(|other| other.identity == event.identity)
        });
        if let Some((_, event)) = twice {
            let text = format!("{:?} is listed twice", event.display_name);
            self.add_finding(Class::ListsTwice, "", text);
        }
        self.compare_listed(event, object).await;
        self.imports_listed(&whole).await;
        if named.len() > 1 {
            self.kit.step("list with a limit");
            self.listed(&config, false, 1).await;
        }
    }

    /// The objects of a list; `None` if it failed, which is a finding.
    async fn listed(&self, config: &Value, whole: bool, limit: i64) -> Option<Vec<ListEvent>> {
        let mut listing = self.kit.instance.list_resource(ListRequest {
            type_name: self.schema.type_name.to_string(),
            config: config.clone(),
            include_object: whole,
            limit,
        });
        let all = async {
            let mut events = Vec::new();
            while let Some(event) = listing.next().await {
                events.push(event);
            }
            events
        };
        let mut events = self.kit.call(self.name(), "list", all).await;
        let mut said = Diagnostics::new();
        for event in &mut events {
            said.extend(std::mem::take(&mut event.diagnostics));
        }
        self.kit.record(self.name(), "list", &said);
        events.retain(|event| event.identity.is_some());
        for object in events.iter().filter_map(|event| event.object.as_ref()) {
            self.kit.guard(&self.schema, object);
        }
        if said.has_errors() {
            let class = match said.iter().any(is_without_identity) {
                true => Class::ListIdentityMissing,
                false => Class::ListFails,
            };
            self.add_finding(class, "", errors_text(&said));
            return None;
        }
        if limit == 1 {
            // Code that continues is told repeatedly that nobody is listening.
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            if listing.refused() > 1 {
                let text = "with all that was asked for found, the code went on to push objects";
                self.add_finding(Class::ListGoesOn, "", text);
            }
        }
        Some(events)
    }

    /// Checks that a listed object equals a read of the created one.
    async fn compare_listed(&self, event: &ListEvent, object: &StoredObject) {
        let (Ok(Some(read)), Some(listed)) = (self.read(object).await, &event.object) else {
            return;
        };
        let found = self.differences(&read.value, listed);
        self.add_differences(Class::ListDiffers, found, |_, here, there| {
            format!("read gives {here}; listed, it has {there}")
        });
    }

    /// Imports some of the listed objects by identity.
    async fn imports_listed(&mut self, events: &[ListEvent]) {
        self.kit.step("import of what was listed");
        for event in events.iter().take(IMPORTED) {
            let Some(identity) = &event.identity else {
                continue;
            };
            let by = ImportBy::Identity(identity.clone());
            let read = match self.import(by).await {
                Ok(imported) => self.read(&imported).await,
                Err(errors) => Err(errors),
            };
            let failed = match read {
                Err(errors) => Some(errors_text(&errors)),
                Ok(None) => Some("the read after the import finds nothing".to_owned()),
                Ok(Some(read)) if read.identity.as_ref() != Some(identity) => {
                    Some("the read after the import finds another identity".to_owned())
                }
                Ok(Some(_)) => None,
            };
            if let Some(text) = failed {
                let text = format!("{:?}: {text}", event.display_name);
                return self.add_finding(Class::ListedNotImported, "", text);
            }
            self.summary.imports += 1;
        }
    }
}
