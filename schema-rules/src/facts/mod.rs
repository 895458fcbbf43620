//! What a schema says, as plain data: no tokens, no values, no functions.
//!
//! Strings are borrowed from whoever parsed the schema; the structure is owned, so that both a
//! macro and a reader of JSON can build it without an arena. Where a caller cannot know something
//! (the macro sees one struct and only the spelling of types) the fact says so, and the checks
//! then give no verdict instead of a guess.

mod default;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use default::DefaultFacts;

use crate::scalar::Scalar;
use crate::validator::ValidatorFacts;

/// What a block of fields is for; reserved names and allowed keys depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// What a list resource takes: the content of its `config` block.
    List,
    /// What an action takes: the content of its `config` block.
    Action,
    /// The configuration of a state store.
    StateStore,
    /// What identifies the objects of a resource: a struct of its own.
    Identity,
    /// A nested struct: the content of a block or of a nested attribute.
    Nested,
}

impl BlockKind {
    /// The kind in Terraform's words, without article.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            BlockKind::Resource => "resource",
            BlockKind::DataSource => "data source",
            BlockKind::Provider => "provider",
            BlockKind::ProviderMeta => "provider_meta block",
            BlockKind::Function => "function",
            BlockKind::Ephemeral => "ephemeral resource",
            BlockKind::List => "list resource",
            BlockKind::Action => "action",
            BlockKind::StateStore => "state store",
            BlockKind::Identity => "identity",
            BlockKind::Nested => "nested block",
        }
    }

    /// The kind in Terraform's words, with its article.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            BlockKind::Resource => "a resource",
            BlockKind::DataSource => "a data source",
            BlockKind::Provider => "a provider",
            BlockKind::ProviderMeta => "a provider_meta block",
            BlockKind::Function => "a function",
            BlockKind::Ephemeral => "an ephemeral resource",
            BlockKind::List => "a list resource",
            BlockKind::Action => "an action",
            BlockKind::StateStore => "a state store",
            BlockKind::Identity => "an identity",
            BlockKind::Nested => "a nested block",
        }
    }

    /// Whether its values are only configured: the provider neither computes nor stores any.
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

    /// The struct-level annotation key that declares this kind.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            BlockKind::Resource => "resource",
            BlockKind::DataSource => "data_source",
            BlockKind::Provider => "provider",
            BlockKind::ProviderMeta => "provider_meta",
            BlockKind::Function => "name",
            BlockKind::Ephemeral => "ephemeral",
            BlockKind::List => "list",
            BlockKind::Action => "action",
            BlockKind::StateStore => "state_store",
            BlockKind::Identity => "identity",
            BlockKind::Nested => "block",
        }
    }
}

/// One resource, data source, provider configuration or nested struct.
#[derive(Clone, Debug)]
pub struct BlockFacts<'a> {
    /// What it is for.
    pub kind: BlockKind,
    /// The type's name as Terraform sees it (`disk_image`; the short name for a provider).
    pub type_name: Option<&'a str>,
    /// The schema version, where one is stated.
    pub version: Option<i64>,
    /// The fields in source order.
    pub fields: Vec<FieldFacts<'a>>,
    /// More fields exist than are listed (a flattened struct the macro cannot see): an unknown
    /// name is then no mistake.
    pub open: bool,
    /// The declared timeouts, if the block declares any.
    pub timeouts: Option<Vec<TimeoutFacts<'a>>>,
    /// What the id is declared to change with: dotted paths of `id(when_changed(…))`.
    pub id_when_changed: Vec<&'a str>,
    /// The fields that identify a resource's objects: `identity(name, …)`.
    pub identity: Option<Vec<IdentityFacts<'a>>>,
    /// The fields of an identity that may change in place: `mutable(…)` on its struct (dotted paths).
    pub mutable: Option<Vec<&'a str>>,
    /// The objects have no `id`.
    pub without_id: bool,
    /// Whether the resource can update, where the caller knows it.
    pub has_update: Option<bool>,
    /// The versions that have a state upgrader, in the order they are declared.
    pub upgraders: Vec<i64>,
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
    /// A block of this kind that says nothing yet.
    #[must_use]
    pub const fn new(kind: BlockKind) -> Self {
        BlockFacts {
            kind,
            type_name: None,
            version: None,
            fields: Vec::new(),
            open: false,
            timeouts: None,
            id_when_changed: Vec::new(),
            identity: None,
            mutable: None,
            without_id: false,
            has_update: None,
            upgraders: Vec::new(),
            deprecated: None,
            subcategory: None,
            generic: false,
            allow: Vec::new(),
        }
    }

    /// The first field of this wire name.
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
    /// The duration as text; `None` where it is an expression the caller cannot read.
    pub value: Option<&'a str>,
}

