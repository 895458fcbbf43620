//! [`Private`]: bytes that a provider stores with a resource and no user sees.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::codec::document::{Document, Members};

/// A provider's private data of one resource: bytes under string keys. It is stored in the state,
/// not shown to users and not part of any difference. Keys that start with a dot are reserved for
/// the SDK.
///
/// ```
/// # use schema_runtime::data::Private;
///
/// let mut private = Private::default();
/// private.set("etag", *b"v1");
/// assert_eq!(private.get("etag"), Some(&b"v1"[..]));
/// assert_eq!(Private::from_bytes(&private.to_bytes()), private);
/// private.remove("etag");
/// assert!(private.is_empty() && private.iter().next().is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    entries: BTreeMap<String, Vec<u8>>,
}

impl Private {
    /// The bytes under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        self.entries.get(key).map(Vec::as_slice)
    }

    /// Writes the bytes under a key.
    pub fn set(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.entries.insert(key.into(), bytes.into());
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) {
        self.entries.remove(key);
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries
            .iter()
            .map(|(key, bytes)| (key.as_str(), bytes.as_slice()))
    }

    /// The form in which Terraform stores it: no bytes if it is empty, otherwise length-prefixed
    /// keys and values after a version byte. A JSON object from another SDK stays readable for that
    /// SDK: all other entries are a string in it, under one key.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        if let Some(left) = self.get(FOREIGN)
            && let Some(mut object) = json_object(left)
        {
            let mut rest = self.clone();
            rest.remove(FOREIGN);
            if rest.is_empty() {
                return left.to_vec();
            }
            // Go's framework accepts only encoded JSON, and its older SDK any JSON.
            let text = format!("\"{}\"", STANDARD.encode(rest.envelope()));
            object.insert(OURS.to_owned(), STANDARD.encode(text));
            return Document::Object(object).to_string().into_bytes();
        }
        self.envelope()
    }

    fn envelope(&self) -> Vec<u8> {
        if self.entries.is_empty() {
            return Vec::new();
        }
        let mut bytes = vec![VERSION];
        for (key, value) in &self.entries {
            for part in [key.as_bytes(), value.as_slice()] {
                bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
                bytes.extend_from_slice(part);
            }
        }
        bytes
    }

    /// Reads the form that [`to_bytes`](Self::to_bytes) writes. Bytes in another form (for example
    /// from another SDK) are kept unchanged under the key `.foreign`, so nothing is lost.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        if bytes.is_empty() {
            return Private::default();
        }
        Private::parse(bytes)
            .or_else(|| Private::beside_foreign(bytes))
            .unwrap_or_else(|| Private {
                entries: BTreeMap::from([(FOREIGN.to_owned(), bytes.to_vec())]),
            })
    }

    /// Reads a JSON object of another SDK, including that SDK's data.
    fn beside_foreign(bytes: &[u8]) -> Option<Self> {
        let mut object = json_object(bytes)?;
        let text = STANDARD.decode(object.remove(OURS)?.as_str()?).ok()?;
        let envelope: String = serde_json::from_slice(&text).ok()?;
        let mut all = Private::parse(&STANDARD.decode(envelope).ok()?)?;
        all.set(FOREIGN, Document::Object(object).to_string());
        Some(all)
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[VERSION])?;
        let mut part = || -> Option<&[u8]> {
            let (length, tail) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_be_bytes(*length)).ok()?;
            let (head, tail) = tail.split_at_checked(length)?;
            rest = tail;
            Some(head)
        };
        let mut entries = BTreeMap::new();
        while let Some(key) = part() {
            entries.insert(String::from_utf8(key.to_vec()).ok()?, part()?.to_vec());
        }
        rest.is_empty().then_some(Private { entries })
    }
}

/// The first byte of our form; no JSON text starts with it.
const VERSION: u8 = 1;

/// The key under which provider code finds another SDK's data.
const FOREIGN: &str = ".foreign";

/// The key of all our data in another SDK's JSON object. Go's framework passes on keys that begin
/// with a dot, and hides them from provider code.
const OURS: &str = ".schema_provider";

fn json_object(bytes: &[u8]) -> Option<Members> {
    match Document::read(bytes).ok()? {
        Document::Object(members) => Some(members),
        // Go's older SDK writes this if there is no data.
        Document::Null => Some(Members::default()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survives_the_way_through_state() {
        let mut private = Private::default();
        private.set("etag", *b"abc");
        private.set("", [0u8, 255]);
        assert_eq!(Private::from_bytes(&private.to_bytes()), private);
        assert_eq!(Private::default().to_bytes(), Vec::<u8>::new());
    }

    /// As Go reads it: the older SDK any object, the framework an object of encoded JSON texts.
    #[test]
    fn what_another_sdk_left_as_an_object_stays_one() {
        for left in [
            r#"{"schema_version":"1","e2bfb730":{"create":1200000000000,"rate":1.50}}"#,
            r#"{"etag":"InYxIg=="}"#,
            "{}",
        ] {
            let mut all = Private::from_bytes(left.as_bytes());
            assert_eq!(all.to_bytes(), left.as_bytes(), "untouched");
            all.set(".imported", *b"1");
            all.set("etag", [0u8, 255]);
            let bytes = all.to_bytes();
            let text = String::from_utf8(bytes.clone()).expect("a string");
            let object = json_object(&bytes).expect("an object");
            for (key, value) in json_object(left.as_bytes()).expect("an object") {
                assert_eq!(object.get(&key), Some(&value), "{text}");
            }
            let ours = STANDARD.decode(
                object
                    .get(OURS)
                    .and_then(Document::as_str)
                    .expect("a string"),
            );
            let ours: Document = Document::read(&ours.expect("encoded")).expect("JSON");
            assert!(ours.as_str().is_some());
            assert_eq!(Private::from_bytes(&bytes), all);
            // Go writes the keys in sorted order, and may add spaces.
            let sorted: BTreeMap<_, _> = object.into_iter().collect();
            let sorted = Document::Object(sorted.into_iter().collect());
            let pretty = format!("{sorted:#}").into_bytes();
            let mut back = Private::from_bytes(&pretty);
            assert_eq!(back.get("etag"), Some(&[0u8, 255][..]));
            back.remove("etag");
            back.remove(".imported");
            assert_eq!(json_object(&back.to_bytes()), json_object(left.as_bytes()));
        }
    }

    /// `null`, which Go's older SDK writes for no data, becomes an object once we have data.
    #[test]
    fn what_another_sdk_left_as_nothing_becomes_an_object() {
        let mut all = Private::from_bytes(b"null");
        assert_eq!(all.to_bytes(), b"null");
        all.set("etag", *b"v1");
        let bytes = all.to_bytes();
        assert!(matches!(Document::read(&bytes), Ok(Document::Object(_))));
        let back = Private::from_bytes(&bytes);
        assert_eq!(back.get("etag"), Some(&b"v1"[..]));
        assert_eq!(back.to_bytes(), bytes);
    }

    #[test]
    fn keeps_what_another_sdk_left() {
        let private = Private::from_bytes(b"{\"schema_version\":\"1\"}");
        assert_eq!(
            private.get(".foreign"),
            Some(&b"{\"schema_version\":\"1\"}"[..])
        );
        let cut = Private::from_bytes(&[1, 0, 0, 0, 0, 0, 0, 0, 9, b'x']);
        assert!(cut.get(".foreign").is_some());
    }
}
