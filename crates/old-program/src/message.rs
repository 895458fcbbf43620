//! Fields of an encoded message, read without decoding the rest.

use bytes::Bytes;
use prost::encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint};

/// The content of a length-delimited field; the last one counts. `None` if it is absent or the
/// bytes are not a message.
pub(crate) fn field(message: &Bytes, number: u32) -> Option<Bytes> {
    let mut rest = &**message;
    let mut found = None;
    while !rest.is_empty() {
        let (tag, wire) = decode_key(&mut rest).ok()?;
        let length = match wire {
            WireType::Varint => {
                decode_varint(&mut rest).ok()?;
                continue;
            }
            WireType::SixtyFourBit => 8,
            WireType::ThirtyTwoBit => 4,
            WireType::LengthDelimited => usize::try_from(decode_varint(&mut rest).ok()?).ok()?,
            WireType::StartGroup | WireType::EndGroup => return None,
        };
        let (content, after) = rest.split_at_checked(length)?;
        if tag == number && wire == WireType::LengthDelimited {
            found = Some(message.slice_ref(content));
        }
        rest = after;
    }
    found
}

/// The same for a string.
pub(crate) fn text(message: &Bytes, number: u32) -> Option<String> {
    String::from_utf8(field(message, number)?.into()).ok()
}

/// Adds a length-delimited field.
pub(crate) fn put(message: &mut Vec<u8>, number: u32, content: &[u8]) {
    encode_key(number, WireType::LengthDelimited, message);
    encode_varint(content.len() as u64, message);
    message.extend_from_slice(content);
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message as _;
    use schema_transport::proto::v6::{DynamicValue, apply_resource_change::Request};

    #[test]
    fn fields_are_those_that_were_encoded() {
        let prior = DynamicValue::from_msgpack("abc");
        let request = Request {
            type_name: "old_thing".to_owned(),
            prior_state: Some(prior.clone()),
            planned_private: "p".repeat(300).into(),
            ..Request::default()
        };
        let bytes = Bytes::from(request.encode_to_vec());
        assert_eq!(text(&bytes, 1).as_deref(), Some("old_thing"));
        assert_eq!(field(&bytes, 2).unwrap(), prior.encode_to_vec());
        assert_eq!(field(&bytes, 5).unwrap(), request.planned_private);
        assert_eq!(field(&bytes, 3), None);
        let mut built = Vec::new();
        put(&mut built, 5, &request.planned_private);
        assert_eq!(
            Request::decode(&*built).unwrap().planned_private,
            request.planned_private
        );
    }

    #[test]
    fn what_is_cut_off_has_no_fields() {
        let whole = Request {
            type_name: "old_thing".to_owned(),
            planned_private: "private".into(),
            ..Request::default()
        };
        let whole = Bytes::from(whole.encode_to_vec());
        for length in 1..whole.len() {
            // Cut between two fields, the bytes are still a message.
            let cut = text(&whole.slice(..length), 1);
            assert!(cut.is_none() || length == 11, "{length}: {cut:?}");
        }
        for bad in [
            &b"\xff"[..],
            b"\x0b",
            b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
            b"\x0a\x01\xff",
        ] {
            assert_eq!(text(&Bytes::copy_from_slice(bad), 1), None, "{bad:?}");
        }
    }
}
