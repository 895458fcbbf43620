//! How a field may be used: the markers in the type of a field constant, and what each allows.

use crate::sealed::Access;

/// A field that only the configuration sets, and that is stored in the state.
#[derive(Clone, Copy, Debug)]
pub enum Configurable {}

/// A field that a configuration may set, otherwise the provider: optional and computed, or with a
/// default. It is stored in the state.
#[derive(Clone, Copy, Debug)]
pub enum OptionalComputed {}

/// A field that only the provider sets.
#[derive(Clone, Copy, Debug)]
pub enum ComputedOnly {}

/// A field that is only in the configuration, never in plan or state.
#[derive(Clone, Copy, Debug)]
pub enum WriteOnly {}

/// A field that no configuration and no state contains any more; its accessors do not compile, and
/// say why.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Removed {}

impl Access for Configurable {}
impl Access for OptionalComputed {}
impl Access for ComputedOnly {}
impl Access for WriteOnly {}
impl Access for Removed {}

/// Fields that are not removed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this field is removed: no configuration and no state has a value for it",
    label = "a removed field",
    note = "help: remove it here; `upgrade` reads values of an older version as a struct of that version (`OldState::read`)"
)]
pub trait NotRemoved: Access {}

impl NotRemoved for Configurable {}
impl NotRemoved for OptionalComputed {}
impl NotRemoved for ComputedOnly {}
impl NotRemoved for WriteOnly {}

/// Fields that a configuration may contain.
#[diagnostic::on_unimplemented(
    message = "a computed field is never in the configuration",
    label = "cannot be read as configuration",
    note = "only the provider sets this field; read it from ResourceData after create"
)]
pub trait InConfig: Access {}

impl InConfig for Configurable {}
impl InConfig for OptionalComputed {}
impl InConfig for WriteOnly {}
// Its own error reports that it is removed.
impl InConfig for Removed {}

/// Fields that are stored in the state.
#[diagnostic::on_unimplemented(
    message = "a write-only field is never in plan or state",
    label = "cannot be set or compared",
    note = "read it with `get` in create or update; to notice a change, put a version field beside it"
)]
pub trait InState: Access {}

impl InState for Configurable {}
impl InState for OptionalComputed {}
impl InState for ComputedOnly {}
impl InState for Removed {}

/// Fields for which a provider may plan a value: computed ones, optional and computed ones, and
/// those with a default. Terraform rejects a plan in which the provider sets any other.
#[diagnostic::on_unimplemented(
    message = "only the configuration sets this field, so the provider cannot plan a value for it",
    label = "is neither computed nor optional and computed",
    note = "help: write `#[field(optional, computed)]` if the provider may fill in what is not configured; to reject a value use `error_at`, to replace the resource because of it `require_replace`"
)]
pub trait Plannable: Access {}

impl Plannable for OptionalComputed {}
impl Plannable for ComputedOnly {}
// `InState` reports that it is never in a plan.
impl Plannable for WriteOnly {}
// Its own error reports that it is removed.
impl Plannable for Removed {}
