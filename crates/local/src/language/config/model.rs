//! [`Configuration`]: the blocks of all files, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::path::Path;

use crate::address::{ObjectAddress, ResourceAddress};
use crate::language::eval::{Constraint, MarkKinds, TypedValue};
use crate::language::hcl::ast::{Body, Expr};
use crate::source::Location;

/// The configuration in the files of a directory.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// The settings of the provider, if written.
    pub(crate) provider: Option<ProviderBlock>,
    /// Further settings of the provider, which resources choose by alias.
    pub(crate) aliases: BTreeMap<Arc<str>, ProviderBlock>,
    /// The module's metadata for the provider.
    pub(crate) provider_meta: Option<ProviderBlock>,
    /// Where the state is kept, if not only in a file.
    pub(crate) state_store: Option<StateStoreBlock>,
    /// Resources, data sources and actions.
    pub(crate) resources: BTreeMap<ResourceAddress, ResourceBlock>,
    pub(crate) variables: BTreeMap<Arc<str>, Variable>,
    pub(crate) locals: BTreeMap<Arc<str>, Local>,
    pub(crate) outputs: BTreeMap<Arc<str>, Output>,
    /// Objects whose address has changed.
    pub(crate) moved: Vec<MovedBlock>,
    /// Objects to import.
    pub(crate) imports: Vec<ImportBlock>,
    pub(crate) checks: BTreeMap<Arc<str>, CheckBlock>,
}

impl Configuration {
    /// Whether this data source belongs to a check.
    pub(crate) fn is_in_check(&self, address: &ResourceAddress) -> bool {
        let mut checks = self.checks.values();
        checks.any(|check| check.data.as_ref() == Some(address))
    }

    /// The settings of the provider, or of an alias.
    pub(crate) fn settings(&self, alias: Option<&Arc<str>>) -> Option<&ProviderBlock> {
        match alias {
            None => self.provider.as_ref(),
            Some(alias) => self.aliases.get(alias),
        }
    }
}

#[derive(Debug)]
pub(crate) struct ProviderBlock {
    pub(crate) body: Body,
    pub(crate) at: Location,
}

/// A `state_store` block.
#[derive(Clone, Debug)]
pub(crate) struct StateStoreBlock {
    pub(crate) type_name: Arc<str>,
    /// The block's body without `provider`.
    pub(crate) body: Body,
    /// The settings of the provider that keeps the states.
    pub(crate) provider: (Body, Location),
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) constraint: Constraint,
    /// Whether a type is declared; otherwise a string from outside is never parsed as an
    /// expression.
    pub(crate) typed: bool,
    pub(crate) default: Option<TypedValue>,
    pub(crate) description: String,
    pub(crate) sensitive: bool,
    /// Whether its value is not stored.
    pub(crate) ephemeral: bool,
    pub(crate) nullable: bool,
    pub(crate) validations: Vec<Condition>,
    pub(crate) at: Location,
}

/// A rule that must hold: a `validation`, `precondition`, `postcondition` or `assert` block.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) condition: Expr,
    pub(crate) error_message: Expr,
    /// Where its keyword is written.
    pub(crate) at: Location,
}

impl Condition {
    /// Its condition and its error message.
    pub(crate) fn expressions(&self) -> [&Expr; 2] {
        [&self.condition, &self.error_message]
    }
}

/// A `check` block.
#[derive(Debug)]
pub(crate) struct CheckBlock {
    /// The check's own data source, which is also among the resources of the configuration.
    pub(crate) data: Option<ResourceAddress>,
    pub(crate) asserts: Vec<Condition>,
    pub(crate) at: Location,
}

impl Variable {
    /// The marks of its value.
    pub(crate) fn kinds(&self) -> MarkKinds {
        MarkKinds {
            sensitive: self.sensitive,
            ephemeral: self.ephemeral,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) value: Expr,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) value: Expr,
    pub(crate) sensitive: bool,
    pub(crate) preconditions: Vec<Condition>,
    pub(crate) at: Location,
}

/// A resource, a data source or an action.
#[derive(Debug)]
pub(crate) struct ResourceBlock {
    /// The body without meta-arguments; for an action, the body of `config`.
    pub(crate) body: Body,
    /// Its `count` or `for_each`.
    pub(crate) repetition: Repetition,
    /// The alias of the provider that it uses, if not the default one.
    pub(crate) provider: Option<(Arc<str>, Location)>,
    /// Whether it names a provider, even if that is the default one.
    pub(crate) names_provider: bool,
    pub(crate) depends_on: Vec<(ResourceAddress, Location)>,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) at: Location,
    /// Where the type is written.
    pub(crate) type_at: Location,
}

