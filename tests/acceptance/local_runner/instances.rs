//! Instances, and objects whose address changes.

use serde_json::json;

use super::Both;

/// Counted, keyed, read and referenced objects: everything that has an address.
const MANY: &str = r#"
variable "names" {
  type    = set(string)
  default = ["b", "a"]
}
variable "secret" {
  default   = "hidden"
  sensitive = true
}
locals {
  sizes = { small = 1, large = 2 }
}
resource "kitchen_replaced" "counted" {
  count = 3
  text  = "text ${count.index}"
}
resource "kitchen_computed" "keyed" {
  for_each = local.sizes
  name     = "keyed-${each.key}"
  size     = each.value
  other    = kitchen_replaced.counted[each.value].text
}
resource "kitchen_replaced" "set" {
  for_each = var.names
  text     = each.value
  list     = kitchen_replaced.counted[*].text
}
resource "kitchen_secrets" "secret" {
  for_each = { k = var.secret }
  name     = each.key
  password = each.value
}
data "kitchen_echo" "counted" {
  count = 2
  text  = "echo ${count.index}"
}
data "kitchen_echo" "keyed" {
  for_each = kitchen_computed.keyed
  text     = each.value.name
}
output "one" {
  value = kitchen_replaced.counted[1].text
}
output "all" {
  value = kitchen_replaced.counted[*].text
}
output "legacy" {
  value = kitchen_replaced.counted.*.text
}
output "key" {
  value = kitchen_computed.keyed["large"].size
}
output "whole" {
  value = kitchen_replaced.set["a"].list
}
output "answers" {
  value = [data.kitchen_echo.counted[0].answer, data.kitchen_echo.keyed["small"].answer]
}
output "secret" {
  value     = kitchen_secrets.secret["k"].password
  sensitive = true
}
"#;

#[test]
fn instances() {
    let Some(both) = Both::new() else { return };
    let first = both.apply(MANY);
    assert_eq!(first.counts, json!([8, 0, 0]));
    // Fewer, different and changed ones.
    let second = both.apply(
        &MANY
            .replace("count = 3", "count = 4")
            .replace("[\"b\", \"a\"]", "[\"c\", \"a\"]")
            .replace("small = 1, large = 2", "large = 3, middle = 2")
            .replace("keyed[\"small\"]", "keyed[\"middle\"]")
            .replace(
                "text ${count.index}",
                "${count.index == 0 ? \"new\" : \"text\"} ${count.index}",
            ),
    );
    assert!(
        second
            .planned
            .iter()
            .any(|change| change.contains("delete_because_each_key"))
    );
    // Every object has another kind of key.
    both.apply(
        "resource \"kitchen_replaced\" \"counted\" {\n  text = \"new 0\"\n}\n\
         resource \"kitchen_replaced\" \"set\" {\n  count = 1\n  text = \"a\"\n}\n",
    );
    both.apply(
        "resource \"kitchen_replaced\" \"counted\" {\n  count = 2\n  text = \"new 0\"\n}\n\
         resource \"kitchen_replaced\" \"set\" {\n  text = \"a\"\n}\n",
    );
    both.apply("");
    both.terraform.clean();
}

#[test]
fn moves() {
    let Some(both) = Both::new() else { return };
    both.apply(
        "resource \"kitchen_computed\" \"a\" {\n  count = 2\n  name = \"a${count.index}\"\n}\n\
         resource \"kitchen_computed\" \"b\" {\n  name = \"b\"\n}\n\
         resource \"kitchen_computed\" \"c\" {\n  name = \"c\"\n}\n",
    );
    both.apply(
        "resource \"kitchen_computed\" \"d\" {\n  for_each = { x = \"a0\", y = \"a1\" }\n  name = each.value\n}\n\
         moved {\n  from = kitchen_computed.a[0]\n  to = kitchen_computed.d[\"x\"]\n}\n\
         moved {\n  from = kitchen_computed.a[1]\n  to = kitchen_computed.d[\"y\"]\n}\n\
         resource \"kitchen_computed\" \"f\" {\n  name = \"b\"\n  size = 3\n}\n\
         moved {\n  from = kitchen_computed.e\n  to = kitchen_computed.f\n}\n\
         moved {\n  from = kitchen_computed.b\n  to = kitchen_computed.e\n}\n\
         moved {\n  from = kitchen_computed.c\n  to = kitchen_computed.g\n}\n",
    );
    both.apply("");
    // One object exists at the target, and none of the resource moves.
    both.apply(
        "resource \"kitchen_computed\" \"a\" {\n  count = 2\n  name = \"a${count.index}\"\n}\n\
         resource \"kitchen_computed\" \"b\" {\n  count = 1\n  name = \"b${count.index}\"\n}\n",
    );
    let blocked = both.apply(
        "resource \"kitchen_computed\" \"b\" {\n  count = 2\n  name = \"b${count.index}\"\n}\n\
         moved {\n  from = kitchen_computed.a\n  to = kitchen_computed.b\n}\n",
    );
    assert_eq!(blocked.counts, json!([1, 0, 2]));
    both.apply("");
    both.terraform.clean();
}
