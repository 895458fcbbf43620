//! Attributes with object types, at any depth of collections, and versions to which fields were
//! only added.

use schema_provider::lifecycle::{Instance, RawState};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::json;
use schema_provider::testing::{ProviderTest, Step, creates, object, updates};

#[derive(Schema)]
#[schema(provider = "corner")]
struct Corner {}

impl Provider for Corner {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![App, Blocks]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(object)]
struct Port {
    number: i64,
    #[field(rename = "Label")]
    label: String,
}

#[derive(Schema, Clone, Debug, PartialEq)]
#[schema(object)]
struct Rule {
    name: String,
    note: Option<String>,
    tags: Vec<String>,
    ports: Set<Vec<Port>>,
}

#[derive(Schema)]
#[schema(resource = "corner_app", version = 2, only_added)]
struct App {
    #[field(required, force_new)]
    name: String,
    #[field(optional, computed)]
    #[field(allow(blocks_switched_off, reason = "written with an equals sign"))]
    rule: Vec<Rule>,
    #[field(optional)]
    named: BTreeMap<String, Rule>,
    #[field(computed(when_changed(rule)))]
    first: Option<Rule>,
    #[field(computed, rename = "Arn")]
    arn: String,
    #[field(computed(when_changed(rule)))]
    count_of_rules: Number,
}

impl App {
    fn compute(data: &mut ResourceData<Self>) {
        let rules = data.get(App::RULE);
        let name = data.get(App::NAME);
        data.set(App::FIRST, rules.first().cloned());
        data.set(App::ARN, format!("arn:{name}"));
        data.set(App::COUNT_OF_RULES, Number::from(rules.len() as i64));
        // What was read is written, and null stays null.
        data.set(App::RULE, rules);
        let named = data.get(App::NAMED);
        data.set(App::NAMED, named);
    }
}

impl Resource for App {
    type Provider = Corner;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        App::compute(data);
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        App::compute(data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for App {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        App::compute(data);
        Ok(())
    }
}

/// It does not keep users from writing the list as blocks.
#[derive(Schema)]
#[schema(resource = "corner_blocks")]
struct Blocks {
    #[field(optional)]
    rule: Vec<Rule>,
    #[field(computed(when_changed(rule)))]
    first: String,
}

impl Update for Blocks {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Blocks::read(cx, data).await
    }
}

impl Resource for Blocks {
    type Provider = Corner;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Blocks::read(cx, data).await
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let rules = data.get(Blocks::RULE);
        let names = rules.iter().map(|rule| rule.name.as_str());
        data.set(Blocks::FIRST, names.collect::<Vec<_>>().join("-"));
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

const ADDRESS: &str = "corner_app.a";

fn config(rules: &str) -> String {
    format!("resource \"corner_app\" \"a\" {{\n  name = \"a\"\n{rules}}}\n")
}

const RULES: &str = r#"
  rule = [{
    name = null, note = null, tags = null
    ports = [[{ number = 1, Label = null }], []]
  }]
  named = { b = { name = "", note = "", tags = [], ports = null } }
"#;

#[test]
fn objects_keep_their_nulls_and_settle() {
    ProviderTest::new::<Corner>()
        .step(
            Step::apply(config(RULES))
                .plans(creates(ADDRESS).attr(App::ARN).is_unknown())
                .saves(
                    object(ADDRESS)
                        .attr("Arn")
                        .is("arn:a")
                        .attr("rule.0.note")
                        .is_null(),
                ),
        )
        .step(
            Step::apply(config(&RULES.replace("note = null", "note = \"n\"")))
                .plans(updates(ADDRESS))
                .saves(object(ADDRESS).attr("first.note").is("n")),
        )
        .run();
}

#[test]
fn objects_are_written_as_blocks_too() {
    let blocks = r#"
resource "corner_blocks" "a" {
  rule {
    name = "a"
  }
  dynamic "rule" {
    for_each = ["b", "c"]
    content {
      name = rule.value
      tags = ["t"]
      ports = [[{ number = 1, Label = "l" }]]
    }
  }
}
"#;
    let none = "resource \"corner_blocks\" \"a\" {}\n";
    let address = "corner_blocks.a";
    ProviderTest::new::<Corner>()
        .step(Step::apply(blocks).saves(object(address).attr("first").is("a-b-c")))
        .step(
            Step::apply(none)
                .plans(updates(address))
                .saves(object(address).attr("rule").is_null()),
        )
        .run();
}

#[tokio::test]
async fn an_older_state_is_read_unchanged() {
    let instance = Instance::new::<Corner>(Environment::default()).unwrap();
    let schema = instance.schemas().resources["corner_app"].clone();
    let upgrade = async |text: &str| {
        let state = RawState::Json(text.as_bytes().to_vec());
        instance
            .upgrade_resource_state("corner_app", 0, state)
            .await
    };
    let (value, _) = upgrade(r#"{"id": "1", "name": "a", "gone": true}"#)
        .await
        .unwrap();
    let json = json::encode_block(&schema.block, &value).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "id": "1", "name": "a", "rule": null, "named": null, "first": null, "Arn": null, "count_of_rules": null
        })
    );
    // More has changed than was declared, which must not lose existing values.
    let error = upgrade(r#"{"id": "1", "name": ["a"]}"#).await.unwrap_err();
    let error = format!("{error}");
    assert!(
        error.contains("does not fit version 2 of corner_app"),
        "{error}"
    );
}
