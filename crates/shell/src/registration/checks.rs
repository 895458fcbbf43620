//! The checks that a provider's lists make across structs, at compile time; a constant in each
//! entry triggers them.

use schema_rules::shared_texts;
use schema_runtime::__private::{Message, any_field_is, equal};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Extra, Flags, Schema, StaticField};

use crate::untyped::definition::EntryInfo;

/// The check of one entry of `functions!`.
///
/// # Panics
/// At compile time, with a message for the provider developer.
#[doc(hidden)]
#[track_caller]
pub const fn check_function(name: &str, repeated: &[bool], index: usize) {
    // The derive's stub of a function with mistakes has no name: they have been reported already.
    if repeated[index] && !name.is_empty() {
        Message::of(&shared_texts::DUPLICATE_TYPE, "function", name, "").stop()
    }
}

/// Which names an earlier entry has too. The compiler needs a fifth of a millisecond to compare two
/// names, so a thousand are not compared with each other.
#[doc(hidden)]
#[must_use]
pub const fn repeated<const N: usize>(names: &[&str; N]) -> [bool; N] {
    let (mut hashes, mut found) = ([0; N], [false; N]);
    // For each bucket the last entry in it, for each entry the one before it: numbers above 0.
    let (mut last, mut before) = ([0; N], [0; N]);
    let mut index = 0;
    while index < N {
        hashes[index] = hash(names[index]);
        let bucket = hashes[index] as usize % N;
        let mut other: usize = last[bucket];
        while other > 0 && !found[index] {
            let at = other - 1;
            found[index] = hashes[at] == hashes[index] && equal(names[at], names[index]);
            other = before[at];
        }
        before[index] = last[bucket];
        last[bucket] = index + 1;
        index += 1;
    }
    found
}

/// FNV-1a.
const fn hash(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let (mut hash, mut i) = (0x811c_9dc5_u32, 0);
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

/// The type name of an entry.
#[doc(hidden)]
#[must_use]
pub const fn name(info: EntryInfo) -> &'static str {
    info.schema.type_name.const_str()
}

/// The checks of one entry; `names` are the names of all entries, `repeated` says which are not the
/// first, and `index` is its position among them.
///
/// # Panics
/// At compile time, with a message for the provider developer.
#[doc(hidden)]
#[track_caller]
pub const fn check(info: EntryInfo, names: &[&str], repeated: &[bool], index: usize) {
    let EntryInfo {
        kind,
        schema,
        provider,
        updates,
        listed,
        identified,
        unported,
        ..
    } = info;
    let (name, provider) = (schema.type_name.const_str(), provider.type_name.const_str());
    let listed = match listed {
        Some(listed) => listed.type_name.const_str(),
        None => name,
    };
    // The derive's stub of a struct with mistakes has no name: they have been reported already.
    if name.is_empty() || listed.is_empty() || (provider.is_empty() && !unported) {
        return;
    }
    // An entry of another kind was also reported, at its `impl`.
    if schema.kind as u8 != kind as u8 {
        return;
    }
    if !unported && !belongs(name, provider) {
        // If several do not belong, the provider's name may be the mistake, which is reported once.
        let mut earlier = 0;
        while earlier < index {
            if !names[earlier].is_empty() && !belongs(names[earlier], provider) {
                return;
            }
            earlier += 1;
        }
        Message::of(&shared_texts::TYPE_PREFIX, provider, name, rest(name)).stop()
    }
    if repeated[index] {
        let what = kind.block_kind().words();
        Message::of(&shared_texts::DUPLICATE_TYPE, what, name, "").stop()
    }
    if !equal(listed, name) {
        Message::of(&shared_texts::LIST_OF_ANOTHER, listed, name, "").stop()
    }
    if !identified {
        Message::of(&shared_texts::LIST_WITHOUT_IDENTITY, name, "", "").stop()
    }
    let Some(updates) = updates else { return };
    if unported {
        return;
    }
    if !updates && times_update(schema) {
        Message::of(&shared_texts::UPDATE_TIMEOUT, name, "", "").stop()
    }
    let changes = can_any_change(schema);
    if updates && !changes && !has_write_only(schema) {
        Message::of(&shared_texts::UPDATE_SUPERFLUOUS, name, "", "").stop()
    }
    if !updates && changes {
        let fields = changeable(schema);
        Message::of(&shared_texts::UPDATE_MISSING, name, fields.as_str(), "").stop()
    }
}

