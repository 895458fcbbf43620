//! Two releases of a provider, one of which makes a field sensitive: a plan after the other release
//! changes only that, as in Terraform.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, updates};

/// A provider with one resource, whose field has these options.
macro_rules! release {
    ($provider:ident, $resource:ident, $part:ident, ($($keys:tt)*)) => {
        #[derive(Schema)]
        #[schema(provider = "mark")]
        struct $provider {}

        impl Provider for $provider {
            type Client = ();

            fn resources() -> &'static [ResourceDef<Self>] {
                resources![$resource]
            }

            async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
                Ok(())
            }
        }

        #[derive(Schema)]
        #[schema(resource = "mark_seal")]
        struct $resource {
            #[field(required, force_new)]
            name: String,
            #[field(computed $($keys)*)]
            wax: String,
            #[field(block(list), force_new)]
            part: Vec<$part>,
        }

        #[derive(Schema)]
        struct $part {
            #[field(required $($keys)*)]
            label: String,
        }

        impl Resource for $resource {
            type Provider = $provider;

            async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set_id("s");
                data.set($resource::WAX, "red wax");
                Ok(())
            }

            nothing_to_read!();

            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
    };
}

release!(Open, OpenSeal, OpenPart, ());
release!(Hidden, HiddenSeal, HiddenPart, (, sensitive));

const SEAL: &str =
    "resource \"mark_seal\" \"a\" {\n  name = \"a\"\n  part {\n    label = \"left side\"\n  }\n}\n";

#[test]
fn removing_sensitivity_is_a_change() {
    ProviderTest::new::<Open>()
        .step(Step::apply(SEAL).with_provider::<Hidden>())
        .step(Step::plan(SEAL).plans(updates("mark_seal.a")))
        .step(Step::apply(SEAL))
        .run();
}

#[test]
fn added_sensitivity_is_a_change_until_a_refresh() {
    ProviderTest::new::<Hidden>()
        .step(Step::apply(SEAL).with_provider::<Open>())
        .step(
            Step::plan(SEAL)
                .without_refresh()
                .plans(updates("mark_seal.a")),
        )
        .step(Step::plan(SEAL).plans_nothing())
        .run();
}

#[test]
fn unchanged_sensitivity_is_no_change() {
    for refresh in [true, false] {
        let plan = || {
            let step = Step::plan(SEAL).plans_nothing();
            if refresh {
                step
            } else {
                step.without_refresh()
            }
        };
        let apply = || Step::apply(SEAL);
        ProviderTest::new::<Open>().steps([apply(), plan()]).run();
        ProviderTest::new::<Hidden>().steps([apply(), plan()]).run();
    }
}
