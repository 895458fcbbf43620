//! What an import finds.

use schema_runtime::schema::Flags;
use schema_runtime::value::Value;

use crate::conformance::examples::fields::{absent, differences, get};
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
        let imported = self.kit.import(&self.schema, &id).await;
        let Some(imported) = self.succeeded(
            Class::ImportFails,
            format_args!("import of {id:?}"),
            imported,
        ) else {
            return;
        };
        let read = match self.read(&imported).await {
            Ok(Some(read)) => read,
            Ok(None) => {
                let text = format!(
                    "import of {id:?} succeeded, but the read after it says that there is no such \
                     object"
                );
                self.add_finding(Class::ImportFails, "", text);
                return;
            }
            Err(errors) => {
                self.failed(
                    Class::ImportFails,
                    format_args!("read after the import of {id:?}"),
                    &errors,
                );
                return;
            }
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
        let imported = match self.kit.import(&self.schema, by).await {
            Ok(imported) => imported,
            Err(errors) => {
                self.add_finding(Class::IdentityImport, "", errors_text(&errors));
                return;
            }
        };
        match self.read(&imported).await {
            Ok(Some(read)) if read.identity.as_ref() == Some(identity) => {
                self.summary.imports += 1;
                let id = self.schema.id_index();
                let id_of = |object: &StoredObject| {
                    let values = object.value.as_object()?;
                    values.get(id?)?.as_str().map(str::to_owned)
                };
                if id_of(object) != id_of(&read) {
                    let text = "the object has another id when it was imported by its identity";
                    self.add_finding(Class::IdentityImport, "id", text);
                }
            }
            Ok(Some(_)) => {
                let text = "imported by its identity, the object has another one after the read";
                self.add_finding(Class::IdentityImport, "", text);
            }
            Ok(None) => {
                let text = "the import by its identity succeeded, but the read after it says that there is no such object";
                self.add_finding(Class::IdentityImport, "", text);
            }
            Err(errors) => {
                self.failed(Class::IdentityImport, "read after the import", &errors);
            }
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
            let mut others = vec![Value::Null];
            if values
                .get(position)
                .is_some_and(|value| value.as_str().is_some())
            {
                others.push(Value::from(""));
            }
            // Terraform itself requires the required parts.
            for other in others
                .into_iter()
                .skip(usize::from(field.is(Flags::REQUIRED)))
            {
                let mut values = values.clone();
                if let Some(place) = values.get_mut(position) {
                    *place = other;
                }
                let by = ImportBy::Identity(Value::Object(values));
                if let Ok(imported) = self.kit.import(&self.schema, by).await {
                    let _ = self.read(&imported).await;
                }
            }
        }
    }

    async fn compare_import(&self, imported: &StoredObject, object: &StoredObject, config: &Value) {
        let block = &self.schema.block;
        // Equivalent values are not a difference: the plan shows which are.
        let planned = match self.plan_once(imported, config).await {
            Ok(plan) => plan.planned_state,
            Err(errors) => {
                self.failed(
                    Class::ImportDifference,
                    "the imported object cannot be planned",
                    &errors,
                );
                return;
            }
        };
        for difference in differences(block, &object.value, &imported.value) {
            let place = &difference.place;
            let configured = get(config, &place.steps).is_some_and(|value| !value.is_null());
            let kept = get(&planned, &place.steps) == get(&imported.value, &place.steps);
            let version = place.is_version_of_write_only(block);
            if place.volatile || version || (configured && kept) {
                continue;
            }
            let path = place.path.to_string();
            let (here, there) = difference.shown();
            let text = format!("the object has {here}; imported, it has {there}");
            let class = if place.field.default().is_some() && !configured {
                Class::DefaultDiffers
            } else if difference.right.is_null() || difference.right == absent(place.field) {
                Class::ImportGap
            } else {
                Class::ImportDifference
            };
            self.add_finding(class, &path, text);
        }
    }

    /// The import id that a user would write.
    fn import_id(&self, object: &StoredObject) -> Option<String> {
        if let Some(id) = &self.example.import_id {
            let data = self.data(object);
            let made = self
                .kit
                .run(self.name(), "the example's `import_id`", || id(data));
            return made
                .inspect_err(|panic| {
                    let text = format!("`import_id` panicked: {panic}");
                    self.add_finding(Class::ExampleRefused, "", text);
                })
                .ok();
        }
        let id = schema_shell::import::id_of(&self.schema, self.example.pattern, &object.value);
        if id.is_none() {
            self.uncovered(
                "",
                "the state holds no import id: give one with `import_id`",
            );
        }
        id
    }
}
