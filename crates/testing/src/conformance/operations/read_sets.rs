//! The fields that read sets.

use schema_runtime::schema::Kind;
use schema_runtime::value::Value;

use crate::conformance::examples::candidates::candidates;
use crate::conformance::examples::fields::{FieldPlace, absent, field_places, get, with};
use crate::conformance::findings::class::Class;
use crate::conformance::kit::StoredObject;
use crate::conformance::operations::example_run::ExampleRun;

impl ExampleRun<'_> {
    /// Removes each field from the state, and checks whether read restores it.
    pub(crate) async fn read_sets(&mut self, object: &StoredObject) {
        self.kit.step("read with each field taken out of the state");
        let schema = self.schema.clone();
        let mut missing: Vec<String> = Vec::new();
        for place in field_places(&schema.block, &object.value) {
            let path = place.path.to_string();
            let within = missing.iter().any(|outer| {
                path.starts_with(&format!("{outer}.")) || path.starts_with(&format!("{outer}["))
            });
            if within || place.in_set || place.is_held_by_none() {
                continue;
            }
            if let Some(present) = get(&object.value, &place.steps)
                && !present.is_null()
                && !present.is_zero()
                && self.read_leaves(object, &place, present).await
            {
                let text = "with another value in the state, read leaves that value there";
                self.add_finding(Class::ReadNeverSets, &path, text);
                missing.push(path);
            }
        }
    }

    /// Whether read returns whatever the state has.
    async fn read_leaves(
        &self,
        object: &StoredObject,
        place: &FieldPlace<'_>,
        present: &Value,
    ) -> bool {
        let nothing = absent(place.field);
        let other = match place.field.kind {
            Kind::Attribute { .. } => candidates(place.field, present).into_iter().next(),
            _ => None,
        };
        let mut left = false;
        // Some reads set a field only if there is a value to compare with, so both are tried.
        for wrong in std::iter::once(nothing).chain(other) {
            let state = StoredObject {
                value: with(&object.value, &place.steps, wrong.clone()),
                private: object.private.clone(),
                // The identity may consist of this very field.
                identity: None,
            };
            match self.read(&state).await {
                Ok(Some(read)) if get(&read.value, &place.steps) == Some(&wrong) => left = true,
                // Without it, read may find nothing: the field serves to find the object.
                Ok(_) => return false,
                Err(_) => {}
            }
        }
        left
    }
}
