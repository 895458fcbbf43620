//! Every rule that a check decides: one schema that breaks it, with the message and the token to
//! blame, and the same schema fixed.

/// Bypasses the capture of test output: how much was compared is part of the result.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // If standard error is closed, nobody reads it.
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod across;
mod environment;
mod fields;
mod forms;
mod functions;
mod hostile;
mod identity;
mod keys;
mod naming;
mod oracles;
mod relations;
mod remaining;
mod state_stores;
mod structs;
mod values;
mod warnings;
mod wire;

use std::collections::BTreeSet;

use schema_rules::{
    BlockFacts, BlockKind, CaughtBy, Collection, Computed, FieldFacts, Mode, RULES, Scalar,
    Severity, Shape, Subject, Violation, check_block,
};

type B = BlockFacts<'static>;
type F = FieldFacts<'static>;

/// One rule, broken and obeyed.
struct Case {
    rule: &'static str,
    mode: Mode,
    bad: B,
    good: B,
    at: Subject,
    message: &'static str,
    /// A part of the help.
    help: &'static str,
}

fn case(
    rule: &'static str,
    (bad, good): (B, B),
    at: Subject,
    message: &'static str,
    help: &'static str,
) -> Case {
    Case {
        rule,
        mode: Mode::Ours,
        bad,
        good,
        at,
        message,
        help,
    }
}

fn key(key: &'static str) -> Subject {
    Subject::Key(key)
}

fn item(key: &'static str, index: usize) -> Subject {
    Subject::Item { key, index }
}

/// A string field.
fn text(name: &'static str, change: impl FnOnce(&mut F)) -> F {
    shaped(name, Shape::Scalar(Scalar::String), change)
}

/// An integer field.
fn whole(name: &'static str, change: impl FnOnce(&mut F)) -> F {
    shaped(name, Shape::Scalar(Scalar::Integer), change)
}

fn shaped(name: &'static str, shape: Shape<'static>, change: impl FnOnce(&mut F)) -> F {
    let mut field = FieldFacts::new(name, shape);
    change(&mut field);
    field
}

fn strings(kind: Collection) -> Shape<'static> {
    Shape::collection(kind, Shape::Scalar(Scalar::String))
}

fn of(kind: BlockKind, fields: Vec<F>) -> B {
    let mut block = BlockFacts::new(kind);
    block.fields = fields;
    block
}

/// A resource with these fields.
fn resource(fields: impl IntoIterator<Item = F>) -> B {
    of(BlockKind::Resource, fields.into_iter().collect())
}

/// A nested struct with these fields.
fn inner(fields: impl IntoIterator<Item = F>) -> Option<B> {
    Some(of(BlockKind::Nested, fields.into_iter().collect()))
}

/// Two resources with one field each: the first changed by `bad`, the second by `good`.
fn both(bad: F, good: F) -> (B, B) {
    (resource([bad]), resource([good]))
}

fn optional(f: &mut F) {
    f.optional = true;
}

fn required(f: &mut F) {
    f.required = true;
}

fn computed(f: &mut F) {
    f.computed = Computed::Plain;
}

fn cases() -> Vec<Case> {
    let parts = [
        fields::cases(),
        keys::cases(),
        naming::cases(),
        values::cases(),
        forms::cases(),
        functions::cases(),
        identity::cases(),
        state_stores::cases(),
        structs::cases(),
        across::cases(),
        relations::cases(),
        remaining::cases(),
        warnings::cases(),
        wire::cases(),
    ];
    parts.into_iter().flatten().collect()
}

#[test]
fn each_rule_is_broken_once_and_obeyed_once() {
    let cases = cases();
    let wrong: Vec<String> = cases.iter().flat_map(judge).collect();
    say!("{} cases", cases.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The deviations from what a case expects.
fn judge(case: &Case) -> Vec<String> {
    let list = |found: Vec<Violation>| found.iter().map(|v| v.to_string()).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            wrong.push(format!("{} ({:?}): {what}", case.rule, case.message));
        }
    };
    let found = check_block(&case.bad, case.mode);
    match found.as_slice() {
        [v] => {
            let help = v.help.as_deref().unwrap_or("");
            expect(v.rule.to_string() == case.rule, format!("it is {}", v.rule));
            expect(
                v.message == case.message,
                format!("it says {:?}", v.message),
            );
            expect(v.at == case.at, format!("it blames {:?}", v.at));
            expect(help.contains(case.help), format!("its help is {help:?}"));
        }
        _ => expect(
            false,
            format!("one mistake, one message: {:#?}", list(found)),
        ),
    }
    let good = list(check_block(&case.good, case.mode));
    expect(good.is_empty(), format!("the mended schema: {good:#?}"));
    wrong
}

#[test]
fn every_rule_that_a_check_decides_has_a_case() {
    let covered: BTreeSet<String> = cases().iter().map(|c| c.rule.to_owned()).collect();
    // Rules of the registration and of Rust structs, which other tests cover, and rules about
    // missing annotations.
    let elsewhere = [
        "R60", "R61", "R123", "R144", "R145", "R205", "R234", "R248", "R252", "R288", "R289",
        "R298", "R299", "R300",
    ];
    let missing: Vec<String> = RULES
        .iter()
        .filter(|info| {
            matches!(
                info.caught_by,
                CaughtBy::Derive | CaughtBy::Across | CaughtBy::Registration | CaughtBy::Dynamic
            )
        })
        .map(|info| info.rule.to_string())
        .filter(|rule| !covered.contains(rule) && !elsewhere.contains(&rule.as_str()))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn a_warning_can_be_allowed_with_a_reason_and_an_error_cannot() {
    for case in cases().into_iter().filter(|c| c.mode == Mode::Ours) {
        let found = check_block(&case.bad, Mode::Ours);
        let Some(index) = found[0].index else {
            continue;
        };
        let info = found[0].rule.info();
        // An idle opt-out is only reported if nothing else is wrong.
        if !found[0].path.is_empty() || found[0].rule == schema_rules::Rule::ALLOW_IDLE {
            continue;
        }
        let mut allowed = case.bad.clone();
        let allow = schema_rules::AllowFacts {
            rule: info.name,
            reason: Some("tested"),
        };
        allowed.fields[index].allow.push(allow);
        let rules: Vec<String> = check_block(&allowed, Mode::Ours)
            .iter()
            .map(|v| v.rule.to_string())
            .collect();
        if info.severity == Severity::Warning {
            assert!(
                rules.is_empty(),
                "{} stands although allowed: {rules:?}",
                case.rule
            );
        } else {
            assert!(
                rules.contains(&"R219".to_owned()),
                "{}: {rules:?}",
                case.rule
            );
            assert!(
                rules.contains(&case.rule.to_owned()),
                "{}: {rules:?}",
                case.rule
            );
        }
    }
}
