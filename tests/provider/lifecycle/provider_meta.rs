//! What Terraform and modules send the provider: Terraform's version, and `provider_meta`.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::schema::{Schema as Table, SchemaKind};
use schema_provider::server;

use crate::host::{error, object};

/// A provider that returns what it is given.
#[derive(Schema)]
#[schema(provider = "echo", meta = EchoMeta)]
struct Echo {}

/// The modules' settings.
#[derive(Schema)]
#[schema(provider_meta = "echo")]
struct EchoMeta {
    /// Who owns the module.
    #[field(required, validate = length(1..=8))]
    team: String,
    #[field(optional, default_env("ECHO_STAGE", fallback = "test"))]
    stage: String,
    #[field(optional, default_fn = color)]
    color: Option<String>,
}

fn color(environment: &Environment) -> Result<Option<String>> {
    assert!(environment.get("PANIC").is_none(), "a default panic");
    Ok(None)
}

impl Provider for Echo {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Word]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![EchoData]
    }

    async fn configure(cx: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
        Ok(cx.terraform_version().unwrap_or("by hand").to_owned())
    }
}

fn meta_text<R, K>(cx: &Cx<R>) -> String
where
    R: schema_provider::untyped::Member<K, Provider = Echo>,
{
    let version = cx.terraform_version().unwrap_or("by hand");
    match cx.provider_meta() {
        None => format!("{version}: nothing"),
        Some(meta) => {
            let team = match meta.value(EchoMeta::TEAM) {
                Val::Known(team) => team,
                Val::Null => "null".to_owned(),
                Val::Unknown => "unknown".to_owned(),
            };
            let stage = meta.get_ok(EchoMeta::STAGE).unwrap_or_default();
            format!("{version}: {team} {stage}")
        }
    }
}

/// A word.
#[derive(Schema)]
#[schema(resource = "echo_word")]
struct Word {
    #[field(optional)]
    text: Option<String>,
    #[field(computed(volatile))]
    planned: String,
    #[field(computed(volatile))]
    done: String,
}

impl Resource for Word {
    type Provider = Echo;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(cx.client()?);
        data.set(Word::DONE, format!("create {}", meta_text(cx)));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Word::DONE, format!("read {}", meta_text(cx)));
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        cx.warn(Diagnostic::warning(format!("delete {}", meta_text(cx))));
        Ok(())
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        plan.set_new(Word::PLANNED, meta_text(cx));
        Ok(())
    }
}

impl Update for Word {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Word::DONE, format!("update {}", meta_text(cx)));
        Ok(())
    }
}

/// What was received.
#[derive(Schema)]
#[schema(data_source = "echo_meta")]
struct EchoData {
    #[field(computed)]
    text: String,
}

impl DataSource for EchoData {
    type Provider = Echo;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("meta");
        data.set(EchoData::TEXT, meta_text(cx));
        Ok(())
    }
}

struct Host {
    instance: Instance,
    server: server::ProviderServer,
}

impl Host {
    fn new(environment: Environment) -> Host {
        let instance = Instance::new::<Echo>(environment).unwrap();
        let server = server::ProviderServer::new(instance.clone());
        Host { instance, server }
    }

    async fn configured(version: &str) -> Host {
        let host = Host::new(Environment::default());
        let request = v6::configure_provider::Request {
            terraform_version: version.into(),
            config: bytes(&host.instance.schemas().provider, "{}"),
            ..Default::default()
        };
        let response = host.server.configure_provider(request).await;
        assert!(response.diagnostics.is_empty());
        host
    }

    fn word(&self) -> &Table {
        &self.instance.schemas().resources["echo_word"]
    }

    fn state(&self, text: &str) -> Option<DynamicValue> {
        bytes(self.word(), text)
    }

    fn meta(&self, text: &str) -> Option<DynamicValue> {
        bytes(
            self.instance.schemas().provider_meta.as_ref().unwrap(),
            text,
        )
    }

    fn field(&self, value: Option<DynamicValue>, name: &str) -> String {
        field(self.word(), value, name)
    }

