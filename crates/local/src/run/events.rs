//! What a running command tells as it goes.

use std::time::{Duration, Instant};

use schema_runtime::value::Value;

use crate::address::ObjectAddress;
use crate::message::Message;
use crate::run::changes::{Invocation, Plan};

/// What is being done to an object.
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

impl Operation {
    /// In machine-readable output.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Operation::Refresh => "refresh",
            Operation::Read => "read",
            Operation::Create => "create",
            Operation::Update => "update",
            Operation::Delete => "delete",
            Operation::Import => "import",
            Operation::Open => "open",
            Operation::Renew => "renew",
            Operation::Close => "close",
        }
    }
}

/// Something that happened.
pub enum Event<'a> {
    /// Something is done to an object.
    Operation {
        /// The object.
        address: &'a ObjectAddress,
        /// What is being done to it.
        operation: Operation,
        /// How far it is.
        stage: OperationStage<'a>,
    },
    /// An action is being invoked.
    Invoked {
        /// The action.
        action: &'a ObjectAddress,
        /// What triggers it; nothing where the user asks for it.
        trigger: Option<&'a Invocation>,
        /// How far it is.
        stage: InvokeStage<'a>,
    },
    /// The user asked to stop, for the first time.
    Interrupted,
    /// Something to tell at once.
    Message(&'a Message),
    /// A plan is made.
    Planned(&'a Plan),
    /// A list is being made.
    ListStarted {
        /// The list, with the key of its instance.
        list: &'a str,
        /// The type of what it lists.
        type_name: &'a str,
        /// What the provider is asked with, where the list has a block of it.
        config: Option<&'a Value>,
    },
    /// A list found an object.
    Listed(ListedEvent<'a>),
    /// A list is made.
    ListComplete {
        /// The list, with the key of its instance.
        list: &'a str,
        /// The type of what it lists.
        type_name: &'a str,
        /// How many objects it found.
        total: usize,
    },
}

/// How far an operation on an object is.
#[derive(Clone, Copy)]
pub enum OperationStage<'a> {
    /// It begins.
    Started {
        /// The object's id, where it has one.
        id: Option<&'a str>,
    },
    /// What the provider says of it.
    Progress(&'a str),
    /// It goes on; how long it has taken so far.
    StillRunning(Duration),
    /// It is done.
    Complete {
        /// How long it has taken.
        elapsed: Duration,
        /// The object's id, where it has one.
        id: Option<&'a str>,
    },
    /// It failed; how long it has taken.
    Failed(Duration),
}

/// How far an action is that is being invoked.
#[derive(Clone, Copy)]
pub enum InvokeStage<'a> {
    /// It begins.
    Started,
    /// What the provider says of it.
    Progress(&'a str),
    /// It goes on; how long it has taken so far.
    StillRunning(Duration),
    /// It is done; how long it has taken.
    Complete(Duration),
    /// It failed.
    Failed {
        /// How long it has taken.
        elapsed: Duration,
        /// What was said of it.
        error: &'a str,
    },
}

/// An object that a list found.
#[derive(Clone, Copy)]
pub struct ListedEvent<'a> {
    /// The list, with the key of its instance.
    pub list: &'a str,
    /// The type of the object.
    pub type_name: &'a str,
    /// What it is called.
    pub display_name: &'a str,
    /// What identifies it.
    pub identity: &'a Value,
    /// The whole of it, where that was asked for.
    pub object: Option<&'a Value>,
    /// Where configuration is generated: the name of the blocks, the alias of the provider that
    /// they name, and what the resource says.
    pub generated: Option<(&'a str, Option<&'a str>, &'a Value)>,
}

/// An operation on an object that was reported to begin, and of which the end is to be reported.
pub(crate) struct Begun<'a> {
    events: &'a dyn Events,
    address: &'a ObjectAddress,
    operation: Operation,
    timer: Instant,
}

impl<'a> Begun<'a> {
    /// Reports the beginning, with the object's id where it has one.
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

    /// Reports that the operation goes on.
    pub(crate) fn still_running(&self) {
        self.report(OperationStage::StillRunning(self.timer.elapsed()));
    }

    /// Reports the end: done, with the object's id where it has one, or failed.
    pub(crate) fn end(self, failed: bool, id: Option<&str>) {
        let elapsed = self.timer.elapsed();
        self.report(match failed {
            true => OperationStage::Failed(elapsed),
            false => OperationStage::Complete { elapsed, id },
        });
    }
}

/// Who listens.
pub trait Events: Send + Sync {
    /// Something happened.
    fn event(&self, event: Event<'_>);
}
