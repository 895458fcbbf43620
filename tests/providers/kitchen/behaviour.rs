//! Defaults, computed values, replacement, the plan hook, private data.

use schema_provider::prelude::*;

use super::provider::{Kitchen, create_read_delete, stored_resource, update};

/// Every kind of default.
#[derive(Schema)]
#[schema(resource = "kitchen_defaults")]
pub(crate) struct Defaults {
    #[field(optional, default = "plain")]
    text: String,
    #[field(optional, default = 7)]
    number: i64,
    #[field(optional, default = 0.5)]
    float: f64,
    #[field(optional, default = true)]
    flag: bool,
    #[field(optional, default = vec!["a".to_owned(), "b".to_owned()])]
    list: Vec<String>,
    #[field(optional, default_fn = owner)]
    owner: Option<String>,
    #[field(required, default_fn = account)]
    account: String,
    #[field(
        optional,
        default_env("KITCHEN_ZONE", "KITCHEN_AREA", fallback = "here")
    )]
    zone: String,
    #[field(optional, default_env("KITCHEN_UNSET"))]
    unset: Option<String>,
}

fn owner(environment: &Environment) -> Result<Option<String>> {
    Ok(environment.get("KITCHEN_OWNER").map(str::to_owned))
}

fn account(environment: &Environment) -> Result<Option<String>> {
    Ok(environment.get("KITCHEN_ACCOUNT").map(str::to_owned))
}

stored_resource!(Defaults);

/// What the provider makes, and when again.
#[derive(Schema)]
#[schema(resource = "kitchen_computed", id(when_changed(name)))]
pub(crate) struct Computed {
    #[field(required)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    #[field(optional)]
    other: Option<String>,
    /// Made once.
    #[field(computed)]
    once: String,
    /// Made again with the size.
    #[field(computed(when_changed(size)))]
    sum: String,
    /// Made again with every change.
    #[field(computed(volatile))]
    version: i64,
    /// Configured or made.
    #[field(optional, computed)]
    address: Option<String>,
    /// Never made.
    #[field(computed)]
    never: Option<String>,
}

impl Resource for Computed {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Computed::VERSION, 1);
        data.set_null(Computed::NEVER);
        data.set(Computed::SUM, sum(data));
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for Computed {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (before, _) = data.get_change(Computed::VERSION);
        data.set(Computed::VERSION, before + 1);
        data.set(Computed::SUM, sum(data));
        let store = &cx.client()?.store;
        if data.has_change(Computed::NAME) {
            store.delete(data.dynamic_mut())?;
            return store.create(data.dynamic_mut());
        }
        store.update(data.dynamic_mut())
    }
}

fn sum(data: &ResourceData<Computed>) -> String {
    format!("sum of {}", data.get(Computed::SIZE).unwrap_or_default())
}

/// Replaced by a change of anything.
#[derive(Schema)]
#[schema(resource = "kitchen_replaced")]
pub(crate) struct Replaced {
    #[field(optional, force_new)]
    text: Option<String>,
    #[field(optional, force_new)]
    list: Vec<String>,
    #[field(optional, force_new)]
    map: BTreeMap<String, String>,
    #[field(optional, force_new)]
    set: Set<String>,
    #[field(optional, computed, force_new)]
    either: Option<String>,
    #[field(
        optional,
        default = "small",
        force_new,
        allow(force_new_default, reason = "it never changes")
    )]
    size: String,
    #[field(block(list), force_new)]
    whole: Vec<Free>,
    #[field(block(list))]
    part: Vec<Bound>,
    #[field(block(set))]
    member: Set<Bound>,
    #[field(block(single))]
    one: Option<Bound>,
    #[field(optional, nested(list))]
    nested: Vec<Bound>,
    #[field(optional, nested(map))]
    mapped: BTreeMap<String, Bound>,
    #[field(optional, nested(single), force_new)]
    object: Option<Free>,
    #[field(computed)]
    serial: String,
}

/// One field forces a replacement.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Bound {
    #[field(required, force_new)]
    fixed: String,
    #[field(optional)]
    free: Option<String>,
}

/// No field does.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Free {
    #[field(required)]
    value: String,
}

stored_resource!(Replaced);

/// Keeps private data, and old fields.
#[derive(Schema)]
#[schema(resource = "kitchen_kept", deprecated = "use kitchen_fixed")]
pub(crate) struct WithPrivateData {
    #[field(required)]
    name: String,
    #[field(optional, deprecated = "use name")]
    title: Option<String>,
    #[field(optional, removed = "it did nothing")]
    color: Option<String>,
    /// How often it was changed, which only the private data know.
    #[field(computed(volatile))]
    changes: i64,
}

impl Resource for WithPrivateData {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_private("changes", "0");
        data.set(WithPrivateData::CHANGES, 0);
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.private().get("changes").is_none() {
            return Err(Diagnostic::error("the private data are gone").into());
        }
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for WithPrivateData {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let before = data.private().get("changes").unwrap_or_default();
        let before: i64 = String::from_utf8_lossy(before).parse()?;
        data.set_private("changes", (before + 1).to_string());
        data.set(WithPrivateData::CHANGES, before + 1);
        cx.client()?.store.update(data.dynamic_mut())
    }
}

/// Cannot be changed in place, and shows the provider's settings.
#[derive(Schema)]
#[schema(resource = "kitchen_fixed", timeouts(create = "1m", delete = "1m"))]
pub(crate) struct Fixed {
    #[field(required, force_new)]
    name: String,
    #[field(computed)]
    region: String,
    #[field(computed)]
    made: String,
}

impl Resource for Fixed {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Fixed::REGION, &cx.client()?.region);
        cx.client()?.store.create(data.dynamic_mut())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

/// Looks at its plans.
#[derive(Schema)]
#[schema(resource = "kitchen_hook")]
pub(crate) struct Hook {
    #[field(required)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    /// The name in capitals, known at plan.
    #[field(computed)]
    shout: String,
    /// Twice the size, where nothing is configured.
    #[field(optional, computed)]
    double: Option<i64>,
    /// Unknown when the name changes.
    #[field(
        computed,
        allow(secret_name, reason = "it stands for what changes with the name")
    )]
    token: String,
}

impl Resource for Hook {
    type Provider = Kitchen;
    create_read_delete!();

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.has_change(Hook::NAME) {
            match plan.value(Hook::NAME) {
                Val::Known(name) => plan.set_new(Hook::SHOUT, name.to_uppercase()),
                _ => plan.set_unknown(Hook::SHOUT),
            }
            plan.set_unknown(Hook::TOKEN);
        }
        if plan.config(Hook::DOUBLE) == Val::Null {
            match plan.value(Hook::SIZE) {
                Val::Known(size) => plan.set_new(Hook::DOUBLE, size * 2),
                Val::Null => plan.set_new(Hook::DOUBLE, 0),
                Val::Unknown => plan.set_unknown(Hook::DOUBLE),
            }
        }
        match (plan.prior(Hook::SIZE), plan.value(Hook::SIZE).known()) {
            (Some(old), Some(new)) if new < old => plan.require_replace(Hook::SIZE),
            (_, Some(13)) => plan.error_at(Hook::SIZE, "Not this size", "13 brings bad luck."),
            (_, Some(12)) => plan.warn(Hook::SIZE, "Near bad luck", "13 comes next."),
            _ => {}
        }
        Ok(())
    }
}

update!(Hook);
