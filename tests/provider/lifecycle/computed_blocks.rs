//! Computed blocks over gRPC: where the schema declares them, the error for an older client, and
//! the answer for a newer one.
#![allow(clippy::needless_update, reason = "messages grow")]

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, ClientCapabilities, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::schema::Schema as Table;
use schema_provider::server::ProviderServer;

use crate::host::object;

#[derive(Schema)]
#[schema(provider = "net")]
struct Net {}

impl Provider for Net {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Card]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
struct Address {
    #[field(optional, computed)]
    family: Option<String>,
    #[field(computed)]
    ip: String,
}

#[derive(Schema)]
struct Group {
    #[field(required)]
    name: String,
    #[field(computed, block(list))]
    address: Vec<Address>,
}

#[derive(Schema)]
#[schema(resource = "net_card")]
struct Card {
    /// What goes wrong.
    #[field(required)]
    name: String,
    #[field(computed, block(list))]
    address: Vec<Address>,
    #[field(computed, block(single))]
    owner: Option<Address>,
    #[field(block(list))]
    group: Vec<Group>,
}

fn address(family: &str) -> Address {
    Address {
        family: Some(family.to_owned()),
        ip: format!("{family}-1"),
    }
}

impl Resource for Card {
    type Provider = Net;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        match data.get(Card::NAME).as_str() {
            // The provider sets nothing.
            "none" => {}
            "fails" => return Err(Diagnostic::error("it failed").into()),
            "panics" => panic!("it panicked"),
            _ => {
                let mut all = data.get(Card::ADDRESS);
                if all.is_empty() {
                    all = vec![address("v4"), address("v6")];
                }
                for one in &mut all {
                    one.ip = format!("{}-1", one.family.as_deref().unwrap_or_default());
                }
                data.set(Card::ADDRESS, all);
                data.set(Card::OWNER, Some(address("owner")));
            }
        }
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Card {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(Card::NAME) == "contradicts" {
            data.set(Card::ADDRESS, vec![address("other")]);
        }
        Ok(())
    }
}

struct Server {
    server: ProviderServer,
    schema: Table,
}

const NEW: Option<ClientCapabilities> = Some(ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
});

const OLD: Option<ClientCapabilities> = Some(ClientCapabilities {
    deferral_allowed: true,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: false,
});

fn errors(told: &[v6::Diagnostic]) -> Vec<String> {
    told.iter()
        .map(|one| {
            let steps = one.attribute.iter().flat_map(|path| &path.steps);
            let steps: Vec<String> = steps
                .filter_map(|step| match step.selector.as_ref()? {
                    v6::attribute_path::Selector::AttributeName(name) => Some(name.clone()),
                    v6::attribute_path::Selector::ElementKeyInt(i) => Some(i.to_string()),
                    v6::attribute_path::Selector::ElementKeyString(key) => Some(key.clone()),
                })
                .collect();
            format!("{}: {} {}", steps.join("."), one.summary, one.detail)
        })
        .collect()
}

impl Server {
    fn new() -> Server {
        let instance = Instance::new::<Net>(Environment::default()).unwrap();
        let schema = (*instance.schemas().resources["net_card"]).clone();
        let server = ProviderServer::new(instance);
        Server { server, schema }
    }

    /// An object, in which null is null: the JSON of a state would omit it.
    fn value(&self, text: &str) -> Value {
        let mut value = object(&self.schema, text);
        if text.contains(r#""address":null"#)
            && let Value::Object(values) = &mut value
        {
            let (position, _) = self.schema.block.find("address").unwrap();
            values[position] = Value::Null;
        }
        value
    }

    fn of(&self, value: &Value) -> Option<DynamicValue> {
        let bytes = msgpack::encode_block(&self.schema.block, value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    }

    fn decoded(&self, value: Option<DynamicValue>) -> Value {
        let value = value.unwrap();
        msgpack::decode_block(&self.schema.block, &value.msgpack).unwrap()
    }

    async fn validate(&self, config: &str, client: Option<ClientCapabilities>) -> Vec<String> {
        let request = v6::validate_resource_config::Request {
            type_name: "net_card".to_owned(),
            config: self.of(&self.value(config)),
            client_capabilities: client,
            ..Default::default()
        };
        errors(
            &self
                .server
                .validate_resource_config(request)
                .await
                .diagnostics,
        )
    }

    async fn plan(
        &self,
        prior: &Value,
        config: &Value,
        client: Option<ClientCapabilities>,
    ) -> (Option<Value>, Vec<String>) {
        let request = v6::plan_resource_change::Request {
            type_name: "net_card".to_owned(),
            prior_state: self.of(prior),
            // As Terraform proposes it.
            proposed_new_state: self.of(config),
            config: self.of(config),
            client_capabilities: client,
            ..Default::default()
        };
        let planned = self.server.plan_resource_change(request).await;
        let told = errors(&planned.diagnostics);
        let state = planned.planned_state.map(|state| self.decoded(Some(state)));
        (state, told)
    }

    /// Plans and applies for a client that supports computed blocks.
    async fn change(&self, prior: &Value, config: &str) -> (Value, Value, Vec<String>) {
        let config = self.value(config);
        let (planned, told) = self.plan(prior, &config, NEW).await;
        assert_eq!(told, Vec::<String>::new());
        let planned = planned.unwrap();
        let request = v6::apply_resource_change::Request {
            type_name: "net_card".to_owned(),
            prior_state: self.of(prior),
            planned_state: self.of(&planned),
            config: self.of(&config),
            ..Default::default()
        };
        let applied = self.server.apply_resource_change(request).await;
        let told = errors(&applied.diagnostics);
        (planned, self.decoded(applied.new_state), told)
    }
}

const UNCONFIGURED: &str = r#"{"name":"a","address":null,"owner":null,"group":[]}"#;
const MADE: &str = r#"{"id":"1","name":"a","group":[],"owner":{"family":"owner","ip":"owner-1"},
    "address":[{"family":"v4","ip":"v4-1"},{"family":"v6","ip":"v6-1"}]}"#;

#[tokio::test]
async fn the_schema_marks_computed_blocks_in_their_content() {
    let server = Server::new();
    let request = v6::get_provider_schema::Request::default();
    let schemas = server.server.get_provider_schema(request).await;
    let card = schemas.resource_schemas["net_card"].block.clone().unwrap();
    assert!(!card.computed, "not of the whole");
    let computed = |block: &v6::Block| -> Vec<(String, bool)> {
        let blocks = block.block_types.iter();
        blocks
            .map(|one| (one.type_name.clone(), one.block.as_ref().unwrap().computed))
            .collect()
    };
    let said = |name: &str, is| (name.to_owned(), is);
    assert_eq!(
        computed(&card),
        [
            said("address", true),
            said("group", false),
            said("owner", true)
        ]
    );
    let group = card.block_types[1].block.as_ref().unwrap();
    assert_eq!(computed(group), [said("address", true)]);
    let refused = schema_provider::plugin::proto::v5::Schema::try_from(
        schemas.resource_schemas["net_card"].clone(),
    );
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("a computed block needs protocol 6"),
        "{refused}"
    );
}

