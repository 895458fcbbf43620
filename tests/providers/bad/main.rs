//! A provider that breaks Terraform's rules, each when asked to by `BAD_FLAW` in the environment.
//!
//! It shows that the tests' search for complaints finds them. A provider of ours cannot do this:
//! its answers are checked before they leave. So this one changes the answers afterwards.

use std::process::ExitCode;

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::*;
use schema_provider::plugin::{Handler, Options, run};
use schema_provider::prelude::{
    Cx, MovedState, Resource, ResourceData, ResourceDef, Result, Schema, Update, resources,
};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::object;
use schema_provider::{Provider, Value, server};

/// The settings.
#[derive(Schema)]
#[schema(provider = "bad")]
struct Bad {}

impl Provider for Bad {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_: &Cx, _: schema_provider::prelude::ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A thing.
#[derive(Schema)]
#[schema(resource = "bad_thing")]
struct Thing {
    #[field(required)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    made: String,
    #[field(optional, write_only)]
    secret: Option<String>,
}

impl Resource for Thing {
    type Provider = Bad;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Thing::MADE, "made");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, _: &MovedState, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set(Thing::NAME, "one");
        data.set(Thing::MADE, "made");
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() -> ExitCode {
    let instance = match Instance::new::<Bad>(std::env::vars().collect()) {
        Ok(instance) => instance,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::FAILURE;
        }
    };
    let flaw = std::env::var("BAD_FLAW").unwrap_or_default();
    let mut options = Options::default();
    if flaw == "little-memory" {
        options.memory = 4 << 20;
    }
    run(
        Saboteur {
            good: server::ProviderServer::new(instance),
            flaw,
        },
        options,
    )
}

/// A good provider, whose answers are changed.
struct Saboteur {
    good: server::ProviderServer,
    flaw: String,
}

/// The answer with another value in one field; an object of nulls becomes one with it.
fn with(answer: Option<DynamicValue>, field: &str, value: Value) -> Option<DynamicValue> {
    let block = object::block::<Thing>();
    let (position, _) = block.find(field)?;
    let Value::Object(mut values) = msgpack::decode_block(block, &answer?.msgpack).ok()? else {
        return None;
    };
    *values.get_mut(position)? = value;
    let bytes = msgpack::encode_block(block, &Value::Object(values)).ok()?;
    Some(DynamicValue::from_msgpack(bytes))
}

/// Whether an object has a note.
fn has_note(state: Option<&DynamicValue>) -> bool {
    let block = object::block::<Thing>();
    let value = state.and_then(|state| msgpack::decode_block(block, &state.msgpack).ok());
    match (value, block.find("note")) {
        (Some(Value::Object(values)), Some((position, _))) => values
            .get(position)
            .is_some_and(|note| *note != Value::Null),
        _ => false,
    }
}

impl Handler for Saboteur {
    async fn get_provider_schema(
        &self,
        request: get_provider_schema::Request,
    ) -> get_provider_schema::Response {
        let mut answer = self.good.get_provider_schema(request).await;
        match self.flaw.as_str() {
            "schema-ends" => std::process::abort(),
            // More than Terraform takes.
            "schema-huge" => {
                let block = answer.provider.as_mut().and_then(|of| of.block.as_mut());
                block.expect("settings").description = "x".repeat(300 << 20);
            }
            _ => {}
        }
        answer
    }

    async fn validate_provider_config(
        &self,
        request: validate_provider_config::Request,
    ) -> validate_provider_config::Response {
        self.good.validate_provider_config(request).await
    }

    async fn configure_provider(
        &self,
        request: configure_provider::Request,
    ) -> configure_provider::Response {
        self.good.configure_provider(request).await
    }

    async fn validate_resource_config(
        &self,
        request: validate_resource_config::Request,
    ) -> validate_resource_config::Response {
        match self.flaw.as_str() {
            "validate-crash" => std::process::abort(),
            "validate-killed" => {
                let number = std::process::id().to_string();
                let killed = std::process::Command::new("kill")
                    .args(["-9", &number])
                    .status();
                killed.expect("a program that kills");
            }
            "validate-hangs" => std::future::pending().await,
            "validate-prints" => println!("a line for somebody else"),
            _ => {}
        }
        self.good.validate_resource_config(request).await
    }

