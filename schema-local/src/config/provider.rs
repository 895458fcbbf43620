//! The blocks `provider` and `terraform`.

use super::model::ProviderBlock;
use super::reader::Reader;
use crate::hcl::ast::Block;

impl Reader<'_> {
    /// `provider_meta`, and `required_version`, `required_providers` and the like, which say
    /// nothing to us.
    pub(super) fn terraform(&mut self, block: Block) {
        for inner in block.body.blocks {
            match &*inner.kind.text {
                "backend" | "cloud" => {
                    self.unsupported(&format!("A \"{}\" block", inner.kind.text), &inner.at);
                }
                "provider_meta" => self.provider_meta(inner),
                _ => {}
            }
        }
    }

    /// Its values are constants: it belongs to the module and not to anything in it.
    pub(super) fn provider_meta(&mut self, block: Block) {
        let Some([name]) = self.labels(&block, ["provider"]) else {
            return;
        };
        if *name != *self.provider {
            let what = format!(
                "A \"provider_meta\" block for another provider than \"{}\"",
                self.provider
            );
            self.unsupported(&what, &block.at);
            return;
        }
        self.check_constants(&block.body);
        if let Some(first) = &self.configuration.provider_meta {
            let detail = format!("There is one for this provider at {} already.", first.at);
            self.fail("Duplicate provider_meta block", detail, &block.at);
            return;
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
            self.unsupported(
                &format!(
                    "A provider other than \"{}\", which this program is,",
                    self.provider
                ),
                &block.at,
            );
            return;
        }
        let mut body = block.body;
        if let Some(alias) = body.attribute("alias") {
            let at = alias.name.at.clone();
            self.unsupported("A second configuration of the provider (alias)", &at);
        }
        body.attributes
            .retain(|a| !matches!(&*a.name.text, "alias" | "version"));
        match &self.configuration.provider {
            Some(first) => {
                let detail = format!("The provider is configured at {} already.", first.at);
                self.fail("Duplicate provider configuration", detail, &block.at);
            }
            None => {
                self.configuration.provider = Some(ProviderBlock { body, at: block.at });
            }
        }
    }
}
