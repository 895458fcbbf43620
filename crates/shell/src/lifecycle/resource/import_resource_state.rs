//! Importing an existing object.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;

use crate::context::{Cx, call_timeout};
use crate::lifecycle::identity;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindAnswer, BehindCall, BehindObject, BehindRequest};
use crate::lifecycle::instance::code_outcome::CodeOutcome;

/// An imported object.
#[derive(Clone, PartialEq)]
pub struct Imported {
    /// Its type.
    pub type_name: String,
    /// The state from which a read starts.
    pub state: Value,
    /// The private data kept with it.
    pub private: Vec<u8>,
    /// Its identity, as far as it is known before the read.
    pub identity: Option<Value>,
}

impl From<BehindObject> for Imported {
    fn from(object: BehindObject) -> Self {
        Imported {
            type_name: object.type_name,
            state: object.state,
            private: object.private,
            identity: object.identity,
        }
    }
}

/// How to find an object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ImportBy {
    /// A string that the user wrote.
    Id(String),
    /// The object's identity, an object of the identity's block.
    Identity(Value),
}

impl From<&str> for ImportBy {
    fn from(id: &str) -> Self {
        ImportBy::Id(id.to_owned())
    }
}

impl From<&String> for ImportBy {
    fn from(id: &String) -> Self {
        ImportBy::Id(id.clone())
    }
}

impl From<String> for ImportBy {
    fn from(id: String) -> Self {
        ImportBy::Id(id)
    }
}

impl Instance {
    /// Finds an existing object by what the user wrote as its id, or by its identity. A read must
    /// follow: until then the object is only enough to start one.
    ///
    /// # Errors
    /// The type is unknown, the identity lacks required values, or provider code failed.
    pub async fn import_resource_state(
        &self,
        type_name: &str,
        by: impl Into<ImportBy>,
    ) -> Result<(Vec<Imported>, Diagnostics), Diagnostics> {
        if let Some(behind) = self.behind(SchemaKind::Resource, type_name) {
            let (id, identity) = match by.into() {
                ImportBy::Id(id) => (id, None),
                ImportBy::Identity(identity) => (String::new(), Some(identity)),
            };
            let asked = BehindRequest {
                identity,
                ..BehindRequest::new(BehindCall::Import { id }, type_name)
            };
            let answer = behind.ask(asked).await;
            let found = |answer: &mut BehindAnswer| std::mem::take(&mut answer.imported);
            let (found, warnings) = answer.into_result(found)?;
            return Ok((found.into_iter().map(Imported::from).collect(), warnings));
        }
        let entry = self.resource_entry(type_name)?;
        let (resource, identity_schema) = (entry.code.clone(), entry.identity.clone());
        let schema = resource.schema();
        if resource.refuses_import() {
            return Err(Diagnostic::error(format!("{type_name} cannot be imported"))
                .with_detail("The provider does not support imports of this type.")
                .into());
        }
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
        let by = by.into();
        let asked = match &by {
            ImportBy::Id(_) => None,
            ImportBy::Identity(identity) => Some(identity.clone()),
        };
        match (&identity_schema, &asked) {
            (Some(identity), Some(asked)) => identity::check_asked(identity, &schema, asked)?,
            (None, Some(_)) => {
                return Err(Diagnostic::error(format!(
                    "{type_name} cannot be imported by an identity"
                ))
                .with_detail("The provider defines no identity for this type. Import it by its id.")
                .into());
            }
            (_, None) => {}
        }
        let mut data = data.with_identity(asked.clone());
        if let (Some(identity_schema), Some(_)) = (&identity_schema, &asked) {
            identity::fill(identity_schema, &schema, &mut data);
        }
        let timeout = call_timeout::of(&schema, &Value::Null, "read");
        let call = self.call(type_name, Operation::Import, timeout);
        let cx = Cx::of(Arc::clone(&call));
        let provider_code = async move {
            let data = cx.watched(data);
            let (data, result) = match by {
                ImportBy::Id(id) => resource.import(cx, id, data).await,
                ImportBy::Identity(_) => resource.import_identity(cx, data).await,
            };
            CodeOutcome::of(data, result)
        };
        let mut diagnostics = Diagnostics::new();
        let settled = self.run_or_error(&call, provider_code).await?;
        let set = settled.identity();
        let (state, mut private) = settled.conclude_all(&call, &mut diagnostics)?;
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
        let identity = identity_schema.and_then(|schema| {
            private.set(identity::IMPORTED, *b"1");
            // The requested identity, if the object does not contain all of it before the read.
            let made = identity::of(&schema, &state, set.clone(), asked.clone());
            made.or(asked.filter(|_| !state.is_null()))
        });
        let imported = Imported {
            type_name: type_name.to_owned(),
            state,
            private: self.stored(private.to_bytes()),
            identity,
        };
        diagnostics.into_result(vec![imported])
    }
}

/// An object about which nothing is known yet.
fn put_off(type_name: &str) -> Imported {
    Imported {
        type_name: type_name.to_owned(),
        state: Value::UNKNOWN,
        identity: None,
        private: Vec::new(),
    }
}
