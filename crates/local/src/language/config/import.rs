//! The block `import`.

use super::meta_arguments::provider_alias;
use super::model::{ImportBlock, ImportExpr, Repetition};
use super::reader::Reader;
use crate::language::hcl::ast::Block;

impl Reader<'_> {
    pub(super) fn import(&mut self, block: &Block) {
        self.check_no_labels(block);
        // The provider is that of the resource, unless the resource is not declared yet.
        self.check_names(
            &block.body,
            &["to", "for_each", "id", "identity", "provider"],
            &[],
        );
        let for_each = block.body.attribute("for_each");
        let (named, repetition) = match for_each {
            None => {
                let named = self.endpoint(block, "to", "import").map(|to| (to, None));
                (named, Repetition::None)
            }
            Some(for_each) => (
                self.repeated_endpoint(block, "to", "import"),
                Repetition::ForEach(for_each.value.clone()),
            ),
        };
        let Some((to, key)) = named else {
            return;
        };
        let (id, identity) = (block.body.attribute("id"), block.body.attribute("identity"));
        let by = match (id, identity) {
            (Some(id), None) => ImportExpr::Id(id.value.clone()),
            (None, Some(identity)) => ImportExpr::Identity(identity.value.clone()),
            (Some(_), Some(identity)) => {
                let detail = "An import block has either an id or an identity. Both are given.";
                self.fail("Invalid import block", detail, &identity.name.at);
                return;
            }
            (None, None) => {
                let detail = "At least one of id or identity must be specified";
                self.fail("Invalid import block", detail, &block.at);
                return;
            }
        };
        let twice = self
            .configuration
            .imports
            .iter()
            .any(|other| other.repetition.expr().is_none() && other.to == to);
        if twice && for_each.is_none() {
            let detail = format!("There is more than one import block for {to}.");
            self.fail("Duplicate import configuration", detail, &block.at);
            return;
        }
        let provider = provider_alias(&block.body, self.provider, &mut self.messages);
        let names_provider = block.body.attribute("provider");
        self.configuration.imports.push(ImportBlock {
            to,
            repetition,
            key,
            by,
            provider,
            names_provider: names_provider.map(|attribute| attribute.name.at.clone()),
            at: block.at.clone(),
        });
    }
}
