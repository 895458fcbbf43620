//! Ids made of sets. They do not show where a part ends, so imports take other ids, see
//! `import_id`.

use std::collections::BTreeSet;

/// The elements of a set in the order of the ids: by the decimal string of their CRC-32. State of
/// the Go provider has it, too.
pub(crate) fn in_id_order(set: &BTreeSet<String>) -> Vec<&str> {
    let mut elements: Vec<&str> = set.iter().map(String::as_str).collect();
    elements.sort_by_cached_key(|text| crc32fast::hash(text.as_bytes()).to_string());
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_the_text_of_the_checksum() {
        let order = |of: &[&str]| {
            let set = of.iter().map(|text| (*text).to_owned()).collect();
            in_id_order(&set).join(" ")
        };
        // As observed.
        assert_eq!(order(&["o1", "o2"]), "o2 o1");
        // 1802187799, 3138006342 and 344172009 (by zlib): as numbers, the last one would be first.
        assert_eq!(order(&["SELECT", "o2", "users"]), "o2 SELECT users");
        assert_eq!(order(&[]), "");
    }
}
