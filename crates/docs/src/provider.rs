//! [`Provider`]: what is documented.

use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};

use crate::kind::PageKind;

/// Something that has its own page.
#[derive(Clone, Debug)]
pub struct Documented {
    /// Its kind.
    pub kind: PageKind,
    /// Its full name: `disk_image`, or `size_mb` for a function.
    pub name: String,
    /// Its schema; for a function, the parameters.
    pub schema: Ref<Schema>,
    /// The signature of a function.
    pub function: Option<Ref<FunctionSchema>>,
    /// The identity of a resource.
    pub identity: Option<Ref<IdentitySchema>>,
    /// The pattern of a resource's import ids.
    pub import_pattern: Option<String>,
    /// Whether the objects of a resource can be imported.
    pub importable: bool,
}

impl Documented {
    /// Documents anything but a function.
    #[must_use]
    pub fn new(kind: PageKind, name: impl Into<String>, schema: Ref<Schema>) -> Self {
        Documented {
            kind,
            name: name.into(),
            schema,
            function: None,
            identity: None,
            import_pattern: None,
            importable: true,
        }
    }

    /// Documents a function.
    #[must_use]
    pub fn function(function: Ref<FunctionSchema>) -> Self {
        let parameters = function.parameters.clone();
        Documented {
            function: Some(function.clone()),
            ..Documented::new(PageKind::Function, function.name(), parameters)
        }
    }

    /// Adds a resource's identity and the pattern of its import ids.
    #[must_use]
    pub fn imported_by(
        mut self,
        identity: Option<Ref<IdentitySchema>>,
        pattern: Option<String>,
    ) -> Self {
        self.identity = identity;
        self.import_pattern = pattern;
        self
    }

    /// Marks it as not importable.
    #[must_use]
    pub fn not_importable(mut self) -> Self {
        self.importable = false;
        self
    }

    pub(crate) fn has_import_id(&self) -> bool {
        self.import_pattern.is_some() || self.schema.id_index().is_some()
    }

    pub(crate) fn description(&self) -> &str {
        self.schema.block.description.as_str()
    }
}

/// A provider and everything in it.
#[derive(Clone, Debug)]
pub struct Provider {
    pub(crate) schema: Ref<Schema>,
    pub(crate) meta: Option<Ref<Schema>>,
    pub(crate) all: Vec<Documented>,
}

impl Provider {
    /// A provider with only its configuration.
    #[must_use]
    pub fn new(schema: Ref<Schema>) -> Self {
        let name = schema.type_name.as_str();
        let own = Documented::new(PageKind::Provider, name, schema.clone());
        Provider {
            all: vec![own],
            schema,
            meta: None,
        }
    }

    /// Adds the schema of `provider_meta` blocks.
    #[must_use]
    pub fn with_meta(mut self, meta: Option<Ref<Schema>>) -> Self {
        self.meta = meta;
        self
    }

    /// Adds something that the provider has.
    #[must_use]
    pub fn with(mut self, documented: Documented) -> Self {
        self.all.push(documented);
        self
    }

    /// Its name: `disk`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.schema.type_name.as_str()
    }

    /// The item with this name.
    #[must_use]
    pub fn find(&self, kind: PageKind, name: &str) -> Option<&Documented> {
        let mut of_kind = self.all.iter().filter(|one| one.kind == kind);
        of_kind.find(|one| kind == PageKind::Provider || one.name == name)
    }

    /// The names of all items of a kind.
    pub(crate) fn names(&self, kind: PageKind) -> impl Iterator<Item = &str> {
        let of_kind = self.all.iter().filter(move |one| one.kind == kind);
        of_kind.map(|one| one.name.as_str())
    }

    /// The file name of a page without extension: as in registries, without the provider's name.
    pub(crate) fn page_name<'d>(&self, documented: &'d Documented) -> &'d str {
        let whole = documented.name.as_str();
        if documented.kind == PageKind::Function {
            return whole;
        }
        let short = whole.strip_prefix(self.name());
        let short = short.and_then(|rest| rest.strip_prefix('_'));
        let is_taken = |short: &str| self.names(documented.kind).any(|name| name == short);
        short
            .filter(|short| !short.is_empty() && !is_taken(short))
            .unwrap_or(whole)
    }
}
