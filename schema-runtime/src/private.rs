//! [`Private`]: bytes that a provider keeps with a resource and no user sees.

use std::collections::BTreeMap;

/// An author's private data of one resource: bytes under text keys. It is kept in state, is not
/// shown to users and is no part of any difference. Keys that start with a dot are ours.
///
/// ```
/// use schema_runtime::data::Private;
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

    /// Whether there is nothing.
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

    /// The form in which Terraform keeps it: nothing for nothing, else length-prefixed keys and
    /// values after a version byte.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
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

    /// Reads the form that [`to_bytes`](Self::to_bytes) writes. Bytes of another form (left by
    /// another SDK, say) are kept whole under the key `.foreign`, so that nothing is lost.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        if bytes.is_empty() {
            return Private::default();
        }
        Private::parse(bytes).unwrap_or_else(|| {
            let mut foreign = Private::default();
            foreign.set(".foreign", bytes);
            foreign
        })
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

/// First byte of our form; no JSON text starts with it.
const VERSION: u8 = 1;

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
