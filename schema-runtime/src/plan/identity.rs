//! The identity of an object in a call: as received, and as provider code set it.

use crate::value::Value;

#[derive(Clone, Default)]
pub(crate) struct CallIdentity {
    /// As stored, or as received with the call.
    stored: Option<Value>,
    /// As provider code set it.
    set: Option<Value>,
}

impl CallIdentity {
    pub(crate) fn stored(identity: Option<Value>) -> Self {
        CallIdentity {
            stored: identity,
            set: None,
        }
    }

    /// The identity that was set, else the one received with the call.
    pub(crate) fn current(&self) -> Option<&Value> {
        self.set.as_ref().or(self.stored.as_ref())
    }

    pub(crate) fn as_set(&self) -> Option<&Value> {
        self.set.as_ref()
    }

    pub(crate) fn set(&mut self, identity: Value) {
        self.set = Some(identity);
    }
}
