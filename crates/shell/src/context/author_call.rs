//! [`AuthorCall`]: what author code is called for.

use schema_runtime::data::Operation;

/// What author code is called for, and what is different about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorCall {
    /// Looking at a configuration.
    Validate,
    /// Looking at all schemas.
    Schema,
    /// Making the values that stand for null.
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
    /// As in texts, and for those that have one in the `timeouts` block.
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

    /// Whether it changes something outside, so that it has longer to come to an end when it is told to.
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

    /// Whether no interrupt ends it: a state is written and unlocked because things come to their end, and
    /// what was opened is closed in any case.
    pub(crate) const fn ignores_interrupts(self) -> bool {
        matches!(
            self,
            AuthorCall::Object(Operation::Close) | AuthorCall::Write | AuthorCall::Unlock
        )
    }

    /// Whether its answer may be put off to a later run.
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
