//! Open ephemeral resources: what their private data contains besides the provider developer's.

use schema_runtime::codec::msgpack;
use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::check_opened::refused_open;
use crate::context::OPENED;
use crate::helpers::id;
use crate::lifecycle::private::PrivateData;

/// The key of the whole object, for renewals and the close, to which Terraform sends nothing else.
const OBJECT: &str = ".object";

/// The key of the name by which this process knows that it is open.
const KEY: &str = ".key";

/// An open resource, as Terraform keeps it: its object and the provider developer's private data.
#[derive(Clone)]
pub(crate) struct OpenRecord {
    pub(crate) object: Value,
    pub(crate) private: Private,
    pub(crate) key: Vec<u8>,
}

impl OpenRecord {
    /// A newly opened resource.
    pub(crate) fn new(object: Value, mut private: Private) -> Self {
        private.remove(OPENED);
        OpenRecord {
            object,
            private,
            key: id::unique().into_bytes(),
        }
    }

    /// Decodes what Terraform returns.
    ///
    /// # Errors
    /// It was not made by [`to_bytes`](Self::to_bytes): then nobody knows what is open.
    pub(crate) fn read(schema: &Schema, operation: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let missing = || {
            let name = &schema.type_name;
            Diagnostic::error(format!("{name}: what {operation} is for is not known")).with_detail(
                "The private data of an ephemeral resource, which `open` gave, did not come back, or is damaged. Nothing \
                 was done: what was opened may still be there. This is a bug in the program that called the provider.",
            )
        };
        let all = Private::from_bytes(bytes);
        let object = all.get(OBJECT).ok_or_else(missing)?;
        let object = msgpack::decode_block(&schema.block, object).map_err(|_| missing())?;
        if !matches!(object, Value::Object(_)) || !object.is_wholly_known() {
            return Err(missing());
        }
        Ok(OpenRecord {
            object,
            key: all.get(KEY).unwrap_or_default().to_vec(),
            private: PrivateData::read(bytes).provider,
        })
    }

    /// Encodes it as Terraform keeps it.
    ///
    /// # Errors
    /// The object does not match the schema.
    pub(crate) fn to_bytes(&self, schema: &Schema) -> Result<Vec<u8>, Diagnostic> {
        let object = msgpack::encode_block(&schema.block, &self.object).map_err(|error| {
            refused_open(schema).with_detail(format!(
                "It is not an object of the schema: {}. This is a bug in the provider.",
                error.text()
            ))
        })?;
        let mut all = self.private.clone();
        all.set(OBJECT, object);
        all.set(KEY, self.key.as_slice());
        Ok(all.to_bytes())
    }
}
