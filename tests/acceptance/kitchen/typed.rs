//! The Rust types that the other resources lack, and how every type looks from outside.

use super::{live, test, workspace};
use schema_provider::testing::{Step, creates, object};
use serde_json::json;

pub(crate) const FIRST: &str = r#"
resource "kitchen_typed" "none" {
}
resource "kitchen_typed" "zero" {
  int128           = 0
  uint128          = 0
  int_size         = 0
  uint_size        = 0
  tree_set         = []
  hash_set         = []
  hash_set_or_null = []
  hash_map         = {}
  hash_map_or_null = {}
  urls             = []
  moments          = {}
  secret           = ""
  secrets          = []
  hidden           = ""
}
resource "kitchen_typed" "a" {
  int128           = -170141183460469231731687303715884105728
  uint128          = 340282366920938463463374607431768211455
  int_size         = -9223372036854775808
  uint_size        = 18446744073709551615
  tree_set         = [3, 1, 2, 1]
  hash_set         = ["b", "a", ""]
  hash_set_or_null = [true, false]
  hash_map         = { most = 340282366920938463463374607431768211455, none = 0 }
  hash_map_or_null = { a = [-170141183460469231731687303715884105728], b = [] }
  ipv4             = "10.1.2.3"
  ipv6             = "2001:DB8::0:1"
  url              = "HTTPS://Example.com:443/a/../b?q#f"
  urls             = ["https://example.com", "https://example.com/x"]
  moment           = "2026-11-21T12:00:00.50+01:00"
  moments          = { start = "2026-11-21T00:00:00Z" }
  secret           = "s"
  secrets          = ["s", "t"]
  hidden           = "h"
  mood             = "wild"
  room "one" {
    address = "10.0.0.1"
    seats   = 340282366920938463463374607431768211455
    mood    = "calm"
    tags    = ["t", "u"]
  }
  room "two" {
    address = "10.0.0.2"
  }
  hall "h" {
    address = "10.0.0.3"
  }
}
"#;

#[test]
fn rust_types_are_created_changed_and_destroyed() {
    let second = FIRST
        .replace("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727")
        .replace("[3, 1, 2, 1]", "[2, 4]")
        .replace("[\"b\", \"a\", \"\"]", "[\"c\"]")
        .replace("[true, false]", "[]")
        .replace("{ most = 340282366920938463463374607431768211455, none = 0 }", "{}")
        .replace("10.1.2.3", "10.1.2.4")
        .replace("DB8::0:1", "DB8::2")
        .replace("/b?q", "/c?q")
        .replace("12:00:00.50", "13:00:00.50")
        .replace("\"s\", \"t\"", "\"t\"")
        .replace("\"wild\"", "\"calm\"")
        .replace("mood    = \"calm\"", "mood    = \"wild\"")
        .replace("room \"two\"", "room \"three\"")
        .replace("hall \"h\"", "hall \"g\"")
        .replace("resource \"kitchen_typed\" \"none\" {\n", "resource \"kitchen_typed\" \"none\" {\n  int128 = 1\n  room \"new\" { address = \"10.9.9.9\" }\n");
    live(FIRST, &second);
}

#[test]
fn numbers_are_exact_and_blocks_have_keys() {
    test()
        .step(
            Step::apply(FIRST)
                .plans(
                    creates("kitchen_typed.none")
                        .only_unknown(["id", "found_mood"])
                        .attr("mood")
                        .is("calm"),
                )
                .saves(
                    object("kitchen_typed.none")
                        .attr("int128")
                        .is_null()
                        .attr("hash_set_or_null")
                        .is_null()
                        .attr("secret")
                        .is_null()
                        .attr("room")
                        .has_length(0),
                )
                .saves(
                    object("kitchen_typed.zero")
                        .attr("int128")
                        .is(0)
                        .attr("hash_set_or_null")
                        .has_length(0)
                        .attr("secret")
                        .is("")
                        .attr("hidden")
                        .is_null(),
                )
                .saves(
                    object("kitchen_typed.a")
                        .attr("int128")
                        .matches("^-170141183460469231731687303715884105728$")
                        .attr("uint128")
                        .matches("^340282366920938463463374607431768211455$")
                        .attr("hidden")
                        .is_null()
                        // As written, not as the types would write it.
                        .attr("url")
                        .is("HTTPS://Example.com:443/a/../b?q#f")
                        .attr("moment")
                        .is("2026-11-21T12:00:00.50+01:00")
                        .attr("found_mood")
                        .matches("found_mood$")
                        .attr("room.one.mood")
                        .is("calm")
                        .attr("room.two.seats")
                        .is(2)
                        .attr("hall.h.address")
                        .is("10.0.0.3"),
                ),
        )
        .run();
}

