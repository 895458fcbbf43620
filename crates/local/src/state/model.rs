//! [`State`]: what is remembered, as data.

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
use crate::message::Message;

/// Everything that is remembered between commands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The same for all states that continue each other.
    pub(crate) lineage: String,
    /// Counts the changes.
    pub(crate) serial: u64,
    /// The serial with which it was last in the state store, if there is one. Only the file beside
    /// the configuration says so: what is newer there is not in the store yet.
    pub(crate) stored: Option<u64>,
    /// The objects.
    pub resources: BTreeMap<ObjectAddress, StoredResource>,
    /// The outputs.
    pub outputs: BTreeMap<String, StoredOutput>,
}

/// One object, in the form in which it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResource {
    pub schema_version: i64,
    pub attributes: Json,
    /// The attributes are in the flat form of Terraform before 0.12.
    pub(crate) flat: bool,
    pub(crate) private: Vec<u8>,
    /// What identifies it, if its type said that.
    pub identity: Option<StoredIdentity>,
    /// Its creation failed half-way: it is replaced next time.
    pub tainted: bool,
    pub(crate) dependencies: BTreeSet<ResourceAddress>,
    /// What takes its place is created before it is deleted.
    pub(crate) create_before_destroy: bool,
    /// The alias of the provider that it was made with, if it was not the default one.
    pub(crate) provider: Option<Arc<str>>,
    /// What is sensitive because of the configuration.
    pub sensitive: Vec<Path>,
}

/// What identifies an object, in the form in which it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredIdentity {
    pub schema_version: i64,
    pub attributes: Json,
}

impl StoredIdentity {
    /// An identity of a schema; nothing where it does not fit.
    pub(crate) fn new(schema: &IdentitySchema, identity: &Value) -> Option<Self> {
        let text = json::encode_block(schema.block(), &kept(identity)).ok()?;
        Some(StoredIdentity {
            schema_version: schema.version(),
            attributes: text.parse().ok()?,
        })
    }
}

/// An identity for people.
pub(crate) fn in_words(schema: &IdentitySchema, identity: &Value) -> String {
    let values = identity.as_object().unwrap_or_default();
    let fields = schema.block().fields.iter().zip(values);
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

impl State {
    /// A state of nothing, with a lineage of its own.
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
    /// The object as a provider takes it, which may have stored it with another schema.
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

    /// An object of a schema; what cannot be kept of it is null.
    ///
    /// # Errors
    /// The value is no such object.
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
            tainted: false,
            dependencies: BTreeSet::new(),
            create_before_destroy: false,
            provider: None,
            sensitive: Vec::new(),
        })
    }
}
