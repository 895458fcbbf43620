//! [`ConfigSource`]: finds lines in the configuration of a step.

use schema_local as local;
use schema_runtime::path::Path;

use crate::observed::results::SourceLine;

/// The configuration of a step, for finding lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigSource {
    bodies: Vec<local::Body>,
}

impl ConfigSource {
    /// The parts of these files that the local parser understands; the rest has no lines.
    pub(crate) fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let files = files.into_iter().filter(|(name, _)| name.ends_with(".tf"));
        let bodies = files.filter_map(|(name, text)| local::parse(name, text.to_owned()).ok());
        ConfigSource {
            bodies: bodies.collect(),
        }
    }

    /// The line that configures an object, or an attribute of it.
    pub(crate) fn place(&self, address: &str, path: Option<&Path>) -> Option<SourceLine> {
        // The block of an instance, without its key and its module.
        let (start, _) = address.split_once('[').unwrap_or((address, ""));
        let local = local::ResourceAddress::parse(start)?;
        let kind = match start.starts_with("data.") {
            true => "data",
            false => "resource",
        };
        let (body, at) = self.block(kind, &[&local.type_name, &local.name])?;
        let at = match path {
            Some(path) => local::locate(body, at, path),
            None => at.clone(),
        };
        Some(SourceLine::of(&at))
    }

    /// The line that defines an output.
    pub(crate) fn output(&self, name: &str) -> Option<SourceLine> {
        let (_, at) = self.block("output", &[name])?;
        Some(SourceLine::of(at))
    }

    /// The body of a block, and where the block is.
    fn block<'s>(
        &'s self,
        kind: &'s str,
        labels: &[&str],
    ) -> Option<(&'s local::Body, &'s local::Location)> {
        let mut blocks = self.bodies.iter().flat_map(|body| body.blocks_of(kind));
        let block = blocks.find(|block| {
            let own = block.labels.iter().map(|label| &*label.text);
            own.eq(labels.iter().copied())
        })?;
        Some((&block.body, &block.at))
    }
}
