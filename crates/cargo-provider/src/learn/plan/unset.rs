//! What replaces values that are not set.

use super::*;

/// What replaces values that are not set: observed with few and with many values set, to exclude
/// other causes.
pub(super) fn defaults(session: &mut Session<'_>, notes: &mut Notes, values: &Values, base: &Base) {
    let leaves = session.leaves();
    let required = |at: &usize| session.shape.nodes[*at].required;
    let by_halves = |odd: bool| -> BTreeSet<usize> {
        leaves
            .iter()
            .copied()
            .enumerate()
            .filter(|(k, at)| (k % 2 == 1) == odd && !required(at))
            .map(|(_, at)| at)
            .collect()
    };
    let mut contexts = vec![("little set", minimal(session, values))];
    for odd in [false, true] {
        contexts.push((
            "half of everything set",
            base.config.without(session.shape, &by_halves(odd)),
        ));
    }
    // One leaf attribute of each block alone: SDKv2 ignores a block without any.
    for number in [0, 1] {
        let mut config = minimal(session, values);
        for block in session.blocks() {
            let children = session.shape.nodes[block].children.iter().copied();
            let usable: Vec<usize> = children
                .filter(|at| base.config.leaves.contains_key(at))
                .collect();
            let one = usable.get(number).or_else(|| usable.first());
            config
                .leaves
                .extend(one.map(|at| (*at, base.config.leaves[at].clone())));
        }
        contexts.push(("one value in each block", config));
    }
    let mut found: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for (_, config) in contexts {
        let Some(answer) = session.plan(
            &Value::Null,
            &config,
            &base.config,
            session.sdk == Sdk::Framework,
        ) else {
            continue;
        };
        log::take(session, notes, &answer.log, "plan creations without it");
        if answer.planned == Value::Null {
            continue;
        }
        for at in 0..session.shape.nodes.len() {
            let node = &session.shape.nodes[at];
            let there = config.has_around(session.shape, at);
            let unset = !config.leaves.contains_key(&at) && !config.has(session.shape, at);
            if unset && there && !node.is_timeout() && !node.is_block && !node.write_only {
                found
                    .entry(at)
                    .or_default()
                    .push(session.shape.first(at, &answer.planned).clone());
            }
        }
    }
    for (at, seen) in found {
        let node = &session.shape.nodes[at];
        let known = seen
            .iter()
            .find(|value| **value != Value::Null && value.is_known());
        let Some(value) = known else { continue };
        let always = seen.iter().all(|other| other == value);
        let evidence = Evidence::new(
            "plan creations without it",
            format!("planned as {}", value.json()),
        );
        let nothing = matches!(value, Value::Text(text) if text.is_empty())
            || value.elements().is_empty() && matches!(value, Value::List(_) | Value::Map(_));
        if session.sdk == Sdk::Sdkv2 && (nothing || node.in_set && value.is_zero()) {
            continue;
        }
        let explained = match session.sdk {
            // A computed attribute has no default there.
            Sdk::Sdkv2 => !node.computed && node.optional,
            Sdk::Framework => notes.defaults.contains(&at),
            Sdk::Other => node.computed && node.optional,
        };
        let (kind, confidence) = match (explained, always) {
            (true, true) => (Kind::Default(value.json()), Confidence::Learned),
            (true, false) => (Kind::DefaultVaries(value.json()), Confidence::Likely),
            (false, _) if node.leaf().is_none() => continue,
            (false, _) => (Kind::KnownAtCreate(value.json()), Confidence::Likely),
        };
        notes.found(session.shape, Some(at), kind, confidence, evidence);
    }
    from_environment(session, notes, base);
}

/// The same again, with environment variables set.
fn from_environment(session: &mut Session<'_>, notes: &mut Notes, base: &Base) {
    if session.variables().is_empty() {
        return;
    }
    // A value that a variable may replace is not set, even if it is required.
    let named = |at: &usize| !environment::named(&session.shape.nodes[*at].description).is_empty();
    let unset = session.leaves().into_iter().filter(named).collect();
    let config = base.config.without(session.shape, &unset);
    let Some(here) = session.plan(&Value::Null, &config, &base.config, false) else {
        return;
    };
    let config = config.build(session.shape);
    let call = Call::Plan {
        prior: Value::Null,
        proposed: proposed(session.shape, &Value::Null, &config),
        config,
    };
    environment::pass(session, notes, &call, &here, "plan creations without it");
}

