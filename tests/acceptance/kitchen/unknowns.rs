//! Unknown values that flow from one resource into another.

use super::test;
use schema_provider::testing::{Step, creates, object, updates};

/// Creates a value of each type, unknown before apply.
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
  list   = [{{ name = "a${{local.text}}", either = local.text }}, {{ name = "b${{local.text}}" }}]
  set    = [{{ name = local.text }}, {{ name = "known" }}]
  map    = {{ key = {{ name = local.text, tags = local.list }} }}
  either_single = local.flag ? {{ name = "x" }} : null
  either_list   = [{{ name = local.text }}]
  either_set    = [{{ name = local.text }}]
}}
resource "kitchen_case" "a" {{
  name  = local.text
  title = local.text
  member {{ name = local.text }}
  row {{ key = local.text }}
}}
resource "kitchen_hook" "a" {{
  name = local.text
  # Numbers are given in turn, and 13 is rejected here.
  size = local.number + 100
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
resource "kitchen_special_types" "a" {{
  json    = local.flag ? "{{}}" : null
  timeout = local.flag ? "1h" : null
  ip      = local.flag ? "10.0.0.1" : null
  cidrs   = ["10.0.0.0/8", local.flag ? "10.1.0.0/16" : "10.2.0.0/16"]
  tier    = local.text
  pair    = [local.text, 80]
  any     = local.text
  maybe   = [{{ port = local.number }}]
  region  = local.flag ? "north" : null
  door {{ port = local.number }}
  door {{
    port = 443
    from = local.flag ? "10.0.0.0/8" : null
  }}
}}
resource "kitchen_special_types" "any" {{
  any = {{ text = local.text, list = [local.number, {{ flag = local.flag }}] }}
}}
resource "kitchen_typed" "a" {{
  int128           = local.number
  uint128          = local.number
  int_size         = local.number
  uint_size        = local.number
  tree_set         = local.set
  hash_set         = ["a", local.text]
  hash_set_or_null = local.flag ? [true] : null
  hash_map         = {{ a = local.number }}
  hash_map_or_null = {{ a = [1, local.number] }}
  ipv4             = local.flag ? "10.0.0.1" : "10.0.0.2"
  ipv6             = local.flag ? "::1" : "::2"
  url              = "https://example.com/${{local.text}}"
  urls             = ["https://example.com/a", "https://example.com/${{local.text}}"]
  moment           = local.flag ? "2026-11-21T12:00:00Z" : "2026-11-22T12:00:00Z"
  moments          = {{ a = local.flag ? "2026-11-21T12:00:00+01:00" : "2026-11-22T12:00:00Z" }}
  secret           = local.text
  secrets          = ["s", local.text]
  hidden           = local.text
  mood             = local.flag ? "wild" : null
  room "a" {{
    address = local.flag ? "10.0.0.1" : "10.0.0.2"
    seats   = local.number
    mood    = local.flag ? null : "calm"
    tags    = ["t", local.text]
  }}
  hall "h" {{ address = local.flag ? "10.0.0.3" : "10.0.0.4" }}
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
    let whole = r#"
resource "kitchen_nested" "whole" {
  needed = { name = "n" }
  list   = [for text in local.list : { name = text }]
  set    = [for text in local.list : { name = text }]
  map    = { for text in local.list : text => { name = text } }
}
"#;
    let defaults = "kitchen_defaults.a";
    test()
        .step(
            Step::apply(&*text)
                .plans(creates(defaults).attr("number").is_unknown())
                .plans(creates("kitchen_hook.a").attr("shout").is_unknown())
                .plans(
                    creates("kitchen_typed.a")
                        .attr("int128")
                        .is_unknown()
                        .attr("hash_set_or_null")
                        .is_unknown()
                        .attr("url")
                        .is_unknown()
                        .attr("moment")
                        .is_unknown()
                        .attr("room.a.seats")
                        .is_unknown()
                        .attr("room.a.mood")
                        .is_unknown(),
                )
                .plans(creates("kitchen_special_types.a").attr("any").is_unknown())
                // It turns out null: the default applies.
                .saves(object(defaults).attr("zone").is("zone")),
        )
        .step(Step::destroy())
        .step(
            Step::apply(format!("{text}{whole}")).plans(
                creates("kitchen_nested.whole")
                    .attr("list")
                    .is_unknown()
                    .attr("map")
                    .is_unknown(),
            ),
        )
        .run();
}

#[test]
fn into_blocks_and_dynamic_blocks() {
    let text = |note: &str| {
        format!(
            r#"{SOURCE}
resource "kitchen_blocks" "a" {{
  note = {note}
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
"#
        )
    };
    let another = |text: String| text.replace("text = \"source\"", "text = \"another source\"");
    let dynamic = r#"
resource "kitchen_blocks" "dynamic" {
  dynamic "list" {
    for_each = local.list
    content {
      name = list.value
      dynamic "inner" {
        for_each = local.map
        content { label = inner.key }
      }
    }
  }
  dynamic "counted" {
    for_each = local.list
    content { name = counted.value }
  }
  dynamic "set" {
    for_each = local.set
    content { name = "n${set.value}" }
  }
  dynamic "keyed" {
    for_each = local.set
    content { port = keyed.value }
  }
  needed { name = "n" }
  dynamic "single" {
    for_each = local.list
    content { name = single.value }
  }
}
"#;
    let unknown = ["list", "counted", "set", "keyed"]
        .into_iter()
        .fold(creates("kitchen_blocks.dynamic"), |check, name| {
            check.attr(name).is_unknown()
        });
    // In an update, with the source replaced: known values become unknown again.
    let replacing = |step: Step| {
        step.replacing("kitchen_scalars.source")
            .replacing("kitchen_collections.source")
    };
    test()
        .step(Step::apply(text("local.text")))
        .step(
            replacing(Step::apply(another(text("\"changed\"")))).plans(updates("kitchen_blocks.a")),
        )
        .step(Step::destroy())
        .step(
            Step::apply(text("local.text") + dynamic)
                .plans(unknown)
                .saves(
                    object("kitchen_blocks.dynamic")
                        .attr("list")
                        .has_length(1)
                        .attr("list.0.kind")
                        .is("plain")
                        .attr("counted.0.count")
                        .is(1),
                ),
        )
        .step(replacing(Step::apply(another(
            text("\"changed\"") + dynamic,
        ))))
        .run();
}

#[test]
fn provider_settings_may_be_unknown_in_the_plan() {
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
    let fixed = "kitchen_fixed.a";
    test()
        // Planning goes on without the client.
        .step(
            Step::apply(text).plans(creates(fixed)).saves(
                object(fixed)
                    .attr("region")
                    .equals("kitchen_scalars.source", "made_text"),
            ),
        )
        // A data source needs the client: the error names the missing settings.
        .step(Step::destroy())
        .step(
            Step::plan(format!(
                "{text}\ndata \"kitchen_echo\" \"a\" {{\n  text = \"a\"\n}}\n"
            ))
            .fails("The provider is not configured yet.*region"),
        )
        .run();
}

#[test]
fn unknown_values_are_validated_once_known() {
    // The number turns out to be too big for the field only once it is known.
    let text = format!(
        "{SOURCE}\nresource \"kitchen_scalars\" \"a\" {{\n  text = \"\"\n  int8 = local.number + 1000\n}}\n"
    );
    test()
        .step(Step::validate(&*text))
        .step(Step::plan(&*text).plans(creates("kitchen_scalars.a").attr("int8").is_unknown()))
        .step(Step::apply(&*text).fails("int8"))
        // Terraform destroys nothing with a configuration that cannot be planned.
        .step(Step::apply(SOURCE))
        .run();
}
