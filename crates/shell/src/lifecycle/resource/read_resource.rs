//! Reading (refreshing) an object.

use std::sync::Arc;

use schema_runtime::data::Operation;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;

use super::missing_id;
use crate::context::{Progress, call_timeout};
use crate::lifecycle::identity;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::{BehindCall, BehindRequest};
use crate::lifecycle::instance::code_outcome::data_of;
use crate::lifecycle::private::PrivateData;
use crate::result::reported;

/// A request to refresh an object.
#[derive(Clone)]
pub struct ReadRequest {
    /// The resource's type.
    pub type_name: String,
    /// The prior state.
    pub current_state: Value,
    /// The private data kept with it.
    pub private: Vec<u8>,
    /// Its identity, if stored.
    pub current_identity: Option<Value>,
    /// Receives progress.
    pub progress: Option<Arc<dyn Progress>>,
}

/// A refreshed object.
#[derive(Clone, PartialEq)]
pub struct ReadResponse {
    /// The object's present state; null if it no longer exists. After an error, the prior state.
    pub new_state: Value,
    /// The private data to keep with it.
    pub private: Vec<u8>,
    /// Its identity, if its type has one. After an error, the prior one.
    pub new_identity: Option<Value>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// Reads the present state of an object. An error changes nothing.
    pub async fn read_resource(&self, request: ReadRequest) -> ReadResponse {
        if let Some(behind) = self.behind(SchemaKind::Resource, &request.type_name) {
            let asked = BehindRequest {
                prior_state: request.current_state,
                private: request.private,
                identity: request.current_identity,
                provider_meta: self.provider_meta.clone(),
                ..BehindRequest::new(BehindCall::Read, &request.type_name)
            };
            let answer = behind.ask(asked).await;
            return ReadResponse {
                new_state: answer.object.state,
                private: answer.object.private,
                new_identity: answer.object.identity,
                diagnostics: answer.diagnostics,
            };
        }
        let mut response = ReadResponse {
            new_state: request.current_state,
            private: request.private,
            new_identity: request.current_identity,
            diagnostics: Diagnostics::new(),
        };
        let entry = match self.resource_entry(&request.type_name) {
            Ok(entry) => entry,
            Err(error) => {
                response.diagnostics.push(error);
                return response;
            }
        };
        if !matches!(response.new_state, Value::Object(_)) {
            return response;
        }
        let (resource, identity_schema) = (entry.code.clone(), entry.identity.clone());
        let schema = resource.schema();
        if missing_id::is_missing(&schema, &response.new_state) {
            response.new_state = Value::Null;
            response.new_identity = None;
            let warning = missing_id::warning(&schema, "It is treated as gone.");
            response.diagnostics.push(warning);
            return response;
        }
        if self.waits_for_settings() {
            return response;
        }
        let mut kept = PrivateData::read(&response.private);
        let just_imported = kept.take(identity::IMPORTED);
        let object = response.new_state.clone();
        let data = data_of(&schema, Operation::Read, object, kept.provider.clone())
            .with_identity(response.new_identity.clone());
        let timeout = call_timeout::of(&schema, &response.new_state, "read");
        let name = &schema.type_name;
        let call = self.call_reporting(name, Operation::Read, timeout, request.progress);
        call.about(&schema, &response.new_state);
        let read = move |cx, data| resource.read(cx, data);
        let told = &mut response.diagnostics;
        let settled = reported(self.run_on_data(&call, data, read).await, told);
        let ended = settled.and_then(|settled| {
            let set = settled.identity.clone();
            Some((settled.conclude(&call, told)?, set))
        });
        // A deferred object stays unchanged.
        if let Some(((new_state, private), set)) = ended
            && !self.is_put_off()
        {
            let mut wrong = Diagnostics::new();
            let new_identity = identity_schema.and_then(|schema| {
                let before = response.new_identity.clone();
                let found = &mut wrong;
                identity::after(
                    &schema,
                    "read",
                    &new_state,
                    set,
                    before,
                    just_imported,
                    found,
                )
            });
            if wrong.has_errors() && self.keeps_identities() {
                response.diagnostics.extend(wrong);
                return response;
            }
            response.new_identity = new_identity;
            response.new_state = new_state;
            response.private = self.stored(kept.with(&private).to_bytes());
        }
        response
    }
}
