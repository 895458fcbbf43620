//! One process for everything, as in a debugger: it is called before it is configured, configured
//! repeatedly, and called after a stop.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::object::schema;
use schema_provider::schema_runtime::schema::Schema as Table;
use schema_provider::schema_runtime::ty::Type;
use schema_provider::server::ProviderServer;

use crate::host::object;

#[derive(Schema)]
#[schema(provider = "one")]
struct One {
    #[field(required)]
    name: String,
}

impl Provider for One {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Shown]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Greet]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        Ok(config.require(One::NAME)?)
    }
}

/// Shows which client it gets.
#[derive(Schema)]
#[schema(resource = "one_shown")]
struct Shown {
    #[field(optional)]
    waits: Option<bool>,
    #[field(computed)]
    client: Option<String>,
}

impl Resource for Shown {
    type Provider = One;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Shown::CLIENT, cx.client()?.clone());
        if data.get(Shown::WAITS) == Some(true) {
            cx.race(std::future::pending::<()>()).await?;
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

impl Update for Shown {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A greeting.
#[derive(Function)]
#[function(name = "greet", output = String)]
struct Greet {
    /// Of whom.
    name: String,
}

impl Function for Greet {
    fn call(self) -> FunctionResult<String> {
        Ok(format!("hello {}", self.name))
    }
}

fn of(table: &Table, text: &str) -> Option<DynamicValue> {
    let bytes = msgpack::encode_block(&table.block, &object(table, text)).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

async fn configure(server: &ProviderServer, name: &str) {
    let request = v6::configure_provider::Request {
        config: of(schema::<One>(), &format!(r#"{{"name":"{name}"}}"#)),
        ..Default::default()
    };
    assert_eq!(server.configure_provider(request).await.diagnostics, []);
}

/// Creates an object, and returns the name of the client.
async fn create(server: &ProviderServer, waits: bool) -> (Value, Vec<v6::Diagnostic>) {
    let table = schema::<Shown>();
    let request = v6::apply_resource_change::Request {
        type_name: "one_shown".into(),
        prior_state: of(table, "null"),
        planned_state: of(
            table,
            &format!(r#"{{"id":"?","client":"?","waits":{waits}}}"#),
        ),
        config: of(table, &format!(r#"{{"waits":{waits}}}"#)),
        ..Default::default()
    };
    let answer = server.apply_resource_change(request).await;
    let state = msgpack::decode_block(&table.block, &answer.new_state.unwrap().msgpack).unwrap();
    let (position, _) = table.block.find("client").unwrap();
    let client = state.as_object().map(|values| values[position].clone());
    (client.unwrap_or(Value::Null), answer.diagnostics)
}

async fn greeting(server: &ProviderServer) -> Value {
    let name = msgpack::encode(&Type::String, &Value::from("you")).unwrap();
    let request = v6::call_function::Request {
        name: "greet".into(),
        arguments: vec![DynamicValue::from_msgpack(name)],
    };
    let answer = server.call_function(request).await;
    assert_eq!(answer.error, None);
    msgpack::decode(&Type::String, &answer.result.unwrap().msgpack).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_is_called_before_it_is_configured_and_configured_again() {
    let server = ProviderServer::new(Instance::new::<One>(Environment::default()).unwrap());
    assert_eq!(greeting(&server).await, Value::from("hello you"));
    let (_, told) = create(&server, false).await;
    assert_eq!(told[0].summary, "The provider is not configured");
    // Each connection is another alias, or another phase.
    let (first, second) = (
        server.for_connection().unwrap(),
        server.for_connection().unwrap(),
    );
    configure(&first, "first").await;
    configure(&second, "second").await;
    for (connection, name) in [(&first, "first"), (&second, "second"), (&first, "first")] {
        let (client, told) = create(connection, false).await;
        assert_eq!((client, told), (Value::from(name), vec![]));
        assert_eq!(greeting(connection).await, Value::from("hello you"));
    }
    configure(&first, "third").await;
    assert_eq!(create(&first, false).await.0, Value::from("third"));
    assert_eq!(create(&second, false).await.0, Value::from("second"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_after_a_stop_is_answered() {
    let server = ProviderServer::new(Instance::new::<One>(Environment::default()).unwrap());
    configure(&server, "first").await;
    let waiting = tokio::spawn({
        let server = server.clone();
        async move { create(&server, true).await }
    });
    // Stop until the call has begun.
    while !waiting.is_finished() {
        let stopped = server.stop_provider(v6::stop_provider::Request {}).await;
        assert_eq!(stopped.error, "");
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    let (client, told) = waiting.await.unwrap();
    assert_eq!(client, Value::from("first"));
    assert!(told[0].summary.contains("interrupted"), "{told:?}");
    // The same client continues, and another configuration may follow.
    assert_eq!(create(&server, false).await, (Value::from("first"), vec![]));
    assert_eq!(greeting(&server).await, Value::from("hello you"));
    configure(&server, "second").await;
    assert_eq!(
        create(&server, false).await,
        (Value::from("second"), vec![])
    );
}
