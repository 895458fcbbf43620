//! The third pass: what plans show. SDKv2 plans any nonsense, so no valid configuration is needed.
//!
//! | module | subject |
//! |---|---|
//! | `unset` | what replaces values that are not set |

mod unset;

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{AttributePath, Confidence, Kind, Sdk};
use crate::learn::base::{Base, changed, filled, is_own, made_up, minimal, same};
use crate::learn::environment;
use crate::learn::log;
use crate::learn::oracle::Answer;
use crate::learn::replace;
use crate::learn::session::{Session, plan_of};
use crate::learn::shape::Config;
use crate::learn::suppress;
use crate::learn::text::names;
use crate::learn::validation::Values;
use crate::learn::value::Value;

use unset::{computed, defaults};

/// Represents values that only an apply would reveal. A type may parse its text.
const FILLERS: &[&str] = &[
    "made-up",
    // A time in the future: code may look at the clock.
    "2126-01-31T12:00:00Z",
    "1",
    "{}",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "10.0.0.1",
];

/// Represents numbers, such as sizes, where the program rejects a state in which all are 1.
const MUCH: Value = Value::Number(65536.0);

/// SDKv2 keeps the timeouts in its private data under this key, and the inputs of its state
/// functions under the other.
const TIMEOUTS: &str = "e2bfb730-ecaa-11e6-8f88-34363bc7c4c0";
const CONFIGURED: &str = "_new_extra_shim";

const CREATION: &str = "plan a creation with everything set";

/// Runs the pass.
pub(crate) fn pass(session: &mut Session<'_>, values: &Values) {
    let full = session.config(|at| values.good.get(&at).cloned());
    let Some((base, created)) = created(session, values, &full) else {
        return;
    };
    if created.legacy {
        session.sdk = Sdk::Sdkv2;
    }
    private_bytes(session, &created);
    let made = base.clone();
    let (base, why) = match unchanging(session, base, &created) {
        Ok(base) => (Some(base), String::new()),
        Err(why) => (None, why),
    };
    if session.sdk == Sdk::Framework {
        logged(session, values, base.as_ref().unwrap_or(&made));
    }
    defaults(session, values, &made);
    let Some(base) = base else {
        // A pass that was stopped has said why.
        if !session.is_stopped() {
            session.gap(format!("What a change does was not learned: {why}."));
        }
        return;
    };
    computed(session, values, &base);
    replace::pass(session, values, &base);
    excluded(session, values, &full, &base);
    if session.sdk != Sdk::Framework {
        suppress::pass(session, values, &base);
    }
}

/// Reads the log of plans: a change calls every modifier.
fn logged(session: &mut Session<'_>, values: &Values, base: &Base) {
    let changed = changed(&base.config, values);
    let least = minimal(session, values);
    let answers = [
        session.plan(&Value::Null, &base.config, &Config::default(), true),
        session.plan(&base.state, &changed, &base.config, true),
        session.plan(&Value::Null, &least, &base.config, true),
    ];
    session.notes.log_is_whole = answers.iter().flatten().count() == 3;
    for answer in answers.into_iter().flatten() {
        log::take(session, &answer.log, "plan");
    }
}

/// What a plan rule excludes from the base is examined on a separate base.
fn excluded(session: &mut Session<'_>, values: &Values, full: &Config, base: &Base) {
    let outside = full.leaves.iter();
    let outside: Vec<_> = outside
        .filter(|(at, _)| !base.config.leaves.contains_key(at) && !session.is_left_out(**at))
        .collect();
    for (&at, value) in outside.into_iter().take(10) {
        let config = minimal(session, values).with(at, value.clone());
        let Some(created) = session.planned(&Value::Null, &config, &base.config) else {
            continue;
        };
        let state = made_up(session.shape, &created.planned);
        if let Ok(own) = unchanging(session, Base { config, state }, &created) {
            replace::alone(session, values, &own, at);
        }
    }
}

