//! Tests that start with another release's state: a state file, or attributes as JSON or as the old
//! flatmap.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, StateTest, Step, changes_nothing, object, updates};
use serde_json::Value as Json;

#[derive(Schema)]
#[schema(provider = "shelf")]
struct Shelf {
    #[field(required)]
    room: String,
}

impl Provider for Shelf {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Book]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        Ok(config.value(Shelf::ROOM).known().unwrap_or_default())
    }
}

#[derive(Schema)]
#[schema(resource = "shelf_book", version = 0)]
struct BookV0 {
    #[field(required)]
    title: String,
    #[field(required)]
    pages: String,
}

#[derive(Schema)]
#[schema(resource = "shelf_book", version = 1)]
struct Book {
    #[field(required)]
    title: String,
    #[field(required)]
    pages: i64,
    #[field(optional)]
    tags: BTreeMap<String, String>,
}

impl Resource for Book {
    type Provider = Shelf;

    async fn upgrade(_: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
        old.upgrade::<BookV0>()?
            .then(|v0| {
                Ok(Book {
                    title: v0.title,
                    pages: v0.pages.trim_end_matches(" pages").parse()?,
                    tags: BTreeMap::new(),
                })
            })?
            .write(data)
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("made");
        Ok(())
    }

    async fn read(cx: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        assert_eq!(cx.client()?, "attic");
        Ok(())
    }

    async fn delete(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match data.id() {
            Some("never") => bail!("the test did not make it, and must not delete it"),
            _ => Ok(()),
        }
    }
}

impl Update for Book {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A file of Terraform with a provider in Go, whose private data is `{"from":"Z28="}`.
fn file(id: &str, attributes: &str) -> String {
    format!(
        r#"{{
  "version": 4,
  "terraform_version": "1.5.7",
  "serial": 3,
  "lineage": "5d2f9f2c-64b4-0b8a-9d3c-8f4f6b3b5d11",
  "outputs": {{"kept": {{"value": "a", "type": "string"}}}},
  "resources": [
    {{
      "mode": "managed",
      "type": "shelf_book",
      "name": "a",
      "provider": "provider[\"registry.terraform.io/somebody/shelf\"]",
      "instances": [
        {{
          "schema_version": 0,
          {attributes},
          "sensitive_attributes": [],
          "private": "eyJmcm9tIjoiWjI4PSJ9",
          "dependencies": ["data.shelf_room.x"]
        }}
      ]
    }}
  ],
  "check_results": null
}}"#
    )
    .replace("ID", id)
}

/// The same as a file of Terraform 0.11, whose objects are flat, and whose SDK stored the schema
/// version beside today's private data.
fn file_of_old(id: &str) -> String {
    r#"{
  "version": 3,
  "terraform_version": "0.11.14",
  "serial": 3,
  "lineage": "5d2f9f2c-64b4-0b8a-9d3c-8f4f6b3b5d11",
  "modules": [
    {
      "path": ["root"],
      "outputs": {"kept": {"sensitive": false, "type": "string", "value": "a"}},
      "resources": {
        "shelf_book.a": {
          "type": "shelf_book",
          "depends_on": ["data.shelf_room.x"],
          "primary": {
            "id": "ID",
            "attributes": {"id": "ID", "title": "dune", "pages": "412 pages"},
            "meta": {"schema_version": "0", "from": "Z28="},
            "tainted": false
          },
          "deposed": [],
          "provider": "provider.shelf"
        },
        "data.shelf_room.x": {
          "type": "shelf_room",
          "primary": {"id": "x", "attributes": {"id": "x"}, "meta": {}, "tainted": false},
          "deposed": [],
          "provider": "provider.shelf"
        }
      },
      "depends_on": []
    }
  ]
}"#
    .replace("ID", id)
}

const AS_JSON: &str = r#""attributes": {"id": "ID", "title": "dune", "pages": "412 pages"}"#;
const FLAT: &str = r#""attributes_flat": {"id": "ID", "title": "dune", "pages": "412 pages"}"#;

