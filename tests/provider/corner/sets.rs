//! Sets whose elements get defaults and computed values, contain sets themselves, or are equal
//! despite different spelling.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, changes_nothing, creates, object, updates};
use serde_json::json;

use crate::provider::{Corner, next_id};

/// A zoo.
#[derive(Schema)]
#[schema(resource = "corner_zoo")]
pub struct Zoo {
    /// Nested attributes, with defaults in each element.
    #[field(optional, nested(set), allow(set_in_set, reason = "that is the case"))]
    pens: Set<Pen>,
    /// Strings that the remote system writes in lower case.
    #[field(optional)]
    names: Option<Set<CaseInsensitive>>,
    /// Equivalent documents.
    #[field(optional)]
    plans: Option<Set<Json>>,
    #[field(block(set), allow(computed_in_set, reason = "that is the case"))]
    keeper: Set<Keeper>,
    #[field(optional)]
    note: Option<String>,
}

/// A pen.
#[derive(Schema)]
#[schema(block)]
pub struct Pen {
    #[field(required)]
    animal: String,
    #[field(optional, default = 1)]
    count: i64,
    #[field(optional, default = "hay")]
    food: String,
    #[field(optional)]
    tags: Option<Set<String>>,
}

/// A keeper.
#[derive(Schema)]
#[schema(block)]
pub struct Keeper {
    #[field(required)]
    name: String,
    #[field(optional, default = true)]
    awake: bool,
    #[field(optional, computed)]
    badge: Option<String>,
}

impl Zoo {
    /// The remote system's answer.
    fn answer(data: &mut ResourceData<Self>) {
        let names = data.get(Zoo::NAMES).map(|names| {
            let lower = names
                .iter()
                .map(|name| CaseInsensitive::from(name.to_string().to_lowercase()));
            lower.collect::<Set<_>>()
        });
        data.set(Zoo::NAMES, names);
        let keepers = data.get(Zoo::KEEPER).into_iter().map(|keeper| Keeper {
            badge: keeper
                .badge
                .or_else(|| Some(format!("badge of {}", keeper.name))),
            ..keeper
        });
        data.set(Zoo::KEEPER, keepers.collect::<Set<_>>());
    }
}

impl Resource for Zoo {
    type Provider = Corner;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(next_id());
        Self::answer(data);
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::answer(data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Zoo {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::answer(data);
        Ok(())
    }
}

const ZOO: &str = "corner_zoo.a";

fn zoo(inside: &str) -> String {
    format!("resource \"corner_zoo\" \"a\" {{\n{inside}\n}}\n")
}

#[test]
fn elements_of_nested_attributes_have_their_defaults() {
    let pens = zoo(
        "  pens = [{ animal = \"cow\" }, { animal = \"emu\", count = 2, tags = [\"b\", \"a\"] }]",
    );
    let more = zoo(
        "  pens = [{ animal = \"emu\", count = 2, tags = [\"a\", \"b\"] }, { animal = \"cow\", food = \"hay\" }, { animal = \"cow\", count = 5 }]",
    );
    let cow = json!({"animal": "cow", "count": 1, "food": "hay", "tags": null});
    let emu = json!({"animal": "emu", "count": 2, "food": "hay", "tags": ["a", "b"]});
    let herd = json!({"animal": "cow", "count": 5, "food": "hay", "tags": null});
    ProviderTest::new::<Corner>()
        .step(
            Step::apply(&*pens)
                .plans(creates(ZOO))
                .saves(object(ZOO).attr("pens").is(json!([cow, emu]))),
        )
        .step(Step::plan(pens).plans_nothing())
        // Differently spelled elements are equal; one is new.
        .step(
            Step::apply(&*more)
                .plans(updates(ZOO))
                .saves(object(ZOO).attr("pens").is(json!([cow, herd, emu]))),
        )
        .step(Step::plan(more).plans_nothing())
        // Terraform would find a different number of elements in the plan than in the
        // configuration.
        .step(
            Step::plan(zoo(
                "  pens = [{ animal = \"cow\" }, { animal = \"cow\", count = 1 }]",
            ))
            .fails("Two elements of pens are written differently"),
        )
        .step(Step::apply(zoo("  pens = []")).saves(object(ZOO).attr("pens").is(json!([]))))
        .step(Step::apply(zoo("")).saves(object(ZOO).attr("note").is_null()))
        .run();
}

#[test]
fn equal_elements_are_no_change() {
    let config =
        zoo("  names = [\"Anna\", \"BERT\"]\n  plans = [\"{\\\"a\\\": 1}\", jsonencode([1, 2])]");
    let again = zoo(
        "  names = [\"bert\", \"anna\"]\n  plans = [jsonencode([1, 2]), \"{ \\\"a\\\" : 1 }\"]",
    );
    let other = zoo("  names = [\"bert\", \"carl\"]\n  plans = [jsonencode([2, 1])]");
    ProviderTest::new::<Corner>()
        .step(Step::apply(&*config))
        .step(Step::plan(config).plans(changes_nothing(ZOO)))
        .step(Step::plan(again).plans(changes_nothing(ZOO)))
        .step(Step::apply(&*other).plans(updates(ZOO)))
        .step(Step::plan(other).plans_nothing())
        .run();
}

#[test]
fn values_filled_in_by_the_provider_follow_their_element() {
    let keeper =
        |name: &str, rest: &str| format!("  keeper {{\n    name = \"{name}\"\n{rest}  }}\n");
    let two = zoo(&(keeper("a", "") + &keeper("b", "    awake = false\n")));
    let swapped = zoo(&(keeper("b", "    awake = false\n")
        + &keeper("a", "    awake = true\n")
        + "  note = \"x\"\n"));
    let three = zoo(&(keeper("c", "    badge = \"own\"\n")
        + &keeper("a", "")
        + &keeper("b", "    awake = false\n")));
    let badge = |name: &str| format!("badge of {name}");
    let a = json!({"name": "a", "awake": true, "badge": badge("a")});
    let b = json!({"name": "b", "awake": false, "badge": badge("b")});
    let c = json!({"name": "c", "awake": true, "badge": "own"});
    ProviderTest::new::<Corner>()
        .step(Step::apply(&*two).saves(object(ZOO).attr("keeper").is(json!([b, a]))))
        .step(Step::plan(two).plans_nothing())
        // In another order, with an explicit default and a change beside it: the badges stay.
        .step(
            Step::apply(swapped)
                .plans(updates(ZOO).attr("keeper").is(json!([b, a])))
                .saves(object(ZOO).attr("keeper").is(json!([b, a]))),
        )
        .step(Step::apply(&*three).saves(object(ZOO).attr("keeper").is(json!([b, a, c]))))
        .step(Step::plan(three).plans_nothing())
        .run();
}
