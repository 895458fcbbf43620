//! Elements of nested attributes that are unknown, or differ in type, under Terraform itself.

use sdk_tests::terraform::{Workspace, address};
use serde_json::{Value as Json, json};

/// A workspace with one resource `odd_thing` of this schema, whose provider follows the schema.
fn workspace(attributes: Json) -> Option<Workspace> {
    let work = Workspace::new(&[crate::any("odd")])?;
    let document = json!({"format_version": "1.0", "provider_schemas": {address("odd"): {
        "provider": {"version": 0, "block": {}},
        "resource_schemas": {"odd_thing": {"version": 0, "block": {"attributes": attributes}}},
    }}});
    work.write("odd.json", &document.to_string());
    work.set("ANY_SCHEMA", work.path().join("odd.json"));
    Some(work)
}

fn rules(nesting: &str, more: Json) -> Json {
    let mut attributes = json!({"name": {"type": "string", "optional": true}});
    for (name, attribute) in more.as_object().into_iter().flatten() {
        attributes[name] = attribute.clone();
    }
    json!({"nested_type": {"nesting_mode": nesting, "attributes": attributes}, "optional": true})
}

/// Terraform looks for write-only values in unknown elements too, and would reject one that is
/// planned as configured: unknown as a whole.
#[test]
fn an_unknown_element_with_write_only_values_is_planned() {
    let secret = json!({"secret": {"type": "string", "optional": true, "write_only": true}});
    let Some(work) = workspace(json!({
        "id": {"type": "string", "computed": true},
        "list": rules("list", secret.clone()),
        "map": rules("map", secret),
    })) else {
        return;
    };
    work.main(
        r#"
resource "terraform_data" "later" {
  input = { name = "n", secret = "s" }
}

resource "odd_thing" "one" {
  list = [{ name = "a", secret = "t" }, terraform_data.later.output]
  map  = { k = terraform_data.later.output }
}
"#,
    );
    work.apply().says("2 added, 0 changed, 0 destroyed");
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// What our copy of core refuses to propose crashes core.
#[test]
fn elements_that_would_differ_in_type_crash_terraform() {
    let value = json!({"value": {"type": "dynamic", "optional": true, "computed": true}});
    let Some(work) = workspace(json!({
        "id": {"type": "string", "computed": true},
        "list": rules("list", value),
    })) else {
        return;
    };
    let main = |list: &str| {
        work.main(&format!(
            "resource \"odd_thing\" \"one\" {{\n  list = [{list}]\n}}\n"
        ))
    };
    main(r#"{ name = "a", value = "x" }"#);
    work.apply();
    // The second element has no prior value, and the first one keeps its string.
    main(r#"{ name = "a" }, { name = "b" }"#);
    let run = work.terraform(&["plan"]);
    assert_ne!(run.status, Some(0), "{}", run.text());
    assert!(
        run.text().contains("inconsistent list element types"),
        "{}",
        run.text()
    );
    work.clean();
}
