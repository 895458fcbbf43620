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
use super::compare::{Comparison, Four, compare};
use super::groups::Group;
use super::paths::excused_path;

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
    fn leaves(&mut self, what: &'static str, found: &Comparison) {
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
    if ours.plan.diagnostics.has_errors() {
        // Two elements of a set that defaults make one, which core lets nobody plan: the reference
        // leaves one out.
        let doubled = |error: &Diagnostic| error.summary.ends_with(" are the same");
        let mut errors = ours.plan.diagnostics.iter().filter(|one| one.is_error());
        return match errors.all(doubled) {
            true => totals.one("plans", Some(Group::Default)),
            false => totals.wrong(case, &ours.plan.diagnostics),
        };
    }
    let block = &case.schema.block;
    let first = compare(
        block,
        Four {
            prior: &case.prior,
            continued: &case.prior,
            config: &case.config,
            theirs: planned,
            ours: &ours.plan.planned,
        },
    );
    totals.leaves("planned_state leaves", &first);
    for text in &first.wrong {
        totals.wrong(case, text);
    }
    // Core itself must reject what is excused for not being what is configured.
    for (path, group) in &first.excused {
        let in_set = path.addressable() != *path;
        // A set that is unknown as a whole keeps its prior value there, which core lets pass.
        let unknown = configured(case, path).is_some_and(Value::is_unknown);
        let path = path.to_string();
        let refused = theirs.invalid.iter().any(|invalid| touches(invalid, &path));
        if *group == Group::AsConfigured && !in_set && !unknown && !refused {
            totals.wrong(
                case,
                format!("{path}: core accepts their plan, which is not ours"),
            );
        }
    }
    let mut excused = first.excused.clone();
    if let Some(theirs) = &theirs.replace_planned {
        let ours = match &ours.replace_plan {
            Some(plan) => plan.planned.clone(),
            None => case.plan(&Value::Null).planned,
        };
        let again = compare(
            block,
            Four {
                prior: &Value::Null,
                continued: &Value::Null,
                config: &case.config,
                theirs,
                ours: &ours,
            },
        );
        totals.leaves("replace_planned_state leaves", &again);
        for text in &again.wrong {
            totals.wrong(case, format!("second plan: {text}"));
        }
        excused.extend(again.excused);
    }
    paths(totals, case, theirs, ours, &mut excused);
    action(totals, case, theirs, ours, &excused);
    applied(totals, case, theirs, ours, &excused);
}

/// The configured value at a path through lists.
fn configured<'c>(case: &'c Case, path: &Path) -> Option<&'c Value> {
    let (mut block, mut value) = (&*case.schema.block, &case.config);
    for step in path.steps() {
        value = match step {
            Step::Attribute(name) => {
                let (position, field) = block.find(name)?;
                if let Some((_, inside)) = field.nested_block() {
                    block = inside;
                }
                value.as_object()?.get(position)?
            }
            Step::Index(index) => value.elements().get(usize::try_from(*index).ok()?)?,
            Step::Key(_) | Step::Element(_) => return None,
        };
    }
    Some(value)
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
    let missing: Vec<_> = their_errors.difference(&ours.errors).collect();
    let surplus: BTreeSet<_> = ours.errors.difference(their_errors).collect();
    let conflict = |path: &str| {
        let mut at = ours
            .diagnostics
            .iter()
            .filter(|d| d.path.addressable().to_string() == path);
        at.all(|d| !d.is_error() || d.detail.contains(" conflicts with "))
            && their_errors.iter().any(|other| !other.is_empty())
    };
    let beside = |path: &str| {
        let root = path.split(['.', '[']).next().unwrap_or_default();
        unknown_beside(case, root) || their_errors.iter().any(|above| touches(path, above))
    };
    // An unknown value may turn out to be null: then there is no error.
    let waits = |path: &&String| {
        case.schema.block.find(path).is_some_and(|(position, _)| {
            let value = case
                .config
                .as_object()
                .and_then(|values| values.get(position));
            value.is_some_and(|value| value.is_unknown())
        })
    };
    // In the third level of blocks the reference names a sibling of what is wrong.
    let level = |path: &str| path.split('.').take(3).collect::<Vec<_>>().join(".");
    let level = |path: &str| {
        let level = level(path);
        level
            .rsplit_once('[')
            .map_or(level.clone(), |(list, _)| list.to_owned())
    };
    let deep = |path: &str| path.split('.').count() > 3;
    let strayed = surplus.iter().chain(&missing).all(|path| deep(path))
        && missing
            .iter()
            .all(|path| ours.errors.iter().any(|other| level(other) == level(path)))
        && surplus
            .iter()
            .all(|path| their_errors.iter().any(|other| level(other) == level(path)));
    let group = if strayed {
        Some(Group::AllErrors)
    } else if !missing.is_empty() {
        let waits = missing.iter().all(waits) && surplus.is_empty();
        waits.then_some(Group::AllErrors)
    } else if surplus.iter().all(|path| conflict(path)) {
        Some(Group::Conflict)
    } else if surplus.iter().all(|path| beside(path)) {
        Some(Group::AllErrors)
    } else {
        None
    };
    match group {
        Some(group) => totals.one("validations", Some(group)),
        None => totals.wrong(
            case,
            format!("errors at {:?}, theirs at {their_errors:?}", ours.errors),
        ),
    }
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

