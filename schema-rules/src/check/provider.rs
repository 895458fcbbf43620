//! Checks over everything a provider registers (R60, R61, R87, R123, R145).

use alloc::string::String;
use alloc::vec::Vec;

use super::{Mode, severity};
use crate::catalogue::Rule;
use crate::facts::BlockKind;
use crate::shared_texts;
use crate::violation::{Subject, Text, Violation};

/// A provider with everything it registers.
#[derive(Clone, Debug, Default)]
pub struct ProviderFacts<'a> {
    /// The provider's name, which starts every type's name.
    pub name: &'a str,
    /// Its resources and data sources in the order of their registration.
    pub entries: Vec<EntryFacts<'a>>,
}

/// One registered resource or data source.
#[derive(Clone, Debug)]
pub struct EntryFacts<'a> {
    /// Resource or data source.
    pub kind: BlockKind,
    /// Its type name.
    pub type_name: &'a str,
    /// Whether it can update, where the caller knows.
    pub has_update: Option<bool>,
    /// The root fields that can change in place, where the caller knows them.
    pub changeable: Option<Vec<&'a str>>,
    /// The address of a write-only field in it, if it has one.
    pub write_only: Option<&'a str>,
}

/// Checks the registration as a whole. A violation's `field` is the type's name, its `index`
/// the position of the entry.
///
/// ```
/// use schema_rules::{BlockKind, EntryFacts, Mode, ProviderFacts, check_provider};
///
/// let entry = EntryFacts {
///     kind: BlockKind::Resource,
///     type_name: "disc_image",
///     has_update: None,
///     changeable: None,
///     write_only: None,
/// };
/// let found = check_provider(&ProviderFacts { name: "disk", entries: vec![entry] }, Mode::Ours);
/// assert_eq!(found[0].message, "`disc_image` does not start with the provider's name `disk`");
/// ```
#[must_use]
pub fn check_provider(provider: &ProviderFacts<'_>, mode: Mode) -> Vec<Violation> {
    let mut out = Vec::new();
    for (index, entry) in provider.entries.iter().enumerate() {
        let mut report = |rule: Rule, text: Text| {
            out.push(Violation {
                rule,
                severity: severity(rule, mode),
                path: Vec::new(),
                field: Some(String::from(entry.type_name)),
                index: Some(index),
                at: Subject::Struct,
                inside: Vec::new(),
                argument: None,
                message: text.message,
                help: text.help,
            });
        };
        let name = entry.type_name;
        if !has_prefix(name, provider.name) {
            report(
                Rule::TYPE_PREFIX,
                shared_texts::type_prefix(provider.name, name),
            );
        }
        let same = |e: &&EntryFacts<'_>| e.kind == entry.kind && e.type_name == name;
        if provider.entries.iter().take(index).any(|e| same(&e)) {
            report(
                Rule::DUPLICATE_TYPE,
                shared_texts::duplicate_type(entry.kind.words(), name),
            );
        }
        if let (BlockKind::DataSource, Some(field)) = (entry.kind, entry.write_only) {
            let text = shared_texts::write_only_outside_resource(entry.kind.words(), field);
            report(Rule::WRITE_ONLY_IN_DATA_SOURCE, text);
        }
        if entry.kind != BlockKind::Resource {
            continue;
        }
        match (entry.has_update, entry.changeable.as_deref()) {
            (Some(false), Some(fields)) if !fields.is_empty() => {
                report(
                    Rule::UPDATE_MISSING,
                    shared_texts::update_missing(name, fields),
                );
            }
            (Some(true), Some([])) => {
                report(
                    Rule::UPDATE_SUPERFLUOUS,
                    shared_texts::update_superfluous(name),
                );
            }
            _ => {}
        }
    }
    out
}

/// Whether Terraform finds this provider by the type's name: the part before the first
/// underscore, or all of it. `google-beta` serves `google_…`.
fn has_prefix(type_name: &str, provider: &str) -> bool {
    let prefix = type_name.split('_').next().unwrap_or(type_name);
    let short = provider.split('-').next().unwrap_or(provider);
    prefix == provider || (!short.is_empty() && prefix == short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec;

    fn entry(kind: BlockKind, type_name: &str) -> EntryFacts<'_> {
        EntryFacts {
            kind,
            type_name,
            has_update: None,
            changeable: None,
            write_only: None,
        }
    }

    fn found(entries: Vec<EntryFacts<'_>>) -> Vec<String> {
        let facts = ProviderFacts {
            name: "disk",
            entries,
        };
        check_provider(&facts, Mode::Ours)
            .iter()
            .map(|v| v.to_string())
            .collect()
    }

    #[test]
    fn a_good_registration() {
        let image = entry(BlockKind::Resource, "disk_image");
        let lookup = entry(BlockKind::DataSource, "disk_image");
        let whole = entry(BlockKind::DataSource, "disk");
        assert!(found(vec![image, lookup, whole]).is_empty());
    }

    #[test]
    fn prefix_and_duplicates() {
        let texts = found(vec![
            entry(BlockKind::Resource, "disk_image"),
            entry(BlockKind::Resource, "diskimage"),
            entry(BlockKind::Resource, "disk_image"),
        ]);
        assert_eq!(texts.len(), 2);
        assert!(
            texts[0].contains("`diskimage` does not start"),
            "{}",
            texts[0]
        );
        assert!(texts[1].contains("the resource `disk_image` is registered twice [R145]"));
        assert!(has_prefix("google_compute", "google-beta"));
    }

    #[test]
    fn updates() {
        let mut without = entry(BlockKind::Resource, "disk_a");
        without.has_update = Some(false);
        without.changeable = Some(vec!["size", "labels"]);
        let mut superfluous = entry(BlockKind::Resource, "disk_b");
        superfluous.has_update = Some(true);
        superfluous.changeable = Some(vec![]);
        let mut data = entry(BlockKind::DataSource, "disk_c");
        data.write_only = Some("token");
        let texts = found(vec![without, superfluous, data]);
        assert_eq!(texts.len(), 3);
        assert!(texts[0].contains("has no update, but `size` and `labels` can change in place"));
        assert!(texts[1].contains("an update that can never run"));
        assert!(texts[2].contains("`token` is write-only"));
    }
}
