//! Terraform's calls, answered by an [`Instance`]: messages in, values through, messages out.
//!
//! This is an inner crate of `schema-provider`: it promises no semver, and nothing else should
//! depend on it. It is where the transport, which knows nothing of schemas, and the lifecycle of
//! author code, which knows nothing of transport, are joined.

mod convert;
mod schema;

use std::future::{Future, ready};

use schema_runtime::data::Private;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Schema};
use schema_runtime::validate::write_only_preferences;
use schema_runtime::value::Value;

use convert::{attribute_path, decode, diagnostics_to_wire, encode, encode_what_fits, raw_state};
use schema_shell::lifecycle::{ApplyRequest, Instance, PlanRequest, RawState, ReadRequest};
use schema_shell::{MovedState, OldState};
use schema_transport::Handler;
use schema_transport::proto::v6::{self, DynamicValue, get_metadata, get_provider_schema};

/// Answers the plugin protocol's calls.
#[derive(Clone, Debug)]
pub struct Provider {
    instance: Instance,
}

impl Provider {
    /// Answers with this instance.
    #[must_use]
    pub fn new(instance: Instance) -> Self {
        Provider { instance }
    }

    fn resource(&self, type_name: &str) -> Result<Ref<Schema>, Diagnostics> {
        tracing::Span::current().record("tf_resource_type", type_name);
        Ok(self.instance.resource(type_name)?.schema())
    }

    /// The instance for the module whose `provider_meta` block came with a call.
    fn in_module(&self, provider_meta: Option<DynamicValue>) -> Result<Instance, Diagnostics> {
        match &self.instance.schemas().provider_meta {
            None => Ok(self.instance.clone()),
            Some(schema) => {
                let what = "the module's provider_meta block";
                self.instance
                    .in_module(&decode(schema, what, provider_meta)?)
            }
        }
    }

    fn data_source(&self, type_name: &str) -> Result<Ref<Schema>, Diagnostics> {
        tracing::Span::current().record("tf_resource_type", type_name);
        Ok(self.instance.data_source(type_name)?.schema())
    }
}

/// What the server can do.
const CAPABILITIES: v6::ServerCapabilities = v6::ServerCapabilities {
    // Nothing of ours looks at the plan of a destroy.
    plan_destroy: false,
    get_provider_schema_optional: true,
    // A type that nothing can be moved to says so itself.
    move_resource_state: true,
};

impl Handler for Provider {
    // Built anew for each call: Terraform asks once in a run, and keeping the messages would cost
    // more memory than everything else.
    fn get_provider_schema(
        &self,
        _: get_provider_schema::Request,
    ) -> impl Future<Output = get_provider_schema::Response> + Send {
        let schemas = self.instance.schemas();
        let many = |schemas: &std::collections::BTreeMap<String, Ref<Schema>>| {
            let schemas = schemas.iter();
            schemas
                .map(|(name, schema)| (name.clone(), schema::to_wire(schema)))
                .collect()
        };
        ready(get_provider_schema::Response {
            provider: Some(schema::to_wire(&schemas.provider)),
            resource_schemas: many(&schemas.resources),
            data_source_schemas: many(&schemas.data_sources),
            provider_meta: schemas.provider_meta.as_deref().map(schema::to_wire),
            server_capabilities: Some(CAPABILITIES),
            diagnostics: diagnostics_to_wire(self.instance.wrong_defaults()),
            ..Default::default()
        })
    }

