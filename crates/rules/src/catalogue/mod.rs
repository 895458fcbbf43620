//! Every rule with its number, name and summary, what catches it first and why.
//!
//! The list is the single source: each line declares a rule's constant, which the checks name
//! ([`Rule::DEFAULT_COMPUTED`]) and which carries severity and origin; `allow(…)` takes the names
//! in lower case, and the documentation prints the list.

mod rule;
mod table;

pub use rule::{CaughtBy, Family, Origin, Rule, RuleInfo, Severity};
pub use table::RULES;

/// Declares the rules, each with its constant and its entry in the table.
///
/// One rule a line: `number NAME CaughtBy [warns], "rejects" "note";`.
macro_rules! rules {
    (@severity) => { $crate::catalogue::Severity::Error };
    (@severity warns) => { $crate::catalogue::Severity::Warning };
    ($($family:ident $origin:ident { $(
        $number:literal $name:ident $caught_by:ident $($warns:ident)?, $rejects:literal $note:literal;
    )* })*) => {
        // The brackets of a pattern like `[a-z]` are not a link.
        #[allow(rustdoc::broken_intra_doc_links)]
        impl $crate::catalogue::Rule {
            $($(
                #[doc = concat!(stringify!($family), $number, ": ", $rejects, ".")]
                pub const $name: Self = Self {
                    family: $crate::catalogue::Family::$family,
                    number: $number,
                };
            )*)*
        }

        /// Every rule, sorted by number: R1 to R150 of the sheet, the SDK's own from R201, then
        /// Core's C1 to C20. Rules of the sheet and of Core that do not apply here are only in the
        /// documentation.
        pub static RULES: &[$crate::catalogue::RuleInfo] = &[$($({
            const NAME: &str = stringify!($name);
            const IN_LOWER_CASE: [u8; NAME.len()] = $crate::catalogue::lower_case(NAME);
            $crate::catalogue::RuleInfo {
                rule: $crate::catalogue::Rule::$name,
                name: $crate::catalogue::text(&IN_LOWER_CASE),
                rejects: $rejects,
                caught_by: $crate::catalogue::CaughtBy::$caught_by,
                origin: $crate::catalogue::Origin::$origin,
                severity: $crate::catalogue::rules!(@severity $($warns)?),
                note: $note,
            }
        }),*),*];
    };
}
use rules;

/// The name of a rule for `allow(…)`, from that of its constant.
const fn lower_case<const N: usize>(name: &str) -> [u8; N] {
    let mut letters = [0; N];
    letters.copy_from_slice(name.as_bytes());
    letters.make_ascii_lowercase();
    letters
}

const fn text(letters: &[u8]) -> &str {
    match core::str::from_utf8(letters) {
        Ok(text) => text,
        Err(_) => panic!("a name in lower case is not a string"),
    }
}

impl Rule {
    /// The rule's catalogue entry.
    ///
    /// # Panics
    /// Never: all rules are declared in the catalogue.
    #[must_use]
    pub fn info(self) -> &'static RuleInfo {
        RULES
            .binary_search_by(|info| info.rule.cmp(&self))
            .map(|position| &RULES[position])
            .expect("a rule is declared in the catalogue")
    }

    /// The rule with this name, as written in `allow(…)`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Rule> {
        let found = RULES.iter().find(|info| info.name == name);
        found.map(|info| info.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sorted_and_named_once() {
        assert!(RULES.windows(2).all(|w| w[0].rule < w[1].rule));
        let names: BTreeSet<_> = RULES.iter().map(|r| r.name).collect();
        assert_eq!(names.len(), RULES.len(), "a name is used twice");
    }

    #[test]
    fn what_rust_rejects_has_a_reason() {
        for info in RULES {
            let nowhere = info.caught_by == CaughtBy::Types;
            assert!(!(nowhere && info.note.is_empty()), "{}", info.rule);
            assert!(!info.rejects.is_empty());
        }
    }

    #[test]
    fn lookups() {
        let rule = Rule::by_name("computed_in_set");
        assert_eq!(rule, Some(Rule::COMPUTED_IN_SET));
        assert_eq!(Rule::by_name("computed_in_sets"), None);
    }
}
