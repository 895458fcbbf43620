//! Which names Terraform's language can set, which are taken, and what to use instead.

use alloc::format;
use alloc::string::String;

use crate::catalogue::Rule;
use crate::facts::BlockKind;

/// Whether a configuration can set an argument of this name: `^[a-z_][a-z0-9_]*$`.
#[must_use]
pub fn is_identifier(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit()) && is_block_name(name)
}

/// Whether an environment variable can have this name on every system.
#[must_use]
pub(crate) fn is_variable(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.bytes().all(fits) && !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Core's weaker condition on the names of blocks: `^[a-z0-9_]+$`.
pub(crate) fn is_block_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// The name in Terraform's spelling: lower case words joined by underscores. `None` where
/// nothing usable is left.
///
/// ```
/// assert_eq!(schema_rules::snake_case("snapshotId").as_deref(), Some("snapshot_id"));
/// assert_eq!(schema_rules::snake_case("Disk-Size GB").as_deref(), Some("disk_size_gb"));
/// ```
#[must_use]
pub fn snake_case(name: &str) -> Option<String> {
    let mut out = String::new();
    let mut previous_lower = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && previous_lower {
                out.push('_');
            }
            previous_lower = !c.is_ascii_uppercase();
            out.push(c.to_ascii_lowercase());
        } else {
            if !out.is_empty() && !out.ends_with('_') {
                out.push('_');
            }
            previous_lower = false;
        }
    }
    let trimmed = out.trim_end_matches('_');
    match trimmed.chars().next() {
        None => None,
        Some(c) if c.is_ascii_digit() => Some(format!("_{trimmed}")),
        Some(_) => Some(String::from(trimmed)),
    }
}

/// Names that are taken at the root of resources and data sources, for constants; see R68, R74.
pub const TAKEN_IN_RESOURCES: &[&str] = &[
    "count",
    "for_each",
    "depends_on",
    "provider",
    "lifecycle",
    "connection",
    "provisioner",
];

/// Names that are taken at the root of a provider's configuration, for constants; see R84.
pub const TAKEN_IN_PROVIDERS: &[&str] = &[
    "alias",
    "version",
    "count",
    "for_each",
    "depends_on",
    "source",
];

/// A name that Terraform's language has taken.
pub(crate) struct Reserved {
    /// The rule that says so.
    pub(crate) rule: Rule,
    /// What the name means to Terraform.
    pub(crate) meaning: &'static str,
    /// A name that could be used instead.
    pub(crate) instead: &'static str,
}

/// Whether this name is taken at the root of a block of this kind.
pub(crate) fn reserved(kind: BlockKind, name: &str, is_block: bool) -> Option<Reserved> {
    let found = |rule, meaning, instead| {
        Some(Reserved {
            rule,
            meaning,
            instead,
        })
    };
    let language = |instead| found(Rule::LANGUAGE_NAME, "kept for the language", instead);
    match kind {
        BlockKind::Resource
        | BlockKind::DataSource
        | BlockKind::Ephemeral
        | BlockKind::StateStore => {
            let sdk = match kind {
                BlockKind::Resource => Rule::RESERVED_RESOURCE_NAME,
                BlockKind::DataSource => Rule::RESERVED_DATA_SOURCE_NAME,
                _ => Rule::RESERVED_ROOT_NAME,
            };
            match name {
                "count" => found(sdk, "the number of instances", "instance_count"),
                "for_each" => found(
                    Rule::RESERVED_ROOT_NAME,
                    "what to make an instance for",
                    "items",
                ),
                "depends_on" => found(sdk, "what the object waits for", "dependencies"),
                "provider" => found(sdk, "the provider that serves it", "provider_name"),
                "lifecycle" => found(sdk, "its lifecycle rules", "lifecycle_policy"),
                "connection" => found(sdk, "how provisioners connect", "connection_info"),
                "provisioner" => found(sdk, "a provisioner to run", "provisioner_name"),
                "locals" if is_block => language("local"),
                "_" if is_block => {
                    found(Rule::LANGUAGE_NAME, "what escapes reserved names", "other")
                }
                _ => None,
            }
        }
        BlockKind::Provider => match name {
            "alias" => found(
                Rule::RESERVED_PROVIDER_NAME,
                "the name of a second configuration",
                "alias_name",
            ),
            "version" => found(
                Rule::RESERVED_PROVIDER_NAME,
                "the version of the provider that is wanted",
                "api_version",
            ),
            "count" => language("item_count"),
            "for_each" => language("items"),
            "depends_on" => language("dependencies"),
            "source" => language("source_name"),
            "lifecycle" if is_block => language("lifecycle_policy"),
            "locals" if is_block => language("local"),
            "_" if is_block => found(Rule::LANGUAGE_NAME, "what escapes reserved names", "other"),
            _ => None,
        },
        BlockKind::Identity => {
            let name = TAKEN_IN_RESOURCES.iter().find(|taken| **taken == name)?;
            let resource = reserved(BlockKind::Resource, name, false)?;
            found(Rule::RESERVED_ROOT_NAME, resource.meaning, resource.instead)
        }
        // What a list resource and an action take is in a block of its own, `config`.
        BlockKind::ProviderMeta
        | BlockKind::Function
        | BlockKind::List
        | BlockKind::Action
        | BlockKind::Nested => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_list_what_is_taken() {
        for name in TAKEN_IN_RESOURCES.iter().chain(TAKEN_IN_PROVIDERS) {
            for (kind, list) in [
                (BlockKind::Resource, TAKEN_IN_RESOURCES),
                (BlockKind::DataSource, TAKEN_IN_RESOURCES),
                (BlockKind::Ephemeral, TAKEN_IN_RESOURCES),
                (BlockKind::StateStore, TAKEN_IN_RESOURCES),
                (BlockKind::Identity, TAKEN_IN_RESOURCES),
                (BlockKind::Provider, TAKEN_IN_PROVIDERS),
            ] {
                let taken = reserved(kind, name, false).is_some();
                assert_eq!(taken, list.contains(name), "{kind:?} {name}");
            }
        }
    }

    #[test]
    fn identifiers() {
        for good in ["a", "_", "a9", "snapshot_id"] {
            assert!(is_identifier(good), "{good}");
        }
        for bad in ["", "9lives", "Size", "a-b", "a.b", "sp ace", "ünicode"] {
            assert!(!is_identifier(bad), "{bad}");
        }
        assert!(is_block_name("9lives"));
        assert!(!is_block_name(""));
    }

    #[test]
    fn spelling() {
        for (from, to) in [
            ("sizeMb", Some("size_mb")),
            ("HTTPPort", Some("httpport")),
            ("9lives", Some("_9lives")),
            ("dot.ted", Some("dot_ted")),
            ("--", None),
            ("ünicode", Some("nicode")),
        ] {
            assert_eq!(snake_case(from).as_deref(), to, "{from}");
        }
    }
}
