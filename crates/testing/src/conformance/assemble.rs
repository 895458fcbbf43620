//! Assembles the findings into the report: one defect is one finding.

use crate::conformance::examples::example::Allowed;
use crate::conformance::examples::fields::without_elements;
use crate::conformance::findings::class::Class;
use crate::conformance::findings::collected::Findings;
use crate::conformance::findings::report::{Finding, Report, Uncovered};
use crate::conformance::findings::transcript::Transcript;
use crate::conformance::secrets;
use crate::helpers::deadline::{CurrentActivity, StepPosition};
use crate::helpers::provider_setup::place;

/// The classes that are the cause of this one for the same field.
fn causes(class: Class) -> &'static [Class] {
    match class {
        Class::PerpetualDifference => &[Class::UnstableDefault, Class::UnstableRead],
        Class::UnstablePlan => &[Class::UnstableDefault],
        Class::ChangesWhenKnown => &[Class::UnstablePlan, Class::UnstableDefault],
        Class::ChangesAfterApply => &[Class::UnstableRead, Class::UnstableDefault],
        Class::ReadNeverSets => &[Class::DefaultDiffers],
        Class::DefaultDiffers => &[Class::UnstableDefault, Class::UnstableRead],
        // The next create fails because of what should not exist.
        Class::LeftBehind => &[Class::DeleteLeavesIt, Class::ReadFindsNothing],
        Class::DriftNotSeen => &[Class::ReadNeverSets, Class::DefaultDiffers],
        Class::ImportGap | Class::ImportDifference => &[
            Class::ReadNeverSets,
            Class::PerpetualDifference,
            Class::ChangesAfterApply,
            Class::UnstableRead,
            Class::UnstableDefault,
        ],
        Class::ListedNotImported => &[Class::IdentityImport],
        Class::ImportFails
        | Class::OperationFails
        | Class::ReadOfMissingFails
        | Class::DeleteNotIdempotent => &[Class::WriteOnlyNeeded],
        Class::GeneratedConfigInvalid | Class::GeneratedConfigChanges => &[
            Class::WriteOnlyNeeded,
            Class::ReadNeverSets,
            Class::ImportGap,
            Class::ImportDifference,
            Class::DefaultDiffers,
            Class::PerpetualDifference,
            Class::UnstablePlan,
            Class::UnstableRead,
            Class::UnstableDefault,
            Class::ChangesAfterApply,
            Class::DriftNotSeen,
        ],
        _ => &[],
    }
}

/// Whether this defect follows if the object's identity makes every read fail.
fn follows_from_unread(class: Class) -> bool {
    matches!(
        class,
        Class::DriftNotSeen
            | Class::ReadNeverSets
            | Class::NeverSet
            | Class::ImportFails
            | Class::ImportGap
            | Class::ImportDifference
            | Class::IdentityImport
            | Class::ListLeavesOut
            | Class::ListDiffers
            | Class::ListedNotImported
            | Class::ChangesAfterApply
            | Class::PerpetualDifference
    )
}

/// Reports provider code that blocks the kit itself, so that it cannot continue.
pub(super) fn report_blocked_kit(findings: &mut Findings, watch: &CurrentActivity) {
    let StepPosition { title, at, .. } = watch.current();
    let resource = findings.busy_with.clone();
    let text = format!(
        "it did not end, blocked its thread, and could not be abandoned; the kit was waiting \
         for\n  {}",
        watch.waiting_for()
    );
    watch.stop();
    let field = (resource.clone(), String::new());
    findings.add_finding(Finding::new(Class::Hangs, field, (place(at), title), text));
    findings.uncovered(Uncovered {
        resource,
        path: String::new(),
        at: place(at),
        text: "everything after this: the kit could not go on, and what it made is not deleted"
            .to_owned(),
    });
}

/// The report of a run.
pub(super) fn report(
    mut findings: Findings,
    transcript: &Transcript,
    allowed: &[Allowed],
) -> Report {
    secrets::search(&mut findings, transcript);
    secrets::kept(&mut findings);
    let all = findings.list.clone();
    findings.list.retain(|finding| {
        !all.iter().any(|other| {
            other.resource == finding.resource
                && (causes(finding.class).contains(&other.class)
                    && covers(&other.path, &finding.path)
                    || follows_from_unread(finding.class)
                        && matches!(other.class, Class::IdentityMissing | Class::IdentityChanges))
        })
    });
    for finding in &mut findings.list {
        let found = allowed.iter().find(|allowed| {
            allowed.resource == finding.resource
                && allowed.class == finding.class
                && without_elements(&finding.path) == without_elements(&allowed.path)
        });
        finding.allowed = found.map(|allowed| allowed.reason.clone());
    }
    secrets::hide(&mut findings);
    let list = &mut findings.list;
    list.sort_by_key(|one| (one.class, one.resource.clone(), one.path.clone()));
    let changed = std::mem::take(&mut findings.changed);
    findings.uncovered.retain(|uncovered| {
        let path = without_elements(&uncovered.path);
        let field = (uncovered.resource.clone(), path);
        uncovered.path.is_empty() || !changed.contains(&field)
    });
    findings.uncovered.sort();
    Report {
        findings: findings.list,
        uncovered: findings.uncovered,
        examples: findings.examples,
    }
}

/// Whether a path equals another one, or leads to it.
fn covers(outer: &str, path: &str) -> bool {
    match path.strip_prefix(outer) {
        Some(rest) => rest.is_empty() || (!outer.is_empty() && rest.starts_with(['.', '['])),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_covers_what_is_in_it() {
        assert!(covers("a", "a"));
        assert!(covers("a", "a[0].b"));
        assert!(!covers("a", "ab"));
        // A finding about the whole object does not cause those about its fields.
        assert!(!covers("", "a"));
        assert!(covers("", ""));
    }
}
