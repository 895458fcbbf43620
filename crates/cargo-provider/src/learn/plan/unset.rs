//! What replaces values that are not set.

use super::*;

const WITHOUT: &str = "plan creations without it";

/// What replaces values that are not set: observed with few and with many values set, to exclude
/// other causes.
pub(super) fn defaults(session: &mut Session<'_>, values: &Values, base: &Base) {
    let leaves = session.leaves();
    let required = |at: &usize| session.shape.nodes[*at].required;
    // With little set, and with each half of everything.
    let mut contexts = vec![minimal(session, values)];
    for odd in [0, 1] {
        let half = leaves.iter().copied().skip(odd).step_by(2);
        let half = half.filter(|at| !required(at)).collect();
        contexts.push(base.config.without(session.shape, &half));
    }
    // One leaf attribute of each block alone: SDKv2 ignores a block without any.
    for number in [0, 1] {
        let mut config = minimal(session, values);
        for block in session.blocks() {
            let children = session.shape.nodes[block].children.iter();
            let usable = children.filter_map(|at| base.config.leaves.get_key_value(at));
            let usable: Vec<_> = usable.collect();
            let one = usable.get(number).or_else(|| usable.first());
            let one = one.map(|(at, value)| (**at, (*value).clone()));
            config.leaves.extend(one);
        }
        contexts.push(config);
    }
    let mut found: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    let log = session.sdk == Sdk::Framework;
    for config in contexts {
        let Some(answer) = session.plan(&Value::Null, &config, &base.config, log) else {
            continue;
        };
        log::take(session, &answer.log, WITHOUT);
        if answer.planned == Value::Null {
            continue;
        }
        for at in 0..session.shape.nodes.len() {
            let node = &session.shape.nodes[at];
            let there = config.has_around(session.shape, at);
            let unset = !config.leaves.contains_key(&at) && !config.has(session.shape, at);
            if unset && there && !node.is_timeout() && !node.is_block && !node.write_only {
                let value = session.shape.first(at, &answer.planned).clone();
                found.entry(at).or_default().push(value);
            }
        }
    }
    for (at, seen) in found {
        let node = &session.shape.nodes[at];
        let is_value = |value: &&Value| **value != Value::Null && value.is_known();
        let Some(value) = seen.iter().find(is_value) else {
            continue;
        };
        let always = seen.iter().all(|other| other == value);
        let nothing =
            value.is_zero() && matches!(value, Value::Text(_) | Value::List(_) | Value::Map(_));
        if session.sdk == Sdk::Sdkv2 && (nothing || node.in_set && value.is_zero()) {
            continue;
        }
        let explained = match session.sdk {
            // A computed attribute has no default there.
            Sdk::Sdkv2 => !node.computed && node.optional,
            Sdk::Framework => session.notes.defaults.contains(&at),
            Sdk::Other => node.computed && node.optional,
        };
        let (kind, confidence) = match (explained, always) {
            (true, true) => (Kind::Default(value.json()), Confidence::Learned),
            (true, false) => (Kind::DefaultVaries(value.json()), Confidence::Likely),
            (false, _) if node.leaf().is_none() => continue,
            (false, _) => (Kind::KnownAtCreate(value.json()), Confidence::Likely),
        };
        session.found(
            Some(at),
            kind,
            confidence,
            WITHOUT,
            format!("planned as {}", value.json()),
        );
    }
    from_environment(session, base);
}

/// The same again, with environment variables set.
fn from_environment(session: &mut Session<'_>, base: &Base) {
    if session.oracle.variables().is_empty() {
        return;
    }
    // A value that a variable may replace is not set, even if it is required.
    let named = |at: &usize| !environment::named(&session.shape.nodes[*at].description).is_empty();
    let unset = session.leaves().into_iter().filter(named).collect();
    let config = base.config.without(session.shape, &unset);
    let Some(here) = session.plan(&Value::Null, &config, &base.config, false) else {
        return;
    };
    let call = plan_of(session.shape, &Value::Null, &config);
    environment::pass(session, &call, &here, WITHOUT);
}

/// Which computed values a change keeps, and which it makes unknown, judged while they are not
/// configured.
pub(super) fn computed(session: &mut Session<'_>, values: &Values, base: &Base) {
    let shape = session.shape;
    let is_computed = |at: &usize| shape.nodes[*at].computed;
    let chosen = session.leaves().into_iter().filter(is_computed).collect();
    let mut unset = base.config.without(shape, &chosen);
    unset.counts.retain(|at, _| !is_computed(at));
    let Some(created) = session.plan(&Value::Null, &unset, &base.config, false) else {
        return;
    };
    let first = Base {
        state: made_up(shape, &created.planned),
        config: unset,
    };
    let Ok(state) = unchanging(session, first, &created) else {
        return;
    };
    let changes = session.leaves().into_iter();
    let changes = changes.filter(|at| state.config.leaves.contains_key(at));
    let changes = changes.filter_map(|at| Some((at, values.other.get(&at)?.clone())));
    let changes: Vec<(usize, Value)> = changes.collect();
    let mut all = state.config.clone();
    all.leaves.extend(changes.iter().cloned());
    let effective = |session: &mut Session<'_>, config: &Config| {
        let answer = session.planned(&state.state, config, &state.config)?;
        (!same(&answer.planned, &state.state)).then_some(answer.planned)
    };
    let Some(everything) = effective(session, &all) else {
        return;
    };
    // Two separate changes show whether any change suffices.
    let mut single = changes.clone();
    single.retain(|(at, _)| shape.nodes[*at].parent.is_none());
    let mut singles = Vec::new();
    for (at, value) in [single.first(), single.last()].into_iter().flatten() {
        singles.extend(effective(session, &state.config.with(*at, value.clone())));
    }
    for (at, node) in shape.nodes.iter().enumerate() {
        if !node.computed
            || node.in_set
            || !state.config.has_around(shape, at)
            || state.config.has(shape, at)
            || node.is_timeout()
            || session
                .notes
                .has(&node.path, |kind| matches!(kind, Kind::Default(_)))
        {
            continue;
        }
        let planned = shape.first(at, &everything);
        let modifiers = session
            .notes
            .modifiers
            .get(&at)
            .map_or(&[][..], Vec::as_slice);
        let is_own = |kind: &Kind| matches!(kind, Kind::OwnModifier(_));
        let by_code = session.notes.modifies_plan
            || session
                .notes
                .has(&node.path, |kind| matches!(kind, Kind::KnownAtCreate(_)));
        let is_unknown = |planned: &Value| !shape.first(at, planned).is_known();
        let always = !by_code && singles.len() == 2 && singles.iter().all(is_unknown);
        let likely = |text: &str| (Kind::OwnModifier(text.into()), Confidence::Likely);
        let (kind, confidence) = match (planned.is_known(), session.sdk) {
            (true, Sdk::Framework) if !modifiers.contains(&Kind::KeepsValue) => continue,
            (true, _) if same(planned, shape.first(at, &state.state)) => {
                (Kind::KeepsValue, Confidence::Learned)
            }
            (true, _) => continue,
            (false, Sdk::Sdkv2) => likely("unknown in a plan that changes something else"),
            (false, _) if always && !modifiers.iter().any(is_own) => {
                (Kind::Volatile, Confidence::Learned)
            }
            (false, _) => likely("unknown in some plans that change something else"),
        };
        let answer = match planned.is_known() {
            true => "its value is kept",
            false => "it is unknown",
        };
        let probe = "plan with everything changed";
        session.found(Some(at), kind, confidence, probe, answer);
    }
}