fn book(pages: i64) -> String {
    format!(
        "provider \"shelf\" {{\n  room = \"attic\"\n}}\nresource \"shelf_book\" \"a\" {{\n  title = \"dune\"\n  pages = {pages}\n}}\noutput \"kept\" {{\n  value = \"a\"\n}}\n"
    )
}

/// In each form.
fn files(id: &str) -> [String; 3] {
    [file(id, AS_JSON), file(id, FLAT), file_of_old(id)]
}

#[test]
fn the_plan_after_an_upgrade_is_checked() {
    for file in files("never") {
        ProviderTest::new::<Shelf>()
            .step(Step::state_file(file))
            .step(Step::plan(book(412)).plans_nothing())
            .step(Step::plan(book(413)).plans(updates("shelf_book.a").attr(Book::PAGES).is(413)))
            .run();
    }
}

#[test]
fn objects_applied_over_a_state_file_are_destroyed_at_the_end() {
    for file in files("old") {
        ProviderTest::new::<Shelf>()
            .step(Step::state_file(file))
            .step(Step::apply(book(413)).saves(object("shelf_book.a").attr(Book::PAGES).is(413)))
            .run();
    }
}

/// Modules are Terraform's: an object in one is upgraded there, and moves out of it.
#[test]
fn an_object_in_a_module_moves_out_of_it() {
    let inside = |text: String| {
        text.replace(
            "\"mode\": \"managed\"",
            "\"module\": \"module.m\", \"mode\": \"managed\"",
        )
        .replace("\"path\": [\"root\"]", "\"path\": [\"root\", \"m\"]")
    };
    for file in files("never").map(inside) {
        let plan = format!(
            "{}moved {{\n  from = module.m.shelf_book.a\n  to   = shelf_book.a\n}}\n",
            book(412)
        );
        ProviderTest::new::<Shelf>()
            .only_with_terraform("there are modules")
            .step(Step::state_file(file.clone()))
            .step(Step::plan(plan).plans(changes_nothing("shelf_book.a").attr(Book::PAGES).is(412)))
            .run();
        let failure = ProviderTest::new::<Shelf>()
            .only_in_process("it is about the harness")
            .step(Step::state_file(file))
            .try_run()
            .expect_err("there is a module")
            .to_string();
        assert!(
            failure.contains("shelf_book.a is in a module")
                && failure.contains("only_with_terraform"),
            "{failure}"
        );
    }
}

#[test]
fn what_is_not_a_state_is_reported() {
    for (text, says) in [
        ("{", "it is not JSON"),
        ("{\"version\": 2}", "format 2"),
        (
            "{\"version\": 3, \"modules\": [{\"path\": [\"a\"]}]}",
            "whose path does not begin with",
        ),
        (
            "{\"version\": 3, \"modules\": [{\"path\": [\"root\"], \"resources\": {\"a.b.c\": {}}}]}",
            "a resource under the name \"a.b.c\"",
        ),
        ("{}", "it has no version"),
        (
            "{\"version\": 4, \"resources\": [{\"type\": \"a\", \"name\": \"b\", \"instances\": [{}]}]}",
            "a.b has an instance that cannot be read",
        ),
    ] {
        let failure = ProviderTest::new::<Shelf>()
            .only_in_process("it is about the harness")
            .step(Step::state_file(text))
            .try_run()
            .expect_err("it is no state")
            .to_string();
        assert!(failure.contains(says), "{failure}");
    }
}

#[test]
fn a_state_becomes_what_a_condition_says() {
    let old = r#"{"id": "1", "title": "dune", "pages": "412 pages"}"#;
    StateTest::new::<Book>()
        .settings("room = \"attic\"")
        .version(0, old)
        .becomes(|book: &Json| book["pages"] == 412 && book["title"] != "")
        .version(0, old)
        .becomes(serde_json::json!({"id": "1", "title": "dune", "pages": 412}))
        .run();
    let failure = StateTest::new::<Book>()
        .settings("room = \"attic\"")
        .version(0, old)
        .becomes(|book: &Json| book["pages"] == 411)
        .try_run()
        .expect_err("it is 412");
    let text = failure[0].to_string();
    assert!(
        text.contains("does not fulfil the condition") && text.contains("412"),
        "{text}"
    );
}
