//! Actions and their triggers.

use super::super::LAB;
use super::{Bench, Case, Refused, Stricter, Taken, case, refused};

const PROVIDER: &str = "provider \"lab\" {\n  name = \"main\"\n}\n";

const TEST: &str = "action \"lab_test\" \"t\" {\n  config {\n    sample = \"t\"\n  }\n}\n";

const FIRST: &str = "resource \"lab_sample\" \"first\" {\n  name = \"first\"\n}\n";

/// A sample with one `action_trigger` block.
fn triggered(meta: &str, trigger: &str) -> String {
    format!(
        "resource \"lab_sample\" \"s\" {{\n  name = \"abc\"\n  {meta}\n  lifecycle {{\n    action_trigger {{\n      {trigger}\n    }}\n  }}\n}}\n"
    )
}

fn after(rest: &str) -> String {
    triggered("", &format!("events = [after_create]\n{rest}")) + TEST + FIRST
}

fn condition(condition: &str) -> String {
    after(&format!(
        "actions = [action.lab_test.t]\ncondition = {condition}"
    ))
}

#[test]
fn conditions() {
    let Some(bench) = Bench::new(LAB, PROVIDER) else {
        return;
    };
    let repeated = |events: &str, meta: &str, condition: &str| {
        triggered(
            meta,
            &format!("events = [{events}]\nactions = [action.lab_test.t]\ncondition = {condition}"),
        ) + TEST
    };
    let (count, each) = ("count = 2", "for_each = toset([\"a\", \"b\"])");
    bench.compare(
        &["plan"],
        &[
            case(condition("true"), Taken),
            case(condition("\"true\""), Taken),
            case(condition("lab_sample.first.name == \"first\""), Taken),
            case(
                condition("lab_sample.first.number > 2"),
                refused("Condition must be known"),
            ),
            case(condition("lab_sample.s.name == \"abc\""), Taken),
            case(
                condition("lab_sample.s.number > 2"),
                refused("Condition must be known"),
            ),
            case(condition("self.name == \"abc\""), refused("self")),
            case(condition("\"maybe\""), refused("bool")),
            case(condition("var.nothing"), refused("declared")),
            // Terraform takes null for false.
            case(condition("null"), Stricter("must be true or false")),
            case(repeated("after_create", count, "count.index == 0"), Taken),
            case(repeated("after_create", each, "each.key == \"a\""), Taken),
            case(
                repeated("before_create", count, "count.index == 0"),
                refused("Count reference not allowed"),
            ),
            case(
                repeated("after_create, before_update", count, "count.index == 0"),
                refused("Count reference not allowed"),
            ),
            case(
                repeated("before_create", each, "each.key == \"a\""),
                refused("Each reference not allowed"),
            ),
            case(
                repeated("before_create", each, "each.value == \"a\""),
                refused("Each reference not allowed"),
            ),
            // What does not happen is not asked for.
            case(repeated("before_update", count, "count.index == 0"), Taken),
            case(
                repeated("after_update", "", "lab_sample.s.number > 2"),
                Taken,
            ),
        ],
    );
}

#[test]
fn events_and_actions() {
    let Some(bench) = Bench::new(LAB, PROVIDER) else {
        return;
    };
    let of = |events: &str| {
        triggered(
            "",
            &format!("events = {events}\nactions = [action.lab_test.t]"),
        ) + TEST
    };
    let actions = |actions: &str| after(&format!("actions = {actions}"));
    let counted =
        "action \"lab_test\" \"c\" {\n  count = 2\n  config {\n    sample = \"c\"\n  }\n}\n";
    let each = "action \"lab_test\" \"e\" {\n  for_each = toset([\"a\", \"b\"])\n  config {\n    sample = each.key\n  }\n}\n";
    let by = |meta: &str, action: &str| {
        triggered(
            meta,
            &format!("events = [after_create]\nactions = [{action}]"),
        ) + counted
            + each
            + FIRST
    };
    bench.compare(
        &["plan"],
        &[
            case(of("[after_create, before_create]"), Taken),
            case(of("[after_create, after_create]"), refused("Duplicate \"after_create\" event")),
            case(of("[]"), refused("No events specified")),
            case(of("[after_all]"), Refused("Invalid \"event\" value", "Invalid event")),
            case(
                of("[\"after_create\"]"),
                Refused("Invalid \"event\" value", "Invalid event"),
            ),
            case(of("after_create"), refused("list")),
            case(
                triggered("", "actions = [action.lab_test.t]") + TEST,
                refused("Missing required argument"),
            ),
            case(after(""), refused("Missing required argument")),
            case(actions("[]"), refused("No actions specified")),
            case(actions("action.lab_test.t"), refused("list")),
            case(actions("[action.lab_test.t, action.lab_test.t]"), Taken),
            case(actions("[action.lab_test.no]"), refused("action.lab_test.no")),
            case(actions("[lab_sample.first]"), refused("action")),
            case(actions("[\"action.lab_test.t\"]"), refused("action")),
            // Terraform ignores what follows the name.
            case(actions("[action.lab_test.t.sample]"), Stricter("Invalid action reference")),
            case(actions("[action.lab_test.t[0]]"), refused("action.lab_test.t")),
            case(by("", "action.lab_test.c[1]"), Taken),
            case(by("", "action.lab_test.c[2]"), refused("action.lab_test.c[2]")),
            case(by("", "action.lab_test.c"), refused("action.lab_test.c")),
            case(by("", "action.lab_test.e[\"a\"]"), Taken),
            case(by("", "action.lab_test.e"), refused("action.lab_test.e")),
            case(by("", "action.lab_test.c[lab_sample.first.number]"), Refused("must only refer to actions", "known")),
            case(by("count = 2", "action.lab_test.c[count.index]"), Taken),
            case(by("for_each = toset([\"a\"])", "action.lab_test.e[each.key]"), Taken),
            case(by("", "action.lab_test.c[count.index]"), refused("count")),
            case(
                after("actions = [action.lab_test.t]").replace(
                    "    action_trigger {",
                    "    action_trigger {\n      events = [after_create]\n      actions = [action.lab_test.t]\n    }\n    action_trigger {",
                ),
                Taken,
            ),
            // Triggers belong to managed resources.
            case(
                format!(
                    "ephemeral \"lab_code\" \"c\" {{\n  length = 1\n  lifecycle {{\n    action_trigger {{\n      events = [after_create]\n      \
                     actions = [action.lab_test.t]\n    }}\n  }}\n}}\n{TEST}"
                ),
                refused("action_trigger"),
            ),
        ],
    );
}