/// `count` and `for_each`.
#[derive(Debug, Default)]
pub(crate) enum Repetition {
    /// Neither: there is one instance, without a key.
    #[default]
    None,
    Count(Expr),
    ForEach(Expr),
}

impl Repetition {
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self {
            Repetition::None => None,
            Repetition::Count(expr) | Repetition::ForEach(expr) => Some(expr),
        }
    }
}

/// An `import` block.
#[derive(Debug)]
pub(crate) struct ImportBlock {
    /// The target of the import; with `for_each`, the resource of all targets.
    pub(crate) to: ObjectAddress,
    /// `for_each`: one object for each element.
    pub(crate) repetition: Repetition,
    /// The key of the target instance, for each object.
    pub(crate) key: Option<Expr>,
    /// The id or identity to find the object by.
    pub(crate) by: ImportExpr,
    /// The alias of the provider for a resource that is not declared yet.
    pub(crate) provider: Option<(Arc<str>, Location)>,
    /// Where it names a provider, even if that is the default one.
    pub(crate) names_provider: Option<Location>,
    pub(crate) at: Location,
}

/// What an `import` block finds its object by.
#[derive(Debug)]
pub(crate) enum ImportExpr {
    Id(Expr),
    Identity(Expr),
}

impl ImportBlock {
    /// The expressions that are evaluated for each object.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (ImportExpr::Id(by) | ImportExpr::Identity(by)) = &self.by;
        self.key.iter().chain([by])
    }
}

/// A `moved` block; an end without a key is a resource with all its instances.
#[derive(Clone, Debug)]
pub(crate) struct MovedBlock {
    pub(crate) from: ObjectAddress,
    pub(crate) to: ObjectAddress,
    pub(crate) at: Location,
}

impl Lifecycle {
    /// The preconditions and the postconditions.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.preconditions.iter().chain(&self.postconditions)
    }
}

/// The `lifecycle` block.
#[derive(Debug, Default)]
pub(crate) struct Lifecycle {
    pub(crate) create_before_destroy: bool,
    pub(crate) prevent_destroy: bool,
    pub(crate) ignore_changes: Vec<(Path, Location)>,
    /// `ignore_changes = all`.
    pub(crate) ignore_all: bool,
    /// The references whose changes replace the resource too.
    pub(crate) replace_triggered_by: Vec<ReplaceTrigger>,
    /// `action_trigger` blocks.
    pub(crate) triggers: Vec<ActionTrigger>,
    pub(crate) preconditions: Vec<Condition>,
    pub(crate) postconditions: Vec<Condition>,
}

/// An item of `replace_triggered_by`.
#[derive(Debug)]
pub(crate) struct ReplaceTrigger {
    pub(crate) resource: ResourceAddress,
    /// The key of the instance, if one is named: a constant, `count.index` or `each.key`.
    pub(crate) key: Option<Expr>,
    /// The reference into the object, without the key; `None` for the object itself.
    pub(crate) inside: Option<Expr>,
    pub(crate) at: Location,
}

/// Actions that are invoked when a resource changes.
#[derive(Debug)]
pub(crate) struct ActionTrigger {
    pub(crate) events: Vec<TriggerEvent>,
    pub(crate) condition: Option<Expr>,
    /// In the order of invocation.
    pub(crate) actions: Vec<TriggeredAction>,
    pub(crate) on_failure: OnFailure,
}

/// A triggered action, or an instance of it.
#[derive(Debug)]
pub(crate) struct TriggeredAction {
    pub(crate) address: ResourceAddress,
    pub(crate) key: Option<Expr>,
    pub(crate) at: Location,
}

/// The events that trigger an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriggerEvent {
    BeforeCreate,
    AfterCreate,
    BeforeUpdate,
    AfterUpdate,
    BeforeDestroy,
    AfterDestroy,
}

/// What happens if an action fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Nothing else is done.
    #[default]
    Halt,
    /// The failure is a warning.
    Continue,
    /// As `Halt`, and a newly created object is replaced by the next apply.
    Taint,
}
