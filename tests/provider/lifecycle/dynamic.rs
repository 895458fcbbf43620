//! Values of any type wherever they are allowed. (Not in collections, R137: core needs one type for
//! all elements there, and crashes otherwise.)

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::object::schema;
use schema_provider::schema_runtime::schema::Schema as Table;
use schema_provider::server::ProviderServer;

#[derive(Schema)]
#[schema(provider = "any")]
struct Any {
    #[field(optional)]
    setting: Option<Dynamic>,
}

impl Provider for Any {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "any_thing")]
struct Thing {
    #[field(required)]
    given: Dynamic,
    #[field(optional)]
    maybe: Option<Dynamic>,
    #[field(optional, computed)]
    filled: Option<Dynamic>,
    #[field(computed)]
    made: Option<Dynamic>,
    #[field(optional, write_only)]
    secret: Option<Dynamic>,
    #[field(optional, nested(single))]
    one: Option<Part>,
    #[field(block(single))]
    block: Option<Part>,
}

#[derive(Schema)]
struct Part {
    #[field(optional)]
    value: Option<Dynamic>,
    #[field(optional, write_only)]
    hidden: Option<Dynamic>,
}

impl Resource for Thing {
    type Provider = Any;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Thing::MADE, data.get(Thing::SECRET));
        data.set(Thing::FILLED, data.require(Thing::GIVEN)?);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(data_source = "any_thing")]
struct Lookup {
    #[field(required)]
    given: Dynamic,
    #[field(computed)]
    found: Option<Dynamic>,
}

impl DataSource for Lookup {
    type Provider = Any;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Lookup::FOUND, data.require(Lookup::GIVEN)?);
        Ok(())
    }
}

fn of(table: &Table, text: &str) -> Value {
    json::decode_block(&table.block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap()
}

fn wire(table: &Table, value: &Value) -> Option<DynamicValue> {
    let bytes = msgpack::encode_block(&table.block, value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

/// The JSON of a value of any type.
const VALUES: [&str; 6] = [
    r#"{"type":"string","value":"x"}"#,
    r#"{"type":"number","value":1.5}"#,
    r#"{"type":"bool","value":false}"#,
    r#"{"type":["list","string"],"value":["a","b"]}"#,
    r#"{"type":["tuple",["string","number"]],"value":["a",1]}"#,
    r#"{"type":["object",{"a":"string","b":["map","number"]}],"value":{"a":null,"b":{"k":1}}}"#,
];

#[tokio::test(flavor = "multi_thread")]
async fn values_of_any_type_go_through_the_whole_line() {
    let server = ProviderServer::new(Instance::new::<Any>(Environment::default()).unwrap());
    for value in VALUES {
        let settings = of(schema::<Any>(), &format!(r#"{{"setting":{value}}}"#));
        let request = v6::configure_provider::Request {
            config: wire(schema::<Any>(), &settings),
            ..Default::default()
        };
        assert_eq!(server.configure_provider(request).await.diagnostics, []);
        let table = schema::<Thing>();
        let part = format!(r#"{{"value":{value},"hidden":{value}}}"#);
        let config = of(
            table,
            &format!(
                r#"{{"given":{value},"maybe":{value},"secret":{value},"one":{part},"block":{part}}}"#
            ),
        );
        let config = wire(table, &config);
        let request = v6::validate_resource_config::Request {
            type_name: "any_thing".into(),
            config: config.clone(),
            client_capabilities: Some(v6::ClientCapabilities {
                write_only_attributes_allowed: true,
                ..Default::default()
            }),
        };
        assert_eq!(
            server.validate_resource_config(request).await.diagnostics,
            []
        );
        let request = v6::plan_resource_change::Request {
            type_name: "any_thing".into(),
            prior_state: wire(table, &Value::Null),
            config: config.clone(),
            ..Default::default()
        };
        let plan = server.plan_resource_change(request).await;
        assert_eq!(plan.diagnostics, []);
        let request = v6::apply_resource_change::Request {
            type_name: "any_thing".into(),
            prior_state: wire(table, &Value::Null),
            planned_state: plan.planned_state,
            config: config.clone(),
            ..Default::default()
        };
        let applied = server.apply_resource_change(request).await;
        assert_eq!(applied.diagnostics, []);
        let part = format!(r#"{{"value":{value},"hidden":null}}"#);
        let expected = of(
            table,
            &format!(
                r#"{{"id":"1","given":{value},"maybe":{value},"filled":{value},"made":{value},"one":{part},"block":{part}}}"#
            ),
        );
        assert_eq!(applied.new_state, wire(table, &expected), "{value}");
        // And nothing is left to do.
        let request = v6::plan_resource_change::Request {
            type_name: "any_thing".into(),
            prior_state: applied.new_state.clone(),
            config,
            ..Default::default()
        };
        let again = server.plan_resource_change(request).await;
        assert_eq!(
            (again.planned_state, again.diagnostics),
            (applied.new_state, vec![])
        );
        let lookup = schema::<Lookup>();
        let request = v6::read_data_source::Request {
            type_name: "any_thing".into(),
            config: wire(lookup, &of(lookup, &format!(r#"{{"given":{value}}}"#))),
            ..Default::default()
        };
        let found = server.read_data_source(request).await;
        let expected = of(
            lookup,
            &format!(r#"{{"id":"1","given":{value},"found":{value}}}"#),
        );
        assert_eq!(
            (found.state, found.diagnostics),
            (wire(lookup, &expected), vec![])
        );
    }
}
