//! The calls about a resource, as Terraform makes them.

use schema_client::proto::common::{
    AttributePath, Diagnostic, DynamicValue, attribute_path::Selector,
};
use schema_client::proto::v6;
use schema_client::{Bytes, Provider};
use schema_runtime::codec::msgpack;
use schema_runtime::path::{Path as ValuePath, Step};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

/// The summary of a diagnostic by which the program tells of a panic.
pub(crate) const PANICKED: &str = "the reference panicked";

/// What is asked about one type.
pub(crate) struct Asked<'a> {
    pub(crate) provider: &'a Provider,
    pub(crate) type_name: String,
    pub(crate) block: &'a Block,
}

/// A plan, or why there is none.
pub(crate) enum Planned {
    Plan {
        value: Value,
        replace: Vec<ValuePath>,
        private: Bytes,
    },
    Panicked(Diagnostic),
    Failed(Vec<Diagnostic>),
}

impl Asked<'_> {
    pub(crate) async fn validate(&self, config: &Value) -> Vec<Diagnostic> {
        let request = v6::validate_resource_config::Request {
            type_name: self.type_name.clone(),
            config: Some(self.encoded(config)),
            client_capabilities: Some(v6::ClientCapabilities {
                write_only_attributes_allowed: true,
                ..Default::default()
            }),
        };
        self.provider
            .validate_resource_config(&request)
            .await
            .unwrap()
            .diagnostics
    }

    pub(crate) async fn plan(&self, prior: &Value, proposed: &Value, config: &Value) -> Planned {
        let request = v6::plan_resource_change::Request {
            type_name: self.type_name.clone(),
            prior_state: Some(self.encoded(prior)),
            proposed_new_state: Some(self.encoded(proposed)),
            config: Some(self.encoded(config)),
            ..Default::default()
        };
        let answer = self.provider.plan_resource_change(&request).await.unwrap();
        if let Some(panic) = answer
            .diagnostics
            .iter()
            .find(|one| one.summary == PANICKED)
        {
            return Planned::Panicked(panic.clone());
        }
        if answer.diagnostics.iter().any(is_error) {
            return Planned::Failed(answer.diagnostics);
        }
        Planned::Plan {
            value: self.decoded(&answer.planned_state),
            replace: answer.requires_replace.iter().map(path_of).collect(),
            private: answer.planned_private,
        }
    }

    pub(crate) async fn apply(
        &self,
        prior: &Value,
        planned: &Value,
        config: &Value,
        private: Bytes,
    ) -> Result<Value, Diagnostic> {
        let request = v6::apply_resource_change::Request {
            type_name: self.type_name.clone(),
            prior_state: Some(self.encoded(prior)),
            planned_state: Some(self.encoded(planned)),
            config: Some(self.encoded(config)),
            planned_private: private,
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(&request).await.unwrap();
        match answer.diagnostics.iter().find(|one| is_error(one)) {
            Some(error) => Err(error.clone()),
            None => Ok(self.decoded(&answer.new_state)),
        }
    }

    fn encoded(&self, value: &Value) -> DynamicValue {
        DynamicValue {
            msgpack: msgpack::encode_block(self.block, value).unwrap().into(),
            json: Bytes::new(),
        }
    }

    fn decoded(&self, value: &Option<DynamicValue>) -> Value {
        let value = value.as_ref().expect("a value");
        msgpack::decode_block(self.block, &value.msgpack).unwrap()
    }

    /// Has a state read that was written by the same version of the schema.
    pub(crate) async fn upgrade(&self, state: &str) -> Result<Value, Vec<Diagnostic>> {
        let request = v6::upgrade_resource_state::Request {
            type_name: self.type_name.clone(),
            version: 0,
            raw_state: Some(v6::RawState {
                json: state.to_owned().into(),
                ..Default::default()
            }),
        };
        let answer = self
            .provider
            .upgrade_resource_state(&request)
            .await
            .unwrap();
        match answer.diagnostics.iter().any(is_error) {
            true => Err(answer.diagnostics),
            false => Ok(self.decoded(&answer.upgraded_state)),
        }
    }
}

pub(crate) fn is_error(one: &Diagnostic) -> bool {
    one.severity() != schema_client::proto::common::diagnostic::Severity::Warning
}

pub(crate) fn path_of(path: &AttributePath) -> ValuePath {
    let mut found = ValuePath::root();
    for selector in path.steps.iter().filter_map(|step| step.selector.as_ref()) {
        found.push(match selector {
            Selector::AttributeName(name) => Step::Attribute(name.clone().into()),
            Selector::ElementKeyString(key) => Step::Key(key.clone().into()),
            Selector::ElementKeyInt(index) => {
                Step::Index(u64::try_from(*index).unwrap_or_default())
            }
        });
    }
    found
}
