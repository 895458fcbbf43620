//! The block `import`.

use super::meta_arguments::provider_alias;
use super::model::{ImportBlock, ImportExpr};
use super::reader::Reader;
use crate::hcl::ast::Block;

impl Reader<'_> {
    pub(super) fn import(&mut self, block: &Block) {
        if let Some(for_each) = block.body.attribute("for_each") {
            self.unsupported("for_each in a block of type \"import\"", &for_each.name.at);
            return;
        }
        self.check_no_labels(block);
        // The provider is that of the resource, but where there is none yet.
        self.check_names(&block.body, &["to", "id", "identity", "provider"], &[]);
        let Some(to) = self.endpoint(block, "to", "import") else {
            return;
        };
        let (id, identity) = (block.body.attribute("id"), block.body.attribute("identity"));
        let by = match (id, identity) {
            (Some(id), None) => ImportExpr::Id(id.value.clone()),
            (None, Some(identity)) => ImportExpr::Identity(identity.value.clone()),
            (Some(_), Some(identity)) => {
                self.fail(
                    "Invalid import block",
                    "An import block has either an id or an identity. Both are given.",
                    &identity.name.at,
                );
                return;
            }
            (None, None) => {
                self.fail(
                    "Invalid import block",
                    "At least one of id or identity must be specified",
                    &block.at,
                );
                return;
            }
        };
        let twice = self
            .configuration
            .imports
            .iter()
            .any(|other| other.to == to);
        if twice {
            self.fail(
                "Duplicate import configuration",
                format!("There is more than one import block for {to}."),
                &block.at,
            );
            return;
        }
        let provider = provider_alias(&block.body, self.provider, &mut self.messages);
        self.configuration.imports.push(ImportBlock {
            to,
            by,
            provider,
            at: block.at.clone(),
        });
    }
}
