//! State that an upgrade or a move starts from.

use std::collections::BTreeMap;

use schema_runtime::codec::flatmap;
use schema_runtime::data::{Private, ResourceData};
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::object::{Follows, Object, Root, decode, schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Field, Flags, Kind, Schema};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::old_identity::OldIdentity;
use super::raw_state::RawState;
use crate::result::Result;

/// State as an older version of the schema wrote it.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::lifecycle::RawState;
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image", version = 0)]
/// # pub struct ImageV0 { #[field(required)] size: String }
/// # let raw = RawState::Json((*br#"{"id": "1", "size": "8192", "tags": ["x"]}"#).into());
/// # let old = OldState::new(0, raw);
/// assert_eq!(old.version(), 0);
/// assert_eq!(old.id().as_deref(), Some("1"));
/// // As the struct of that version, or as flat texts.
/// let v0: ImageV0 = old.read()?;
/// assert_eq!(v0.size, "8192");
/// assert_eq!(old.attributes()?["tags.0"], "x");
/// # Ok::<(), Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct OldState {
    version: i64,
    raw: RawState,
}

// Values may be secret.
schema_runtime::__debug!(OldState, |it| version = it.version);

/// Nothing implements this: an old state's fields belong to the struct of its version.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an old state has no fields of its own: they are those of an earlier version",
    label = "not here",
    note = "help: read it as the struct of that version: `let old: ImageV0 = old.read()?;`, or write the steps with `old.upgrade::<ImageV0>()?.then(…)`"
)]
pub trait FieldsOfOldState {
    /// The compiler takes this type for an unknown type, so it reports no further errors about what
    /// code does with the answer.
    type Output;
    /// Never called.
    fn never() -> Self::Output;
    /// Never called.
    fn never_borrowed<'a>() -> &'a Self::Output;
}

impl OldState {
    /// Does not exist.
    #[doc(hidden)]
    pub fn get<F>(&self, _: F) -> F::Output
    where
        F: FieldsOfOldState,
    {
        F::never()
    }

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

    /// The state as the struct of its version: keep the old struct (with its old version) next to
    /// the new one, and read with it. Attributes that the struct does not have are omitted.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::lifecycle::RawState;
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image", version = 0)]
    /// # pub struct ImageV0 { #[field(required)] size: String }
    /// # let raw = RawState::Json((*br#"{"id": "1", "size": "8192", "tags": ["x"]}"#).into());
    /// # let old = OldState::new(0, raw);
    /// let v0: ImageV0 = old.read()?;
    /// assert_eq!(v0.size, "8192");
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// The state does not fit the struct.
    pub fn read<O: Root>(&self) -> Result<O> {
        Ok(decode::<O>(&self.decoded(schema::<O>())?)?)
    }

    /// Whether everything in the state fits a schema, which may have more fields.
    pub(crate) fn fits(&self, schema: &Schema) -> Result<()> {
        self.decoded(schema).map(|_| ())
    }

    fn decoded(&self, schema: &Schema) -> Result<Value> {
        self.raw.decode(&schema.block).map_err(|error| {
            Diagnostic::error(format!(
                "The state does not fit version {} of {}",
                schema.version, schema.type_name
            ))
            .with_detail(error.to_string())
            .at(error.path())
            .into()
        })
    }

    /// Begins a chain of steps from struct to struct, whose versions follow each other
    /// without gaps: `A` is the struct of the oldest version. The chain starts at the struct whose
    /// version wrote the state.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image", version = 0)]
    /// # pub struct ImageV0 { #[field(required)] size: String }
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image", version = 1)]
    /// # pub struct Image { #[field(required)] size_mb: i64 }
    /// fn upgrade(old: &OldState, data: &mut ResourceData<Image>) -> Result {
    ///     old.upgrade::<ImageV0>()?
    ///         .then(|v0| Ok(Image { size_mb: v0.size.parse()? }))?
    ///         .write(data)
    /// }
    /// ```
    ///
    /// # Errors
    /// The state is of this version, and does not fit the struct.
    pub fn upgrade<A: Root>(&self) -> Result<Upgrade<'_, A>> {
        Ok(Upgrade {
            old: self,
            now: self.read_if_written_by::<A>()?,
        })
    }

    fn read_if_written_by<A: Root>(&self) -> Result<Option<A>> {
        if schema::<A>().version == self.version {
            self.read().map(Some)
        } else {
            Ok(None)
        }
    }

    /// The state as flatmap attributes (`part.0.size_mb`, with `part.#` and `labels.%`),
    /// whichever form it is stored in: the older way to upgrade. Change them, and write them with
    /// [`ResourceData::set_attributes`](schema_runtime::data::ResourceData::set_attributes).
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::lifecycle::RawState;
    /// # #[derive(Schema)]
    /// # #[schema(resource = "disk_image", version = 0)]
    /// # pub struct ImageV0 { #[field(required)] size: String }
    /// # let raw = r#"{"id": "1", "size": "8192", "tags": ["x"], "any": {"value": "v", "type": "string"}}"#;
    /// # let old = OldState::new(0, RawState::Json(raw.as_bytes().into()));
    /// let attributes = old.attributes()?;
    /// assert_eq!(attributes["size"], "8192");
    /// assert_eq!(attributes["tags.#"], "1");
    /// // An attribute of any type.
    /// assert_eq!(attributes["any.value"], "v");
    /// assert_eq!(attributes["any.type"], "string");
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// The state is not an object.
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
        Some(self.raw.field(id)?.as_str()?.to_owned())
    }

    /// The state in its stored form.
    #[must_use]
    pub fn raw(&self) -> &RawState {
        &self.raw
    }
}

