//! The outcome of a step, compared with its expectations.

use std::collections::BTreeMap;

use regex_lite::Regex;

use crate::checks::evaluate::{ObservedValue, evaluate};
use crate::checks::object::list;
use crate::checks::place::{Expectation, Expected};
use crate::observed::failure::{Problem, Problems};
use crate::observed::results::{
    Action, Message, ObservedOutput, ObservedPlan, describe, has_errors, text_of,
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
    let (source, wrong) = (&outcome.source, &mut outcome.wrong);
    let Some(plan) = &outcome.plan else {
        if expect.plan_detail() != PlanDetail::Nothing {
            wrong.say("there is no plan");
        }
        return;
    };
    if expect.nothing {
        let lines = plan.differences();
        if !lines.is_empty() {
            wrong.say(format!("the plan is not empty:\n{}", lines.join("\n")));
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
            let told = match progress.is_empty() {
                true => "nothing".to_owned(),
                false => progress.join("\n"),
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
            let there = list(found.keys());
            let text = format!("there is no output {name}; there is {there}");
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
    let all = || match messages.is_empty() {
        true => "nothing".to_owned(),
        false => text_of(messages),
    };
    if expect.fails.is_empty() && has_errors(messages) {
        wrong.say(format!("it failed:\n{}", all()));
    }
    for (patterns, error, what) in [
        (&expect.fails, true, "error"),
        (&expect.warns, false, "warning"),
    ] {
        for Pattern(pattern, line) in patterns {
            let Some(regex) = compiled(pattern, wrong) else {
                continue;
            };
            let mut of_kind = messages.iter().filter(|message| message.error == error);
            if !of_kind.any(|one| regex.is_match(&one.words()) && is_on_line(one, line)) {
                let at = match line {
                    Some(line) => format!(" at a line with {line:?}"),
                    None => String::new(),
                };
                wrong.say(format!(
                    "no {what}{at} matches {pattern:?}; it said:\n{}",
                    all()
                ));
            }
        }
    }
    for pattern in &expect.silent {
        let Some(regex) = compiled(pattern, wrong) else {
            continue;
        };
        let matches = |message: &&Message| regex.is_match(&message.words());
        for message in messages.iter().filter(matches) {
            wrong.say(format!(
                "it should say nothing of {pattern:?}, but it said:\n{message}"
            ));
        }
    }
}

fn is_on_line(message: &Message, line: &Option<String>) -> bool {
    line.as_ref().is_none_or(|line| {
        let place = message.place.as_ref();
        place.is_some_and(|place| place.code.contains(line.as_str()))
    })
}

fn compiled(pattern: &str, wrong: &mut Vec<Problem>) -> Option<Regex> {
    let regex = Regex::new(pattern);
    let regex = regex.inspect_err(|error| wrong.say(format!("the pattern {pattern:?}: {error}")));
    regex.ok()
}
