//! Lists existing objects with the `list` blocks of `*.tfquery.hcl` files.

mod asked;
mod found;
mod locals;
mod model;
mod order;
mod read;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::address::{InstanceKey, Mode, Node};
use crate::language::config::Repetition;
use crate::language::eval::{Scope, TypedValue};
use crate::language::expansion::{NoExpansion, enter_unknown, expand, leave};
use crate::language::hcl::ast::Body;
use crate::language::references::check_list;
use crate::language::variable_values::Inputs;
use crate::message::{Message, Messages};
use crate::run::context::Run;
use crate::run::events::{Event, Events, ListedObject};
use crate::run::remote_state::RemoteState;
use crate::run::stop::Stop;
use crate::state::StateManager;
use crate::state::workspace::DEFAULT;
use found::Found;
use locals::{evaluate_ready, take_locals};
use model::{ListBlock, ListLocal};
use order::{cycle, in_order};
use read::take_lists;
use schema_shell::lifecycle::{Instance, ListRequest};

/// The `list` blocks of a configuration, in dependency order.
pub struct Lists {
    blocks: Vec<ListBlock>,
    /// Local values that depend on the results.
    locals: Vec<ListLocal>,
}

impl Lists {
    /// The addresses of the lists: `list.disk_image.all`.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        self.blocks.iter().map(ListBlock::address).collect()
    }

    /// Removes the lists from the bodies of files.
    fn take(bodies: &mut [Body], provider: &str) -> Result<Self, Messages> {
        let mut messages = Messages::new();
        let mut lists = take_lists(bodies, provider, &mut messages);
        let locals = take_locals(bodies, &mut messages);
        for list in &mut lists {
            list.references.see_through(&locals);
        }
        messages = messages.without_errors()?;
        let known: BTreeSet<_> = lists.iter().map(ListBlock::key).collect();
        for list in &lists {
            list.references.check(&known, &list.at, &mut messages);
        }
        messages = messages.without_errors()?;
        let is_ready = |list: &ListBlock, done: &_| list.references.lists.is_subset(done);
        let blocks = in_order(lists, ListBlock::key, is_ready)
            .map_err(|left| cycle(left.iter().map(ListBlock::address)))?;
        for local in &locals {
            local
                .references
                .check(&known, &local.value.at, &mut messages);
        }
        messages.without_errors().map(|_| Lists { blocks, locals })
    }
}

/// The result of a query.
pub struct Listing {
    /// The objects, in the order of discovery.
    pub objects: Vec<ListedObject>,
    /// The lists without results, each with the key of its instance.
    pub empty: Vec<String>,
}

/// A query in progress.
struct Queried<'a> {
    /// Whether whole objects are requested, whatever the blocks say, and configuration is generated
    /// from them.
    generates: bool,
    /// The names of generated blocks.
    names: BTreeSet<String>,
    listed: Vec<ListedObject>,
    /// The lists without results.
    empty: Vec<String>,
    messages: &'a mut Messages,
}

impl Run {
    /// The lists of query files, and a run over the rest of the configuration.
    ///
    /// # Errors
    /// All errors in the configuration or its variables.
    pub async fn to_query(
        instance: Instance,
        mut bodies: Vec<Body>,
        inputs: (&Inputs, Option<&Path>),
        state_manager: Arc<StateManager>,
        events: Arc<dyn Events>,
        stop: Stop,
    ) -> Result<(Self, Lists, Messages), Messages> {
        let provider = instance.schemas().provider.type_name.to_string();
        let lists = Lists::take(&mut bodies, &provider)?;
        let opened = Run::new(instance, bodies, inputs, state_manager, events, stop);
        let (run, mut messages) = opened.await?;
        run.check_lists(&lists, &mut messages);
        Ok((run, lists, messages))
    }

    /// Validates a configuration, perhaps with its lists, and its state store.
    ///
    /// # Errors
    /// All errors in a configuration that cannot be validated further.
    pub(crate) async fn validation(
        instance: Instance,
        mut bodies: Vec<Body>,
        with_lists: bool,
        events: Arc<dyn Events>,
        stop: Stop,
    ) -> Result<Messages, Messages> {
        let store_instance = instance.clone();
        let provider = &store_instance.schemas().provider.type_name;
        let lists = match with_lists {
            true => Some(Lists::take(&mut bodies, provider)?),
            false => None,
        };
        let (run, mut messages) = Run::to_validate(instance, bodies, events, stop).await?;
        if let Some(lists) = &lists {
            run.check_lists(lists, &mut messages);
        }
        let configuration = &run.configuration;
        RemoteState::checked(&store_instance, configuration, DEFAULT, &mut messages).await;
        messages.extend(match lists {
            Some(lists) => run.validate_lists(&lists).await,
            None => run.validate().await,
        });
        Ok(messages)
    }

