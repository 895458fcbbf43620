//! Actions: each defect in a faulty one, and no finding in the others.

use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

/// Actions.
#[derive(Schema)]
#[schema(provider = "act")]
pub struct Act {}

impl Provider for Act {
    type Client = ();

    fn actions() -> &'static [ActionDef<Self>] {
        actions![
            Right, Curious, Strict, Failing, Panicky, Endless, Deaf, Telling, Quiet
        ]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// An action with a name and a pass phrase.
macro_rules! actions_of {
    ($($struct:ident $name:literal $(validate $validate:expr,)? |$cx:ident, $config:ident| $invoke:expr;)*) => {$(
        /// An action.
        #[derive(Schema)]
        #[schema(action = $name)]
        pub struct $struct {
            /// A name.
            #[field(required)]
            name: String,
            /// A pass phrase.
            #[field(optional, write_only)]
            pass_phrase: Option<Secret>,
        }

        impl Action for $struct {
            type Provider = Act;

            async fn invoke($cx: &Cx<Self>, $config: ConfigData<'_, Self>) -> Result {
                $invoke
            }

            $(fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
                let validate: fn(ConfigData<'_, Self>) -> Diagnostics = $validate;
                validate(config)
            })?
        }
    )*};
}

actions_of! {
    Right "act_right" |cx, config| {
        let right = config.read_struct()?;
        cx.progress(right.name);
        Ok(cx.race(tokio::time::sleep(Duration::from_millis(20))).await?)
    };
    Curious "act_curious" |_cx, _config| Ok(());
    Strict "act_strict" validate |config| match config.require(Strict::NAME) {
        Ok(_) => Diagnostics::new(),
        Err(errors) => errors.into(),
    }, |_cx, _config| Ok(());
    Failing "act_failing" |_cx, _config| Err(Diagnostic::error("no").into());
    Panicky "act_panicky" |_cx, _config| panic!("oh");
    Endless "act_endless" |cx, _config| {
        cx.cancelled().await;
        Ok(cx.check()?)
    };
    Deaf "act_deaf" |_cx, _config| {
        tokio::time::sleep(Duration::from_secs(4)).await;
        Ok(())
    };
    Telling "act_telling" |cx, config| {
        let phrase = config.read_struct()?.pass_phrase;
        cx.progress(format!("with {}", phrase.as_ref().and_then(|phrase| phrase.expose()).unwrap_or_default()));
        Ok(())
    };
}

impl ActionPlan for Right {
    async fn plan(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let _ = config.get_ok(Right::NAME);
        Ok(())
    }
}

impl ActionPlan for Curious {
    async fn plan(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        config.read_struct()?;
        Ok(())
    }
}

#[derive(Schema)]
#[schema(action = "act_quiet")]
pub struct Quiet {
    #[field(optional)]
    name: Option<String>,
}

impl Action for Quiet {
    type Provider = Act;

    async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

const BODY: &str = "name = \"a\"\npass_phrase = \"tired horse battery\"";

fn found<A: Action<Provider = Act>>() -> Report {
    Conformance::new::<Act>()
        .invoke(Example::<A>::hcl(BODY))
        .deadline(Duration::from_secs(8))
        .patience(Duration::from_secs(1))
        .run()
}

/// The findings in one action, and the fields that they are about.
fn findings(report: &Report, name: &str) -> Vec<(Class, String)> {
    let of = format!("action.{name}");
    report
        .findings()
        .filter(|finding| finding.resource == of)
        .map(|finding| (finding.class, finding.path.clone()))
        .collect()
}

#[test]
fn a_correct_action_has_no_findings() {
    let report = found::<Right>();
    assert_eq!(findings(&report, "act_right"), [], "{report}");
    // The others are not tried, which is reported.
    let not_tried = report.to_string();
    assert!(
        not_tried.contains("no example: give one with `invoke`"),
        "{not_tried}"
    );
}

#[test]
fn unknown_refused() {
    let report = found::<Curious>();
    let of = |name: &str| (Class::UnknownRefused, name.to_owned());
    let expected = [of("name"), of("pass_phrase")];
    assert_eq!(findings(&report, "act_curious"), expected, "{report}");
    let report = found::<Strict>();
    assert_eq!(findings(&report, "act_strict"), [of("name")], "{report}");
}

#[test]
fn faulty_actions_have_findings() {
    for (report, name, class) in [
        (found::<Failing>(), "act_failing", Class::OperationFails),
        (found::<Panicky>(), "act_panicky", Class::Panic),
        (found::<Endless>(), "act_endless", Class::Hangs),
        (found::<Deaf>(), "act_deaf", Class::IgnoresCancellation),
    ] {
        let found: Vec<Class> = findings(&report, name)
            .into_iter()
            .map(|(class, _)| class)
            .collect();
        assert_eq!(found, [class], "{report}");
    }
    let report = found::<Telling>();
    let told = findings(&report, "act_telling");
    assert_eq!(
        told,
        [(Class::SecretTold, "pass_phrase".to_owned())],
        "{report}"
    );
}

#[test]
fn actions_without_documentation_are_reported() {
    let report = Conformance::new::<Act>()
        .invoke(Example::<Quiet>::hcl(""))
        .run();
    let of = |name: &str| (Class::Undocumented, name.to_owned());
    assert_eq!(
        findings(&report, "act_quiet"),
        [of(""), of("name")],
        "{report}"
    );
}