/// One entry of `identity(name, directory(optional))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdentityFacts<'a> {
    /// The field (a dotted path; only fields of the root can identify).
    pub field: &'a str,
    /// An import may leave it out.
    pub optional: bool,
    /// It may change while the object stays.
    pub mutable: bool,
    /// It is the field of a struct that the caller does not see.
    pub hidden: bool,
}

/// One opt-out: `allow(rule, reason = "…")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowFacts<'a> {
    /// The rule's name.
    pub rule: &'a str,
    /// Why it may stand.
    pub reason: Option<&'a str>,
}

/// One attribute or nested block.
#[derive(Clone, Debug)]
pub struct FieldFacts<'a> {
    /// The name on the wire, after `rename`.
    pub name: &'a str,
    /// What kind of value it holds.
    pub shape: Shape<'a>,
    /// The configuration must set it.
    pub required: bool,
    /// The configuration may set it.
    pub optional: bool,
    /// The provider may set it.
    pub computed: Computed<'a>,
    /// A change replaces the resource.
    pub force_new: bool,
    /// Terraform hides the value.
    pub sensitive: bool,
    /// The value is handed to the provider and stored nowhere.
    pub write_only: bool,
    /// The deprecation text.
    pub deprecated: Option<&'a str>,
    /// The text that says why the field no longer works.
    pub removed: Option<&'a str>,
    /// The value offered at a prompt for provider settings.
    pub input_default: Option<&'a str>,
    /// The defaults as written; more than one is a mistake that a rule reports.
    pub defaults: Vec<DefaultFacts<'a>>,
    /// The validators in source order.
    pub validators: Vec<ValidatorFacts<'a>>,
    /// A function decides that two values are equal.
    pub diff_suppress: bool,
    /// A function gives the canonical form.
    pub canonical: bool,
    /// A function changes the value on its way to the state.
    pub state_fn: bool,
    /// Fields that may not be set together with this one (dotted paths).
    pub conflicts_with: Vec<&'a str>,
    /// Exactly one of these must be set.
    pub exactly_one_of: Vec<&'a str>,
    /// At least one of these must be set.
    pub at_least_one_of: Vec<&'a str>,
    /// Fields that must be set when this one is.
    pub required_with: Vec<&'a str>,
    /// The write-only field that should be set instead (a dotted path; more than one is a mistake
    /// that a rule reports).
    pub prefer_write_only: Vec<&'a str>,
    /// Sums and products that the number is compared to: the key, such as `at_least_sum_of`, and
    /// the fields (dotted paths).
    pub totals: Vec<(&'static str, Vec<&'a str>)>,
    /// Relations that name more fields than their lists have: fields of structs that the caller does
    /// not see.
    pub hidden_targets: Vec<&'static str>,
    /// Keys written with an empty list: `conflicts_with()`.
    pub empty_lists: Vec<&'static str>,
    /// Least number of blocks or elements.
    pub min_items: Option<i64>,
    /// Greatest number of blocks or elements.
    pub max_items: Option<i64>,
    /// A function says which prior element an element continues.
    pub set_key: bool,
    /// A parameter of a function that takes all further arguments.
    pub variadic: bool,
    /// A parameter of a function that takes unknown values: a `Val`.
    pub takes_unknown: bool,
    /// Rules this field opts out of.
    pub allow: Vec<AllowFacts<'a>>,
    /// The Rust type is `Option<…>`, where the caller knows.
    pub is_option: Option<bool>,
    /// The Rust type has a zero value, where the caller knows.
    pub has_zero: Option<bool>,
    /// The nested struct is the struct itself: a schema cannot be infinite.
    pub recursive: bool,
    /// The least and the greatest number that the Rust type of a whole number holds, where the
    /// caller knows them.
    pub integers: Option<(i128, i128)>,
    /// What the Rust type itself asks of its values, where the caller knows it.
    pub of_type: Vec<ValidatorFacts<'a>>,
    /// What only the Go SDK's form of a schema can say. Its presence makes the field one of that
    /// form: a list or set of structs then states required, optional or computed.
    pub go: Option<GoFacts<'a>>,
}

