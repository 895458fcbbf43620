//! Relations between the fields of what is neither a resource nor a data source.

use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::schema_runtime::schema::Schema;
use schema_provider::{Bytes, LockInfo, LockOutcome, UnlockOutcome, Value};

/// Everything in it has the same fields.
#[derive(Schema)]
#[schema(provider = "pair")]
pub struct Pairs {}

impl Provider for Pairs {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }
    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Fleeting]
    }
    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Thing]
    }
    fn actions() -> &'static [ActionDef<Self>] {
        actions![Deed]
    }
    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![Store]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

macro_rules! related {
    ($(#[$meta:meta])* $name:ident) => {
        /// Fields that go together, or do not.
        #[derive(Schema)]
        $(#[$meta])*
        pub struct $name {
            #[field(optional, exactly_one_of(two))]
            one: Option<String>,
            #[field(optional, exactly_one_of(one))]
            two: Option<String>,
            #[field(optional, conflicts_with(right))]
            left: Option<String>,
            #[field(optional, conflicts_with(left))]
            right: Option<String>,
            #[field(optional, required_with(label))]
            user: Option<String>,
            #[field(optional)]
            label: Option<String>,
            #[field(optional, at_least_one_of(from))]
            to: Option<String>,
            #[field(optional, at_least_one_of(to))]
            from: Option<String>,
        }
    };
}

related!(
    #[schema(ephemeral = "pair_fleeting")]
    Fleeting
);
related!(
    #[schema(list = "pair_thing")]
    ThingFilter
);
related!(
    #[schema(action = "pair_deed")]
    Deed
);
related!(
    #[schema(state_store = "pair_store")]
    Store
);

/// Something to list.
#[derive(Schema)]
#[schema(resource = "pair_thing", identity(id))]
pub struct Thing {
    #[field(optional, force_new)]
    name: Option<String>,
}

impl Resource for Thing {
    type Provider = Pairs;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl List for Thing {
    type Filter = ThingFilter;

    async fn list(_: &Cx<Self>, _: ConfigData<'_, ThingFilter>, _: &mut Found<Self>) -> Result {
        Ok(())
    }
}

impl Ephemeral for Fleeting {
    type Provider = Pairs;

    async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

impl Action for Deed {
    type Provider = Pairs;

    async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

impl StateStore for Store {
    type Provider = Pairs;
    type Store = ();

    async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
    async fn read(_: &Cx<Self>, (): &(), _: &str) -> Result<Option<Bytes>> {
        Ok(None)
    }
    async fn write(_: &Cx<Self>, (): &(), _: &str, _: Bytes) -> Result {
        Ok(())
    }
    async fn lock(_: &Cx<Self>, (): &(), _: &str, _: &LockInfo) -> Result<LockOutcome> {
        Ok(LockOutcome::Unsupported)
    }
    async fn unlock(_: &Cx<Self>, (): &(), _: &str, _: &str) -> Result<UnlockOutcome> {
        Ok(UnlockOutcome::NotLocked)
    }
    async fn list(_: &Cx<Self>, (): &()) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
    async fn delete(_: &Cx<Self>, (): &(), _: &str) -> Result<bool> {
        Ok(false)
    }
}

/// What a kind says of a configuration, in which `?` is not known yet.
async fn validated(instance: &Instance, kind: &str, text: &str) -> Vec<String> {
    let schemas = instance.schemas();
    let config = |schema: &Schema| {
        let text = text.as_bytes();
        let decoded = json::decode_block(&schema.block, text, UnsupportedAttributes::Refuse);
        let Value::Object(values) = decoded.unwrap() else {
            panic!("no object");
        };
        let known = |value: Value| match value.as_str() {
            Some("?") => Value::UNKNOWN,
            _ => value,
        };
        Value::Object(values.into_iter().map(known).collect())
    };
    let told = match kind {
        "ephemeral" => {
            let config = config(&schemas.ephemeral_resources["pair_fleeting"]);
            let told = instance.validate_ephemeral_resource_config("pair_fleeting", &config);
            told.await
        }
        "list" => {
            let config = config(&schemas.list_resources["pair_thing"]);
            let told = instance.validate_list_resource_config("pair_thing", &config);
            told.await
        }
        "action" => {
            let config = config(&schemas.actions["pair_deed"]);
            let told = instance.validate_action_config("pair_deed", &config);
            told.await
        }
        _ => {
            let config = config(&schemas.state_stores["pair_store"]);
            let told = instance.validate_state_store_config("pair_store", &config);
            told.await
        }
    };
    let told = told
        .iter()
        .map(|one| format!("{}: {}", one.path, one.detail));
    told.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_of_every_kind_go_together_or_do_not() {
    let instance = Instance::new::<Pairs>(Environment::default()).unwrap();
    for kind in ["ephemeral", "list", "action", "state store"] {
        for (config, expected) in [
            (r#"{"one": "a", "to": "b"}"#, &[][..]),
            (
                r#"{"to": "b"}"#,
                &[
                    "one: Exactly one of one, two must be set, but none is.",
                    "two: Exactly one of one, two must be set, but none is.",
                ],
            ),
            (
                r#"{"one": "a", "two": "a", "from": "b"}"#,
                &[
                    "one: Exactly one of one, two must be set, but 2 are.",
                    "two: Exactly one of one, two must be set, but 2 are.",
                ],
            ),
            (
                r#"{"one": "a", "to": "b", "left": "l", "right": "r"}"#,
                &[
                    "left: left conflicts with right: set only one of them.",
                    "right: right conflicts with left: set only one of them.",
                ],
            ),
            (
                r#"{"one": "a", "to": "b", "user": "u"}"#,
                &["user: user needs label to be set too."],
            ),
            (r#"{"one": "a", "to": "b", "user": "u", "label": "p"}"#, &[]),
            (
                r#"{"one": "a"}"#,
                &[
                    "from: At least one of from, to must be set.",
                    "to: At least one of from, to must be set.",
                ],
            ),
            // What is not known may be set, or not.
            (
                r#"{"one": "?", "to": "?", "left": "l", "right": "?", "user": "u", "label": "?"}"#,
                &[],
            ),
        ] {
            let mut told = validated(&instance, kind, config).await;
            told.sort();
            assert_eq!(told, expected, "{kind}: {config}");
        }
    }
}
