//! A scripted oracle, for answers that no library gives on demand.

use std::time::Duration;

use crate::findings::{Confidence, Kind, Rule, Sdk, TypeFindings};
use crate::learn::learn_type;
use crate::learn::oracle::{Answer, Call, Diagnostic, Failure, LogEntry, Oracle};
use crate::learn::session::Limits;
use crate::learn::value::Value;
use crate::schemas::Schema;

struct Script<F>(F, usize);

impl<F: FnMut(&Call) -> Result<Answer, Failure>> Oracle for Script<F> {
    fn ask(&mut self, call: &Call, _log: bool) -> Result<Answer, Failure> {
        self.1 += 1;
        (self.0)(call)
    }
}

fn schema(json: serde_json::Value) -> Schema {
    serde_json::from_value(serde_json::json!({ "block": json })).unwrap()
}

const LIMITS: Limits = Limits {
    probes: 400,
    time: Duration::from_secs(60),
};

fn learn(schema: &Schema, script: impl FnMut(&Call) -> Result<Answer, Failure>) -> TypeFindings {
    learn_type(schema, &mut Script(script, 0), true, LIMITS)
}

fn error(summary: String) -> Diagnostic {
    Diagnostic {
        error: true,
        summary,
        ..Diagnostic::default()
    }
}

fn found<'f>(findings: &'f TypeFindings, at: &str) -> Vec<(&'f Kind, Confidence)> {
    let all = findings.findings.iter();
    let at = all.filter(|finding| finding.at.to_string() == at);
    at.map(|finding| (&finding.kind, finding.confidence))
        .collect()
}

/// A plan as SDKv2 makes it from the proposed state: only the provider knows the id.
fn planned(prior: &Value, proposed: &Value, replaces: &[&str]) -> Answer {
    let mut planned = proposed.clone();
    if let Value::Map(members) = &mut planned
        && members.get("id") == Some(&Value::Null)
    {
        members.insert("id".into(), Value::Unknown);
    }
    let changed =
        |name: &&&str| *prior != Value::Null && prior.member(name) != proposed.member(name);
    let replace = replaces.iter().filter(changed);
    Answer {
        replace: replace
            .map(|name| crate::findings::AttributePath::of(&[name]))
            .collect(),
        planned,
        legacy: true,
        ..Answer::default()
    }
}

fn texts(names: &[&str]) -> Schema {
    let mut attributes = serde_json::json!({"id": {"type": "string", "computed": true}});
    for name in names {
        attributes[name] = serde_json::json!({"type": "string", "optional": true});
    }
    schema(serde_json::json!({ "attributes": attributes }))
}

/// One of several booleans must be true, in the words of a library for "one must be set".
#[test]
fn a_group_that_accepts_nothing_is_a_check_of_the_providers_own() {
    let learned_from = |nothing_is_refused: bool| {
        learn(&texts(&["a", "b"]), move |call| {
            let (Call::Validate { config } | Call::Plan { config, .. }) = call else {
                unreachable!("no state is given")
            };
            let set = ["a", "b"].map(|name| *config.member(name) != Value::Null);
            let refused = match nothing_is_refused {
                true => set == [false, false],
                false => set == [true, true],
            };
            let text = |name| Diagnostic {
                detail: format!("\"{name}\": one of `a,b` must be specified"),
                ..error("Missing required argument".into())
            };
            let diagnostics = ["a", "b"].iter().filter(|_| refused).map(text);
            let mut answer = match call {
                Call::Plan {
                    prior, proposed, ..
                } => planned(prior, proposed, &[]),
                _ => Answer::default(),
            };
            answer.diagnostics = diagnostics.collect();
            Ok(answer)
        })
    };
    let kinds = |learned: &TypeFindings| -> Vec<(&str, Confidence)> {
        let all = learned
            .findings
            .iter()
            .filter(|one| one.at.to_string() == "a");
        let of = all.filter_map(|one| match &one.kind {
            Kind::AtLeastOneOf(_) => Some(("group", one.confidence)),
            Kind::OwnValidator { .. } => Some(("own", one.confidence)),
            _ => None,
        });
        of.collect()
    };
    assert_eq!(kinds(&learned_from(true)), [("group", Confidence::Learned)]);
    assert_eq!(
        kinds(&learned_from(false)),
        [("own", Confidence::CannotBeKnown)]
    );
}

