//! The call to measure: read from a file, encoded with the provider's own schemas.

use crate::schema::Schemas;
use crate::{Result, schema, values};
use bytes::Bytes;
use schema_client::no_errors;
use schema_client::{frame, unframe};
use schema_runtime::codec::msgpack;
use schema_runtime::schema::{Block, Schema, SchemaKind};
use schema_runtime::terraform_core;
use schema_runtime::value::Value;
use schema_transport::proto::v6;
use serde_json::{Map, Value as Json};

/// A resource to plan, as in the file.
///
/// ```json
/// {"type": "disk_image", "prior_state": {…} or null, "config": {…} or null, "provider_config": {…},
///  "provider_meta": {…} or null, "kinds": {NAME: {…} or […]}}
/// ```
///
/// Values are written as described in [`values`]; omitted ones are null. `kinds` has configurations
/// for the provider's other kinds (ephemeral resources, lists, actions, state stores) and, as lists
/// of strings, arguments of its functions; only `plugin-endure` reads it.
#[derive(Clone, Debug)]
pub struct Description {
    type_name: String,
    prior_state: Json,
    config: Json,
    provider_config: Json,
    provider_meta: Json,
    kinds: Map<String, Json>,
}

impl Description {
    /// Reads the file's text: a call, or a list of them, of which the first one is measured.
    ///
    /// # Errors
    /// It is not JSON, has unknown members, no type, or no call at all.
    pub fn parse_all(text: &str) -> Result<Vec<Self>> {
        let calls: Vec<Self> = match serde_json::from_str(text)? {
            Json::Array(calls) => calls.into_iter().map(Self::read).collect::<Result<_>>()?,
            call => vec![Self::read(call)?],
        };
        if calls.is_empty() {
            return Err("a list of calls has at least one".into());
        }
        Ok(calls)
    }

    /// Reads the text of one call.
    ///
    /// # Errors
    /// As [`parse_all`](Self::parse_all).
    pub fn parse(text: &str) -> Result<Self> {
        Self::read(serde_json::from_str(text)?)
    }

    fn read(json: Json) -> Result<Self> {
        let Json::Object(mut members) = json else {
            return Err("an object is required".into());
        };
        let Some(Json::String(type_name)) = members.remove("type") else {
            return Err("\"type\" is required, with the resource's type as a string".into());
        };
        let mut take = |name| members.remove(name).unwrap_or(Json::Null);
        let description = Self {
            type_name,
            provider_meta: take("provider_meta"),
            kinds: match take("kinds") {
                Json::Object(kinds) => kinds,
                Json::Null => Map::new(),
                other => return Err(format!("\"kinds\" is an object, not {other}").into()),
            },
            prior_state: take("prior_state"),
            config: take("config"),
            provider_config: match take("provider_config") {
                // A provider without settings has a configuration too: an empty one.
                Json::Null => Json::Object(Map::new()),
                json => json,
            },
        };
        match members.keys().next() {
            None => Ok(description),
            Some(name) => Err(format!("{name:?} is not known here").into()),
        }
    }
}

impl Description {
    /// The resource's type.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The resource's configuration, as written.
    #[must_use]
    pub fn config(&self) -> &Json {
        &self.config
    }

    /// The values for other kinds, by name.
    #[must_use]
    pub fn kinds(&self) -> &Map<String, Json> {
        &self.kinds
    }

    /// The provider's configuration, as written.
    #[must_use]
    pub fn provider_config(&self) -> &Json {
        &self.provider_config
    }
}

/// The requests, and the data needed to judge the answers.
pub struct Call {
    schema: Schema,
    prior: Value,
    config: Value,
    /// Of the provider's configuration: validate, then configure.
    pub provider: [Bytes; 2],
    /// For the resource's configuration; `None` if the resource is to be destroyed.
    pub validate: Option<Bytes>,
    /// Of the plan.
    pub plan: Bytes,
}

/// The content of an answer to a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSummary {
    /// In bytes.
    pub size: usize,
    /// The actions on the resource.
    pub action: &'static str,
    /// Whether it has the legacy flag, with which core only warns.
    pub legacy: bool,
    /// The errors that core finds in it.
    pub problems: Vec<String>,
}

