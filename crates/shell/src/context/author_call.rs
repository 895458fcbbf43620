//! [`AuthorCall`]: what provider code is called for.

use schema_runtime::data::Operation;

/// What provider code is called for, and what is different about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorCall {
    /// Looking at a configuration.
    Validate,
    /// Looking at all schemas.
    Schema,
    /// Making the values that replace null.
    Defaults,
    /// Making a provider's client, or opening a state store.
    Configure,
    /// Reading a module's `provider_meta`.
    ProviderMeta,
    /// A plan.
    Plan,
    /// With an object, as its data knows it; also reading and deleting a state.
    Object(Operation),
    /// Bringing a state up to date.
    Upgrade,
    /// Bringing an identity up to date.
    UpgradeIdentity,
    /// Taking over the state of another type.
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

impl From<Operation> for AuthorCall {
    fn from(operation: Operation) -> Self {
        AuthorCall::Object(operation)
    }
}

impl AuthorCall {
    /// As in strings, and for those that have one in the `timeouts` block.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AuthorCall::Validate => "validate",
            AuthorCall::Schema => "schema",
            AuthorCall::Defaults => "defaults",
            AuthorCall::Configure => "configure",
            AuthorCall::ProviderMeta => "provider_meta",
            AuthorCall::Plan => "plan",
            AuthorCall::Object(operation) => operation.name(),
            AuthorCall::Upgrade => "upgrade",
            AuthorCall::UpgradeIdentity => "identity upgrade",
            AuthorCall::Move => "move",
            AuthorCall::GenerateConfiguration => "generate configuration",
            AuthorCall::Call => "call",
            AuthorCall::Invoke => "invoke",
            AuthorCall::List => "list",
            AuthorCall::Lock => "lock",
            AuthorCall::Write => "write",
            AuthorCall::Unlock => "unlock",
        }
    }

    /// Whether it changes something outside, so that it has longer to come to an end when it is
    /// told to.
    pub(crate) const fn changes_something(self) -> bool {
        match self {
            AuthorCall::Object(operation) => matches!(
                operation,
                Operation::Create | Operation::Update | Operation::Delete | Operation::Close
            ),
            AuthorCall::Invoke | AuthorCall::Lock | AuthorCall::Write | AuthorCall::Unlock => true,
            _ => false,
        }
    }

    /// Whether no interrupt ends it: a state is written and unlocked because things come to their
    /// end, and what was opened is closed in any case.
    pub(crate) const fn ignores_interrupts(self) -> bool {
        matches!(
            self,
            AuthorCall::Object(Operation::Close) | AuthorCall::Write | AuthorCall::Unlock
        )
    }

    /// Whether its answer may be deferred to a later run.
    pub(crate) const fn may_be_deferred(self) -> bool {
        match self {
            AuthorCall::Plan => true,
            AuthorCall::Object(operation) => matches!(
                operation,
                Operation::Read | Operation::ReadDataSource | Operation::Import
            ),
            _ => false,
        }
    }
}

impl std::fmt::Display for AuthorCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What provider code is called for, as [`Cx::operation`](crate::Cx::operation) answers it; its
/// text is a word in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallKind {
    /// Making a provider's client, or opening a state store.
    Configure,
    /// Looking at a configuration, or at what replaces null in it.
    Validate,
    /// A plan.
    Plan,
    /// Making an object.
    Create,
    /// Looking at an object, reading a data source or a state.
    Read,
    /// Changing an object in place.
    Update,
    /// Removing an object or a state.
    Delete,
    /// Finding an existing object.
    Import,
    /// Bringing a stored state or identity up to date.
    Upgrade,
    /// Taking over the state of another type.
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

impl From<AuthorCall> for CallKind {
    fn from(call: AuthorCall) -> Self {
        match call {
            AuthorCall::Configure => CallKind::Configure,
            AuthorCall::Validate
            | AuthorCall::Schema
            | AuthorCall::Defaults
            | AuthorCall::ProviderMeta => CallKind::Validate,
            AuthorCall::Plan => CallKind::Plan,
            AuthorCall::Object(operation) => match operation {
                Operation::Create => CallKind::Create,
                Operation::Read | Operation::ReadDataSource => CallKind::Read,
                Operation::Update => CallKind::Update,
                Operation::Delete => CallKind::Delete,
                Operation::Import => CallKind::Import,
                Operation::Open => CallKind::Open,
                Operation::Renew => CallKind::Renew,
                Operation::Close => CallKind::Close,
            },
            AuthorCall::Upgrade | AuthorCall::UpgradeIdentity => CallKind::Upgrade,
            AuthorCall::Move => CallKind::Move,
            AuthorCall::GenerateConfiguration => CallKind::GenerateConfiguration,
            AuthorCall::Call => CallKind::Call,
            AuthorCall::Invoke => CallKind::Invoke,
            AuthorCall::List => CallKind::List,
            AuthorCall::Lock => CallKind::Lock,
            AuthorCall::Write => CallKind::Write,
            AuthorCall::Unlock => CallKind::Unlock,
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
