//! Every rule with its number, name and gist, which door catches it and why.
//!
//! The list is the single source: checks take severity and origin from here, `allow(…)` takes
//! the names, the documentation prints it.

mod core_rules;
mod documents;
mod framework;
mod ours;
mod rule;
mod sdk_fields;
mod sdk_types;

pub use rule::{Door, Family, Origin, Rule, RuleInfo, Severity};

/// One entry a line: `number name Door Origin [warns] [-> merged into] "rejects" "note";`.
macro_rules! rules {
    (@severity) => { Severity::Error };
    (@severity warns) => { Severity::Warning };
    (@merged) => { None };
    (@merged $f:ident $m:literal) => { Some(Rule::$f($m)) };
    ($family:ident $origin:ident; $(
        $n:literal $name:ident $door:ident $($warns:ident)? $(-> $f:ident $m:literal)? ,
        $rejects:literal $note:literal;
    )*) => {
        &[$($crate::catalogue::RuleInfo {
            rule: Rule::$family($n),
            name: stringify!($name),
            rejects: $rejects,
            door: Door::$door,
            origin: Origin::$origin,
            severity: $crate::catalogue::rules!(@severity $($warns)?),
            allowable: matches!(
                $crate::catalogue::rules!(@severity $($warns)?), Severity::Warning
            ),
            merged_into: $crate::catalogue::rules!(@merged $($f $m)?),
            note: $note,
        }),*]
    };
}
use rules;

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
pub static RULES: &[RuleInfo] = &ALL;

impl Rule {
    /// Its catalogue entry; `None` for a number that was never given.
    #[must_use]
    pub fn info(self) -> Option<&'static RuleInfo> {
        RULES
            .binary_search_by(|info| info.rule.cmp(&self))
            .ok()
            .and_then(|i| RULES.get(i))
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
        let rule = Rule {
            family,
            number: digits.parse().ok()?,
        };
        rule.info().map(|info| info.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn complete_sorted_and_named_once() {
        assert!(RULES.windows(2).all(|w| w[0].rule < w[1].rule));
        for n in (1..=96).chain(101..=124).chain(131..=150) {
            assert!(Rule::r(n).info().is_some(), "R{n} is missing");
        }
        for n in 1..=20 {
            assert!(Rule::c(n).info().is_some(), "C{n} is missing");
        }
        let names: BTreeSet<_> = RULES.iter().map(|r| r.name).collect();
        assert_eq!(names.len(), RULES.len(), "a name is used twice");
    }

    #[test]
    fn merged_rules_lead_somewhere_and_absences_have_a_reason() {
        for info in RULES {
            if let Some(target) = info.merged_into {
                let target = target.info().expect("merged into a rule that exists");
                assert!(
                    target.merged_into.is_none(),
                    "{} is merged twice",
                    info.rule
                );
                assert_ne!(target.rule, info.rule);
            }
            let silent = matches!(info.door, Door::Nowhere | Door::Later | Door::Types);
            if silent && info.merged_into.is_none() {
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
        assert_eq!(Rule::by_number("C10"), Some(Rule::c(10)));
        assert_eq!(Rule::by_number("R199"), None);
        assert_eq!(Rule::by_number("é"), None);
        assert_eq!(Rule::by_name("computed_in_set"), Some(Rule::r(108)));
    }
}