/// A modifier of the provider's own that repeats the description of the library's.
#[test]
fn a_logged_replacement_is_confirmed_by_plans() {
    let learned_from = |always: bool| {
        learn(&texts(&["a"]), move |call| {
            let mut answer = match call {
                Call::Plan {
                    prior, proposed, ..
                } => {
                    let replaces = always || *proposed.member("a") != Value::Null;
                    planned(prior, proposed, if replaces { &["a"] } else { &[] })
                }
                _ => Answer::default(),
            };
            answer.legacy = false;
            answer.log = vec![LogEntry {
                module: "sdk.framework".into(),
                message: "Calling provider defined planmodifier.String".into(),
                path: "a".into(),
                description: "If the value of this attribute changes, Terraform will destroy and recreate the resource.".into(),
            }];
            Ok(answer)
        })
    };
    let replaces = |learned: &TypeFindings| -> Vec<Confidence> {
        let all = found(learned, "a").into_iter();
        let of = all.filter(|(kind, _)| matches!(kind, Kind::ForceNew | Kind::ForceNewIf(_)));
        of.map(|(_, confidence)| confidence).collect()
    };
    assert_eq!(replaces(&learned_from(true)), [Confidence::Learned]);
    assert_eq!(replaces(&learned_from(false)), [Confidence::Likely]);
}

#[test]
fn alternatives_look_like_two_rules() {
    let learned = learn(&texts(&["a"]), |call| match call {
        Call::Validate { config } => {
            let value = config.member("a").as_text().map(str::to_owned);
            let refused =
                value.filter(|value| value != "none" && value.parse::<std::net::IpAddr>().is_err());
            let diagnostics = refused.into_iter().flat_map(|value| {
                [
                    error(format!("expected a to contain a valid IP, got: {value}")),
                    error(format!("expected a to be one of [\"none\"], got {value}")),
                ]
            });
            Ok(Answer {
                diagnostics: diagnostics.collect(),
                ..Answer::default()
            })
        }
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => Ok(planned(prior, proposed, &[])),
    });
    let of_a = found(&learned, "a");
    let any = of_a
        .iter()
        .find(|(kind, _)| matches!(kind, Kind::Validator(Rule::Any(rules)) if rules.len() == 2));
    assert_eq!(
        any.map(|(_, confidence)| *confidence),
        Some(Confidence::Learned),
        "{of_a:?}"
    );
    assert_eq!(of_a.len(), 1, "{of_a:?}");
}

#[test]
fn alternatives_without_an_accepted_value_are_not_learned_as_rules_that_all_hold() {
    let numbers = schema(serde_json::json!({
        "attributes": {"n": {"type": "number", "optional": true}}
    }));
    let limits = Limits {
        probes: 3,
        ..LIMITS
    };
    let script = |call: &Call| match call {
        Call::Validate { config } => {
            let refused = match config.member("n") {
                Value::Number(n) if *n != -1.0 && !(100.0..=200.0).contains(n) => Some(*n),
                _ => None,
            };
            let ends = refused.into_iter().flat_map(|n| {
                ["-1 - -1", "100 - 200"]
                    .map(|range| error(format!("expected n to be in the range ({range}), got {n}")))
            });
            Ok(Answer {
                diagnostics: ends.collect(),
                ..Answer::default()
            })
        }
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => Ok(planned(prior, proposed, &[])),
    };
    let learned = learn_type(&numbers, &mut Script(script, 0), true, limits);
    let of_n = found(&learned, "n");
    assert!(
        matches!(
            of_n[..],
            [(Kind::Validator(Rule::Any(_)), Confidence::Likely)]
        ),
        "{of_n:?}"
    );
}

#[test]
fn a_bound_that_is_printed_as_another_is_not_learned() {
    let numbers =
        schema(serde_json::json!({"attributes": {"f": {"type": "number", "optional": true}}}));
    let learned = learn(&numbers, |call| match call {
        Call::Validate { config } => {
            let refused = match config.member("f") {
                Value::Number(number) if *number < 0.000_000_25 => Some(*number),
                _ => None,
            };
            let diagnostics = refused.map(|number| {
                error(format!(
                    "expected f to be at least (0.000000), got {number:.6}"
                ))
            });
            Ok(Answer {
                diagnostics: diagnostics.into_iter().collect(),
                ..Answer::default()
            })
        }
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => Ok(planned(prior, proposed, &[])),
    });
    for (kind, confidence) in found(&learned, "f") {
        assert!(confidence != Confidence::Learned, "{kind:?}");
    }
}

#[test]
fn what_crashes_is_omitted_and_the_rest_learned() {
    let mut crashes = 0;
    let learned = learn(&texts(&["owner", "name", "other"]), |call| match call {
        Call::Validate { .. } => Ok(Answer::default()),
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => {
            if *prior != Value::Null && prior.member("owner") != proposed.member("owner") {
                crashes += 1;
                return Err(Failure::Crashed("it ended.\npanic: no settings".into()));
            }
            Ok(planned(prior, proposed, &["name"]))
        }
    });
    let kinds: Vec<_> = found(&learned, "name")
        .into_iter()
        .map(|(kind, _)| kind.clone())
        .collect();
    assert_eq!(kinds, [Kind::ForceNew]);
    assert_eq!(learned.sdk, Sdk::Sdkv2);
    assert_eq!(learned.gaps.len(), 1, "{:?}", learned.gaps);
    assert!(
        learned.gaps[0].starts_with("`owner` was omitted")
            && learned.gaps[0].contains("panic: no settings")
    );
    assert!(crashes < 6, "{crashes}");
}

