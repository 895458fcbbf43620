//! Ephemeral values, and write-only arguments.

use super::super::Plugin;
use super::{Bench, Refused, Stricter, Taken, case, refused};

const LEASE: Plugin = super::super::newest("lease");

const PROVIDER: &str = "provider \"lease\" {\n  log = LOG\n}\n";

const TOKEN: &str = "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
    variable \"passing\" {\n  default = \"p\"\n  ephemeral = true\n}\n\
    variable \"number\" {\n  default = 1\n  ephemeral = true\n}\n";

fn with(rest: &str) -> String {
    format!("{TOKEN}{rest}")
}

fn output(value: &str) -> String {
    with(&format!("output \"o\" {{\n  value = {value}\n}}\n"))
}

fn secret(inside: &str) -> String {
    with(&format!(
        "resource \"lease_secret\" \"s\" {{\n  {inside}\n}}\n"
    ))
}

const KEPT: &str = "phemeral value";

#[test]
fn ephemeral_values_are_not_kept() {
    let Some(bench) = Bench::new(LEASE, PROVIDER) else {
        return;
    };
    bench.compare(
        &["plan"],
        &[
            case(output("ephemeral.lease_token.a.token"), refused(KEPT)),
            case(output("var.passing"), refused(KEPT)),
            case(output("length(var.passing)"), refused(KEPT)),
            case(output("jsonencode({ a = var.passing })"), refused(KEPT)),
            case(output("{ a = [var.passing] }"), refused(KEPT)),
            case(output("ephemeralasnull(var.passing)"), Taken),
            case(output("can(var.passing.x)"), Taken),
            case(output("try(var.passing, 1)"), refused(KEPT)),
            case(output("issensitive(var.passing)"), Taken),
            case(output("type(var.passing)"), refused("type")),
            case(output("true ? 1 : var.number"), refused(KEPT)),
            case(
                with("output \"o\" {\n  value = var.passing\n  ephemeral = true\n}\n"),
                refused("Ephemeral output not allowed"),
            ),
            case(
                with("locals {\n  l = [var.passing, ephemeral.lease_token.a]\n}\n"),
                Taken,
            ),
            case(secret("version = var.number"), refused(KEPT)),
            case(
                secret("count = var.number"),
                refused("Invalid count argument"),
            ),
            case(
                secret("for_each = toset([var.passing])"),
                refused("Invalid for_each argument"),
            ),
            case(
                secret("for_each = { a = var.passing }\n  value = each.value"),
                Taken,
            ),
            case(
                secret("for_each = { a = var.passing }\n  version = length(each.value)"),
                refused(KEPT),
            ),
            case(secret("value = ephemeral.lease_token.a.token"), Taken),
            case(
                secret("value = sensitive(ephemeral.lease_token.a.token)"),
                Taken,
            ),
            case(
                secret("value = nonsensitive(ephemeral.lease_token.a.hidden)"),
                Taken,
            ),
            case(secret("value = true ? var.passing : null"), Taken),
            case(secret("depends_on = [ephemeral.lease_token.a]"), Taken),
            case(
                secret("lifecycle {\n    replace_triggered_by = [ephemeral.lease_token.a]\n  }"),
                Refused("no change found", "replace_triggered_by"),
            ),
        ],
    );
}

