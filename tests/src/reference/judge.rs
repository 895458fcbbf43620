//! The judge of one case: our answers against the reference's.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::path::{Path, Step};
use schema_runtime::plan::ResourcePlan;
use schema_runtime::schema::{Block, Extra};
use schema_runtime::terraform_core::plan_valid;
use schema_runtime::value::Value;

use super::case::{Case, Ours, Theirs};
use super::compare::{Comparison, Four, compare, is_near};
use super::groups::Group;
use super::paths::{excused_path, steps, walk};

/// The result of judging many cases.
#[derive(Debug, Default)]
pub struct Totals {
    /// Cases that were compared.
    pub cases: usize,
    crashes: usize,
    refused: usize,
    equal: BTreeMap<&'static str, usize>,
    excused: BTreeMap<&'static str, BTreeMap<Group, usize>>,
    not_strict_state_fn: usize,
    /// Disagreements without an excuse.
    pub wrong: Vec<String>,
}

impl Totals {
    fn leaves(&mut self, case: &Case, what: &'static str, found: &Comparison) {
        for (path, text) in &found.wrong {
            self.wrong(case, format!("{what}: {path}: {text}"));
        }
        *self.equal.entry(what).or_default() += found.equal;
        for (group, count) in found.by_group() {
            *self
                .excused
                .entry(what)
                .or_default()
                .entry(group)
                .or_default() += count;
        }
    }

    fn one(&mut self, what: &'static str, excuse: Option<Group>) {
        match excuse {
            None => *self.equal.entry(what).or_default() += 1,
            Some(group) => {
                *self
                    .excused
                    .entry(what)
                    .or_default()
                    .entry(group)
                    .or_default() += 1;
            }
        }
    }

    /// Another disagreement.
    pub fn wrong(&mut self, case: &Case, text: impl std::fmt::Display) {
        self.wrong.push(format!("{}: {text}", case.name));
    }

    /// Says how much was compared.
    ///
    /// # Panics
    /// There is a disagreement without an excuse.
    pub fn assert_agreement(&self) {
        self.report();
        let shown = env::var("SHOW").ok().and_then(|n| n.parse().ok());
        assert!(
            self.wrong.is_empty(),
            "{} disagreements without an excuse:\n{}",
            self.wrong.len(),
            self.wrong
                .iter()
                .take(shown.unwrap_or(20))
                .cloned()
                .collect::<Vec<_>>()
                .join("\n")
        );
    }

    fn report(&self) {
        crate::say!(
            "reference: {} cases; {} on which it crashes; {} without a plan",
            self.cases,
            self.crashes,
            self.refused
        );
        for (what, equal) in &self.equal {
            let excused = self.excused.get(what);
            let count: usize = excused.map_or(0, |groups| groups.values().sum());
            crate::say!(
                "{what}: {} compared, {equal} equal, {count} excused {:?}",
                equal + count,
                excused.cloned().unwrap_or_default()
            );
        }
        crate::say!(
            "plans that are not strict for a state function: {}",
            self.not_strict_state_fn
        );
    }
}

/// Compares our answers to a case with the reference's.
pub fn judge(totals: &mut Totals, case: &Case, theirs: &Theirs, ours: &Ours) {
    totals.cases += 1;
    strict(totals, case, &case.prior, &ours.plan);
    if let Some(plan) = &ours.replace_plan {
        strict(totals, case, &Value::Null, plan);
    }
    if theirs.panics {
        totals.crashes += 1;
        return;
    }
    errors(totals, case, theirs, ours);
    let Some(planned) = theirs
        .planned
        .as_ref()
        .filter(|_| !theirs.skipped && !theirs.fails)
    else {
        totals.refused += 1;
        return;
    };
    let block = &case.schema.block;
    if ours.plan.diagnostics.has_errors() {
        // Two elements of a set that defaults make one, which core lets nobody plan: the reference
        // leaves one out.
        let count = |value: &Value, error: &Diagnostic| {
            let at = walk(block, value, &error.path.addressable());
            at.map(|(_, value)| size(value))
        };
        let doubled = |error: &Diagnostic| {
            error.summary.ends_with(" are the same")
                && count(planned, error) < count(&case.config, error)
        };
        let mut errors = ours.plan.diagnostics.iter().filter(|one| one.is_error());
        return match errors.all(doubled) {
            true => totals.one("plans", Some(Group::Default)),
            false => totals.wrong(case, &ours.plan.diagnostics),
        };
    }
    let plans = |prior: &Value, theirs: &Value, ours: &Value| {
        let refused = plan_valid(block, prior, &case.config, theirs);
        let refused: Vec<Path> = refused.into_iter().map(|error| error.path).collect();
        let four = Four {
            prior,
            continued: prior,
            config: &case.config,
            theirs,
            ours,
        };
        compare(block, four, &refused)
    };
    let first = plans(&case.prior, planned, &ours.plan.planned);
    totals.leaves(case, "planned_state leaves", &first);
    let forced = paths(totals, case, theirs, ours, &first.excused);
    action(totals, case, theirs, ours, forced, &first.excused);
    let mut last = first;
    if let Some(theirs) = &theirs.replace_planned {
        let ours = match &ours.replace_plan {
            Some(plan) => plan.planned.clone(),
            None => case.plan(&Value::Null).planned,
        };
        last = plans(&Value::Null, theirs, &ours);
        totals.leaves(case, "replace_planned_state leaves", &last);
    }
    applied(totals, case, theirs, ours, &last.excused);
}

