//! The kinds of types that a provider has, in the words of Terraform, of schemas and of crates.

/// A kind of types, each a folder of a ported crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Resource,
    DataSource,
    Ephemeral,
    List,
    Action,
    StateStore,
    Function,
}

/// The words of each kind, in the order of their definition.
#[rustfmt::skip]
const WORDS: [[&str; 5]; 7] = [
    ["resource", "resource", "resources", "ResourceDef<Self>", "impl Resource"],
    ["data source", "data_source", "data_sources", "DataSourceDef<Self>", "impl DataSource"],
    ["ephemeral resource", "ephemeral", "ephemeral_resources", "EphemeralDef<Self>", "impl EphemeralResource"],
    ["list resource", "list", "list_resources", "ListDef<Self>", "impl ListResource"],
    ["action", "action", "actions", "ActionDef<Self>", "impl Action"],
    ["state store", "state_store", "state_stores", "StateStoreDef<Self>", "impl StateStore"],
    ["function", "name", "functions", "FunctionDef", "impl Function"],
];

impl Kind {
    /// The name of one in prose.
    pub(crate) fn name(self) -> &'static str {
        WORDS[self as usize][0]
    }

    /// The option of `#[schema(…)]`.
    pub(crate) fn key(self) -> &'static str {
        WORDS[self as usize][1]
    }

    /// The folder, the macro of the list and the function that returns it.
    pub(crate) fn list(self) -> &'static str {
        WORDS[self as usize][2]
    }

    /// The type of the list's items.
    pub(crate) fn definition(self) -> &'static str {
        WORDS[self as usize][3]
    }

    /// What is written when it is ported.
    pub(crate) fn code(self) -> &'static str {
        WORDS[self as usize][4]
    }
}