impl<I: FieldsOfOldState> std::ops::Index<I> for OldState {
    type Output = I::Output;

    fn index(&self, _: I) -> &I::Output {
        I::never_borrowed()
    }
}

/// A chain of upgrades, currently at the struct `A`; started by [`OldState::upgrade`].
#[must_use = "the chain ends with `write`"]
pub struct Upgrade<'o, A> {
    old: &'o OldState,
    /// `None` while the chain is at versions older than the state's.
    now: Option<A>,
}

schema_runtime::__debug!([A] Upgrade<'_, A>, |it| from = it.old.version, begun = it.now.is_some());

impl<'o, A: Root> Upgrade<'o, A> {
    /// One step: converts this version's struct to the next version's.
    ///
    /// # Errors
    /// The step's error; or the state is of the next version, and does not fit its struct.
    pub fn then<B: Root>(self, step: impl FnOnce(A) -> Result<B>) -> Result<Upgrade<'o, B>>
    where
        B::__Version: Follows<A::__Version>,
    {
        let now = match self.now {
            Some(now) => Some(step(now)?),
            None => self.old.read_if_written_by::<B>()?,
        };
        Ok(Upgrade { old: self.old, now })
    }

    /// Ends the chain: writes every field. The id is already set.
    ///
    /// # Errors
    /// The state is of a version that the chain does not have.
    pub fn write<R: EndsAt<A>>(self, data: &mut ResourceData<R>) -> Result {
        let Some(now) = self.now else {
            let schema = schema::<A>();
            return Err(Diagnostic::error(format!(
                "The state of {} cannot be upgraded",
                schema.type_name
            ))
            .with_detail(format!(
                "The state was written with version {} of the schema, for which the provider has \
                 no upgrade. This is a bug in the provider.",
                self.old.version
            ))
            .into());
        };
        R::write(data, &now);
        Ok(())
    }
}

/// The struct that the last step of an upgrade makes: the resource itself. It is a trait of the
/// resource, so the data determine that step's result type if the step leaves it open.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the last step of this upgrade makes `{A}`, but these are the data of `{Self}`",
    label = "the data of `{Self}`",
    note = "help: write one more step, `.then(…)?`, which makes the resource itself: `{Self}`"
)]
pub trait EndsAt<A>: Object {
    /// Writes every field.
    fn write(data: &mut ResourceData<Self>, end: &A);
}

impl<A: Object> EndsAt<A> for A {
    fn write(data: &mut ResourceData<A>, end: &A) {
        data.write_struct(end);
    }
}

/// The state of another type, which a `moved` block turns into this one.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::lifecycle::RawState;
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image", version = 0)]
/// # pub struct ImageV0 { #[field(required)] size: String }
/// # let raw = RawState::Json((*br#"{"id": "1", "size": "8192", "tags": ["x"]}"#).into());
/// # let old = OldState::new(0, raw);
/// # let from = MovedState::new("example.com/sdk/disk", "disk_image", old, Default::default());
/// assert_eq!(from.provider_address(), "example.com/sdk/disk");
/// assert_eq!((from.type_name(), from.state().version()), ("disk_image", 0));
/// let image: ImageV0 = from.read("disk_image", 0)?;
/// assert_eq!(image.size, "8192");
/// // Another type, or another version of it, is an error that says so.
/// assert!(from.read::<ImageV0>("disk_image", 1).is_err());
/// assert!(from.private().is_empty());
/// # Ok::<(), Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct MovedState {
    provider_address: String,
    type_name: String,
    state: OldState,
    private: Private,
    identity: Option<OldIdentity>,
}

schema_runtime::__debug!(
    MovedState,
    |it| provider_address = it.provider_address,
    type_name = it.type_name
);

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
            identity: None,
        }
    }

    /// The same, with the object's identity in the source type.
    #[must_use]
    pub fn with_identity(mut self, identity: Option<OldIdentity>) -> Self {
        self.identity = identity;
        self
    }

    /// The object's identity in the source type, if stored. Terraform does not send its
    /// version.
    #[must_use]
    pub fn identity(&self) -> Option<&OldIdentity> {
        self.identity.as_ref()
    }

    /// The address of its provider
    /// (`registry.terraform.io/hashicorp/null`).
    #[must_use]
    pub fn provider_address(&self) -> &str {
        &self.provider_address
    }

    /// Its type (`null_resource`).
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The state of this type and version, as a struct with the fields that you need.
    /// For a type of another provider write such a struct; attributes that it does not have are
    /// omitted.
    ///
    /// # Errors
    /// The state is of another type or version, or does not fit the struct.
    pub fn read<O: Root>(&self, type_name: &str, version: i64) -> Result<O> {
        if self.type_name == type_name && self.state.version == version {
            return self.state.read();
        }
        Err(Diagnostic::error(format!(
            "A {} cannot be moved here",
            self.type_name
        ))
        .with_detail(format!(
            "The provider knows how to move a {type_name} of schema version {version}; this is a \
             {} of version {}.",
            self.type_name, self.state.version
        ))
        .into())
    }

    /// The state, with the version of its schema.
    #[must_use]
    pub fn state(&self) -> &OldState {
        &self.state
    }

    /// The private data that the other provider stored; under `.foreign` if it is not in the SDK's
    /// format.
    #[must_use]
    pub fn private(&self) -> &Private {
        &self.private
    }
}
