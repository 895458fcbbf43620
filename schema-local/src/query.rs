//! Listing what exists: the `list` blocks of `*.tfquery.hcl` files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::address::{InstanceKey, Mode, Node, ResourceAddress};
use super::body::{decode, locate};
use super::config::Repetition;
use super::eval::{Scope, Target, TypedValue, conversion, evaluate, reference_of, unsupported};
use super::expansion::{NoExpansion, enter_unknown, expand, leave};
use super::hcl::ast::{Block, Body, Expr, ExprKind, Step};
use super::message::{Message, Messages, suggestion};
use super::run::Run;
use super::source::Location;
use schema_shell::lifecycle::{Instance, ListEvent, ListRequest};

/// As Terraform has it where nothing is said.
const LIMIT: i64 = 100;

/// A block of type `list`.
#[derive(Debug)]
pub(crate) struct ListBlock {
    type_name: Arc<str>,
    name: Arc<str>,
    repetition: Repetition,
    alias: Option<Arc<str>>,
    limit: Option<Expr>,
    include: Option<Expr>,
    config: Body,
    at: Location,
    /// Other lists that it refers to.
    needs: BTreeSet<(Arc<str>, Arc<str>)>,
}

impl ListBlock {
    fn key(&self) -> (Arc<str>, Arc<str>) {
        (Arc::clone(&self.type_name), Arc::clone(&self.name))
    }
}

/// An object that a list found.
pub(crate) struct ListedObject {
    /// The list, with the key of its instance.
    pub(crate) list: String,
    pub(crate) type_name: Arc<str>,
    /// The name of the list, for names of generated blocks.
    pub(crate) name: String,
    pub(crate) alias: Option<Arc<str>>,
    pub(crate) event: ListEvent,
}

/// Takes the `list` blocks out of the bodies of files.
pub(crate) fn take_lists(
    bodies: &mut [Body],
    provider: &str,
    messages: &mut Messages,
) -> Vec<ListBlock> {
    let mut lists: Vec<ListBlock> = Vec::new();
    for body in bodies {
        let blocks = std::mem::take(&mut body.blocks);
        for block in blocks {
            if &*block.kind.text != "list" {
                body.blocks.push(block);
                continue;
            }
            let Some(list) = read(block, provider, messages) else {
                continue;
            };
            if let Some(first) = lists.iter().find(|other| other.key() == list.key()) {
                let detail = format!(
                    "list.{}.{} is configured at {} already. Names must be unique per type.",
                    list.type_name, list.name, first.at
                );
                messages.push(
                    Message::error("Duplicate list block")
                        .detail(detail)
                        .at(&list.at),
                );
            } else {
                lists.push(list);
            }
        }
    }
    lists
}

fn read(block: Block, provider: &str, messages: &mut Messages) -> Option<ListBlock> {
    const KNOWN: [&str; 5] = ["provider", "limit", "include_resource", "count", "for_each"];
    let [type_name, name] = &block.labels[..] else {
        messages.push(
            Message::error("Wrong number of labels")
                .detail("A block of type \"list\" has 2 labels: type, name.")
                .at(&block.at),
        );
        return None;
    };
    let (type_name, name) = (Arc::clone(&type_name.text), Arc::clone(&name.text));
    let mut needs = BTreeSet::new();
    block.body.walk(&mut |expr| {
        if let Some(list) = list_of(expr) {
            needs.insert(list);
        }
    });
    for attribute in &block.body.attributes {
        if !KNOWN.contains(&&*attribute.name.text) {
            let near = suggestion(&attribute.name.text, KNOWN);
            messages.push(
                Message::error("Unsupported argument")
                    .detail(format!(
                        "An argument named \"{}\" is not expected here: what the provider is asked for stands in a \
                         \"config\" block.{near}",
                        attribute.name.text
                    ))
                    .at(&attribute.name.at),
            );
        }
    }
    let expr = |name: &str| block.body.attribute(name).map(|one| one.value.clone());
    let repetition = match (expr("count"), expr("for_each")) {
        (None, None) => Repetition::None,
        (Some(count), None) => Repetition::Count(count),
        (None, Some(for_each)) => Repetition::ForEach(for_each),
        (Some(_), Some(for_each)) => {
            messages.push(
                Message::error("Invalid combination of \"count\" and \"for_each\"")
                    .detail("The \"count\" and \"for_each\" meta-arguments are mutually-exclusive.")
                    .at(&for_each.at),
            );
            Repetition::None
        }
    };
    let alias = match expr("provider") {
        None => {
            messages.push(
                Message::error("Missing required argument")
                    .detail(format!(
                        "A list says which provider makes it: provider = {provider}."
                    ))
                    .at(&block.at),
            );
            None
        }
        Some(value) => alias(&value, provider, messages),
    };
    let (limit, include) = (expr("limit"), expr("include_resource"));
    let mut config = None;
    for inner in block.body.blocks {
        match (&*inner.kind.text, &config) {
            ("config", None) => config = Some(inner.body),
            (kind, _) => messages.push(
                Message::error("Unsupported block type")
                    .detail(format!(
                        "A list has one block of type \"config\" and no other: \"{kind}\" is not expected here."
                    ))
                    .at(&inner.at),
            ),
        }
    }
    let empty = || Body {
        attributes: Vec::new(),
        blocks: Vec::new(),
    };
    Some(ListBlock {
        type_name,
        name,
        repetition,
        alias,
        limit,
        include,
        config: config.unwrap_or_else(empty),
        at: block.at,
        needs,
    })
}

