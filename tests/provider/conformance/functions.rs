//! Functions: each defect in a faulty one, and no finding in the others.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Report};

use crate::remote::log_earlier;

/// Functions.
#[derive(Schema)]
#[schema(provider = "calc")]
pub struct Calc {}

impl Provider for Calc {
    type Client = ();

    fn functions() -> &'static [FunctionDef] {
        functions![
            Right, Clocked, Moody, Infinite, Fragile, Refuses, Talkative, Quiet
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A function with one parameter.
macro_rules! functions_of {
    ($($struct:ident $name:literal -> $output:ty: $call:expr;)*) => {$(
        /// A function.
        #[derive(Function)]
        #[function(name = $name, output = $output)]
        pub struct $struct {
            /// A string.
            text: String,
        }

        impl Function for $struct {
            fn call(self) -> FunctionResult<$output> {
                let call: fn(String) -> FunctionResult<$output> = $call;
                call(self.text)
            }
        }
    )*};
}

static COUNT: AtomicI64 = AtomicI64::new(0);

functions_of! {
    Right "right" -> i64: |text| Ok(text.len() as i64);
    Clocked "clocked" -> String: |_| Ok(format!("{:?}", std::time::SystemTime::now()));
    Moody "moody" -> i64: |text| Ok(if text == "kit" { COUNT.fetch_add(1, Ordering::Relaxed) } else { 0 });
    Infinite "infinite" -> f64: |text| Ok(1.0 / text.len() as f64);
    Fragile "fragile" -> String: |text| Ok(text[..1].to_owned());
    Refuses "refuses" -> i64: |text| Ok(text.parse()?);
    Talkative "talkative" -> i64: |text| {
        tracing::debug!("called with {text}");
        log_earlier("function", &text);
        Ok(text.len() as i64)
    };
}

#[derive(Function)]
#[function(name = "quiet", output = bool)]
pub struct Quiet {
    text: String,
}

impl Function for Quiet {
    fn call(self) -> FunctionResult<bool> {
        Ok(self.text.is_empty())
    }
}

fn found<F: Function>(call: F) -> Report {
    Conformance::new::<Calc>().call(call).run()
}

/// The findings in one function, and the parameters that they are about.
fn findings(report: &Report, name: &str) -> Vec<(Class, String)> {
    let of = format!("function.{name}");
    report
        .findings()
        .filter(|finding| finding.resource == of && finding.class != Class::Undocumented)
        .map(|finding| (finding.class, finding.path.clone()))
        .collect()
}

fn a() -> String {
    "a".to_owned()
}

#[test]
fn a_right_one() {
    let report = found(Right { text: a() });
    assert_eq!(findings(&report, "right"), []);
}

#[test]
fn unstable_result() {
    let report = found(Clocked { text: a() });
    let clocked = findings(&report, "clocked");
    assert!(
        clocked.contains(&(Class::UnstableResult, String::new())),
        "{report}"
    );
    // Only with other arguments than those of the call.
    let report = found(Moody { text: a() });
    assert_eq!(
        findings(&report, "moody"),
        [(Class::UnstableResult, "text".into())]
    );
}

#[test]
fn wrong_result() {
    let report = found(Infinite { text: a() });
    assert_eq!(
        findings(&report, "infinite"),
        [(Class::WrongResult, String::new())]
    );
}

#[test]
fn a_panic_with_other_arguments() {
    let report = found(Fragile { text: a() });
    assert_eq!(
        findings(&report, "fragile"),
        [(Class::Panic, String::new())]
    );
}

#[test]
fn a_call_that_is_rejected() {
    let report = found(Refuses { text: a() });
    assert_eq!(
        findings(&report, "refuses"),
        [(Class::OperationFails, String::new())]
    );
    let report = found(Refuses { text: "12".into() });
    assert_eq!(findings(&report, "refuses"), []);
}

#[test]
fn undocumented_and_uncalled_functions_are_reported() {
    let report = found(Right { text: a() });
    let undocumented: Vec<&str> = report
        .findings()
        .filter(|finding| finding.resource == "function.quiet")
        .map(|finding| finding.path.as_str())
        .collect();
    assert_eq!(undocumented, ["", "text"]);
    let uncovered = format!("{report}");
    assert!(
        uncovered.contains("no call: give one with `call`"),
        "{uncovered}"
    );
}

#[test]
fn a_secret_in_output_is_found() {
    // Secrets of a running call are masked in the log of every test, so each file has its own.
    let text = "loyal horse battery".to_owned();
    let report = found(Talkative { text: text.clone() });
    let expected = [(Class::SecretTold, "text".into())];
    assert_eq!(findings(&report, "talkative"), expected, "{report}");
    assert!(!report.to_string().contains("horse"), "{report}");
    let report = found(Right { text });
    assert_eq!(findings(&report, "right"), [], "{report}");
}