/// Whether a timeout for updates is declared.
const fn times_update(schema: &Schema) -> bool {
    let timeouts = schema.timeouts.const_slice();
    let mut i = 0;
    while i < timeouts.len() {
        if equal(timeouts[i].operation.const_str(), "update") {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a field of the resource is write-only: the plan hook may plan an update if it finds that
/// one has changed.
const fn has_write_only(schema: &Schema) -> bool {
    match &schema.block {
        Ref::Static { value: block } => any_field_is(block, Flags::WRITE_ONLY),
        _ => false,
    }
}

/// Whether a field can change in place.
const fn can_any_change(schema: &Schema) -> bool {
    let Ref::Static { value: block } = &schema.block else {
        return false;
    };
    let (fields, mut i) = (block.fields.table(), 0);
    while i < fields.len() {
        if can_change(&fields.get(i)) {
            return true;
        }
        i += 1;
    }
    false
}

/// The first fields that can change in place, as text.
const fn changeable(schema: &Schema) -> Message {
    const SHOWN: usize = 4;
    let Ref::Static { value: block } = &schema.block else {
        return Message::new();
    };
    let fields = block.fields.table();
    let (mut total, mut i) = (0, 0);
    while i < fields.len() {
        total += can_change(&fields.get(i)) as usize;
        i += 1;
    }
    let (mut words, mut count, mut i) = (Message::new(), 0, 0);
    while i < fields.len() && count < SHOWN {
        if can_change(&fields.get(i)) {
            count += 1;
            if count > 1 {
                words = words.add(if count == total { " and " } else { ", " });
            }
            words = words.name(fields.get(i).name());
        }
        i += 1;
    }
    match total > SHOWN {
        true => words.add(" and others"),
        false => words,
    }
}

/// Whether the configuration can change a field without replacing the resource.
const fn can_change(field: &StaticField) -> bool {
    let extras = field.extras();
    let mut i = 0;
    while i < extras.len() {
        if matches!(extras[i], Extra::Removed { .. }) {
            return false;
        }
        i += 1;
    }
    let configurable = field.is_block() || field.is(Flags::REQUIRED) || field.is(Flags::OPTIONAL);
    configurable
        && !field.is(Flags::FORCE_NEW)
        && !field.is(Flags::WRITE_ONLY)
        && !field.is(Flags::IMPLIED)
}

/// Whether Terraform finds the provider by the type's name: the part before the first underscore.
/// (A provider's name has none.) A suffix after a hyphen is a variant of the same provider:
/// `google-beta` serves `google_…`.
const fn belongs(name: &str, provider: &str) -> bool {
    let bytes = provider.as_bytes();
    let mut i = 1;
    while i < bytes.len() {
        if bytes[i] == b'-' && has_prefix(name, provider.split_at(i).0) {
            return true;
        }
        i += 1;
    }
    has_prefix(name, provider)
}

const fn has_prefix(name: &str, provider: &str) -> bool {
    let (name, provider) = (name.as_bytes(), provider.as_bytes());
    let mut i = 0;
    while i < provider.len() {
        if i == name.len() || name[i] != provider[i] {
            return false;
        }
        i += 1;
    }
    i == name.len() || name[i] == b'_'
}

/// The part after the first underscore, or the whole name.
const fn rest(name: &str) -> &str {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'_' {
            return name.split_at(i + 1).1;
        }
        i += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::{belongs, repeated};

    #[test]
    fn a_name_is_repeated_if_an_earlier_entry_has_it() {
        assert_eq!(
            repeated(&["a", "b", "a", "", "ab", "b", "a"]),
            [false, false, true, false, false, true, true]
        );
        assert!(repeated::<0>(&[]).is_empty());
    }

    #[test]
    fn a_type_belongs_to_the_provider_that_its_name_begins_with() {
        for (name, provider) in [
            ("disk_image", "disk"),
            ("disk", "disk"),
            ("google_compute", "google-beta"),
            ("google-beta_compute", "google-beta"),
        ] {
            assert!(belongs(name, provider), "{name} {provider}");
        }
        for (name, provider) in [
            ("diskimage", "disk"),
            ("disc_image", "disk"),
            ("dis_image", "disk"),
            ("goog_compute", "google-beta"),
            ("google_compute", "googlebeta-x"),
        ] {
            assert!(!belongs(name, provider), "{name} {provider}");
        }
    }
}
