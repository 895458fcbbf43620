//! State stores: written states are read again, one client has the lock, and deleted states are
//! gone.
//!
//! The states created here have names that nobody else uses, and are deleted at the end.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::schema::SchemaKind;
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
    if !tried.configure(&config).await {
        return;
    }
    // Remains of an earlier run.
    for id in STATES {
        let _ = tried.instance.delete_state(tried.of, id).await;
    }
    tried.run(&config).await;
    for id in STATES {
        let _ = tried.instance.delete_state(tried.of, id).await;
    }
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

    /// Whether an operation that must succeed did so.
    fn succeeds(&self, operation: &str, diagnostics: &Diagnostics) -> bool {
        self.look(operation, diagnostics);
        if diagnostics.has_errors() {
            let text = format!("{operation}: {}", errors_text(diagnostics));
            self.add(Class::OperationFails, text);
        }
        !diagnostics.has_errors()
    }

    /// A panic is a finding in any case.
    fn look(&self, operation: &str, diagnostics: &Diagnostics) {
        self.kit.record(&self.name, operation, diagnostics);
    }

    async fn configure(&mut self, config: &Value) -> bool {
        let call = self
            .instance
            .configure_state_store(self.of, config.clone(), CHUNK_SIZE);
        let response = self.kit.call(&self.name, "configure", call).await;
        self.succeeds("configure", &response.diagnostics)
    }

    async fn write(&self, id: &str, state: Bytes) -> bool {
        let call = self.instance.write_state_bytes(self.of, id, state);
        let diagnostics = self.kit.call(&self.name, "write", call).await;
        self.succeeds("write", &diagnostics)
    }

    /// The outer `None` is an error.
    async fn read(&self, id: &str) -> Option<Option<Bytes>> {
        let call = self.instance.read_state_bytes(self.of, id);
        let read = self.kit.call(&self.name, "read", call).await;
        self.succeeds("read", &read.diagnostics)
            .then_some(read.state)
    }

    async fn list(&self) -> Option<Vec<String>> {
        let call = self.instance.get_states(self.of);
        let listed = self.kit.call(&self.name, "list", call).await;
        self.succeeds("list", &listed.diagnostics)
            .then_some(listed.state_ids)
    }

    async fn lock(&self) -> LockResponse {
        let call = self
            .instance
            .lock_state(self.of, STATES[0], "OperationTypeApply");
        let locked = self.kit.call(&self.name, "lock", call).await;
        self.look("lock", &locked.diagnostics);
        locked
    }

    async fn unlock(&self, lock_id: &str) -> Diagnostics {
        let call = self.instance.unlock_state(self.of, STATES[0], lock_id);
        let unlocked = self.kit.call(&self.name, "unlock", call).await;
        self.look("unlock", &unlocked);
        unlocked
    }

    async fn run(&mut self, config: &Value) {
        self.kit.step("a state that is not there");
        if let Some(Some(_)) = self.read(MISSING).await {
            let text = "read of a state that was never written gives one: return `Ok(None)`";
            self.add(Class::MissingState, text);
        }
        let deleted = self.instance.delete_state(self.of, MISSING).await;
        self.look("delete", &deleted);
        if !deleted.has_errors() {
            let text = "delete of a state that was never written says that there was one: return `Ok(false)`";
            self.add(Class::MissingState, text);
        }
        self.kit.step("states that are written and read");
        if !self.kept(config).await {
            return;
        }
        self.kit.step("many that write at once");
        self.written_at_once().await;
        self.kit.step("locks");
        self.locks().await;
        self.kit.step("the end of the states");
        self.deleted().await;
    }

    /// Whether a written state is kept; nothing else makes sense otherwise.
    async fn kept(&mut self, config: &Value) -> bool {
        let contents: [Bytes; 2] = [every_byte(), Bytes::from_static(b"{}")];
        for (id, state) in STATES.iter().zip(&contents) {
            if !self.write(id, state.clone()).await {
                return false;
            }
        }
        // A state shorter than the previous one.
        let shorter = Bytes::from(format!("{{\"serial\": 2, \"kit\": {CONTENT:?}}}"));
        if !self.write(STATES[0], shorter.clone()).await {
            return false;
        }
        if !self
            .is_kept(STATES[0], &shorter, "written over a longer one")
            .await
            || !self
                .is_kept(STATES[1], &contents[1], "written before another one")
                .await
            || !self.write(STATES[0], contents[0].clone()).await
            || !self.is_kept(STATES[0], &contents[0], "of all bytes").await
        {
            return false;
        }
        // As in a different process.
        let former = self.instance.clone();
        self.instance = former.another_configuration();
        let settings = self.kit.settings();
        let configured = self.instance.configure_provider(settings).await;
        let again = self.succeeds("configure", &configured) && self.configure(config).await;
        let kept = again
            && self
                .is_kept(
                    STATES[0],
                    &contents[0],
                    "when the store is configured again",
                )
                .await;
        self.instance = former;
        if !kept {
            return false;
        }
        if let Some(listed) = self.list().await {
            for id in STATES {
                if !listed.iter().any(|listed| listed == id) {
                    let text = format!("list does not have {id}, which was written");
                    self.add(Class::StatesNotListed, text);
                }
            }
        }
        true
    }

    async fn is_kept(&self, id: &str, state: &Bytes, which: &str) -> bool {
        let Some(read) = self.read(id).await else {
            return false;
        };
        let what = match read {
            Some(read) if read == *state => return true,
            Some(read) => format!(
                "another one, of {} bytes instead of {}",
                read.len(),
                state.len()
            ),
            None => "none".to_owned(),
        };
        self.add(
            Class::StateNotKept,
            format!("read of a state {which} gives {what}"),
        );
        false
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
            if let Ok(diagnostics) = written
                && !self.succeeds("write", &diagnostics)
            {
                return;
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
            self.kit
                .uncovered(&self.name, "", "locks: the store has none");
            return;
        }
        let second = self.lock().await;
        if !second.diagnostics.has_errors() {
            let text = "a state that is locked can be locked once more";
            self.add(Class::LockNotExclusive, text);
            let _ = self.unlock(&second.lock_id).await;
            let _ = self.unlock(&first.lock_id).await;
            return;
        }
        match &second.held_by {
            Some(holder) if holder.id == first.lock_id => {}
            _ => self.add(
                Class::LockNotExclusive,
                "who finds a state locked is not told by whom: return `LockOutcome::HeldBy` with what `lock` was given",
            ),
        }
        let wrong = self.unlock("conformance-kit").await;
        if !wrong.has_errors() {
            let text = "unlock takes an id that is not that of the lock";
            self.add(Class::LockNotExclusive, text);
            return;
        }
        let right = self.unlock(&first.lock_id).await;
        if !self.succeeds("unlock", &right) {
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
                self.look("lock", &locked.diagnostics);
                taken.extend(Some(locked.lock_id).filter(|id| !id.is_empty()));
            }
        }
        match taken.len() {
            0 => self.add(
                Class::LockNotExclusive,
                "a state that was unlocked cannot be locked again",
            ),
            1 => {}
            many => self.add(
                Class::LockNotExclusive,
                format!("{many} of {AT_ONCE} that lock a state at once all have the lock"),
            ),
        }
        for lock_id in taken {
            let _ = self.unlock(&lock_id).await;
        }
    }

    async fn deleted(&self) {
        let call = self.instance.delete_state(self.of, STATES[0]);
        let deleted = self.kit.call(&self.name, "delete", call).await;
        if !self.succeeds("delete", &deleted) {
            return;
        }
        if let Some(Some(_)) = self.read(STATES[0]).await {
            let text = "read gives a state that was deleted";
            self.add(Class::DeleteLeavesIt, text);
        }
        if let Some(listed) = self.list().await {
            if listed.iter().any(|id| id == STATES[0]) {
                let text = format!("list still has {}, which was deleted", STATES[0]);
                self.add(Class::StatesNotListed, text);
            }
            if !listed.iter().any(|id| id == STATES[1]) {
                let text = format!("delete of {} took {} away too", STATES[0], STATES[1]);
                self.add(Class::StateNotKept, text);
            }
        }
    }
}

/// A state is arbitrary bytes.
fn every_byte() -> Bytes {
    (0..70_000_u32)
        .map(|at| at.to_le_bytes()[(at % 2) as usize])
        .collect()
}

/// State stores without documentation, and those that are never tried.
pub(crate) fn documentation(
    kit: &Kit,
    schemas: &schema_shell::lifecycle::Schemas,
    examples: &[UntypedExample],
) {
    for schema in schemas.state_stores.values() {
        debug_assert_eq!(schema.kind, SchemaKind::StateStore);
        crate::conformance::operations::schemas::documentation(kit, schema);
        let tried = |example: &UntypedExample| example.schema.type_name == schema.type_name;
        if !examples.iter().any(tried) {
            let text = "no example: give one with `state_store`";
            kit.uncovered(&name_of(schema), "", text);
        }
    }
}
