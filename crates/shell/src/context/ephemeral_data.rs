//! [`OpenData`] and [`EphemeralData`]: what author code of ephemeral resources gets.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, SystemTime};

use schema_runtime::attr::{InState, IntoField, WholeField};
use schema_runtime::data::{DataCore, ResourceData};
use schema_runtime::field_type::FieldType;
use schema_runtime::object::Object;

/// The untyped half of [`OpenData`] and [`EphemeralData`].
#[derive(Clone, Debug)]
pub struct EphemeralCore {
    /// The object.
    pub data: DataCore,
    renewal: Renewal,
}

/// Further away than anything that a run of Terraform waits for.
const FAR_AWAY: Duration = Duration::from_secs(100 * 365 * 86_400);

impl EphemeralCore {
    /// For one call.
    #[must_use]
    pub fn new(data: DataCore) -> Self {
        EphemeralCore {
            data,
            renewal: Renewal::default(),
        }
    }

    /// When it is to be renewed, if at all.
    #[must_use]
    pub fn renewal(&self) -> Option<SystemTime> {
        self.renewal.0
    }

    /// Has it renewed after that time.
    pub fn renew_in(&mut self, after: Duration) {
        self.renewal = Renewal::after(after);
    }

    /// Has it renewed at that time.
    pub fn renew_at(&mut self, time: SystemTime) {
        self.renewal = Renewal(Some(time));
    }
}

/// When something is to be renewed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Renewal(pub(crate) Option<SystemTime>);

impl Renewal {
    pub(crate) fn after(after: Duration) -> Self {
        Renewal(SystemTime::now().checked_add(after.min(FAR_AWAY)))
    }
}

/// What was opened, while it is renewed or closed: everything that the configuration and
/// [`open`](crate::EphemeralResource::open) said, to be read as in a [`ResourceData`].
///
/// Private data is kept by Terraform in memory, for one run, and never written anywhere. What a renewal changes in it
/// reaches the next renewal; a close gets it as `open` left it.
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

    /// Writes private data under a key, which renewals and the close read again. Keys that start with a dot are ours:
    /// writing one fails the call.
    pub fn set_private(&mut self, key: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.data.set_private(key, bytes);
    }
}

/// What nothing implements: what `open` answered stays as it is.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "what `open` answered stays as it is: renew and close change nothing of it",
    label = "not here",
    note = "help: write `set` in `open`; what a renewal has to remember is private data: `data.set_private(\"key\", …)`"
)]
pub trait SetAfterOpen {
    /// Never called.
    fn never();
}

/// What nothing implements: what is ephemeral has no id.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an ephemeral resource has no id, since no state knows it",
    label = "not here",
    note = "help: write `data.opened(name)` as soon as there is something to close, and keep what close needs in a field or with `data.set_private(\"key\", …)`"
)]
pub trait IdOfEphemeral {
    /// Never called.
    fn never();
}

impl<T: Object> EphemeralData<T> {
    /// Is not there.
    #[doc(hidden)]
    pub fn set<F, V>(&self, _: F, _: V)
    where
        Self: SetAfterOpen,
    {
        Self::never();
    }

    /// Is not there.
    #[doc(hidden)]
    pub fn set_id<I>(&self, _: I)
    where
        Self: IdOfEphemeral,
    {
        Self::never();
    }
}

impl<T> Deref for EphemeralData<T> {
    type Target = ResourceData<T>;

    fn deref(&self) -> &ResourceData<T> {
        &self.data
    }
}

impl<T> std::fmt::Debug for EphemeralData<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.data.fmt(f)
    }
}

/// What is being opened: the configuration, to be read as in a [`ResourceData`], and everything that was
/// [`set`](Self::set).
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

    /// Writes a computed field: the value, a reference to it, a `&str` for text, or an `Option` of these whose `None`
    /// writes null. What is configured stays as it is configured.
    ///
    /// What was set is what [`close`](crate::EphemeralResource::close) is called with where the rest of the open fails: set what
    /// names a thing as soon as it is there.
    pub fn set<V: FieldType, A: InState>(
        &mut self,
        field: impl WholeField<T, Value = V, Access = A>,
        value: impl IntoField<V>,
    ) {
        self.0.data.set(field, value);
    }

    /// Says that there is something to close now, and by what name a person finds it: a path, an id, no secret. A
    /// failure after that closes it, as it does after [`set`](Self::set) and [`set_private`](EphemeralData::set_private);
    /// the name is what the crash log has of it if the process dies.
    pub fn opened(&mut self, name: impl Into<String>) {
        let name = name.into();
        self.0.data.dynamic_mut().change_private(|private| {
            private.set(OPENED, name);
        });
    }
}

schema_runtime::__not_here! {
    impl[T: Object] OpenData<T>, "not here" {
        set_result(F, V) is OpenSetResult: "there is no `set_result`", "help: write `set`, for each computed field";
        expires_at(E) is OpenExpiresAt: "there is no `expires_at`", "help: write `renew_at(time)` or `renew_in(duration)`, and `impl Renew`";
        expires_in(E) is OpenExpiresIn: "there is no `expires_in`", "help: write `renew_in(duration)`, and `impl Renew`";
        set_renew_at(E) is OpenSetRenewAt: "there is no `set_renew_at`", "help: write `renew_at(time)`, and `impl Renew`";
    }
}

/// Where the name of what was opened is kept until the open ends.
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
