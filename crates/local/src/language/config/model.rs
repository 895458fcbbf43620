//! [`Configuration`]: the blocks of all files, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::path::Path;

use crate::address::{InstanceKey, ResourceAddress};
use crate::language::eval::{Constraint, MarkKinds, TypedValue};
use crate::language::hcl::ast::{Body, Expr};
use crate::source::Location;

/// What the files of a directory say.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// The settings of the provider, where they are written.
    pub(crate) provider: Option<ProviderBlock>,
    /// Further settings of it, which resources choose by their name.
    pub(crate) aliases: BTreeMap<Arc<str>, ProviderBlock>,
    /// What the module tells the provider about itself.
    pub(crate) provider_meta: Option<ProviderBlock>,
    /// Where the state is kept, if not only in a file.
    pub(crate) state_store: Option<StateStoreBlock>,
    /// Resources, data sources and actions.
    pub(crate) resources: BTreeMap<ResourceAddress, ResourceBlock>,
    pub(crate) variables: BTreeMap<Arc<str>, Variable>,
    pub(crate) locals: BTreeMap<Arc<str>, Local>,
    pub(crate) outputs: BTreeMap<Arc<str>, Output>,
    /// Objects that have another address than before.
    pub(crate) moved: Vec<MovedBlock>,
    /// Objects that are to be taken over.
    pub(crate) imports: Vec<ImportBlock>,
    pub(crate) checks: BTreeMap<Arc<str>, CheckBlock>,
}

impl Configuration {
    /// Whether a check has this data source for itself.
    pub(crate) fn is_in_check(&self, address: &ResourceAddress) -> bool {
        let mut checks = self.checks.values();
        checks.any(|check| check.data.as_ref() == Some(address))
    }

    /// The settings of the provider, or of one of its aliases.
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
    /// What is in it but for `provider`.
    pub(crate) body: Body,
    /// The settings with which the provider keeps states.
    pub(crate) provider: (Body, Location),
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) constraint: Constraint,
    /// Whether a type was written; text from outside is an expression only where it was.
    pub(crate) typed: bool,
    pub(crate) default: Option<TypedValue>,
    pub(crate) description: String,
    pub(crate) sensitive: bool,
    /// Its value is not kept.
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
    /// Where the word stands that begins it.
    pub(crate) at: Location,
}

impl Condition {
    /// Its two expressions.
    pub(crate) fn expressions(&self) -> [&Expr; 2] {
        [&self.condition, &self.error_message]
    }
}

/// A `check` block.
#[derive(Debug)]
pub(crate) struct CheckBlock {
    /// The data source that it has for itself, which is among the resources of the configuration.
    pub(crate) data: Option<ResourceAddress>,
    pub(crate) asserts: Vec<Condition>,
    pub(crate) at: Location,
}

impl Variable {
    /// What its value is marked as.
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
    /// Without what the language itself has in it; of an action, that of `config`.
    pub(crate) body: Body,
    /// How many instances there are of it.
    pub(crate) repetition: Repetition,
    /// The alias of the provider that it is managed with, where it is not the default one.
    pub(crate) provider: Option<(Arc<str>, Location)>,
    /// Whether it says so, be it the default one.
    pub(crate) names_provider: bool,
    pub(crate) depends_on: Vec<(ResourceAddress, Location)>,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) at: Location,
    /// Where the type stands.
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
    /// Where the object goes; where `for_each` says which objects, all of the resource.
    pub(crate) to: MoveEndpoint,
    /// `for_each`: an object for each of its elements.
    pub(crate) repetition: Repetition,
    /// The key of the instance that each of them goes to.
    pub(crate) key: Option<Expr>,
    /// What it is found by.
    pub(crate) by: ImportExpr,
    /// The alias of the provider for a resource that is not written yet.
    pub(crate) provider: Option<(Arc<str>, Location)>,
    /// Where it says so, be it the default one.
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
    /// What is evaluated for each object.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (ImportExpr::Id(by) | ImportExpr::Identity(by)) = &self.by;
        self.key.iter().chain([by])
    }
}

/// A `moved` block.
#[derive(Clone, Debug)]
pub(crate) struct MovedBlock {
    pub(crate) from: MoveEndpoint,
    pub(crate) to: MoveEndpoint,
    pub(crate) at: Location,
}

/// What a `moved` block names: a resource or an instance of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveEndpoint {
    pub(crate) resource: ResourceAddress,
    pub(crate) key: InstanceKey,
}

impl Lifecycle {
    /// The rules before and after.
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
    /// Whose changes replace it too.
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
    /// The key of the instance, where one is named: a constant, `count.index` or `each.key`.
    pub(crate) key: Option<Expr>,
    /// What is named in the object, without the key: the object itself if there is none.
    pub(crate) inside: Option<Expr>,
    pub(crate) at: Location,
}

/// Actions that are invoked with what becomes of a resource.
#[derive(Debug)]
pub(crate) struct ActionTrigger {
    pub(crate) events: Vec<TriggerEvent>,
    pub(crate) condition: Option<Expr>,
    /// In the order in which they are invoked.
    pub(crate) actions: Vec<TriggeredAction>,
    pub(crate) on_failure: OnFailure,
}

/// An action that is triggered, or an instance of it.
#[derive(Debug)]
pub(crate) struct TriggeredAction {
    pub(crate) address: ResourceAddress,
    pub(crate) key: Option<Expr>,
    pub(crate) at: Location,
}

/// What triggers an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriggerEvent {
    BeforeCreate,
    AfterCreate,
    BeforeUpdate,
    AfterUpdate,
    BeforeDestroy,
    AfterDestroy,
}

/// What the failure of an action does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// Nothing else is done.
    #[default]
    Halt,
    /// It is a warning.
    Continue,
    /// As `Halt`, and an object that was just created is replaced next time.
    Taint,
}