impl Call {
    /// Encodes the requests. The proposed state is what core would propose.
    ///
    /// # Errors
    /// The provider has no such resource, or the values do not fit its schema.
    pub fn new(description: &Description, schemas: &Schemas) -> Result<Self> {
        let name = &description.type_name;
        let schema = schemas.resources.get(name);
        let schema = schema.ok_or_else(|| format!("the provider has no resource {name}"))?;
        let schema = schema::read(SchemaKind::Resource, name, schema)?;
        let own = schema::read(SchemaKind::Provider, "provider", &schemas.provider)?;

        let value = |block: &Block, what: &str, json: &Json| {
            values::read(block, json).map_err(|error| format!("{what}: {error}"))
        };
        let provider_config = value(&own.block, "provider_config", &description.provider_config)?;
        let provider_meta = match &schemas.provider_meta {
            None if description.provider_meta.is_null() => None,
            None => return Err("the provider takes no provider_meta".into()),
            // A module without such a block sends null.
            Some(meta) => {
                let meta = schema::read(SchemaKind::ProviderMeta, "provider_meta", meta)?;
                let read = value(&meta.block, "provider_meta", &description.provider_meta)?;
                Some(encoded(&meta.block, &read)?)
            }
        };
        let prior = value(&schema.block, "prior_state", &description.prior_state)?;
        let config = value(&schema.block, "config", &description.config)?;
        let proposed = if config.is_null() {
            Value::Null
        } else {
            terraform_core::proposed_new(&schema.block, &prior, &config)?
        };

        let client_capabilities = Some(v6::ClientCapabilities {
            deferral_allowed: false,
            write_only_attributes_allowed: true,
            ..Default::default()
        });
        let provider_config = encoded(&own.block, &provider_config)?;
        let resource_config = encoded(&schema.block, &config)?;
        let provider = [
            frame(&v6::validate_provider_config::Request {
                config: Some(provider_config.clone()),
            })?,
            frame(&v6::configure_provider::Request {
                terraform_version: "1.11.4".to_owned(),
                config: Some(provider_config),
                client_capabilities,
            })?,
        ];
        let validate = frame(&v6::validate_resource_config::Request {
            type_name: name.clone(),
            config: Some(resource_config.clone()),
            client_capabilities,
        })?;
        let plan = frame(&v6::plan_resource_change::Request {
            type_name: name.clone(),
            prior_state: Some(encoded(&schema.block, &prior)?),
            proposed_new_state: Some(encoded(&schema.block, &proposed)?),
            config: Some(resource_config),
            provider_meta,
            client_capabilities,
            ..Default::default()
        })?;
        Ok(Self {
            provider,
            validate: (!config.is_null()).then_some(validate),
            plan,
            schema,
            prior,
            config,
        })
    }

    /// Checks a plan as core would.
    ///
    /// # Errors
    /// The answer has errors or is no plan.
    pub fn judge(&self, answer: &Bytes) -> Result<PlanSummary> {
        let plan = plan_of(answer)?;
        let planned = plan.planned_state.ok_or("the plan has no planned state")?;
        if planned.msgpack.is_empty() && !planned.json.is_empty() {
            return Err("the planned state is in JSON".into());
        }
        let block = &self.schema.block;
        let planned = msgpack::decode_block(block, &planned.msgpack)
            .map_err(|error| format!("the planned state: {error}"))?;
        let problems = terraform_core::plan_valid(block, &self.prior, &self.config, &planned);
        let action = match (self.prior.is_null(), planned.is_null()) {
            (true, _) => "create",
            (false, true) => "delete",
            (false, false) if !plan.requires_replace.is_empty() => "replace",
            (false, false) if planned == self.prior => "nothing",
            (false, false) => "update",
        };
        Ok(PlanSummary {
            size: answer.len(),
            action,
            legacy: plan.legacy_type_system,
            problems: problems.iter().map(ToString::to_string).collect(),
        })
    }
}

fn encoded(block: &Block, value: &Value) -> Result<v6::DynamicValue> {
    Ok(v6::DynamicValue::from_msgpack(msgpack::encode_block(
        block, value,
    )?))
}

fn plan_of(answer: &Bytes) -> Result<v6::plan_resource_change::Response> {
    let plan: v6::plan_resource_change::Response = unframe(answer)?;
    no_errors(&plan.diagnostics)?;
    if plan.deferred.is_some() {
        return Err("the provider put the plan off".into());
    }
    Ok(plan)
}

/// Checks that an answer to a plan has no errors.
///
/// # Errors
/// It is not a plan, or has errors.
pub fn check_plan(answer: &Bytes) -> Result<()> {
    plan_of(answer).map(|_| ())
}

/// Checks that an answer about a resource's configuration has no errors.
///
/// # Errors
/// It is not such an answer, or has errors.
pub fn check_validate(answer: &Bytes) -> Result<()> {
    let answer: v6::validate_resource_config::Response = unframe(answer)?;
    Ok(no_errors(&answer.diagnostics)?)
}

/// Checks that an answer about the provider's configuration has no errors.
///
/// # Errors
/// It is not such an answer, or has errors.
pub fn check_validate_provider(answer: &Bytes) -> Result<()> {
    // Protocol 5 has the configuration besides the same diagnostics.
    let answer: v6::validate_provider_config::Response = unframe(answer)?;
    Ok(no_errors(&answer.diagnostics)?)
}

