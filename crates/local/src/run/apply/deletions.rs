//! The order of deletions, and which of them wait until all changes are made.

use std::collections::{BTreeMap, BTreeSet};

use super::Applier;
use crate::address::{ObjectAddress, ResourceAddress};
use crate::run::changes::{Action, Plan, ResourceChange};
use crate::run::context::Run;
use crate::run::graph::topological_order;

/// The deletions before all other changes, and those after them.
///
/// Replacements that create the new object first are in neither list: the old object is deleted
/// once the new one exists.
pub(super) fn in_phases(run: &Run, plan: &Plan) -> (Vec<ResourceChange>, Vec<ResourceChange>) {
    let all: Vec<&ResourceChange> = plan.changes.iter().filter(|c| c.deletes()).collect();
    let bound = bound_to_go_first(run, &all);
    let (mut last, mut first): (Vec<&ResourceChange>, Vec<&ResourceChange>) =
        all.into_iter().partition(|change| {
            !plan.destroy && is_late(run, change) && !bound.contains(&change.address)
        });
    // A late deletion must still find what it depends on.
    loop {
        let needed = last.iter().flat_map(|change| dependencies(run, change));
        let needed: BTreeSet<ResourceAddress> = needed.collect();
        let (more, rest): (Vec<_>, Vec<_>) = first.into_iter().partition(|change| {
            change.action == Action::Delete && needed.contains(&change.address.resource)
        });
        first = rest;
        if more.is_empty() {
            break;
        }
        last.extend(more);
    }
    let replaced_first = |change: &&ResourceChange| change.action == Action::Delete;
    (
        first.into_iter().cloned().collect(),
        last.into_iter().filter(replaced_first).cloned().collect(),
    )
}

/// Objects that are only deleted, but depend on an object that is deleted before its replacement is
/// created: they must be deleted first, whatever their own setting.
fn bound_to_go_first(run: &Run, deletions: &[&ResourceChange]) -> BTreeSet<ObjectAddress> {
    let goes_before = Action::Replace {
        create_first: false,
    };
    let first = deletions.iter().filter(|it| it.action == goes_before);
    let resources = first.map(|change| change.address.resource.clone());
    let mut resources: BTreeSet<ResourceAddress> = resources.collect();
    let mut bound = BTreeSet::new();
    loop {
        let more = deletions.iter().filter(|change| {
            change.action == Action::Delete
                && !dependencies(run, change).is_disjoint(&resources)
                && bound.insert(change.address.clone())
        });
        let more: Vec<_> = more.map(|change| change.address.resource.clone()).collect();
        if more.is_empty() {
            return bound;
        }
        resources.extend(more);
    }
}

/// Whether an object stays until all other changes are made.
fn is_late(run: &Run, change: &ResourceChange) -> bool {
    if let Action::Replace { create_first } = change.action {
        return create_first;
    }
    let before = change.prior.as_ref();
    let before = before.is_some_and(|prior| prior.metadata.create_before_destroy);
    change.address.deposed.is_some() || run.creates_first(&change.address, before)
}

/// What an object depends on, from the state and from the configuration.
fn dependencies(run: &Run, change: &ResourceChange) -> BTreeSet<ResourceAddress> {
    let mut on = run.graph.managed_dependencies(&change.address);
    if let Some(prior) = &change.prior {
        on.extend(prior.metadata.dependencies.iter().cloned());
    }
    on.remove(&change.address.resource);
    on
}

impl Applier<'_> {
    /// Deletes these objects, dependents first.
    pub(super) async fn delete_in_order(&mut self, deletions: Vec<ResourceChange>) {
        let mut by_resource: BTreeMap<ResourceAddress, Vec<ResourceChange>> = BTreeMap::new();
        for change in deletions {
            let resource = change.address.resource.clone();
            by_resource.entry(resource).or_default().push(change);
        }
        let direct: BTreeMap<ResourceAddress, BTreeSet<ResourceAddress>> = by_resource
            .iter()
            .map(|(resource, changes)| {
                let on = changes.iter().flat_map(|c| dependencies(self.run, c));
                let on = on.filter(|on| by_resource.contains_key(on)).collect();
                (resource.clone(), on)
            })
            .collect();
        // Old and new dependencies may contradict each other; then any order is as good.
        let order =
            topological_order(&direct).unwrap_or_else(|_| by_resource.keys().cloned().collect());
        for resource in order.into_iter().rev() {
            let blocked = self.is_needed(&resource, &direct);
            for change in by_resource.remove(&resource).unwrap_or_default() {
                let done = !blocked
                    && !self.failed.contains(&change.address.current())
                    && self.may_continue()
                    && self.delete(&change).await;
                if !done {
                    self.undeleted.insert(resource.clone());
                    if change.action == Action::Delete {
                        // No object was created from it, but it should have been deleted.
                        self.failed.insert(change.address.clone());
                    } else {
                        self.fail(&change.address);
                    }
                }
            }
        }
    }

    /// Whether an object that failed or still exists may depend on a resource.
    fn is_needed(
        &self,
        resource: &ResourceAddress,
        direct: &BTreeMap<ResourceAddress, BTreeSet<ResourceAddress>>,
    ) -> bool {
        let graph = &self.run.graph;
        let depends = |other: &ResourceAddress| {
            other != resource
                && (graph.resource_dependencies(other).contains(resource)
                    || direct.get(other).is_some_and(|on| on.contains(resource)))
        };
        self.undeleted.iter().any(depends) || self.unusable.resources.iter().any(depends)
    }
}
