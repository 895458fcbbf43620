//! The journal of one call.

use std::sync::{Arc, Mutex};

use schema_panic::lock;
use schema_runtime::data::{Journal, Private};
use schema_runtime::schema::id_text;
use schema_runtime::value::Value;

use crate::context::OPENED;
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
    /// `crash` receives the object's id, and has the position of the id in the object; without one,
    /// what an ephemeral resource opened has a name.
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
        let mut state = lock(&self.state);
        state.closed = true;
        (state.last.take(), state.identity.take())
    }
}

impl Journal for Recorder {
    fn record(&self, object: &Value, private: &Private) {
        let mut state = lock(&self.state);
        if let (Some((entry, position)), Value::Object(values)) = (&self.crash, object) {
            let id = match position {
                Some(position) => values.get(*position).and_then(id_text),
                None => private.get(OPENED).map(String::from_utf8_lossy),
            };
            match (position, id) {
                (_, Some(id)) => entry.set_id(&id),
                (Some(_), None) => {}
                // Then an object exists.
                (None, None) => entry.set_created(),
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
        let mut state = lock(&self.state);
        if state.closed {
            return;
        }
        if let Some(next) = &self.next {
            next.identity(identity);
        }
        state.identity = Some(identity.clone());
    }
}
