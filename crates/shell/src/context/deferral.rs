//! Answers that are deferred to a later run.

use std::sync::{Arc, Mutex};

use schema_panic::lock;

/// Why an answer is deferred to a later run; see [`Cx::defer`](crate::Cx::defer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeferReason {
    /// Part of the object's own configuration is not known yet.
    ResourceConfigUnknown,
    /// Part of the provider's settings is not known yet.
    ProviderConfigUnknown,
    /// Something that the object depends on does not exist yet.
    AbsentPrerequisite,
}

impl DeferReason {
    /// The reason as shown to the user.
    pub(crate) fn words(self) -> &'static str {
        match self {
            DeferReason::ResourceConfigUnknown => "part of the configuration is not known yet",
            DeferReason::ProviderConfigUnknown => {
                "part of the provider's settings is not known yet"
            }
            DeferReason::AbsentPrerequisite => "something that it depends on does not exist yet",
        }
    }
}

/// Records that an answer is deferred, for a client that allows it: passed to
/// [`Instance::deferring`](crate::lifecycle::Instance::deferring) for one call, and read after the
/// answer. All clones share the record.
#[derive(Clone, Debug, Default)]
pub struct Deferral {
    reason: Arc<Mutex<Option<DeferReason>>>,
}

impl Deferral {
    /// Why the answer is deferred, if it is.
    #[must_use]
    pub fn reason(&self) -> Option<DeferReason> {
        *lock(&self.reason)
    }

    pub(crate) fn note(&self, reason: DeferReason) {
        *lock(&self.reason) = Some(reason);
    }
}
