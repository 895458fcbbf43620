//! Moves from several types, which are tried in order; and a write-only value that is another one when the plan is
//! applied.

use std::sync::Mutex;

use schema_provider::Value;
use schema_provider::lifecycle::{ApplyRequest, Instance, PlanRequest, RawState};
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{RawState as RawStateMessage, move_resource_state};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::object::schema;
use schema_provider::server::ProviderServer;

use crate::host::object;

#[derive(Schema)]
#[schema(provider = "hub")]
struct Hub {}

impl Provider for Hub {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Box_]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "hub_box")]
struct Box_ {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    code: Option<Secret>,
    /// How long the code was that arrived.
    #[field(computed)]
    length: i64,
}

/// The type that boxes come from, as it is with us.
#[derive(Schema)]
#[schema(resource = "old_box")]
struct OldBox {
    #[field(required)]
    label: String,
}

/// Which movers were asked.
static ASKED: Mutex<Vec<&str>> = Mutex::new(Vec::new());

type Mover = fn(&MovedState, &mut ResourceData<Box_>) -> Result<bool>;

/// Each says whether the source is its own.
const MOVERS: [(&str, Mover); 3] = [
    ("typed", |from, data| {
        if from.type_name() != "old_box" {
            return Ok(false);
        }
        // What cannot be read is another one's.
        let Ok(old) = from.read::<OldBox>("old_box", 0) else {
            return Ok(false);
        };
        data.set_id(&old.label);
        data.set(Box_::NAME, old.label);
        Ok(true)
    }),
    ("raw", |from, data| {
        let attributes = from.state().attributes()?;
        let Some(title) = attributes.get("title") else {
            return Ok(false);
        };
        if title.is_empty() {
            bail!("the title is empty");
        }
        data.set_id(title);
        data.set(Box_::NAME, title);
        Ok(true)
    }),
    ("any", |_, data| {
        data.set_id("any");
        Ok(true)
    }),
];

/// The id is what the source's private data says.
fn take_private(from: &MovedState, data: &mut ResourceData<Box_>) {
    let private = from.private();
    let serial = private.get("serial").or_else(|| private.get(".foreign"));
    data.set_id(String::from_utf8_lossy(serial.unwrap_or(b"any")));
    if private.get("kept").is_some() {
        data.set_private("kept", *b"here too");
    }
}

impl Resource for Box_ {
    type Provider = Hub;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        let code = data.get(Box_::CODE);
        let length = code.as_ref().and_then(Secret::expose).map_or(0, str::len);
        data.set(Box_::LENGTH, i64::try_from(length)?);
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        if from.type_name() == "with_private" {
            take_private(from, data);
            return Ok(());
        }
        for (name, mover) in MOVERS {
            ASKED.lock().unwrap().push(name);
            if mover(from, data)? {
                return Ok(());
            }
        }
        bail!("nobody knows a {}", from.type_name());
    }
}

impl Update for Box_ {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::create(cx, data).await
    }
}

