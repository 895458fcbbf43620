//! The kinds of structs (`resource`, `data_source`, `provider`, …) and the nestings of blocks and nested
//! attributes that annotations choose from.

/// What a struct describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StructKind {
    Resource,
    DataSource,
    Provider,
    ProviderMeta,
    Function,
    Ephemeral,
    List,
    Action,
    StateStore,
    Identity,
    Nested,
}

impl StructKind {
    /// Whether `id` is added to it.
    pub(crate) fn has_id(self) -> bool {
        matches!(self, StructKind::Resource | StructKind::DataSource)
    }

    /// Whether operations of it can have timeouts.
    pub(crate) fn has_operations(self) -> bool {
        self.has_id()
            || matches!(
                self,
                StructKind::Ephemeral | StructKind::List | StructKind::Action
            )
    }

    /// The key that says it.
    pub(crate) fn key(self) -> &'static str {
        match self {
            StructKind::Resource => "resource",
            StructKind::DataSource => "data_source",
            StructKind::Provider => "provider",
            StructKind::ProviderMeta => "provider_meta",
            StructKind::Function => "name",
            StructKind::Ephemeral => "ephemeral",
            StructKind::List => "list",
            StructKind::Action => "action",
            StructKind::StateStore => "state_store",
            StructKind::Identity => "identity",
            StructKind::Nested => "block",
        }
    }
}

/// How nested objects are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nesting {
    Single,
    List,
    Set,
    Map,
}

impl Nesting {
    /// Reads how it is written.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "single" => Nesting::Single,
            "list" => Nesting::List,
            "set" => Nesting::Set,
            "map" => Nesting::Map,
            _ => return None,
        })
    }

    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Nesting::Single => "single",
            Nesting::List => "list",
            Nesting::Set => "set",
            Nesting::Map => "map",
        }
    }
}