#[test]
fn conditions_and_blocks() {
    let Some(bench) = Bench::new(LEASE, PROVIDER) else {
        return;
    };
    let token = |inside: &str| {
        with(&format!(
            "ephemeral \"lease_token\" \"b\" {{\n  name = \"b\"\n  {inside}\n}}\n"
        ))
    };
    let lifecycle = |inside: &str| token(&format!("lifecycle {{\n    {inside}\n  }}"));
    bench.compare(
        &["plan"],
        &[
            case(
                secret("lifecycle {\n    precondition {\n      condition = var.passing == \"p\"\n      error_message = \"no\"\n    }\n  }"),
                Taken,
            ),
            case(
                secret("lifecycle {\n    precondition {\n      condition = var.passing != \"p\"\n      error_message = \"not ${var.passing}\"\n    }\n  }"),
                refused("condition failed"),
            ),
            case(
                secret("lifecycle {\n    postcondition {\n      condition = self.version == null || var.passing == \"p\"\n      error_message = \"no\"\n    }\n  }"),
                Taken,
            ),
            case(
                with("check \"c\" {\n  assert {\n    condition = var.passing == \"p\"\n    error_message = \"no\"\n  }\n}\n"),
                Taken,
            ),
            case(
                "variable \"v\" {\n  default = \"p\"\n  ephemeral = true\n  validation {\n    condition = var.v != \"p\"\n    error_message = \"not ${var.v}\"\n  }\n}\n",
                refused("Invalid value for variable"),
            ),
            case(token("count = 2"), Taken),
            case(token("count = 2") + "output \"o\" {\n  value = ephemeral.lease_token.b\n}\n", refused(KEPT)),
            case(token("for_each = toset([\"a\"])"), Taken),
            case(token("for_each = toset([var.passing])"), refused("Invalid for_each argument")),
            case(token("count = var.number"), refused("Invalid count argument")),
            case(token("note = var.passing"), Taken),
            case(token("note = ephemeral.lease_token.a.token"), Taken),
            case(token("note = ephemeral.lease_token.b.token"), refused("lease_token.b")),
            case(token("depends_on = [ephemeral.lease_token.a]"), Taken),
            case(token("nothing = 1"), refused("Unsupported argument")),
            case(token("token = \"x\""), refused("token")),
            case(token("note = ephemeral.lease_token.a.nothing"), refused("nothing")),
            case(token("note = ephemeral.lease_token.z.token"), refused("declared")),
            case(lifecycle("prevent_destroy = true"), refused("prevent_destroy")),
            case(lifecycle("create_before_destroy = true"), refused("create_before_destroy")),
            case(lifecycle("ignore_changes = [note]"), refused("ignore_changes")),
            case(lifecycle("replace_triggered_by = [lease_secret.s]"), refused("replace_triggered_by")),
            case("ephemeral \"lease_nothing\" \"a\" {}\n", refused("lease_nothing")),
            // Terraform ignores it.
            case(
                with("moved {\n  from = ephemeral.lease_token.z\n  to = ephemeral.lease_token.a\n}\n"),
                Stricter("Invalid moved address"),
            ),
            case(
                with("import {\n  to = ephemeral.lease_token.a\n  id = \"x\"\n}\n"),
                refused("Invalid import address"),
            ),
            case(
                with("provider \"lease\" {\n  alias = \"fed\"\n  log = \"x\"\n  echo = ephemeral.lease_token.a\n}\nresource \"lease_secret\" \"s\" {\n  provider = lease.fed\n}\n"),
                Taken,
            ),
        ],
    );
}

#[test]
fn write_only_arguments() {
    let Some(bench) = Bench::new(LEASE, PROVIDER) else {
        return;
    };
    let read = |rest: &str| secret("value = \"v\"") + rest;
    bench.compare(
        &["apply", "-auto-approve"],
        &[
            case(read("output \"o\" {\n  value = lease_secret.s.value\n}\n"), Taken),
            case(read("output \"o\" {\n  value = lease_secret.s.value == null\n}\n"), Taken),
            case(read("output \"o\" {\n  value = lease_secret.s\n}\n"), Taken),
            case(
                read("resource \"lease_secret\" \"t\" {\n  version = lease_secret.s.value == null ? 1 : 2\n}\n"),
                Taken,
            ),
            case(
                secret("value = \"v\"\n  lifecycle {\n    postcondition {\n      condition = self.value == null\n      error_message = \"it is kept\"\n    }\n  }"),
                Taken,
            ),
            case(secret("value = \"v\"\n  lifecycle {\n    ignore_changes = [value]\n  }"), Taken),
            case(
                read("resource \"lease_secret\" \"t\" {\n  lifecycle {\n    replace_triggered_by = [lease_secret.s.value]\n  }\n}\n"),
                Taken,
            ),
            case(
                with("resource \"lease_secret\" \"s\" {}\nresource \"lease_secret\" \"t\" {\n  value = lease_secret.s.id\n}\n"),
                Taken,
            ),
        ],
    );
}
