//! The old program's process: started when a call needs it, configured as ours was, and started
//! again after it ended.

use crate::error;
use crate::log::log;
use crate::message;
use crate::snapshot::Snapshot;
use crate::spec::Spec;
use bytes::Bytes;
use prost::Message as _;
use schema_client::{CallError, Plugin, Program, Provider, StartError, no_errors};
use schema_transport::proto::v6::{
    Diagnostic, configure_provider, stop_provider, validate_provider_config,
};
use schema_transport::{Forwarded, FrameSender};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tempfile::TempDir;

/// How often it may end before it is not started again.
const MAX_ENDS: u32 = 3;

/// How long it may take to answer a stop.
const STOP: Duration = Duration::from_secs(10);

/// A process of the old program for one configuration of the provider.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) spec: Arc<Spec>,
    settings: Mutex<Settings>,
    state: tokio::sync::Mutex<State>,
    /// The target of a stop, which must not wait for a start.
    running: Mutex<Option<Provider>>,
    /// How often it was asked to stop. A call that was waiting for the start then is not passed on.
    stops: AtomicU64,
    /// Its warnings about the settings, for the next answer that has room for them.
    warnings: Mutex<Vec<Diagnostic>>,
}

/// Terraform's requests with the provider's settings.
#[derive(Clone, Debug, Default)]
struct Settings {
    /// Grows with each configuration.
    number: u64,
    validate: Option<Bytes>,
    configure: Option<Bytes>,
}

#[derive(Debug, Default)]
struct State {
    running: Option<Running>,
    /// Why a start with these settings is not tried again.
    failed: Option<(u64, Vec<Diagnostic>)>,
    /// How often it was started, which is the number of the last process.
    starts: u32,
    /// How often it ended by itself.
    ends: u32,
    /// How it ended the last time.
    end: String,
    schemas: Option<Snapshot>,
}

#[derive(Debug)]
struct Running {
    plugin: Plugin,
    provider: Provider,
    number: u32,
    /// The number of the settings that it is configured with.
    settings: Option<u64>,
    /// The directory of its socket, which a killed process leaves behind. Removed after the process
    /// has ended.
    _sockets: TempDir,
}

/// The processes of all configurations that are still used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions(Arc<Mutex<Vec<Weak<Session>>>>);

impl Sessions {
    /// One more.
    pub(crate) fn another(&self, spec: Arc<Spec>) -> Arc<Session> {
        let session = Arc::new(Session::new(spec));
        let mut all = locked(&self.0);
        all.retain(|one| one.strong_count() > 0);
        all.push(Arc::downgrade(&session));
        session
    }

