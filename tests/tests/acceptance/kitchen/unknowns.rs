//! Unknown values that flow from one resource into another.

use super::workspace;
use serde_json::json;

/// Makes a value of each type, unknown before apply.
const SOURCE: &str = r#"
resource "kitchen_scalars" "source" {
  text = "source"
}
resource "kitchen_collections" "source" {}
locals {
  text   = kitchen_scalars.source.made_text
  number = kitchen_scalars.source.made_number
  flag   = kitchen_scalars.source.made_flag
  list   = kitchen_collections.source.made_list
  set    = kitchen_collections.source.made_set
  map    = kitchen_collections.source.made_map
}
"#;

#[test]
fn into_every_kind_of_attribute() {
    let Some(work) = workspace("into_every_kind_of_attribute") else {
        return;
    };
    let text = format!(
        r#"{SOURCE}
resource "kitchen_scalars" "a" {{
  text          = local.text
  text_or_null  = "${{local.text}} and more"
  text_plain    = local.flag ? "yes" : null
  int8          = local.number
  int64         = local.number + 1
  uint64        = local.number
  int_plain     = local.number
  float32       = local.number
  float64       = local.number / 2
  number        = local.number / 3
  flag          = local.flag
  flag_plain    = local.flag
  size          = local.flag ? "small" : "large"
  either_text   = local.text
  either_number = local.number
  either_flag   = local.flag
}}
resource "kitchen_collections" "a" {{
  list_text       = local.list
  list_number     = [1, local.number]
  list_flag       = [local.flag]
  list_or_null    = local.flag ? ["x"] : null
  list_with_nulls = [null, local.text]
  set_text        = ["a", local.text]
  set_number      = local.set
  set_or_null     = local.flag ? ["x"] : null
  map_text        = local.map
  map_number      = {{ a = local.number }}
  list_of_lists   = [local.list, [local.text]]
  map_of_lists    = {{ a = [local.number] }}
  set_of_lists    = [local.list, [local.text]]
  either_list     = local.list
  either_set      = [local.text]
  either_map      = local.map
}}
resource "kitchen_defaults" "a" {{
  text    = local.text
  number  = local.number
  float   = local.number
  flag    = local.flag
  list    = local.list
  owner   = local.text
  account = local.text
  zone    = local.flag ? "zone" : null
}}
resource "kitchen_nested" "a" {{
  needed = {{ name = local.text, count = local.number }}
  single = {{ name = local.text, kind = local.text, inner = [{{ name = local.text }}] }}
  list   = [for text in ["a", "b"] : {{ name = "${{text}}${{local.text}}", either = local.text }}]
  set    = [{{ name = local.text }}, {{ name = "known" }}]
  map    = {{ key = {{ name = local.text, tags = local.list }} }}
  either_single = local.flag ? {{ name = "x" }} : null
  either_list   = [{{ name = local.text }}]
  either_set    = [{{ name = local.text }}]
}}
resource "kitchen_nested" "whole" {{
  needed = {{ name = "n" }}
  list   = [for text in local.list : {{ name = text }}]
  set    = [for text in local.list : {{ name = text }}]
  map    = {{ for text in local.list : text => {{ name = text }} }}
}}
resource "kitchen_case" "a" {{
  name  = local.text
  title = local.text
  member {{ name = local.text }}
  row {{ key = local.text }}
}}
resource "kitchen_hook" "a" {{
  name = local.text
  size = local.number
}}
resource "kitchen_replaced" "a" {{
  text = local.text
  list = local.list
  map  = local.map
}}
resource "kitchen_secrets" "a" {{
  name       = local.text
  password   = local.text
  passphrase = local.text
  pin        = local.number
}}
data "kitchen_echo" "a" {{
  text = local.text
  line {{ text = local.text }}
}}
resource "kitchen_hook" "after_data" {{
  name = data.kitchen_echo.a.answer
  size = data.kitchen_echo.a.lengths == null ? 1 : 2
}}
"#
    );
    work.main(&text);
    let plan = work.plan();
    assert!(plan.is_unknown("kitchen_defaults.a", "/number"));
    assert!(plan.is_unknown("kitchen_hook.a", "/shout"));
    assert!(plan.is_unknown("kitchen_nested.whole", "/list"));
    work.apply();
    work.nothing_to_do();
    // Null after all: the default.
    assert_eq!(
        work.state().object("kitchen_defaults.a").get("zone"),
        "zone"
    );
    work.destroy();
    work.clean();
}

