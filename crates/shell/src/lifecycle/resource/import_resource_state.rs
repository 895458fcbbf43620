//! Importing an existing object.

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;

use super::conversion::put_off;
use crate::context::call_timeout;
use crate::lifecycle::identity;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindAnswer, BehindCall, BehindRequest, Imported};

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
            return answer.into_result(found);
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
        let code = move |cx, data| match by {
            ImportBy::Id(id) => resource.import(cx, id, data),
            ImportBy::Identity(_) => resource.import_identity(cx, data),
        };
        let (imported, warnings) = self.convert(&call, data, asked, code).await?;
        Ok((vec![imported], warnings))
    }
}
