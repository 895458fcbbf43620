//! [`Run`]: one command over one configuration, and the state that its steps share.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{IdentitySchema, Schema, SchemaKind};
use schema_runtime::terraform_core::{DeferredMaps, planned_data};
use schema_runtime::value::Value;

use super::secrets::Secrets;

use crate::address::{Mode, Node, ObjectAddress, ResourceAddress};
use crate::language::body::{Decoded, decode, locate};
use crate::language::config::{Configuration, ResourceBlock};
use crate::language::eval::{
    MarkKinds, ProviderFunctions, Scope, TypedValue, all_sensitive_paths, evaluate,
};
use crate::language::hcl::ast::Body;
use crate::language::references::{check_configuration, schema_of};
use crate::language::variable_values::{Inputs, unknown_values, values};
use crate::message::{Message, Messages};
use crate::run::changes::ResourceObject;
use crate::run::events::Events;
use crate::run::graph::Graph;
use crate::run::moves::check_moves;
use crate::run::stop::Stop;
use crate::source::{Location, SourceFile};
use crate::state::workspace::DEFAULT;
use crate::state::{Metadata, State, StateManager, StoredIdentity, StoredResource};
use schema_shell::lifecycle::{Instance, Schemas};

/// A command over one configuration.
pub struct Run {
    /// The provider.
    pub instance: Instance,
    /// The provider's source address, which it receives when an object moves between its types.
    pub source: String,
    /// The provider, configured for each alias.
    pub(super) aliases: BTreeMap<Arc<str>, Instance>,
    /// The aliases of objects whose resources are no longer configured.
    former_aliases: BTreeMap<ResourceAddress, Arc<str>>,
    pub(crate) configuration: Configuration,
    pub(crate) graph: Graph,
    /// The variables; nothing else is set yet.
    pub(crate) inputs: Scope,
    /// The state.
    pub state_manager: Arc<StateManager>,
    pub(crate) events: Arc<dyn Events>,
    pub(crate) stop: Stop,
    /// The workspace of this state.
    pub(crate) workspace: String,
    /// The values that messages from the provider must not show.
    pub(crate) secrets: Arc<Secrets>,
    /// An empty body, for a provider without a block.
    pub(super) no_settings: (Body, Location),
}

impl Run {
    /// Checks everything that needs no evaluation.
    ///
    /// # Errors
    /// All errors in the configuration or its variables.
    pub async fn new(
        instance: Instance,
        bodies: Vec<Body>,
        (inputs, directory): (&Inputs, Option<&Path>),
        state_manager: Arc<StateManager>,
        events: Arc<dyn Events>,
        stop: Stop,
    ) -> Result<(Self, Messages), Messages> {
        let inputs = Some((inputs, directory));
        Run::over(instance, bodies, inputs, state_manager, events, stop).await
    }

    /// The same for [`validate`](Run::validate) alone: without a state, and with unknown variables,
    /// since a configuration must be valid with any values.
    ///
    /// # Errors
    /// All errors in the configuration.
    pub async fn to_validate(
        instance: Instance,
        bodies: Vec<Body>,
        events: Arc<dyn Events>,
        stop: Stop,
    ) -> Result<(Self, Messages), Messages> {
        let state_manager = StateManager::in_memory(State::empty());
        Run::over(instance, bodies, None, state_manager, events, stop).await
    }

