//! What is open of ephemeral resources: what their private data has beside the author's, which of them this process has
//! opened, and what Terraform would refuse.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use schema_runtime::codec::msgpack;
use schema_runtime::data::{Journal, Private};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::schema::Schema;
use schema_runtime::terraform_core::{conformance, plan_valid};
use schema_runtime::value::Value;

use super::instance::Configuration;
use super::private::PrivateData;
use crate::crash_log::Entry;
use crate::ephemeral_data::OPENED;
use crate::id;

/// Where the whole object is kept, for renewals and the close, which Terraform sends nothing else.
const OBJECT: &str = ".object";

/// Where the name is kept by which this process knows that it is open.
const KEY: &str = ".key";

/// What is open, as it is kept with Terraform: its object and the author's private data.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) object: Value,
    pub(super) private: Private,
    key: Vec<u8>,
}

impl Kept {
    /// What was opened now.
    pub(super) fn new(object: Value, mut private: Private) -> Self {
        private.remove(OPENED);
        Kept {
            object,
            private,
            key: id::unique().into_bytes(),
        }
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.key
    }

    /// What comes back from Terraform.
    ///
    /// # Errors
    /// It is not what [`to_bytes`](Self::to_bytes) made: then nobody knows what is open.
    pub(super) fn read(schema: &Schema, operation: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let missing = || {
            let name = &schema.type_name;
            Diagnostic::error(format!("{name}: what {operation} is for is not known")).with_detail(
                "The private data of an ephemeral resource, which `open` gave, did not come back, or is damaged. Nothing \
                 was done: what was opened may still be there. This is a bug in the program that called the provider.",
            )
        };
        let all = Private::from_bytes(bytes);
        let object = all.get(OBJECT).ok_or_else(missing)?;
        let object = msgpack::decode_block(&schema.block, object).map_err(|_| missing())?;
        if !matches!(object, Value::Object(_)) || !object.is_wholly_known() {
            return Err(missing());
        }
        Ok(Kept {
            object,
            key: all.get(KEY).unwrap_or_default().to_vec(),
            private: PrivateData::read(bytes).author,
        })
    }

    /// As Terraform keeps it.
    ///
    /// # Errors
    /// The object is none of the schema's.
    pub(super) fn to_bytes(&self, schema: &Schema) -> Result<Vec<u8>, Diagnostic> {
        let object = msgpack::encode_block(&schema.block, &self.object).map_err(|error| {
            Diagnostic::error(format!("{}{REFUSED}", schema.type_name)).with_detail(format!(
                "It is no object of the schema: {}. This is a bug in the provider.",
                error.text()
            ))
        })?;
        let mut all = self.private.clone();
        all.set(OBJECT, object);
        all.set(KEY, self.key.as_slice());
        Ok(all.to_bytes())
    }
}

/// What this process has opened and not closed.
#[derive(Default)]
pub(super) struct OpenedHere(Mutex<BTreeMap<Vec<u8>, Opened>>);

/// Something of it.
pub(super) struct Opened {
    pub(super) type_name: String,
    pub(super) private: Vec<u8>,
    /// Whose client it was opened with.
    pub(super) configuration: Arc<Configuration>,
    pub(super) crash: Option<Arc<Entry>>,
}

