//! Stored identities of older versions, for upgrades.

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::object::{Follows, IdentityRoot, decode, schema};

use super::raw_state::RawState;
use crate::result::Result;

/// The identity of an object, as an older version of its resource wrote it.
///
/// ```
/// # use schema_provider::prelude::*;
/// # use schema_provider::OldIdentity;
/// # use schema_provider::lifecycle::RawState;
/// #[derive(Schema)]
/// #[schema(identity)]
/// pub struct ImageIdentityV0 {
///     #[field(required)]
///     path: String,
/// }
///
/// # let raw = RawState::Json((*br#"{"path": "disks/a"}"#).into());
/// # let old = OldIdentity::new(0, Some(raw));
/// assert_eq!(old.version(), 0);
/// let v0: Option<ImageIdentityV0> = old.read()?;
/// assert_eq!(v0.unwrap().path, "disks/a");
/// // Objects that were stored before there were identities have none.
/// assert!(OldIdentity::new(0, None).read::<ImageIdentityV0>()?.is_none());
/// # Ok::<(), Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct OldIdentity {
    version: i64,
    raw: Option<RawState>,
}

schema_runtime::__debug!(
    OldIdentity,
    |it| version = it.version,
    stored = it.raw.is_some()
);

impl OldIdentity {
    /// An identity in its stored form, for the shell and for tests; `None` for an object that was
    /// stored before there were identities.
    #[must_use]
    pub fn new(version: i64, raw: Option<RawState>) -> Self {
        let is_empty = |raw: &RawState| match raw {
            RawState::Json(json) => matches!(json.trim_ascii(), b"" | b"null"),
            RawState::Flatmap(flat) => flat.is_empty(),
        };
        OldIdentity {
            version,
            raw: raw.filter(|raw| !is_empty(raw)),
        }
    }

    /// The version that wrote it; 0 if nothing is stored.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.version
    }

    /// In its stored form; `None` for an object that was stored before there were identities.
    #[must_use]
    pub fn raw(&self) -> Option<&RawState> {
        self.raw.as_ref()
    }

    /// The identity as the struct that described it then; attributes that the struct does not have
    /// are omitted. `None` if nothing is stored.
    ///
    /// # Errors
    /// It does not fit the struct.
    pub fn read<I: IdentityRoot>(&self) -> Result<Option<I>> {
        let Some(raw) = &self.raw else {
            return Ok(None);
        };
        let value = raw.decode(&schema::<I>().block).map_err(|error| {
            Diagnostic::error("The stored identity does not fit its struct")
                .with_detail(error.to_string())
        })?;
        Ok(Some(decode::<I>(&value)?))
    }

    /// Begins a chain of steps from struct to struct, whose versions follow each other
    /// without gaps: `A` is the struct of the oldest version. The chain starts at the struct whose
    /// version wrote the identity.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # use schema_provider::OldIdentity;
    /// # use schema_provider::lifecycle::RawState;
    /// # #[derive(Schema)]
    /// # #[schema(identity)]
    /// # pub struct ImageIdentityV0 { #[field(required)] path: String }
    /// # #[derive(Schema)]
    /// # #[schema(identity, version = 1)]
    /// # pub struct ImageIdentity { #[field(required)] name: String }
    /// fn upgrade(old: &OldIdentity) -> Result<Option<ImageIdentity>> {
    ///     old.upgrade::<ImageIdentityV0>()?
    ///         .then(|v0| Ok(ImageIdentity { name: v0.path.replace("disks/", "") }))?
    ///         .finish()
    /// }
    /// # let raw = RawState::Json((*br#"{"path": "disks/a"}"#).into());
    /// # assert_eq!(upgrade(&OldIdentity::new(0, Some(raw)))?.unwrap().name, "a");
    /// # assert!(upgrade(&OldIdentity::new(0, None))?.is_none());
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// The identity is of this version, and does not fit the struct.
    pub fn upgrade<A: IdentityRoot>(&self) -> Result<IdentityUpgrade<'_, A>> {
        Ok(IdentityUpgrade {
            old: self,
            now: self.read_if_written_by::<A>()?,
        })
    }

    fn read_if_written_by<A: IdentityRoot>(&self) -> Result<Option<A>> {
        if schema::<A>().version == self.version {
            self.read()
        } else {
            Ok(None)
        }
    }
}

/// A chain of upgrades, currently at the struct `A`; started by [`OldIdentity::upgrade`].
#[must_use = "the chain ends with `finish`"]
pub struct IdentityUpgrade<'o, A> {
    old: &'o OldIdentity,
    /// `None` while the chain is at versions older than the identity's.
    now: Option<A>,
}

schema_runtime::__debug!(
    [A] IdentityUpgrade<'_, A>,
    |it| from = it.old.version, begun = it.now.is_some()
);

impl<'o, A: IdentityRoot> IdentityUpgrade<'o, A> {
    /// One step: converts this version's struct to the next version's.
    ///
    /// # Errors
    /// The step's error; or the identity is of the next version, and does not fit its struct.
    pub fn then<B: IdentityRoot>(
        self,
        step: impl FnOnce(A) -> Result<B>,
    ) -> Result<IdentityUpgrade<'o, B>>
    where
        B::__Version: Follows<A::__Version>,
    {
        let now = match self.now {
            Some(now) => Some(step(now)?),
            None => self.old.read_if_written_by::<B>()?,
        };
        Ok(IdentityUpgrade { old: self.old, now })
    }

    /// Ends the chain. `None` if nothing was stored: the next read sets the
    /// identity.
    ///
    /// # Errors
    /// The identity is of a version that the chain does not have.
    pub fn finish(self) -> Result<Option<A>> {
        if self.now.is_none() && self.old.raw.is_some() {
            return Err(Diagnostic::error("The stored identity cannot be upgraded")
                .with_detail(format!(
                    "It was written with version {} of the identity, for which the provider has no upgrade. This is a \
                     bug in the provider.",
                    self.old.version
                ))
                .into());
        }
        Ok(self.now)
    }
}
