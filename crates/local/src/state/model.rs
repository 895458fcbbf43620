//! [`State`]: what is stored between commands, as data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::json;
use schema_runtime::path::Path;
use schema_runtime::schema::{IdentitySchema, Schema};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_shell::lifecycle::RawState;

use super::file::random_name;
use crate::address::{ObjectAddress, ResourceAddress};
use crate::depth::kept;
use crate::language::eval::TypedValue;
use crate::message::Message;

/// Everything that is stored between commands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The same for all successors of a state.
    pub(crate) lineage: String,
    /// The number of changes.
    pub(crate) serial: u64,
    /// The serial of the last write to the state store, if there is one. Only the file beside the
    /// configuration records it: a newer serial means that the store lacks changes.
    pub(crate) stored: Option<u64>,
    /// The objects.
    pub resources: BTreeMap<ObjectAddress, StoredResource>,
    /// The outputs.
    pub outputs: BTreeMap<String, StoredOutput>,
}

/// A stored object.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResource {
    pub schema_version: i64,
    pub attributes: Json,
    /// Whether the attributes are in the flatmap format of Terraform before 0.12.
    pub(crate) flat: bool,
    pub(crate) private: Vec<u8>,
    /// Its identity, if its type had one.
    pub identity: Option<StoredIdentity>,
    pub metadata: Metadata,
}

/// What the runner records about an object beside what the provider made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Its creation failed halfway: the next apply replaces it.
    pub tainted: bool,
    pub(crate) dependencies: BTreeSet<ResourceAddress>,
    /// Whether its replacement is created before it is deleted.
    pub(crate) create_before_destroy: bool,
    /// The alias of the provider that created it, if not the default one.
    pub(crate) provider: Option<Arc<str>>,
    /// The paths that are sensitive because of the configuration.
    pub sensitive: Vec<Path>,
}

/// The identity of an object, in its stored form.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredIdentity {
    pub schema_version: i64,
    pub attributes: Json,
}

impl StoredIdentity {
    /// A stored identity; `None` if the value does not match the schema.
    pub(crate) fn new(schema: &IdentitySchema, identity: &Value) -> Option<Self> {
        let text = json::encode_block(schema.block(), &kept(identity)).ok()?;
        Some(StoredIdentity {
            schema_version: schema.version(),
            attributes: text.parse().ok()?,
        })
    }

    /// The identity as a provider receives it.
    pub(crate) fn raw(&self) -> RawState {
        RawState::Json(self.attributes.to_string().into_bytes())
    }
}

/// An identity in human-readable form.
pub(crate) fn in_words(schema: &IdentitySchema, identity: &Value) -> String {
    let fields = schema.block().with_values(identity);
    let said = fields.filter(|(_, value)| !value.is_null());
    let said = said.map(|(field, value)| {
        let text = json::encode(&field.implied_type(), value);
        format!("{}={}", field.name.as_str(), text.unwrap_or_default())
    });
    format!("identity {}", said.collect::<Vec<_>>().join(", "))
}

/// The value of an output.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredOutput {
    pub ty: Type,
    pub value: Value,
    pub sensitive: bool,
}

impl StoredOutput {
    /// Its value, without a mark.
    pub(crate) fn typed(&self) -> TypedValue {
        TypedValue::new(self.ty.clone(), self.value.clone())
    }
}

impl State {
    /// An empty state with a new lineage.
    pub fn empty() -> Self {
        State {
            lineage: random_name(),
            serial: 0,
            stored: None,
            resources: BTreeMap::new(),
            outputs: BTreeMap::new(),
        }
    }
}

impl StoredResource {
    /// The object as a provider receives it; it may have been stored with a different schema.
    pub fn raw(&self) -> RawState {
        match (self.flat, self.attributes.as_object()) {
            (true, Some(texts)) => {
                let texts = texts.iter();
                let text = |(name, text): (&String, &Json)| {
                    Some((name.clone(), text.as_str()?.to_owned()))
                };
                RawState::Flatmap(texts.filter_map(text).collect())
            }
            _ => RawState::Json(self.attributes.to_string().into_bytes()),
        }
    }

    /// A stored object; values that cannot be stored become null.
    ///
    /// # Errors
    /// The value is not an object of this schema.
    pub(crate) fn new(schema: &Schema, value: &Value, private: Vec<u8>) -> Result<Self, Message> {
        let attributes = json::encode_block(&schema.block, &kept(value))
            .map_err(|error| error.to_string())
            .and_then(|text| text.parse::<Json>().map_err(|error| error.to_string()))
            .map_err(|reason| {
                Message::error("An object cannot be saved").detail(format!(
                    "The provider returned an object of {} that does not fit its schema: \
                     {reason}. This is a bug in the provider.",
                    schema.type_name
                ))
            })?;
        Ok(StoredResource {
            schema_version: schema.version,
            attributes,
            flat: false,
            private,
            identity: None,
            metadata: Metadata::default(),
        })
    }
}
