//! Answers that are deferred to a later run.

use std::sync::{Arc, Mutex};

use schema_panic::lock;

/// Why an answer is deferred to a later run; see [`Cx::defer`](crate::Cx::defer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeferReason {
    /// Something in the object's own configuration is not known yet.
    ResourceConfigUnknown,
    /// Something in the provider's settings is not known yet.
    ProviderConfigUnknown,
    /// Something that the object builds on does not exist yet.
    AbsentPrerequisite,
}

impl DeferReason {
    /// For the user.
    pub(crate) fn words(self) -> &'static str {
        match self {
            DeferReason::ResourceConfigUnknown => "something in the configuration is not known yet",
            DeferReason::ProviderConfigUnknown => {
                "something in the provider's settings is not known yet"
            }
            DeferReason::AbsentPrerequisite => "something that it builds on does not exist yet",
        }
    }
}

/// Where it is noted that an answer is deferred, for a client that allows it: given to
/// [`Instance::deferring`](crate::lifecycle::Instance::deferring) for one call, and asked when
/// there is an answer. All clones are the same place.
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
