//! Where ephemeral values are not allowed, in process and, with `TF_ACC=1`, under Terraform.

use schema_provider::testing::Step;

use crate::language::{TOKEN, test};

#[test]
fn saved_values_reject_ephemeral_values() {
    let open = "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
                locals {\n  token = ephemeral.lease_token.a.token\n}\n";
    for (text, line, pattern) in [
        (
            "resource \"lease_secret\" \"s\" {\n  version = length(local.token)\n}\n",
            "version = length",
            "Invalid use of ephemeral value",
        ),
        (
            "resource \"lease_secret\" \"s\" {\n  count = length(local.token)\n}\n",
            "count = length",
            "Invalid count argument",
        ),
        (
            "resource \"lease_secret\" \"s\" {\n  for_each = toset([local.token])\n}\n",
            "for_each = toset",
            "Invalid for_each argument",
        ),
        (
            "output \"it\" {\n  value = local.token\n}\n",
            "value = local.token",
            "not declared as returning an ephemeral value",
        ),
    ] {
        test()
            .fails_at(&format!("{open}{text}"), line, pattern)
            .run();
    }
}

#[test]
fn ephemeral_values_to_be_saved_are_rejected_at_their_place() {
    let with = |rest: &str| {
        format!(
            "{TOKEN}variable \"pass\" {{\n  default   = \"x\"\n  ephemeral = true\n}}\n\
             variable \"number\" {{\n  default   = 1\n  ephemeral = true\n}}\n\
             locals {{\n  token = upper(ephemeral.lease_token.a.token)\n  parts = {{ a = var.pass, b = \"b\" }}\n}}\n{rest}"
        )
    };
    let resource = |inside: &str| {
        with(&format!(
            "resource \"lease_secret\" \"s\" {{\n  {inside}\n}}\n"
        ))
    };
    let kept = "not a write-only attribute and must be persisted to state";
    test()
        .fails_at(
            &resource("version = var.number"),
            "version = var.number",
            kept,
        )
        .fails_at(
            &resource("version = length(local.token)"),
            "version = length",
            kept,
        )
        .fails_at(
            &resource("version = local.token == \"x\" ? 1 : 2"),
            "version = local.token",
            kept,
        )
        .fails_at(
            &resource("count = var.number"),
            "count = var.number",
            "Invalid count argument",
        )
        .fails_at(
            &resource("for_each = toset([local.token])"),
            "for_each = toset",
            "Invalid for_each argument.*derived from an ephemeral value",
        )
        .fails_at(
            &with("output \"o\" {\n  value = local.parts\n}\n"),
            "value = local.parts",
            "not declared as returning an ephemeral value",
        )
        .fails_at(
            &with("output \"o\" {\n  value     = local.token\n  sensitive = true\n}\n"),
            "local.token",
            "not declared as returning an ephemeral value",
        )
        .fails_at(
            &with("output \"o\" {\n  value     = 1\n  ephemeral = true\n}\n"),
            "output \"o\"",
            "Ephemeral outputs are not allowed in context of a root module",
        )
        .run();
}

#[test]
fn ephemeral_import_ids_are_rejected() {
    let mut test = test();
    let config = test.config(
        "variable \"pass\" {\n  default   = \"x\"\n  ephemeral = true\n}\n\
         resource \"lease_secret\" \"s\" {}\nimport {\n  to = lease_secret.s\n  id = var.pass\n}\n",
    );
    test.test = test.test.step(
        Step::plan(config)
            .fails_at("id = var.pass", "The import id cannot be ephemeral")
            .only_in_process("Terraform takes such an id before 1.17"),
    );
    test.run();
}
