//! Schemas in the form of the reference vectors: as one writes them with the Go SDK.
//!
//! [`SdkSchema::read`] takes the JSON unchanged, also where it breaks rules. [`SdkSchema::verdict`]
//! answers what the Go SDK's own check finds wrong with it; [`SdkSchema::lower`] makes a
//! [`Schema`](schema_runtime::schema::Schema) of it.
//!
//! ```
//! use sdk_tests::go_sdk::SdkSchema;
//!
//! let json = serde_json::json!({"attributes": {"name": {"type": "string", "required": true, "force_new": true}}});
//! let schema = SdkSchema::read(&json).unwrap();
//! assert!(schema.attributes[0].force_new);
//! ```

mod facts;
mod functions;
mod lower;
mod native;
mod place;
mod read;
mod verdict;
mod wire;

pub use functions::{Equivalence, StateFunction};
pub use lower::Lowering;
pub use verdict::Answer;

use serde_json::Value as Json;

/// A schema as one writes it with the Go SDK: the attributes of a resource, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SdkSchema {
    /// The attributes, in the order of the JSON.
    pub attributes: Vec<SdkAttribute>,
}

/// One attribute or block, or the element of a collection (which has no name).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SdkAttribute {
    /// Its name.
    pub name: String,
    /// Its type; `None` if the JSON has none, which breaks the rules.
    pub ty: Option<SdkType>,
    /// Must be configured.
    pub required: bool,
    /// May be configured.
    pub optional: bool,
    /// The provider may choose a value.
    pub computed: bool,
    /// A change replaces the resource.
    pub force_new: bool,
    /// Hidden from output.
    pub sensitive: bool,
    /// In the configuration only.
    pub write_only: bool,
    /// Why it should not be used any more.
    pub deprecated: Option<String>,
    /// Whether a collection of objects is a block or an attribute.
    pub config_mode: ConfigMode,
    /// Attributes whose change makes this one unknown.
    pub computed_when: Vec<String>,
    /// The element of a list, set or map.
    pub elem: Option<Elem>,
    /// The least number of elements.
    pub min_items: i64,
    /// The greatest number of elements; 0 for any.
    pub max_items: i64,
    /// The value for a null configuration, unchanged in the JSON.
    pub default: Option<Json>,
    /// The string stored instead of the configured one.
    pub state_func: Option<StateFunction>,
    /// Which strings mean the same.
    pub diff_suppress: Option<Equivalence>,
    /// Whether that also holds on refresh.
    pub diff_suppress_on_refresh: bool,
    /// The check of a configured value.
    pub validate: Option<Check>,
    /// None of these may be configured together with this one. Like all four lists absolute,
    /// with dots, from the root of the schema.
    pub conflicts_with: Vec<String>,
    /// Exactly one of these must be configured.
    pub exactly_one_of: Vec<String>,
    /// At least one of these must be configured.
    pub at_least_one_of: Vec<String>,
    /// All of these must be configured if this one is.
    pub required_with: Vec<String>,
}

/// The types of the Go SDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SdkType {
    /// Text.
    String,
    /// A whole number.
    Int,
    /// A number with a fraction.
    Float,
    /// A bool.
    Bool,
    /// A sequence.
    List,
    /// Unique values without order.
    Set,
    /// Values under text keys.
    Map,
}

impl SdkType {
    /// Whether this is no collection.
    #[must_use]
    pub fn is_scalar(self) -> bool {
        matches!(
            self,
            SdkType::String | SdkType::Int | SdkType::Float | SdkType::Bool
        )
    }
}

/// Whether a list or set of objects is a block or an attribute on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConfigMode {
    /// A block, but an attribute where it is computed only or inside an attribute.
    #[default]
    Auto,
    /// An attribute.
    Attribute,
    /// A block.
    Block,
}

/// The element of a collection.
#[derive(Clone, Debug, PartialEq)]
pub enum Elem {
    /// A value: only its type (and perhaps its check) counts.
    Value(Box<SdkAttribute>),
    /// An object with a schema of its own.
    Resource(Vec<SdkAttribute>),
}

/// The checks that the form knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// A whole number within bounds.
    IntBetween(i64, i64),
    /// One of these texts.
    StringIn(Vec<String>),
    /// A string of a length within bounds.
    StringLenBetween(u64, u64),
}

impl SdkAttribute {
    /// Whether it is computed and cannot be configured.
    #[must_use]
    pub fn is_computed_only(&self) -> bool {
        self.computed && !self.optional
    }

    /// The schema of the objects, of a list or set of objects.
    #[must_use]
    pub fn resource(&self) -> Option<&[SdkAttribute]> {
        match (self.ty, &self.elem) {
            (Some(SdkType::List | SdkType::Set), Some(Elem::Resource(attributes))) => {
                Some(attributes)
            }
            _ => None,
        }
    }
}
