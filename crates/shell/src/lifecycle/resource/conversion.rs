//! Provider code that makes a state of something else: an import, an upgrade or a move.

use std::sync::Arc;

use schema_runtime::data::{DataCore, Operation, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::context::{Call, CallKind, Cx};
use crate::lifecycle::identity;
use crate::lifecycle::instance::Instance;
use crate::lifecycle::instance::behind::Imported;
use crate::lifecycle::instance::code_outcome::data_of;
use crate::untyped::{BoxFuture, Ended};

impl Instance {
    /// Runs it, and returns what it set; `asked` is the identity by which an object is imported.
    pub(crate) async fn convert(
        &self,
        call: &Arc<Call>,
        data: DataCore,
        asked: Option<Value>,
        code: impl FnOnce(Cx, DataCore) -> BoxFuture<Ended<DataCore>> + Send + 'static,
    ) -> Result<(Imported, Diagnostics), Diagnostics> {
        let imports = call.operation.kind == CallKind::Import;
        let mut diagnostics = Diagnostics::new();
        let settled = self.run_on_data(call, data, code).await?;
        let set = settled.identity.clone();
        let (state, mut private) = settled.conclude_all(call, &mut diagnostics)?;
        if !diagnostics.has_errors() && imports && self.is_put_off() {
            return Ok((put_off(&call.type_name), diagnostics));
        }
        if !diagnostics.has_errors() && state.is_null() {
            diagnostics.push(nothing_left(call));
        }
        let schema = self.inner.schemas.identities.get(&call.type_name);
        let identity = schema.and_then(|schema| {
            if imports {
                private.set(identity::IMPORTED, *b"1");
            }
            // The requested identity, if the object does not contain all of it before the read.
            let made = identity::of(schema, &state, set, asked.clone());
            made.or(asked.filter(|_| !state.is_null()))
        });
        let imported = Imported {
            type_name: call.type_name.clone(),
            state,
            private: self.stored(private.to_bytes()),
            identity,
        };
        diagnostics.into_result(imported)
    }
}

fn nothing_left(call: &Call) -> Diagnostic {
    let (what, detail) = match call.operation.kind {
        CallKind::Import => (
            "the import found nothing",
            "The provider's import returned without an error, but set no id. This is a bug in the \
             provider.",
        ),
        _ => (
            &*format!("{} left no id", call.operation),
            "A state without an id represents no object. This is a bug in the provider, or the \
             stored state is damaged.",
        ),
    };
    Diagnostic::error(format!("{}: {what}", call.type_name)).with_detail(detail)
}

/// An object about which nothing is known yet.
pub(super) fn put_off(type_name: &str) -> Imported {
    Imported {
        type_name: type_name.to_owned(),
        state: Value::UNKNOWN,
        ..Imported::default()
    }
}

/// Data that starts from an object.
pub(crate) fn data_from(schema: &Ref<Schema>, object: Value) -> DataCore {
    data_of(schema, Operation::Read, object, Private::default())
}