/// How many elements there are in a value, at every depth.
fn size(value: &Value) -> usize {
    match value {
        Value::Object(values) => values.iter().map(size).sum(),
        other => other.elements().iter().map(|one| 1 + size(one)).sum(),
    }
}

fn has_state_fn(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field
            .extras
            .iter()
            .any(|extra| matches!(extra, Extra::StateFn { .. }))
            || field
                .nested_block()
                .is_some_and(|(_, block)| has_state_fn(block))
    })
}

/// Core accepts the plan without the legacy flag, but at leaves with a state function.
fn strict(totals: &mut Totals, case: &Case, prior: &Value, plan: &ResourcePlan) {
    if plan.diagnostics.has_errors() {
        return;
    }
    for error in plan_valid(&case.schema.block, prior, &case.config, &plan.planned) {
        if has_state_fn_at(&case.schema.block, error.path.steps()) {
            totals.not_strict_state_fn += 1;
        } else {
            totals.wrong(case, format!("core rejects our plan: {error}"));
        }
    }
}

fn has_state_fn_at(block: &Block, steps: &[Step]) -> bool {
    let names = steps.iter().filter_map(|step| match step {
        Step::Attribute(name) => Some(name),
        _ => None,
    });
    let mut block = block;
    for name in names {
        let Some(field) = block.field(name) else {
            return false;
        };
        match field.nested_block() {
            Some((_, inside)) => block = inside,
            None => {
                return field
                    .extras
                    .iter()
                    .any(|e| matches!(e, Extra::StateFn { .. }));
            }
        }
    }
    has_state_fn(block)
}

/// The attributes at which validation finds errors.
fn errors(totals: &mut Totals, case: &Case, theirs: &Theirs, ours: &Ours) {
    let Some(their_errors) = &theirs.errors else {
        return;
    };
    if ours.errors == *their_errors {
        return totals.one("validations", None);
    }
    for path in ours.errors.symmetric_difference(their_errors) {
        match excused_error(case, ours, their_errors, path) {
            Some(group) => totals.one("validations", Some(group)),
            None => totals.wrong(
                case,
                format!(
                    "error at {path}: {:?}, theirs {their_errors:?}",
                    ours.errors
                ),
            ),
        }
    }
}

/// Why only one of the two reports an error at this path.
fn excused_error(case: &Case, ours: &Ours, theirs: &BTreeSet<String>, path: &str) -> Option<Group> {
    let is_ours = ours.errors.contains(path);
    let mut others = match is_ours {
        true => theirs.iter(),
        false => ours.errors.iter(),
    };
    // In the third level of blocks the reference names a sibling of what is wrong.
    if let Some(level) = third_level(path)
        && others.any(|other| third_level(other) == Some(level))
    {
        return Some(Group::AllErrors);
    }
    let root = path.split(['.', '[']).next().unwrap_or_default();
    if !is_ours {
        // An unknown value may turn out to be null: then there is no error.
        let (_, value) = walk(&case.schema.block, &case.config, &steps(path)?)?;
        return value.is_unknown().then_some(Group::AllErrors);
    }
    let own = ours.diagnostics.iter().filter(|d| d.is_error());
    let mut at = own.filter(|d| d.path.addressable().to_string() == path);
    let conflict = |d: &Diagnostic| {
        let with = |other: &String| d.detail.contains(&format!(" conflicts with {other}:"));
        theirs.iter().any(with)
    };
    if at.all(conflict) {
        return Some(Group::Conflict);
    }
    let beside = unknown_beside(case, root) || theirs.iter().any(|above| touches(path, above));
    beside.then_some(Group::AllErrors)
}

