//! Which changes of form a program does not plan: batches in which every string changes from one
//! form to another.

use std::collections::BTreeSet;

use crate::findings::{Confidence, Kind, Rule, Sdk};
use crate::learn::base::{Base, changed, same};
use crate::learn::replace::edited;
use crate::learn::rule::holds;
use crate::learn::session::Session;
use crate::learn::shape::{Config, Type};
use crate::learn::validation::{Values, rules_of};
use crate::learn::value::Value;

/// A change of form: its name, the text before, and after.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str)] = &[
    ("letter case", "Abc", "aBC"),
    ("white space around it", "abc", " abc\n"),
    ("a new line at its end", "abc", "abc\n"),
    ("a slash at its end", "abc", "abc/"),
    ("a slash at its start", "abc", "/abc"),
    ("a dot at its end", "a.example", "a.example."),
    ("the layout of JSON", r#"{"a":1,"b":[2]}"#, "{ \"b\": [2],\n \"a\": 1 }"),
    ("zeros at the start of a number", "644", "0644"),
    ("the notation of a number", "1", "1.0"),
    ("the unit of a duration", "60s", "1m0s"),
    ("the form of an IPv6 address", "2001:db8::1", "2001:0DB8:0::1"),
    ("the host bits of a network", "10.1.0.0/16", "10.1.2.3/16"),
    ("the length of an address", "10.0.0.1", "10.0.0.1/32"),
    ("the time zone", "2026-01-31T12:00:00Z", "2026-01-31T13:00:00+01:00"),
    ("the scheme of a URL", "https://example.com", "http://example.com"),
    ("the scheme of a URL, or none", "https://example.com", "example.com"),
    ("a tag of an image", "nginx", "nginx:latest"),
    ("the order of a list in a string", "a,b", "b,a"),
    ("a prefix of a digest", "sha256:abc", "abc"),
    ("true as 1", "true", "1"),
    ("white space inside of it", "a b", "a  b"),
    ("base64 of it", "abc", "YWJj"),
];

/// Runs the pass.
pub(crate) fn pass(session: &mut Session<'_>, values: &Values, base: &Base) {
    let shape = session.shape;
    let stored = |session: &Session<'_>, at: usize| {
        session.notes.has(shape.path(at), |kind| {
            matches!(kind, Kind::StateFunction { .. })
        })
    };
    let is_text = |at: &usize| {
        let node = &shape.nodes[*at];
        node.leaf() == Some(&Type::Text) && !node.in_set && !node.write_only
    };
    let texts = session.leaves().into_iter().filter(is_text);
    let texts: Vec<usize> = texts
        .filter(|at| base.config.leaves.contains_key(at) && !stored(session, *at))
        .collect();
    // If a change of value is not planned either, form is not the reason.
    let always = ignored(session, values, base);
    for at in &always {
        let node = &shape.nodes[*at];
        let kind = match node.in_set {
            // Elsewhere, a set in a set may be the reason.
            true if node.path.0.len() == 2 => Kind::NotInSetHash,
            true => continue,
            false => Kind::Suppressed {
                form: "this change, and perhaps every one".into(),
                old: base.config.leaves[at].json(),
                new: values.other[at].json(),
            },
        };
        if !stored(session, *at) {
            let (probe, answer) = ("plan a change of this value", "no change is planned");
            session.found(Some(*at), kind, Confidence::Likely, probe, answer);
        }
    }
    let mut found = BTreeSet::new();
    for &(form, old, new) in FORMS {
        let accepts = |at: &usize, text: &str| {
            let rules = rules_of(session, *at);
            holds(&Rule::All(rules), &Value::text(text)) != Some(false)
        };
        // A string that a rule rejects never occurs.
        let all = texts.iter().copied();
        let leaves: Vec<usize> = all
            .filter(|at| !always.contains(at) && !found.contains(at))
            .filter(|at| !session.is_left_out(*at) && !session.frozen.contains(at))
            .filter(|at| accepts(at, old) && accepts(at, new))
            .collect();
        let suppressed = batch(session, base, &leaves, old, new);
        for at in suppressed {
            // Alone as well: other leaf attributes of the batch may be the reason.
            if !batch(session, base, &[at], old, new).contains(&at) {
                continue;
            }
            found.insert(at);
            let kind = Kind::Suppressed {
                form: form.to_owned(),
                old: old.into(),
                new: new.into(),
            };
            let confidence = Confidence::learned_if(session.sdk == Sdk::Sdkv2);
            let probe = format!("plan {old:?} → {new:?}");
            session.found(Some(at), kind, confidence, probe, "no change is planned");
        }
    }
}

/// The leaf attributes of a batch whose change is not planned.
fn batch(
    session: &mut Session<'_>,
    base: &Base,
    leaves: &[usize],
    old: &str,
    new: &str,
) -> Vec<usize> {
    if leaves.is_empty() {
        return Vec::new();
    }
    let mut prior = base.state.clone();
    let mut config = base.config.clone();
    let mut before = base.config.clone();
    for &at in leaves {
        prior = edited(session.shape, &prior, at, &Value::text(old));
        config.leaves.insert(at, Value::text(new));
        before.leaves.insert(at, Value::text(old));
    }
    let Some(answer) = session.planned(&prior, &config, &before) else {
        return Vec::new();
    };
    let kept = |at: &usize| session.shape.first(*at, &answer.planned).as_text() == Some(old);
    leaves.iter().copied().filter(kept).collect()
}

/// The leaf attributes for which no change is planned, neither when everything changes nor alone.
fn ignored(session: &mut Session<'_>, values: &Values, base: &Base) -> BTreeSet<usize> {
    let mut ignored = BTreeSet::new();
    let all = changed(&base.config, values);
    let Some(answer) = session.planned(&base.state, &all, &base.config) else {
        return ignored;
    };
    let kept = |session: &Session<'_>, planned: &Value, at: usize, config: &Config| {
        let planned = session.shape.first(at, planned);
        let set = config.leaves.get(&at);
        set.is_some_and(|set| !same(set, planned))
            && same(planned, session.shape.first(at, &base.state))
    };
    for at in session.leaves() {
        let node = &session.shape.nodes[at];
        if node.write_only
            || session.sdk == Sdk::Sdkv2
                && node.computed
                && all.leaves.get(&at).is_some_and(is_none)
            || session.frozen.contains(&at)
            || !kept(session, &answer.planned, at, &all)
        {
            continue;
        }
        let mut single = base.config.clone();
        single.leave(at, &all);
        let alone = session.planned(&base.state, &single, &base.config);
        if alone.is_some_and(|answer| kept(session, &answer.planned, at, &single)) {
            ignored.insert(at);
        }
    }
    ignored
}

/// Whether SDKv2 takes this value of a computed attribute for none, and keeps what it has.
fn is_none(set: &Value) -> bool {
    set.is_zero() || matches!(set, Value::Map(entries) if entries.values().all(Value::is_zero))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_entries_are_none() {
        let map = |text: &str| Value::Map([("k".to_owned(), Value::text(text))].into());
        assert!(is_none(&map("")) && is_none(&Value::text("")));
        assert!(!is_none(&map("a")) && !is_none(&Value::text("a")));
    }
}