impl<'a> FieldFacts<'a> {
    /// A field of this name and shape that says nothing yet.
    #[must_use]
    pub const fn new(name: &'a str, shape: Shape<'a>) -> Self {
        FieldFacts {
            name,
            shape,
            required: false,
            optional: false,
            computed: Computed::No,
            force_new: false,
            sensitive: false,
            write_only: false,
            deprecated: None,
            removed: None,
            input_default: None,
            defaults: Vec::new(),
            validators: Vec::new(),
            diff_suppress: false,
            canonical: false,
            state_fn: false,
            conflicts_with: Vec::new(),
            exactly_one_of: Vec::new(),
            at_least_one_of: Vec::new(),
            required_with: Vec::new(),
            prefer_write_only: Vec::new(),
            totals: Vec::new(),
            hidden_targets: Vec::new(),
            empty_lists: Vec::new(),
            min_items: None,
            max_items: None,
            set_key: false,
            variadic: false,
            takes_unknown: false,
            allow: Vec::new(),
            is_option: None,
            has_zero: None,
            recursive: false,
            integers: None,
            of_type: Vec::new(),
            go: None,
        }
    }

    /// Whether the provider may set the value.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        !matches!(self.computed, Computed::No)
    }

    /// Computed and nothing else: the configuration can never set it. A computed block may be
    /// configured; what the Go SDK calls so is an attribute for Terraform.
    #[must_use]
    pub const fn is_computed_only(&self) -> bool {
        let block = self.is_block() && self.go.is_none();
        self.is_computed() && !self.optional && !self.required && !block
    }

    /// Whether it is a nested block, not an attribute.
    #[must_use]
    pub const fn is_block(&self) -> bool {
        matches!(self.shape, Shape::Block { .. })
    }

    /// The nested struct, where the field has one and the caller can see it.
    #[must_use]
    pub fn nested(&self) -> Option<&BlockFacts<'a>> {
        match &self.shape {
            Shape::Block { block, .. } | Shape::Nested { block, .. } => block.as_deref(),
            _ => None,
        }
    }

    /// The four relation lists with their keys.
    #[must_use]
    pub fn relations(&self) -> [(&'static str, &[&'a str]); 4] {
        [
            ("conflicts_with", &self.conflicts_with),
            ("exactly_one_of", &self.exactly_one_of),
            ("at_least_one_of", &self.at_least_one_of),
            ("required_with", &self.required_with),
        ]
    }
}

/// What only the Go SDK's form of a schema can say about a field.
#[derive(Clone, Debug, Default)]
pub struct GoFacts<'a> {
    /// Whether a list or set of structs is a block or an attribute.
    pub config_mode: ConfigMode,
    /// Suppression on refresh is switched on.
    pub suppress_on_refresh: bool,
    /// The keys this computed field changes with.
    pub computed_when: Vec<&'a str>,
    /// Both the plain and the diagnostics form of the validation function are set.
    pub two_validate_functions: bool,
    /// One of the two flags that belong to identity schemas is set.
    pub import_flag: Option<&'static str>,
}

