//! [`ListSink`]: where a list puts the objects that it finds.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use schema_panic::lock;
use schema_runtime::attr::{Given, Missing, Nothing};
use schema_runtime::data::{DataCore, Operation, Private, ResourceData};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics, IntoText};
use schema_runtime::object::ResourceRoot;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;
use tokio::sync::mpsc;

use super::call::Call;
use crate::process::masks::Masks;
use crate::result::Result;

/// One object that a list found, or only diagnostics.
#[derive(Clone, Default, PartialEq)]
pub struct ListEvent {
    /// The object's identity.
    pub identity: Option<Value>,
    /// Its display name.
    pub display_name: String,
    /// The whole object, if it was requested.
    pub object: Option<Value>,
    /// Errors and warnings; an error is the last event.
    pub diagnostics: Diagnostics,
}

// Values may be secret.
schema_runtime::__debug!(
    ListEvent,
    |it| display_name = it.display_name,
    object = it.object.is_some(),
    diagnostics = it.diagnostics
);

/// Converts what provider code pushes to the identity and the whole object; `None` for an object
/// that no longer exists.
pub(crate) type CollectFn =
    Arc<dyn Fn(DataCore, &str) -> Result<Option<(Value, Option<Value>)>> + Send + Sync>;

/// The untyped half of [`ListSink`].
pub struct ListSinkCore {
    pub(crate) resource: Ref<Schema>,
    pub(crate) call: Arc<Call>,
    pub(crate) take: CollectFn,
    pub(crate) objects: bool,
    pub(crate) remaining: usize,
    /// How many pushed objects nobody wanted.
    pub(crate) refused: Arc<AtomicUsize>,
    pub(crate) sender: mpsc::Sender<ListEvent>,
}

schema_runtime::__debug!(
    ListSinkCore,
    |it| type_name = it.resource.type_name,
    remaining = it.remaining
);

impl ListSinkCore {
    /// See [`ListSink::wants_objects`].
    #[must_use]
    pub fn wants_objects(&self) -> bool {
        self.objects
    }

    /// See [`ListSink::remaining`].
    #[doc(alias("limit"))]
    #[must_use]
    pub fn remaining(&self) -> usize {
        if self.sender.is_closed() {
            0
        } else {
            self.remaining
        }
    }

    /// See [`ListSink::object`].
    #[doc(alias("new_object"))]
    #[must_use]
    pub fn object(&self) -> DataCore {
        let data = DataCore::new(
            self.resource.clone(),
            Operation::Read,
            self.resource.block.empty_object(),
            Value::Null,
            Value::Null,
            Private::default(),
        );
        // A list may have any length: the secrets that are in an object are kept no longer than the
        // object.
        Masks::watching(&Arc::default(), data)
    }

    /// See [`ListSink::push`].
    ///
    /// # Errors
    /// As [`ListSink::push`].
    #[doc(alias("add", "send"))]
    pub async fn push(&mut self, display_name: String, object: DataCore) -> Result {
        if self.remaining() == 0 {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return Err(self.over());
        }
        if let Some(reason) = self.call.cancellation.reason() {
            return Err(self.call.interrupted(reason).into());
        }
        let mut event = match (self.take)(object, &display_name) {
            Ok(None) => return Ok(()),
            Ok(Some((identity, object))) => ListEvent {
                identity: Some(identity),
                display_name,
                object,
                diagnostics: Diagnostics::new(),
            },
            Err(errors) => {
                // Reported at once, however provider code handles the error.
                self.remaining = 0;
                let event = ListEvent {
                    diagnostics: errors.clone(),
                    ..ListEvent::default()
                };
                self.send(event).await?;
                return Err(errors);
            }
        };
        event.diagnostics = std::mem::take(&mut *lock(&self.call.warnings));
        self.send(event).await?;
        self.remaining = self.remaining.saturating_sub(1);
        Ok(())
    }

    async fn send(&self, event: ListEvent) -> Result {
        tokio::select! {
            biased;
            sent = self.sender.send(event) => sent.map_err(|_| self.over()),
            reason = self.call.cancellation.cancelled() => Err(self.call.interrupted(reason).into()),
        }
    }