    fn get_metadata(
        &self,
        _: get_metadata::Request,
    ) -> impl Future<Output = get_metadata::Response> + Send {
        let schemas = self.instance.schemas();
        let named = |names: std::collections::btree_map::Keys<'_, String, Ref<Schema>>| {
            let name = |name: &String| get_metadata::Named { name: name.clone() };
            names.map(name).collect()
        };
        ready(get_metadata::Response {
            server_capabilities: Some(CAPABILITIES),
            resources: named(schemas.resources.keys()),
            data_sources: named(schemas.data_sources.keys()),
            ..Default::default()
        })
    }

    fn get_functions(
        &self,
        _: v6::get_functions::Request,
    ) -> impl Future<Output = v6::get_functions::Response> + Send {
        ready(v6::get_functions::Response::default())
    }

    async fn validate_provider_config(
        &self,
        request: v6::validate_provider_config::Request,
    ) -> v6::validate_provider_config::Response {
        let schema = &self.instance.schemas().provider;
        let diagnostics = match decode(schema, "the provider's configuration", request.config) {
            Ok(config) => self.instance.validate_provider_config(&config).await,
            Err(errors) => errors,
        };
        v6::validate_provider_config::Response {
            diagnostics: diagnostics_to_wire(diagnostics),
        }
    }

    async fn configure_provider(
        &self,
        request: v6::configure_provider::Request,
    ) -> v6::configure_provider::Response {
        self.instance.run_by(&request.terraform_version);
        let schema = &self.instance.schemas().provider;
        let diagnostics = match decode(schema, "the provider's configuration", request.config) {
            Ok(config) => self.instance.configure(config).await,
            Err(errors) => errors,
        };
        v6::configure_provider::Response {
            diagnostics: diagnostics_to_wire(diagnostics),
        }
    }

    async fn validate_resource_config(
        &self,
        request: v6::validate_resource_config::Request,
    ) -> v6::validate_resource_config::Response {
        // A host that says nothing is older than write-only attributes.
        let write_only = request
            .client_capabilities
            .is_some_and(|client| client.write_only_attributes_allowed);
        let diagnostics = async {
            let schema = self.resource(&request.type_name)?;
            let config = decode(&schema, "the configuration", request.config)?;
            let mut found = self
                .instance
                .validate_resource(&request.type_name, &config)
                .await;
            found.extend(if write_only {
                write_only_preferences(&schema.block, &config)
            } else {
                unsafe_secrets(&schema.block, &config)
            });
            Ok(found)
        };
        v6::validate_resource_config::Response {
            diagnostics: diagnostics_to_wire(diagnostics.await.unwrap_or_else(|errors| errors)),
        }
    }

    async fn validate_data_resource_config(
        &self,
        request: v6::validate_data_resource_config::Request,
    ) -> v6::validate_data_resource_config::Response {
        let diagnostics = async {
            let schema = self.data_source(&request.type_name)?;
            let config = decode(&schema, "the configuration", request.config)?;
            let name = &request.type_name;
            Ok(self.instance.validate_data_source(name, &config).await)
        };
        v6::validate_data_resource_config::Response {
            diagnostics: diagnostics_to_wire(diagnostics.await.unwrap_or_else(|errors| errors)),
        }
    }

    async fn upgrade_resource_state(
        &self,
        request: v6::upgrade_resource_state::Request,
    ) -> v6::upgrade_resource_state::Response {
        let name = &request.type_name;
        let upgraded = async {
            let schema = self.resource(name)?;
            let Some(state) = request.raw_state.and_then(raw_state) else {
                return Ok((DynamicValue::default(), Diagnostics::new()));
            };
            let upgrade = self
                .instance
                .upgrade_resource_state(name, request.version, state);
            let (state, warnings) = upgrade.await?;
            Ok((encode(&schema, "the upgraded state", &state)?, warnings))
        };
        let (upgraded_state, diagnostics) = halves(upgraded.await);
        v6::upgrade_resource_state::Response {
            upgraded_state,
            diagnostics,
        }
    }

    async fn read_resource(
        &self,
        request: v6::read_resource::Request,
    ) -> v6::read_resource::Response {
        let unchanged = request.current_state.clone();
        let read = async {
            let schema = self.resource(&request.type_name)?;
            let current_state = decode(&schema, "the state", request.current_state)?;
            let instance = self.in_module(request.provider_meta)?;
            let response = instance.read_resource(ReadRequest {
                type_name: request.type_name,
                current_state,
                private: request.private.to_vec(),
                progress: None,
            });
            let response = response.await;
            let state = encode(&schema, "what was read", &response.new_state)?;
            Ok((state, response.private, response.diagnostics))
        };
        match read.await {
            Ok((new_state, private, diagnostics)) => v6::read_resource::Response {
                new_state: Some(new_state),
                diagnostics: diagnostics_to_wire(diagnostics),
                private: private.into(),
                deferred: None,
            },
            Err(errors) => v6::read_resource::Response {
                new_state: unchanged,
                diagnostics: diagnostics_to_wire(errors),
                private: request.private,
                deferred: None,
            },
        }
    }

    async fn plan_resource_change(
        &self,
        request: v6::plan_resource_change::Request,
    ) -> v6::plan_resource_change::Response {
        let planned = async {
            let schema = self.resource(&request.type_name)?;
            let mut response = self
                .in_module(request.provider_meta)?
                .plan_resource(PlanRequest {
                    type_name: request.type_name,
                    prior_state: decode(&schema, "the prior state", request.prior_state)?,
                    config: decode(&schema, "the configuration", request.config)?,
                    // The engine reads the configuration.
                    proposed_new_state: Value::Null,
                    prior_private: request.prior_private.to_vec(),
                })
                .await;
            let state = encode(&schema, "the plan", &response.planned_state)?;
            response.planned_state = Value::Null;
            Ok((state, response))
        };
        match planned.await {
            Ok((planned_state, response)) => v6::plan_resource_change::Response {
                planned_state: Some(planned_state),
                requires_replace: addresses(&response.requires_replace),
                planned_private: response.planned_private.into(),
                diagnostics: diagnostics_to_wire(response.diagnostics),
                legacy_type_system: response.legacy_type_system,
                deferred: None,
            },
            Err(errors) => v6::plan_resource_change::Response {
                diagnostics: diagnostics_to_wire(errors),
                planned_private: request.prior_private,
                ..Default::default()
            },
        }
    }

    async fn apply_resource_change(
        &self,
        request: v6::apply_resource_change::Request,
    ) -> v6::apply_resource_change::Response {
        let unchanged = request.prior_state.clone();
        let applied = async {
            let schema = self.resource(&request.type_name)?;
            let instance = self.in_module(request.provider_meta)?;
            let response = instance.apply_resource(ApplyRequest {
                type_name: request.type_name,
                prior_state: decode(&schema, "the prior state", request.prior_state)?,
                planned_state: decode(&schema, "the planned state", request.planned_state)?,
                config: decode(&schema, "the configuration", request.config)?,
                planned_private: request.planned_private.to_vec(),
                journal: None,
                progress: None,
            });
            let mut response = response.await;
            let (state, misfits) = encode_what_fits(&schema, &response.new_state);
            response.diagnostics.extend(misfits);
            Ok((state, response))
        };
        match applied.await {
            Ok((new_state, response)) => v6::apply_resource_change::Response {
                new_state: Some(new_state),
                private: response.private.into(),
                diagnostics: diagnostics_to_wire(response.diagnostics),
                legacy_type_system: response.legacy_type_system,
            },
            Err(errors) => v6::apply_resource_change::Response {
                new_state: unchanged,
                private: request.planned_private,
                diagnostics: diagnostics_to_wire(errors),
                legacy_type_system: false,
            },
        }
    }

    async fn import_resource_state(
        &self,
        request: v6::import_resource_state::Request,
    ) -> v6::import_resource_state::Response {
        let imported = async {
            self.resource(&request.type_name)?;
            let import = self
                .instance
                .import_resource(&request.type_name, &request.id);
            let (imported, warnings) = import.await?;
            let mut objects = Vec::with_capacity(imported.len());
            for object in imported {
                let schema = self.resource(&object.type_name)?;
                objects.push(v6::import_resource_state::ImportedResource {
                    state: Some(encode(&schema, "the imported state", &object.state)?),
                    type_name: object.type_name,
                    private: object.private.into(),
                });
            }
            Ok((objects, warnings))
        };
        let (imported_resources, diagnostics) =
            imported.await.unwrap_or_else(|errors| (Vec::new(), errors));
        v6::import_resource_state::Response {
            imported_resources,
            diagnostics: diagnostics_to_wire(diagnostics),
            deferred: None,
        }
    }

    async fn move_resource_state(
        &self,
        request: v6::move_resource_state::Request,
    ) -> v6::move_resource_state::Response {
        let name = &request.target_type_name;
        let moved = async {
            let schema = self.resource(name)?;
            let state = request.source_state.and_then(raw_state);
            let state = state.unwrap_or_else(|| RawState::Json(b"null".to_vec()));
            let from = MovedState::new(
                request.source_provider_address,
                request.source_type_name,
                OldState::new(request.source_schema_version, state),
                Private::from_bytes(&request.source_private),
            );
            let (moved, warnings) = self.instance.move_resource_state(name, from).await?;
            let state = encode(&schema, "the moved state", &moved.state)?;
            Ok::<_, Diagnostics>((state, moved.private, warnings))
        };
        match moved.await {
            Ok((state, private, warnings)) => v6::move_resource_state::Response {
                target_state: Some(state),
                diagnostics: diagnostics_to_wire(warnings),
                target_private: private.into(),
            },
            Err(errors) => v6::move_resource_state::Response {
                diagnostics: diagnostics_to_wire(errors),
                ..Default::default()
            },
        }
    }

    async fn read_data_source(
        &self,
        request: v6::read_data_source::Request,
    ) -> v6::read_data_source::Response {
        let name = &request.type_name;
        let read = async {
            let schema = self.data_source(name)?;
            let config = decode(&schema, "the configuration", request.config)?;
            let instance = self.in_module(request.provider_meta)?;
            let response = instance.read_data_source(name, config).await;
            let state = encode(&schema, "what was read", &response.state)?;
            Ok((state, response.diagnostics))
        };
        let (state, diagnostics) = halves(read.await);
        v6::read_data_source::Response {
            state,
            diagnostics,
            deferred: None,
        }
    }

    fn stop(&self) {
        self.instance.stop();
    }
}

