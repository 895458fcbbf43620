//! An API's answer in another Unicode form is no change: Terraform stores every string in form C.

use std::collections::BTreeMap;

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, object};

/// Strings that are returned decomposed.
#[derive(Schema)]
#[schema(provider = "form")]
struct Forms {}

impl Provider for Forms {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Word]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// A string at the root, as a key, in a list, in the id and in the identity.
#[derive(Schema)]
#[schema(resource = "form_word", identity(name))]
struct Word {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    tags: BTreeMap<String, String>,
    #[field(optional)]
    list: Vec<String>,
    #[field(computed)]
    planned: String,
    #[field(computed)]
    found: String,
}

fn decomposed(text: &str) -> String {
    text.replace('\u{e9}', "e\u{301}")
}

impl Resource for Word {
    type Provider = Forms;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if let Val::Known(name) = plan.value(Word::NAME) {
            plan.set_new(Word::PLANNED, decomposed(&name));
        }
        Ok(())
    }

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(decomposed(&data.get(Word::NAME)));
        assert_eq!(data.id(), Some(data.get(Word::NAME).as_str()));
        Self::read(cx, data).await
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = decomposed(data.require_id()?);
        let tags = data.get(Word::TAGS).into_iter();
        let tags: BTreeMap<_, _> = tags
            .map(|(k, v)| (decomposed(&k), decomposed(&v)))
            .collect();
        data.set(Word::TAGS, tags);
        let list: Vec<_> = data
            .get(Word::LIST)
            .iter()
            .map(|text| decomposed(text))
            .collect();
        data.set(Word::LIST, list);
        data.set(Word::PLANNED, &name);
        data.set(Word::FOUND, &name);
        data.set(Word::NAME, name);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Word {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::read(cx, data).await
    }
}

#[test]
fn a_string_in_another_form_is_no_change() {
    let config = "resource \"form_word\" \"a\" {\n  name = \"caf\u{e9}\"\n  tags = { \"cl\u{e9}\" = \"\u{e9}t\u{e9}\" }\n  list = [\"\u{e9}\"]\n}\n";
    let saved = object("form_word.a")
        .attr(Word::NAME)
        .is("caf\u{e9}")
        .attr(Word::FOUND)
        .is("caf\u{e9}");
    ProviderTest::new::<Forms>()
        .step(Step::apply(config).saves(saved))
        .step(Step::plan(config).plans_nothing())
        .step(Step::apply(decomposed(config)).plans_nothing())
        .step(Step::apply(
            config.replace("[\"\u{e9}\"]", "[\"e\u{301}\", \"\u{e8}\"]"),
        ))
        .run();
}
