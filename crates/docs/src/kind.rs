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

    /// Its folder, the beginning of an example's file name, and its name in a sentence and in a
    /// title.
    const fn names(self) -> [&'static str; 4] {
        match self {
            PageKind::Provider => ["provider", "provider", "provider", "Provider"],
            PageKind::Resource => ["resources", "resource", "resource", "Resource"],
            PageKind::DataSource => ["data-sources", "data-source", "data source", "Data Source"],
            PageKind::EphemeralResource => [
                "ephemeral-resources",
                "ephemeral-resource",
                "ephemeral resource",
                "Ephemeral Resource",
            ],
            PageKind::ListResource => [
                "list-resources",
                "list-resource",
                "list resource",
                "List Resource",
            ],
            PageKind::Action => ["actions", "action", "action", "Action"],
            PageKind::StateStore => ["state-stores", "state-store", "state store", "State Store"],
            PageKind::Function => ["functions", "function", "function", "Function"],
        }
    }

    /// The folder in `docs`, `examples` and `templates`; the provider's exists only in `examples`.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        self.names()[0]
    }

    /// The beginning and end of an example's file name.
    #[must_use]
    pub const fn example(self) -> (&'static str, &'static str) {
        let ending = match self {
            PageKind::ListResource => ".tfquery.hcl",
            _ => ".tf",
        };
        (self.names()[1], ending)
    }

    /// The name in the middle of a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.names()[2]
    }

    /// The name in a title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.names()[3]
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
