//! The memory of calls during provider code counts towards the budget of all calls, even if nobody
//! waits for them.

use schema_client::Client;
use schema_client::HandshakeLine as Line;
use schema_client::Identity;
use schema_provider::Value;
use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::plugin::proto::v6;
use schema_provider::plugin::{MAGIC_COOKIE, Options, Server};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::server::ProviderServer;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A provider whose code keeps what it was given.
#[derive(Schema)]
#[schema(provider = "hold")]
struct Hold {}

impl Provider for Hold {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A large size.
#[derive(Schema)]
#[schema(resource = "hold_thing", timeouts(create = "1h"))]
struct Thing {
    #[field(required, force_new)]
    text: String,
    #[field(optional, force_new)]
    holds: Option<bool>,
}

/// How many creates have begun, and whether they may end.
static BEGUN: AtomicUsize = AtomicUsize::new(0);
static RELEASED: AtomicBool = AtomicBool::new(false);

impl Resource for Thing {
    type Provider = Hold;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        BEGUN.fetch_add(1, Ordering::SeqCst);
        while data.get_ok(Thing::HOLDS) == Some(true) && !RELEASED.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(2));
        }
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

const APPLY: &str = "/tfplugin6.Provider/ApplyResourceChange";
const KIB: usize = 1 << 10;

/// A create of an object of 256 KiB, which is in memory twice.
fn create(
    instance: &Instance,
    holds: bool,
    timeout: Option<&str>,
) -> v6::apply_resource_change::Request {
    let block = &instance.schemas().resources["hold_thing"].block;
    let object = |id: Value| {
        let fields = block.fields.iter().map(|field| match field.name.as_str() {
            "id" => id.clone(),
            "text" => Value::from("x".repeat(256 * KIB)),
            "holds" => Value::from(holds),
            _ => match timeout {
                Some(time) => Value::Object(vec![Value::from(time)]),
                None => field.absent_value(),
            },
        });
        let bytes = msgpack::encode_block(block, &Value::Object(fields.collect())).unwrap();
        Some(v6::DynamicValue::from_msgpack(bytes))
    };
    v6::apply_resource_change::Request {
        type_name: "hold_thing".to_owned(),
        planned_state: object(Value::UNKNOWN),
        config: object(Value::Null),
        ..Default::default()
    }
}

async fn apply(
    client: &Client,
    request: &v6::apply_resource_change::Request,
) -> std::result::Result<v6::apply_resource_change::Response, schema_client::CallError> {
    client.call(APPLY, request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_of_cancelled_calls_is_on_the_budget_until_their_code_ends() {
    let instance = Instance::new::<Hold>(Environment::default()).unwrap();
    let instance = instance.with_grace(Grace {
        apply: Duration::from_millis(50),
        other: Duration::from_millis(50),
    });
    let (identity, directory) = (Identity::new().unwrap(), tempfile::tempdir().unwrap());
    let environment = schema_provider::plugin::Environment {
        magic_cookie: Some(MAGIC_COOKIE.to_owned()),
        protocol_versions: Some("6".to_owned()),
        client_cert: Some(identity.pem()),
        temp_dir: directory.path().to_owned(),
        ..Default::default()
    };
    let options = Options {
        memory: 4096 * KIB,
        ..Options::default()
    };
    let server =
        Server::bind(ProviderServer::new(instance.clone()), options, &environment).unwrap();
    let line = Line::parse(&server.announcement()).unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let client = Client::connect(&line, Some(&identity)).await.unwrap();

    // Ten times the number that fits at once is fine, one after the other.
    let passes = create(&instance, false, None);
    for _ in 0..40 {
        assert!(apply(&client, &passes).await.unwrap().new_state.is_some());
    }
    // Three that their client abandons, and two that the lifecycle abandons at their deadline: each
    // holds 128 KiB and the decoded objects.
    let begun = BEGUN.load(Ordering::SeqCst);
    let holds = create(&instance, true, None);
    for number in 1..=3 {
        let (client, holds) = (client.clone(), holds.clone());
        let call = tokio::spawn(async move { apply(&client, &holds).await });
        while BEGUN.load(Ordering::SeqCst) < begun + number {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        call.abort();
        assert!(call.await.is_err_and(|error| error.is_cancelled()));
    }
    for _ in 0..2 {
        let answer = apply(&client, &create(&instance, true, Some("2s")))
            .await
            .unwrap();
        let told = &answer.diagnostics[0];
        assert!(told.detail.contains("was abandoned"), "{told:?}");
    }
    assert_eq!(BEGUN.load(Ordering::SeqCst), begun + 5);
    // Small ones are served, but none as large as these.
    let schema: v6::get_provider_schema::Response = client
        .call(
            "/tfplugin6.Provider/GetProviderSchema",
            &v6::get_provider_schema::Request {},
        )
        .await
        .unwrap();
    assert_eq!(schema.resource_schemas.len(), 1);
    let refused = apply(&client, &passes).await.unwrap();
    let told = &refused.diagnostics[0].detail;
    assert!(told.contains("MiB of memory"), "{told}");
    assert_eq!(BEGUN.load(Ordering::SeqCst), begun + 5);

    RELEASED.store(true, Ordering::SeqCst);
    let start = Instant::now();
    assert!(apply(&client, &passes).await.unwrap().new_state.is_some());
    assert!(start.elapsed() < Duration::from_secs(60));
}
