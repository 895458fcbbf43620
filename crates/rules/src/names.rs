//! Which names Terraform's language can set, which are reserved, and what to use instead.

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

/// Core's weaker condition for names of blocks: `^[a-z0-9_]+$`.
pub(crate) fn is_block_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// The name in Terraform's spelling: lower case words joined by underscores. `None` if nothing
/// usable is left.
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
    let first = trimmed.chars().next()?;
    let before = if first.is_ascii_digit() { "_" } else { "" };
    Some(format!("{before}{trimmed}"))
}

/// A name that Terraform's language reserves.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The name.
    pub name: &'static str,
    /// What it means to Terraform.
    pub(crate) meaning: &'static str,
    /// A name to use instead.
    pub(crate) instead: &'static str,
}

macro_rules! taken {
    ($($name:literal: $meaning:literal => $instead:literal;)*) => {
        &[$(Taken { name: $name, meaning: $meaning, instead: $instead },)*]
    };
}

/// Names reserved at the root of resources and data sources; see R68, R74.
const TAKEN_IN_RESOURCES: &[Taken] = taken! {
    "count": "the number of instances" => "instance_count";
    "for_each": "what to make an instance for" => "items";
    "depends_on": "what the object waits for" => "dependencies";
    "provider": "the provider that serves it" => "provider_name";
    "lifecycle": "its lifecycle rules" => "lifecycle_policy";
    "connection": "how provisioners connect" => "connection_info";
    "provisioner": "a provisioner to run" => "provisioner_name";
};

/// Names reserved at the root of a provider's configuration; see R84.
const TAKEN_IN_PROVIDERS: &[Taken] = taken! {
    "alias": "the name of a second configuration" => "alias_name";
    "version": "the version of the provider that is wanted" => "api_version";
    "count": "kept for the language" => "item_count";
    "for_each": "kept for the language" => "items";
    "depends_on": "kept for the language" => "dependencies";
    "source": "kept for the language" => "source_name";
};

/// Names that blocks there cannot have.
const TAKEN_BY_BLOCKS: &[Taken] = taken! {
    "lifecycle": "kept for the language" => "lifecycle_policy";
    "locals": "kept for the language" => "local";
    "_": "what escapes reserved names" => "other";
};

/// The names reserved at the root of a block of this kind.
#[must_use]
pub const fn taken_at_root(kind: BlockKind) -> &'static [Taken] {
    match kind {
        BlockKind::Resource
        | BlockKind::DataSource
        | BlockKind::Ephemeral
        | BlockKind::StateStore
        | BlockKind::Identity => TAKEN_IN_RESOURCES,
        BlockKind::Provider => TAKEN_IN_PROVIDERS,
        BlockKind::ProviderMeta
        | BlockKind::Function
        | BlockKind::List
        | BlockKind::Action
        | BlockKind::Nested => &[],
    }
}

/// Whether this name is reserved at the root of a block of this kind, and by which rule.
pub(crate) fn reserved(
    kind: BlockKind,
    name: &str,
    is_block: bool,
) -> Option<(Rule, &'static Taken)> {
    let names = taken_at_root(kind);
    if let Some(taken) = names.iter().find(|taken| taken.name == name) {
        let rule = match (kind, name) {
            (BlockKind::Provider, "alias" | "version") => Rule::RESERVED_PROVIDER_NAME,
            (BlockKind::Provider, _) => Rule::LANGUAGE_NAME,
            (_, "for_each") => Rule::RESERVED_ROOT_NAME,
            (BlockKind::Resource, _) => Rule::RESERVED_RESOURCE_NAME,
            (BlockKind::DataSource, _) => Rule::RESERVED_DATA_SOURCE_NAME,
            _ => Rule::RESERVED_ROOT_NAME,
        };
        return Some((rule, taken));
    }
    let mut blocks = TAKEN_BY_BLOCKS.iter();
    let holds_blocks = is_block && kind != BlockKind::Identity && !names.is_empty();
    let taken = blocks.find(|taken| holds_blocks && taken.name == name)?;
    Some((Rule::LANGUAGE_NAME, taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_depends_on_the_kind() {
        for (kind, name, is_block, rule) in [
            (
                BlockKind::Resource,
                "count",
                false,
                Some(Rule::RESERVED_RESOURCE_NAME),
            ),
            (
                BlockKind::DataSource,
                "count",
                false,
                Some(Rule::RESERVED_DATA_SOURCE_NAME),
            ),
            (
                BlockKind::Ephemeral,
                "count",
                true,
                Some(Rule::RESERVED_ROOT_NAME),
            ),
            (
                BlockKind::Resource,
                "for_each",
                false,
                Some(Rule::RESERVED_ROOT_NAME),
            ),
            (
                BlockKind::Provider,
                "for_each",
                false,
                Some(Rule::LANGUAGE_NAME),
            ),
            (
                BlockKind::Provider,
                "alias",
                false,
                Some(Rule::RESERVED_PROVIDER_NAME),
            ),
            (
                BlockKind::Provider,
                "lifecycle",
                true,
                Some(Rule::LANGUAGE_NAME),
            ),
            (BlockKind::Provider, "lifecycle", false, None),
            (BlockKind::Provider, "provider", false, None),
            (
                BlockKind::Resource,
                "locals",
                true,
                Some(Rule::LANGUAGE_NAME),
            ),
            (BlockKind::Resource, "locals", false, None),
            (
                BlockKind::Identity,
                "count",
                false,
                Some(Rule::RESERVED_ROOT_NAME),
            ),
            (BlockKind::Identity, "locals", true, None),
            (BlockKind::Nested, "count", true, None),
        ] {
            let found = reserved(kind, name, is_block).map(|(rule, _)| rule);
            assert_eq!(found, rule, "{kind:?} {name}");
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
