//! The program that a provider is ported from, behind the new one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use schema_old_program::{Kind, Ported, Snapshot, Spec, WithOldProgram};
use schema_runtime::data::Private;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_server::ProviderServer;
use schema_shell::{Bytes, OldProgram, Provider};

/// The provider's server with the old program behind it, if the provider names one.
pub(crate) fn behind<P: Provider>(
    server: ProviderServer,
) -> Result<Option<WithOldProgram<ProviderServer>>, Diagnostics> {
    let Some(program) = P::old_program() else {
        return Ok(None);
    };
    let ported = ported::<P>(&server);
    let spec = spec(program)?;
    Ok(Some(WithOldProgram::new(server, ported, spec, readable)))
}

/// Private data as a JSON object, as the Go SDKs have it, also where they left none.
fn readable(bytes: Bytes) -> Bytes {
    let mut private = Private::from_bytes(&bytes);
    if private.is_empty() || private.get(".foreign").is_some() {
        return bytes;
    }
    private.set(".foreign", *b"{}");
    private.to_bytes().into()
}

fn spec(program: OldProgram) -> Result<Spec, Diagnostics> {
    let parts = program.__parts();
    let named = parts.variable.and_then(std::env::var_os);
    let path = match named.filter(|named| !named.is_empty()) {
        Some(named) => PathBuf::from(named),
        None => beside(&parts.path),
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
    })
}

/// The path from the folder of this program.
fn beside(path: &Path) -> PathBuf {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    let path = folder.unwrap_or(Path::new("")).join(path);
    let is_exe = |end: &std::ffi::OsStr| end.eq_ignore_ascii_case("exe");
    // A version at the end of the name is no extension.
    if cfg!(windows) && !path.extension().is_some_and(is_exe) {
        let mut path = path.into_os_string();
        path.push(".exe");
        return path.into();
    }
    path
}

/// What our own code answers for: all that has a schema and is not marked.
fn ported<P: Provider>(server: &ProviderServer) -> Ported {
    let mut unported = BTreeSet::new();
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
    let schemas = server.schemas();
    let all = [
        (Kind::Resource, schemas.resources.keys().collect::<Vec<_>>()),
        (Kind::DataSource, schemas.data_sources.keys().collect()),
        (
            Kind::EphemeralResource,
            schemas.ephemeral_resources.keys().collect(),
        ),
        (Kind::ListResource, schemas.list_resources.keys().collect()),
        (Kind::Action, schemas.actions.keys().collect()),
        (Kind::Function, schemas.functions.keys().collect()),
    ];
    all.into_iter()
        .flat_map(|(kind, names)| names.into_iter().map(move |name| (kind, name.clone())))
        .filter(|named| !unported.contains(named))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_data_is_an_object_that_the_go_sdks_read() {
        let mut ours = Private::default();
        assert_eq!(readable(ours.to_bytes().into()), "");
        ours.set("etag", *b"v1");
        let stored = readable(ours.to_bytes().into());
        assert!(serde_json::from_slice::<serde_json::Map<_, _>>(&stored).is_ok());
        assert_eq!(Private::from_bytes(&stored).get("etag"), Some(&b"v1"[..]));
        assert_eq!(readable(stored.clone()), stored);
        let left = Bytes::from_static(b"{\"schema_version\":\"1\"}");
        assert_eq!(readable(left.clone()), left);
    }
}
