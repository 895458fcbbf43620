//! A provider for any schema: it serves the document of `terraform providers schema -json` that
//! `ANY_SCHEMA` names through the dynamic door, with a life in memory for each resource in it.

use std::process::ExitCode;

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::{Options, Protocol, run};
use schema_provider::schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_provider::schema_runtime::dynamic::read_document;
use schema_provider::server;
use sdk_tests::any::{Any, Thing};

fn main() -> ExitCode {
    match start() {
        Ok(instance) => {
            let mut options = Options::default();
            // Terraform passes no arguments, so that a test needs another way to ask for it.
            if std::env::var("ANY_PROTOCOL").is_ok_and(|version| version == "5") {
                options.protocols = vec![Protocol::V5];
            }
            run(server::ProviderServer::new(instance), options)
        }
        Err(errors) => {
            eprintln!("{errors}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<Instance, Diagnostics> {
    let path = std::env::var("ANY_SCHEMA")?;
    let document = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let Some(schemas) = read_document(&document)?.into_iter().next() else {
        return Err(Diagnostic::error("the document has no provider").into());
    };
    let Some(settings) = schemas.provider else {
        return Err(Diagnostic::error("the document has no schema of the provider").into());
    };
    let things = |schemas: Vec<_>| schemas.into_iter().map(Thing::new).collect();
    Any::new(
        settings,
        things(schemas.resources),
        things(schemas.data_sources),
    )
    .instance()
}