/// The block around a path in the third level of blocks, without its index.
fn third_level(path: &str) -> Option<&str> {
    let (end, _) = path.match_indices('.').nth(2)?;
    let block = &path[..end];
    Some(block.rsplit_once('[').map_or(block, |(list, _)| list))
}

/// Whether a root field, or one that its relations name, is known in part only.
fn unknown_beside(case: &Case, root: &str) -> bool {
    let Some((position, field)) = case.schema.block.find(root) else {
        return false;
    };
    let partial = |position: usize| {
        let value = case
            .config
            .as_object()
            .and_then(|values| values.get(position));
        value.is_some_and(|value| !value.is_wholly_known())
    };
    partial(position)
        || field.extras.iter().any(|extra| match extra {
            Extra::ExactlyOneOf { fields } | Extra::ConflictsWith { fields } => fields
                .iter()
                .filter_map(|path| case.schema.block.find(path.first()?))
                .any(|(position, _)| partial(position)),
            _ => false,
        })
}

/// Compares the replacement paths: the reason of the first that only one of the two has.
fn paths(
    totals: &mut Totals,
    case: &Case,
    theirs: &Theirs,
    ours: &Ours,
    excused: &[(Path, Group)],
) -> Option<Group> {
    theirs.action.as_ref()?;
    let (own, others) = (&ours.replace_paths, &theirs.replace_paths);
    if own == others {
        totals.one("replacement paths", None);
    }
    let mut first = None;
    for path in own.symmetric_difference(others) {
        let block = &case.schema.block;
        let differs = |(leaf, _): &&(Path, Group)| {
            let leaf = leaf.addressable().to_string();
            path.strip_prefix(&leaf)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let by_leaf = excused.iter().find(differs).map(|(_, group)| *group);
        let group =
            by_leaf.or_else(|| excused_path(block, &case.prior, &ours.plan.planned, own, path));
        match group {
            Some(_) => totals.one("replacement paths", group),
            None => totals.wrong(
                case,
                format!("replaces at {own:?}, theirs at {others:?} ({path})"),
            ),
        }
        first = first.or(group);
    }
    first
}

/// Whether one path leads to the other or the reverse.
fn touches(a: &str, b: &str) -> bool {
    let below = |long: &str, short: &str| {
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    below(a, b) || below(b, a)
}

/// An action is another one because only one of the two replaces, or because only one of the two
/// plans to change something.
fn action(
    totals: &mut Totals,
    case: &Case,
    theirs: &Theirs,
    ours: &Ours,
    forced: Option<Group>,
    excused: &[(Path, Group)],
) {
    let Some(action) = theirs.action.as_deref() else {
        return;
    };
    if action == ours.action {
        return totals.one("actions", None);
    }
    let group = match [action, ours.action].contains(&"replace") {
        true => forced,
        false => excused.first().map(|(_, group)| *group),
    };
    match group {
        Some(_) => totals.one("actions", group),
        None => totals.wrong(case, format!("{}, theirs {action}", ours.action)),
    }
}

fn applied(
    totals: &mut Totals,
    case: &Case,
    theirs: &Theirs,
    ours: &Ours,
    excused: &[(Path, Group)],
) {
    let (Some(stored), Some(applied)) = (&theirs.applied, &ours.applied) else {
        return;
    };
    let replaced = theirs.action.as_deref() == Some("replace");
    let renewed = case.plan(&Value::Null);
    let (prior, planned) = match replaced {
        true => (&Value::Null, &renewed.planned),
        false => (&case.prior, &ours.plan.planned),
    };
    // If only one of the two replaces, the same action of both is compared.
    let applied = if replaced == ours.replace_plan.is_some() {
        applied.clone()
    } else {
        case.apply(prior, planned)
    };
    // Applied values must be the planned ones: what was planned represents what is configured.
    let mut found = compare(
        &case.schema.block,
        Four {
            prior: planned,
            continued: planned,
            config: planned,
            theirs: stored,
            ours: &applied,
        },
        &[],
    );
    // What was planned differently is stored differently.
    found.wrong.retain(|(path, _)| {
        let planned = excused.iter().find(|(leaf, _)| is_near(leaf, path));
        found
            .excused
            .extend(planned.map(|(_, group)| (path.clone(), *group)));
        planned.is_none()
    });
    totals.leaves(case, "applied_state leaves", &found);
}
