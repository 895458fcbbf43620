//! State stores: each defect in a faulty one, and no finding in the others.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};
use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

/// Keeps states.
#[derive(Schema)]
#[schema(provider = "kit")]
pub struct Keeper {}

impl Provider for Keeper {
    type Client = ();

    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![States]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// States in memory.
#[derive(Schema)]
#[schema(state_store = "kit_states")]
pub struct States {
    /// Its fault.
    #[field(required)]
    fault: String,
}

#[derive(Default)]
struct Memory {
    states: BTreeMap<String, Bytes>,
    lock: Option<LockInfo>,
}

pub struct Store {
    fault: String,
    memory: Arc<Mutex<Memory>>,
}

impl Store {
    fn has(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

/// What outlives a store, by its fault.
fn memory(fault: &str) -> Arc<Mutex<Memory>> {
    static ALL: LazyLock<Mutex<BTreeMap<String, Arc<Mutex<Memory>>>>> =
        LazyLock::new(Mutex::default);
    let mut all = ALL.lock().unwrap();
    Arc::clone(all.entry(fault.to_owned()).or_default())
}

impl StateStore for States {
    type Provider = Keeper;
    type Store = Store;

    async fn configure(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<Store> {
        let fault = config.require(States::FAULT)?;
        let memory = match fault.as_str() {
            "forgets" => Arc::default(),
            _ => memory(&fault),
        };
        Ok(Store { fault, memory })
    }

    async fn read(_: &Cx<Self>, store: &Store, state_id: &str) -> Result<Option<Bytes>> {
        let found = store.memory.lock().unwrap().states.get(state_id).cloned();
        if store.has("text") {
            let text = found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            return Ok(text.map(Bytes::from));
        }
        match found {
            None if store.has("invents") => Ok(Some("{}".into())),
            None if store.has("complains") => bail!("no such state"),
            found => Ok(found),
        }
    }

    async fn write(_: &Cx<Self>, store: &Store, state_id: &str, state: Bytes) -> Result {
        if store.has("tells") {
            tracing::debug!("writes {state:?}");
        }
        let mut memory = store.memory.lock().unwrap();
        let id = match store.has("one place") {
            true => "it",
            false => state_id,
        };
        if store.has("one place") {
            memory.states.insert(state_id.to_owned(), state.clone());
            memory
                .states
                .values_mut()
                .for_each(|other| *other = state.clone());
        }
        memory.states.insert(id.to_owned(), state);
        Ok(())
    }

    async fn lock(_: &Cx<Self>, store: &Store, _: &str, lock: &LockInfo) -> Result<LockOutcome> {
        if store.has("no locks") {
            return Ok(LockOutcome::Unsupported);
        }
        if store.has("two steps") {
            let free = store.memory.lock().unwrap().lock.is_none();
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            if free {
                store.memory.lock().unwrap().lock = None;
            }
        }
        // Atomically: checking takes the lock.
        let mut memory = store.memory.lock().unwrap();
        let holder = memory.lock.clone();
        if let Some(holder) = holder.filter(|_| !store.has("open lock")) {
            return Ok(match store.has("nameless holder") {
                true => LockOutcome::HeldBy(LockInfo::default()),
                false => LockOutcome::HeldBy(holder),
            });
        }
        memory.lock = Some(lock.clone());
        Ok(LockOutcome::Taken(lock.id.clone()))
    }

    async fn unlock(_: &Cx<Self>, store: &Store, _: &str, lock_id: &str) -> Result<UnlockOutcome> {
        let mut memory = store.memory.lock().unwrap();
        match &memory.lock {
            None if !store.has("unlocks nothing") => Ok(UnlockOutcome::NotLocked),
            Some(holder) if holder.id != lock_id && !store.has("any id") => {
                Ok(UnlockOutcome::HeldBy(holder.clone()))
            }
            _ if store.has("panics") => panic!("no key"),
            _ => {
                memory.lock = None;
                Ok(UnlockOutcome::Released)
            }
        }
    }

    async fn list(_: &Cx<Self>, store: &Store) -> Result<Vec<String>> {
        if store.has("empty list") {
            return Ok(Vec::new());
        }
        Ok(store
            .memory
            .lock()
            .unwrap()
            .states
            .keys()
            .cloned()
            .collect())
    }

    async fn delete(_: &Cx<Self>, store: &Store, state_id: &str) -> Result<bool> {
        let mut memory = store.memory.lock().unwrap();
        let found = match store.has("keeps") {
            true => memory.states.contains_key(state_id),
            false => memory.states.remove(state_id).is_some(),
        };
        Ok(found || store.has("deletes anything"))
    }
}

fn report(fault: &str) -> Report {
    let example = format!("fault = {fault:?}");
    Conformance::new::<Keeper>()
        .state_store(Example::<States>::hcl(example))
        .run()
}

/// The classes of findings in a store with this fault.
fn classes(fault: &str) -> Vec<Class> {
    let report = report(fault);
    let of_it = report.findings().inspect(|finding| {
        assert_eq!(finding.resource, "state_store.kit_states", "{report}");
    });
    of_it.map(|finding| finding.class).collect()
}

#[test]
fn right_ones() {
    assert_eq!(classes("none"), []);
    let report = report("no locks");
    assert_eq!(report.findings().count(), 0, "{report}");
    assert!(
        report.to_string().contains("the store has none"),
        "{report}"
    );
    let untried = Conformance::new::<Keeper>().run();
    assert!(
        untried.to_string().contains("give one with `state_store`"),
        "{untried}"
    );
}

#[test]
fn state_not_kept() {
    for fault in ["forgets", "text", "one place"] {
        assert_eq!(classes(fault), [Class::StateNotKept], "{fault}");
    }
}

#[test]
fn missing_state() {
    for fault in ["invents", "deletes anything"] {
        let found = classes(fault);
        assert!(found.contains(&Class::MissingState), "{fault}: {found:?}");
    }
    // An error instead of nothing.
    assert!(classes("complains").contains(&Class::OperationFails));
}

#[test]
fn states_not_listed() {
    let found = classes("empty list");
    assert!(found.contains(&Class::StatesNotListed), "{found:?}");
}

#[test]
fn lock_not_exclusive() {
    for fault in [
        "open lock",
        "two steps",
        "any id",
        "unlocks nothing",
        "nameless holder",
    ] {
        assert_eq!(classes(fault), [Class::LockNotExclusive], "{fault}");
    }
}

#[test]
fn a_state_that_is_not_deleted() {
    let found = classes("keeps");
    assert!(found.contains(&Class::DeleteLeavesIt), "{found:?}");
    assert!(found.contains(&Class::StatesNotListed), "{found:?}");
}

#[test]
fn a_panic_in_a_store() {
    assert_eq!(classes("panics"), [Class::Panic]);
}

#[test]
fn a_state_that_is_shown() {
    let told = report("tells");
    let found: Vec<_> = told.findings().collect();
    let [one] = found[..] else {
        panic!("{told}");
    };
    let expected = (Class::SecretTold, "state_store.kit_states", "");
    assert_eq!((one.class, &*one.resource, &*one.path), expected, "{told}");
    assert!(!told.to_string().contains("5ec2e7"), "{told}");
}
