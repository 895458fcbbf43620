//! Every type and nesting mode: created, planned again without a change, changed, destroyed.

use super::{live, test};
use schema_provider::testing::{Step, creates, object, updates};
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};

const SCALARS: &str = r#"
resource "kitchen_scalars" "least" {
  text = ""
}
resource "kitchen_scalars" "zero" {
  text          = "x"
  text_or_null  = ""
  text_plain    = ""
  int8          = 0
  int64         = 0
  uint64        = 0
  int_plain     = 0
  float64       = 0
  number        = 0
  flag          = false
  flag_plain    = false
  either_text   = ""
  either_number = 0
  either_flag   = false
}
resource "kitchen_scalars" "most" {
  text          = "ünï©ode \"quoted\" $${x} \n line"
  text_or_null  = "t"
  text_plain    = "p"
  int8          = -128
  int16         = 32767
  int32         = -2147483648
  int64         = 9223372036854775807
  uint8         = 255
  uint16        = 65535
  uint32        = 4294967295
  uint64        = 18446744073709551615
  int_plain     = -1
  float32       = 0.5
  float64       = 0.1
  number        = 3.14159265358979323846264338327950288419716939937510582
  flag          = true
  flag_plain    = true
  size          = "large"
  either_text   = "e"
  either_number = 1e100
  either_flag   = true
}
"#;

#[test]
fn scalars() {
    let made = ["id", "made_flag", "made_number", "made_text"];
    let either = ["either_flag", "either_number", "either_text"];
    // Null, zero and empty are distinct.
    let mut least = object("kitchen_scalars.least").attr("text").is("");
    for name in [
        "text_or_null",
        "text_plain",
        "int64",
        "int_plain",
        "flag",
        "flag_plain",
        "size",
    ] {
        least = least.attr(name).is_null();
    }
    let mut zero = object("kitchen_scalars.zero");
    for name in ["text_or_null", "text_plain", "either_text"] {
        zero = zero.attr(name).is("");
    }
    for name in ["int64", "int_plain", "float64", "number", "either_number"] {
        zero = zero.attr(name).is(0);
    }
    for name in ["flag", "flag_plain", "either_flag"] {
        zero = zero.attr(name).is(false);
    }
    test()
        .step(
            Step::apply(SCALARS)
                .plans(creates("kitchen_scalars.least").only_unknown([&made[..], &either].concat()))
                .plans(creates("kitchen_scalars.zero").only_unknown(made))
                .saves(least)
                .saves(zero)
                .saves(
                    object("kitchen_scalars.most")
                        .attr("uint64")
                        .is(18_446_744_073_709_551_615_u64)
                        .attr("number")
                        .matches("^3[.]14159265358979323846264338327950288419716939937510"),
                ),
        )
        .run();
}

#[test]
fn numbers_that_do_not_fit() {
    test()
        .step(
            Step::validate(
                "resource \"kitchen_scalars\" \"a\" {\n  text = \"\"\n  int8 = 128\n  uint8 = -1\n  int64 = 1.5\n}\n",
            )
            .fails_at("int8 = 128", "")
            .fails_at("uint8 = -1", "")
            .fails_at("int64 = 1.5", ""),
        )
        .run();
}

#[test]
fn collections() {
    live(
        r#"
resource "kitchen_collections" "none" {}
resource "kitchen_collections" "empty" {
  list_text       = []
  list_or_null    = []
  set_text        = []
  set_or_null     = []
  map_text        = {}
  map_or_null     = {}
  list_of_lists   = []
  map_of_lists    = {}
  either_list     = []
  either_set      = []
  either_map      = {}
}
resource "kitchen_collections" "full" {
  list_text       = ["a", "", "a"]
  list_number     = [1, 0.5, -3]
  list_flag       = [true, false]
  list_or_null    = ["x"]
  list_with_nulls = ["x", null, ""]
  set_text        = ["b", "a", "b"]
  set_number      = [3, 1, 2, 1.0]
  set_or_null     = ["y"]
  map_text        = { a = "1", "b c" = "" }
  map_number      = { one = 1 }
  map_or_null     = { yes = true }
  list_of_lists   = [["a"], [], ["b", "c"]]
  map_of_lists    = { a = [1, 2], b = [] }
  list_of_maps    = [{ a = "1" }, {}]
  set_of_lists    = [["a", "b"], ["a"]]
  either_list     = ["l"]
  either_set      = ["s"]
  either_map      = { k = "v" }
}
"#,
        r#"
resource "kitchen_collections" "none" {
  list_text = []
  set_text  = []
}
resource "kitchen_collections" "empty" {
  either_list = ["now"]
  either_set  = ["now"]
}
resource "kitchen_collections" "full" {
  list_text       = ["a"]
  list_number     = []
  list_with_nulls = [null]
  set_text        = ["c"]
  map_text        = { "b c" = "1" }
  list_of_lists   = [["a", "z"], []]
  map_of_lists    = { b = [3] }
  set_of_lists    = [["a", "b"], []]
}
"#,
    );
}

