//! [`CallKind`] and [`ProviderCall`]: why provider code is called.

use schema_runtime::data::Operation;

/// The kinds of calls, each with its word in messages, which is also the one in the `timeouts`
/// block for operations that it contains.
macro_rules! call_kinds {
    ($($(#[$doc:meta])+ $kind:ident = $name:literal,)+) => {
        /// Why provider code is called, as [`Cx::operation`](crate::Cx::operation) returns it; its
        /// string is a word in lower case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum CallKind {
            $($(#[$doc])+ $kind,)+
        }

        impl CallKind {
            const fn name(self) -> &'static str {
                match self {
                    $(CallKind::$kind => $name,)+
                }
            }
        }
    };
}

call_kinds! {
    /// Making a provider's client, or opening a state store.
    Configure = "configure",
    /// Validating a configuration, or making the defaults in it.
    Validate = "validate",
    /// A plan.
    Plan = "plan",
    /// Creating an object.
    Create = "create",
    /// Reading an object, a data source or a state.
    Read = "read",
    /// Updating an object in place.
    Update = "update",
    /// Deleting an object or a state.
    Delete = "delete",
    /// Importing an existing object.
    Import = "import",
    /// Upgrading a stored state or identity.
    Upgrade = "upgrade",
    /// Moving the state of another type.
    Move = "move",
    /// Writing a configuration for an object.
    GenerateConfiguration = "generate configuration",
    /// Opening an ephemeral resource.
    Open = "open",
    /// Keeping an ephemeral resource open for longer.
    Renew = "renew",
    /// Closing an ephemeral resource.
    Close = "close",
    /// Listing objects or states.
    List = "list",
    /// An action.
    Invoke = "invoke",
    /// A function.
    Call = "call",
    /// Locking a state.
    Lock = "lock",
    /// Writing a state.
    Write = "write",
    /// Unlocking a state.
    Unlock = "unlock",
}

impl std::fmt::Display for CallKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Why provider code is called, with the word for it in messages, and how such calls differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProviderCall {
    pub(crate) kind: CallKind,
    pub(crate) name: &'static str,
}

impl From<CallKind> for ProviderCall {
    fn from(kind: CallKind) -> Self {
        Self::of(kind, kind.name())
    }
}

/// An operation on an object, as its data has it; also reading and deleting a state.
impl From<Operation> for ProviderCall {
    fn from(operation: Operation) -> Self {
        let kind = match operation {
            Operation::Create => CallKind::Create,
            Operation::Read | Operation::ReadDataSource => CallKind::Read,
            Operation::Update => CallKind::Update,
            Operation::Delete => CallKind::Delete,
            Operation::Import => CallKind::Import,
            Operation::Open => CallKind::Open,
            Operation::Renew => CallKind::Renew,
            Operation::Close => CallKind::Close,
        };
        kind.into()
    }
}

impl ProviderCall {
    /// Reading all schemas.
    pub(crate) const SCHEMA: Self = Self::of(CallKind::Validate, "schema");
    /// Making the defaults that replace null.
    pub(crate) const DEFAULTS: Self = Self::of(CallKind::Validate, "defaults");
    /// Reading a module's `provider_meta`.
    pub(crate) const PROVIDER_META: Self = Self::of(CallKind::Validate, "provider_meta");
    /// Upgrading an identity.
    pub(crate) const UPGRADE_IDENTITY: Self = Self::of(CallKind::Upgrade, "identity upgrade");

    const fn of(kind: CallKind, name: &'static str) -> Self {
        ProviderCall { kind, name }
    }

    /// Whether it changes something outside, and so has longer to end after it was asked to.
    pub(crate) const fn changes_something(self) -> bool {
        matches!(
            self.kind,
            CallKind::Create
                | CallKind::Update
                | CallKind::Delete
                | CallKind::Close
                | CallKind::Invoke
                | CallKind::Lock
                | CallKind::Write
                | CallKind::Unlock
        )
    }

    /// Whether it ignores interrupts: a state is written and unlocked at the end of a run, and what
    /// was opened is closed in any case.
    pub(crate) const fn ignores_interrupts(self) -> bool {
        matches!(
            self.kind,
            CallKind::Close | CallKind::Write | CallKind::Unlock
        )
    }

    /// Whether its answer may be deferred to a later run.
    pub(crate) const fn may_be_deferred(self) -> bool {
        matches!(
            self.kind,
            CallKind::Plan | CallKind::Read | CallKind::Import
        )
    }
}

impl std::fmt::Display for ProviderCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
