//! The walk of `validate`: reports all errors in the configuration before anything is read or
//! planned.

use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::language::eval::{MarkKinds, Scope, TypedValue};
use crate::language::expansion::{enter_unknown, expand, leave};
use crate::language::hcl::ast::Body;
use crate::message::Messages;
use crate::run::context::Run;
use schema_runtime::value::Value;

/// Whether a provider block has neither settings nor blocks.
fn says_nothing(body: &Body) -> bool {
    let mut attributes = body.attributes.iter();
    body.blocks.is_empty() && attributes.all(|attribute| &*attribute.name.text == "alias")
}

impl Run {
    /// Evaluates and validates everything, with all resources unknown.
    pub async fn validate(&self) -> Messages {
        self.validated().await.1
    }

    /// The same, and the scope.
    pub(crate) async fn validated(&self) -> (Scope, Messages) {
        let mut messages = Messages::new();
        let mut scope = self.inputs.clone();
        let graph = &self.graph;
        for node in &graph.without_order {
            scope.set(node.clone(), TypedValue::unknown());
        }
        for node in graph.order.iter().chain(&graph.without_order) {
            match node {
                Node::Variable(name) => {
                    if !self.check_variable(name, &scope, &mut messages) {
                        // Errors are not repeated for values that depend on it.
                        if let Some(value) = scope.get(node).cloned() {
                            let unknown = TypedValue::unknown_of(value.ty.clone());
                            scope.set(node.clone(), unknown.marked(value.kinds()));
                        }
                    }
                }
                Node::CountIndex | Node::EachKey | Node::EachValue | Node::SelfObject => {}
                Node::Local(name) => self.local(name, &mut scope, &mut messages),
                Node::Provider(alias) => {
                    let alias = alias.as_ref();
                    let settings = self.configuration.settings(alias);
                    // As in Terraform Core: without any settings there is nothing to check yet.
                    if settings.is_some_and(|settings| !says_nothing(&settings.body)) {
                        let value = self.settings(alias, &scope, &mut messages);
                        let diagnostics = self.instance.validate_provider_config(&value).await;
                        self.report_settings(alias, diagnostics, &mut messages);
                    }
                }
                Node::Resource(resource) => {
                    let Some(block) = self.block(resource) else {
                        continue;
                    };
                    let mut own = Messages::new();
                    // Values that are unknown now may be known in the plan.
                    let _ = expand(&block.repetition, &scope, &mut own);
                    messages.extend(own.with_default_address(&resource.to_string()));
                    enter_unknown(&block.repetition, &mut scope);
                    let address = &ObjectAddress::new(resource.clone(), InstanceKey::None);
                    let config = self.config(address, &scope, &mut messages);
                    leave(&mut scope);
                    let Some(config) = config else {
                        scope.set(node.clone(), self.unknown_reference(resource));
                        continue;
                    };
                    let (kind, ty) = (address.mode.schema_kind(), &address.type_name);
                    let checked = self.instance.validate_config(kind, ty, &config.value);
                    let diagnostics = checked.await;
                    self.report(address, diagnostics, &mut messages);
                    // References cannot know the number of instances yet.
                    let unknown = if block.repetition.expr().is_some() {
                        self.unknown_reference(resource)
                    } else {
                        // Nor which values will be sensitive: a condition may omit the sensitive
                        // ones.
                        let known = self.reference_value(address, Value::UNKNOWN, &[]);
                        let kinds = MarkKinds {
                            sensitive: false,
                            ..known.whole_kinds()
                        };
                        TypedValue::unknown_of(known.ty).marked(kinds)
                    };
                    scope.set(node.clone(), unknown);
                }
            }
        }
        self.evaluate_outputs(&scope, false, &mut messages);
        (scope, messages)
    }
}