    async fn validate_data_resource_config(
        &self,
        request: validate_data_resource_config::Request,
    ) -> validate_data_resource_config::Response {
        self.good.validate_data_resource_config(request).await
    }

    async fn upgrade_resource_state(
        &self,
        request: upgrade_resource_state::Request,
    ) -> upgrade_resource_state::Response {
        let mut answer = self.good.upgrade_resource_state(request).await;
        if self.flaw == "upgrade-secret" {
            answer.upgraded_state = with(answer.upgraded_state.take(), "secret", "told".into());
        }
        answer
    }

    async fn read_resource(&self, request: read_resource::Request) -> read_resource::Response {
        let mut answer = self.good.read_resource(request).await;
        let state = answer.new_state.take();
        answer.new_state = match self.flaw.as_str() {
            "read-other" => with(state, "name", "other".into()),
            "read-unknown" => with(state, "made", Value::UNKNOWN),
            "read-secret" => with(state, "secret", "told".into()),
            _ => state,
        };
        answer
    }

    async fn plan_resource_change(
        &self,
        request: plan_resource_change::Request,
    ) -> plan_resource_change::Response {
        match self.flaw.as_str() {
            "plan-crash" => std::process::abort(),
            "plan-crash-at-note" if has_note(request.proposed_new_state.as_ref()) => {
                std::process::abort();
            }
            "plan-hangs" => std::future::pending().await,
            _ => {}
        }
        let mut answer = self.good.plan_resource_change(request).await;
        let state = answer.planned_state.take();
        answer.planned_state = match self.flaw.as_str() {
            "plan-config" | "plan-tolerated" => with(state, "name", "other".into()),
            "plan-note" => with(state, "note", "not asked for".into()),
            "plan-secret" | "plan-secret-tolerated" => with(state, "secret", "told".into()),
            // Another process plans another value.
            "plan-changes" => with(state, "made", std::process::id().to_string().into()),
            "plan-deferred" => {
                let reason = deferred::Reason::AbsentPrereq.into();
                answer.deferred = Some(Deferred { reason });
                state
            }
            "plan-text" => Some(DynamicValue::from_msgpack(&b"\xa4text"[..])),
            "plan-more" => state
                .map(|state| DynamicValue::from_msgpack([&state.msgpack[..], b"\xc0"].concat())),
            "plan-garbage" => Some(DynamicValue::from_msgpack(&b"\xc1"[..])),
            _ => state,
        };
        answer.legacy_type_system |=
            self.flaw.starts_with("plan-") && self.flaw.ends_with("-tolerated");
        answer
    }

    async fn apply_resource_change(
        &self,
        request: apply_resource_change::Request,
    ) -> apply_resource_change::Response {
        let deletes = request
            .planned_state
            .as_ref()
            .is_none_or(|planned| *planned.msgpack == [0xc0]);
        let mut answer = self.good.apply_resource_change(request).await;
        if deletes {
            return answer;
        }
        let state = answer.new_state.take();
        answer.new_state = match self.flaw.as_str() {
            "apply-other" | "apply-tolerated" => with(state, "name", "other".into()),
            "apply-unknown" => with(state, "made", Value::UNKNOWN),
            "apply-secret" | "apply-secret-tolerated" => with(state, "secret", "told".into()),
            "apply-null" => Some(DynamicValue::from_msgpack(&b"\xc0"[..])),
            _ => state,
        };
        answer.legacy_type_system |=
            self.flaw.starts_with("apply-") && self.flaw.ends_with("-tolerated");
        answer
    }

    async fn import_resource_state(
        &self,
        request: import_resource_state::Request,
    ) -> import_resource_state::Response {
        let mut answer = self.good.import_resource_state(request).await;
        if self.flaw == "import-secret" {
            for object in &mut answer.imported_resources {
                object.state = with(object.state.take(), "secret", "told".into());
            }
        }
        answer
    }

    async fn move_resource_state(
        &self,
        request: move_resource_state::Request,
    ) -> move_resource_state::Response {
        let mut answer = self.good.move_resource_state(request).await;
        if self.flaw == "move-secret" {
            answer.target_state = with(answer.target_state.take(), "secret", "told".into());
        }
        answer
    }

    async fn read_data_source(
        &self,
        request: read_data_source::Request,
    ) -> read_data_source::Response {
        self.good.read_data_source(request).await
    }

    fn stop(&self) {
        self.good.stop();
    }
}
