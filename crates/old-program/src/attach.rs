//! Puts the old program that a provider names behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schema_client::{no_errors, provider_json, schema_json};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::dynamic::{ProviderSchemas, read_document, read_schema};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{IdentitySchema, Schema, SchemaKind};
use schema_server::ProviderServer;
use schema_shell::lifecycle::{Instance, Schemas};
use schema_shell::{OldProgram, OldProgramPlace, Provider};
use schema_transport::proto::v6::{get_provider_schema, get_resource_identity_schemas};
use schema_transport::{Handler as _, MAX_MESSAGE};
use serde_json::{Value as Json, json};

use crate::ask::Asking;
use crate::convert::diagnostics;
use crate::documented;
use crate::handler::WithOldProgram;
use crate::installed;
use crate::merge;
use crate::ported::{Kind, Ported};
use crate::session::Sessions;
use crate::snapshot::Snapshot;
use crate::spec::Spec;
use crate::types::{OwnRuntime, Types};

/// What a provider says about its old program: all that depends on the provider's type.
#[derive(Debug)]
pub struct Declared {
    program: Option<OldProgram>,
    unported: BTreeSet<(Kind, String)>,
}

impl Declared {
    /// Asks a provider.
    #[must_use]
    pub fn by<P: Provider>() -> Self {
        let program = P::old_program();
        let mut unported = BTreeSet::new();
        if program.is_none() {
            return Self { program, unported };
        }
        macro_rules! marked {
            ($($list:ident $kind:ident;)+) => {$(
                for entry in P::$list() {
                    if entry.__about().is_unported() {
                        let name = &entry.__untyped().schema().type_name;
                        unported.insert((Kind::$kind, name.to_string()));
                    }
                }
            )+};
        }
        marked! {
            resources Resource;
            data_sources DataSource;
            ephemeral_resources EphemeralResource;
            list_resources ListResource;
            actions Action;
        }
        for function in P::functions() {
            if function.__unported() {
                unported.insert((Kind::Function, function.__about().to_owned()));
            }
        }
        Self { program, unported }
    }
}

/// The provider's server with the old program behind it, if the provider names one.
///
/// # Errors
/// The snapshot is invalid.
pub fn served(
    declared: Declared,
    instance: &Instance,
    server: ProviderServer,
) -> Result<Option<WithOldProgram<ProviderServer>>, Diagnostics> {
    let Some(program) = declared.program else {
        return Ok(None);
    };
    let spec = spec(program, instance)?;
    let ported = ported(&declared.unported, instance);
    Ok(Some(WithOldProgram::new(server, ported, spec)))
}

/// The provider with the old program behind it, if it names one, for a caller in this process.
///
/// # Errors
/// The program's schemas are not known, or contradict the provider's.
pub fn attached(declared: Declared, instance: Instance) -> Result<Instance, Diagnostics> {
    let Some(program) = declared.program else {
        return Ok(instance);
    };
    let mut spec = spec(program, &instance)?;
    let environment = instance.environment().iter();
    spec.variables = environment
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let ported = ported(&declared.unported, &instance);
    let failed = |why: &dyn Display| {
        Diagnostic::error("The old program cannot be used").with_detail(why.to_string())
    };
    let runtime = OwnRuntime::new().map_err(|error| failed(&error))?;
    let sessions = Sessions::default();
    let session = sessions.another(Arc::new(spec));
    let (asked, server) = (Arc::clone(&session), ProviderServer::new(instance.clone()));
    let known = runtime.run(async move {
        let theirs = asked.schemas().await;
        (theirs, server.get_provider_schema(Default::default()).await)
    });
    let (snapshot, ours) = known.ok_or_else(|| failed(&"Asking for its schemas did not end."))?;
    let snapshot = snapshot.map_err(diagnostics)?;
    let behind = documented::schemas(&ours, &snapshot.0.schemas, &ported);
    let merged = merge::schemas(ours, &snapshot.0, &ported, &session.spec);
    if no_errors(&merged.diagnostics).is_err() {
        return Err(diagnostics(merged.diagnostics));
    }
    let settings = &instance.schemas().provider;
    let theirs = read(&behind, &snapshot.0.identities, settings).map_err(|why| failed(&why))?;
    let capabilities = behind.server_capabilities;
    let types = Types {
        asking: Asking {
            session: Arc::clone(&session),
            schemas: Arc::new(both(instance.schemas(), &theirs, &ported)),
            plan_destroy: capabilities.is_some_and(|all| all.plan_destroy),
        },
        theirs: Arc::new(theirs),
        runtime: Arc::new(runtime),
        sessions,
    };
    let schemas = Schemas::clone(&types.asking.schemas);
    Ok(instance.with_behind(Arc::new(types), schemas))
}