    async fn plan(&self, meta: Option<DynamicValue>) -> v6::plan_resource_change::Response {
        let request = v6::plan_resource_change::Request {
            type_name: "echo_word".into(),
            prior_state: Some(nothing()),
            config: self.state("{}"),
            proposed_new_state: self.state("{}"),
            provider_meta: meta,
            ..Default::default()
        };
        self.server.plan_resource_change(request).await
    }

    async fn apply(
        &self,
        (prior, planned): (&str, &str),
        meta: &str,
    ) -> v6::apply_resource_change::Response {
        let request = v6::apply_resource_change::Request {
            type_name: "echo_word".into(),
            prior_state: self.state(prior),
            planned_state: self.state(planned),
            config: self.state(if planned == "null" { "null" } else { "{}" }),
            provider_meta: self.meta(meta),
            ..Default::default()
        };
        self.server.apply_resource_change(request).await
    }
}

fn bytes(schema: &Table, text: &str) -> Option<DynamicValue> {
    let value = object(schema, text);
    let bytes = msgpack::encode_block(&schema.block, &value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

fn field(schema: &Table, value: Option<DynamicValue>, name: &str) -> String {
    let value = msgpack::decode_block(&schema.block, &value.unwrap().msgpack).unwrap();
    let (position, _) = schema.block.find(name).unwrap();
    value.as_object().unwrap()[position]
        .as_str()
        .unwrap_or("no string")
        .to_owned()
}

/// Null, as core sends it.
fn nothing() -> DynamicValue {
    DynamicValue::from_msgpack(vec![0xc0])
}

const META: &str = r#"{"team":"disks"}"#;
const DONE: &str = r#"{"id":"1.11.4","planned":"p","done":"?"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_call_gets_the_modules_provider_meta() {
    let host = Host::configured("1.11.4").await;
    let planned = host.plan(host.meta(META)).await;
    assert_eq!(
        host.field(planned.planned_state, "planned"),
        "1.11.4: disks test"
    );
    let created = host.apply(("null", DONE), META).await;
    assert_eq!(
        host.field(created.new_state.clone(), "done"),
        "create 1.11.4: disks test"
    );
    // The version was available in `configure` too.
    assert_eq!(host.field(created.new_state, "id"), "1.11.4");
    let prior = r#"{"id":"1.11.4","planned":"o","done":"x"}"#;
    let updated = host
        .apply((prior, DONE), r#"{"team":"snaps","stage":"live"}"#)
        .await;
    assert_eq!(
        host.field(updated.new_state, "done"),
        "update 1.11.4: snaps live"
    );
    let deleted = host.apply((prior, "null"), META).await;
    assert_eq!(
        deleted.diagnostics[0].summary, "delete 1.11.4: disks test",
        "{:?}",
        deleted.diagnostics
    );
    let request = v6::read_resource::Request {
        type_name: "echo_word".into(),
        current_state: host.state(prior),
        provider_meta: host.meta(META),
        ..Default::default()
    };
    let read = host.server.read_resource(request).await;
    assert_eq!(
        host.field(read.new_state, "done"),
        "read 1.11.4: disks test"
    );
    let schema = &host.instance.schemas().data_sources["echo_meta"];
    let request = v6::read_data_source::Request {
        type_name: "echo_meta".into(),
        config: bytes(schema, "{}"),
        provider_meta: host.meta(META),
        ..Default::default()
    };
    let looked = host.server.read_data_source(request).await;
    assert_eq!(field(schema, looked.state, "text"), "1.11.4: disks test");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_module_without_the_block_has_none() {
    let host = Host::new(Environment::default());
    for meta in [None, Some(nothing())] {
        let planned = host.plan(meta).await;
        assert_eq!(
            host.field(planned.planned_state, "planned"),
            "by hand: nothing"
        );
    }
    // The instance itself belongs to no module.
    let module = object(
        host.instance.schemas().provider_meta.as_ref().unwrap(),
        META,
    );
    let of_module = host.instance.in_module(&module).await.unwrap();
    let config = object(&host.instance.schemas().data_sources["echo_meta"], "{}");
    let texts = [host.instance.clone(), of_module].map(|instance| {
        let config = config.clone();
        async move { instance.read_data_source("echo_meta", config).await }
    });
    let [without, with] = texts;
    assert_ne!(
        format!("{:?}", without.await.state),
        format!("{:?}", with.await.state)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_values_are_unknown() {
    let host = Host::configured("1.11.4").await;
    let planned = host.plan(host.meta(r#"{"team":"?"}"#)).await;
    assert_eq!(
        host.field(planned.planned_state, "planned"),
        "1.11.4: unknown test"
    );
}

/// Terraform has no call that checks the block, so the calls that use it do.
#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_breaks_its_rules_is_an_error_without_a_path() {
    let host = Host::configured("1.11.4").await;
    let planned = host.plan(host.meta(r#"{"team":"far too long"}"#)).await;
    let [only] = &planned.diagnostics[..] else {
        panic!("{:?}", planned.diagnostics);
    };
    assert!(only.attribute.is_none());
    assert!(
        only.detail
            .contains("At team in the module's `provider_meta \"echo\"` block"),
        "{only:?}"
    );
    // Data that is not applied is not lost.
    let prior = r#"{"id":"1.11.4","planned":"o","done":"x"}"#;
    let kept = host.apply((prior, "null"), r#"{"team":""}"#).await;
    assert_eq!(kept.new_state, host.state(prior));
    assert_eq!(kept.diagnostics.len(), 1);

    let garbage = Some(DynamicValue::from_msgpack(b"\x81\xa4team\x07".to_vec()));
    let planned = host.plan(garbage).await;
    assert!(
        planned.diagnostics[0].summary.contains("provider_meta"),
        "{:?}",
        planned.diagnostics
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_it_is_a_diagnostic() {
    let host = Host::new(Environment::from_iter([("PANIC", "1")]));
    let module = object(
        host.instance.schemas().provider_meta.as_ref().unwrap(),
        META,
    );
    let errors = host.instance.in_module(&module).await.err().unwrap();
    let text = error(&errors);
    assert!(
        text.contains("echo: the provider panicked in provider_meta"),
        "{text}"
    );
}

#[tokio::test]
async fn the_provider_meta_schema_is_exported_only_if_it_exists() {
    let host = Host::new(Environment::default());
    let response = host.server.get_provider_schema(Default::default()).await;
    let meta = response.provider_meta.unwrap().block.unwrap();
    let presence: Vec<_> = meta
        .attributes
        .iter()
        .map(|a| (a.name.as_str(), a.required, a.optional, a.computed))
        .collect();
    assert_eq!(
        presence,
        [
            ("color", false, true, false),
            ("stage", false, true, false),
            ("team", true, false, false)
        ]
    );
    assert_eq!(
        host.instance.schemas().provider_meta.as_ref().unwrap().kind,
        SchemaKind::ProviderMeta
    );
    let mem = Instance::new::<crate::mem::Mem>(Environment::default()).unwrap();
    let response = server::ProviderServer::new(mem.clone())
        .get_provider_schema(Default::default())
        .await;
    assert!(response.provider_meta.is_none());
    // Without it a block is ignored, whatever it contains.
    assert!(mem.in_module(&Value::from("anything")).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_connection_has_the_version_of_its_own_client() {
    let mut host = Host::new(Environment::default());
    let debugged = host.server.clone();
    let mut connections = Vec::new();
    for version in ["1.2.3", "4.5.6"] {
        let connection = debugged.for_connection().unwrap();
        let request = v6::configure_provider::Request {
            terraform_version: version.into(),
            config: bytes(&host.instance.schemas().provider, "{}"),
            ..Default::default()
        };
        let response = connection.configure_provider(request).await;
        assert!(response.diagnostics.is_empty());
        connections.push((connection, version));
    }
    for (connection, version) in connections {
        host.server = connection;
        let planned = host.plan(None).await.planned_state;
        assert_eq!(
            host.field(planned, "planned"),
            format!("{version}: nothing")
        );
    }
}