    async fn over(
        instance: Instance,
        bodies: Vec<Body>,
        inputs: Option<(&Inputs, Option<&Path>)>,
        state_manager: Arc<StateManager>,
        events: Arc<dyn Events>,
        stop: Stop,
    ) -> Result<(Self, Messages), Messages> {
        let instance = instance.hiding_secrets();
        let provider = instance.schemas().provider.type_name.to_string();
        let configuration = Configuration::new(bodies, &provider)?;
        let mut messages = Messages::new();
        check_configuration(&configuration, instance.schemas(), &mut messages);
        check_moves(&configuration, &mut messages);
        let mut scope = Scope::default();
        let calls = stop.function_calls(instance.clone(), Arc::clone(&events));
        scope.functions = Some(ProviderFunctions::new(instance.clone(), Arc::new(calls)));
        let workspace = inputs.and_then(|(inputs, _)| inputs.workspace.clone());
        let workspace = workspace.unwrap_or_else(|| DEFAULT.to_owned());
        let known = match inputs {
            Some((inputs, directory)) => {
                scope.directory = directory.map(Path::to_owned).unwrap_or_default();
                scope.workspace = Some((*workspace).into());
                values(&configuration, inputs, directory, instance.environment())
            }
            None => Ok(unknown_values(&configuration)),
        };
        match known {
            Ok(values) => {
                for (name, value) in values {
                    scope.set(Node::Variable(name), value);
                }
            }
            Err(more) => messages.extend(more),
        }
        let graph = Graph::new(&configuration, &mut messages);
        let instance = in_module(instance, &configuration, &mut messages).await;
        let aliases = configuration.aliases.keys();
        let aliases = aliases
            .map(|alias| (Arc::clone(alias), instance.another_configuration()))
            .collect();
        let former_aliases = former_aliases(&configuration, &state_manager);
        let no_file = SourceFile::new(format!("provider \"{provider}\""), "");
        let run = Run {
            instance,
            source: format!("registry.terraform.io/local/{provider}"),
            aliases,
            former_aliases,
            configuration,
            graph,
            inputs: scope,
            state_manager,
            events,
            stop,
            workspace,
            secrets: Arc::default(),
            no_settings: (Body::default(), Location::new(&no_file, 0..0)),
        };
        Ok((run, messages))
    }

    /// Updates what depends on the state after it was replaced by another one.
    pub(crate) fn state_has_changed(&mut self) {
        self.former_aliases = former_aliases(&self.configuration, &self.state_manager);
    }

    pub(crate) fn schemas(&self) -> &Schemas {
        self.instance.schemas()
    }

    pub(crate) fn schema(&self, address: &ResourceAddress) -> Option<&Schema> {
        schema_of(self.schemas(), address)
    }

    pub(crate) fn block(&self, address: &ResourceAddress) -> Option<&ResourceBlock> {
        self.configuration.resources.get(address)
    }

    /// The alias of the provider that a resource uses, or the stored one if it is no longer
    /// configured.
    pub(crate) fn alias(&self, address: &ResourceAddress) -> Option<&Arc<str>> {
        match self.block(address) {
            Some(block) => block.provider.as_ref().map(|(alias, _)| alias),
            None => self.former_aliases.get(address),
        }
    }

    /// The provider as configured for a resource.
    pub(crate) fn provider(&self, address: &ResourceAddress) -> &Instance {
        let found = self.instance_of(self.alias(address));
        found.unwrap_or(&self.instance)
    }

    /// Reports an error if the provider configuration of an object no longer exists.
    pub(crate) fn check_provider(&self, address: &ObjectAddress) -> Option<Message> {
        let alias = self.alias(address)?;
        if self.aliases.contains_key(alias) {
            return None;
        }
        let name = &self.schemas().provider.type_name;
        Some(
            Message::error("Provider configuration not present")
                .detail(format!(
                    "To work with {address} its original provider configuration at \
                     provider[\"{name}\"].{alias} is required, but it has been removed. This occurs \
                     when a provider configuration is removed while objects created by that \
                     provider still exist in the state. Re-add the provider configuration to \
                     destroy {address}, after which you can remove the provider configuration \
                     again."
                ))
                .address(address),
        )
    }

    /// Whether the replacement of this resource is created before the old object is destroyed; a
    /// resource that is no longer configured keeps its stored setting.
    pub(crate) fn creates_first(&self, address: &ResourceAddress, before: bool) -> bool {
        let block = self.block(address);
        block.map_or(before, |_| self.graph.creates_first(address))
    }

