//! The blocks `provider` and `terraform`.

use std::sync::Arc;

use super::model::{ProviderBlock, StateStoreBlock};
use super::reader::Reader;
use crate::address::is_identifier;
use crate::language::hcl::ast::{Block, ExprKind};

impl Reader<'_> {
    /// Reads `provider_meta`; `required_version`, `required_providers` and similar are ignored.
    pub(super) fn terraform(&mut self, block: Block) {
        for inner in block.body.blocks {
            match &*inner.kind.text {
                "backend" | "cloud" => {
                    self.unsupported(&format!("A \"{}\" block", inner.kind.text), &inner.at);
                }
                "provider_meta" => self.provider_meta(inner),
                "state_store" => self.state_store(inner),
                _ => {}
            }
        }
    }

    /// Its values must be constants: the state is read before anything else.
    fn state_store(&mut self, block: Block) {
        let Some([type_name]) = self.labels(&block, ["type"]) else {
            return;
        };
        self.check_constants(&block.body);
        if let Some(first) = &self.configuration.state_store {
            let detail = format!("There is one at {} already.", first.at);
            return self.fail("Duplicate state_store block", detail, &block.at);
        }
        let mut body = block.body;
        let is_provider = |inner: &mut Block| &*inner.kind.text == "provider";
        let mut providers: Vec<Block> = body.blocks.extract_if(.., is_provider).collect();
        let Some(provider) = providers.pop().filter(|_| providers.is_empty()) else {
            let detail = format!(
                "A state_store block has one block for the provider that keeps the states: provider \"{}\" {{}}.",
                self.provider
            );
            return self.fail("Missing provider block", detail, &block.at);
        };
        let Some([name]) = self.labels(&provider, ["name"]) else {
            return;
        };
        if *name != *self.provider {
            let what = format!(
                "A state store of another provider than \"{}\", which this program is,",
                self.provider
            );
            return self.unsupported(&what, &provider.at);
        }
        self.configuration.state_store = Some(StateStoreBlock {
            type_name,
            body,
            provider: (provider.body, provider.at),
            at: block.at,
        });
    }

    /// Its values must be constants: it belongs to the module and not to anything in it.
    pub(super) fn provider_meta(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["provider"]) else {
            return;
        };
        if *name != *self.provider {
            let what = format!(
                "A \"provider_meta\" block for another provider than \"{}\"",
                self.provider
            );
            return self.unsupported(&what, &block.at);
        }
        self.check_constants(&block.body);
        if let Some(first) = &self.configuration.provider_meta {
            let detail = format!("There is one for this provider at {} already.", first.at);
            return self.fail("Duplicate provider_meta block", detail, &block.at);
        }
        self.configuration.provider_meta = Some(ProviderBlock {
            body: block.body,
            at: block.at,
        });
    }

    pub(super) fn provider(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["name"]) else {
            return;
        };
        if *name != *self.provider {
            let provider = self.provider;
            let what = format!("A provider other than \"{provider}\", which this program is,");
            return self.unsupported(&what, &block.at);
        }
        let mut body = block.body;
        let alias = match body.attribute("alias") {
            None => None,
            Some(alias) => match &alias.value.kind {
                ExprKind::String(name) if is_identifier(name) => Some(Arc::clone(name)),
                _ => {
                    let at = alias.value.at.clone();
                    let detail = "An alias must be a valid name: letters, digits, underscores, and dashes, \
                         in quotes.";
                    return self.fail("Invalid provider configuration alias", detail, &at);
                }
            },
        };
        body.attributes
            .retain(|a| !matches!(&*a.name.text, "alias" | "version"));
        if let Some(first) = self.configuration.settings(alias.as_ref()) {
            let detail = match &alias {
                None => format!(
                    "A default (non-aliased) provider configuration for \"{name}\" was already \
                     given at {}. If multiple configurations are required, set the \"alias\" \
                     argument for alternative configurations.",
                    first.at
                ),
                Some(alias) => format!(
                    "A provider configuration named \"{name}.{alias}\" was already given at {}. \
                     Each configuration must have a distinct alias.",
                    first.at
                ),
            };
            return self.fail("Duplicate provider configuration", detail, &block.at);
        }
        let provider = ProviderBlock { body, at: block.at };
        match alias {
            None => self.configuration.provider = Some(provider),
            Some(alias) => {
                self.configuration.aliases.insert(alias, provider);
            }
        }
    }
}
