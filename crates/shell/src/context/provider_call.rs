//! [`ProviderCall`]: why provider code is called.

use schema_runtime::data::Operation;

/// Why provider code is called, and how such calls differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProviderCall {
    /// Validating a configuration.
    Validate,
    /// Reading all schemas.
    Schema,
    /// Making the defaults that replace null.
    Defaults,
    /// Making a provider's client, or opening a state store.
    Configure,
    /// Reading a module's `provider_meta`.
    ProviderMeta,
    /// A plan.
    Plan,
    /// An operation on an object, as its data has it; also reading and deleting a state.
    Object(Operation),
    /// Upgrading a state.
    Upgrade,
    /// Upgrading an identity.
    UpgradeIdentity,
    /// Moving the state of another type.
    Move,
    /// Writing a configuration for an object.
    GenerateConfiguration,
    /// A function.
    Call,
    /// An action.
    Invoke,
    /// Listing objects, or states.
    List,
    /// Locking a state.
    Lock,
    /// Writing a state.
    Write,
    /// Unlocking a state.
    Unlock,
}

impl From<Operation> for ProviderCall {
    fn from(operation: Operation) -> Self {
        ProviderCall::Object(operation)
    }
}

impl ProviderCall {
    /// As in messages, and as in the `timeouts` block for operations that it contains.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            ProviderCall::Validate => "validate",
            ProviderCall::Schema => "schema",
            ProviderCall::Defaults => "defaults",
            ProviderCall::Configure => "configure",
            ProviderCall::ProviderMeta => "provider_meta",
            ProviderCall::Plan => "plan",
            ProviderCall::Object(operation) => operation.name(),
            ProviderCall::Upgrade => "upgrade",
            ProviderCall::UpgradeIdentity => "identity upgrade",
            ProviderCall::Move => "move",
            ProviderCall::GenerateConfiguration => "generate configuration",
            ProviderCall::Call => "call",
            ProviderCall::Invoke => "invoke",
            ProviderCall::List => "list",
            ProviderCall::Lock => "lock",
            ProviderCall::Write => "write",
            ProviderCall::Unlock => "unlock",
        }
    }

    /// Whether it changes something outside, and so has longer to end after it was asked to.
    pub(crate) const fn changes_something(self) -> bool {
        match self {
            ProviderCall::Object(operation) => matches!(
                operation,
                Operation::Create | Operation::Update | Operation::Delete | Operation::Close
            ),
            ProviderCall::Invoke
            | ProviderCall::Lock
            | ProviderCall::Write
            | ProviderCall::Unlock => true,
            _ => false,
        }
    }

    /// Whether it ignores interrupts: a state is written and unlocked at the end of a run, and what
    /// was opened is closed in any case.
    pub(crate) const fn ignores_interrupts(self) -> bool {
        matches!(
            self,
            ProviderCall::Object(Operation::Close) | ProviderCall::Write | ProviderCall::Unlock
        )
    }

    /// Whether its answer may be deferred to a later run.
    pub(crate) const fn may_be_deferred(self) -> bool {
        match self {
            ProviderCall::Plan => true,
            ProviderCall::Object(operation) => matches!(
                operation,
                Operation::Read | Operation::ReadDataSource | Operation::Import
            ),
            _ => false,
        }
    }
}

impl std::fmt::Display for ProviderCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Why provider code is called, as [`Cx::operation`](crate::Cx::operation) returns it; its string
/// is a word in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallKind {
    /// Making a provider's client, or opening a state store.
    Configure,
    /// Validating a configuration, or making the defaults in it.
    Validate,
    /// A plan.
    Plan,
    /// Creating an object.
    Create,
    /// Reading an object, a data source or a state.
    Read,
    /// Updating an object in place.
    Update,
    /// Deleting an object or a state.
    Delete,
    /// Importing an existing object.
    Import,
    /// Upgrading a stored state or identity.
    Upgrade,
    /// Moving the state of another type.
    Move,
    /// Writing a configuration for an object.
    GenerateConfiguration,
    /// Opening an ephemeral resource.
    Open,
    /// Keeping an ephemeral resource open for longer.
    Renew,
    /// Closing an ephemeral resource.
    Close,
    /// Listing objects or states.
    List,
    /// An action.
    Invoke,
    /// A function.
    Call,
    /// Locking a state.
    Lock,
    /// Writing a state.
    Write,
    /// Unlocking a state.
    Unlock,
}

impl From<ProviderCall> for CallKind {
    fn from(call: ProviderCall) -> Self {
        match call {
            ProviderCall::Configure => CallKind::Configure,
            ProviderCall::Validate
            | ProviderCall::Schema
            | ProviderCall::Defaults
            | ProviderCall::ProviderMeta => CallKind::Validate,
            ProviderCall::Plan => CallKind::Plan,
            ProviderCall::Object(operation) => match operation {
                Operation::Create => CallKind::Create,
                Operation::Read | Operation::ReadDataSource => CallKind::Read,
                Operation::Update => CallKind::Update,
                Operation::Delete => CallKind::Delete,
                Operation::Import => CallKind::Import,
                Operation::Open => CallKind::Open,
                Operation::Renew => CallKind::Renew,
                Operation::Close => CallKind::Close,
            },
            ProviderCall::Upgrade | ProviderCall::UpgradeIdentity => CallKind::Upgrade,
            ProviderCall::Move => CallKind::Move,
            ProviderCall::GenerateConfiguration => CallKind::GenerateConfiguration,
            ProviderCall::Call => CallKind::Call,
            ProviderCall::Invoke => CallKind::Invoke,
            ProviderCall::List => CallKind::List,
            ProviderCall::Lock => CallKind::Lock,
            ProviderCall::Write => CallKind::Write,
            ProviderCall::Unlock => CallKind::Unlock,
        }
    }
}

impl std::fmt::Display for CallKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CallKind::Configure => "configure",
            CallKind::Validate => "validate",
            CallKind::Plan => "plan",
            CallKind::Create => "create",
            CallKind::Read => "read",
            CallKind::Update => "update",
            CallKind::Delete => "delete",
            CallKind::Import => "import",
            CallKind::Upgrade => "upgrade",
            CallKind::Move => "move",
            CallKind::GenerateConfiguration => "generate configuration",
            CallKind::Open => "open",
            CallKind::Renew => "renew",
            CallKind::Close => "close",
            CallKind::List => "list",
            CallKind::Invoke => "invoke",
            CallKind::Call => "call",
            CallKind::Lock => "lock",
            CallKind::Write => "write",
            CallKind::Unlock => "unlock",
        })
    }
}
