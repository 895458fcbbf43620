//! The first walk: every message about the configuration, before anything is done.

use super::address::{Mode, Node};
use super::eval::{Scope, Typed, evaluate};
use super::message::Messages;
use super::run::Run;
use schema_runtime::value::Value;

impl Run {
    /// Evaluates and validates everything, with all resources unknown.
    pub async fn validate(&self) -> Messages {
        let mut messages = Messages::new();
        let mut scope = self.inputs.clone();
        for node in self.graph.circular() {
            scope.set(node.clone(), Typed::unknown());
        }
        for node in &self.graph.order {
            match node {
                Node::Variable(_) => {}
                Node::Local(name) => self.local(name, &mut scope, &mut messages),
                Node::Provider => {
                    if self.configuration.provider.is_some() {
                        let value = self.settings(&scope, &mut messages);
                        let told = self.instance.validate_provider_config(&value).await;
                        self.tell_settings(told, &mut messages);
                    }
                }
                Node::Resource(address) => {
                    let Some(config) = self.config(address, &scope, &mut messages) else {
                        scope.set(node.clone(), Typed::unknown());
                        continue;
                    };
                    let ty = &address.type_name;
                    let told = match address.mode {
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
                    self.tell(address, told, &mut messages);
                    let unknown = self.seen(address, Value::UNKNOWN, &[]);
                    scope.set(node.clone(), unknown);
                }
            }
        }
        self.evaluate_outputs(&scope, &mut messages);
        messages
    }

    /// The values of all outputs.
    pub(crate) fn evaluate_outputs(
        &self,
        scope: &Scope,
        messages: &mut Messages,
    ) -> Vec<(String, Typed)> {
        let mut values = Vec::new();
        for (name, output) in &self.configuration.outputs {
            let value = evaluate(scope, &output.value, messages);
            if value.is_sensitive() && !output.sensitive {
                messages.push(
                    super::message::Message::error("Output refers to sensitive values")
                        .detail(format!(
                            "The output \"{name}\" would show a sensitive value. Set sensitive = \
                             true in it if that is intended."
                        ))
                        .at(&output.at),
                );
            }
            values.push((name.to_string(), value.marked(output.sensitive)));
        }
        values
    }
}
