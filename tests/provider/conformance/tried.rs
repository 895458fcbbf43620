//! What the kit tries besides the changes of an example: fewer elements, no `config` block, a
//! partial identity.

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};

/// Bags.
#[derive(Schema)]
#[schema(provider = "bag")]
pub struct Bags {}

impl Provider for Bags {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Bag, Careless]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Shake, Needy]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![Weigh]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A bag; one never gets lighter, and cannot be identified without a colour.
macro_rules! bags {
    ($($name:ident $type_name:literal $faulty:literal)*) => {$(
        /// A bag.
        #[derive(Schema)]
        #[schema(resource = $type_name, import = "{name}", identity(name, colour(optional)))]
        pub struct $name {
            /// Its name.
            #[field(required, force_new)]
            name: String,
            /// Its colour.
            #[field(optional, force_new)]
            colour: Option<String>,
            /// What is in it.
            #[field(required, validate = size(1..))]
            items: Vec<String>,
        }

        impl Resource for $name {
            type Provider = Bags;

            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set_id(data.get(Self::NAME));
                // Arguments of a function are not secret elsewhere.
                cx.warn(Diagnostic::warning("it is made of small horse battery"));
                Ok(())
            }

            nothing_to_read!();

            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }

            async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                if $faulty {
                    let colour = data.get(Self::COLOUR).expect("a colour");
                    assert_ne!(colour, "");
                }
                data.set_id(data.get(Self::NAME));
                Ok(())
            }
        }

        impl Update for $name {
            async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                let (old, new) = data.get_change(Self::ITEMS);
                if $faulty && new.len() < old.len() {
                    data.set(Self::ITEMS, old);
                }
                Ok(())
            }
        }
    )*};
}

bags! {
    Bag "bag_bag" false
    Careless "bag_careless" true
}

/// An action without mandatory arguments; the plan of one does not expect that.
macro_rules! shakes {
    ($($name:ident $type_name:literal $faulty:literal)*) => {$(
        /// Shakes.
        #[derive(Schema)]
        #[schema(action = $type_name)]
        pub struct $name {
            /// How often.
            #[field(optional)]
            times: Option<i64>,
        }

        impl Action for $name {
            type Provider = Bags;

            async fn invoke(cx: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
                Ok(cx.check()?)
            }
        }

        impl ActionPlan for $name {
            async fn plan(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
                if $faulty {
                    assert!(!config.value(Self::TIMES).is_null(), "how often?");
                }
                Ok(())
            }
        }
    )*};
}

shakes! {
    Shake "bag_shake" false
    Needy "bag_needy" true
}

/// Weighs a string.
#[derive(Function)]
#[function(name = "weigh", output = i64)]
pub struct Weigh {
    /// What is weighed.
    of: String,
}

impl Function for Weigh {
    fn call(self) -> FunctionResult<i64> {
        Ok(self.of.len() as i64)
    }
}

const BAG: &str = "name = \"a\"\ncolour = \"red\"\nitems = [\"x\", \"y\"]\n";

/// The findings of these tests: the bags have no remote system to read from.
fn findings(report: &Report, name: &str) -> Vec<(Class, String)> {
    let of = report.findings().filter(|finding| {
        let gap = matches!(finding.class, Class::ImportGap | Class::DriftNotSeen);
        finding.resource == name && !gap
    });
    of.map(|finding| (finding.class, finding.path.clone()))
        .collect()
}

#[test]
fn elements_are_removed_and_parts_of_identities_imported() {
    let right = Conformance::new::<Bags>()
        .example(Example::<Bag>::hcl(BAG))
        .run();
    assert_eq!(findings(&right, "bag_bag"), [], "{right}");
    let wrong = Conformance::new::<Bags>()
        .example(Example::<Careless>::hcl(BAG))
        .run();
    assert!(wrong.has(Class::Panic, "bag_careless", ""), "{wrong}");
    let contradicts = wrong.has(Class::ContradictsPlan, "bag_careless", "items");
    assert!(contradicts, "{wrong}");
}

#[test]
fn an_action_is_planned_with_nothing_configured() {
    let right = Conformance::new::<Bags>()
        .invoke(Example::<Shake>::hcl("times = 2"))
        .run();
    assert_eq!(findings(&right, "action.bag_shake"), [], "{right}");
    let wrong = Conformance::new::<Bags>()
        .invoke(Example::<Needy>::hcl("times = 2"))
        .run();
    let expected = [(Class::Panic, String::new())];
    assert_eq!(findings(&wrong, "action.bag_needy"), expected, "{wrong}");
}

#[test]
fn arguments_of_a_function_may_appear_elsewhere() {
    let report = Conformance::new::<Bags>()
        .call(Weigh {
            of: "small horse battery".to_owned(),
        })
        .example(Example::<Bag>::hcl(BAG))
        .run();
    assert_eq!(findings(&report, "function.weigh"), [], "{report}");
    assert_eq!(findings(&report, "bag_bag"), [], "{report}");
}