    /// Reports references of lists to missing targets, and missing aliases.
    fn check_lists(&self, lists: &Lists, messages: &mut Messages) {
        let names = lists.locals.iter().map(|local| Arc::clone(&local.name));
        let names: BTreeSet<Arc<str>> = names.collect();
        let (configuration, schemas) = (&self.configuration, self.schemas());
        for local in &lists.locals {
            let checked = (None, std::iter::once(&local.value), &Repetition::None);
            check_list(checked, &names, configuration, schemas, messages);
        }
        for list in &lists.blocks {
            let mut own = Messages::new();
            let expressions = list.repetition.expr().into_iter();
            let expressions = expressions.chain(&list.limit).chain(&list.include);
            let checked = (Some(&list.config), expressions, &list.repetition);
            check_list(checked, &names, configuration, schemas, &mut own);
            if let Some(alias) = &list.alias
                && self.instance_of(Some(alias)).is_none()
            {
                let detail =
                    format!("A list names the alias {alias}, but no provider block has it.");
                own.fail("Provider configuration not present", detail, &list.at);
            }
            messages.extend(own.with_default_address(&list.address()));
        }
    }

    /// Everything that the lists depend on: their references, and the settings of their provider.
    fn needed_by_lists(&self, lists: &Lists) -> BTreeSet<Node> {
        let mut needed = BTreeSet::new();
        for list in &lists.blocks {
            let own = list.references.nodes.iter().cloned();
            needed.extend(
                self.graph
                    .up_to(own.chain([Node::Provider(list.alias.clone())])),
            );
        }
        needed
    }

    /// Whether a list refers to a resource, which requires a state.
    #[must_use]
    pub fn lists_need_state(&self, lists: &Lists) -> bool {
        let needed = self.needed_by_lists(lists);
        needed.iter().any(|node| match node {
            Node::Resource(address) => {
                address.mode == Mode::Managed && self.block(address).is_some()
            }
            _ => false,
        })
    }

    /// Validates everything, including the lists, with all resources unknown.
    pub async fn validate_lists(&self, lists: &Lists) -> Messages {
        let (mut scope, mut messages) = self.validated().await;
        let (mut found, mut done) = (Found::default(), BTreeSet::new());
        for list in &lists.blocks {
            let mut own = Messages::new();
            // Values that are unknown now may be known when the list runs.
            let _ = expand(&list.repetition, &scope, &mut own);
            enter_unknown(&list.repetition, &mut scope);
            let address = list.address();
            self.asked_for(list, &scope, (&address, false), &mut own)
                .await;
            leave(&mut scope);
            messages.extend(own.with_default_address(&address));
            found.set(list, TypedValue::unknown(), &mut scope);
            evaluate_ready(&lists.locals, &mut done, &found, &mut scope, &mut messages);
        }
        messages
    }

    /// Runs all lists in dependency order, and reports their results. With `generates` they request
    /// whole objects, whatever the blocks say, and configuration is generated from these. Resources
    /// that they refer to have their planned values.
    pub async fn query(&self, lists: &Lists, generates: bool, messages: &mut Messages) -> Listing {
        let _looking = self.state_manager.note_looking();
        let needed = self.needed_by_lists(lists);
        let (mut scope, opened) = self.planned_scope(&needed, messages).await;
        let (mut found, mut done) = (Found::default(), BTreeSet::new());
        let mut queried = Queried {
            generates,
            names: BTreeSet::new(),
            listed: Vec::new(),
            empty: Vec::new(),
            messages,
        };
        for list in &lists.blocks {
            if queried.messages.has_errors() {
                break;
            }
            let value = self.list(list, &mut scope, &mut queried).await;
            found.set(list, value, &mut scope);
            let messages = &mut *queried.messages;
            evaluate_ready(&lists.locals, &mut done, &found, &mut scope, messages);
        }
        self.close_all(opened, queried.messages).await;
        Listing {
            objects: queried.listed,
            empty: queried.empty,
        }
    }

