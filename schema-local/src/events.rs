//! What a running command tells as it goes.

use std::time::Duration;

use super::address::Address;
use super::changes::Plan;
use super::message::Message;

/// What is being done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    Refresh,
    Read,
    Create,
    Update,
    Delete,
    Import,
}

/// Something that happened.
pub enum Event<'a> {
    /// It begins.
    Started {
        /// The object.
        address: &'a Address,
        /// What is being done to it.
        doing: Doing,
        /// Its id, where it has one.
        id: Option<&'a str>,
    },
    /// What the provider says of it.
    Progress {
        /// The object.
        address: &'a Address,
        /// What is being done to it.
        doing: Doing,
        /// The text.
        message: &'a str,
    },
    /// It goes on.
    Still {
        /// The object.
        address: &'a Address,
        /// What is being done to it.
        doing: Doing,
        /// How long it has taken so far.
        elapsed: Duration,
    },
    /// It is done.
    Complete {
        /// The object.
        address: &'a Address,
        /// What is being done to it.
        doing: Doing,
        /// How long it has taken so far.
        elapsed: Duration,
        /// Its id, where it has one.
        id: Option<&'a str>,
    },
    /// It failed.
    Failed {
        /// The object.
        address: &'a Address,
        /// What is being done to it.
        doing: Doing,
        /// How long it has taken so far.
        elapsed: Duration,
    },
    /// The user asked to stop, for the first time.
    Interrupted,
    /// Something to tell at once.
    Told(&'a Message),
    /// A plan is made.
    Planned(&'a Plan),
}

/// Who listens.
pub trait Events: Send + Sync {
    /// Something happened.
    fn event(&self, event: Event<'_>);
}
