//! The outcome of a step, compared with its expectations.

use std::collections::BTreeMap;

use regex_lite::Regex;

use crate::checks::evaluate::{ObservedValue, evaluate};
use crate::checks::place::{Expectation, Expected};
use crate::observed::failure::{Problem, Problems};
use crate::observed::results::{
    self, Action, Message, ObservedOutput, ObservedPlan, describe, has_errors,
};
use crate::observed::source::ConfigSource;
use crate::steps::expectations::{Pattern, PlanDetail, StepExpectations};

/// The outcome of a step.
pub(crate) struct Outcome {
    pub(crate) messages: Vec<Message>,
    pub(crate) plan: Option<ObservedPlan>,
    pub(crate) source: ConfigSource,
    pub(crate) wrong: Vec<Problem>,
}

pub(crate) fn check_plan(expect: &StepExpectations, outcome: &mut Outcome) {
    let Outcome {
        plan,
        source,
        wrong,
        ..
    } = outcome;
    let Some(plan) = plan else {
        if expect.plan_detail() != PlanDetail::Nothing {
            wrong.say("there is no plan");
        }
        return;
    };
    if expect.nothing {
        let lines = plan.differences();
        if !lines.is_empty() {
            let text = format!("the plan is not empty:\n{}", lines.join("\n"));
            wrong.say(text);
        }
    }
    if expect.no_resource {
        for change in plan.changes.iter().filter(|change| change.managed) {
            if change.action != Action::NoOp {
                let place = source.place(&change.address, None);
                wrong.say_at(place, describe(change));
            }
        }
    }
    if let Some(counts) = expect.counts
        && counts != plan.counts()
    {
        let words = |[add, change, destroy]: [usize; 3]| {
            format!("{add} to add, {change} to change, {destroy} to destroy")
        };
        wrong.say(format!(
            "the plan has {}, but should have {}:\n{}",
            words(plan.counts()),
            words(counts),
            plan.differences().join("\n")
        ));
    }
    for check in &expect.plans {
        check.check(plan, source, wrong);
    }
    let planned = plan.outputs.clone();
    check_outputs(&expect.planned_outputs, &planned, None, outcome);
}

/// Checks whether the provider showed the expected progress.
pub(crate) fn check_progress(
    progress: &[String],
    expect: &StepExpectations,
    wrong: &mut Vec<Problem>,
) {
    for pattern in &expect.progress {
        let regex = match Regex::new(pattern) {
            Ok(regex) => regex,
            Err(error) => {
                wrong.say(format!("{pattern:?} is not a pattern: {error}"));
                continue;
            }
        };
        if !progress.iter().any(|message| regex.is_match(message)) {
            let told = if progress.is_empty() {
                "nothing".to_owned()
            } else {
                progress.join("\n")
            };
            wrong.say(format!(
                "no progress matches {pattern:?}; the provider told:\n{told}"
            ));
        }
    }
}

pub(crate) fn check_outputs(
    expectations: &[(String, Expectation)],
    found: &BTreeMap<String, ObservedOutput>,
    before: Option<&BTreeMap<String, ObservedOutput>>,
    outcome: &mut Outcome,
) {
    for (name, expectation) in expectations {
        let Some(output) = found.get(name) else {
            // Terraform does not save null outputs.
            if matches!(expectation.expected, Expected::Null)
                && outcome.source.output(name).is_some()
            {
                continue;
            }
            let text = format!(
                "there is no output {name}; there is {}",
                crate::checks::object::list(found.keys())
            );
            outcome.wrong.say(text);
            continue;
        };
        let address = format!("output {name}");
        let observed = ObservedValue {
            before: before.and_then(|before| before.get(name)).map(|o| &o.value),
            all_sensitive: output.sensitive,
            ..ObservedValue::new(&address, None, &output.value, &outcome.source)
        };
        evaluate(&observed, expectation, &mut outcome.wrong);
    }
}

/// Checks the messages.
pub(crate) fn check_messages(
    messages: &[Message],
    expect: &StepExpectations,
    wrong: &mut Vec<Problem>,
) {
    let all = || {
        let words: Vec<String> = messages.iter().map(Message::to_string).collect();
        if words.is_empty() {
            "nothing".to_owned()
        } else {
            words.join("\n")
        }
    };
    if expect.fails.is_empty() && has_errors(messages) {
        wrong.say(format!("it failed:\n{}", all()));
    }
    for (patterns, error, what) in [
        (&expect.fails, true, "error"),
        (&expect.warns, false, "warning"),
    ] {
        for pattern in patterns {
            let Some(regex) = compiled(&pattern.regex, wrong) else {
                continue;
            };
            let found = messages
                .iter()
                .filter(|message| message.error == error)
                .any(|message| regex.is_match(&message.words()) && on_line(message, pattern));
            if !found {
                let at = match &pattern.line {
                    Some(line) => format!(" at a line with {line:?}"),
                    None => String::new(),
                };
                wrong.say(format!(
                    "no {what}{at} matches {:?}; it said:\n{}",
                    pattern.regex,
                    all()
                ));
            }
        }
    }
    for pattern in &expect.silent {
        let Some(regex) = compiled(pattern, wrong) else {
            continue;
        };
        for message in messages
            .iter()
            .filter(|message| regex.is_match(&message.words()))
        {
            wrong.say(format!(
                "it should say nothing of {pattern:?}, but it said:\n{message}"
            ));
        }
    }
}

fn on_line(message: &Message, pattern: &Pattern) -> bool {
    match (&pattern.line, &message.place) {
        (None, _) => true,
        (Some(line), Some(results::SourceLine { code, .. })) => code.contains(line.as_str()),
        (Some(_), None) => false,
    }
}

fn compiled(pattern: &str, wrong: &mut Vec<Problem>) -> Option<Regex> {
    match Regex::new(pattern) {
        Ok(regex) => Some(regex),
        Err(error) => {
            wrong.say(format!("the pattern {pattern:?}: {error}"));
            None
        }
    }
}
