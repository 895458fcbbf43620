//! The facts of a block or root, and its purpose.

use alloc::vec::Vec;

use super::FieldFacts;

/// The purpose of a block; reserved names and allowed keys depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A managed resource.
    Resource,
    /// A data source.
    DataSource,
    /// The provider's own configuration.
    Provider,
    /// The `provider_meta` block of a module.
    ProviderMeta,
    /// The parameters of a function.
    Function,
    /// An ephemeral resource.
    Ephemeral,
    /// The arguments of a list resource: the content of its `config` block.
    List,
    /// The arguments of an action: the content of its `config` block.
    Action,
    /// The configuration of a state store.
    StateStore,
    /// The identity of a resource, as a separate struct.
    Identity,
    /// A nested struct: the content of a block or of a nested attribute.
    #[default]
    Nested,
}

impl BlockKind {
    /// The kind in Terraform's words, without an article.
    #[must_use]
    pub const fn words(self) -> &'static str {
        let with_article = self.with_article();
        let article = match with_article.as_bytes() {
            [_, b' ', ..] => 2,
            _ => 3,
        };
        with_article.split_at(article).1
    }

    /// The kind in Terraform's words, with its article.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        self.names().1
    }

    /// The struct-level annotation key that declares this kind.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.names().0
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            BlockKind::Resource => ("resource", "a resource"),
            BlockKind::DataSource => ("data_source", "a data source"),
            BlockKind::Provider => ("provider", "a provider"),
            BlockKind::ProviderMeta => ("provider_meta", "a provider_meta block"),
            BlockKind::Function => ("name", "a function"),
            BlockKind::Ephemeral => ("ephemeral", "an ephemeral resource"),
            BlockKind::List => ("list", "a list resource"),
            BlockKind::Action => ("action", "an action"),
            BlockKind::StateStore => ("state_store", "a state store"),
            BlockKind::Identity => ("identity", "an identity"),
            BlockKind::Nested => ("block", "a nested block"),
        }
    }

    /// Whether its values are only configured: the provider does not compute or store any.
    #[must_use]
    pub const fn is_only_configured(self) -> bool {
        matches!(
            self,
            BlockKind::Provider
                | BlockKind::ProviderMeta
                | BlockKind::List
                | BlockKind::Action
                | BlockKind::StateStore
        )
    }

    /// Whether its objects have an `id` even if no field has that name.
    #[must_use]
    pub const fn has_id(self) -> bool {
        matches!(self, BlockKind::Resource | BlockKind::DataSource)
    }

    /// Whether its operations can have timeouts.
    #[must_use]
    pub const fn has_operations(self) -> bool {
        self.has_id()
            || matches!(
                self,
                BlockKind::Ephemeral | BlockKind::List | BlockKind::Action
            )
    }
}

/// One resource, data source, provider configuration or nested struct.
#[derive(Clone, Debug, Default)]
pub struct BlockFacts<'a> {
    /// Its purpose.
    pub kind: BlockKind,
    /// The type's name as Terraform sees it (`disk_image`; the short name for a provider).
    pub type_name: Option<&'a str>,
    /// The schema version, if stated.
    pub version: Option<i64>,
    /// The fields in source order.
    pub fields: Vec<FieldFacts<'a>>,
    /// The declared timeouts, if the block declares any.
    pub timeouts: Option<Vec<TimeoutFacts<'a>>>,
    /// Whether users can set them in a block.
    pub timeouts_block: bool,
    /// The dependencies of the id: dotted paths of `id(when_changed(…))`.
    pub id_when_changed: Vec<&'a str>,
    /// The fields that identify a resource's objects: `identity(name, …)`.
    pub identity: Option<Vec<IdentityFacts<'a>>>,
    /// The fields of an identity that may change in place: `mutable(…)` on its struct (dotted
    /// paths).
    pub mutable: Option<Vec<&'a str>>,
    /// The struct has a key for the id that no field declares.
    pub says_id: bool,
    /// The objects have no `id`.
    pub without_id: bool,
    /// The deprecation text of the whole type.
    pub deprecated: Option<&'a str>,
    /// The heading under which the documentation lists the type.
    pub subcategory: Option<&'a str>,
    /// The struct has generic parameters.
    pub generic: bool,
    /// Rules this struct opts out of.
    pub allow: Vec<AllowFacts<'a>>,
}

impl<'a> BlockFacts<'a> {
    /// A block of this kind without further facts.
    #[must_use]
    pub fn new(kind: BlockKind) -> Self {
        BlockFacts {
            kind,
            ..BlockFacts::default()
        }
    }

    /// The first field with this wire name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&FieldFacts<'a>> {
        self.fields.iter().find(|f| f.name == name)
    }
}

/// One entry of `timeouts(create = "10m")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeoutFacts<'a> {
    /// The operation.
    pub key: &'a str,
    /// The duration as a string; `None` if the caller cannot read the expression.
    pub value: Option<&'a str>,
}

/// One entry of `identity(name, directory(optional))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdentityFacts<'a> {
    /// The field (a dotted path; only fields of the root can identify).
    pub field: &'a str,
    /// An import may omit it.
    pub optional: bool,
    /// It may change while the object exists.
    pub mutable: bool,
    /// It is a field of a struct that the caller does not see.
    pub hidden: bool,
}

/// One opt-out: `allow(rule, reason = "…")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowFacts<'a> {
    /// The rule's name.
    pub rule: &'a str,
    /// Why it is acceptable.
    pub reason: Option<&'a str>,
}