/// `provider = disk` is the default configuration, `provider = disk.west` an alias.
fn alias(value: &Expr, provider: &str, messages: &mut Messages) -> Option<Arc<str>> {
    let (name, alias) = match &value.kind {
        ExprKind::Variable(name) => (Some(name), None),
        ExprKind::Traversal(root, steps) => match (&root.kind, steps.as_slice()) {
            (ExprKind::Variable(name), [Step::Attribute(alias)]) => (Some(name), Some(alias)),
            _ => (None, None),
        },
        _ => (None, None),
    };
    match name {
        Some(name) if **name == *provider => alias.map(|alias| Arc::clone(&alias.text)),
        Some(name) => {
            let what = format!("A provider other than \"{provider}\" (it says \"{name}\")");
            messages.push(unsupported(&what, &value.at));
            None
        }
        None => {
            messages.push(
                Message::error("Invalid provider configuration reference")
                    .detail(format!(
                        "Write {provider}, or {provider} with an alias after a period."
                    ))
                    .at(&value.at),
            );
            None
        }
    }
}

/// The list that an expression refers to: `list.disk_image.name`. To references elsewhere that is a resource of the type
/// `list`.
fn list_of(expr: &Expr) -> Option<(Arc<str>, Arc<str>)> {
    let reference = reference_of(expr)?.ok()?;
    let Target::Node(Node::Resource(address)) = &reference.target else {
        return None;
    };
    if address.mode != Mode::Managed || &*address.type_name != "list" {
        return None;
    }
    match reference.rest.first() {
        Some(Step::Attribute(name)) => Some((Arc::clone(&address.name), Arc::clone(&name.text))),
        _ => None,
    }
}

/// What references to lists see.
#[derive(Default)]
struct Found(BTreeMap<Arc<str>, BTreeMap<Arc<str>, TypedValue>>);

impl Found {
    fn set(&mut self, list: &ListBlock, value: TypedValue, scope: &mut Scope) {
        let of_type = self.0.entry(Arc::clone(&list.type_name)).or_default();
        of_type.insert(Arc::clone(&list.name), value);
        let node = Node::Resource(ResourceAddress::managed(
            "list",
            Arc::clone(&list.type_name),
        ));
        scope.set(node, TypedValue::object(of_type.clone()));
    }
}

impl Run {
    /// Makes all lists, each after those that it refers to. `whole` asks for whole objects whatever the blocks say.
    pub(crate) async fn query(
        &self,
        lists: Vec<ListBlock>,
        whole: bool,
        messages: &mut Messages,
    ) -> Vec<ListedObject> {
        let mut listed = Vec::new();
        let Some(lists) = in_order(lists, messages) else {
            return listed;
        };
        let mut scope = self.inputs.clone();
        for node in &self.graph.order {
            if let Node::Local(name) = node {
                self.local(name, &mut scope, messages);
            }
        }
        let used: BTreeSet<Option<Arc<str>>> =
            lists.iter().map(|list| list.alias.clone()).collect();
        for alias in &used {
            if self.instance_of(alias.as_ref()).is_none() {
                let alias = alias.as_deref().unwrap_or_default();
                messages.push(Message::error("Provider configuration not present").detail(
                    format!(
                        "A list names the alias {alias}, and there is no provider block with it."
                    ),
                ));
            } else if !self.configure_now(alias.as_ref(), &scope, messages).await {
                return listed;
            }
        }
        if messages.has_errors() {
            return listed;
        }
        let mut found = Found::default();
        for list in &lists {
            let before = messages.error_count();
            let value = self
                .list(list, whole, &mut scope, &mut listed, messages)
                .await;
            if messages.error_count() > before {
                break;
            }
            found.set(list, value, &mut scope);
        }
        listed
    }

