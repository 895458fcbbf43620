//! The journal of one call.

use std::sync::{Arc, Mutex, MutexGuard};

use schema_panic::lock;
use schema_runtime::data::{Journal, Private};
use schema_runtime::schema::id_text;
use schema_runtime::value::Value;

use crate::lifecycle::private::PrivateData;
use crate::process::crash_log::Entry;

/// Keeps the last record, and passes on each one, until the call is over: after that, abandoned
/// provider code that still runs changes nothing. The crash log receives its ids even then, because
/// no state contains them.
pub(crate) struct Recorder {
    state: Mutex<State>,
    next: Option<Arc<dyn Journal>>,
    kept: PrivateData,
    crash: Option<(Arc<Entry>, Option<usize>)>,
}

#[derive(Default)]
struct State {
    last: Option<Record>,
    /// The identity that provider code set.
    identity: Option<Value>,
    closed: bool,
}

/// The object that would have to be saved.
#[derive(Clone)]
pub(crate) struct Record {
    pub(crate) object: Value,
    pub(crate) private: Private,
}

impl Recorder {
    /// `crash` receives the object's id, and the position of the id in the object, if it has one.
    pub(crate) fn new(
        next: Option<Arc<dyn Journal>>,
        kept: PrivateData,
        crash: Option<(Arc<Entry>, Option<usize>)>,
    ) -> Arc<Self> {
        Arc::new(Recorder {
            state: Mutex::default(),
            next,
            kept,
            crash,
        })
    }

    /// Ends the journal; returns the last record, if any, and the identity that was set.
    pub(crate) fn close(&self) -> (Option<Record>, Option<Value>) {
        let mut state = self.state();
        state.closed = true;
        (state.last.take(), state.identity.take())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Journal for Recorder {
    fn record(&self, object: &Value, private: &Private) {
        let mut state = self.state();
        if let (Some((entry, position)), Value::Object(values)) = (&self.crash, object) {
            let id = position.and_then(|position| id_text(values.get(position)?));
            match (position, id) {
                (Some(_), Some(id)) => entry.set_id(&id),
                (Some(_), None) => {}
                // Then an object exists.
                (None, _) => entry.set_created(),
            }
        }
        if state.closed {
            return;
        }
        let private = self.kept.with(private);
        if let Some(next) = &self.next {
            // While holding the lock, so nothing is written after the call's own result.
            next.record(object, &private);
        }
        state.last = Some(Record {
            object: object.clone(),
            private,
        });
    }

    fn identity(&self, identity: &Value) {
        let mut state = self.state();
        if state.closed {
            return;
        }
        if let Some(next) = &self.next {
            next.identity(identity);
        }
        state.identity = Some(identity.clone());
    }
}
