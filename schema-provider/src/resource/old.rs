//! State that an upgrade or a move starts from.

use std::collections::BTreeMap;

use schema_runtime::codec::flatmap;
use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::object::{Root, decode, schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Kind};
use schema_runtime::ty::Type;

use crate::Result;
use crate::lifecycle::RawState;

/// State as an older version of the schema wrote it.
#[derive(Clone)]
pub struct OldState {
    version: i64,
    raw: RawState,
}

impl std::fmt::Debug for OldState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.debug_struct("OldState")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

impl OldState {
    /// State in its stored form, for the shell and for tests.
    #[must_use]
    pub fn new(version: i64, raw: RawState) -> Self {
        OldState { version, raw }
    }

    /// The version of the schema that wrote it.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The state as the struct that described it then: keep the old struct (with its old version)
    /// beside the new one, and read with it. Attributes that the struct does not have are left
    /// out.
    ///
    /// # Errors
    /// The state does not fit the struct.
    pub fn read<O: Root>(&self) -> Result<O> {
        let schema = schema::<O>();
        let value = self.raw.decode(&schema.block).map_err(|error| {
            Diagnostic::error(format!(
                "The state does not fit version {} of {}",
                schema.version, schema.type_name
            ))
            .with_detail(error.to_string())
            .at(error.path())
        })?;
        Ok(decode::<O>(&value)?)
    }

    /// The state as flat text attributes (`part.0.size_mb`, with `part.#` and `labels.%`),
    /// whichever form it is stored in: the older way to upgrade. Change them, and write them with
    /// [`ResourceData::set_attributes`](schema_runtime::data::ResourceData::set_attributes).
    ///
    /// # Errors
    /// The state is no object.
    pub fn attributes(&self) -> Result<BTreeMap<String, String>> {
        match &self.raw {
            RawState::Flatmap(flat) => Ok(flat.clone()),
            RawState::Json(json) => flatmap::from_json(json).map_err(|error| {
                Diagnostic::error("The state is damaged")
                    .with_detail(error.to_string())
                    .into()
            }),
        }
    }

    /// The id in the state, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        static STRING: Type = Type::String;
        let id = Field {
            name: "id".into(),
            kind: Kind::Attribute {
                ty: (&STRING).into(),
            },
            flags: Flags::COMPUTED,
            description: "".into(),
            extras: Ref::empty(),
        };
        let block = Block {
            fields: vec![id].into(),
            description: "".into(),
            deprecated: "".into(),
        };
        let object = self.raw.decode(&block).ok()?;
        Some(object.as_object()?.first()?.as_str()?.to_owned())
    }

    /// The state in its stored form.
    #[must_use]
    pub fn raw(&self) -> &RawState {
        &self.raw
    }
}

/// The state of another type, which a `moved` block turns into this one.
#[derive(Clone)]
pub struct MovedState {
    provider_address: String,
    type_name: String,
    state: OldState,
    private: Private,
}

impl std::fmt::Debug for MovedState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MovedState")
            .field("provider_address", &self.provider_address)
            .field("type_name", &self.type_name)
            .finish_non_exhaustive()
    }
}

impl MovedState {
    /// The state of another type, for the shell and for tests.
    #[must_use]
    pub fn new(
        provider_address: impl Into<String>,
        type_name: impl Into<String>,
        state: OldState,
        private: Private,
    ) -> Self {
        MovedState {
            provider_address: provider_address.into(),
            type_name: type_name.into(),
            state,
            private,
        }
    }

    /// The source address of the provider that it comes from
    /// (`registry.terraform.io/hashicorp/null`).
    #[must_use]
    pub fn provider_address(&self) -> &str {
        &self.provider_address
    }

    /// The type that it is of (`null_resource`).
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The state, with the version of its schema.
    #[must_use]
    pub fn state(&self) -> &OldState {
        &self.state
    }

    /// The private data that the other provider kept; under `.foreign` where it has another form.
    #[must_use]
    pub fn private(&self) -> &Private {
        &self.private
    }
}
