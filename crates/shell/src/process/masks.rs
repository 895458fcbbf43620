//! What the log masks: the secrets of running calls and of the provider's settings, and fields by
//! name.
//!
//! Provider code logs on any thread, in its own tasks and through crates that know nothing about a
//! call. So secrets are kept for the whole process, as long as somebody holds them. A call only
//! records the strings; the forms to search for are computed when something is shown. Nothing is
//! collected before [`watch`], which `run` calls.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, RwLock};

use schema_panic::{lock, read, write};
use schema_runtime::data::{DataCore, SecretWatch};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::PlanCore;
use schema_runtime::schema::{Block, Field};
use schema_runtime::secrets::{self, Word};
use schema_runtime::value::Value;

static WATCHED: AtomicBool = AtomicBool::new(false);

/// Words and fields, each with its number of holders.
#[derive(Default)]
struct Table {
    words: BTreeMap<Word, usize>,
    /// The same words in the searched forms, unless they have changed since.
    forms: Vec<Word>,
    changed: bool,
    fields: BTreeMap<String, usize>,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

/// Starts to collect secrets, for [`masked`].
pub fn watch() {
    WATCHED.store(true, Ordering::Relaxed);
}

fn watched() -> bool {
    WATCHED.load(Ordering::Relaxed)
}

/// A string that may be logged: present secrets are masked.
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    let table = read(&TABLE);
    if !table.changed {
        return secrets::hide(text, &table.forms);
    }
    drop(table);
    // Only now: sorting many words at each change would take forever.
    let mut table = write(&TABLE);
    table.forms = secrets::forms(table.words.keys());
    table.changed = false;
    secrets::hide(text, &table.forms)
}

/// Whether values of this field of an event or a span are never logged.
#[must_use]
pub fn is_masked(field: &str) -> bool {
    let table = read(&TABLE);
    !table.fields.is_empty() && table.fields.contains_key(&field.to_ascii_lowercase())
}

/// What one call, or the provider's settings, mask in the log and in messages of provider code.
#[derive(Default)]
pub(crate) struct Masks {
    held: Mutex<SecretWords>,
    /// Whether secrets are masked in messages of provider code.
    hides: bool,
}

#[derive(Default)]
struct SecretWords {
    words: BTreeSet<Word>,
    /// The secrets that the log knows.
    logged: Vec<Word>,
    /// The call's values that are not secret; their strings are rarely needed.
    open: Vec<Value>,
    /// The number of these values when duplicates were last removed.
    distinct: usize,
    fields: Vec<String>,
}

impl SecretWords {
    /// However often a provider developer sets a field, at most twice the distinct words are kept.
    fn also_open(&mut self, fields: &[Field], values: &[Value]) {
        secrets::open_of(fields, values, &mut self.open);
        if self.open.len() > 2 * self.distinct.max(512) {
            let texts: BTreeSet<_> = self.open.iter().filter_map(secrets::text_of).collect();
            self.distinct = texts.len();
            self.open = texts.into_iter().map(Value::String).collect();
        }
    }
}

impl Masks {
    /// Masks for an instance that hides, or does not hide, secrets in messages of provider code.
    pub(crate) fn new(hides: bool) -> Self {
        let mut masks = Masks::default();
        masks.hides = hides;
        masks
    }