    /// Runs one list with all its instances; returns the value that references to it see.
    async fn list(
        &self,
        list: &ListBlock,
        scope: &mut Scope,
        queried: &mut Queried<'_>,
    ) -> TypedValue {
        let address = list.address();
        let expansion = match expand(&list.repetition, scope, queried.messages) {
            Ok(expansion) => expansion,
            Err(NoExpansion::Unknown(message)) => {
                queried.messages.push(message.address(&address));
                return TypedValue::unknown();
            }
            Err(NoExpansion::Wrong) => return TypedValue::unknown(),
        };
        let mut values = Vec::new();
        for key in expansion.keys() {
            expansion.enter(&key, scope);
            let (address, name) = match &key {
                InstanceKey::None => (address.clone(), list.name.to_string()),
                InstanceKey::Index(index) => (
                    format!("{address}[{index}]"),
                    format!("{}_{index}", list.name),
                ),
                InstanceKey::Key(key) => (
                    format!("{address}[{}]", schema_rules::quoted(key)),
                    format!("{}_{key}", list.name),
                ),
            };
            let made = self.list_once(list, scope, &address, queried).await;
            leave(scope);
            let Some(objects) = made else {
                return TypedValue::unknown();
            };
            let data = objects.iter();
            let data = data.map(|object| self.event_value(list, &object.event));
            let data = TypedValue::tuple(data.collect());
            values.push(TypedValue::object([(Arc::from("data"), data)].into()));
            let total = objects.len();
            if total == 0 {
                queried.empty.push(address.clone());
            }
            for mut object in objects {
                if queried.generates {
                    self.generate(&mut object, &name, queried).await;
                    self.events.event(Event::Listed(&object));
                }
                queried.listed.push(object);
            }
            self.events.event(Event::ListComplete {
                list: &address,
                type_name: &list.type_name,
                total,
            });
        }
        expansion.value(values)
    }

    /// Has the provider generate the configuration of an object.
    async fn generate(&self, object: &mut ListedObject, name: &str, queried: &mut Queried<'_>) {
        let (Some(instance), Some(state)) = (
            self.instance_of(object.alias.as_ref()),
            &object.event.object,
        ) else {
            return;
        };
        let made = instance.generate_resource_config(&object.type_name, state.clone());
        let (config, found) = made.await;
        queried.messages.extend_with(found, |diagnostic| {
            Message::from(self.secrets.redacted(diagnostic)).address(&object.list)
        });
        object.generated = Some((unique_name(name, &mut queried.names), config));
    }

    /// Runs one instance; `None` after an error, which is reported. Results are reported at once,
    /// so that they are not lost if the user stops waiting, unless their configuration is still
    /// being generated.
    async fn list_once(
        &self,
        list: &ListBlock,
        scope: &Scope,
        address: &str,
        queried: &mut Queried<'_>,
    ) -> Option<Vec<ListedObject>> {
        let (generates, messages) = (queried.generates, &mut *queried.messages);
        let before = messages.error_count();
        let asked = self
            .asked_for(list, scope, (address, true), messages)
            .await?;
        let instance = self.instance_of(list.alias.as_ref())?;
        self.events.event(Event::ListStarted {
            list: address,
            type_name: &list.type_name,
            config: list.is_configured.then_some(&asked.config),
        });
        let mut listing = instance.list_resource(ListRequest {
            type_name: list.type_name.to_string(),
            config: asked.config,
            include_object: asked.include || generates,
            limit: asked.limit,
        });
        let mut objects = Vec::new();
        while let Some(mut event) = listing.next().await {
            let told = std::mem::take(&mut event.diagnostics);
            self.report_list(list, address, told, messages);
            if event.identity.is_none() {
                continue;
            }
            let object = ListedObject {
                list: address.to_owned(),
                type_name: Arc::clone(&list.type_name),
                alias: list.alias.clone(),
                event,
                generated: None,
            };
            if !generates {
                self.events.event(Event::Listed(&object));
            }
            objects.push(object);
        }
        (messages.error_count() == before).then_some(objects)
    }
}

/// A unique name for a block.
fn unique_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut name: String = name
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        name.insert(0, '_');
    }
    for number in 0_usize.. {
        let numbered = format!("{name}_{number}");
        if taken.insert(numbered.clone()) {
            return numbered;
        }
    }
    name
}