    /// Checks what lists ask for, without making any: whatever they refer to is unknown.
    pub(crate) async fn check_lists(&self, lists: &[ListBlock], messages: &mut Messages) {
        let mut scope = self.inputs.clone();
        let node = |list: &ListBlock| {
            Node::Resource(ResourceAddress::managed(
                "list",
                Arc::clone(&list.type_name),
            ))
        };
        for list in lists {
            scope.set(node(list), TypedValue::unknown());
        }
        for node in &self.graph.order {
            match node {
                Node::Local(name) => self.local(name, &mut scope, messages),
                Node::Resource(_) => scope.set(node.clone(), TypedValue::unknown()),
                _ => {}
            }
        }
        for list in lists {
            let address = format!("list.{}.{}", list.type_name, list.name);
            enter_unknown(&list.repetition, &mut scope);
            let decoded = self.list_config(list, &scope, &address, messages);
            leave(&mut scope);
            let (Some((instance, value)), name) = (decoded, &*list.type_name) else {
                continue;
            };
            let found = instance.validate_list_resource_config(name, &value).await;
            self.tell_of_list(list, &address, found, messages);
        }
    }

    /// What a list asks for, with the provider that it asks.
    fn list_config(
        &self,
        list: &ListBlock,
        scope: &Scope,
        address: &str,
        messages: &mut Messages,
    ) -> Option<(&Instance, Value)> {
        let instance = self.instance_of(list.alias.as_ref())?;
        let schema = match instance.schemas().list_resources.get(&*list.type_name) {
            Some(schema) => schema.clone(),
            None => {
                let known = instance.schemas().list_resources.keys();
                let near = suggestion(&list.type_name, known.map(String::as_str));
                messages.push(
                    Message::error("Invalid list resource")
                        .detail(format!(
                            "The provider has no list resource \"{}\".{near}",
                            list.type_name
                        ))
                        .at(&list.at)
                        .address(address),
                );
                return None;
            }
        };
        let (body, at) = (&list.config, &list.at);
        let decoded = decode(&schema.block, SchemaKind::List, body, at, scope, messages);
        self.secrets.learn(&decoded);
        Some((instance, decoded.value))
    }

    /// Tells what a provider says of a list.
    fn tell_of_list(
        &self,
        list: &ListBlock,
        address: &str,
        diagnostics: Diagnostics,
        messages: &mut Messages,
    ) {
        messages.extend_with(diagnostics, |diagnostic| {
            let path = diagnostic.path.clone();
            Message::from(self.secrets.redacted(diagnostic))
                .address(address)
                .at(&locate(&list.config, &list.at, &path))
        });
    }

