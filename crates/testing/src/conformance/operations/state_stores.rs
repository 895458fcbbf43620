//! State stores: written states are read again, one client has the lock, and deleted states are
//! gone.
//!
//! The states created here have names that nobody else uses, and are deleted at the end.

use std::future::Future;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::value::Value;
use schema_shell::Bytes;
use schema_shell::lifecycle::{Instance, LockResponse};

use crate::conformance::examples::example::UntypedExample;
use crate::conformance::examples::fields::name_of;
use crate::conformance::findings::class::Class;
use crate::conformance::kit::{Kit, errors_text};

/// Two states, so that one can be mistaken for the other.
const STATES: [&str; 2] = ["conformance-kit-a", "conformance-kit.B_2"];

/// Content of a state that must not be reported: states hold secrets.
const CONTENT: &str = "kit-canary-5ec2e7-state";

/// A state that is never written.
const MISSING: &str = "conformance-kit-missing";

/// How many clients write or lock at the same time.
const AT_ONCE: usize = 8;

/// The chunk size, which the provider developer does not see; the kit sends no chunks.
const CHUNK_SIZE: i64 = 8 << 20;

/// Tries a state store.
pub(crate) async fn run(kit: &Kit, example: &UntypedExample) {
    kit.about(example.at, "the example");
    let name = name_of(&example.schema);
    let refused = |text: String| kit.add_finding(Class::ExampleRefused, &name, "", text);
    let config = match kit.object(&example.schema, &example.source, example.at) {
        Ok(config) => config,
        Err(text) => return refused(text),
    };
    let owner = kit.secret_owner(&name, &Path::root());
    kit.findings()
        .register_secret(CONTENT.to_owned(), owner, false);
    let wrong = kit.validate(&example.schema, &config).await;
    if wrong.has_errors() {
        return refused(errors_text(&wrong));
    }
    let mut tried = TriedStore {
        kit,
        name,
        of: example.schema.type_name.as_str(),
        instance: kit.instance.clone(),
    };
    if tried.configure(&config).await.is_none() {
        return;
    }
    // Remains of an earlier run.
    tried.clear().await;
    tried.run(&config).await;
    tried.clear().await;
}

struct TriedStore<'a> {
    kit: &'a Kit,
    /// Its name in reports.
    name: String,
    of: &'a str,
    instance: Instance,
}