#[test]
fn into_blocks_and_dynamic_blocks() {
    let Some(work) = workspace("into_blocks_and_dynamic_blocks") else {
        return;
    };
    let text = |extra: &str| {
        format!(
            r#"{SOURCE}
resource "kitchen_blocks" "a" {{
  note = local.text
  list {{
    name   = local.text
    size   = local.number
    kind   = local.flag ? "k" : null
    either = local.text
    tags   = ["t", local.text]
    inner {{
      label = local.text
      deepest {{ name = local.text }}
    }}
    group {{ name = local.text }}
    group {{ name = "known" }}
  }}
  counted {{
    name  = local.text
    count = local.number
  }}
  set {{ name = local.text }}
  set {{
    name  = "known"
    count = local.number
  }}
  set {{ name = "known" }}
  keyed {{ port = local.number }}
  keyed {{
    port     = 1000
    protocol = local.text
  }}
  needed {{ name = local.text }}
  single {{ name = local.text }}
}}
resource "kitchen_blocks" "dynamic" {{
  dynamic "list" {{
    for_each = local.list
    content {{
      name = list.value
      dynamic "inner" {{
        for_each = local.map
        content {{ label = inner.key }}
      }}
    }}
  }}
  dynamic "counted" {{
    for_each = local.list
    content {{ name = counted.value }}
  }}
  dynamic "set" {{
    for_each = local.set
    content {{ name = "n${{set.value}}" }}
  }}
  dynamic "keyed" {{
    for_each = local.set
    content {{ port = keyed.value }}
  }}
  needed {{ name = "n" }}
  dynamic "single" {{
    for_each = local.list
    content {{ name = single.value }}
  }}
  {extra}
}}
"#
        )
    };
    work.main(&text(""));
    let plan = work.plan();
    for name in ["list", "counted", "set", "keyed"] {
        assert!(
            plan.is_unknown("kitchen_blocks.dynamic", &format!("/{name}")),
            "{name}"
        );
    }
    work.apply();
    let state = work.state().object("kitchen_blocks.dynamic");
    assert_eq!(state.get("list").as_array().map(Vec::len), Some(1));
    assert_eq!(state.get("list")[0]["kind"], "plain");
    assert_eq!(state.get("counted")[0]["count"], json!(1));
    work.nothing_to_do();
    // In an update, the source replaced: known values become unknown once more.
    work.main(
        &text("note = \"changed\"").replace("text = \"source\"", "text = \"another source\""),
    );
    work.terraform(&[
        "apply",
        "-auto-approve",
        "-replace=kitchen_scalars.source",
        "-replace=kitchen_collections.source",
    ])
    .succeeded();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn provider_settings_that_are_unknown_at_plan() {
    let Some(work) = workspace("provider_settings_that_are_unknown") else {
        return;
    };
    let text = r#"
provider "kitchen" {
  alias = "source"
}
resource "kitchen_scalars" "source" {
  provider = kitchen.source
  text     = "source"
}
provider "kitchen" {
  region = kitchen_scalars.source.made_text
  token  = kitchen_scalars.source.made_text
  words  = kitchen_scalars.source.made_flag ? ["a"] : null
  endpoint { url = kitchen_scalars.source.made_text }
}
resource "kitchen_fixed" "a" {
  name = "a"
}
"#;
    work.main(text);
    // Planning goes on without the client.
    assert_eq!(work.plan().action("kitchen_fixed.a"), "create");
    work.apply();
    let state = work.state();
    assert_eq!(
        state.object("kitchen_fixed.a").get("region"),
        state.object("kitchen_scalars.source").get("made_text")
    );
    work.nothing_to_do();
    // A data source needs the client: it says which settings are missing.
    work.terraform(&["destroy", "-auto-approve"]).succeeded();
    work.main(&format!(
        "{text}\ndata \"kitchen_echo\" \"a\" {{\n  text = \"a\"\n}}\n"
    ));
    work.terraform(&["plan"])
        .failed()
        .says("The provider is not configured yet")
        .says("region");
    work.clean();
}

#[test]
fn validation_waits_for_what_is_unknown() {
    let Some(work) = workspace("validation_waits_for_what_is_unknown") else {
        return;
    };
    // The number is found to be too big for the field only when it is known.
    work.main(&format!(
        "{SOURCE}\nresource \"kitchen_scalars\" \"a\" {{\n  text = \"\"\n  int8 = local.number + 1000\n}}\n"
    ));
    work.terraform(&["validate"]).succeeded();
    let _ = work.plan();
    work.apply_fails().says("int8");
    work.clean();
}
