//! Every rule with its number, name and gist, what catches it first and why.
//!
//! The list is the single source: a line of it declares the rule's constant, which the checks name
//! ([`Rule::DEFAULT_COMPUTED`]); they take severity and origin from here, `allow(…)` takes the
//! names in lower case, the documentation prints it.

mod core_rules;
mod documents;
mod framework;
mod ours;
mod rule;
mod sdk_fields;
mod sdk_types;

pub use rule::{CaughtBy, Family, Origin, Rule, RuleInfo, Severity};

/// Declares the rules of one list, each with its constant and its entry in the table.
///
/// One rule a line: `number NAME CaughtBy [warns] [-> MERGED_INTO], "rejects" "note";`.
macro_rules! rules {
    (@severity) => { $crate::catalogue::Severity::Error };
    (@severity warns) => { $crate::catalogue::Severity::Warning };
    (@merged) => { None };
    (@merged $merged:ident) => { Some($crate::catalogue::Rule::$merged) };
    ($family:ident $origin:ident; $(
        $number:literal $name:ident $caught_by:ident $($warns:ident)? $(-> $merged:ident)? ,
        $rejects:literal $note:literal;
    )*) => {
        // The brackets of a pattern like `[a-z]` are no link.
        #[allow(rustdoc::broken_intra_doc_links)]
        impl $crate::catalogue::Rule {
            $(
                #[doc = concat!(stringify!($family), $number, ": ", $rejects, ".")]
                pub const $name: Self = Self {
                    family: $crate::catalogue::Family::$family,
                    number: $number,
                };
            )*
        }

        pub(super) const RULES: &[$crate::catalogue::RuleInfo] = &[$({
            const NAME: &str = stringify!($name);
            const IN_LOWER_CASE: [u8; NAME.len()] = $crate::catalogue::lower_case(NAME);
            let severity = $crate::catalogue::rules!(@severity $($warns)?);
            $crate::catalogue::RuleInfo {
                rule: $crate::catalogue::Rule::$name,
                name: $crate::catalogue::text(&IN_LOWER_CASE),
                rejects: $rejects,
                caught_by: $crate::catalogue::CaughtBy::$caught_by,
                origin: $crate::catalogue::Origin::$origin,
                severity,
                allowable: matches!(severity, $crate::catalogue::Severity::Warning),
                merged_into: $crate::catalogue::rules!(@merged $($merged)?),
                note: $note,
            }
        }),*];
    };
}
use rules;

/// A rule's name as `allow(…)` takes it, of its constant's.
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

/// The lists in the order of their numbers.
const PARTS: [&[RuleInfo]; 6] = [
    sdk_fields::RULES,
    sdk_types::RULES,
    documents::RULES,
    framework::RULES,
    ours::RULES,
    core_rules::RULES,
];

const COUNT: usize = {
    let mut n = 0;
    let mut i = 0;
    while i < PARTS.len() {
        n += PARTS[i].len();
        i += 1;
    }
    n
};

const ALL: [RuleInfo; COUNT] = {
    let mut all = [PARTS[0][0]; COUNT];
    let mut n = 0;
    let mut i = 0;
    while i < PARTS.len() {
        let mut j = 0;
        while j < PARTS[i].len() {
            all[n] = PARTS[i][j];
            n += 1;
            j += 1;
        }
        i += 1;
    }
    all
};

/// Every rule, sorted by number: R1 to R150 of the sheet, ours from R201, then core's C1 to C20.
/// Those of the sheet and of core that do not apply here are in the documentation alone.
pub static RULES: &[RuleInfo] = &ALL;

impl Rule {
    /// What the catalogue says about it.
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
        RULES
            .iter()
            .find(|info| info.name == name)
            .map(|info| info.rule)
    }

    /// The rule with this number, written like `R15`.
    #[must_use]
    pub fn by_number(text: &str) -> Option<Rule> {
        let (family, digits) = match text.split_at_checked(1)? {
            ("R", digits) => (Family::R, digits),
            ("C", digits) => (Family::C, digits),
            _ => return None,
        };
        let number = digits.parse().ok()?;
        let position = RULES
            .binary_search_by_key(&(family, number), |info| {
                (info.rule.family, info.rule.number)
            })
            .ok()?;
        Some(RULES[position].rule)
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
    fn merged_rules_lead_somewhere_and_absences_have_a_reason() {
        for info in RULES {
            if let Some(target) = info.merged_into {
                let target = target.info();
                assert!(
                    target.merged_into.is_none(),
                    "{} is merged twice",
                    info.rule
                );
                assert_ne!(target.rule, info.rule);
            }
            if info.caught_by == CaughtBy::Types && info.merged_into.is_none() {
                assert!(!info.note.is_empty(), "{} says no reason", info.rule);
            }
            assert!(!info.rejects.is_empty());
            assert_eq!(
                info.allowable,
                info.severity == Severity::Warning,
                "{}",
                info.rule
            );
        }
    }

    #[test]
    fn lookups() {
        assert_eq!(Rule::by_number("R15").map(|r| r.number()), Some(15));
        assert_eq!(Rule::by_number("C10"), Some(Rule::BLOCK_NAME));
        assert_eq!(Rule::by_number("R199"), None);
        assert_eq!(Rule::by_number("é"), None);
        assert_eq!(
            Rule::by_name("computed_in_set"),
            Some(Rule::COMPUTED_IN_SET)
        );
    }
}