fn paths(
    totals: &mut Totals,
    case: &Case,
    theirs: &Theirs,
    ours: &Ours,
    excused: &mut Vec<(Path, Group)>,
) {
    if theirs.action.is_none() {
        return;
    }
    if ours.replace_paths == theirs.replace_paths {
        return totals.one("replacement paths", None);
    }
    let mut groups = Vec::new();
    for path in ours
        .replace_paths
        .symmetric_difference(&theirs.replace_paths)
    {
        let block = &case.schema.block;
        let by_leaf = excused
            .iter()
            .find(|(leaf, _)| touches(&leaf.addressable().to_string(), path))
            .map(|(_, group)| *group);
        let group = by_leaf.or_else(|| {
            let own = &ours.replace_paths;
            excused_path(block, &case.prior, &ours.plan.planned, own, path)
        });
        match group {
            Some(group) => groups.push((path.clone(), group)),
            None => {
                return totals.wrong(
                    case,
                    format!(
                        "replaces at {:?}, theirs at {:?} ({path})",
                        ours.replace_paths, theirs.replace_paths
                    ),
                );
            }
        }
    }
    for (path, group) in groups {
        excused.push((Path::new(path), group));
        totals.one("replacement paths", Some(group));
    }
}

/// Whether one path leads to the other or the reverse.
fn touches(a: &str, b: &str) -> bool {
    let below = |long: &str, short: &str| {
        long.strip_prefix(short)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    below(a, b) || below(b, a)
}

fn action(
    totals: &mut Totals,
    case: &Case,
    theirs: &Theirs,
    ours: &Ours,
    excused: &[(Path, Group)],
) {
    if theirs.action.is_none() {
        return;
    }
    if theirs.action.as_deref() == Some(ours.action) {
        return totals.one("actions", None);
    }
    match excused.first() {
        Some((_, group)) => totals.one("actions", Some(*group)),
        None => totals.wrong(case, format!("{}, theirs {:?}", ours.action, theirs.action)),
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
    );
    let wrong = std::mem::take(&mut found.wrong);
    totals.leaves("applied_state leaves", &found);
    for text in wrong {
        let path = text.split(": ").next().unwrap_or_default();
        let path = path.split("[…]").next().unwrap_or_default();
        match excused
            .iter()
            .find(|(leaf, _)| touches(&leaf.addressable().to_string(), path))
        {
            Some((_, group)) => totals.one("applied_state leaves", Some(*group)),
            None => totals.wrong(case, format!("applied: {text}")),
        }
    }
}