impl TriedStore<'_> {
    fn add(&self, class: Class, text: impl Into<String>) {
        self.kit.add_finding(class, &self.name, "", text);
    }

    async fn clear(&self) {
        for id in STATES {
            let _ = self.instance.delete_state(self.of, id).await;
        }
    }

    /// Nothing if an operation that must succeed did not, which is a finding.
    fn succeeds(&self, operation: &str, diagnostics: &Diagnostics) -> Option<()> {
        if diagnostics.has_errors() {
            let text = format!("{operation}: {}", errors_text(diagnostics));
            self.add(Class::OperationFails, text);
            return None;
        }
        Some(())
    }

    /// Calls the store. A panic is a finding in any case.
    async fn ask<T>(
        &self,
        operation: &str,
        call: impl Future<Output = T>,
        said: fn(&T) -> &Diagnostics,
    ) -> T {
        self.kit.ask(&self.name, operation, call, said).await
    }

    async fn configure(&self, config: &Value) -> Option<()> {
        let instance = &self.instance;
        let call = instance.configure_state_store(self.of, config.clone(), CHUNK_SIZE);
        let configured = self.ask("configure", call, |it| &it.diagnostics).await;
        self.succeeds("configure", &configured.diagnostics)
    }

    async fn write(&self, id: &str, state: &Bytes) -> Option<()> {
        let call = self.instance.write_state_bytes(self.of, id, state.clone());
        let said = self.ask("write", call, |said| said).await;
        self.succeeds("write", &said)
    }

    /// The outer `None` is an error.
    async fn read(&self, id: &str) -> Option<Option<Bytes>> {
        let call = self.instance.read_state_bytes(self.of, id);
        let read = self.ask("read", call, |it| &it.diagnostics).await;
        self.succeeds("read", &read.diagnostics)?;
        Some(read.state)
    }

    async fn list(&self) -> Option<Vec<String>> {
        let call = self.instance.get_states(self.of);
        let listed = self.ask("list", call, |it| &it.diagnostics).await;
        self.succeeds("list", &listed.diagnostics)?;
        Some(listed.state_ids)
    }

    async fn lock(&self) -> LockResponse {
        let instance = &self.instance;
        let call = instance.lock_state(self.of, STATES[0], "OperationTypeApply");
        self.ask("lock", call, |it| &it.diagnostics).await
    }

    async fn unlock(&self, lock_id: &str) -> Diagnostics {
        let call = self.instance.unlock_state(self.of, STATES[0], lock_id);
        self.ask("unlock", call, |said| said).await
    }

    async fn run(&mut self, config: &Value) {
        self.kit.step("a state that is not there");
        if let Some(Some(_)) = self.read(MISSING).await {
            let text = "read of a state that was never written gives one: return `Ok(None)`";
            self.add(Class::MissingState, text);
        }
        let deleted = self.instance.delete_state(self.of, MISSING).await;
        self.kit.record(&self.name, "delete", &deleted);
        if !deleted.has_errors() {
            let text = "delete of a state that was never written says that there was one: return `Ok(false)`";
            self.add(Class::MissingState, text);
        }
        self.kit.step("states that are written and read");
        if self.kept(config).await.is_none() {
            return;
        }
        self.kit.step("many that write at once");
        self.written_at_once().await;
        self.kit.step("locks");
        self.locks().await;
        self.kit.step("the end of the states");
        let _ = self.deleted().await;
    }

    /// Whether a written state is kept; nothing else makes sense otherwise.
    async fn kept(&mut self, config: &Value) -> Option<()> {
        let contents: [Bytes; 2] = [every_byte(), Bytes::from_static(b"{}")];
        for (id, state) in STATES.iter().zip(&contents) {
            self.write(id, state).await?;
        }
        // A state shorter than the previous one.
        let shorter = Bytes::from(format!("{{\"serial\": 2, \"kit\": {CONTENT:?}}}"));
        let (first, second) = ((STATES[0], &contents[0]), (STATES[1], &contents[1]));
        self.write(STATES[0], &shorter).await?;
        let over = "written over a longer one";
        self.is_kept((STATES[0], &shorter), over).await?;
        self.is_kept(second, "written before another one").await?;
        self.write(STATES[0], &contents[0]).await?;
        self.is_kept(first, "of all bytes").await?;
        // As in a different process.
        let former = self.instance.clone();
        self.instance = former.another_configuration();
        let kept = self.kept_elsewhere(config, first).await;
        self.instance = former;
        kept?;
        for id in self.list().await.iter().flat_map(|listed| missing(listed)) {
            let text = format!("list does not have {id}, which was written");
            self.add(Class::StatesNotListed, text);
        }
        Some(())
    }

    /// Whether a state is kept for a store that is configured again.
    async fn kept_elsewhere(&self, config: &Value, state: (&str, &Bytes)) -> Option<()> {
        let settings = self.kit.settings();
        let configured = self.instance.configure_provider(settings).await;
        self.kit.record(&self.name, "configure", &configured);
        self.succeeds("configure", &configured)?;
        self.configure(config).await?;
        let which = "when the store is configured again";
        self.is_kept(state, which).await
    }

    async fn is_kept(&self, (id, state): (&str, &Bytes), which: &str) -> Option<()> {
        let what = match self.read(id).await? {
            Some(read) if read == *state => return Some(()),
            Some(read) => format!(
                "another one, of {} bytes instead of {}",
                read.len(),
                state.len()
            ),
            None => "none".to_owned(),
        };
        let text = format!("read of a state {which} gives {what}");
        self.add(Class::StateNotKept, text);
        None
    }

    /// Every read returns one of them, whole.
    async fn written_at_once(&self) {
        let state = |number: usize| Bytes::from(vec![b'a' + number as u8; 20_000 + number]);
        let writers = (0..AT_ONCE).map(|number| {
            let (instance, of) = (self.instance.clone(), self.of.to_owned());
            let state = state(number);
            tokio::spawn(async move { instance.write_state_bytes(&of, STATES[0], state).await })
        });
        for writer in writers.collect::<Vec<_>>() {
            let written = self.kit.call(&self.name, "write", writer).await;
            if let Ok(diagnostics) = written {
                self.kit.record(&self.name, "write", &diagnostics);
                if self.succeeds("write", &diagnostics).is_none() {
                    return;
                }
            }
        }
        if let Some(read) = self.read(STATES[0]).await
            && !(0..AT_ONCE).any(|number| read.as_ref() == Some(&state(number)))
        {
            let text =
                "after several writes at once, read gives none of the states that were written";
            self.add(Class::StateNotKept, text);
        }
    }

    async fn locks(&self) {
        let first = self.lock().await;
        if first.diagnostics.has_errors() {
            self.succeeds("lock", &first.diagnostics);
            return;
        }
        if first.lock_id.is_empty() {
            let text = "locks: the store has none";
            return self.kit.uncovered(&self.name, "", text);
        }
        let second = self.lock().await;
        if !second.diagnostics.has_errors() {
            let text = "a state that is locked can be locked once more";
            self.add(Class::LockNotExclusive, text);
            let _ = self.unlock(&second.lock_id).await;
            let _ = self.unlock(&first.lock_id).await;
            return;
        }
        let holder = second.held_by.as_ref();
        if holder.is_none_or(|holder| holder.id != first.lock_id) {
            let text = "who finds a state locked is not told by whom: return `LockOutcome::HeldBy` with what `lock` was given";
            self.add(Class::LockNotExclusive, text);
        }
        let wrong = self.unlock("conformance-kit").await;
        if !wrong.has_errors() {
            let text = "unlock takes an id that is not that of the lock";
            return self.add(Class::LockNotExclusive, text);
        }
        let right = self.unlock(&first.lock_id).await;
        if self.succeeds("unlock", &right).is_none() {
            return;
        }
        let twice = self.unlock(&first.lock_id).await;
        if !twice.has_errors() {
            let text = "unlock of a state that is not locked says that it was: return `UnlockOutcome::NotLocked`";
            self.add(Class::LockNotExclusive, text);
        }
        self.locked_at_once().await;
    }

    async fn locked_at_once(&self) {
        let tries = (0..AT_ONCE).map(|_| {
            let (instance, of) = (self.instance.clone(), self.of.to_owned());
            tokio::spawn(async move { instance.lock_state(&of, STATES[0], "").await })
        });
        let mut taken = Vec::new();
        for one in tries.collect::<Vec<_>>() {
            if let Ok(locked) = self.kit.call(&self.name, "lock", one).await {
                self.kit.record(&self.name, "lock", &locked.diagnostics);
                taken.extend(Some(locked.lock_id).filter(|id| !id.is_empty()));
            }
        }
        if taken.len() != 1 {
            let text = match taken.len() {
                0 => "a state that was unlocked cannot be locked again".to_owned(),
                many => format!("{many} of {AT_ONCE} that lock a state at once all have the lock"),
            };
            self.add(Class::LockNotExclusive, text);
        }
        for lock_id in taken {
            let _ = self.unlock(&lock_id).await;
        }
    }

    /// Nothing if a call failed, which is a finding.
    async fn deleted(&self) -> Option<()> {
        let call = self.instance.delete_state(self.of, STATES[0]);
        let deleted = self.ask("delete", call, |said| said).await;
        self.succeeds("delete", &deleted)?;
        if let Some(Some(_)) = self.read(STATES[0]).await {
            let text = "read gives a state that was deleted";
            self.add(Class::DeleteLeavesIt, text);
        }
        let listed = self.list().await?;
        let missing: Vec<&str> = missing(&listed).collect();
        if !missing.contains(&STATES[0]) {
            let text = format!("list still has {}, which was deleted", STATES[0]);
            self.add(Class::StatesNotListed, text);
        }
        if missing.contains(&STATES[1]) {
            let text = format!("delete of {} took {} away too", STATES[0], STATES[1]);
            self.add(Class::StateNotKept, text);
        }
        Some(())
    }
}

/// The states that a list does not have.
fn missing(listed: &[String]) -> impl Iterator<Item = &'static str> {
    let is_listed = |id: &str| listed.iter().any(|listed| listed == id);
    STATES.into_iter().filter(move |id| !is_listed(id))
}

/// A state is arbitrary bytes.
fn every_byte() -> Bytes {
    (0..70_000_u32)
        .map(|at| at.to_le_bytes()[(at % 2) as usize])
        .collect()
}
