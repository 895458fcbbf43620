//! Calls for resources.

use std::collections::HashSet;

use schema_runtime::codec::json;
use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::path::Path;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;
use schema_shell::lifecycle::{ApplyRequest, ImportBy, PlanRequest, RawState, ReadRequest};
use schema_shell::{MovedState, OldIdentity, OldState};
use schema_transport::proto::v6::import_resource_state::{self, ImportedResource};
use schema_transport::proto::v6::{
    AttributePath, DynamicValue, apply_resource_change, generate_resource_config,
    move_resource_state, plan_resource_change, read_resource, upgrade_resource_identity,
    upgrade_resource_state,
};

use crate::computed_blocks;
use crate::convert::{
    attribute_path, decode, decode_config, diagnostics_to_wire, encode, encode_lossy, placed,
    raw_state,
};
use crate::identity::Identity;
use crate::provider::{ProviderServer, deferred, deferring, log_type};
use crate::size;

/// Upgrades a stored state to the current schema version.
pub(crate) async fn upgrade_resource_state(
    provider: &ProviderServer,
    request: upgrade_resource_state::Request,
) -> upgrade_resource_state::Response {
    let (name, instance) = (&request.type_name, &provider.instance);
    let upgraded = async {
        let schema = instance.schema_of(SchemaKind::Resource, name)?;
        let (state, warnings) = match request.raw_state.and_then(raw_state) {
            Some(state) => {
                // Most states have this version, and fit.
                let object = match request.version == schema.version {
                    true => name.clone(),
                    false => {
                        let old = OldState::new(request.version, state.clone());
                        called(&schema, name, old.id().as_deref())
                    }
                };
                let upgrade = instance.upgrade_resource_state(name, request.version, state);
                let (state, warnings) = upgrade.await.map_err(said_which(&object, "upgraded"))?;
                (encode(&schema, "the upgraded state", &state)?, warnings)
            }
            None => (DynamicValue::default(), Diagnostics::new()),
        };
        Ok(upgrade_resource_state::Response {
            upgraded_state: Some(state),
            diagnostics: diagnostics_to_wire(warnings),
        })
    };
    provider.answer(name, Default::default(), upgraded).await
}

/// Upgrades a stored identity to the current version.
pub(crate) async fn upgrade_resource_identity(
    provider: &ProviderServer,
    request: upgrade_resource_identity::Request,
) -> upgrade_resource_identity::Response {
    let (name, instance) = (&request.type_name, &provider.instance);
    let upgraded = async {
        instance.schema_of(SchemaKind::Resource, name)?;
        let raw = request.raw_identity.and_then(raw_state);
        let stored = raw.as_ref().map_or(&b""[..], |raw| match raw {
            RawState::Json(text) => text,
            RawState::Flatmap(_) => b"",
        });
        let object = identified(name, stored);
        let upgrade = instance.upgrade_resource_identity(name, request.version, raw);
        let done = "identified as this version does";
        let (identity, warnings) = upgrade.await.map_err(said_which(&object, done))?;
        let of = Identity::of(provider, name);
        // OpenTofu cannot read an object whose answer lacks the identity; null means that it has
        // none.
        let identity = identity.unwrap_or(Value::Null);
        Ok(upgrade_resource_identity::Response {
            upgraded_identity: of.encode("the upgraded identity", Some(&identity))?,
            diagnostics: diagnostics_to_wire(warnings),
        })
    };
    provider.answer(name, Default::default(), upgraded).await
}