fn spec(program: OldProgram, instance: &Instance) -> Result<Spec, Diagnostics> {
    let parts = program.__parts();
    let named = parts.variable.and_then(|variable| {
        let given = instance.environment().get(variable).map(Into::into);
        given.or_else(|| std::env::var_os(variable))
    });
    let path = match named.filter(|named| !named.is_empty()) {
        Some(named) => PathBuf::from(named),
        None => match &parts.place {
            OldProgramPlace::Beside(path) => beside(path),
            OldProgramPlace::Installed { address, version } => {
                installed::program(address, version, instance.environment())
            }
        },
    };
    let snapshot = parts.snapshot.map(Snapshot::read).transpose();
    let snapshot = snapshot
        .map_err(|why| Diagnostic::error("The provider cannot be started").with_detail(why))?;
    Ok(Spec {
        path,
        variable: parts.variable.map(str::to_owned),
        snapshot,
        start: parts.start_timeout,
        call: parts.call_timeout,
        largest: MAX_MESSAGE,
        variables: Vec::new(),
    })
}

/// The path, relative to the directory of this program.
fn beside(path: &Path) -> PathBuf {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    let path = folder.unwrap_or(Path::new("")).join(path);
    let is_exe = |end: &std::ffi::OsStr| end.eq_ignore_ascii_case("exe");
    // A version at the end of the name is not an extension.
    if cfg!(windows) && !path.extension().is_some_and(is_exe) {
        let mut path = path.into_os_string();
        path.push(".exe");
        return path.into();
    }
    path
}

/// The types that our own code answers for: all that have a schema and are not marked.
fn ported(unported: &BTreeSet<(Kind, String)>, instance: &Instance) -> Ported {
    let schemas = instance.schemas();
    let kinds = [
        (Kind::Resource, SchemaKind::Resource),
        (Kind::DataSource, SchemaKind::DataSource),
        (Kind::EphemeralResource, SchemaKind::Ephemeral),
        (Kind::ListResource, SchemaKind::List),
        (Kind::Action, SchemaKind::Action),
    ];
    let types = kinds.into_iter().flat_map(|(kind, of)| {
        let names = schemas.of_kind(of).into_iter().flat_map(BTreeMap::keys);
        names.map(move |name| (kind, name.clone()))
    });
    let functions = schemas.functions.keys();
    let functions = functions.map(|name| (Kind::Function, name.clone()));
    let all = types.chain(functions);
    all.filter(|named| !unported.contains(named)).collect()
}

/// The program's schemas in our form; its settings are ours.
fn read(
    schemas: &get_provider_schema::Response,
    identities: &get_resource_identity_schemas::Response,
    settings: &Ref<Schema>,
) -> Result<Schemas, String> {
    let name = settings.type_name.as_str();
    let document = json!({"provider_schemas": {name: provider_json(schemas, identities)?}});
    let read = read_document(&document).map_err(|error| error.to_string())?;
    let read: ProviderSchemas = read.into_iter().next().ok_or("It has no schemas.")?;
    let meta = |schema| {
        let json: Json = schema_json(schema)?;
        let read = read_schema(SchemaKind::ProviderMeta, name, &json);
        read.map(shared).map_err(|error| error.to_string())
    };
    let identities = read.identities.into_iter().map(|schema| {
        let name = schema.type_name.to_string();
        let fields = schema.block.fields.len();
        let identity = IdentitySchema {
            schema: shared(schema),
            positions: None,
            // None of our code compares it with the prior identity.
            mutable: vec![true; fields].into(),
        };
        (name, Ref::Shared(Arc::new(identity)))
    });
    let functions = read.functions.into_iter();
    Ok(Schemas {
        provider: settings.clone(),
        provider_meta: schemas.provider_meta.as_ref().map(meta).transpose()?,
        resources: by_name(read.resources),
        data_sources: by_name(read.data_sources),
        ephemeral_resources: by_name(read.ephemeral_resources),
        list_resources: by_name(read.list_resources),
        actions: by_name(read.actions),
        state_stores: BTreeMap::new(),
        identities: identities.collect(),
        functions: functions
            .map(|one| (one.name().to_owned(), Ref::Shared(Arc::new(one))))
            .collect(),
    })
}

fn shared(schema: Schema) -> Ref<Schema> {
    Ref::Shared(Arc::new(schema))
}

fn by_name(all: Vec<Schema>) -> BTreeMap<String, Ref<Schema>> {
    let all = all.into_iter();
    all.map(|schema| (schema.type_name.to_string(), shared(schema)))
        .collect()
}

/// Our schemas, and those of the types that the old program answers for, with their identities.
fn both(ours: &Schemas, theirs: &Schemas, ported: &Ported) -> Schemas {
    let mut both = ours.clone();
    let is_ours = |name: &str| ported.has(Kind::Resource, name);
    both.identities.retain(|name, _| is_ours(name));
    if both.provider_meta.is_none() {
        both.provider_meta.clone_from(&theirs.provider_meta);
    }
    macro_rules! add {
        ($($field:ident)+) => {$(
            both.$field.extend(theirs.$field.iter().map(|(name, schema)| (name.clone(), schema.clone())));
        )+};
    }
    add!(resources data_sources ephemeral_resources list_resources actions functions);
    for (name, schema) in theirs.identities.iter().filter(|(name, _)| !is_ours(name)) {
        both.identities.insert(name.clone(), schema.clone());
    }
    both
}