/// Of the source's private data nothing is kept but what the author takes over.
#[tokio::test]
async fn a_mover_sees_the_private_data_of_the_source() {
    let instance = Instance::new::<Hub>(Environment::default()).unwrap();
    let server = ProviderServer::new(instance.clone());
    let block = &instance.schemas().resources["hub_box"].block;
    let private = |entries: &[&str]| {
        let mut private = Private::default();
        for key in entries {
            private.set(*key, *b"s9");
        }
        private.to_bytes()
    };
    let mut kept = Private::default();
    kept.set("kept", *b"here too");
    for (source, id, target) in [
        (private(&["serial"]), "s9", Vec::new()),
        (private(&["serial", "kept"]), "s9", kept.to_bytes()),
        // What another SDK wrote is there as it is.
        (br#"{"e2e": 1}"#.to_vec(), r#"{"e2e": 1}"#, Vec::new()),
        (Vec::new(), "any", Vec::new()),
        // What we keep for ourselves is no business of the new object.
        (private(&[".imported"]), "any", Vec::new()),
    ] {
        let request = move_resource_state::Request {
            source_provider_address: "x/y/z".into(),
            source_type_name: "with_private".into(),
            source_state: Some(RawStateMessage {
                json: br#"{"x": 1}"#.to_vec().into(),
                ..Default::default()
            }),
            source_private: source.into(),
            target_type_name: "hub_box".into(),
            ..Default::default()
        };
        let moved = server.move_resource_state(request).await;
        assert_eq!(moved.diagnostics, []);
        let state = msgpack::decode_block(block, &moved.target_state.unwrap().msgpack).unwrap();
        let (position, _) = block.find("id").unwrap();
        assert_eq!(state.as_object().unwrap()[position], Value::from(id));
        assert_eq!(moved.target_private[..], target[..], "{id}");
    }
}

#[tokio::test]
async fn movers_are_asked_in_order_until_one_makes_the_state_or_fails() {
    let instance = Instance::new::<Hub>(Environment::default()).unwrap();
    for (type_name, state, asked, outcome) in [
        ("old_box", r#"{"label":"a"}"#, &["typed"][..], Ok("a")),
        (
            "old_box",
            r#"{"label":["x"],"title":"b"}"#,
            &["typed", "raw"],
            Ok("b"),
        ),
        ("other", r#"{"title":"c"}"#, &["typed", "raw"], Ok("c")),
        ("other", r#"{"x":1}"#, &["typed", "raw", "any"], Ok("any")),
        (
            "other",
            r#"{"title":""}"#,
            &["typed", "raw"],
            Err("the title is empty"),
        ),
    ] {
        let state = OldState::new(0, RawState::Json(state.into()));
        let from = MovedState::new("x/y/z", type_name, state, Private::default());
        let moved = instance.move_resource_state("hub_box", from).await;
        assert_eq!(std::mem::take(&mut *ASKED.lock().unwrap()), asked);
        match (moved, outcome) {
            (Ok((moved, told)), Ok(id)) => {
                assert!(told.is_empty(), "{told}");
                let (position, _) = schema::<Box_>().block.find("id").unwrap();
                assert_eq!(moved.state.as_object().unwrap()[position], Value::from(id));
            }
            (Err(told), Err(text)) => assert!(told.to_string().contains(text), "{told}"),
            (moved, outcome) => panic!("{outcome:?}, {:?}", moved.err()),
        }
    }
}

#[tokio::test]
async fn only_the_write_only_value_of_the_apply_arrives() {
    let instance = Instance::new::<Hub>(Environment::default()).unwrap();
    let table = schema::<Box_>();
    let of = |text: &str| object(table, text);
    for (planned_with, applied_with, length) in [
        (
            r#"{"name":"a","code":"hush"}"#,
            r#"{"name":"a","code":"longer"}"#,
            6,
        ),
        (
            r#"{"name":"a","code":"?"}"#,
            r#"{"name":"a","code":"x"}"#,
            1,
        ),
        (
            r#"{"name":"a","code":"hush"}"#,
            r#"{"name":"a","code":null}"#,
            0,
        ),
        (
            r#"{"name":"a","code":null}"#,
            r#"{"name":"a","code":"hush"}"#,
            4,
        ),
    ] {
        let plan = instance
            .plan_resource_change(PlanRequest {
                type_name: "hub_box".to_owned(),
                prior_state: Value::Null,
                config: of(planned_with),
                prior_private: Vec::new(),
                planned_private: None,
                prior_identity: None,
            })
            .await;
        assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
        let made = instance
            .apply_resource_change(ApplyRequest {
                type_name: "hub_box".to_owned(),
                prior_state: Value::Null,
                planned_state: plan.planned_state,
                config: of(applied_with),
                planned_private: plan.planned_private,
                journal: None,
                progress: None,
                planned_identity: None,
            })
            .await;
        assert!(made.diagnostics.is_empty(), "{}", made.diagnostics);
        let stored = format!(r#"{{"id":"1","name":"a","code":null,"length":{length}}}"#);
        assert_eq!(made.new_state, of(&stored), "{applied_with}");
    }
}
