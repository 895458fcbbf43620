//! The rules that are asked about by name, with the catalogue's names.

use schema_rules::Rule;

pub(super) const PRESENCE_MISSING: Rule = Rule::r(4);
pub(super) const DEFAULT_TYPE: Rule = Rule::r(135);
pub(super) const OPTIONAL_WITHOUT_ROOM: Rule = Rule::r(203);
pub(super) const DEFAULT_INVALID: Rule = Rule::r(216);
pub(super) const TIMEOUT_VALUE: Rule = Rule::r(221);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_catalogue() {
        for (rule, name) in [
            (PRESENCE_MISSING, "presence_missing"),
            (DEFAULT_TYPE, "default_type"),
            (OPTIONAL_WITHOUT_ROOM, "optional_without_room"),
            (DEFAULT_INVALID, "default_invalid"),
            (TIMEOUT_VALUE, "timeout_value"),
        ] {
            assert_eq!(rule.info().map(|info| info.name), Some(name));
        }
    }
}
