//! A program's answer about its schemas.

use std::time::Duration;

use schema_client::{CallError, Plugin, Program, provider_json, schema_json};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::document::Provider;
use crate::result::Result;

/// How long an answer may take. The largest providers need seconds.
const DEADLINE: Duration = Duration::from_secs(120);

/// Starts a program and asks it.
pub(super) async fn ask(program: &Program) -> Result<Provider> {
    let mut plugin = program.connect().await.map_err(|error| error.to_string())?;
    let answer = answer(&plugin).await;
    let told = match answer {
        Ok(provider) => provider,
        Err(error) => return Err(plugin.explain(&error).await),
    };
    let name = plugin.program().display().to_string();
    // It has answered; how it ends does not matter.
    let _ = plugin.close().await;
    told.map_err(|error| format!("{name}: {error}"))
}

async fn answer(plugin: &Plugin) -> std::result::Result<Result<Provider>, CallError> {
    let provider = plugin.provider().with_deadline(DEADLINE);
    let (schemas, identities) = provider.schemas().await?;
    Ok(provider_json(&schemas, &identities).and_then(|json| {
        let mut read: Provider = from_json(json)?;
        if let Some(meta) = &schemas.provider_meta {
            read.provider_meta = Some(from_json(schema_json(meta)?)?);
        }
        Ok(read)
    }))
}

fn from_json<T: DeserializeOwned>(json: Json) -> Result<T> {
    serde_json::from_value(json).map_err(|error| error.to_string())
}
