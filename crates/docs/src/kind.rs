//! [`PageKind`]: the locations and names of the pages, examples and templates of a kind.

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    /// The provider itself.
    Provider,
    /// A resource.
    Resource,
    /// A data source.
    DataSource,
    /// An ephemeral resource.
    EphemeralResource,
    /// A list resource.
    ListResource,
    /// An action.
    Action,
    /// A state store.
    StateStore,
    /// A function.
    Function,
}

impl PageKind {
    /// All kinds.
    pub const ALL: [PageKind; 8] = [
        PageKind::Provider,
        PageKind::Resource,
        PageKind::DataSource,
        PageKind::EphemeralResource,
        PageKind::ListResource,
        PageKind::Action,
        PageKind::StateStore,
        PageKind::Function,
    ];

    /// The folder in `docs`, `examples` and `templates`; the provider's exists only in `examples`.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            PageKind::Provider => "provider",
            PageKind::Resource => "resources",
            PageKind::DataSource => "data-sources",
            PageKind::EphemeralResource => "ephemeral-resources",
            PageKind::ListResource => "list-resources",
            PageKind::Action => "actions",
            PageKind::StateStore => "state-stores",
            PageKind::Function => "functions",
        }
    }

    /// The beginning and end of an example's file name.
    #[must_use]
    pub const fn example(self) -> (&'static str, &'static str) {
        match self {
            PageKind::Provider => ("provider", ".tf"),
            PageKind::Resource => ("resource", ".tf"),
            PageKind::DataSource => ("data-source", ".tf"),
            PageKind::EphemeralResource => ("ephemeral-resource", ".tf"),
            PageKind::ListResource => ("list-resource", ".tfquery.hcl"),
            PageKind::Action => ("action", ".tf"),
            PageKind::StateStore => ("state-store", ".tf"),
            PageKind::Function => ("function", ".tf"),
        }
    }

    /// The name in the middle of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            PageKind::Provider => "provider",
            PageKind::Resource => "resource",
            PageKind::DataSource => "data source",
            PageKind::EphemeralResource => "ephemeral resource",
            PageKind::ListResource => "list resource",
            PageKind::Action => "action",
            PageKind::StateStore => "state store",
            PageKind::Function => "function",
        }
    }

    /// The name in a title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            PageKind::Provider => "Provider",
            PageKind::Resource => "Resource",
            PageKind::DataSource => "Data Source",
            PageKind::EphemeralResource => "Ephemeral Resource",
            PageKind::ListResource => "List Resource",
            PageKind::Action => "Action",
            PageKind::StateStore => "State Store",
            PageKind::Function => "Function",
        }
    }

    /// A note on the Terraform version that this kind needs.
    pub(crate) const fn needs(self) -> Option<&'static str> {
        match self {
            PageKind::Provider | PageKind::Resource | PageKind::DataSource => None,
            PageKind::Function => {
                Some("-> Provider functions are available in Terraform 1.8 and later.")
            }
            PageKind::EphemeralResource => {
                Some("-> Ephemeral resources are available in Terraform 1.10 and later.")
            }
            PageKind::ListResource => Some(
                "-> List resources are available in Terraform 1.14 and later. Write them in \
                 files whose names end in `.tfquery.hcl`, for `terraform query`.",
            ),
            PageKind::Action => Some("-> Actions are available in Terraform 1.14 and later."),
            PageKind::StateStore => Some(
                "~> State stores are experimental: only experimental builds of Terraform know them.",
            ),
        }
    }
}