/// Refreshes the state of an object.
pub(crate) async fn read_resource(
    provider: &ProviderServer,
    request: read_resource::Request,
) -> read_resource::Response {
    let unchanged = read_resource::Response {
        new_state: request.current_state.clone(),
        private: request.private.clone(),
        new_identity: request.current_identity.clone(),
        ..Default::default()
    };
    let name = &request.type_name;
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let read = async {
        let schema = provider.instance.schema_of(SchemaKind::Resource, name)?;
        let current_state = decode(&schema, "the state", request.current_state)?;
        let identity = Identity::of(provider, name);
        let current_identity = identity.decode_stored("the identity", request.current_identity)?;
        let instance = provider.in_module(request.provider_meta).await?;
        let instance = deferring(instance, deferral.as_ref());
        let response = instance.read_resource(ReadRequest {
            type_name: name.clone(),
            current_state,
            private: request.private.to_vec(),
            current_identity,
            progress: None,
        });
        let response = response.await;
        let state = encode(&schema, "what was read", &response.new_state)?;
        let new_identity = response.new_identity.as_ref();
        let new_identity = identity.encode("the identity that was read", new_identity)?;
        let diagnostics = diagnostics_to_wire(placed(&schema, response.diagnostics));
        Ok(read_resource::Response {
            new_state: Some(state),
            private: response.private.into(),
            deferred: deferred(deferral.as_ref(), &diagnostics),
            diagnostics,
            new_identity,
        })
    };
    provider.answer(name, unchanged, read).await
}

/// Plans a state from prior state and configuration.
pub(crate) async fn plan_resource_change(
    provider: &ProviderServer,
    request: plan_resource_change::Request,
) -> plan_resource_change::Response {
    let name = &request.type_name;
    let unchanged = plan_resource_change::Response {
        planned_private: request.prior_private.clone(),
        ..Default::default()
    };
    let client = request.client_capabilities;
    let deferral = ProviderServer::deferral(client);
    let planned = async {
        let schema = provider.instance.schema_of(SchemaKind::Resource, name)?;
        let identity = Identity::of(provider, name);
        let prior_state = decode(&schema, "the prior state", request.prior_state)?;
        let config = decode_config(&schema, request.config, &prior_state)?;
        let refused = computed_blocks::unsupported(client, &schema.block, &config);
        if refused.has_errors() {
            return Err(refused);
        }
        let instance = provider.in_module(request.provider_meta).await?;
        let mut response = deferring(instance, deferral.as_ref())
            .plan_resource_change(PlanRequest {
                type_name: name.clone(),
                prior_state,
                config,
                prior_private: request.prior_private.to_vec(),
                // Terraform sends planned private data only in the plan before an apply, and only
                // if it has the capability `store_planned_private`.
                planned_private: (!request.planned_private.is_empty())
                    .then(|| request.planned_private.to_vec()),
                prior_identity: identity
                    .decode_stored("the prior identity", request.prior_identity)?,
            })
            .await;
        let state = encode(&schema, "the plan", &response.planned_state)?;
        response.planned_state = Value::Null;
        // Terraform (1.12 to 1.15) accepts a partly unknown identity, but fails to show the plan as
        // JSON. What the hook knows of it reaches create in the private data.
        let planned_identity = response.planned_identity.as_ref();
        let planned_identity = planned_identity.filter(|identity| identity.is_wholly_known());
        let planned_identity = identity.encode("the planned identity", planned_identity)?;
        let diagnostics = diagnostics_to_wire(placed(&schema, response.diagnostics));
        Ok(plan_resource_change::Response {
            planned_state: Some(state),
            requires_replace: addresses(&response.requires_replace),
            planned_private: response.planned_private.into(),
            legacy_type_system: response.legacy_type_system,
            deferred: deferred(deferral.as_ref(), &diagnostics),
            diagnostics,
            planned_identity,
        })
    };
    provider.answer(name, unchanged, planned).await
}

/// The paths on the wire, each once.
fn addresses(paths: &[Path]) -> Vec<AttributePath> {
    let mut seen = HashSet::new();
    paths
        .iter()
        .map(Path::addressable)
        .filter(|path| !path.is_root() && seen.insert(path.clone()))
        .filter_map(|path| attribute_path(&path))
        .collect()
}