    /// Makes one list with all its instances; what references to it see.
    async fn list(
        &self,
        list: &ListBlock,
        whole: bool,
        scope: &mut Scope,
        listed: &mut Vec<ListedObject>,
        messages: &mut Messages,
    ) -> TypedValue {
        let address = format!("list.{}.{}", list.type_name, list.name);
        let expansion = match expand(&list.repetition, scope, messages) {
            Ok(expansion) => expansion,
            Err(NoExpansion::Unknown(message)) => {
                messages.push(message.address(&address));
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
                    format!("{address}[{key:?}]"),
                    format!("{}_{key}", list.name),
                ),
            };
            let made = self.list_once(list, whole, scope, &address, messages).await;
            leave(scope);
            let Some(events) = made else {
                return TypedValue::unknown();
            };
            let data = events.iter().map(|event| self.event_value(list, event));
            let data = TypedValue::tuple(data.collect());
            values.push(TypedValue::object([(Arc::from("data"), data)].into()));
            listed.extend(events.into_iter().map(|event| ListedObject {
                list: address.clone(),
                type_name: Arc::clone(&list.type_name),
                name: name.clone(),
                alias: list.alias.clone(),
                event,
            }));
        }
        expansion.value(values)
    }

    /// One instance; nothing after an error, which is told.
    async fn list_once(
        &self,
        list: &ListBlock,
        whole: bool,
        scope: &Scope,
        address: &str,
        messages: &mut Messages,
    ) -> Option<Vec<ListEvent>> {
        let before = messages.error_count();
        let limit = self.argument(list.limit.as_ref(), &Type::Number, scope, messages);
        let limit = match limit {
            Some(Value::Number(number)) => number.as_i64().unwrap_or(-1),
            _ => LIMIT,
        };
        if limit < 0 {
            messages.push(
                Message::error("Invalid limit argument")
                    .detail("The \"limit\" must be a whole number, and not be negative.")
                    .at(list.limit.as_ref().map_or(&list.at, |limit| &limit.at)),
            );
        }
        let include = self.argument(list.include.as_ref(), &Type::Bool, scope, messages);
        let include = matches!(include, Some(Value::Bool(true)));
        let (instance, config) = self.list_config(list, scope, address, messages)?;
        if messages.error_count() > before {
            return None;
        }
        if !config.is_wholly_known() {
            messages.push(
                Message::error("config is not known")
                    .detail("Everything in it must be known; what resources are made of is not, in this runner.")
                    .at(&list.at)
                    .address(address),
            );
            return None;
        }
        let name = &*list.type_name;
        let found = instance.validate_list_resource_config(name, &config).await;
        self.tell_of_list(list, address, found, messages);
        if messages.error_count() > before {
            return None;
        }
        let mut listing = instance.list_resource(ListRequest {
            type_name: name.to_owned(),
            config,
            include_object: include || whole,
            limit,
        });
        let mut events = Vec::new();
        while let Some(mut event) = listing.next().await {
            let told = std::mem::take(&mut event.diagnostics);
            self.tell_of_list(list, address, told, messages);
            if event.identity.is_some() {
                events.push(event);
            }
        }
        (messages.error_count() == before).then_some(events)
    }

    /// The value of an argument of the block itself.
    fn argument(
        &self,
        expr: Option<&Expr>,
        ty: &Type,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Option<Value> {
        let expr = expr?;
        let value = evaluate(scope, expr, messages);
        match conversion(&value, ty).map(|typed| typed.value) {
            Ok(Value::Null) => None,
            Ok(value) if value.is_wholly_known() => Some(value),
            Ok(_) => {
                let message = Message::error("Value not known").at(&expr.at);
                messages.push(message.detail("It must be known when the list is made."));
                None
            }
            Err(reason) => {
                let message = Message::error("Incorrect value type").at(&expr.at);
                messages.push(message.detail(format!("{reason}.")));
                None
            }
        }
    }

    /// What `list.type.name.data[0]` is.
    fn event_value(&self, list: &ListBlock, event: &ListEvent) -> TypedValue {
        let schemas = self.schemas();
        let name = &*list.type_name;
        let mut attributes = BTreeMap::new();
        if let (Some(schema), Some(identity)) = (schemas.identities.get(name), &event.identity) {
            let identity = TypedValue::of_block(schema.block(), identity.clone(), &[]);
            attributes.insert(Arc::from("identity"), identity);
        }
        if let Some(schema) = schemas.resources.get(name) {
            let object = event.object.clone().unwrap_or(Value::Null);
            let object = TypedValue::of_block(&schema.block, object, &[]);
            attributes.insert(Arc::from("state"), object);
        }
        let display_name = TypedValue::string(event.display_name.as_str());
        attributes.insert(Arc::from("display_name"), display_name);
        TypedValue::object(attributes)
    }
}

/// Each list after those that it refers to.
fn in_order(lists: Vec<ListBlock>, messages: &mut Messages) -> Option<Vec<ListBlock>> {
    let known: BTreeSet<_> = lists.iter().map(ListBlock::key).collect();
    for list in &lists {
        for (type_name, name) in list.needs.difference(&known) {
            messages.push(
                Message::error("Reference to undeclared list")
                    .detail(format!(
                        "There is no list block \"{type_name}\" \"{name}\"."
                    ))
                    .at(&list.at),
            );
        }
    }
    if messages.has_errors() {
        return None;
    }
    let (mut done, mut ordered, mut left) = (BTreeSet::new(), Vec::new(), lists);
    while !left.is_empty() {
        let (ready, waiting): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|list| list.needs.is_subset(&done));
        if ready.is_empty() {
            let names = waiting
                .iter()
                .map(|list| format!("list.{}.{}", list.type_name, list.name));
            let names = names.collect::<Vec<_>>().join(", ");
            messages.push(
                Message::error("Cycle").detail(format!("These refer to each other: {names}.")),
            );
            return None;
        }
        done.extend(ready.iter().map(ListBlock::key));
        ordered.extend(ready);
        left = waiting;
    }
    Some(ordered)
}
