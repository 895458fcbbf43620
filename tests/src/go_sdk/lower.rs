//! [`Lowering`]: from the form of the Go SDK to a [`Schema`].

use schema_runtime::dynamic::DynamicSchemaError;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Schema, SchemaKind};

use super::place::Place;
use super::{SdkSchema, native, wire};

/// The target form for a Go SDK schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// That SDK's wire form, as Terraform core sees it: collections of objects are blocks unless
    /// computed only or in attribute mode, defaults are invisible, `id` is optional and computed.
    /// Behaviour (defaults, checks, relations, functions) is omitted, since it is not on the wire.
    Reference,
    /// Our form of the same intentions: a default makes an attribute optional and computed,
    /// computed objects become a nested attribute, `id` is computed only, and all behaviour is
    /// kept.
    Ours,
}

impl SdkSchema {
    /// Makes a schema of it. The rules of schemas are not checked here; what they reject may be
    /// lowered to something that makes no sense.
    ///
    /// # Errors
    /// Reasons why a schema cannot be lowered at all: no type, a default that is not of the type, a
    /// name given twice, a relation that leads out of the block (with [`Lowering::Ours`]).
    pub fn lower(
        &self,
        lowering: Lowering,
        kind: SchemaKind,
        type_name: &str,
    ) -> Result<Schema, DynamicSchemaError> {
        let at = Place::ROOT.member("attributes");
        let mut fields = match lowering {
            Lowering::Reference => wire::fields(&self.attributes, &at)?,
            Lowering::Ours => native::fields(&self.attributes, &at)?,
        };
        let has_id = self.attributes.iter().any(|a| a.name == "id");
        let wants_id = matches!(kind, SchemaKind::Resource | SchemaKind::DataSource);
        if wants_id && !has_id {
            fields.push(match lowering {
                Lowering::Reference => wire::id(),
                Lowering::Ours => native::id(),
            });
        }
        Ok(Schema {
            kind,
            type_name: type_name.to_owned().into(),
            version: 0,
            block: wire::block_of(fields, &at)?,
            timeouts: Ref::empty(),
            subcategory: Ref::text(""),
        })
    }
}
