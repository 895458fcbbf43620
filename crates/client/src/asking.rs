//! What callers share that only ask a program: a limit for its calls, all its schemas, and
//! [`Restarting`], which starts it again after it ended.

use crate::error::{CallError, StartError};
use crate::plugin::Plugin;
use crate::program::Program;
use crate::provider::{Provider, no_errors};
use schema_transport::proto::common::DynamicValue;
use schema_transport::proto::v6::get_provider_schema::Response as Schemas;
use schema_transport::proto::v6::get_resource_identity_schemas::Response as Identities;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

impl Provider {
    /// The same connection, whose calls may take this long.
    #[must_use]
    pub fn with_deadline(&self, time: Duration) -> Self {
        Self::new(self.client().clone().with_deadline(time), self.protocol())
    }

    /// All schemas, and those of identities.
    ///
    /// # Errors
    /// A call failed, or its answer has errors.
    pub async fn schemas(&self) -> Result<(Schemas, Identities), CallError> {
        let schemas = self.get_provider_schema(&Default::default()).await?;
        no_errors(&schemas.diagnostics)?;
        let identities = match self
            .get_resource_identity_schemas(&Default::default())
            .await
        {
            Ok(identities) => identities,
            // Programs older than identities lack this call.
            Err(error) if error.is_unimplemented() => Default::default(),
            Err(error) => return Err(error),
        };
        no_errors(&identities.diagnostics)?;
        Ok((schemas, identities))
    }
}

/// A program that is started when a call needs it, and again after it ended, for a caller outside
/// of the runtime.
#[derive(Debug)]
pub struct Restarting {
    runtime: Arc<Runtime>,
    program: Program,
    settings: Option<DynamicValue>,
    plugin: Option<Plugin>,
}

/// Why a call has no answer. The texts are those of [`Plugin::explain`].
#[derive(Debug)]
pub enum Unanswered {
    /// The program does not start.
    NotStarted(StartError),
    /// It does not take its settings.
    NotConfigured(CallError, String),
    /// The call failed, and whether the program was killed: then the call is not the cause.
    Failed(CallError, String, bool),
}

impl Restarting {
    /// A program, which `settings` configure, if there are any.
    #[must_use]
    pub fn new(runtime: Arc<Runtime>, program: Program, settings: Option<DynamicValue>) -> Self {
        Self {
            runtime,
            program,
            settings,
            plugin: None,
        }
    }

    /// Makes a call, which may take this long.
    ///
    /// # Errors
    /// There is no answer. After a broken connection, or no answer in time, the program has ended.
    pub fn call<T>(
        &mut self,
        time: Duration,
        call: impl AsyncFnOnce(&Provider) -> Result<T, CallError>,
    ) -> Result<T, Unanswered> {
        let runtime = Arc::clone(&self.runtime);
        // The connection needs it in order to close.
        let _inside = runtime.enter();
        let plugin = match &mut self.plugin {
            Some(plugin) => plugin,
            none => {
                let started = runtime.block_on(self.program.connect());
                let mut plugin = started.map_err(Unanswered::NotStarted)?;
                if self.settings.is_some() {
                    let provider = plugin.provider().with_deadline(time);
                    let configured = provider.configured_with(self.settings.clone());
                    if let Err(error) = runtime.block_on(configured) {
                        let text = runtime.block_on(plugin.explain(&error));
                        return Err(Unanswered::NotConfigured(error, text));
                    }
                }
                none.insert(plugin)
            }
        };
        let provider = plugin.provider().with_deadline(time);
        let error = match runtime.block_on(call(&provider)) {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        let killed = error.is_broken() && runtime.block_on(plugin.was_killed());
        let text = runtime.block_on(plugin.explain(&error));
        if matches!(error, CallError::Broken(_) | CallError::TimedOut(_)) {
            self.plugin = None;
        }
        Err(Unanswered::Failed(error, text, killed))
    }

    /// Ends the program; the next call starts it.
    pub fn stop(&mut self) {
        // The connection needs it in order to close.
        let _inside = self.runtime.enter();
        self.plugin = None;
    }
}

impl Drop for Restarting {
    fn drop(&mut self) {
        self.stop();
    }
}
