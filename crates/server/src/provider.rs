//! [`ProviderServer`], and the common part of its calls.

use std::collections::BTreeMap;

use schema_runtime::diagnostics::Diagnostics;
use schema_shell::lifecycle::{DeferReason, Deferral, Instance};
use schema_transport::proto::WithDiagnostics;
use schema_transport::proto::v6::{
    ClientCapabilities, Deferred, Diagnostic, DynamicValue, Function, OnlyDiagnostics,
    ServerCapabilities, deferred,
};
use schema_transport::{MAX_MESSAGE, MemoryGuard};

use crate::convert::{decode, diagnostics_to_wire, is_error};
use crate::{signature, size};

/// Answers the plugin protocol's calls.
#[derive(Clone, Debug)]
pub struct ProviderServer {
    pub(crate) instance: Instance,
    /// Whether it answers one of several connections, and stopping it must not affect the others.
    pub(crate) one_of_many: bool,
    /// The largest answer.
    pub(crate) largest: usize,
    /// The memory budget of the call that it answers, if a client made the call.
    pub(crate) memory: Option<MemoryGuard>,
}

/// The capabilities of the server.
pub(crate) fn capabilities(provider: &ProviderServer) -> ServerCapabilities {
    let mut identities = provider.instance.schemas().identities.values();
    ServerCapabilities {
        // The plan of a destroy is needed only to pass delete an identity that the fields do not
        // contain.
        plan_destroy: identities.any(|identity| identity.positions.is_none()),
        get_provider_schema_optional: true,
        // A type that nothing can be moved to reports that itself.
        move_resource_state: true,
        generate_resource_config: true,
    }
}

/// The signatures of all functions.
pub(crate) fn functions(provider: &ProviderServer) -> BTreeMap<String, Function> {
    let functions = provider.instance.schemas().functions.iter();
    functions
        .map(|(name, function)| (name.clone(), signature::to_wire(function)))
        .collect()
}

/// The instance for a call that may be deferred.
pub(crate) fn deferring(instance: Instance, deferral: Option<&Deferral>) -> Instance {
    match deferral {
        Some(deferral) => instance.deferring(deferral),
        None => instance,
    }
}

/// Whether an answer is deferred; one with errors is not.
pub(crate) fn deferred(
    deferral: Option<&Deferral>,
    diagnostics: &[Diagnostic],
) -> Option<Deferred> {
    if diagnostics.iter().any(is_error) {
        return None;
    }
    let reason = match deferral?.reason()? {
        DeferReason::ResourceConfigUnknown => deferred::Reason::ResourceConfigUnknown,
        DeferReason::ProviderConfigUnknown => deferred::Reason::ProviderConfigUnknown,
        DeferReason::AbsentPrerequisite => deferred::Reason::AbsentPrereq,
        _ => deferred::Reason::Unknown,
    };
    let reason = reason.into();
    Some(Deferred { reason })
}

/// Adds the type of a call to the call's log lines.
pub(crate) fn log_type(type_name: &str) {
    tracing::Span::current().record("tf_resource_type", type_name);
}

impl ProviderServer {
    /// A server for this instance.
    #[must_use]
    pub fn new(instance: Instance) -> Self {
        ProviderServer {
            instance: instance.hiding_secrets(),
            one_of_many: false,
            largest: MAX_MESSAGE,
            memory: None,
        }
    }

    /// The schemas of the instance.
    #[must_use]
    pub fn schemas(&self) -> &schema_shell::lifecycle::Schemas {
        self.instance.schemas()
    }

    /// Limits answers to less than the protocol's maximum, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_largest_answer(mut self, largest: usize) -> Self {
        self.largest = largest;
        self
    }

    /// Answers a call about a type, which its log lines name, with the result of `call`; after an
    /// error, or if the result does not fit in a message, with `unchanged`.
    ///
    /// The call is boxed before it is awaited: otherwise each caller's future would contain all of
    /// it, twice.
    pub(crate) fn answer<A: WithDiagnostics + Clone + Default + Send>(
        &self,
        type_name: &str,
        unchanged: A,
        call: impl Future<Output = Result<A, Diagnostics>> + Send,
    ) -> impl Future<Output = A> + Send {
        let call = Box::pin(call);
        async move {
            log_type(type_name);
            self.fitted(type_name, unchanged, call.await)
        }
    }

    /// The same for a call that only returns diagnostics.
    pub(crate) async fn answer_told(
        &self,
        type_name: &str,
        call: impl Future<Output = Result<Diagnostics, Diagnostics>>,
    ) -> OnlyDiagnostics {
        log_type(type_name);
        let told = call.await.unwrap_or_else(|errors| errors);
        self.told(type_name, Default::default(), told)
    }

    /// `unchanged` with these diagnostics, which are cut if they do not fit.
    pub(crate) fn told<A: WithDiagnostics + Clone + Default>(
        &self,
        name: &str,
        unchanged: A,
        diagnostics: Diagnostics,
    ) -> A {
        let mut answer = unchanged.clone();
        *answer.diagnostics() = diagnostics_to_wire(diagnostics);
        size::or_else(self.largest, answer, name, unchanged)
    }

    /// The same for a call about the provider itself.
    pub(crate) async fn answer_of_provider<A: WithDiagnostics + Clone + Default>(
        &self,
        call: impl Future<Output = Result<A, Diagnostics>>,
    ) -> A {
        let name = &self.instance.schemas().provider.type_name;
        self.fitted(name, A::default(), call.await)
    }

    fn fitted<A: WithDiagnostics + Clone + Default>(
        &self,
        name: &str,
        unchanged: A,
        called: Result<A, Diagnostics>,
    ) -> A {
        match called {
            Ok(answer) => size::or_else(self.largest, answer, name, unchanged),
            Err(errors) => self.told(name, unchanged, errors),
        }
    }

    /// Stops the calls that this server is responsible for.
    pub(crate) fn stop_calls(&self) {
        if self.one_of_many {
            self.instance.stop_configuration();
        } else {
            self.instance.stop();
        }
    }

    /// Records that an answer is deferred, if the client allows that.
    pub(crate) fn deferral(client: Option<ClientCapabilities>) -> Option<Deferral> {
        let allowed = client.is_some_and(|client| client.deferral_allowed);
        allowed.then(Deferral::default)
    }

    /// The instance for the module whose `provider_meta` block came with a call.
    pub(crate) async fn in_module(
        &self,
        provider_meta: Option<DynamicValue>,
    ) -> Result<Instance, Diagnostics> {
        match &self.instance.schemas().provider_meta {
            None => Ok(self.instance.clone()),
            Some(schema) => {
                let what = "the module's provider_meta block";
                self.instance
                    .in_module(&decode(schema, what, provider_meta)?)
                    .await
            }
        }
    }
}