    /// The configured object of a resource or data source.
    pub(crate) fn config(
        &self,
        address: &ObjectAddress,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<Decoded> {
        let (block, schema) = (self.block(address)?, self.schema(address)?);
        let kind = address.mode.schema_kind();
        let mut own = Messages::new();
        let decoded = decode(&schema.block, kind, &block.body, &block.at, scope, &mut own);
        messages.extend(own.with_default_address(&address.to_string()));
        self.secrets.remember(&decoded);
        Some(decoded)
    }

    /// The same, if there is no error in it.
    pub(crate) fn valid_config(
        &self,
        address: &ObjectAddress,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<Decoded> {
        let before = messages.error_count();
        let config = self.config(address, scope, messages)?;
        (messages.error_count() == before).then_some(config)
    }

    /// Has the provider validate the configuration of an object; returns whether it is valid.
    pub(crate) async fn validates(
        &self,
        address: &ObjectAddress,
        config: &Value,
        messages: &mut Messages,
    ) -> bool {
        let before = messages.error_count();
        let (kind, name) = (address.mode.schema_kind(), &address.type_name);
        let provider = self.provider(address);
        let diagnostics = provider.validate_config(kind, name, config).await;
        self.report(address, diagnostics, messages);
        messages.error_count() == before
    }

    /// The planned value of a data source or an ephemeral resource that is read later.
    pub(crate) fn planned_data(
        &self,
        address: &ObjectAddress,
        schema: &Schema,
        config: &Value,
        messages: &mut Messages,
    ) -> Option<Value> {
        let planned = planned_data(&schema.block, config, DeferredMaps::Unknown);
        planned
            .map_err(|error| {
                let message = Message::error("Invalid configuration").detail(error.message);
                messages.push(self.with_location(address, message.path(error.path)));
            })
            .ok()
    }

    /// Evaluates a local value.
    pub(crate) fn local(&self, name: &Arc<str>, scope: &mut Scope, messages: &mut Messages) {
        if let Some(local) = self.configuration.locals.get(name) {
            let value = evaluate(scope, &local.value, messages);
            scope.set(Node::Local(Arc::clone(name)), value);
        }
    }

    /// Adds the provider's diagnostics about a resource, with their places in the configuration.
    pub(crate) fn report(
        &self,
        address: &ObjectAddress,
        diagnostics: Diagnostics,
        messages: &mut Messages,
    ) {
        messages.extend_with(diagnostics, |diagnostic| {
            self.with_location(address, diagnostic.into())
        });
    }

    /// The result of a call of the provider, whose diagnostics are reported; `None` if it failed.
    pub(crate) fn reported<T>(
        &self,
        address: &ObjectAddress,
        result: Result<(T, Diagnostics), Diagnostics>,
        messages: &mut Messages,
    ) -> Option<T> {
        let (done, diagnostics) = match result {
            Ok((done, diagnostics)) => (Some(done), diagnostics),
            Err(diagnostics) => (None, diagnostics),
        };
        self.report(address, diagnostics, messages);
        done
    }

    /// A message about a resource, with its place in the configuration.
    pub(crate) fn with_location(&self, address: &ObjectAddress, message: Message) -> Message {
        // Provider code and Terraform Core's checks do not know what the configuration marks as
        // sensitive.
        let mut message = message.address(address);
        let path = message.diagnostic.path.clone();
        *message.diagnostic = self.secrets.redacted(*message.diagnostic);
        match self.block(address) {
            Some(block) if message.location.is_none() => {
                let at = locate(&block.body, &block.at, &path);
                message.at(&at)
            }
            _ => message,
        }
    }

    /// These diagnostics as messages about a resource.
    pub(crate) fn with_locations(&self, address: &ObjectAddress, messages: Messages) -> Messages {
        let mut placed = Messages::new();
        for message in messages {
            placed.push(self.with_location(address, message));
        }
        placed
    }

    /// The value that references to a resource see.
    pub(crate) fn reference_value(
        &self,
        address: &ResourceAddress,
        value: Value,
        sensitive: &[schema_runtime::path::Path],
    ) -> TypedValue {
        let known = match self.schema(address) {
            Some(schema) => TypedValue::of_block(&schema.block, value, sensitive),
            None => TypedValue::unknown(),
        };
        known.marked(kinds_of(address))
    }

    /// The value of a reference to a resource whose instances are unknown.
    pub(crate) fn unknown_reference(&self, address: &ResourceAddress) -> TypedValue {
        TypedValue::unknown().marked(kinds_of(address))
    }

    /// The stored form of an object.
    pub(crate) fn stored(
        &self,
        address: &ObjectAddress,
        object: &ResourceObject,
    ) -> Result<StoredResource, Message> {
        let schema = self.schema(address).ok_or_else(|| {
            Message::error("Unknown resource type").detail(format!(
                "The provider has no resource {}.",
                address.type_name
            ))
        })?;
        let mut stored = StoredResource::new(schema, &object.value, object.private.clone())
            .map_err(|message| message.address(address))?;
        if let (Some(identity), Some(schema)) = (&object.identity, self.identity_schema(address)) {
            stored.identity = StoredIdentity::new(schema, identity);
        }
        let known = &object.metadata;
        stored.metadata = Metadata {
            create_before_destroy: self.creates_first(address, known.create_before_destroy),
            provider: self.alias(address).cloned(),
            // As in Terraform, so the next plan notices when the schema's sensitive attributes
            // change.
            sensitive: all_sensitive_paths(&schema.block, &object.value, &known.sensitive),
            ..known.clone()
        };
        Ok(stored)
    }

    /// An object that is not in a state yet.
    pub(crate) fn new_object(
        &self,
        address: &ResourceAddress,
        value: Value,
        private: Vec<u8>,
        identity: Option<Value>,
    ) -> ResourceObject {
        ResourceObject {
            value,
            private,
            identity,
            metadata: self.new_metadata(address),
        }
    }

    /// The metadata of an object by the configuration alone.
    pub(crate) fn new_metadata(&self, address: &ResourceAddress) -> Metadata {
        Metadata {
            dependencies: self.graph.managed_dependencies(address),
            create_before_destroy: self.creates_first(address, false),
            provider: self.alias(address).cloned(),
            ..Metadata::default()
        }
    }

    /// The identity schema of a resource, if it has one.
    pub(crate) fn identity_schema(
        &self,
        address: &ResourceAddress,
    ) -> Option<&Ref<IdentitySchema>> {
        let identities = &self.instance.schemas().identities;
        identities.get(&*address.type_name)
    }

    /// The id of an object, if it has one.
    pub(crate) fn id<'v>(
        &self,
        address: &ResourceAddress,
        value: &'v Value,
    ) -> Option<Cow<'v, str>> {
        self.schema(address)?.id_in(value)
    }
}

