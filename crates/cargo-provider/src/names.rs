//! The names that things may have, and their forms elsewhere.

use std::path::Path;

use crate::idents::{camel, is_among, is_keyword, is_small};
use crate::result::Result;

/// The name of a provider: lower-case letters and digits, since its resource types begin with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProviderName(String);

impl ProviderName {
    /// From a directory or a package: `cloud` and `terraform-provider-cloud` are the same.
    pub(crate) fn of(text: &str) -> Result<Self> {
        let name = text.strip_prefix("terraform-provider-").unwrap_or(text);
        if !is_small(name, "", "") {
            return Err(format!(
                "{name:?} cannot be a provider's name: write lower-case letters and digits, such as `cloud`"
            ));
        }
        if is_among(RESERVED, name) || is_among(TAKEN, name) {
            return Err(format!(
                "{name:?} cannot be a provider's name: Terraform or Rust has it already"
            ));
        }
        Ok(Self(name.to_owned()))
    }

    /// From the directory in which to create it.
    pub(crate) fn of_directory(directory: &Path) -> Result<Self> {
        let name = directory.file_name().and_then(|name| name.to_str());
        Self::of(name.ok_or_else(|| format!("{} has no name", directory.display()))?)
    }

    /// `cloud`.
    pub(crate) fn plain(&self) -> &str {
        &self.0
    }

    /// `Cloud`.
    pub(crate) fn camel(&self) -> String {
        camel(&self.0)
    }

    /// `CLOUD`.
    pub(crate) fn upper(&self) -> String {
        self.0.to_ascii_uppercase()
    }
}

/// Provider names that would not compile, or that Terraform reserves; a new provider contains a
/// `note`.
const RESERVED: &str = "as box core crate fn mod note self std super terraform test type use";

/// The name of an item of a provider: `server`, `load_balancer`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemName(String);

impl ItemName {
    /// As a person writes it: `server`, `load-balancer`, `LoadBalancer`, or the whole type
    /// `cloud_server`.
    pub(crate) fn of(text: &str, provider: &ProviderName) -> Result<Self> {
        let mut name = String::new();
        for (at, c) in text.chars().enumerate() {
            match c {
                '-' | '_' => name.push('_'),
                'A'..='Z' => {
                    if at > 0 && !name.ends_with('_') {
                        name.push('_');
                    }
                    name.push(c.to_ascii_lowercase());
                }
                _ => name.push(c),
            }
        }
        let name = name
            .strip_prefix(&format!("{}_", provider.plain()))
            .unwrap_or(&name)
            .to_owned();
        if !is_small(&name, "", "_") || name.ends_with('_') || name.contains("__") {
            return Err(format!(
                "{text:?} cannot be a name: write it such as `load_balancer`"
            ));
        }
        if is_keyword(&name) || is_among(TAKEN, &name) {
            return Err(format!(
                "{text:?} cannot be a name: Rust or the provider has it already"
            ));
        }
        Ok(Self(name))
    }

    /// `load_balancer`.
    pub(crate) fn snake(&self) -> &str {
        &self.0
    }

    /// `LoadBalancer`.
    pub(crate) fn camel(&self) -> String {
        camel(&self.0)
    }
}

/// Names that mean something else in a provider's crate, or whose struct would shadow one of the
/// prelude.
const TAKEN: &str = "\
    action client config_data conformance cx data_source diagnostic diagnostics ephemeral err \
    function lib list main none ok option plan_data provider resource resource_data result schema \
    some string update vec";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_is_called_like_its_directory() {
        for name in ["cloud", "terraform-provider-cloud"] {
            let name = ProviderName::of_directory(Path::new("/tmp").join(name).as_path()).unwrap();
            assert_eq!(
                (name.plain(), name.camel().as_str(), name.upper().as_str()),
                ("cloud", "Cloud", "CLOUD")
            );
        }
        for wrong in [
            "",
            "Cloud",
            "my-cloud",
            "my_cloud",
            "1cloud",
            "..",
            "terraform",
            "self",
            "ünder",
            "note",
            "box",
        ] {
            assert!(ProviderName::of(wrong).is_err(), "{wrong}");
        }
        for wrong in TAKEN.split(' ') {
            assert!(ProviderName::of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn items_are_written_in_any_way() {
        let provider = ProviderName::of("cloud").unwrap();
        for text in [
            "load_balancer",
            "load-balancer",
            "LoadBalancer",
            "cloud_load_balancer",
        ] {
            let name = ItemName::of(text, &provider).unwrap();
            assert_eq!(
                (name.snake(), name.camel().as_str()),
                ("load_balancer", "LoadBalancer")
            );
        }
        for wrong in [
            "", "_", "a_", "a__b", "1a", "a b", "a/b", "../a", "type", "Self", "provider", "ß",
        ] {
            assert!(ItemName::of(wrong, &provider).is_err(), "{wrong}");
        }
    }

    /// The strict and reserved keywords of the Rust 2024 reference, and the variants in the
    /// prelude.
    #[test]
    fn no_item_is_called_like_a_keyword() {
        let provider = ProviderName::of("cloud").unwrap();
        let words = "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut \
                     pub ref return self static struct super trait true type unsafe use where while async await dyn \
                     abstract become box do final gen macro override priv try typeof unsized virtual yield \
                     ok err some none";
        for wrong in words.split_whitespace() {
            assert!(ItemName::of(wrong, &provider).is_err(), "{wrong}");
        }
    }
}
