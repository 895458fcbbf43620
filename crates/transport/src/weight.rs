//! The memory of a decoded request, estimated from its bytes.
//!
//! A byte of a message may become sixty bytes: a null in a list, an entry of a map. The estimate
//! assumes the costliest reading of each part of a request, and is never far below what the
//! decoders need.

/// The cost of a value, or of a member of a message.
const VALUE: usize = 64;
/// The cost of an entry of a flat map, or of a message in a list.
const ENTRY: usize = 128;
/// The cost of each byte of a type's notation.
const NOTATION: usize = 8;

/// A shorter request is not examined. Even if each of its bytes is read in the costliest way, it
/// weighs about twice as much as the call itself.
const SMALL: usize = 2 << 10;

/// The memory of a decoded request, in bytes.
pub(super) fn decoded(request: &[u8]) -> usize {
    match request.len() {
        small @ ..SMALL => small * (2 * VALUE + 2),
        _ => estimated(request),
    }
}

fn estimated(request: &[u8]) -> usize {
    let mut total = request.len();
    for part in members(request) {
        total += ENTRY;
        for inner in members(part) {
            total += ENTRY + value(inner);
        }
    }
    total
}

/// The parts of a protobuf message that have a length, up to the first invalid byte.
fn members(mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        loop {
            let tag = varint(&mut bytes)?;
            match tag & 7 {
                0 => {
                    varint(&mut bytes)?;
                }
                1 => bytes = bytes.get(8..)?,
                2 => {
                    let length = usize::try_from(varint(&mut bytes)?).ok()?;
                    let (part, rest) = bytes.split_at_checked(length)?;
                    bytes = rest;
                    return Some(part);
                }
                5 => bytes = bytes.get(4..)?,
                _ => return None,
            }
        }
    })
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// A value in MessagePack, or else in JSON; the first byte distinguishes them.
fn value(bytes: &[u8]) -> usize {
    match bytes.first() {
        None => 0,
        Some(0x80..=0x9f | 0xc0..=0xdf) => msgpack(bytes),
        Some(_) => json(bytes),
    }
}

/// Each byte between values begins a new one.
fn json(bytes: &[u8]) -> usize {
    let marks = bytes
        .iter()
        .filter(|byte| matches!(byte, b',' | b':' | b'[' | b'{'));
    bytes.len() + marks.count() * 2 * VALUE
}

/// Values follow one another, regardless of nesting.
fn msgpack(mut bytes: &[u8]) -> usize {
    let mut total = 0_usize;
    while let Some((&marker, rest)) = bytes.split_first() {
        total = total.saturating_add(VALUE);
        // The payload's length is a number of this many bytes, and `more` bytes follow it.
        let sized = |bytes: usize, more: usize, each| {
            let digits = rest.get(..bytes)?.iter();
            let length = digits.fold(0_usize, |n, byte| n << 8 | usize::from(*byte));
            Some((bytes + more, length, each))
        };
        // The bytes between the marker and the payload, the bytes of the payload, and the cost of
        // each of these.
        let size = match marker {
            0xa0..=0xbf => Some((0, usize::from(marker & 0x1f), 1)),
            0xc4..=0xc6 => sized(1 << (marker - 0xc4), 0, NOTATION),
            0xc7..=0xc9 => sized(1 << (marker - 0xc7), 1, NOTATION),
            0xcc | 0xd0 => Some((1, 0, 0)),
            0xcd | 0xd1 | 0xdc | 0xde => Some((2, 0, 0)),
            0xca | 0xce | 0xd2 | 0xdd | 0xdf => Some((4, 0, 0)),
            0xcb | 0xcf | 0xd3 => Some((8, 0, 0)),
            0xd4..=0xd8 => Some((1, 1 << (marker - 0xd4), NOTATION)),
            0xd9..=0xdb => sized(1 << (marker - 0xd9), 0, 1),
            _ => Some((0, 0, 0)),
        };
        let Some((head, payload, each)) = size else {
            break;
        };
        total = total.saturating_add(payload.min(rest.len()).saturating_mul(each));
        let Some(next) = rest.get(head.saturating_add(payload)..) else {
            break;
        };
        bytes = next;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::v6;
    use prost::Message as _;

    fn plan(config: Vec<u8>) -> usize {
        let request = v6::plan_resource_change::Request {
            type_name: "disk_image".into(),
            config: Some(v6::DynamicValue::from_msgpack(config)),
            ..Default::default()
        };
        decoded(&request.encode_to_vec())
    }

    #[test]
    fn nulls_are_heavy_and_texts_are_not() {
        let mut nulls = vec![0x81, 0xa1, b'a', 0xdd, 0, 0x10, 0, 0];
        nulls.resize(nulls.len() + (1 << 20), 0xc0);
        assert!(plan(nulls) > VALUE << 20);
        let mut text = vec![0x81, 0xa1, b'a', 0xdb, 0, 0x10, 0, 0];
        text.resize(text.len() + (1 << 20), 0xc0);
        let weight = plan(text);
        assert!((1 << 20..3 << 20).contains(&weight), "{weight}");
    }

    #[test]
    fn entries_of_a_state_and_arguments_are_heavy() {
        let entries = (0..1000).map(|n| (n.to_string(), String::new()));
        let state = v6::RawState {
            flatmap: entries.collect(),
            ..Default::default()
        };
        let upgrade = v6::upgrade_resource_state::Request {
            raw_state: Some(state),
            ..Default::default()
        };
        assert!(decoded(&upgrade.encode_to_vec()) > 1000 * ENTRY);
        let call = v6::call_function::Request {
            arguments: vec![v6::DynamicValue::default(); 1000],
            ..Default::default()
        };
        assert!(decoded(&call.encode_to_vec()) > 1000 * ENTRY);
        let json = format!("{{\"a\":[{}null]}}", "null,".repeat(1000));
        let state = v6::RawState {
            json: json.into(),
            ..Default::default()
        };
        let upgrade = v6::upgrade_resource_state::Request {
            raw_state: Some(state),
            ..Default::default()
        };
        assert!(decoded(&upgrade.encode_to_vec()) > 1000 * VALUE);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_have_a_weight(bytes: Vec<u8>) {
            assert!(estimated(&bytes) <= decoded(&bytes));
            value(&bytes);
            msgpack(&bytes);
        }
    }
}
