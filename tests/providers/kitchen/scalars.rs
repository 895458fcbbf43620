//! Every scalar type, as it is and as an `Option`, required, optional and computed.

use schema_provider::Number;
use schema_provider::prelude::*;

use super::provider::stored_resource;

/// Scalars.
#[derive(Schema)]
#[schema(resource = "kitchen_scalars")]
pub(crate) struct Scalars {
    /// A string.
    #[field(required)]
    text: String,
    /// A string that may be null.
    #[field(optional)]
    text_or_null: Option<String>,
    /// A string that is empty where it is null.
    #[field(optional)]
    text_plain: Option<String>,
    /// Whole numbers of all sizes.
    #[field(optional)]
    int8: Option<i8>,
    #[field(optional)]
    int16: Option<i16>,
    #[field(optional)]
    int32: Option<i32>,
    #[field(optional)]
    int64: Option<i64>,
    #[field(optional)]
    uint8: Option<u8>,
    #[field(optional)]
    uint16: Option<u16>,
    #[field(optional)]
    uint32: Option<u32>,
    #[field(optional)]
    uint64: Option<u64>,
    /// A number that is 0 where it is null.
    #[field(optional)]
    int_plain: Option<i64>,
    #[field(optional)]
    float32: Option<f32>,
    #[field(optional)]
    float64: Option<f64>,
    /// Any number, exactly.
    #[field(optional)]
    number: Option<Number>,
    #[field(optional)]
    flag: Option<bool>,
    #[field(optional)]
    flag_plain: Option<bool>,
    /// One of three.
    #[field(optional)]
    size: Option<Size>,
    #[field(computed)]
    made_text: String,
    #[field(computed)]
    made_number: i64,
    #[field(computed)]
    made_flag: bool,
    #[field(optional, computed)]
    either_text: Option<String>,
    #[field(optional, computed)]
    either_number: Option<f64>,
    #[field(optional, computed)]
    either_flag: Option<bool>,
}

/// A size.
#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub(crate) enum Size {
    /// Small.
    Small,
    /// Large.
    Large,
    /// Another.
    #[schema(other)]
    Other(String),
}

stored_resource!(Scalars);

impl Scalars {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}