/// A creation that can be planned, with as much set as possible.
fn created(session: &mut Session<'_>, values: &Values, full: &Config) -> Option<(Base, Answer)> {
    let nothing = Config::default();
    let answer = session.plan(&Value::Null, full, &nothing, false)?;
    let done = |session: &mut Session<'_>, config: Config, answer: Answer| {
        if !matches!(answer.planned, Value::Map(_)) {
            session.gap(
                "What plans show was not learned: the plan of a creation has no object as its planned state.".into(),
            );
            return None;
        }
        let state = made_up(session.shape, &answer.planned);
        let config = config.without(session.shape, &session.left_out);
        Some((Base { config, state }, answer))
    };
    if !answer.is_refused() {
        return done(session, full.clone(), answer);
    }
    for error in answer.errors().filter(|error| is_own(error)) {
        let at = session.shape.find(&AttributePath(error.path.clone()));
        let kind = Kind::CustomDiff(error.text());
        session.found(at, kind, Confidence::CannotBeKnown, CREATION, error.text());
    }
    // It grows from the required values, by halves.
    let mut config = minimal(session, values);
    let mut good = session.plan(&Value::Null, &config, &nothing, false)?;
    let rest = full.leaves.keys().copied();
    let rest: Vec<usize> = rest.filter(|at| !config.leaves.contains_key(at)).collect();
    let mut parts = vec![rest];
    let mut left = 40;
    while let Some(part) = parts.pop() {
        if part.is_empty() || left == 0 {
            continue;
        }
        left -= 1;
        let mut tried = config.clone();
        let more = part.iter().map(|at| (*at, full.leaves[at].clone()));
        tried.leaves.extend(more);
        let Some(answer) = session.plan(&Value::Null, &tried, &config, false) else {
            continue;
        };
        if !answer.is_refused() {
            (config, good) = (tried, answer);
        } else if part.len() > 1 {
            parts.extend(part.chunks(part.len().div_ceil(2)).map(<[usize]>::to_vec));
        }
    }
    // The framework returns a plan along with its errors.
    if good.planned == Value::Null
        && let Some(error) = good.errors().next()
    {
        let error = error.text();
        session.gap(format!(
            "What plans show was not learned: no creation was found that the program plans; it says: {error}"
        ));
        return None;
    }
    done(session, config, good)
}

/// The base with a state that a plan does not change, so that later changes come from the change
/// under test; else the reason why there is none.
fn unchanging(session: &mut Session<'_>, base: Base, created: &Answer) -> Result<Base, String> {
    let unanswered = || "a plan of what exists has no answer".to_owned();
    let config = base.config;
    let mut last: Option<(Value, Answer)> = None;
    // Other numbers are tried where a state in which all are 1 is rejected.
    for filler in FILLERS.iter().map(|text| Value::text(*text)).chain([MUCH]) {
        let accepted = last.as_ref().is_some_and(|(_, last)| !last.is_refused());
        if filler == MUCH && accepted {
            break;
        }
        let state = filled(session.shape, &created.planned, &filler);
        let answer = session.plan(&state, &config, &config, false);
        let answer = answer.ok_or_else(unanswered)?;
        if !answer.is_refused() && same(&answer.planned, &state) {
            return Ok(Base { config, state });
        }
        last = Some((state, answer));
    }
    let (state, answer) = last.ok_or_else(unanswered)?;
    // Values that still change are left alone.
    if let Some(error) = answer.errors().next() {
        let error = error.text();
        let why = error.trim_end_matches('.');
        return Err(format!(
            "the program rejects a plan without a change: {why}"
        ));
    }
    let shape = session.shape;
    let jitters = |at: &usize| {
        let (before, after) = (shape.first(*at, &state), shape.first(*at, &answer.planned));
        shape.nodes[*at].leaf().is_some() && !same(after, before)
    };
    let jitter: BTreeSet<usize> = (0..shape.nodes.len()).filter(jitters).collect();
    for at in &jitter {
        let path = shape.path(*at);
        session.gap(format!("`{path}` changes in a plan without a change."));
    }
    let settled = made_up(shape, &answer.planned);
    let again = session.plan(&settled, &config, &config, false);
    let again = again.ok_or_else(unanswered)?;
    if !again.is_refused() && same(&again.planned, &settled) {
        return Ok(Base {
            config,
            state: settled,
        });
    }
    let only_these = session.sdk == Sdk::Sdkv2 && !again.is_refused() && answer.replace.is_empty();
    session.restless.extend(jitter);
    if only_these {
        Ok(Base { config, state })
    } else {
        Err("each plan changes something, though nothing has changed".into())
    }
}

/// What SDKv2 keeps in the private bytes of a plan: which attributes have a state function, and the
/// default timeouts.
fn private_bytes(session: &mut Session<'_>, created: &Answer) {
    let Ok(private) = serde_json::from_slice::<serde_json::Value>(&created.private) else {
        return;
    };
    for (key, configured) in private[CONFIGURED].as_object().into_iter().flatten() {
        let path = names(key).map(|names| AttributePath::dotted(&names.join(".")));
        let Some(at) = path.and_then(|path| session.shape.find(&path)) else {
            continue;
        };
        let stored = session.shape.first(at, &created.planned).json();
        let kind = Kind::StateFunction {
            configured: configured.clone(),
            stored,
        };
        let answer = format!("planned_private has {key}: {configured}");
        session.found(Some(at), kind, Confidence::Learned, CREATION, answer);
    }
    for (operation, time) in private[TIMEOUTS].as_object().into_iter().flatten() {
        if let Some(nanoseconds) = time.as_u64() {
            let answer = format!("planned_private has {operation}: {nanoseconds}");
            let kind = Kind::DefaultTimeout {
                operation: operation.clone(),
                time: schema_rules::short_duration(nanoseconds.into()),
            };
            session.found(None, kind, Confidence::Learned, CREATION, answer);
        }
    }
}
