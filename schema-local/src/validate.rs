//! The walk of `validate`: every message about the configuration, before anything is read or planned.

use super::address::{Mode, Node};
use super::eval::TypedValue;
use super::message::Messages;
use super::run::Run;
use schema_runtime::value::Value;

impl Run {
    /// Evaluates and validates everything, with all resources unknown.
    pub async fn validate(&self) -> Messages {
        let mut messages = Messages::new();
        let mut scope = self.inputs.clone();
        for node in self.graph.without_order() {
            scope.set(node.clone(), TypedValue::unknown());
        }
        for node in &self.graph.order {
            match node {
                Node::Variable(_) => {}
                Node::Local(name) => self.local(name, &mut scope, &mut messages),
                Node::Provider => {
                    if self.configuration.provider.is_some() {
                        let value = self.settings(&scope, &mut messages);
                        let diagnostics = self.instance.validate_provider_config(&value).await;
                        self.report_settings(diagnostics, &mut messages);
                    }
                }
                Node::Resource(address) => {
                    let Some(config) = self.config(address, &scope, &mut messages) else {
                        scope.set(node.clone(), TypedValue::unknown());
                        continue;
                    };
                    let ty = &address.type_name;
                    let diagnostics = match address.mode {
                        Mode::Managed => {
                            self.instance
                                .validate_resource_config(ty, &config.value)
                                .await
                        }
                        Mode::Data => {
                            self.instance
                                .validate_data_resource_config(ty, &config.value)
                                .await
                        }
                    };
                    self.report(address, diagnostics, &mut messages);
                    let unknown = self.reference_value(address, Value::UNKNOWN, &[]);
                    scope.set(node.clone(), unknown);
                }
            }
        }
        self.evaluate_outputs(&scope, &mut messages);
        messages
    }
}