impl OpenedHere {
    fn all(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Opened>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remember(&self, key: &[u8], opened: Opened) {
        self.all().insert(key.to_vec(), opened);
    }

    /// It is closed now, or another process is to close it.
    pub(super) fn forget(&self, key: &[u8]) -> Option<Opened> {
        self.all().remove(key)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// All of it, which nobody else will close, the last one first: it may need those before it.
    pub(super) fn take(&self) -> Vec<Opened> {
        // Names that were made later sort later.
        let all = std::mem::take(&mut *self.all());
        all.into_values().rev().collect()
    }
}

/// What is set while something is opened.
pub(super) struct OpenJournal {
    last: Mutex<(Option<(Value, Private)>, bool)>,
    crash: Option<Arc<Entry>>,
}

impl OpenJournal {
    pub(super) fn new(crash: Option<Arc<Entry>>) -> Arc<Self> {
        Arc::new(OpenJournal {
            last: Mutex::default(),
            crash,
        })
    }

    /// Ends it: what was set until now, if anything was.
    pub(super) fn close(&self) -> Option<(Value, Private)> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.1 = true;
        last.0.take()
    }
}

impl Journal for OpenJournal {
    fn record(&self, object: &Value, private: &Private) {
        if let Some(crash) = &self.crash {
            match private.get(OPENED) {
                Some(name) => crash.set_id(&String::from_utf8_lossy(name)),
                None => crash.set_created(),
            }
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !last.1 {
            last.0 = Some((object.clone(), private.clone()));
        }
    }
}

/// What the summary of the error has after the type's name.
const REFUSED: &str = ": Terraform would refuse what was opened";

/// Whether this is an error of `check_opened`.
#[doc(hidden)]
pub fn is_refused_open(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.summary.ends_with(REFUSED)
}

/// What Terraform would refuse of a result. No value is in the texts: all of them may be secrets.
pub(super) fn check_opened(schema: &Schema, config: &Value, result: &Value) -> Diagnostics {
    let refused = |path: Path, why: String| {
        Diagnostic::error(format!("{}{REFUSED}", schema.type_name))
            .with_detail(format!(
                "{why} What was opened was closed again. This is a bug in the provider."
            ))
            .at(path)
    };
    let block = &schema.block;
    if !matches!(result, Value::Object(_)) {
        return refused(Path::root(), "There is no object.".to_owned()).into();
    }
    let mut found: Diagnostics = conformance(block, result)
        .into_iter()
        .map(|error| {
            let why = format!("{} is of another type than the schema says.", error.path);
            refused(error.path, why)
        })
        .collect();
    if found.has_errors() {
        return found;
    }
    if !result.is_wholly_known() {
        found.push(refused(
            Path::root(),
            "A value of it is unknown; nothing makes it known later.".to_owned(),
        ));
        return found;
    }
    for error in plan_valid(block, &Value::Null, config, result) {
        let why = if error.path.is_root() {
            "It is not what the configuration says.".to_owned()
        } else {
            format!(
                "{} is not what the configuration says: what is configured comes back exactly as it is configured, and \
                 only a `computed` field may have a value where nothing is configured.",
                error.path
            )
        };
        found.push(refused(error.path, why));
    }
    found
}

/// What the summary of the warning has after the type's name.
const TOO_SOON: &str = ": the renewal is too soon";

/// Whether this is the warning of a renewal that would come at once.
#[doc(hidden)]
pub fn is_soon_renewal(diagnostic: &Diagnostic) -> bool {
    diagnostic.summary.ends_with(TOO_SOON)
}

/// How soon something is renewed at the earliest: Terraform renews what is past without a pause.
pub(super) const SOONEST: Duration = Duration::from_secs(1);

/// The latest time that is told.
const LATEST: Duration = Duration::from_secs(200 * 365 * 86_400);

/// When to renew, for Terraform.
pub(super) fn renewal(
    type_name: &str,
    asked: Option<SystemTime>,
    now: SystemTime,
    diagnostics: &mut Diagnostics,
) -> Option<SystemTime> {
    let asked = asked?;
    let soonest = now.checked_add(SOONEST)?;
    if asked >= soonest {
        return Some(
            now.checked_add(LATEST)
                .map_or(asked, |latest| asked.min(latest)),
        );
    }
    // What a second is by the time that it is told is less.
    let close_to = soonest.duration_since(asked).unwrap_or_default() < SOONEST / 10;
    if !close_to {
        let when = match now.duration_since(asked) {
            Ok(past) if past > Duration::ZERO => "a time that is past",
            _ => "less than a second from now",
        };
        diagnostics.push(
            Diagnostic::warning(format!("{type_name}{TOO_SOON}")).with_detail(format!(
                "The provider asked for {when}. It is renewed in a second: Terraform would renew without a pause. This is \
                 a bug in the provider, or its clock and that of the service differ."
            )),
        );
    }
    Some(soonest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renewals_cannot_loop_tightly() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let renewal = |asked: Option<SystemTime>| {
            let mut told = Diagnostics::new();
            let renewed = super::renewal("t", asked, now, &mut told);
            (
                renewed.map(|at| at.duration_since(now).unwrap()),
                told.len(),
            )
        };
        let after = |seconds: u64| now.checked_add(Duration::from_secs(seconds));
        assert_eq!(renewal(None), (None, 0));
        assert_eq!(renewal(after(300)), (Some(Duration::from_secs(300)), 0));
        assert_eq!(renewal(after(1)), (Some(SOONEST), 0));
        assert_eq!(renewal(Some(now)), (Some(SOONEST), 1));
        assert_eq!(renewal(Some(SystemTime::UNIX_EPOCH)), (Some(SOONEST), 1));
        // `renew_in` of a second, some microseconds later.
        let nearly = now + SOONEST - Duration::from_micros(50);
        assert_eq!(renewal(Some(nearly)), (Some(SOONEST), 0));
        let never = after(u64::from(u32::MAX) * 1000);
        assert_eq!(renewal(never), (Some(LATEST), 0));
    }
}
