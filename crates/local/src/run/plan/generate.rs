//! Generates configuration for `import` blocks whose resource is not declared.

use std::collections::BTreeSet;

use crate::address::{InstanceKey, Node, ObjectAddress};
use crate::language::config::{ImportBlock, ImportExpr};
use crate::language::eval::nodes_of_expr;
use crate::message::Messages;
use crate::run::context::Run;
use crate::run::ephemeral::OpenObjects;

/// An object to import, and the configuration that would create it.
pub(crate) struct GeneratedImport {
    pub(crate) address: ObjectAddress,
    /// The alias of the provider that it uses.
    pub(crate) alias: Option<String>,
    /// The id or identity it was found by, in words.
    pub(crate) from: String,
    pub(crate) config: schema_runtime::value::Value,
}

impl Run {
    /// Finds the objects of `import` blocks without a resource, and generates their configuration.
    pub(crate) async fn generated_imports(&self, messages: &mut Messages) -> Vec<GeneratedImport> {
        let blocks = self.configuration.imports.iter();
        let blocks: Vec<&ImportBlock> = blocks
            // A target with a key needs `count` or `for_each`, which cannot be guessed: the plan
            // reports that.
            .filter(|block| block.to.key == InstanceKey::None && block.repetition.expr().is_none())
            .filter(|block| self.block(&block.to.resource).is_none())
            .collect();
        if blocks.is_empty() {
            return Vec::new();
        }
        let mut needed = BTreeSet::new();
        for block in &blocks {
            let (ImportExpr::Id(expr) | ImportExpr::Identity(expr)) = &block.by;
            let alias = block.provider.as_ref().map(|(alias, _)| alias.clone());
            let nodes = nodes_of_expr(expr).into_iter();
            needed.extend(self.graph.up_to(nodes.chain([Node::Provider(alias)])));
        }
        let mut opened = OpenObjects::default();
        let scope = self.current_scope(&needed, &mut opened, messages).await;
        let mut generated = Vec::new();
        for block in blocks {
            if messages.has_errors() {
                break;
            }
            let address = ObjectAddress::new(block.to.resource.clone(), InstanceKey::None);
            if self.schema(&address).is_none() {
                let detail = format!(
                    "The provider {} does not support resource type \"{}\".",
                    self.schemas().provider.type_name,
                    address.type_name
                );
                messages.fail("Invalid resource type", detail, &block.at);
                break;
            }
            let Some((by, from)) = self.import_by(&address, block, &scope, messages) else {
                break;
            };
            let Some(object) = self.find(&address, by, &from, messages).await else {
                break;
            };
            let made = self
                .provider(&address)
                .generate_resource_config(&address.type_name, object.value);
            let (config, said) = made.await;
            self.report(&address, said, messages);
            generated.push(GeneratedImport {
                alias: block.provider.as_ref().map(|(alias, _)| alias.to_string()),
                address,
                from,
                config,
            });
        }
        self.close_all(opened, messages).await;
        generated
    }
}