#[test]
fn the_same_url_and_moment_are_no_change() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(FIRST);
    work.apply();
    work.nothing_to_do();
    let same = FIRST
        .replace(
            "HTTPS://Example.com:443/a/../b?q#f",
            "https://example.com/b?q#f",
        )
        .replace("\"https://example.com\",", "\"https://example.com/\",")
        .replace("12:00:00.50+01:00", "11:00:00.500Z")
        .replace("00:00:00Z", "01:00:00+01:00")
        .replace("2001:DB8::0:1", "2001:db8::1")
        .replace("[3, 1, 2, 1]", "[1, 2, 3]");
    assert!(same.contains("11:00:00.500Z") && same.contains("example.com/\","));
    work.main(&same);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn invalid_values_are_reported_at_their_paths() {
    for (line, pattern) in [
        (
            "int128 = 170141183460469231731687303715884105728",
            "between",
        ),
        ("uint128 = -1", ""),
        ("uint_size = 18446744073709551616", ""),
        ("int_size = 0.5", ""),
        ("ipv4 = \"::1\"", "IPv4"),
        ("ipv6 = \"10.0.0.1\"", "IPv6"),
        ("url = \"no url\"", "URL"),
        ("moment = \"2026-11-21\"", ""),
        ("mood = \"angry\"", "calm"),
    ] {
        let text = format!("resource \"kitchen_typed\" \"a\" {{\n  {line}\n}}\n");
        test()
            .step(Step::validate(text).fails_at(line, pattern))
            .run();
    }
    let twice = "resource \"kitchen_typed\" \"a\" {\n  room \"r\" { address = \"10.0.0.1\" }\n  \
                 room \"r\" { address = \"10.0.0.2\" }\n}\n";
    test()
        .step(Step::validate(twice).fails("[Dd]uplicate"))
        .run();
}

#[test]
fn outputs_of_every_type() {
    let text = r#"
resource "kitchen_scalars" "a" {
  text   = "t"
  flag   = true
  number = 0.5
}
resource "kitchen_collections" "a" {
  set_text   = ["b", "a"]
  set_number = [2, 1]
  list_flag  = [true, false]
  map_number = { one = 1 }
}
resource "kitchen_special_types" "a" {
  pair = ["Left", 80]
  any  = { size = 1, tags = ["a", true] }
}
resource "kitchen_typed" "a" {
  hash_map = { a = 1 }
  secret   = "s"
  room "r" { address = "10.0.0.1" }
}
output "flag" {
  value = kitchen_scalars.a.flag
}
output "no_flag" {
  value = kitchen_scalars.a.flag_plain
}
output "made_flag" {
  value = kitchen_scalars.a.made_flag
}
output "set" {
  value = kitchen_collections.a.set_text
}
output "numbers" {
  value = kitchen_collections.a.set_number
}
output "flags" {
  value = kitchen_collections.a.list_flag
}
output "map" {
  value = kitchen_typed.a.hash_map
}
output "tuple" {
  value = kitchen_special_types.a.pair
}
output "dynamic" {
  value = kitchen_special_types.a.any
}
output "seats" {
  value = kitchen_typed.a.room["r"].seats
}
output "blocks" {
  value = kitchen_typed.a.room
}
output "secret" {
  value     = kitchen_typed.a.secret
  sensitive = true
}
output "whole" {
  value     = kitchen_typed.a
  sensitive = true
}
"#;
    test()
        .step(
            Step::apply(text)
                .planned_output("made_flag")
                .is_unknown()
                .planned_output("tuple")
                .is(json!(["Left", 80]))
                .output("flag")
                .is(true)
                .output("no_flag")
                .is_null()
                .output("set")
                .is(json!(["a", "b"]))
                .output("numbers")
                .is(json!([1, 2]))
                .output("flags")
                .is(json!([true, false]))
                .output("map")
                .is(json!({ "a": 1 }))
                .output("tuple")
                .is(json!(["Left", 80]))
                .output("dynamic")
                .is(json!({ "size": 1, "tags": ["a", true] }))
                .output("seats")
                .is(2)
                .output("secret")
                .is("s"),
        )
        .run();
}
