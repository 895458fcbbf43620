//! Write-only values in an object's stored data: its plan, state, identity and private data.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use schema_runtime::data::Private;
use schema_runtime::path::{Path, object_steps};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use sha2::{Digest as _, Sha256};

/// A value that must not be stored.
pub(crate) struct WriteOnlyValue {
    /// The forms that it may take, with their descriptions.
    forms: Vec<(Vec<u8>, &'static str)>,
    /// Where it was found, and the first step that found it there.
    found: BTreeMap<String, String>,
}

impl WriteOnlyValue {
    pub(crate) fn new(value: &str) -> Self {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let hash = Sha256::digest(value);
        let text = |text: String| text.into_bytes();
        let (base64, unsalted) = (" in Base64", " as a hash without a salt");
        WriteOnlyValue {
            forms: vec![
                (text(value.to_owned()), ""),
                (text(STANDARD_NO_PAD.encode(value)), base64),
                (text(URL_SAFE_NO_PAD.encode(value)), base64),
                (text(hex(value.as_bytes())), " in hexadecimal digits"),
                (hash.to_vec(), unsalted),
                (text(hex(&hash)), unsalted),
                (text(STANDARD_NO_PAD.encode(hash)), unsalted),
            ],
            found: BTreeMap::new(),
        }
    }

    /// Where it was found, each place with the first step that left it there; empty if nowhere.
    pub(crate) fn places(&self) -> Vec<String> {
        let found = self
            .found
            .iter()
            .map(|(place, when)| format!("{place} ({when})"));
        found.collect()
    }

    fn look(&mut self, bytes: &[u8], place: &str, when: &str) {
        let is_in = |form: &[u8]| bytes.windows(form.len()).any(|window| window == form);
        if let Some((_, words)) = self.forms.iter().find(|(form, _)| is_in(form)) {
            let place = format!("{place}{words}");
            self.found.entry(place).or_insert_with(|| when.to_owned());
        }
    }
}

/// The stored data of an object after a call: its state or plan, its private data, its identity.
pub(crate) type StoredData<'a> = (&'a Value, &'a [u8], Option<&'a Value>);

/// Looks for write-only values in stored data.
pub(crate) fn search<'v>(
    block: &Block,
    (object, private, identity): StoredData<'_>,
    values: impl Iterator<Item = &'v mut WriteOnlyValue>,
    when: &str,
) {
    let mut kept: Vec<(String, Vec<u8>)> = Vec::new();
    in_object(block, object, &Path::root(), &mut |path, text| {
        kept.push((format!("`{path}`"), text.as_bytes().to_vec()));
    });
    if let Some(identity) = identity {
        let place = "what identifies the object";
        in_value(identity, &mut |text| {
            kept.push((place.to_owned(), text.as_bytes().to_vec()));
        });
    }
    for (key, value) in Private::from_bytes(private).iter() {
        let place = format!("the private data, under {key:?}");
        kept.push((place.clone(), key.as_bytes().to_vec()));
        kept.push((place, value.to_vec()));
    }
    for value in values {
        for (place, bytes) in &kept {
            value.look(bytes, place, when);
        }
    }
}

/// Every string in an object, with its field.
fn in_object(block: &Block, object: &Value, around: &Path, see: &mut dyn FnMut(&Path, &str)) {
    for (field, value) in block.with_values(object) {
        let path = around.clone().attribute(field.name.clone());
        let Some((_, inner)) = field.nested_block() else {
            in_value(value, &mut |text| see(&path, text));
            continue;
        };
        for (step, object) in object_steps(value) {
            let mut path = path.clone();
            // An element of a set has no name.
            let step = step.filter(|_| !matches!(value, Value::Set(_)));
            step.iter().for_each(|step| path.push(step.step()));
            in_object(inner, object, &path, see);
        }
    }
}

/// Every string in a value.
pub(crate) fn in_value(value: &Value, see: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Map(elements) => elements.keys().for_each(|key| see(key)),
        _ => {}
    }
    value.children().for_each(|part| in_value(part, see));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `base64`, `xxd -p` and `sha256sum` print it.
    #[test]
    fn a_value_is_known_by_other_forms_of_it() {
        for (text, place) in [
            ("say open sesame!", "`a`"),
            ("b3BlbiBzZXNhbWU=", "`a` in Base64"),
            ("6f70656e20736573616d65", "`a` in hexadecimal digits"),
            (
                "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb",
                "`a` as a hash without a salt",
            ),
        ] {
            let mut value = WriteOnlyValue::new("open sesame");
            value.look(b"open", "`a`", "plan");
            assert_eq!(value.places(), [] as [&str; 0]);
            value.look(text.as_bytes(), "`a`", "create");
            value.look(text.as_bytes(), "`a`", "read");
            assert_eq!(value.places(), [format!("{place} (create)")], "{text}");
        }
    }
}