/// Applies a planned change.
pub(crate) async fn apply_resource_change(
    provider: &ProviderServer,
    request: apply_resource_change::Request,
) -> apply_resource_change::Response {
    log_type(&request.type_name);
    let unchanged = request.prior_state.clone();
    let planned_private = request.planned_private.clone();
    let planned_identity = request.planned_identity.clone();
    let applied = async {
        let instance = &provider.instance;
        let schema = instance.schema_of(SchemaKind::Resource, &request.type_name)?;
        let identity = Identity::of(provider, &request.type_name);
        let instance = provider.in_module(request.provider_meta).await?;
        let prior_state = decode(&schema, "the prior state", request.prior_state)?;
        let planned_state = decode(&schema, "the planned state", request.planned_state)?;
        let config = decode_config(&schema, request.config, &prior_state)?;
        let destroyed = planned_state.is_null().then(|| {
            let id = schema.id_index();
            let id = id.and_then(|index| prior_state.as_object()?.get(index)?.as_str());
            called(&schema, &schema.type_name, id)
        });
        let response = instance.apply_resource_change(ApplyRequest {
            type_name: request.type_name,
            prior_state,
            planned_state,
            config,
            planned_private: request.planned_private.to_vec(),
            planned_identity: identity.decode("the planned identity", request.planned_identity)?,
            journal: None,
            progress: None,
        });
        let mut response = response.await;
        if let Some(object) = destroyed {
            say_which(&object, "destroyed", &mut response.diagnostics);
        }
        let (state, mismatches) = encode_lossy(&schema, &response.new_state);
        response.diagnostics.extend(mismatches);
        // The object is saved, whatever is wrong with its identity.
        let new_identity = response.new_identity.as_ref();
        let new_identity = identity
            .encode("the identity", new_identity)
            .unwrap_or_else(|errors| {
                response.diagnostics.extend(errors);
                None
            });
        Ok((schema, state, new_identity, response))
    };
    match applied.await {
        Ok((schema, new_state, new_identity, response)) => {
            let answer = apply_resource_change::Response {
                new_state: Some(new_state),
                private: response.private.into(),
                diagnostics: diagnostics_to_wire(placed(&schema, response.diagnostics)),
                legacy_type_system: response.legacy_type_system,
                new_identity,
            };
            let (largest, object) = (provider.largest, &response.new_state);
            size::apply(largest, &schema, object, answer, &planned_private)
        }
        Err(errors) => apply_resource_change::Response {
            new_state: unchanged,
            private: planned_private,
            diagnostics: diagnostics_to_wire(errors),
            legacy_type_system: false,
            new_identity: planned_identity,
        },
    }
}

/// An object in a message: the name of its type, and its id unless that is secret.
fn called(schema: &Schema, name: &str, id: Option<&str>) -> String {
    let index = schema.id_index();
    let is_secret = index.is_some_and(|index| schema.block.fields[index].is_secret());
    match id.filter(|_| !is_secret) {
        Some(id) => format!("{name} {id:?}"),
        None => name.to_owned(),
    }
}

/// Adds the name to each error: usually the block in the configuration identifies the resource, but
/// a destroyed object has no block, so that Terraform names nothing.
fn say_which(object: &str, done: &str, diagnostics: &mut Diagnostics) {
    for error in diagnostics.iter_mut().filter(|one| one.is_error()) {
        if !error.detail.is_empty() {
            error.detail.push('\n');
        }
        let which = format!("It was {object} that was to be {done}.");
        error.detail.push_str(&which);
    }
}

/// The same for a call that only fails.
fn said_which(object: &str, done: &str) -> impl FnOnce(Diagnostics) -> Diagnostics {
    move |mut errors| {
        say_which(object, done, &mut errors);
        errors
    }
}

/// The name of an object by its identity, which is never secret.
fn identified(name: &str, identity: &[u8]) -> String {
    format!("{name} {}", String::from_utf8_lossy(identity))
}

