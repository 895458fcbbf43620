//! [`Behind`]: answers for types that have no code here, in the process of this instance.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use tokio::sync::mpsc;

use super::Instance;
use super::schemas::Schemas;
use crate::context::{ListEvent, Progress};
use crate::state::{MovedState, RawState};

/// Answers for types of which an [`Instance`] has a schema but no code: the program that the
/// provider is ported from.
pub trait Behind: Send + Sync {
    /// Whether it answers for this type, and not the provider's own code.
    fn answers(&self, kind: SchemaKind, type_name: &str) -> bool;

    /// Answers a call.
    fn ask(&self, request: BehindRequest) -> Pin<Box<dyn Future<Output = BehindAnswer> + Send>>;

    /// Keeps the provider's settings as they are validated, for the first call.
    fn validate_settings(&self, config: &Value);

    /// Keeps the provider's settings, with the version of Terraform, for the next call.
    fn configure(&self, config: &Value, terraform_version: &str);

    /// The same for a different configuration of the provider.
    fn another(&self) -> Arc<dyn Behind>;

    /// Asks running calls to end: those of all configurations, or of this one.
    fn stop(&self, all: bool);

    /// Private data of the provider's own code, in a form that the old program reads too.
    fn readable(&self, private: Vec<u8>) -> Vec<u8>;
}

/// Which call it is, with the data that only this call has.
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub enum BehindCall {
    Validate(SchemaKind),
    UpgradeState {
        version: i64,
        state: RawState,
    },
    UpgradeIdentity {
        version: i64,
        stored: Option<RawState>,
    },
    Read,
    Plan,
    Apply,
    Import {
        id: String,
    },
    Move(Box<MovedState>),
    ReadDataSource,
    Open,
    Renew,
    Close,
    List {
        include_object: bool,
        limit: i64,
        found: mpsc::Sender<ListEvent>,
    },
    PlanAction,
    Invoke(Option<Arc<dyn Progress>>),
    Function(Vec<Value>),
}

/// A request. Parts that the call does not have are null.
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub struct BehindRequest {
    pub call: BehindCall,
    pub type_name: String,
    pub prior_state: Value,
    pub planned_state: Value,
    pub config: Value,
    pub private: Vec<u8>,
    pub identity: Option<Value>,
    pub provider_meta: Option<Arc<Value>>,
}

impl BehindRequest {
    pub(crate) fn new(call: BehindCall, type_name: &str) -> Self {
        Self {
            call,
            type_name: type_name.to_owned(),
            prior_state: Value::Null,
            planned_state: Value::Null,
            config: Value::Null,
            private: Vec::new(),
            identity: None,
            provider_meta: None,
        }
    }

    /// A request about a configuration.
    pub(crate) fn of(call: BehindCall, type_name: &str, config: Value) -> Self {
        Self {
            config,
            ..Self::new(call, type_name)
        }
    }
}

/// An imported object.
// And, as `BehindObject`, any object in the answer of a program behind.
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

impl Default for Imported {
    fn default() -> Self {
        Self {
            type_name: String::new(),
            state: Value::Null,
            private: Vec::new(),
            identity: None,
        }
    }
}

/// An answer. Parts that the call does not have are empty.
#[derive(Clone, Default)]
#[allow(missing_docs, reason = "the names are those of the protocol")]
pub struct BehindAnswer {
    pub object: Imported,
    /// The result of an import.
    pub imported: Vec<Imported>,
    pub requires_replace: Vec<Path>,
    pub legacy_type_system: bool,
    pub renew_at: Option<SystemTime>,
    /// The argument of a function at fault.
    pub argument: Option<usize>,
    pub diagnostics: Diagnostics,
}

impl BehindAnswer {
    /// The result with its warnings, or the errors.
    pub(crate) fn into_result<T>(
        mut self,
        of: impl FnOnce(&mut Self) -> T,
    ) -> Result<(T, Diagnostics), Diagnostics> {
        let value = of(&mut self);
        self.diagnostics.into_result(value)
    }

    /// The object's state.
    pub(crate) fn take_state(&mut self) -> Value {
        std::mem::replace(&mut self.object.state, Value::Null)
    }
}

impl From<Diagnostic> for BehindAnswer {
    fn from(error: Diagnostic) -> Self {
        Self {
            diagnostics: error.into(),
            ..Self::default()
        }
    }
}

impl Instance {
    /// The same instance with this behind it, and the schemas of both. Earlier clones keep theirs.
    #[doc(hidden)]
    #[must_use]
    pub fn with_behind(mut self, behind: Arc<dyn Behind>, schemas: Schemas) -> Self {
        self.behind = Some((behind, Arc::new(schemas)));
        self
    }

    /// Asks the program behind to stop, if there is one.
    pub(crate) fn stop_behind(&self, all: bool) {
        if let Some((behind, _)) = &self.behind {
            behind.stop(all);
        }
    }

    /// The program that answers for this type, if the provider's own code does not.
    pub(crate) fn behind(&self, kind: SchemaKind, type_name: &str) -> Option<&Arc<dyn Behind>> {
        let (behind, _) = self.behind.as_ref()?;
        behind.answers(kind, type_name).then_some(behind)
    }

    /// Private data in the form that is stored.
    pub(crate) fn stored(&self, private: Vec<u8>) -> Vec<u8> {
        match &self.behind {
            Some((behind, _)) => behind.readable(private),
            None => private,
        }
    }
}
