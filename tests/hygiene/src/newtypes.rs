//! Structs around one value, by a name and without.

use std::fmt::Write as _;
use std::net::Ipv4Addr;

use schema_runtime::SchemaNewtype;
use schema_runtime::field_type::FieldType;

/// A port. Clippy prefers `Port(80)` to `Port { 0: 80 }`, in generated code too.
#[derive(SchemaNewtype)]
pub struct Port(u16);

/// An address.
#[derive(SchemaNewtype)]
pub struct Address {
    /// The one value.
    inner: Ipv4Addr,
}

/// What represents values that are not known, in words.
#[must_use]
pub fn placeholders() -> String {
    let mut text = Port::placeholder().0.to_string();
    let _ = write!(text, " {}", Address::placeholder().inner);
    text
}
