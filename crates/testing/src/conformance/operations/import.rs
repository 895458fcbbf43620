//! What an import finds.

use schema_runtime::schema::Flags;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{ValueStep, absent, get, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{StoredObject, errors_text};
use crate::conformance::operations::example_run::ExampleRun;
use schema_shell::lifecycle::ImportBy;

impl ExampleRun<'_> {
    /// Imports the object, and compares it with the one that was created.
    pub(crate) async fn imports(&mut self, object: &StoredObject, config: &Value) {
        if self.kit.instance.refuses_import(&self.schema.type_name) {
            return;
        }
        self.kit.step("import");
        let Some(id) = self.import_id(object) else {
            return;
        };
        let imported = self.import(&id).await;
        let operation = format_args!("import of {id:?}");
        let Some(imported) = self.succeeded(Class::ImportFails, operation, imported) else {
            return;
        };
        let read = self.read(&imported).await;
        let operation = format_args!("read after the import of {id:?}");
        let Some(read) = self.succeeded(Class::ImportFails, operation, read) else {
            return;
        };
        let Some(read) = read else {
            let text = format!(
                "import of {id:?} succeeded, but the read after it says that there is no such \
                 object"
            );
            return self.add_finding(Class::ImportFails, "", text);
        };
        self.summary.imports += 1;
        self.compare_import(&read, object, config).await;
        self.import_without_write_only(&read, object, config).await;
        self.generates(&read, config).await;
    }

    /// Imports the object by its identity, and compares the identity that it then has.
    pub(crate) async fn imports_by_identity(&mut self, object: &StoredObject) {
        let Some(identity) = &object.identity else {
            return;
        };
        if self.kit.instance.refuses_import(&self.schema.type_name) {
            return;
        }
        self.import_with_less(identity).await;
        self.kit.step("import by the identity");
        let by = ImportBy::Identity(identity.clone());
        let found = |text: String| self.add_finding(Class::IdentityImport, "", text);
        let imported = match self.import(by).await {
            Ok(imported) => imported,
            Err(errors) => return found(errors_text(&errors)),
        };
        match self.read(&imported).await {
            Ok(Some(read)) if read.identity.as_ref() == Some(identity) => {
                self.summary.imports += 1;
                if object.id(&self.schema) != read.id(&self.schema) {
                    let text = "the object has another id when it was imported by its identity";
                    self.add_finding(Class::IdentityImport, "id", text);
                }
            }
            Ok(Some(_)) => found(
                "imported by its identity, the object has another one after the read".to_owned(),
            ),
            Ok(None) => found(
                "the import by its identity succeeded, but the read after it says that there is no such object"
                    .to_owned(),
            ),
            Err(errors) => self.failed(Class::IdentityImport, "read after the import", &errors),
        }
    }

    /// Omits optional parts of an identity, or passes them as empty strings: nothing may panic.
    async fn import_with_less(&self, identity: &Value) {
        let schemas = &self.kit.instance.schemas().identities;
        let (Some(schema), Value::Object(values)) = (schemas.get(self.name()), identity) else {
            return;
        };
        self.kit.step("import by a part of the identity");
        for (position, field) in schema.block().fields.iter().enumerate() {
            let text = values.get(position).and_then(Value::as_str);
            // Terraform itself requires the required parts.
            let null = (!field.is(Flags::REQUIRED)).then_some(Value::Null);
            for other in null.into_iter().chain(text.map(|_| Value::from(""))) {
                let identity = with(identity, &[ValueStep::Position(position)], other);
                if let Ok(imported) = self.import(ImportBy::Identity(identity)).await {
                    let _ = self.read(&imported).await;
                }
            }
        }
    }

    async fn compare_import(&self, imported: &StoredObject, object: &StoredObject, config: &Value) {
        // Equivalent values are not a difference: the plan shows which are.
        let plan = self.plan_once(imported, config).await;
        let operation = "the imported object cannot be planned";
        let Some(plan) = self.succeeded(Class::ImportDifference, operation, plan) else {
            return;
        };
        for difference in self.differences(&object.value, &imported.value) {
            let place = &difference.place;
            let configured = get(config, &place.steps).is_some_and(|value| !value.is_null());
            let planned = get(&plan.planned_state, &place.steps);
            let kept = planned == get(&imported.value, &place.steps);
            if place.is_version_of_write_only() || (configured && kept) {
                continue;
            }
            let (here, there) = difference.shown();
            let text = format!("the object has {here}; imported, it has {there}");
            let class = if place.field.default().is_some() && !configured {
                Class::DefaultDiffers
            } else if difference.right.is_null() || difference.right == absent(place.field) {
                Class::ImportGap
            } else {
                Class::ImportDifference
            };
            self.add_finding(class, &place.path, text);
        }
    }

    /// The import id that a user would write.
    fn import_id(&self, object: &StoredObject) -> Option<String> {
        if let Some(id) = &self.example.import_id {
            let data = self.data(object);
            let kit = self.kit;
            let made = kit.run(self.name(), "the example's `import_id`", || id(data));
            let made = made.inspect_err(|panic| {
                let text = format!("`import_id` panicked: {panic}");
                self.add_finding(Class::ExampleRefused, "", text);
            });
            return made.ok();
        }
        let id = schema_shell::import::id_of(&self.schema, self.example.pattern, &object.value);
        if id.is_none() {
            let text = "the state holds no import id: give one with `import_id`";
            self.uncovered("", text);
        }
        id
    }
}