/// A value and what is to be said with it, or only the latter.
fn halves(
    result: Result<(DynamicValue, Diagnostics), Diagnostics>,
) -> (Option<DynamicValue>, Vec<v6::Diagnostic>) {
    match result {
        Ok((value, diagnostics)) => (Some(value), diagnostics_to_wire(diagnostics)),
        Err(errors) => (None, diagnostics_to_wire(errors)),
    }
}

/// The places on the wire, each once.
fn addresses(paths: &[schema_runtime::path::Path]) -> Vec<v6::AttributePath> {
    let mut seen = std::collections::HashSet::new();
    paths
        .iter()
        .map(schema_runtime::path::Path::addressable)
        .filter(|path| !path.is_root() && seen.insert(path.clone()))
        .filter_map(|path| attribute_path(&path))
        .collect()
}

/// A host that does not know write-only attributes would write them into its state.
fn unsafe_secrets(block: &Block, config: &Value) -> Diagnostics {
    schema_runtime::terraform_core::write_only_values(block, config)
        .into_iter()
        .map(|found| {
            Diagnostic::error("This Terraform has no write-only arguments")
                .with_detail(
                    "The argument is write-only, which needs Terraform 1.11 or later: an older one \
                     would keep its value in the state.",
                )
                .at(found.path)
        })
        .collect()
}
