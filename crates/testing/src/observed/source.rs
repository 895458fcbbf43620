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
        ConfigSource {
            bodies: files
                .into_iter()
                .filter(|(name, _)| name.ends_with(".tf"))
                .filter_map(|(name, text)| local::parse(name, text.to_owned()).ok())
                .collect(),
        }
    }

    /// The line that configures an object, or an attribute of it.
    pub(crate) fn place(&self, address: &str, path: Option<&Path>) -> Option<SourceLine> {
        // The block of an instance, without its key and its module.
        let (start, _) = address.split_once('[').unwrap_or((address, ""));
        let local = local::ResourceAddress::parse(start)?;
        let kind = if start.starts_with("data.") {
            "data"
        } else {
            "resource"
        };
        let block = self.bodies.iter().find_map(|body| {
            body.blocks_of(kind).find(|block| {
                let labels: Vec<&str> = block.labels.iter().map(|l| &*l.text).collect();
                labels == [&*local.type_name, &*local.name]
            })
        })?;
        let at = match path {
            Some(path) => local::locate(&block.body, &block.at, path),
            None => block.at.clone(),
        };
        Some(SourceLine::of(&at))
    }

    /// The line that defines an output.
    pub(crate) fn output(&self, name: &str) -> Option<SourceLine> {
        let at = self.bodies.iter().find_map(|body| {
            body.blocks_of("output")
                .find(|block| block.labels.first().is_some_and(|l| &*l.text == name))
                .map(|block| block.at.clone())
        })?;
        Some(SourceLine::of(&at))
    }
}
