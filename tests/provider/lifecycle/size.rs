//! Answers that exceed the message size limit.

use std::collections::BTreeMap;

use prost::Message as _;
use schema_provider::Value;
use schema_provider::plugin::proto::v6::{self, DynamicValue, diagnostic};
use schema_provider::plugin::{Bytes, Handler};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::server;

use crate::host::object;

const LARGEST: usize = 16 << 10;

#[derive(Schema)]
#[schema(provider = "big")]
struct Big {}

impl Provider for Big {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Heap]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![HeapData]
    }

    fn validate(_: ConfigData<'_, Self>) -> Diagnostics {
        Diagnostic::warning("w".repeat(3 * LARGEST)).into()
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Err((0..LARGEST)
            .map(|n| Diagnostic::error(format!("error {n}")))
            .collect())
    }
}

#[derive(Schema)]
struct Stone {
    #[field(optional)]
    name: Option<String>,
}

/// Grows.
#[derive(Schema)]
#[schema(resource = "big_heap")]
struct Heap {
    #[field(required)]
    grow: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed(volatile))]
    text: Option<String>,
    #[field(computed(volatile))]
    table: BTreeMap<String, String>,
    #[field(computed(volatile), nested(list))]
    stones: Vec<Stone>,
    #[field(block(list))]
    block: Vec<Stone>,
    #[field(block(single))]
    one: Option<Stone>,
}

fn large() -> String {
    "x".repeat(2 * LARGEST)
}

impl Heap {
    fn grow(data: &mut ResourceData<Self>) -> Result {
        data.set(Heap::TEXT, "small");
        for what in data.get(Heap::GROW).split(',') {
            let stone = || Stone {
                name: Some(large()),
            };
            match what {
                "text" => data.set(Heap::TEXT, large()),
                "table" => data.set(
                    Heap::TABLE,
                    BTreeMap::from([("k".to_owned(), large()), ("l".to_owned(), large())]),
                ),
                "stones" => data.set(Heap::STONES, vec![stone()]),
                "block" => data.set(Heap::BLOCK, vec![stone()]),
                "one" => data.set(Heap::ONE, stone()),
                "private" => data.set_private("much", large()),
                "error" => return Err(Diagnostic::error("no").with_detail(large()).into()),
                // Characters of three bytes, which no truncation may split.
                "errors" => {
                    return Err((0..100)
                        .map(|_| Diagnostic::error("№").with_detail("№".repeat(LARGEST)))
                        .collect());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Resource for Heap {
    type Provider = Big;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Heap::grow(data)?;
        if let Some(length) = data.get(Heap::GROW).strip_prefix("id ") {
            data.set_id(format!("i-{}", "x".repeat(length.parse()?)));
        }
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Heap::NOTE, "read");
        Heap::grow(data)
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.value(Heap::GROW) == Val::Known("plan".to_owned()) {
            plan.set_new(Heap::TEXT, large());
        }
        Ok(())
    }

    async fn import(_: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        data.set_id(id);
        data.set(Heap::TEXT, large());
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, _: &MovedState, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Heap::TEXT, large());
        Ok(())
    }
}

impl Update for Heap {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Heap::grow(data)
    }
}

/// Looks a heap up.
#[derive(Schema)]
#[schema(data_source = "big_heap")]
struct HeapData {
    #[field(computed)]
    text: Option<String>,
}

impl DataSource for HeapData {
    type Provider = Big;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(HeapData::TEXT, large());
        Ok(())
    }
}

struct Wire {
    provider: server::ProviderServer,
    instance: schema_provider::lifecycle::Instance,
}

impl Wire {
    fn new() -> Wire {
        let instance =
            schema_provider::lifecycle::Instance::new::<Big>(Environment::default()).unwrap();
        let provider = server::ProviderServer::new(instance.clone()).with_largest_answer(LARGEST);
        Wire { provider, instance }
    }

    fn heap(&self, text: &str) -> Value {
        object(&self.instance.schemas().resources["big_heap"], text)
    }

    fn encode(&self, value: &Value) -> Option<DynamicValue> {
        let block = &self.instance.schemas().resources["big_heap"].block;
        Some(DynamicValue::from_msgpack(
            msgpack::encode_block(block, value).unwrap(),
        ))
    }

    fn field(&self, object: &Option<DynamicValue>, name: &str) -> Value {
        let block = &self.instance.schemas().resources["big_heap"].block;
        let bytes = &object.as_ref().expect("an object").msgpack;
        let object = msgpack::decode_block(block, bytes).unwrap();
        let (position, _) = block.find(name).unwrap();
        object.as_object().expect("an object")[position].clone()
    }

