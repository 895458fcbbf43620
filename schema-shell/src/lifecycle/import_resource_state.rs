//! Taking over an existing object.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::value::Value;

use super::author_outcome::AuthorOutcome;
use super::instance::Instance;
use crate::context::Cx;
use crate::timeouts;

/// An object that was taken over.
#[derive(Clone, PartialEq)]
pub struct Imported {
    /// Its type.
    pub type_name: String,
    /// What a read starts from.
    pub state: Value,
    /// What is kept with it.
    pub private: Vec<u8>,
}

impl Instance {
    /// Finds an existing object by what the user wrote as its id. A read must follow: until then
    /// the object is only enough to start one.
    ///
    /// # Errors
    /// The type is unknown, or author code failed.
    pub async fn import_resource_state(
        &self,
        type_name: &str,
        id: &str,
    ) -> Result<(Vec<Imported>, Diagnostics), Diagnostics> {
        let resource = self.resource(type_name)?.clone();
        let schema = resource.schema();
        if self.waits_for_settings() {
            return Ok((vec![put_off(type_name)], Diagnostics::new()));
        }
        let data = DataCore::new(
            schema.clone(),
            Operation::Import,
            Value::Null,
            schema.block.empty_object(),
            Value::Null,
            Private::default(),
        );
        let timeout = timeouts::of(&schema, &Value::Null, "read");
        let call = self.call(type_name, "import", timeout, None);
        let cx = Cx::of(Arc::clone(&call));
        let id = id.to_owned();
        let author = async move {
            let (data, result) = resource.import(cx, id, data).await;
            AuthorOutcome::of(data, result)
        };
        let mut diagnostics = Diagnostics::new();
        let settled = match self.run(&call, author).await {
            Ok(settled) => settled,
            Err(failure) => return Err(failure.diagnostic(&call).into()),
        };
        let (state, private) = settled.conclude_all(&call, &mut diagnostics)?;
        if !diagnostics.has_errors() && self.is_put_off() {
            return Ok((vec![put_off(type_name)], diagnostics));
        }
        if !diagnostics.has_errors() && state.is_null() {
            diagnostics.push(
                Diagnostic::error(format!("{type_name}: the import found nothing")).with_detail(
                    "The provider's import returned without an error, but set no id. This is a \
                     bug in the provider.",
                ),
            );
        }
        let imported = Imported {
            type_name: type_name.to_owned(),
            state,
            private: private.to_bytes(),
        };
        diagnostics.into_result(vec![imported])
    }
}

/// An object of which nothing is known yet.
fn put_off(type_name: &str) -> Imported {
    Imported {
        type_name: type_name.to_owned(),
        state: Value::UNKNOWN,
        private: Vec::new(),
    }
}