#[test]
fn blocks() {
    let least = r#"
resource "kitchen_blocks" "least" {
  counted { name = "c" }
  needed { name = "n" }
}
"#;
    let full = r#"
resource "kitchen_blocks" "full" {
  list {
    name = "one"
    size = 1
    tags = ["t", "u"]
    inner {
      label = "i"
      deepest { name = "d" }
    }
    inner { label = "j" }
    group { name = "g" }
  }
  list {
    name   = "two"
    kind   = "special"
    either = "set"
  }
  counted { name = "c" }
  counted {
    name  = "d"
    count = 5
  }
  set { name = "x" }
  set {
    name  = "y"
    count = 2
  }
  set {
    name  = "x"
    count = 1
  }
  keyed { port = 80 }
  keyed {
    port     = 53
    protocol = "udp"
  }
  needed { name = "n" }
  single {
    name = "s"
    inner { label = "k" }
  }
}
"#;
    let changed = r#"
resource "kitchen_blocks" "full" {
  note = "changed"
  list {
    name = "zero"
  }
  list {
    name = "one"
    size = 2
    inner { label = "j" }
  }
  counted { name = "d" }
  set {
    name  = "y"
    count = 3
  }
  keyed {
    port     = 80
    protocol = "sctp"
  }
  keyed { port = 54 }
  needed {
    name  = "n"
    count = 9
  }
}
"#;
    live(&format!("{least}{full}"), &format!("{least}{changed}"));
}

/// The id of the rule with this port.
fn rule(rules: &Json, port: u64) -> Option<&str> {
    let mut rules = rules.as_array()?.iter();
    rules.find(|rule| rule["port"] == port)?["rule_id"].as_str()
}

#[test]
fn the_key_of_a_set_identifies_continued_elements() {
    let text = |protocol: &str| {
        format!(
            "resource \"kitchen_blocks\" \"a\" {{\n  counted {{ name = \"c\" }}\n  needed {{ name = \"n\" }}\n  \
             keyed {{\n    port = 80\n    protocol = \"{protocol}\"\n  }}\n  keyed {{ port = 53 }}\n}}\n"
        )
    };
    let before: Arc<Mutex<Json>> = Arc::default();
    let after = before.clone();
    test()
        .step(Step::apply(text("tcp")))
        .step(Step::outside(move |between| {
            *before.lock().unwrap() = between.saved("kitchen_blocks.a", "keyed");
        }))
        .step(Step::apply(text("udp")).plans(updates("kitchen_blocks.a")))
        .step(Step::outside(move |between| {
            let before = after.lock().unwrap();
            let after = between.saved("kitchen_blocks.a", "keyed");
            for port in [80, 53] {
                assert!(rule(&before, port).is_some());
                assert_eq!(rule(&before, port), rule(&after, port), "{port}");
            }
        }))
        .run();
}

#[test]
fn blocks_are_counted() {
    test()
        .step(
            Step::validate("resource \"kitchen_blocks\" \"a\" {\n  needed { name = \"n\" }\n}\n")
                .fails("counted"),
        )
        .step(
            Step::validate(
                "resource \"kitchen_blocks\" \"a\" {\n  needed { name = \"n\" }\n  counted { name = \"1\" }\n  \
                 counted { name = \"2\" }\n  counted { name = \"3\" }\n}\n",
            )
            .fails("counted"),
        )
        .step(
            Step::validate("resource \"kitchen_blocks\" \"a\" {\n  counted { name = \"c\" }\n}\n")
                .fails("needed"),
        )
        .run();
}

/// The message is Terraform's own.
#[test]
fn blocks_are_counted_by_terraform() {
    test()
        .only_with_terraform("a dynamic block, and Terraform's own words")
        .step(
            Step::validate("resource \"kitchen_blocks\" \"a\" {\n  needed { name = \"n\" }\n}\n")
                .fails("At least 1 \"counted\" blocks are required"),
        )
        .step(
            Step::validate(
                "resource \"kitchen_blocks\" \"a\" {\n  needed { name = \"n\" }\n  dynamic \"counted\" {\n    \
                 for_each = [1, 2, 3]\n    content { name = counted.value }\n  }\n}\n",
            )
            .fails("No more than 2 \"counted\" blocks are allowed"),
        )
        .run();
}

#[test]
fn nested_attributes() {
    let least = "resource \"kitchen_nested\" \"least\" {\n  needed = { name = \"n\" }\n}\n";
    let full = r#"
resource "kitchen_nested" "full" {
  needed = { name = "n", count = 0 }
  single = { name = "s", size = 1, tags = ["a"], inner = [{ name = "i" }, { name = "j", count = 2 }] }
  list   = [{ name = "a" }, { name = "b", kind = "special", either = "set" }]
  set    = [{ name = "a" }, { name = "b", count = 2 }]
  map    = { one = { name = "1" }, two = { name = "2", tags = [] } }
  either_single = { name = "e" }
  either_list   = [{ name = "e" }]
  either_map    = { e = { name = "e" } }
  either_set    = [{ name = "e" }]
}
resource "kitchen_nested" "empty" {
  needed = { name = "n" }
  list   = []
  set    = []
  map    = {}
  either_list = []
  either_map  = {}
  either_set  = []
}
"#;
    let changed = r#"
resource "kitchen_nested" "full" {
  note   = "changed"
  needed = { name = "n", count = 1 }
  single = { name = "s", inner = [{ name = "j", count = 2 }] }
  list   = [{ name = "b" }, { name = "c" }, { name = "a", size = 3 }]
  set    = [{ name = "b", count = 3 }, { name = "c" }]
  map    = { two = { name = "2", tags = ["x"] }, three = { name = "3" } }
  either_single = { name = "f" }
  either_list   = [{ name = "e" }, { name = "f" }]
}
resource "kitchen_nested" "empty" {
  needed = { name = "n" }
  list   = [{ name = "a" }]
}
"#;
    live(&format!("{least}{full}"), &format!("{least}{changed}"));
}