    /// An error that ends provider code and is not reported.
    fn over(&self) -> Diagnostics {
        Diagnostic::error(format!("{}: the list is complete", self.resource.type_name))
            .with_detail(
                "The requested number of objects was found, or nobody listens any more. Return \
                 from `list`: this error is not shown.",
            )
            .into()
    }
}

/// Where [`ListResource::list`](crate::ListResource::list) puts the objects of `R` that it finds.
///
/// A pushed object goes to Terraform at once, and the next push waits until Terraform has taken
/// it, so a list of any length needs the memory of one object.
pub struct ListSink<R> {
    core: ListSinkCore,
    marker: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for ListSink<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.core.fmt(f)
    }
}

impl<R: ResourceRoot> ListSink<R> {
    pub(crate) fn new(core: ListSinkCore) -> Self {
        ListSink {
            core,
            marker: PhantomData,
        }
    }

    /// Whether whole objects are requested (`include_resource = true`, or to generate
    /// configuration). If not, their identity is enough, and fields that need more API calls can be
    /// omitted.
    #[must_use]
    pub fn wants_objects(&self) -> bool {
        self.core.wants_objects()
    }

    /// How many more objects are requested: 0 when the list is complete, or nobody listens any
    /// more. A page of an API need not be larger.
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.core.remaining()
    }

    /// An empty object. Fill it as in [`read`](crate::Resource::read),
    /// which you may also call: `Self::read(cx, &mut object).await?`.
    #[must_use]
    pub fn object(&self) -> ResourceData<R> {
        ResourceData::new(self.core.object())
    }

    /// Returns an object to Terraform, with its display name. At least its identity must be
    /// set: the fields that it consists of, or the identity itself
    /// ([`set_identity`](schema_runtime::data::ResourceData::set_identity)). If [whole objects are
    /// requested](Self::wants_objects), everything must be as `read` leaves it, the id included.
    /// An object that [is gone](schema_runtime::data::ResourceData::mark_gone) is omitted. Private
    /// data of a listed object is not kept.
    ///
    /// # Errors
    /// The object has no identity, contains unknown values, or has no id although whole objects
    /// were requested: this is reported, and the list ends. All requested objects were found
    /// before, or nobody listens any more: `?` ends the list, and nothing is reported. The user
    /// interrupted, or the time is over.
    #[rustfmt::skip] // The compiler shows the line.
    pub fn push<N, O, G>( // a name for people, then the object: `push(name, object)`
        &mut self,
        display_name: N,
        object: O,
    ) -> Pin<Box<dyn Future<Output = Result> + Send + '_>> // One type: bounds are checked once.
    where
        N: NameFor<G>,
        O: FoundObject<R, G>,
    {
        let (name, object) = (display_name.__name(), object.found().into_core());
        Box::pin(self.core.push(name, object))
    }
}

/// The display name of an object: anything that converts to a `String`.
///
/// The next argument determines `G`. If that argument is missing, the compiler cannot choose among
/// the impls, and reports only the missing argument.
#[doc(hidden)]
pub trait NameFor<G> {
    /// The display name.
    fn __name(self) -> String;
}

impl<N: IntoText> NameFor<Given> for N {
    fn __name(self) -> String {
        self.into_text()
    }
}

impl<N> NameFor<Missing> for N {
    fn __name(self) -> String {
        String::new()
    }
}

impl<N> NameFor<Nothing> for N {
    fn __name(self) -> String {
        String::new()
    }
}

/// The object to return to Terraform.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "what is pushed is an object of `{R}`, as `found.object()` makes it",
    label = "not a `ResourceData<{R}>`",
    note = "help: `let mut object = found.object();`, fill it with `set`, and give it away: `found.push(name, object).await?`, without `&`"
)]
pub trait FoundObject<R, G> {
    /// The object.
    fn found(self) -> ResourceData<R>;
}

impl<R> FoundObject<R, Given> for ResourceData<R> {
    fn found(self) -> ResourceData<R> {
        self
    }
}