/// Checks that an answer to configure has no errors.
///
/// # Errors
/// It is not such an answer, or has errors.
pub fn check_configure(answer: &Bytes) -> Result<()> {
    let answer: v6::configure_provider::Response = unframe(answer)?;
    Ok(no_errors(&answer.diagnostics)?)
}

#[cfg(test)]
mod tests {
    use super::{Call, Description};
    use crate::schema::Schemas;
    use schema_client::{frame, unframe};
    use schema_transport::proto::v6::{self, plan_resource_change as plan};

    fn schemas() -> Schemas {
        let attribute = |name: &str, computed: bool| v6::Attribute {
            name: name.into(),
            r#type: "\"string\"".into(),
            optional: !computed,
            computed,
            ..Default::default()
        };
        let block = v6::Block {
            attributes: vec![attribute("id", true), attribute("name", false)],
            ..Default::default()
        };
        let schema = v6::Schema {
            version: 0,
            block: Some(block),
        };
        Schemas {
            provider: v6::Schema::default(),
            provider_meta: None,
            resources: [("thing".to_owned(), schema)].into(),
        }
    }

    fn call(text: &str) -> Call {
        Call::new(&Description::parse(text).unwrap(), &schemas()).unwrap()
    }

    fn answer(msgpack: &'static [u8]) -> bytes::Bytes {
        frame(&plan::Response {
            planned_state: Some(v6::DynamicValue::from_msgpack(msgpack)),
            ..Default::default()
        })
        .unwrap()
    }

    #[test]
    fn an_update_proposes_computed_values_unchanged() {
        let call = call(
            r#"{"type": "thing", "prior_state": {"id": "1", "name": "a"}, "config": {"name": "b"}}"#,
        );
        let request: plan::Request = unframe(&call.plan).unwrap();
        let proposed = request.proposed_new_state.unwrap();
        assert_eq!(proposed.msgpack, b"\x82\xa2id\xa11\xa4name\xa1b".as_slice());
        let verdict = call
            .judge(&answer(b"\x82\xa2id\xa11\xa4name\xa1b"))
            .unwrap();
        assert_eq!((verdict.action, verdict.problems.len()), ("update", 0));
        let verdict = call
            .judge(&answer(b"\x82\xa2id\xa11\xa4name\xa1a"))
            .unwrap();
        assert_eq!(verdict.action, "nothing");
        assert!(call.judge(&answer(b"\x81\xa2id\xa11")).is_err());
        let failed = frame(&plan::Response {
            diagnostics: vec![v6::Diagnostic::error("no", "")],
            ..Default::default()
        });
        assert!(super::check_plan(&failed.unwrap()).is_err());
    }

    #[test]
    fn provider_meta_is_sent_if_the_provider_takes_it() {
        let meta = |schemas: &Schemas, text: &str| {
            let call = Call::new(&Description::parse(text).unwrap(), schemas)?;
            let request: plan::Request = unframe(&call.plan)?;
            crate::Result::Ok(request.provider_meta.map(|meta| meta.msgpack))
        };
        let (without, with) = (
            r#"{"type": "thing", "config": {"name": "b"}}"#,
            r#"{"type": "thing", "config": {"name": "b"}, "provider_meta": {"name": "m"}}"#,
        );
        let mut schemas = schemas();
        assert_eq!(meta(&schemas, without).unwrap(), None);
        assert!(meta(&schemas, with).is_err());
        schemas.provider_meta = Some(schemas.resources["thing"].clone());
        assert_eq!(
            meta(&schemas, without).unwrap().unwrap(),
            b"\xc0".as_slice()
        );
        let sent = b"\x82\xa2id\xc0\xa4name\xa1m";
        assert_eq!(meta(&schemas, with).unwrap().unwrap(), sent.as_slice());
    }

    #[test]
    fn core_rejects_an_invalid_plan() {
        let call = call(r#"{"type": "thing", "config": {"name": "b"}}"#);
        let verdict = call
            .judge(&answer(b"\x82\xa2id\xd4\0\0\xa4name\xa1c"))
            .unwrap();
        assert_eq!(verdict.action, "create");
        assert_eq!(verdict.problems.len(), 1, "{verdict:?}");
    }

    #[test]
    fn invalid_descriptions_are_errors() {
        for bad in ["[]", "{}", r#"{"type": "a", "prior": null}"#, "{"] {
            assert!(Description::parse(bad).is_err(), "{bad}");
        }
        assert!(Description::parse_all("[]").is_err());
        let all = Description::parse_all(r#"[{"type": "a"}, {"type": "b"}]"#).unwrap();
        assert_eq!((all.len(), all[1].type_name()), (2, "b"));
        assert_eq!(Description::parse_all(r#"{"type": "a"}"#).unwrap().len(), 1);
        let other = Description::parse(r#"{"type": "other"}"#).unwrap();
        assert!(Call::new(&other, &schemas()).is_err());
    }
}