#[tokio::test]
async fn an_older_terraform_is_warned_of_unsupported_blocks() {
    let server = Server::new();
    let config = r#"{"name":"a","address":[],"owner":null,"group":[
        {"name":"x","address":[]},{"name":"y","address":[]}]}"#;
    for client in [None, Some(ClientCapabilities::default()), OLD] {
        let told = server.validate(config, client).await;
        let at: Vec<&str> = told
            .iter()
            .filter_map(|one| one.split_once(": ").map(|(at, _)| at))
            .collect();
        assert_eq!(at, ["address", "group.0.address", "owner"]);
        for one in &told {
            assert!(one.contains("needs Terraform 1.16 or newer"), "{one}");
        }
        let (planned, refused) = server
            .plan(&Value::Null, &server.value(config), client)
            .await;
        assert_eq!(refused, told);
        assert_eq!(planned, None);
    }
    assert_eq!(server.validate(config, NEW).await, Vec::<String>::new());
    // Existing ones can be removed.
    let (planned, told) = server.plan(&server.value(MADE), &Value::Null, OLD).await;
    assert_eq!((planned, told.len()), (Some(Value::Null), 0));
}

#[tokio::test]
async fn unconfigured_blocks_are_chosen_and_kept_by_the_provider() {
    let server = Server::new();
    assert_eq!(
        server.validate(UNCONFIGURED, NEW).await,
        Vec::<String>::new()
    );
    let (planned, made, told) = server.change(&Value::Null, UNCONFIGURED).await;
    let open = server.schema.block.find("address").unwrap().0;
    assert_eq!(planned.as_object().unwrap()[open], Value::UNKNOWN);
    assert_eq!(told, Vec::<String>::new());
    assert_eq!(made, server.value(MADE));
    let again = server.value(UNCONFIGURED);
    let (planned, told) = server.plan(&made, &again, NEW).await;
    assert_eq!((planned, told.len()), (Some(made), 0));
}

#[tokio::test]
async fn a_provider_without_blocks_saves_an_empty_value_not_null() {
    let server = Server::new();
    for (name, told) in [
        ("none", None),
        ("fails", Some("it failed")),
        ("panics", Some("it panicked")),
    ] {
        let config = UNCONFIGURED.replace(r#""a""#, &format!("{name:?}"));
        let (_, made, errors) = server.change(&Value::Null, &config).await;
        match told {
            None => assert_eq!(errors, Vec::<String>::new()),
            Some(text) => assert!(errors.iter().any(|e| e.contains(text)), "{errors:?}"),
        }
        let stored =
            format!(r#"{{"id":"1","name":{name:?},"address":[],"owner":null,"group":[]}}"#);
        assert_eq!(made, server.value(&stored), "{name}");
    }
}

#[tokio::test]
async fn configured_blocks_are_unchanged_and_contradictions_reported() {
    let server = Server::new();
    let config = r#"{"name":"a","address":[{"family":"six","ip":null}],"owner":null,"group":[]}"#;
    let (_, made, told) = server.change(&Value::Null, config).await;
    assert_eq!(told, Vec::<String>::new());
    let stored = r#"{"id":"1","name":"a","address":[{"family":"six","ip":"six-1"}],
        "owner":{"family":"owner","ip":"owner-1"},"group":[]}"#;
    assert_eq!(made, server.value(stored));
    let contradicts = UNCONFIGURED.replace(r#""a""#, r#""contradicts""#);
    let (_, _, told) = server.change(&made, &contradicts).await;
    assert!(told[0].starts_with("address"), "{told:?}");
    assert!(told[0].contains("`computed(when_changed(…))`"), "{told:?}");
}
