//! Strings of a form that `schema-rules` knows: addresses, times, encodings.

use schema_rules::format;

use crate::field_type::Json;
use crate::schema::{Form, Predicate, Validator};

/// Defines the validators for strings of forms that `schema-rules` knows.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident = $format:ident: $problem:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name() -> Validator {
            Validator::new(Predicate::Form(Form::of(&format::$format, $problem)))
        }
    )*};
}

/// Calls the check in `schema-rules`.
macro_rules! known {
    ($format:ident) => {
        |text| (format::$format.problem?)(text).map(str::to_owned)
    };
}

forms! {
    /// Base64 with padding; not empty.
    ///
    /// ```
    /// # use schema_runtime::{validators::base64, value::Value};
    /// assert!(base64().accepts(&Value::from("aGVsbG8=")));
    /// ```
    base64 = BASE64: known!(BASE64);
    /// A range of IP addresses, `10.1.2.3/16`.
    ///
    /// ```
    /// # use schema_runtime::{validators::cidr, value::Value};
    /// assert!(cidr().accepts(&Value::from("2001:db8::/32")));
    /// ```
    cidr = CIDR: known!(CIDR);
    /// A day of the week in English, `Monday`.
    ///
    /// ```
    /// # use schema_runtime::{validators::day_of_week, value::Value};
    /// assert!(!day_of_week().accepts(&Value::from("monday")));
    /// ```
    day_of_week = DAY_OF_WEEK: known!(DAY_OF_WEEK);
    /// A duration, `1h30m`.
    ///
    /// ```
    /// # use schema_runtime::{validators::duration, value::Value};
    /// assert!(!duration().accepts(&Value::from("90")));
    /// ```
    duration = DURATION: known!(DURATION);
    /// An IP address of either version.
    ///
    /// ```
    /// # use schema_runtime::{validators::ip, value::Value};
    /// assert!(ip().accepts(&Value::from("::1")));
    /// ```
    ip = IP: known!(IP);
    /// An IPv4 address.
    ///
    /// ```
    /// # use schema_runtime::{validators::ipv4, value::Value};
    /// assert!(!ipv4().accepts(&Value::from("::1")));
    /// ```
    ipv4 = IPV4: known!(IPV4);
    /// Two IPv4 addresses with a hyphen between, the lower one first.
    ///
    /// ```
    /// # use schema_runtime::{validators::ipv4_range, value::Value};
    /// assert!(ipv4_range().accepts(&Value::from("192.0.2.1-192.0.2.9")));
    /// ```
    ipv4_range = IPV4_RANGE: known!(IPV4_RANGE);
    /// An IPv6 address.
    ///
    /// ```
    /// # use schema_runtime::{validators::ipv6, value::Value};
    /// assert!(ipv6().accepts(&Value::from("2001:db8::1")));
    /// ```
    ipv6 = IPV6: known!(IPV6);
    /// JSON, of any kind: what the type `Json` reads, nested at most 127 deep.
    ///
    /// ```
    /// # use schema_runtime::{validators::json, value::Value};
    /// assert!(json().accepts(&Value::from("[1, null]")));
    /// assert!(!json().accepts(&Value::from("[1, null")));
    /// ```
    json = JSON: |text| text.parse::<Json>()
        .err()
        // The kind and position of the error, and no part of the text.
        .map(|error| error.to_string());
    /// A hardware address of 6, 8 or 20 bytes.
    ///
    /// ```
    /// # use schema_runtime::{validators::mac, value::Value};
    /// assert!(mac().accepts(&Value::from("00:00:5e:00:53:01")));
    /// ```
    mac = MAC: known!(MAC);
    /// A month in English, `January`.
    ///
    /// ```
    /// # use schema_runtime::{validators::month, value::Value};
    /// assert!(!month().accepts(&Value::from("Jan")));
    /// ```
    month = MONTH: known!(MONTH);
    /// Text that is more than spaces.
    ///
    /// ```
    /// # use schema_runtime::{validators::not_blank, value::Value};
    /// assert!(!not_blank().accepts(&Value::from(" ")));
    /// ```
    not_blank = NOT_BLANK: known!(NOT_BLANK);
    /// A regular expression, in the syntax of the crate `regex`.
    ///
    /// ```
    /// # use schema_runtime::{validators::regular_expression, value::Value};
    /// assert!(!regular_expression().accepts(&Value::from("[a-z")));
    /// ```
    regular_expression = REGULAR_EXPRESSION: |text| regex_lite::Regex::new(text)
        .err()
        .map(|error| error.to_string());
    /// A time of RFC 3339, `2026-01-31T12:00:00Z`.
    ///
    /// ```
    /// # use schema_runtime::{validators::timestamp, value::Value};
    /// assert!(!timestamp().accepts(&Value::from("2026-02-30T12:00:00Z")));
    /// ```
    timestamp = TIMESTAMP: known!(TIMESTAMP);
    /// A UUID, with its hyphens.
    ///
    /// ```
    /// # use schema_runtime::{validators::uuid, value::Value};
    /// assert!(uuid().accepts(&Value::from("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")));
    /// ```
    uuid = UUID: known!(UUID);
}