/// The Go SDK's config mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConfigMode {
    /// Decided by the element.
    #[default]
    Auto,
    /// As an attribute of objects.
    Attribute,
    /// As a nested block.
    Block,
    /// A number that means nothing.
    Invalid,
}

/// Whether and how a field is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Computed<'a> {
    /// The provider never sets it.
    #[default]
    No,
    /// Kept on update once known.
    Plain,
    /// Changes when one of these fields changes (dotted paths).
    WhenChanged(Vec<&'a str>),
    /// Changes with every update.
    Volatile,
}

/// A kind of collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collection {
    /// Ordered, with duplicates.
    List,
    /// Unordered, without duplicates.
    Set,
    /// Text keys to values.
    Map,
}

impl Collection {
    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Collection::List => "list",
            Collection::Set => "set",
            Collection::Map => "map",
        }
    }
}

/// How nested structs are repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One or none.
    Single,
    /// One, always there, filled with nulls (blocks only).
    Group,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map (labelled blocks).
    Map,
    /// Not one of the protocol's.
    Invalid,
}

impl Nesting {
    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Nesting::Single => "single",
            Nesting::Group => "group",
            Nesting::List => "list",
            Nesting::Set => "set",
            Nesting::Map => "map",
            Nesting::Invalid => "invalid",
        }
    }
}

/// What kind of value a field holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape<'a> {
    /// No type is given.
    Missing,
    /// The caller cannot see the type; type rules give no verdict.
    Unknown,
    /// A primitive value.
    Scalar(Scalar),
    /// A value of any type.
    Dynamic,
    /// An object or a tuple as one value.
    Object,
    /// A list, set or map.
    Collection(Collection, Element<'a>),
    /// A nested attribute.
    Nested {
        /// How often it occurs.
        nesting: Nesting,
        /// Its fields, where the caller can see them.
        block: Option<Box<BlockFacts<'a>>>,
    },
    /// A nested block.
    Block {
        /// How often it occurs.
        nesting: Nesting,
        /// Its fields, where the caller can see them.
        block: Option<Box<BlockFacts<'a>>>,
    },
}

impl<'a> Shape<'a> {
    /// A collection whose element says nothing but its shape.
    #[must_use]
    pub fn collection(kind: Collection, element: Shape<'a>) -> Self {
        Shape::Collection(
            kind,
            Element {
                shape: Some(Box::new(element)),
                states_presence: false,
            },
        )
    }

    /// A nested block with these fields.
    #[must_use]
    pub fn block(nesting: Nesting, block: Option<BlockFacts<'a>>) -> Self {
        Shape::Block {
            nesting,
            block: block.map(Box::new),
        }
    }

    /// A nested attribute with these fields.
    #[must_use]
    pub fn nested(nesting: Nesting, block: Option<BlockFacts<'a>>) -> Self {
        Shape::Nested {
            nesting,
            block: block.map(Box::new),
        }
    }

    /// The shape in words, without article.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Shape::Missing | Shape::Unknown => "value",
            Shape::Scalar(s) => s.words(),
            Shape::Dynamic => "dynamic value",
            Shape::Object => "object",
            Shape::Collection(kind, _) => kind.words(),
            Shape::Nested { .. } => "nested attribute",
            Shape::Block { .. } => "block",
        }
    }
}

/// The element of a collection.
#[derive(Clone, Debug, Default)]
pub struct Element<'a> {
    /// Its shape; `None` where no element type is given.
    pub shape: Option<Box<Shape<'a>>>,
    /// It says required, optional or computed, which only fields do.
    pub states_presence: bool,
}
