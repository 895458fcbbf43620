//! Numbers in serde: 64-bit whole numbers and doubles as such, all others as a string with every
//! digit.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Number;

/// A number if it equals a 64-bit whole number or a double; otherwise its text.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(whole) = self.as_i64() {
            return serializer.serialize_i64(whole);
        }
        if let Some(whole) = self.as_u64() {
            return serializer.serialize_u64(whole);
        }
        let text = self.to_string();
        let float = self.as_f64();
        // The text of a double is the shortest that reads back as the same one.
        if float.is_finite() && Number::parse(&format!("{float}")).as_ref() == Ok(self) {
            return serializer.serialize_f64(float);
        }
        serializer.serialize_str(&text)
    }
}

/// From a number, or from the text of one.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Numbers)
    }
}

struct Numbers;

impl Visitor<'_> for Numbers {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or a string with one")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        // As written, not with the digits of its binary form.
        Number::parse(&value.to_string()).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        Number::parse(text).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_whatever_their_size() {
        for (text, json) in [
            ("1", "1"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("18446744073709551615", "18446744073709551615"),
            ("0.1", "0.1"),
            ("0.10000000000000000001", "\"0.10000000000000000001\""),
            (
                "340282366920938463463374607431768211457",
                "\"340282366920938463463374607431768211457\"",
            ),
        ] {
            let number = Number::parse(text).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            assert_eq!(serde_json::from_str::<Number>(json).unwrap(), number);
        }
        assert!(serde_json::from_str::<Number>("\"x\"").is_err());
    }

    #[test]
    fn ranges_and_paths_are_their_texts() {
        let range: crate::field_type::Cidr = serde_json::from_str("\"10.0.0.0/8\"").unwrap();
        assert_eq!(serde_json::to_string(&range).unwrap(), "\"10.0.0.0/8\"");
        let path: crate::path::Path = serde_json::from_str(r#""part[0].size""#).unwrap();
        assert_eq!(serde_json::to_string(&path).unwrap(), r#""part[0].size""#);
        assert!(serde_json::from_str::<crate::path::Path>("\"a..b\"").is_err());
    }
}
