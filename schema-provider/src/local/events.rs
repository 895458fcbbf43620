//! What a running command tells as it goes.

use std::time::Duration;

use super::address::Address;
use super::message::Message;
use super::plan::Plan;

/// What is being done to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Refresh,
    Read,
    Create,
    Update,
    Delete,
    Import,
}

/// Something that happened.
pub(crate) enum Event<'a> {
    /// It begins.
    Started {
        address: &'a Address,
        doing: Doing,
        id: Option<&'a str>,
    },
    /// What the provider says of it.
    Progress {
        address: &'a Address,
        doing: Doing,
        message: &'a str,
    },
    /// It goes on.
    Still {
        address: &'a Address,
        doing: Doing,
        elapsed: Duration,
    },
    /// It is done.
    Complete {
        address: &'a Address,
        doing: Doing,
        elapsed: Duration,
        id: Option<&'a str>,
    },
    /// It failed.
    Failed {
        address: &'a Address,
        doing: Doing,
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
pub(crate) trait Events: Send + Sync {
    fn event(&self, event: Event<'_>);
}