/// The block of an action, which a sample triggers after its creation.
fn action(block: &str) -> Case {
    case(
        triggered("", "events = [after_create]\nactions = [action.lab_test.t]") + FIRST + block,
        Taken,
    )
}

fn configured(config: &str) -> String {
    format!("action \"lab_test\" \"t\" {{\n  config {{\n    {config}\n  }}\n}}\n")
}

#[test]
fn configurations_of_actions() {
    let Some(bench) = Bench::new(LAB, PROVIDER) else {
        return;
    };
    let is = |case: Case, verdict| Case { verdict, ..case };
    let code = "ephemeral \"lab_code\" \"c\" {\n  length = 3\n}\n";
    let with_meta = |meta: &str| {
        action(&format!(
            "action \"lab_test\" \"t\" {{\n  {meta}\n  config {{\n    sample = \"t\"\n  }}\n}}\n"
        ))
    };
    let mut with_count = with_meta("count = lab_sample.first.number");
    with_count.main = with_count
        .main
        .replace("[action.lab_test.t]", "[action.lab_test.t[0]]");
    let mut before = action(&configured("sample = lab_sample.s.name"));
    before.main = before.main.replace("after_create", "before_create");
    let mut unknown_before = action(&configured("sample = \"n${lab_sample.s.number}\""));
    unknown_before.main = unknown_before.main.replace("after_create", "before_create");
    bench.compare(
        &["plan"],
        &[
            action(&configured("sample = lab_sample.s.name")),
            action(&configured("sample = \"n${lab_sample.s.number}\"")),
            is(before, refused("Cycle")),
            action("action \"lab_test\" \"t\" {\n  config {\n    sample = \"n${lab_sample.d.number}\"\n  }\n}\nresource \"lab_sample\" \"d\" {\n  name = lab_sample.first.name\n}\n"),
            is(action("action \"lab_test\" \"t\" {}\n"), refused("sample")),
            is(
                action("action \"lab_test\" \"t\" {\n  config {\n    sample = \"t\"\n  }\n  config {\n    sample = \"t\"\n  }\n}\n"),
                refused("Duplicate config block"),
            ),
            is(action("action \"lab_test\" \"t\" {\n  sample = \"t\"\n}\n"), refused("Unsupported argument")),
            is(with_meta("depends_on = [lab_sample.first]"), refused("Unsupported argument")),
            is(with_meta("lifecycle {}"), refused("Unsupported block type")),
            is(with_count, refused("Invalid count argument")),
            is(with_meta("provider = lab.other"), refused("provider")),
            is(
                action(&(configured("sample = \"t\"") + "output \"o\" {\n  value = action.lab_test.t\n}\n")),
                refused("action"),
            ),
            is(action(&configured("sample = action.lab_test.t.sample")), refused("action")),
            is(
                action(&(configured("sample = ephemeral.lab_code.c.text") + code)),
                refused("phemeral value"),
            ),
            action(&(configured("sample = \"t\"\n    code = ephemeral.lab_code.c.text") + code)),
            action(&(configured("sample = \"t\"\n    instrument {\n      name = \"i\"\n      pin = ephemeral.lab_code.c.text\n    }") + code)),
            is(
                action(&(configured("sample = \"t\"\n    instrument {\n      name = ephemeral.lab_code.c.text\n    }") + code)),
                refused("phemeral value"),
            ),
            // What it repeats is not saved.
            action(&(configured("sample = \"t\"\n    dynamic \"instrument\" {\n      for_each = [ephemeral.lab_code.c.text]\n      content {\n        name = \"i\"\n      }\n    }") + code)),
            // The value of a resource after the triggering one. From Terraform 1.16 on an action
            // belongs to the resource that triggers it.
            is(action(&(configured("sample = \"n${lab_sample.later.number}\"") + "resource \"lab_sample\" \"later\" {\n  name = \"l${lab_sample.s.number}\"\n}\n")), Stricter("Cycle")),
        ],
    );
    bench.compare(
        &["apply", "-auto-approve"],
        &[
            action(&configured("sample = \"n${lab_sample.s.number}\"")),
            is(unknown_before, refused("Cycle")),
        ],
    );
}
