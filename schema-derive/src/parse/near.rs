//! Suggestions for a key or validator that does not exist.

/// The intended name in this list: the same in a different case, a similar one, or one that begins
/// with it (`desc`).
pub(super) fn similar_name<'c>(
    name: &str,
    names: impl Iterator<Item = &'c str> + Clone,
) -> Option<&'c str> {
    let name = snake_case(name);
    // Two letters match too many names.
    let begins = |one: &&str| name.len() > 2 && one.starts_with(&name);
    names
        .clone()
        .find(|one| *one == name)
        .or_else(|| schema_rules::suggest(&name, names.clone()))
        .or_else(|| names.clone().find(begins))
}

/// The same, or else the longest name that is among its words (`default_value`,
/// `managed_resource`).
pub(super) fn near<'c>(
    name: &str,
    names: impl Iterator<Item = &'c str> + Clone,
) -> Option<&'c str> {
    let written = snake_case(name);
    let among = |one: &&str| has_word(&written, one);
    similar_name(name, names.clone()).or_else(|| names.filter(among).max_by_key(|one| one.len()))
}

/// Whether a name contains another as a word: `length_between`.
pub(super) fn has_word(name: &str, word: &str) -> bool {
    format!("_{name}_").contains(&format!("_{word}_"))
}

/// A name in the spelling used here: `ForceNew` is `force_new`.
pub(super) fn snake_case(name: &str) -> String {
    schema_rules::snake_case(name).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_found() {
        let names = [
            "default",
            "default_fn",
            "description",
            "conflicts_with",
            "min",
        ];
        for (written, meant) in [
            ("desc", Some("description")),
            ("Description", Some("description")),
            ("DefaultFn", Some("default_fn")),
            ("defualt", Some("default")),
            ("default_value", Some("default")),
            ("is_the_default", Some("default")),
            ("conflicts", Some("conflicts_with")),
            ("de", None),
            ("colour", None),
        ] {
            assert_eq!(near(written, names.into_iter()), meant, "{written}");
        }
    }
}