#[test]
fn a_program_that_always_crashes_ends_after_a_few() {
    let mut calls = 0;
    let learned = learn(&texts(&["a", "b"]), |_| {
        calls += 1;
        Err(Failure::Crashed("panic: always".into()))
    });
    assert!(calls < 40, "{calls}");
    assert!(!learned.gaps.is_empty() && learned.findings.is_empty());
    assert!(
        learned.gaps[0].starts_with("A call crashes whatever is set: panic: always"),
        "{:?}",
        learned.gaps
    );
}

#[test]
fn a_program_that_hangs_is_asked_once() {
    let mut calls = 0;
    let learned = learn(&texts(&["a", "b"]), |_| {
        calls += 1;
        Err(Failure::Endless("no answer came within 20s".into()))
    });
    assert_eq!((calls, learned.gaps.len()), (1, 1), "{:?}", learned.gaps);
    assert!(
        learned.gaps[0]
            .starts_with("no answer came within 20s. This type was not examined further")
    );
}

/// The remark for plans of existing objects that end this way.
fn said_of_changes(of_update: impl Fn(usize, Answer) -> Result<Answer, Failure>) -> Vec<String> {
    let mut calls = 0;
    let learned = learn(&texts(&["a"]), |call| match call {
        Call::Validate { .. } => Ok(Answer::default()),
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => {
            let answer = Answer {
                legacy: false,
                ..planned(prior, proposed, &[])
            };
            calls += 1;
            if *prior == Value::Null {
                Ok(answer)
            } else {
                of_update(calls, answer)
            }
        }
    });
    learned.gaps
}

#[test]
fn why_nothing_is_learned_of_changes_is_said() {
    let rejects = said_of_changes(|_, answer| {
        Ok(Answer {
            diagnostics: vec![error("nothing may change.".into())],
            ..answer
        })
    });
    assert_eq!(
        rejects,
        [
            "What a change does was not learned: the program rejects a plan without a change: nothing may change."
        ]
    );
    let restless = said_of_changes(|call, mut answer| {
        if let Value::Map(members) = &mut answer.planned {
            members.insert("a".into(), Value::text(call.to_string()));
        }
        Ok(answer)
    });
    assert_eq!(
        restless,
        [
            "`a` changes in a plan without a change.",
            "What a change does was not learned: each plan changes something, though nothing has changed."
        ]
    );
    let fails = said_of_changes(|_, _| Err(Failure::Refused("it cannot be read".into())));
    assert_eq!(
        fails,
        [
            "A call failed: it cannot be read",
            "What a change does was not learned: a plan of what exists has no answer."
        ]
    );
}

#[test]
fn why_nothing_is_learned_of_plans_is_said() {
    let learned = learn(&texts(&["a"]), |call| match call {
        Call::Validate { .. } => Ok(Answer::default()),
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan { .. } => Ok(Answer {
            diagnostics: vec![error("no quota".into())],
            ..Answer::default()
        }),
    });
    assert!(
        learned
            .gaps
            .iter()
            .any(|gap| gap
                .ends_with("no creation was found that the program plans; it says: no quota")),
        "{:?}",
        learned.gaps
    );
}

#[test]
fn no_more_is_asked_than_may_be() {
    let mut script = Script(|_: &Call| Ok(Answer::default()), 0);
    let limits = Limits {
        probes: 7,
        ..LIMITS
    };
    let learned = learn_type(&texts(&["a", "b", "c"]), &mut script, true, limits);
    // Half of them are for validation, and those that plans did not need are left.
    assert_eq!((script.1, learned.probes), (5, 5));
    assert!(
        learned.gaps[0].contains("the limit of 7 calls"),
        "{:?}",
        learned.gaps
    );
}

#[test]
fn replacement_in_some_directions_is_conditional() {
    let learned = learn(&texts(&["size"]), |call| match call {
        Call::Validate { .. } => Ok(Answer::default()),
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => {
            let grows = prior.member("size").as_text() > proposed.member("size").as_text();
            Ok(planned(
                prior,
                proposed,
                if grows { &["size"] } else { &[] },
            ))
        }
    });
    let of_size = found(&learned, "size");
    let conditional = of_size.iter().any(|(kind, confidence)| {
        matches!(kind, Kind::ForceNewIf(_)) && *confidence == Confidence::Likely
    });
    assert!(
        conditional && !of_size.iter().any(|(kind, _)| **kind == Kind::ForceNew),
        "{of_size:?}"
    );
}

#[test]
fn a_type_without_fields_is_learned_at_once() {
    let empty = schema(serde_json::json!({}));
    let learned = learn(&empty, |call| match call {
        Call::Validate { .. } => Ok(Answer::default()),
        Call::Upgrade { .. } => unreachable!("no state is given"),
        Call::Plan {
            prior, proposed, ..
        } => Ok(planned(prior, proposed, &[])),
    });
    assert!(
        learned.findings.is_empty() && learned.probes < 40,
        "{}",
        learned.probes
    );
}
