//! [`OpenData`] and [`EphemeralData`]: the data of ephemeral resources.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, SystemTime};

use schema_runtime::attr::{FieldOf, Flat, InState, IntoField, Positions, WholeField};
use schema_runtime::data::{DataCore, Private, ResourceData, Val};
use schema_runtime::diagnostics::DiagnosticsError;
use schema_runtime::field_type::{FieldType, HasZero};
use schema_runtime::object::Object;

/// The untyped half of [`OpenData`] and [`EphemeralData`].
#[derive(Clone, Debug)]
pub struct EphemeralCore {
    /// The object.
    pub data: DataCore,
    renewal: Renewal,
}

/// Longer than any run of Terraform waits.
const FAR_AWAY: Duration = Duration::from_secs(100 * 365 * 86_400);

impl EphemeralCore {
    /// Untyped data for one call.
    #[must_use]
    pub fn new(data: DataCore) -> Self {
        EphemeralCore {
            data,
            renewal: Renewal::default(),
        }
    }

    /// When to renew the resource, if at all.
    #[must_use]
    pub fn renewal(&self) -> Option<SystemTime> {
        self.renewal.0
    }

    /// Asks for a renewal after this duration.
    pub fn renew_in(&mut self, after: Duration) {
        self.renewal = Renewal::after(after);
    }

    /// Asks for a renewal at this time.
    pub fn renew_at(&mut self, time: SystemTime) {
        self.renewal = Renewal(Some(time));
    }
}

/// When to renew the resource.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Renewal(pub(crate) Option<SystemTime>);

impl Renewal {
    pub(crate) fn after(after: Duration) -> Self {
        Renewal(SystemTime::now().checked_add(after.min(FAR_AWAY)))
    }
}

/// An open ephemeral resource, for its renewal or close: its configuration and what
/// [`open`](crate::EphemeralResource::open) set, read as in a [`ResourceData`].
///
/// Terraform keeps private data in memory for one run, and never writes it anywhere.
/// Changes by a renewal reach the next renewal; a close gets it as `open` left it.
pub struct EphemeralData<T> {
    data: ResourceData<T>,
    pub(crate) renewal: Renewal,
}

impl<T: Object> EphemeralData<T> {
    /// Typed access to untyped data.
    #[must_use]
    pub fn new(core: EphemeralCore) -> Self {
        EphemeralData {
            data: ResourceData::new(core.data),
            renewal: core.renewal,
        }
    }

    /// The untyped data, owned.
    #[must_use]
    pub fn into_core(self) -> EphemeralCore {
        EphemeralCore {
            data: self.data.into_core(),
            renewal: self.renewal,
        }
    }

    /// The field's value, as [`ResourceData::get`] returns it.
    #[must_use]
    pub fn get<V: HasZero>(&self, field: impl FieldOf<T, Value = V>) -> V {
        self.data.get(field)
    }

    /// The field's value if it is set, known and not zero.
    #[must_use]
    #[doc(alias("GetOk"))]
    pub fn get_ok<V: FieldType>(&self, field: impl FieldOf<T, Value = V>) -> Option<V::Known> {
        self.data.get_ok(field)
    }

    /// The field's value, or an error that names the field if it is null.
    ///
    /// # Errors
    /// It is null.
    pub fn require<V: FieldType>(
        &self,
        field: impl FieldOf<T, Value = V>,
    ) -> Result<V::Known, DiagnosticsError> {
        self.data.require(field)
    }

    /// The field's value, or null.
    #[must_use]
    pub fn value<V: FieldType>(&self, field: impl FieldOf<T, Value = V>) -> Val<V::Known> {
        self.data.value(field)
    }

    /// The untyped data.
    #[must_use]
    pub fn dynamic(&self) -> &DataCore {
        self.data.dynamic()
    }

    /// The provider developer's private data, which `open` wrote.
    #[must_use]
    pub fn private(&self) -> &Private {
        self.data.private()
    }

    /// Reads all fields at once.
    ///
    /// # Errors
    /// A field is null but its type is not nullable; all such fields are named.
    pub fn read_struct(&self) -> Result<T, DiagnosticsError> {
        self.data.read_struct()
    }

    /// Reads a struct that is flattened into this one (`#[field(flatten)]`).
    ///
    /// # Errors
    /// As [`read_struct`](Self::read_struct), for the fields of the flattened struct.
    pub fn read_struct_at<O: Object, P: Positions>(
        &self,
        flattened: Flat<T, O, P>,
    ) -> Result<O, DiagnosticsError> {
        self.data.read_struct_at(flattened)
    }

    /// Writes private data under a key, which renewals and the close read again. Keys that start
    /// with a dot are reserved for the SDK: writing one fails the call.
    pub fn set_private(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.data.set_private(key, bytes);
    }
}

impl<T> std::fmt::Debug for EphemeralData<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.data.fmt(f)
    }
}

/// An ephemeral resource that is being opened: its configuration, read as in a [`ResourceData`],
/// and everything [`set`](Self::set) so far.
pub struct OpenData<T>(EphemeralData<T>);

impl<T: Object> OpenData<T> {
    /// Typed access to untyped data.
    #[must_use]
    pub fn new(core: EphemeralCore) -> Self {
        OpenData(EphemeralData::new(core))
    }

    /// The untyped data, owned.
    #[must_use]
    pub fn into_core(self) -> EphemeralCore {
        self.0.into_core()
    }

    /// Writes a computed field: the value, a reference to it, a `&str` for a string, or an `Option`
    /// of these whose `None` writes null. Configured values stay unchanged.
    ///
    /// If the rest of the open fails, [`close`](crate::EphemeralResource::close) is called with
    /// the values set so far: set the name of a thing as soon as it exists.
    pub fn set<V: FieldType, A: InState>(
        &mut self,
        field: impl WholeField<T, Value = V, Access = A>,
        value: impl IntoField<V>,
    ) {
        self.0.data.set(field, value);
    }

    /// Records that there is something to close, and the name by which a person finds it: a path,
    /// an id, but not a secret. A later failure closes it, as after [`set`](Self::set) and
    /// [`set_private`](EphemeralData::set_private); the crash log shows the name if the process
    /// dies.
    pub fn opened(&mut self, name: impl Into<String>) {
        let name = name.into();
        self.0.data.dynamic_mut().change_private(|private| {
            private.set(OPENED, name);
        });
    }
}

/// Where the name of the opened resource is kept until the open ends.
pub(crate) const OPENED: &str = ".opened";

impl<T> Deref for OpenData<T> {
    type Target = EphemeralData<T>;

    fn deref(&self) -> &EphemeralData<T> {
        &self.0
    }
}

impl<T> DerefMut for OpenData<T> {
    fn deref_mut(&mut self) -> &mut EphemeralData<T> {
        &mut self.0
    }
}

impl<T> std::fmt::Debug for OpenData<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
