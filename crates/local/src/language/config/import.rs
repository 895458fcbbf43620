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
        let named = match for_each {
            None => self.endpoint(block, "to", "import").map(|to| (to, None)),
            Some(_) => self.repeated_endpoint(block, "to", "import"),
        };
        let Some((to, key)) = named else {
            return;
        };
        let repetition = for_each.map_or(Repetition::None, |for_each| {
            Repetition::ForEach(for_each.value.clone())
        });
        let (id, identity) = (block.body.attribute("id"), block.body.attribute("identity"));
        let by = match (id, identity) {
            (Some(id), None) => ImportExpr::Id(id.value.clone()),
            (None, Some(identity)) => ImportExpr::Identity(identity.value.clone()),
            (Some(_), Some(identity)) => {
                let detail = "An import block has either an id or an identity. Both are given.";
                return self.fail("Invalid import block", detail, &identity.name.at);
            }
            (None, None) => {
                let detail = "At least one of id or identity must be specified";
                return self.fail("Invalid import block", detail, &block.at);
            }
        };
        let mut others = self.configuration.imports.iter();
        if for_each.is_none()
            && others.any(|other| other.repetition.expr().is_none() && other.to == to)
        {
            let detail = format!("There is more than one import block for {to}.");
            return self.fail("Duplicate import configuration", detail, &block.at);
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