/// Which computed values a change keeps, and which it makes unknown, judged while they are not
/// configured.
pub(super) fn computed(session: &mut Session<'_>, notes: &mut Notes, values: &Values, base: &Base) {
    let chosen: BTreeSet<usize> = session
        .leaves()
        .into_iter()
        .filter(|at| session.shape.nodes[*at].computed)
        .collect();
    let mut unset = base.config.without(session.shape, &chosen);
    unset
        .counts
        .retain(|at, _| !session.shape.nodes[*at].computed);
    let Some(created) = session.plan(&Value::Null, &unset, &base.config, false) else {
        return;
    };
    let first = Base {
        state: filled(session.shape, &created.planned, &Value::text(FILLERS[0])),
        config: unset,
    };
    let Ok(state) = unchanging(session, first, &created) else {
        return;
    };
    let changed = |at: usize| {
        state
            .config
            .leaves
            .contains_key(&at)
            .then(|| values.other.get(&at).cloned())
            .flatten()
    };
    let mut all = state.config.clone();
    all.leaves.extend(
        session
            .leaves()
            .into_iter()
            .filter_map(|at| Some((at, changed(at)?))),
    );
    let Some(answer) = session.plan(&state.state, &all, &state.config, false) else {
        return;
    };
    if answer.is_refused() || same(&answer.planned, &state.state) {
        return;
    }
    // Two separate changes show whether any change suffices.
    let single: Vec<usize> = session
        .leaves()
        .into_iter()
        .filter(|at| changed(*at).is_some() && session.shape.nodes[*at].parent.is_none())
        .collect();
    let mut singles = Vec::new();
    for at in [single.first(), single.last()].into_iter().flatten() {
        let config = state.config.with(*at, changed(*at).unwrap_or_default());
        let planned = session.plan(&state.state, &config, &state.config, false);
        let effective =
            planned.filter(|answer| !answer.is_refused() && !same(&answer.planned, &state.state));
        singles.extend(effective.map(|answer| answer.planned));
    }
    for at in 0..session.shape.nodes.len() {
        let node = &session.shape.nodes[at];
        let there = state.config.has_around(session.shape, at);
        if !node.computed
            || node.in_set
            || !there
            || state.config.has(session.shape, at)
            || node.is_timeout()
        {
            continue;
        }
        let planned = session.shape.first(at, &answer.planned);
        let evidence = Evidence::new(
            "plan with everything changed",
            if planned.is_known() {
                "its value is kept"
            } else {
                "it is unknown"
            },
        );
        let modifiers = notes.modifiers.get(&at).cloned().unwrap_or_default();
        let own = modifiers
            .iter()
            .any(|kind| matches!(kind, Kind::OwnModifier(_)));
        let has_default = notes
            .findings
            .iter()
            .any(|finding| finding.at == node.path && matches!(finding.kind, Kind::Default(_)));
        if has_default {
            continue;
        }
        let by_code = notes.modifies_plan
            || notes.findings.iter().any(|finding| {
                finding.at == node.path && matches!(finding.kind, Kind::KnownAtCreate(_))
            });
        let always = !by_code
            && singles.len() == 2
            && singles
                .iter()
                .all(|planned| !session.shape.first(at, planned).is_known());
        let (kind, confidence) = match (planned.is_known(), session.sdk) {
            (true, Sdk::Framework) if !modifiers.contains(&Kind::KeepsValue) => continue,
            (true, _) if same(planned, session.shape.first(at, &state.state)) => {
                (Kind::KeepsValue, Confidence::Learned)
            }
            (true, _) => continue,
            (false, Sdk::Sdkv2) => (
                Kind::OwnModifier("unknown in a plan that changes something else".into()),
                Confidence::Likely,
            ),
            (false, _) if always && !own => (Kind::Volatile, Confidence::Learned),
            (false, _) => (
                Kind::OwnModifier("unknown in some plans that change something else".into()),
                Confidence::Likely,
            ),
        };
        notes.found(session.shape, Some(at), kind, confidence, evidence);
    }
}
