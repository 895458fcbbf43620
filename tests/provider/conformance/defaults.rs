//! Default functions. They have a separate provider, since detecting a clock in them takes a
//! second.

use std::sync::atomic::{AtomicI64, Ordering};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example};

/// Only defaults.
#[derive(Schema)]
#[schema(provider = "dawn")]
pub struct Dawn {}

impl Provider for Dawn {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Random, Clock, Stable]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

macro_rules! with_default {
    ($name:ident = $type_name:literal, $default:path) => {
        /// A thing that is only in the state.
        #[derive(Schema)]
        #[schema(resource = $type_name)]
        pub struct $name {
            /// A value.
            #[field(optional, default_fn = $default)]
            value: Option<String>,
        }

        impl Resource for $name {
            type Provider = Dawn;
            async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set_id("1");
                Ok(())
            }
            async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }

        impl Update for $name {
            async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
    };
}

with_default!(Random = "dawn_random", random);
with_default!(Clock = "dawn_clock", clock);
with_default!(Stable = "dawn_stable", stable);

fn random(_: &Environment) -> Result<Option<String>> {
    static NEXT: AtomicI64 = AtomicI64::new(0);
    Ok(Some(NEXT.fetch_add(1, Ordering::SeqCst).to_string()))
}

fn clock(_: &Environment) -> Result<Option<String>> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(Some(now.as_secs().to_string()))
}

fn stable(environment: &Environment) -> Result<Option<String>> {
    Ok(Some(environment.get("DAWN").unwrap_or("none").to_owned()))
}

#[test]
fn unstable_default() {
    let report = Conformance::new::<Dawn>()
        .env("DAWN", "early")
        .example(Example::<Random>::hcl(""))
        .example(Example::<Stable>::hcl(""))
        .run();
    assert!(
        report.has(Class::UnstableDefault, "dawn_random", "value"),
        "{report}"
    );
    // A clock with a resolution of seconds is detected, too.
    assert!(
        report.has(Class::UnstableDefault, "dawn_clock", "value"),
        "{report}"
    );
    assert!(
        !report.has(Class::UnstableDefault, "dawn_stable", "value"),
        "{report}"
    );
    // Consequences are not reported again.
    assert!(
        !report.has(Class::UnstablePlan, "dawn_random", "value"),
        "{report}"
    );
    assert!(
        !report.has(Class::PerpetualDifference, "dawn_random", "value"),
        "{report}"
    );
}
