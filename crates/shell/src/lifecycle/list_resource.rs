//! Listing the objects of a type.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use schema_runtime::data::DataCore;
use schema_runtime::diagnostics::{Diagnostic, DiagnosticKind, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{IdentitySchema, Schema, SchemaKind};
use schema_runtime::value::Value;
use tokio::sync::mpsc;

use super::instance::Instance;
use super::instance::behind::{Behind, BehindCall, BehindRequest};
use crate::context::{CallKind, ListEvent, ListSinkCore, call_timeout};
use crate::lifecycle::identity;
use crate::result::Result;

/// A request to list objects.
#[derive(Clone)]
pub struct ListRequest {
    /// The listed resources' type.
    pub type_name: String,
    /// The block's `config`: an object of the list resource's schema, fully known.
    pub config: Value,
    /// Whether whole objects are requested.
    pub include_object: bool,
    /// The maximum number of objects.
    pub limit: i64,
}

/// A running list: its events come from [`next`](Self::next), at the caller's pace. Dropping it
/// asks provider code to end, as Terraform does when it has enough.
pub struct Listing {
    events: mpsc::Receiver<ListEvent>,
    /// The provider code, until it has ended; its last diagnostics.
    provider_code: Option<Pin<Box<dyn Future<Output = Diagnostics> + Send>>>,
    last: Option<Diagnostics>,
    remaining: usize,
    refused: Arc<AtomicUsize>,
}

schema_runtime::__debug!(Listing, |it| remaining = it.remaining);

impl Listing {
    fn new(
        events: mpsc::Receiver<ListEvent>,
        provider_code: Option<Pin<Box<dyn Future<Output = Diagnostics> + Send>>>,
        remaining: usize,
    ) -> Self {
        Listing {
            events,
            provider_code,
            last: None,
            remaining,
            refused: Arc::default(),
        }
    }

    /// Only errors.
    fn failed(errors: Diagnostics) -> Self {
        Listing {
            last: Some(errors),
            ..Listing::new(mpsc::channel(1).1, None, 1)
        }
    }

    /// The next object or diagnostics; `None` at the end.
    pub async fn next(&mut self) -> Option<ListEvent> {
        if self.remaining == 0 {
            self.end();
            return None;
        }
        let event = loop {
            let Some(provider_code) = &mut self.provider_code else {
                break self.events.recv().await;
            };
            tokio::select! {
                biased;
                event = self.events.recv() => match event {
                    Some(event) => break Some(event),
                    // The sender was dropped with the provider developer's future, which has ended
                    // or is about to.
                    None => {
                        self.last = Some(provider_code.await);
                        self.provider_code = None;
                    }
                },
                last = &mut *provider_code => {
                    self.last = Some(last);
                    self.provider_code = None;
                }
            }
        };
        let event = event.or_else(|| {
            let diagnostics = self.last.take()?;
            (!diagnostics.is_empty()).then(|| ListEvent {
                diagnostics,
                ..ListEvent::default()
            })
        });
        match &event {
            Some(event) if event.diagnostics.has_errors() => self.remaining = 0,
            Some(event) if event.identity.is_some() => self.remaining -= 1,
            Some(_) => {}
            None => self.remaining = 0,
        }
        if self.remaining == 0 {
            self.end();
        }
        event
    }

    /// How many objects provider code has pushed so far that nobody wants any more.
    #[doc(hidden)]
    #[must_use]
    pub fn refused(&self) -> usize {
        self.refused.load(Ordering::SeqCst)
    }

    /// Waits for something else while the list continues, so that its time passes.
    pub async fn meanwhile<T>(&mut self, other: impl Future<Output = T>) -> T {
        let mut other = std::pin::pin!(other);
        if let Some(provider_code) = &mut self.provider_code {
            tokio::select! {
                biased;
                output = &mut other => return output,
                last = provider_code => {
                    self.last = Some(last);
                    self.provider_code = None;
                }
            }
        }
        other.await
    }

    /// Asks provider code to end; its diagnostics are discarded.
    fn end(&mut self) {
        self.events.close();
        self.provider_code = None;
        self.last = None;
    }
}

const NO_IDENTITY: DiagnosticKind = DiagnosticKind::new("listed without identity");

/// Whether this is the error of a listed object without identity.
#[doc(hidden)]
#[must_use]
pub fn is_without_identity(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_kind(NO_IDENTITY)
}

impl Instance {
    /// Starts to list the objects of a type. The configuration must be fully known.
    ///
    /// The list ends after an event with an error, and after as many objects as were requested.
    pub fn list_resource(&self, request: ListRequest) -> Listing {
        self.listing(request).unwrap_or_else(Listing::failed)
    }

    /// A list by the program behind.
    fn listed_behind(behind: &Arc<dyn Behind>, request: ListRequest) -> Listing {
        let (found, events) = mpsc::channel(1);
        let call = BehindCall::List {
            include_object: request.include_object,
            limit: request.limit,
            found,
        };
        let asked = BehindRequest::of(call, &request.type_name, request.config);
        let answer = behind.ask(asked);
        let answer = Box::pin(async move { answer.await.diagnostics });
        let remaining = usize::try_from(request.limit).unwrap_or(0);
        Listing::new(events, Some(answer), remaining)
    }

    fn listing(&self, request: ListRequest) -> Result<Listing> {
        if let Some(behind) = self.behind(SchemaKind::List, &request.type_name) {
            return Ok(Self::listed_behind(behind, request));
        }
        let refused =
            |what: String, why: &str| Err(Diagnostic::error(what).with_detail(why).into());
        let name = request.type_name.as_str();
        let code = self.list_resource_entry(name)?.code.clone();
        let entry = self.resource_entry(name)?;
        let resource = entry.code.schema();
        let Some(identity) = entry.identity.clone() else {
            let why = "The provider defines no identity for this type.";
            return refused(format!("{name} cannot be listed"), why);
        };
        let Ok(limit) = usize::try_from(request.limit) else {
            let why = format!("A list of at most {} objects was asked for.", request.limit);
            return refused(format!("{name}: the limit must not be negative"), &why);
        };
        let config = request.config;
        if !matches!(config, Value::Object(_)) {
            let why = "An object is expected, in which everything may be null.";
            return refused(format!("{name}: the list has no configuration"), why);
        }
        if !config.is_wholly_known() {
            let why = "A list is made when all of its arguments are known.";
            return refused(format!("{name}: the configuration is not known yet"), why);
        }
        let (sender, events) = mpsc::channel(1);
        if limit == 0 {
            return Ok(Listing::new(events, None, 0));
        }
        let schema = code.schema();
        let timeout = call_timeout::of(&schema, &config, "list");
        let call = self.call(name, CallKind::List, timeout);
        let objects = request.include_object;
        let refused = Arc::<AtomicUsize>::default();
        let found = ListSinkCore {
            take: {
                let resource = resource.clone();
                Arc::new(move |data, display_name| {
                    taken(&resource, &identity, objects, &data, display_name)
                })
            },
            resource,
            call: Arc::clone(&call),
            objects,
            remaining: limit,
            refused: Arc::clone(&refused),
            sender,
        };
        let instance = self.clone();
        let provider_code = async move {
            let mut diagnostics = Diagnostics::new();
            let list = move |cx, filled| code.list(cx, filled, found);
            let listed = instance.run_filled(&call, &schema, config, &mut diagnostics, list);
            if let Some(result) = listed.await {
                call.conclude(result, &mut diagnostics);
            }
            diagnostics
        };
        Ok(Listing {
            refused,
            ..Listing::new(events, Some(Box::pin(provider_code)), limit)
        })
    }
}

/// The identity and the whole object of what provider code has found.
fn taken(
    schema: &Schema,
    identity_schema: &Ref<IdentitySchema>,
    wanted: bool,
    data: &DataCore,
    display_name: &str,
) -> Result<Option<(Value, Option<Value>)>> {
    if data.is_gone() {
        return Ok(None);
    }
    let object = data.listed();
    let error = |what: &str, detail: String| {
        let called = schema_rules::quoted(display_name);
        Diagnostic::error(format!("{}: {what}", schema.type_name)).with_detail(format!(
            "It is called {called}. {detail} This is a bug in the provider."
        ))
    };
    let said = data.identity_set().cloned();
    let Some(identity) = identity::of(identity_schema, &object, said.clone(), None) else {
        let made = identity_schema.of_object(&object).or(said);
        let detail = match made {
            None => "Its identity was not set: call `set_identity` before `push`.".to_owned(),
            Some(made) => {
                let missing = identity_schema.missing(&made);
                let missing = match missing.is_empty() {
                    true => "it holds values that are not known".to_owned(),
                    false => format!("it lacks {}", missing.join(", ")),
                };
                match &identity_schema.positions {
                    Some(_) => format!(
                        "Its identity consists of its fields, and {missing}: set them before `push`."
                    ),
                    None => format!("Its identity: {missing}."),
                }
            }
        };
        let error = error("a listed object has no identity", detail);
        return Err(error.with_kind(NO_IDENTITY).into());
    };
    let mut wrong: Diagnostics = data
        .complaints()
        .into_iter()
        // The paths of a list's diagnostics refer to its configuration.
        .map(|complaint| complaint.at(Path::root()))
        .collect();
    // An unknown value is saved as null, so only the values that were set show it.
    let fields = schema.block.fields.iter().enumerate();
    let unknown: Vec<&str> = fields
        .filter(|(position, _)| !data.root_value(*position).is_wholly_known())
        .map(|(_, field)| field.name.as_str())
        .collect();
    if !unknown.is_empty() {
        let fields = unknown.join(", ");
        let detail = format!("An object that exists has no unknown values: {fields}.");
        wrong.push(error("a listed object is not fully known", detail));
    }
    if wanted && schema.id_index().is_some() && data.id().is_none() {
        let detail = "Whole objects were asked for: call `set_id` before `push`.".to_owned();
        wrong.push(error("a listed object has no id", detail));
    }
    match wrong.has_errors() {
        true => Err(wrong),
        false => Ok(Some((identity, wanted.then_some(object)))),
    }
}
