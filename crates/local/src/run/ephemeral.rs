//! Step: opens ephemeral resources, in the plan and again in the apply, renews them while the step
//! runs, and closes them at its end.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use schema_runtime::diagnostics::Diagnostics;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::address::{ObjectAddress, ResourceAddress};
use crate::language::eval::{Scope, TypedValue};
use crate::language::expansion::{expand, leave};
use crate::message::Messages;
use crate::run::context::Run;
use crate::run::events::{Begun, Events, Operation};
use schema_shell::lifecycle::Instance;

/// The open ephemeral resources of one step.
#[derive(Default)]
pub(crate) struct OpenObjects(Vec<OpenObject>);

struct OpenObject {
    address: ObjectAddress,
    instance: Instance,
    /// Private data from the open: close receives it even if a renewal returned different data.
    private: Vec<u8>,
    renewals: Option<Renewals>,
}

/// A task that renews an ephemeral resource.
struct Renewals {
    /// Dropped to stop the renewals after the current one.
    end: oneshot::Sender<()>,
    task: JoinHandle<Diagnostics>,
}

impl Run {
    /// Opens an instance of an ephemeral resource whose configuration is known; returns the value
    /// that references see, which is never shown.
    pub(crate) async fn open(
        &self,
        address: &ObjectAddress,
        scope: &Scope,
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) -> Option<TypedValue> {
        let config = self.valid_config(address, scope, messages)?.value;
        let schema = self.schema(address)?;
        if !config.is_wholly_known() {
            let value = self.planned_data(address, schema, &config, messages)?;
            return Some(self.reference_value(address, value, &[]));
        }
        if !self.validates(address, &config, messages).await {
            return None;
        }
        let (instance, before) = (self.provider(address), messages.error_count());
        let begun = Begun::new(&*self.events, address, Operation::Open, None);
        let response = instance
            .open_ephemeral_resource(&address.type_name, config)
            .await;
        self.report(address, response.diagnostics, messages);
        let failed = messages.error_count() > before;
        begun.end(failed, None);
        if failed {
            return None;
        }
        let renewals = response.renew_at.map(|at| {
            let (events, private) = (Arc::clone(&self.events), response.private.clone());
            Renewals::start(instance.clone(), address.clone(), private, at, events)
        });
        opened.0.push(OpenObject {
            address: address.clone(),
            instance: instance.clone(),
            private: response.private,
            renewals,
        });
        let shown = TypedValue::of_block(&schema.block, response.result.clone(), &[]);
        self.secrets.remember_stored(&shown);
        Some(self.reference_value(address, response.result, &[]))
    }

    /// Opens all instances; the value is unknown if they are not known: for a command that makes no
    /// plan.
    pub(crate) async fn open_instances(
        &self,
        address: &ResourceAddress,
        scope: &mut Scope,
        opened: &mut OpenObjects,
        messages: &mut Messages,
    ) -> Option<TypedValue> {
        let block = self.block(address)?;
        let Ok(expansion) = expand(&block.repetition, scope, &mut Messages::new()) else {
            return Some(TypedValue::unknown());
        };
        let mut values = Vec::new();
        for key in expansion.keys() {
            expansion.enter(&key, scope);
            let object = ObjectAddress::new(address.clone(), key);
            values.push(self.open(&object, scope, opened, messages).await?);
        }
        leave(scope);
        Some(expansion.value(values))
    }

    /// Closes everything that is open in reverse order, whatever happened before.
    pub(crate) async fn close_all(&self, opened: OpenObjects, messages: &mut Messages) {
        for object in opened.0.into_iter().rev() {
            let address = &object.address;
            if let Some(renewals) = object.renewals {
                // A resource must not be closed during a renewal.
                drop(renewals.end);
                let told = renewals.task.await.unwrap_or_default();
                self.report(address, told, messages);
            }
            let begun = Begun::new(&*self.events, address, Operation::Close, None);
            let (instance, name) = (object.instance, &address.type_name);
            let closed = instance
                .close_ephemeral_resource(name, object.private)
                .await;
            let failed = closed.has_errors();
            self.report(address, closed, messages);
            begun.end(failed, None);
        }
    }
}

impl Renewals {
    fn start(
        instance: Instance,
        address: ObjectAddress,
        private: Vec<u8>,
        at: SystemTime,
        events: Arc<dyn Events>,
    ) -> Self {
        let (end, mut ends) = oneshot::channel();
        let task = tokio::spawn(async move {
            let mut told = Diagnostics::new();
            let (mut private, mut next) = (private, Some(at));
            while let Some(at) = next {
                let wait = at.duration_since(SystemTime::now());
                tokio::select! {
                    biased;
                    _ = &mut ends => break,
                    () = tokio::time::sleep(wait.unwrap_or(Duration::ZERO)) => {}
                }
                let begun = Begun::new(&*events, &address, Operation::Renew, None);
                let renewed = instance.renew_ephemeral_resource(&address.type_name, private);
                let renewed = renewed.await;
                let failed = renewed.diagnostics.has_errors();
                begun.end(failed, None);
                told.extend(renewed.diagnostics);
                (private, next) = (renewed.private, renewed.renew_at);
                if failed {
                    break;
                }
            }
            told
        });
        Renewals { end, task }
    }
}
