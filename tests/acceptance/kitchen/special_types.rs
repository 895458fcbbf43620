//! Special types, tuples, dynamic values, newtypes and flattened fields.

use super::{live, workspace};

const FIRST: &str = r#"
resource "kitchen_special_types" "none" {
}
resource "kitchen_special_types" "a" {
  json    = "{ \"b\": 1.0, \"a\": [] }"
  timeout = "90m"
  ip      = "2001:DB8::0:1"
  cidrs   = ["10.0.1.2/16", "192.168.0.0/24"]
  tier    = "Gold"
  pair    = ["Left", 80]
  any     = { size = 1, tags = ["a", true] }
  maybe   = []
  region  = "north"
  door {
    port = 80
    from = "10.1.2.3/8"
  }
  door {
    port = 443
  }
}
"#;

#[test]
fn special_types_are_created_changed_and_destroyed() {
    let second = FIRST
        .replace("\"90m\"", "\"2h\"")
        .replace("{ size = 1, tags = [\"a\", true] }", "[1, \"x\"]")
        .replace("maybe   = []", "maybe   = [{ port = 1 }]")
        .replace("[\"Left\", 80]", "[\"Right\", 81]")
        .replace("region  = \"north\"", "zone    = \"z\"");
    live(FIRST, &second);
}

#[test]
fn what_means_the_same_is_no_change() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(FIRST);
    work.apply();
    let state = work.state().object("kitchen_special_types.a");
    assert_eq!(state.get("timeout"), "90m");
    assert_eq!(state.get("tier"), "Gold");
    assert_eq!(state.get("label"), "made");
    work.nothing_to_do();
    let same = FIRST
        .replace(
            "{ \\\"b\\\": 1.0, \\\"a\\\": [] }",
            "{\\\"a\\\":[],\\\"b\\\":1}",
        )
        .replace("90m", "1h30m")
        .replace("2001:DB8::0:1", "2001:db8::1")
        .replace("10.0.1.2/16", "10.0.0.0/16")
        .replace("Gold", "GOLD")
        .replace("Left", "LEFT")
        .replace("10.1.2.3/8", "10.0.0.0/8");
    assert!(same.contains("1h30m") && same.contains("\\\"b\\\":1}"));
    work.main(&same);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
