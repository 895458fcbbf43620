//! The data kept with an object: the provider developer's private data and our own.

use schema_runtime::data::Private;

/// Private data of both kinds, as received with a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrivateData {
    /// Ours: keys that start with a dot.
    own: Private,
    /// The provider developer's, and data that another SDK left.
    pub(crate) provider: Private,
}

/// The key under which [`Private::from_bytes`] keeps bytes of a different form. The provider
/// developer may look at them.
const UNPARSED_KEY: &str = ".foreign";

impl PrivateData {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut kept = PrivateData::default();
        for (key, value) in Private::from_bytes(bytes).iter() {
            let ours = key.starts_with('.') && key != UNPARSED_KEY;
            let half = if ours {
                &mut kept.own
            } else {
                &mut kept.provider
            };
            half.set(key, value);
        }
        kept
    }

    /// Removes our data under this key, and returns whether there was any.
    pub(crate) fn take(&mut self, key: &str) -> bool {
        let there = self.own.get(key).is_some();
        self.own.remove(key);
        there
    }

    /// The private data without our data under this key, and that data; the bytes are unchanged if
    /// there is none.
    pub(crate) fn split(bytes: Vec<u8>, key: &str) -> (Vec<u8>, Option<Vec<u8>>) {
        let mut all = Private::from_bytes(&bytes);
        let Some(value) = all.get(key).map(<[u8]>::to_vec) else {
            return (bytes, None);
        };
        all.remove(key);
        (all.to_bytes(), Some(value))
    }

    /// Adds data of ours under this key.
    pub(crate) fn join(bytes: &[u8], key: &str, value: Vec<u8>) -> Vec<u8> {
        let mut all = Private::from_bytes(bytes);
        all.set(key, value);
        all.to_bytes()
    }

    /// Our data together with the provider developer's present data.
    pub(crate) fn with(&self, provider: &Private) -> Private {
        let mut all = provider.clone();
        for (key, value) in self.own.iter() {
            all.set(key, value);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_code_does_not_see_ours_and_we_do_not_lose_it() {
        let mut all = Private::default();
        all.set(".ours", *b"1");
        all.set("theirs", *b"2");
        let kept = PrivateData::read(&all.to_bytes());
        assert!(kept.provider.get(".ours").is_none());
        let mut provider = kept.provider.clone();
        provider.remove("theirs");
        let back = kept.with(&provider);
        assert_eq!(back.get(".ours"), Some(&b"1"[..]));
        assert!(back.get("theirs").is_none());
    }

    #[test]
    fn ours_is_put_beside_the_rest_and_taken_out_again() {
        for bytes in [Vec::new(), b"{\"schema_version\":\"1\"}".to_vec()] {
            let joined = PrivateData::join(&bytes, ".ours", b"1".to_vec());
            let (rest, value) = PrivateData::split(joined, ".ours");
            assert_eq!(value.as_deref(), Some(&b"1"[..]));
            let rest = PrivateData::read(&rest);
            assert_eq!(rest.provider, PrivateData::read(&bytes).provider);
            let (same, none) = PrivateData::split(bytes.clone(), ".ours");
            assert_eq!((same, none), (bytes, None));
        }
    }

    #[test]
    fn what_another_sdk_left_stays() {
        let kept = PrivateData::read(b"{\"schema_version\":\"1\"}");
        assert!(kept.provider.get(UNPARSED_KEY).is_some());
        let again = PrivateData::read(&kept.with(&kept.provider).to_bytes());
        assert_eq!(again.provider, kept.provider);
    }
}