/// Imports an existing object by its id or its identity.
pub(crate) async fn import_resource_state(
    provider: &ProviderServer,
    request: import_resource_state::Request,
) -> import_resource_state::Response {
    let name = &request.type_name;
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let imported = async {
        provider.instance.schema_of(SchemaKind::Resource, name)?;
        let identity = Identity::of(provider, name);
        let asked = request.identity.filter(|_| request.id.is_empty());
        let by = match asked {
            Some(asked) => {
                let asked = identity.decode("the identity", Some(asked))?;
                ImportBy::Identity(asked.unwrap_or(Value::Null))
            }
            None => ImportBy::Id(request.id),
        };
        let instance = deferring(provider.instance.clone(), deferral.as_ref());
        // For an import by id, the user wrote the id.
        let object = match (&by, instance.schemas().identities.get(name)) {
            (ImportBy::Identity(asked), Some(schema)) => json::encode_block(schema.block(), asked)
                .ok()
                .map(|text| identified(name, text.as_bytes())),
            _ => None,
        };
        let imported = instance.import_resource_state(name, by).await;
        let (imported, warnings) = match object {
            Some(object) => imported.map_err(said_which(&object, "imported"))?,
            None => imported?,
        };
        let mut objects = Vec::with_capacity(imported.len());
        for object in imported {
            let schema = instance.schema_of(SchemaKind::Resource, &object.type_name)?;
            objects.push(ImportedResource {
                state: Some(encode(&schema, "the imported state", &object.state)?),
                identity: identity.encode("the imported identity", object.identity.as_ref())?,
                type_name: object.type_name,
                private: object.private.into(),
            });
        }
        let diagnostics = diagnostics_to_wire(warnings);
        Ok(import_resource_state::Response {
            imported_resources: objects,
            deferred: deferred(deferral.as_ref(), &diagnostics),
            diagnostics,
        })
    };
    provider.answer(name, Default::default(), imported).await
}

/// Moves the state of a resource of a different type to this type.
pub(crate) async fn move_resource_state(
    provider: &ProviderServer,
    request: move_resource_state::Request,
) -> move_resource_state::Response {
    let (name, instance) = (&request.target_type_name, &provider.instance);
    let moved = async {
        let schema = instance.schema_of(SchemaKind::Resource, name)?;
        let state = request.source_state.and_then(raw_state);
        let state = state.unwrap_or_else(|| RawState::Json(b"null".to_vec()));
        let old = OldState::new(request.source_schema_version, state);
        let object = called(&schema, &request.source_type_name, old.id().as_deref());
        let done = format!("made a {name}");
        let from = MovedState::new(
            request.source_provider_address,
            request.source_type_name,
            old,
            Private::from_bytes(&request.source_private),
        );
        let version = request.source_identity_schema_version;
        let identity = request.source_identity.and_then(raw_state);
        let from = from.with_identity(identity.map(|raw| OldIdentity::new(version, Some(raw))));
        let moved = instance.move_resource_state(name, from).await;
        let (moved, warnings) = moved.map_err(said_which(&object, &done))?;
        let identity = Identity::of(provider, name);
        Ok(move_resource_state::Response {
            target_state: Some(encode(&schema, "the moved state", &moved.state)?),
            target_identity: identity.encode("the moved identity", moved.identity.as_ref())?,
            target_private: moved.private.into(),
            diagnostics: diagnostics_to_wire(warnings),
        })
    };
    provider.answer(name, Default::default(), moved).await
}

/// Generates the configuration that a person would write for an object.
pub(crate) async fn generate_resource_config(
    provider: &ProviderServer,
    request: generate_resource_config::Request,
) -> generate_resource_config::Response {
    let (name, instance) = (&request.type_name, &provider.instance);
    let generated = async {
        let schema = instance.schema_of(SchemaKind::Resource, name)?;
        let state = decode(&schema, "the state", request.state)?;
        let (config, diagnostics) = instance.generate_resource_config(name, state).await;
        Ok(generate_resource_config::Response {
            config: Some(encode(&schema, "the configuration", &config)?),
            diagnostics: diagnostics_to_wire(diagnostics),
        })
    };
    provider.answer(name, Default::default(), generated).await
}