    /// Tells each process to stop its work, without waiting.
    pub(crate) fn stop_soon(&self) {
        for session in locked(&self.0).iter().filter_map(Weak::upgrade) {
            session.stop_soon();
        }
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No update under these locks is left half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    pub(crate) fn new(spec: Arc<Spec>) -> Self {
        Self {
            spec,
            settings: Mutex::default(),
            state: tokio::sync::Mutex::default(),
            running: Mutex::default(),
            stops: AtomicU64::new(0),
            warnings: Mutex::default(),
        }
    }

    /// Keeps the request for a process that starts later.
    pub(crate) fn keep_validation(&self, request: &Bytes) {
        let mut settings = locked(&self.settings);
        // A copy, since the request is a slice of the connection's buffer.
        settings.validate = Some(Bytes::copy_from_slice(request));
    }

    /// The same; a running process gets it before its next call.
    pub(crate) fn keep_configuration(&self, request: &Bytes) {
        let mut settings = locked(&self.settings);
        settings.number += 1;
        settings.configure = Some(Bytes::copy_from_slice(request));
    }

    /// Its schemas.
    pub(crate) async fn schemas(&self) -> Result<Snapshot, Vec<Diagnostic>> {
        if let Some(snapshot) = &self.spec.snapshot {
            return Ok(snapshot.clone());
        }
        let mut state = self.state.lock().await;
        if let Some(schemas) = &state.schemas {
            return Ok(schemas.clone());
        }
        self.start(&mut state).await?;
        let schemas = state.schemas.clone();
        schemas.ok_or_else(|| vec![error::no_schemas(&self.spec, "It was not asked.")])
    }

    /// Passes a call on.
    pub(crate) async fn pass(&self, call: &'static str, request: Bytes) -> Forwarded {
        let answered = match self.ready(call).await {
            Err(errors) => Err(errors),
            Ok((provider, process)) => match provider.pass(call, &request).await {
                Ok(message) => Ok(message),
                Err(error) => Err(vec![self.failure(process, call, &error).await]),
            },
        };
        let (message, mut diagnostics) = match answered {
            Ok(message) => (message, Vec::new()),
            Err(errors) => (unchanged(call, &request), errors),
        };
        // The answer of a function has no field for them.
        if call != "CallFunction" {
            diagnostics.append(&mut locked(&self.warnings));
        }
        Forwarded {
            message,
            diagnostics,
        }
    }

    /// Passes a call on whose answer is a stream; returns the diagnostics if it fails.
    pub(crate) async fn pass_stream(
        &self,
        call: &'static str,
        request: &Bytes,
        answer: &FrameSender,
    ) -> Vec<Diagnostic> {
        let (provider, process) = match self.ready(call).await {
            Ok(ready) => ready,
            Err(errors) => return errors,
        };
        match pass_messages(&provider, call, request, answer).await {
            Ok(()) => Vec::new(),
            Err(error) => vec![self.failure(process, call, &error).await],
        }
    }

    /// The diagnostics for a failed call. If the process no longer exists, the next call starts a
    /// new one.
    pub(crate) async fn failure(&self, process: u32, call: &str, error: &CallError) -> Diagnostic {
        let mut state = self.state.lock().await;
        self.failed(&mut state, process, call, error).await
    }

    async fn failed(
        &self,
        state: &mut State,
        process: u32,
        call: &str,
        error: &CallError,
    ) -> Diagnostic {
        if !error.is_broken() {
            return error::failed(&self.spec, call, error);
        }
        // Another call may have noticed it first.
        let gone = state.running.take_if(|running| running.number == process);
        if let Some(mut running) = gone {
            *locked(&self.running) = None;
            state.ends += 1;
            state.end = error.to_string();
            state.end = running.plugin.explain(error).await;
        }
        error::ended(&self.spec, call, &state.end, state.ends < MAX_ENDS)
    }

    /// Tells it to stop its work, if it runs.
    pub(crate) async fn stop(&self) -> Result<(), CallError> {
        self.stops.fetch_add(1, Ordering::SeqCst);
        let running = locked(&self.running).clone();
        match running {
            None => Ok(()),
            Some(provider) => Self::stop_process(&provider).await,
        }
    }

    async fn stop_process(provider: &Provider) -> Result<(), CallError> {
        let provider = provider.with_deadline(STOP);
        let answer = provider.stop_provider(&stop_provider::Request {}).await?;
        match answer.error.as_str() {
            "" => Ok(()),
            error => Err(CallError::Diagnosed(error.to_owned())),
        }
    }

    /// The same without waiting.
    pub(crate) fn stop_soon(&self) {
        self.stops.fetch_add(1, Ordering::SeqCst);
        let running = locked(&self.running).clone();
        // Outside a runtime, nothing is running.
        if let (Some(provider), Ok(runtime)) = (running, tokio::runtime::Handle::try_current()) {
            runtime.spawn(async move { Self::stop_process(&provider).await });
        }
    }

    /// Its process and the process's number; starts and configures it if necessary.
    pub(crate) async fn ready(&self, call: &str) -> Result<(Provider, u32), Vec<Diagnostic>> {
        let stops = self.stops.load(Ordering::SeqCst);
        let ready = self.configured(&mut *self.state.lock().await).await?;
        if self.stops.load(Ordering::SeqCst) != stops {
            return Err(vec![error::interrupted(&self.spec, call)]);
        }
        let (provider, process) = ready;
        Ok((provider.with_deadline(self.spec.limit(call)), process))
    }

    async fn configured(&self, state: &mut State) -> Result<(Provider, u32), Vec<Diagnostic>> {
        self.start(state).await?;
        let settings = locked(&self.settings).clone();
        let Some(running) = &mut state.running else {
            return Err(vec![error::no_schemas(&self.spec, "It does not run.")]);
        };
        let ready = (running.provider.clone(), running.number);
        if running.settings == Some(settings.number) {
            return Ok(ready);
        }
        let errors = match self.configure(&running.provider, &settings).await {
            Ok(told) if no_errors(&told).is_ok() => {
                running.settings = Some(settings.number);
                *locked(&self.warnings) = told;
                return Ok(ready);
            }
            Ok(told) => told,
            Err((call, error)) => {
                let told = vec![self.failed(state, ready.1, call, &error).await];
                if error.is_broken() {
                    return Err(told);
                }
                told
            }
        };
        // It ends here; other settings need a new process.
        *locked(&self.running) = None;
        state.running = None;
        state.failed = Some((settings.number, errors.clone()));
        Err(errors)
    }

    async fn start(&self, state: &mut State) -> Result<(), Vec<Diagnostic>> {
        let number = locked(&self.settings).number;
        if let Some((failed, errors)) = &state.failed
            && *failed == number
        {
            return Err(errors.clone());
        }
        if state.running.is_some() {
            return Ok(());
        }
        state.starts += 1;
        match self.started(state).await {
            Ok((running, schemas)) => {
                *locked(&self.running) = Some(running.provider.clone());
                state.running = Some(running);
                state.schemas = Some(schemas);
                Ok(())
            }
            Err(error) => {
                // Trying again would take as long for each call.
                state.failed = Some((number, vec![error.clone()]));
                Err(vec![error])
            }
        }
    }

    async fn started(&self, state: &State) -> Result<(Running, Snapshot), Diagnostic> {
        let spec = &*self.spec;
        if state.ends >= MAX_ENDS {
            return Err(error::ended_too_often(spec, state.ends));
        }
        let name = spec.name();
        tracing::debug!(old_program = %name, "starting the old program");
        let sockets = tempfile::tempdir()
            .map_err(|error| error::not_started(spec, &StartError::Here(error.to_string())))?;
        let program = Program::new(&spec.path)
            .handshake_timeout(spec.start)
            .envs(spec.variables.iter().map(|(name, value)| (name, value)))
            .env("PLUGIN_UNIX_SOCKET_DIR", sockets.path());
        let program = match std::env::current_dir() {
            // Relative paths in a configuration keep their meaning.
            Ok(directory) => program
                .directory(directory)
                .env("TMPDIR", std::env::temp_dir()),
            Err(_) => program,
        };
        let program = program.on_log(move |line| log(&name, &line));
        let connected = program.connect().await;
        let mut plugin = connected.map_err(|error| error::not_started(spec, &error))?;
        let client = plugin.provider().client().clone();
        let client = client.with_max_answer(spec.largest);
        let provider = Provider::new(client, plugin.provider().protocol());
        // Some programs must be asked for their schemas before anything else.
        let schemas = match Snapshot::ask(&provider.with_deadline(spec.start)).await {
            Ok(schemas) => schemas,
            Err(error) => return Err(error::no_schemas(spec, &plugin.explain(&error).await)),
        };
        let before = spec.snapshot.as_ref();
        let differing = before.map_or_else(Vec::new, |before| before.differences(&schemas));
        if !differing.is_empty() {
            return Err(error::other_schemas(spec, &differing));
        }
        let running = Running {
            provider: provider.with_deadline(spec.limit("ConfigureProvider")),
            plugin,
            number: state.starts,
            settings: None,
            _sockets: sockets,
        };
        Ok((running, schemas))
    }

    /// Configures it with the settings that ours got.
    async fn configure(
        &self,
        provider: &Provider,
        settings: &Settings,
    ) -> Result<Vec<Diagnostic>, (&'static str, CallError)> {
        let mut told = Vec::new();
        let validate = settings.validate.clone();
        if let Some(Ok(request)) = validate.map(validate_provider_config::Request::decode) {
            let answer = provider.validate_provider_config(&request).await;
            let answer = answer.map_err(|error| ("ValidateProviderConfig", error))?;
            told.extend(answer.diagnostics);
        }
        let configure = settings.configure.clone();
        if let Some(Ok(request)) = configure.map(configure_provider::Request::decode)
            && no_errors(&told).is_ok()
        {
            let answer = provider.configure_provider(&request).await;
            let answer = answer.map_err(|error| ("ConfigureProvider", error))?;
            told.extend(answer.diagnostics);
        }
        let named = |one| error::of_settings(&self.spec, one);
        Ok(told.into_iter().map(named).collect())
    }
}

/// Passes the messages of a stream on until Terraform abandons the call.
async fn pass_messages(
    provider: &Provider,
    call: &str,
    request: &Bytes,
    answer: &FrameSender,
) -> Result<(), CallError> {
    let mut messages = provider.pass_stream(call, request).await?;
    loop {
        let next = tokio::select! {
            next = messages.next_frame() => next?,
            () = answer.closed() => None,
        };
        let Some(frame) = next else {
            return Ok(());
        };
        // If nobody receives it, nobody receives the next one.
        if answer.send(frame).await.is_err() {
            return Ok(());
        }
    }
}

/// An absent object, in MessagePack.
const NULL: &[u8] = b"\xc0";

/// The answer beside an error. If an apply fails, Terraform saves the object in the answer: without
/// one, it would forget the existing object.
fn unchanged(call: &str, request: &Bytes) -> Bytes {
    let mut answer = Vec::new();
    if call == "ApplyResourceChange" {
        let prior = message::field(request, 2).unwrap_or_default();
        message::put(&mut answer, 1, &prior);
        if let Some(private) = message::field(request, 5) {
            message::put(&mut answer, 2, &private);
        }
        // An identity is planned once, when the object has none yet.
        if let Some(identity) = message::field(request, 7)
            && message::field(&prior, 1).is_some_and(|prior| prior != NULL)
        {
            message::put(&mut answer, 5, &identity);
        }
    }
    answer.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema_transport::proto::v6::apply_resource_change::{Request, Response};
    use schema_transport::proto::v6::{DynamicValue, ResourceIdentityData};

    #[test]
    fn a_failed_apply_keeps_what_there_was() {
        for (prior, known) in [(&b"abc"[..], true), (NULL, false)] {
            let identity = Some(ResourceIdentityData {
                identity_data: Some(DynamicValue::from_msgpack("i")),
            });
            let request = Request {
                prior_state: Some(DynamicValue::from_msgpack(prior)),
                planned_state: Some(DynamicValue::from_msgpack("def")),
                planned_private: "p".into(),
                planned_identity: identity.clone(),
                ..Request::default()
            };
            let answer = unchanged("ApplyResourceChange", &request.encode_to_vec().into());
            let expected = Response {
                new_state: request.prior_state,
                private: "p".into(),
                new_identity: identity.filter(|_| known),
                ..Response::default()
            };
            assert_eq!(Response::decode(answer).unwrap(), expected);
        }
        assert_eq!(unchanged("ReadResource", &Bytes::from_static(b"")), "");
    }
}