    /// The message of provider code, with these secrets masked. A string that is also a non-secret
    /// value in the same call is shown: masking it would not help.
    pub(crate) fn hide<'m>(
        all: impl Iterator<Item = &'m Masks> + Clone,
        diagnostics: &mut Diagnostics,
    ) {
        if diagnostics.is_empty() || !all.clone().any(|masks| masks.hides) {
            return;
        }
        let mut words = BTreeSet::new();
        let mut open = BTreeSet::new();
        for masks in all {
            let held = lock(&masks.held);
            words.extend(held.words.iter().cloned());
            open.extend(held.open.iter().filter_map(secrets::text_of));
        }
        words.retain(|word| !open.contains(word.text()));
        let forms = secrets::forms(&words);
        for diagnostic in diagnostics.iter_mut() {
            for text in [&mut diagnostic.summary, &mut diagnostic.detail] {
                if let Cow::Owned(hidden) = secrets::hide(text, &forms) {
                    *text = hidden;
                }
            }
        }
    }

    /// Whether secrets are needed.
    fn is_asked(&self) -> bool {
        self.hides || watched()
    }

    /// Everything that the schema calls secret in these objects.
    pub(crate) fn mask_secrets<'a>(
        &self,
        block: &Block,
        objects: impl IntoIterator<Item = &'a Value>,
    ) {
        if !self.is_asked() {
            return;
        }
        let mut words = Vec::new();
        for object in objects {
            secrets::of_block(block, object, &mut words);
            if let Value::Object(values) = object
                && self.hides
                && !words.is_empty()
            {
                lock(&self.held).also_open(&block.fields, values);
            }
        }
        self.hold(words);
    }

    /// The arguments of a function. It is unknown which are secret, so all count as secret, except
    /// the shortest, which would mask unrelated text.
    pub(crate) fn mask_arguments(&self, block: &Block, arguments: &Value) {
        if watched() {
            let mut words = Vec::new();
            secrets::of_block(block, arguments, &mut words);
            words.retain(|word| !word.is_short());
            self.hold(words);
        }
    }

    /// Data whose secrets are masked, also those that are set later.
    pub(crate) fn watching(masks: &Arc<Self>, data: DataCore) -> DataCore {
        match masks.is_asked() {
            true => data.with_secret_watch(Arc::<Masks>::clone(masks)),
            false => data,
        }
    }

    /// The same for a plan.
    pub(crate) fn watching_plan(masks: &Arc<Self>, plan: PlanCore) -> PlanCore {
        match masks.is_asked() {
            true => plan.with_secret_watch(Arc::<Masks>::clone(masks)),
            false => plan,
        }
    }

    /// A string that the provider developer declares secret.
    pub(crate) fn word(&self, text: &str) {
        if self.is_asked() {
            let mut words = Vec::new();
            secrets::of_value(&Value::from(text), &mut words);
            self.hold(words);
        }
    }

    /// A field that the provider developer declares secret, ignoring case.
    pub(crate) fn field(&self, name: &str) {
        if !watched() {
            return;
        }
        // As the log names it.
        let name = name.trim_start_matches('@').to_ascii_lowercase();
        let mut held = lock(&self.held);
        let mut table = write(&TABLE);
        *table.fields.entry(name.clone()).or_default() += 1;
        held.fields.push(name);
    }

    fn hold(&self, mut words: Vec<Word>) {
        if words.is_empty() {
            return;
        }
        let mut held = lock(&self.held);
        words.retain(|word| !word.is_blank() && held.words.insert(word.clone()));
        if words.is_empty() || !watched() {
            return;
        }
        held.logged.extend(words.iter().cloned());
        let mut table = write(&TABLE);
        for word in words {
            *table.words.entry(word).or_default() += 1;
        }
        table.changed = true;
    }
}

impl SecretWatch for Masks {
    fn note(&self, fields: &[Field], values: &[Value]) {
        if !self.is_asked() {
            return;
        }
        let mut words = Vec::new();
        for (field, value) in fields.iter().zip(values) {
            secrets::of_field(field, value, &mut words);
        }
        if self.hides {
            lock(&self.held).also_open(fields, values);
        }
        self.hold(words);
    }
}

impl Drop for Masks {
    fn drop(&mut self) {
        let held = lock(&self.held);
        if held.logged.is_empty() && held.fields.is_empty() {
            return;
        }
        let mut table = write(&TABLE);
        for word in &held.logged {
            table.changed |= release(&mut table.words, word);
        }
        for field in &held.fields {
            release(&mut table.fields, field);
        }
    }
}

/// Removes one holder; returns whether it was the last one.
fn release<T: Ord>(counts: &mut BTreeMap<T, usize>, name: &T) -> bool {
    let Some(count) = counts.get_mut(name) else {
        return false;
    };
    *count -= 1;
    *count == 0 && counts.remove(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_masked_for_as_long_as_somebody_has_it() {
        watch();
        let (one, other) = (Masks::default(), Masks::default());
        let text = "the word is open-sesame-1";
        one.word("open-sesame-1");
        other.word("open-sesame-1");
        assert_eq!(masked(text), "the word is (sensitive value)");
        drop(one);
        assert_eq!(masked(text), "the word is (sensitive value)");
        drop(other);
        assert_eq!(masked(text), text);
    }

    #[test]
    fn a_field_is_masked_in_either_case() {
        watch();
        let masks = Masks::default();
        masks.field("X-Masks-Token");
        assert!(is_masked("x-masks-token") && is_masked("X-MASKS-TOKEN"));
        assert!(!is_masked("x-masks"));
        drop(masks);
        assert!(!is_masked("x-masks-token"));
        // The log names fields without it.
        let masks = Masks::default();
        masks.field("@X-Masks-At");
        assert!(is_masked("x-masks-at"));
    }

    #[test]
    fn many_secrets_are_held_in_time() {
        watch();
        let begin = std::time::Instant::now();
        let holders: Vec<Masks> = (0..20_000)
            .map(|number| {
                let masks = Masks::default();
                masks.word(&format!("many-secrets-{number}-word"));
                masks
            })
            .collect();
        assert_eq!(
            masked("it is many-secrets-19999-word"),
            "it is (sensitive value)"
        );
        drop(holders);
        // When sorted after each one, this took minutes.
        assert!(begin.elapsed() < std::time::Duration::from_secs(20));
        let text = "it is many-secrets-19999-word";
        assert_eq!(masked(text), text);
    }
}