    async fn create(&self, grow: &str) -> v6::apply_resource_change::Response {
        self.create_with(grow, Default::default()).await
    }

    async fn create_with(
        &self,
        grow: &str,
        planned_private: Bytes,
    ) -> v6::apply_resource_change::Response {
        let config = format!(r#"{{"grow":"{grow}","note":"kept","block":[],"one":{{}}}}"#);
        // What the provider fills in is unknown yet.
        let block = &self.instance.schemas().resources["big_heap"].block;
        let config = self.heap(&config);
        let mut planned = config.as_object().unwrap().to_vec();
        for name in ["id", "text", "table", "stones"] {
            planned[block.find(name).unwrap().0] = Value::UNKNOWN;
        }
        let request = v6::apply_resource_change::Request {
            type_name: "big_heap".into(),
            prior_state: self.encode(&Value::Null),
            planned_state: self.encode(&Value::Object(planned)),
            config: self.encode(&config),
            planned_private,
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await;
        assert!(answer.encoded_len() <= LARGEST, "{}", answer.encoded_len());
        answer
    }
}

fn errors(diagnostics: &[v6::Diagnostic]) -> Vec<&str> {
    let error = i32::from(diagnostic::Severity::Error);
    let errors = diagnostics.iter().filter(|d| d.severity == error);
    errors.map(|d| d.summary.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_too_large_object_is_saved_without_its_large_fields() {
    let wire = Wire::new();
    for grow in [
        "text",
        "table",
        "stones",
        "block",
        "one",
        "text,table,stones,block",
    ] {
        let answer = wire.create(grow).await;
        let found = errors(&answer.diagnostics).join("\n");
        for field in grow.split(',') {
            let error = format!("big_heap: {field} is too large to be saved");
            assert!(found.contains(&error), "{grow}: {found}");
            let (value, expected) = match field {
                "block" => (
                    wire.field(&answer.new_state, "block"),
                    Value::List(Vec::new()),
                ),
                other => (wire.field(&answer.new_state, other), Value::Null),
            };
            assert_eq!(value, expected, "{grow}");
        }
        // The rest is unchanged.
        assert_eq!(wire.field(&answer.new_state, "id"), Value::from("1"));
        assert_eq!(wire.field(&answer.new_state, "note"), Value::from("kept"));
        if !grow.contains("text") {
            assert_eq!(wire.field(&answer.new_state, "text"), Value::from("small"));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_large_strings_and_private_data_lose_no_object() {
    let wire = Wire::new();
    for (grow, expected) in [
        ("error", "no"),
        ("errors", "№"),
        (
            "private",
            "big_heap: the private data is too large to be saved",
        ),
        (
            "text,private,error",
            "big_heap: text is too large to be saved",
        ),
    ] {
        let answer = wire.create(grow).await;
        let found = errors(&answer.diagnostics);
        assert!(found.contains(&expected), "{grow}: {found:?}");
        assert_eq!(
            wire.field(&answer.new_state, "id"),
            Value::from("1"),
            "{grow}"
        );
        assert_eq!(wire.field(&answer.new_state, "note"), Value::from("kept"));
    }
    let answer = wire.create("errors").await;
    let found = errors(&answer.diagnostics);
    assert!(
        found
            .last()
            .unwrap()
            .ends_with("more errors and warnings do not fit")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_too_large_id_is_recognised_by_its_beginning() {
    let wire = Wire::new();
    // Around the limit only the id is lost, or not even that.
    for length in [
        LARGEST / 2,
        LARGEST - 2000,
        LARGEST - 100,
        LARGEST - 50,
        LARGEST,
        3 * LARGEST,
    ] {
        let answer = wire.create(&format!("id {length}")).await;
        let id = wire.field(&answer.new_state, "id");
        assert_eq!(
            wire.field(&answer.new_state, "note"),
            Value::from("kept"),
            "{length}"
        );
        if length == LARGEST / 2 {
            assert!(id.as_str().is_some_and(|id| id.len() > length));
            assert_eq!(errors(&answer.diagnostics), Vec::<&str>::new());
            continue;
        }
        assert!(id.is_null() || length < LARGEST, "{length}");
        if id == Value::Null {
            assert_eq!(
                errors(&answer.diagnostics),
                ["big_heap: id is too large to be saved"]
            );
            let told = &answer.diagnostics[0].detail;
            assert!(told.contains("begins with \"i-xxxx"), "{told}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_of_an_apply_is_larger_than_a_message() {
    let wire = Wire::new();
    // `create` checks the size of each.
    for grow in [
        "text,table,stones,block,one,private,error",
        "text,table,stones,block,one,private,errors",
        "private,errors",
    ] {
        wire.create(grow).await;
    }
    // The plan's private data is as large as what replaces it.
    let answer = wire
        .create_with("text,private", "p".repeat(LARGEST - 2000).into())
        .await;
    assert!(answer.private.is_empty());
    let told = &answer.diagnostics[0];
    assert!(
        told.summary.contains("private data is too large"),
        "{told:?}"
    );
    assert!(told.detail.contains("Nothing is kept with the object now"));
    assert_eq!(wire.field(&answer.new_state, "id"), Value::from("1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_other_answer_that_is_too_large_is_an_error_and_changes_nothing() {
    let wire = Wire::new();
    let too_large = "big_heap: the answer is too large for Terraform";
    let provider = &wire.provider;
    let state = wire.encode(
        &wire.heap(r#"{"id":"1","grow":"text","note":"before","text":"small","block":[]}"#),
    );

    let read = provider
        .read_resource(v6::read_resource::Request {
            type_name: "big_heap".into(),
            current_state: state.clone(),
            private: "kept".into(),
            ..Default::default()
        })
        .await;
    assert!(read.encoded_len() <= LARGEST);
    assert_eq!(errors(&read.diagnostics), [too_large]);
    assert_eq!(
        (read.new_state, &read.private[..]),
        (state.clone(), &b"kept"[..])
    );
    // The state alone fills a message: with an error Terraform keeps its state.
    let full = "p".repeat(LARGEST - 100);
    let read = provider
        .read_resource(v6::read_resource::Request {
            type_name: "big_heap".into(),
            current_state: state,
            private: full.into(),
            ..Default::default()
        })
        .await;
    assert!(read.encoded_len() <= LARGEST, "{}", read.encoded_len());
    assert_eq!(errors(&read.diagnostics), [too_large]);
    assert!(read.new_state.is_none());

    let config = wire.encode(&wire.heap(r#"{"grow":"plan","block":[]}"#));
    let plan = provider
        .plan_resource_change(v6::plan_resource_change::Request {
            type_name: "big_heap".into(),
            prior_state: wire.encode(&Value::Null),
            proposed_new_state: config.clone(),
            config,
            prior_private: "kept".into(),
            ..Default::default()
        })
        .await;
    assert_eq!(errors(&plan.diagnostics), [too_large]);
    assert!(plan.planned_state.is_none() && plan.planned_private == "kept");

    let import = provider
        .import_resource_state(v6::import_resource_state::Request {
            type_name: "big_heap".into(),
            id: "1".into(),
            ..Default::default()
        })
        .await;
    assert_eq!(errors(&import.diagnostics), [too_large]);
    assert!(import.imported_resources.is_empty());

    let moved = provider
        .move_resource_state(v6::move_resource_state::Request {
            target_type_name: "big_heap".into(),
            source_type_name: "other".into(),
            ..Default::default()
        })
        .await;
    assert_eq!(errors(&moved.diagnostics), [too_large]);
    assert!(moved.target_state.is_none());

    let text = format!(r#"{{"id":"1","grow":"","text":"{}","block":[]}}"#, large());
    let upgraded = provider
        .upgrade_resource_state(v6::upgrade_resource_state::Request {
            type_name: "big_heap".into(),
            version: 0,
            raw_state: Some(v6::RawState {
                json: text.into(),
                ..Default::default()
            }),
        })
        .await;
    assert_eq!(errors(&upgraded.diagnostics), [too_large]);
    assert!(upgraded.upgraded_state.is_none());

    let read = provider
        .read_data_source(v6::read_data_source::Request {
            type_name: "big_heap".into(),
            config: Some(DynamicValue {
                json: "{}".into(),
                ..Default::default()
            }),
            ..Default::default()
        })
        .await;
    assert_eq!(errors(&read.diagnostics), [too_large]);
    assert!(read.state.is_none());

    // Strings are truncated, and an error stays one.
    let validated = provider
        .validate_provider_config(v6::validate_provider_config::Request {
            config: Some(DynamicValue {
                json: "{}".into(),
                ..Default::default()
            }),
        })
        .await;
    assert!(validated.encoded_len() <= LARGEST);
    assert_eq!(errors(&validated.diagnostics), Vec::<&str>::new());
    assert_eq!(validated.diagnostics.len(), 1);
    let configured = provider
        .configure_provider(v6::configure_provider::Request::default())
        .await;
    assert!(configured.encoded_len() <= LARGEST);
    let found = errors(&configured.diagnostics);
    assert_eq!(found[0], "error 0");
    assert!(
        found
            .last()
            .unwrap()
            .ends_with("more errors and warnings do not fit")
    );
}
