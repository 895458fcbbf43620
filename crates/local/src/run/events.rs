//! Events of a running command.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schema_runtime::value::Value;
use schema_shell::lifecycle::ListEvent;

use crate::address::ObjectAddress;
use crate::message::Message;
use crate::run::changes::{Invocation, Plan};

/// The operation on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Refresh,
    Read,
    Create,
    Update,
    Delete,
    Import,
    Open,
    Renew,
    Close,
}

/// An event.
pub enum Event<'a> {
    /// An operation on an object.
    Operation {
        /// The object.
        address: &'a ObjectAddress,
        /// The operation.
        operation: Operation,
        /// Its stage.
        stage: OperationStage<'a>,
    },
    /// An action is being invoked.
    Invoked {
        /// The action.
        action: &'a ObjectAddress,
        /// The trigger; `None` if the user requested the action.
        trigger: Option<&'a Invocation>,
        /// Its stage.
        stage: InvokeStage<'a>,
    },
    /// The user asked to stop, for the first time.
    Interrupted,
    /// A message to show at once.
    Message(&'a Message),
    /// A plan is made.
    Planned(&'a Plan),
    /// A list starts.
    ListStarted {
        /// The list, with the key of its instance.
        list: &'a str,
        /// The type of the listed objects.
        type_name: &'a str,
        /// The configuration for the provider, if the list has a `config` block.
        config: Option<&'a Value>,
    },
    /// A list has found an object.
    Listed(&'a ListedObject),
    /// A list is complete.
    ListComplete {
        /// The list, with the key of its instance.
        list: &'a str,
        /// The type of the listed objects.
        type_name: &'a str,
        /// The number of objects found.
        total: usize,
    },
}

/// The stage of an operation on an object.
#[derive(Clone, Copy)]
pub enum OperationStage<'a> {
    /// It starts.
    Started {
        /// The object's id, if it has one.
        id: Option<&'a str>,
    },
    /// A progress report from the provider.
    Progress(&'a str),
    /// It is still running, after this time.
    StillRunning(Duration),
    /// It is complete.
    Complete {
        /// The time it took.
        elapsed: Duration,
        /// The object's id, if it has one.
        id: Option<&'a str>,
    },
    /// It failed after this time.
    Failed(Duration),
}

/// The stage of an action that is being invoked.
#[derive(Clone, Copy)]
pub enum InvokeStage<'a> {
    /// It starts.
    Started,
    /// A progress report from the provider.
    Progress(&'a str),
    /// It is still running, after this time.
    StillRunning(Duration),
    /// It is complete after this time.
    Complete(Duration),
    /// It failed.
    Failed {
        /// The time it took.
        elapsed: Duration,
        /// The error.
        error: &'a str,
    },
}

/// An object that a list found.
pub struct ListedObject {
    /// The list, with the key of its instance.
    pub list: String,
    /// The type of the object.
    pub type_name: Arc<str>,
    /// The alias of the provider that found it.
    pub(crate) alias: Option<Arc<str>>,
    /// The provider's result, with an identity.
    pub event: ListEvent,
    /// For generated configuration: the unique name of its blocks, and the resource's
    /// configuration.
    pub(crate) generated: Option<(String, Value)>,
}

/// An operation on an object whose start was reported and whose end must be reported.
pub(crate) struct Begun<'a> {
    events: &'a dyn Events,
    address: &'a ObjectAddress,
    operation: Operation,
    timer: Instant,
}

impl<'a> Begun<'a> {
    /// Reports the start, with the object's id if it has one.
    pub(crate) fn new(
        events: &'a dyn Events,
        address: &'a ObjectAddress,
        operation: Operation,
        id: Option<&str>,
    ) -> Self {
        let begun = Begun {
            events,
            address,
            operation,
            timer: Instant::now(),
        };
        begun.report(OperationStage::Started { id });
        begun
    }

    fn report(&self, stage: OperationStage<'_>) {
        self.events.event(Event::Operation {
            address: self.address,
            operation: self.operation,
            stage,
        });
    }

    /// Reports that the operation is still running.
    pub(crate) fn still_running(&self) {
        self.report(OperationStage::StillRunning(self.timer.elapsed()));
    }

    /// Reports the end: completion, with the object's id if it has one, or failure.
    pub(crate) fn end(self, failed: bool, id: Option<&str>) {
        let elapsed = self.timer.elapsed();
        self.report(match failed {
            true => OperationStage::Failed(elapsed),
            false => OperationStage::Complete { elapsed, id },
        });
    }
}

/// A listener for events.
pub trait Events: Send + Sync {
    /// Handles an event.
    fn event(&self, event: Event<'_>);
}
