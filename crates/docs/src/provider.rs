//! [`Provider`]: what is documented.

use std::collections::BTreeSet;

use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};

use crate::kind::PageKind;

/// What has a page of its own.
#[derive(Clone, Debug)]
pub struct Documented {
    /// What it is.
    pub kind: PageKind,
    /// Its whole name: `disk_image`, or `size_mb` for a function.
    pub name: String,
    /// Its schema; the parameters of a function.
    pub schema: Ref<Schema>,
    /// What a function takes and returns.
    pub function: Option<Ref<FunctionSchema>>,
    /// What identifies the objects of a resource.
    pub identity: Option<Ref<IdentitySchema>>,
    /// The pattern of the import ids of a resource.
    pub import_pattern: Option<String>,
    /// Whether the objects of a resource can be imported.
    pub importable: bool,
}

impl Documented {
    /// Of anything but a function.
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

    /// Of a function.
    #[must_use]
    pub fn function(function: Ref<FunctionSchema>) -> Self {
        Documented {
            function: Some(function.clone()),
            ..Documented::new(
                PageKind::Function,
                function.name(),
                function.parameters.clone(),
            )
        }
    }

    /// With what identifies the objects of a resource, and the pattern of their import ids.
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

    /// Whose objects cannot be imported.
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

/// A provider with everything that it has.
#[derive(Clone, Debug)]
pub struct Provider {
    pub(crate) schema: Ref<Schema>,
    pub(crate) meta: Option<Ref<Schema>>,
    pub(crate) all: Vec<Documented>,
}

impl Provider {
    /// One with its settings alone.
    #[must_use]
    pub fn new(schema: Ref<Schema>) -> Self {
        Provider {
            all: vec![Documented::new(
                PageKind::Provider,
                schema.type_name.as_str(),
                schema.clone(),
            )],
            schema,
            meta: None,
        }
    }

    /// With what modules tell it in `provider_meta` blocks.
    #[must_use]
    pub fn with_meta(mut self, meta: Option<Ref<Schema>>) -> Self {
        self.meta = meta;
        self
    }

    /// With something that it has.
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

    /// What has this name.
    #[must_use]
    pub fn find(&self, kind: PageKind, name: &str) -> Option<&Documented> {
        self.all
            .iter()
            .find(|one| one.kind == kind && (kind == PageKind::Provider || one.name == name))
    }

    /// The names of a kind.
    pub(crate) fn names(&self, kind: PageKind) -> impl Iterator<Item = &str> {
        self.all
            .iter()
            .filter(move |one| one.kind == kind)
            .map(|one| one.name.as_str())
    }

    /// The name of a page without its ending: without the name of the provider, as registries have
    /// it.
    pub(crate) fn page_name<'d>(&self, documented: &'d Documented) -> &'d str {
        let whole = documented.name.as_str();
        if documented.kind == PageKind::Function {
            return whole;
        }
        let short = whole
            .strip_prefix(self.name())
            .and_then(|rest| rest.strip_prefix('_'))
            .filter(|short| !short.is_empty());
        let taken: BTreeSet<&str> = self.names(documented.kind).collect();
        short
            .filter(|short| !taken.contains(short))
            .unwrap_or(whole)
    }
}
