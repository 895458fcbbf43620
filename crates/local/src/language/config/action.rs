//! The block `action`, and the `action_trigger` blocks of a resource's lifecycle.

use super::meta_arguments::{provider_alias, repetition};
use super::model::{
    ActionTrigger, Lifecycle, OnFailure, ResourceBlock, TriggerEvent, TriggeredAction,
};
use super::reader::Reader;
use crate::address::{Mode, Node};
use crate::language::eval::{Target, reference_of};
use crate::language::hcl::ast::{Block, Body, Expr, ExprKind, Step};

pub(super) fn read(reader: &mut Reader<'_>, block: Block) {
    let Some((address, type_at)) = reader.address(&block, Mode::Action) else {
        return;
    };
    reader.check_names(&block.body, &["count", "for_each", "provider"], &["config"]);
    let repetition = repetition(&block.body, &mut reader.messages);
    let provider = provider_alias(&block.body, reader.provider, &mut reader.messages);
    let mut config = None;
    for inner in block.body.blocks {
        if &*inner.kind.text != "config" {
            continue;
        }
        reader.check_no_labels(&inner);
        if config.is_some() {
            let detail = "An action has one \"config\" block.";
            reader.fail("Duplicate config block", detail, &inner.at);
        } else {
            config = Some((inner.body, inner.at));
        }
    }
    let (body, at) = config.unwrap_or_else(|| (Body::default(), block.at));
    let action = ResourceBlock {
        body,
        repetition,
        provider,
        names_provider: false,
        depends_on: Vec::new(),
        lifecycle: Lifecycle::default(),
        at,
        type_at,
    };
    reader.insert(address, action);
}

/// Reads an `action_trigger` block.
pub(super) fn trigger(reader: &mut Reader<'_>, block: &Block) -> Option<ActionTrigger> {
    reader.check_no_labels(block);
    reader.check_names(
        &block.body,
        &["events", "condition", "actions", "on_failure"],
        &[],
    );
    let events = reader.required(block, "events")?;
    let actions = reader.required(block, "actions")?;
    let condition = block.body.attribute("condition");
    let on_failure = block.body.attribute("on_failure");
    Some(ActionTrigger {
        events: self::events(reader, events),
        condition: condition.map(|attribute| attribute.value.clone()),
        actions: items(reader, actions, "actions", action),
        on_failure: on_failure
            .and_then(|attribute| self::on_failure(reader, &attribute.value))
            .unwrap_or_default(),
    })
}

/// The items of a list in brackets, which must not be empty.
fn items<T>(
    reader: &mut Reader<'_>,
    value: &Expr,
    name: &str,
    read: fn(&mut Reader<'_>, &Expr) -> Option<T>,
) -> Vec<T> {
    let ExprKind::Tuple(items) = &value.kind else {
        let detail = format!("The value of {name} must be a list in brackets.");
        reader.fail(&format!("Invalid {name}"), detail, &value.at);
        return Vec::new();
    };
    if items.is_empty() {
        let detail = format!("{name} is empty, so nothing would ever be invoked.");
        reader.fail(&format!("No {name} specified"), detail, &value.at);
    }
    items.iter().filter_map(|item| read(reader, item)).collect()
}

fn keyword(value: &Expr) -> Option<&str> {
    match &value.kind {
        ExprKind::Variable(name) => Some(name),
        _ => None,
    }
}

/// The events; each may occur only once.
fn events(reader: &mut Reader<'_>, value: &Expr) -> Vec<TriggerEvent> {
    let mut events = Vec::new();
    for event in items(reader, value, "events", event) {
        if events.contains(&event) {
            let detail = "The event is named in this action_trigger block already.";
            let summary = format!("Duplicate \"{}\" event", event.name());
            reader.fail(&summary, detail, &value.at);
        } else {
            events.push(event);
        }
    }
    events
}

fn event(reader: &mut Reader<'_>, value: &Expr) -> Option<TriggerEvent> {
    let mut all = TriggerEvent::ALL.into_iter();
    let found = all.find(|event| keyword(value) == Some(event.name()));
    if found.is_none() {
        let names = TriggerEvent::ALL.map(TriggerEvent::name).join(", ");
        let detail = format!("An event is one of these words, without quotes: {names}.");
        reader.fail("Invalid event", detail, &value.at);
    }
    found
}

fn on_failure(reader: &mut Reader<'_>, value: &Expr) -> Option<OnFailure> {
    match keyword(value) {
        Some("halt") => Some(OnFailure::Halt),
        Some("continue") => Some(OnFailure::Continue),
        Some("taint") => Some(OnFailure::Taint),
        _ => {
            let detail = "on_failure is one of these words, without quotes: halt, taint, continue.";
            reader.refuse("Invalid on_failure", detail, &value.at)
        }
    }
}

/// `action.disk_verify.a`, optionally with the key of an instance.
fn action(reader: &mut Reader<'_>, value: &Expr) -> Option<TriggeredAction> {
    let wrong = |reader: &mut Reader<'_>| {
        let detail = "An item of actions is an action, perhaps with the key of an instance: \
             action.disk_verify.name, action.disk_verify.name[each.key].";
        reader.refuse("Invalid action reference", detail, &value.at)
    };
    let Some(reference) = reference_of(value) else {
        return wrong(reader);
    };
    let reference = reader.messages.ok(reference)?;
    let key = match reference.rest {
        [] => None,
        [Step::Index(key)] => Some(key.clone()),
        _ => return wrong(reader),
    };
    match reference.target {
        Target::Node(Node::Resource(address)) if address.mode == Mode::Action => {
            let at = value.at.clone();
            Some(TriggeredAction { address, key, at })
        }
        _ => wrong(reader),
    }
}

impl TriggerEvent {
    const ALL: [TriggerEvent; 6] = [
        TriggerEvent::BeforeCreate,
        TriggerEvent::AfterCreate,
        TriggerEvent::BeforeUpdate,
        TriggerEvent::AfterUpdate,
        TriggerEvent::BeforeDestroy,
        TriggerEvent::AfterDestroy,
    ];

    /// The names in a configuration, in Terraform's messages, and for a person.
    fn texts(self) -> (&'static str, &'static str, &'static str) {
        use TriggerEvent as E;
        match self {
            E::BeforeCreate => ("before_create", "BeforeCreate", "before it is created"),
            E::AfterCreate => ("after_create", "AfterCreate", "after it is created"),
            E::BeforeUpdate => ("before_update", "BeforeUpdate", "before it is updated"),
            E::AfterUpdate => ("after_update", "AfterUpdate", "after it is updated"),
            E::BeforeDestroy => ("before_destroy", "BeforeDestroy", "before it is destroyed"),
            E::AfterDestroy => ("after_destroy", "AfterDestroy", "after it is destroyed"),
        }
    }

    /// The name in a configuration.
    pub(crate) fn name(self) -> &'static str {
        self.texts().0
    }

    /// The name in Terraform's messages.
    pub(crate) fn camel_case(self) -> &'static str {
        self.texts().1
    }

    /// The words for a person.
    pub(crate) fn words(self) -> &'static str {
        self.texts().2
    }

    /// Whether it comes before a create or an update.
    pub(crate) fn is_before_apply(self) -> bool {
        matches!(self, Self::BeforeCreate | Self::BeforeUpdate)
    }

    /// Whether the configuration comes from the plan: nothing can be evaluated when the action is
    /// invoked.
    pub(crate) fn destroys(self) -> bool {
        matches!(self, Self::BeforeDestroy | Self::AfterDestroy)
    }
}