/// The marks on every value of a resource.
fn kinds_of(address: &ResourceAddress) -> MarkKinds {
    MarkKinds::EPHEMERAL.only_if(address.mode == Mode::Ephemeral)
}

/// The aliases of objects in the state whose resources are not configured.
fn former_aliases(
    configuration: &Configuration,
    state_manager: &StateManager,
) -> BTreeMap<ResourceAddress, Arc<str>> {
    let state = state_manager.state();
    let objects = state.resources.into_iter();
    let mut aliases: BTreeMap<ResourceAddress, Arc<str>> = objects
        .filter_map(|(address, stored)| Some((address.resource, stored.metadata.provider?)))
        .filter(|(address, _)| !configuration.resources.contains_key(address))
        .collect();
    for block in &configuration.imports {
        if let Some((alias, _)) = &block.provider
            && !configuration.resources.contains_key(&block.to.resource)
        {
            aliases.insert(block.to.resource.clone(), Arc::clone(alias));
        }
    }
    // This includes objects that are moved to an unconfigured address.
    for _ in &configuration.moved {
        for block in &configuration.moved {
            if let Some(alias) = aliases.get(&block.from.resource).cloned()
                && !configuration.resources.contains_key(&block.to.resource)
            {
                aliases.insert(block.to.resource.clone(), alias);
            }
        }
    }
    aliases
}

/// The provider instance for a module with this `provider_meta` block, if it has one.
async fn in_module(
    instance: Instance,
    configuration: &Configuration,
    messages: &mut Messages,
) -> Instance {
    let Some(block) = &configuration.provider_meta else {
        return instance;
    };
    let schemas = instance.schemas();
    let Some(schema) = &schemas.provider_meta else {
        let name = &schemas.provider.type_name;
        let detail = format!("The provider \"{name}\" takes no provider_meta.");
        messages.fail("Unsupported provider_meta block", detail, &block.at);
        return instance;
    };
    let mut own = Messages::new();
    let (kind, scope) = (SchemaKind::ProviderMeta, Scope::default());
    let meta = decode(
        &schema.block,
        kind,
        &block.body,
        &block.at,
        &scope,
        &mut own,
    );
    let is_valid = !own.has_errors();
    messages.extend(own);
    if is_valid {
        match instance.in_module(&meta.value).await {
            Ok(instance) => return instance,
            Err(errors) => messages.extend_with(errors, |error| Message::from(error).at(&block.at)),
        }
    }
    instance
}
