//! Actions, under Terraform from 1.14 on: events, plans, repetitions and progress, compared with
//! the local runner.

use sdk_tests::terraform::Workspace;
use serde_json::{Value as Json, json};

use super::{LAB, by_hand, json_lines, of_types};

#[track_caller]
pub(super) fn laboratory() -> Option<Workspace> {
    let work = Workspace::since("1.14", "it has no actions", &[LAB])?;
    work.set("LAB_LOG", work.path().join("lab.log"));
    Some(work)
}

pub(super) const PROVIDER: &str = "provider \"lab\" {\n  name = \"main\"\n}\n";

pub(super) fn test(name: &str, meta: &str, config: &str) -> String {
    format!("action \"lab_test\" \"{name}\" {{\n  {meta}\n  config {{\n    {config}\n  }}\n}}\n")
}

pub(super) fn sample(name: &str, events: &str, actions: &str) -> String {
    format!(
        "resource \"lab_sample\" \"s\" {{\n  name = \"{name}\"\n  lifecycle {{\n    action_trigger {{\n      \
         events = [{events}]\n      actions = [{actions}]\n    }}\n  }}\n}}\n"
    )
}

/// What provider code recorded since the last call, without plans, whose number varies.
pub(super) fn log(work: &Workspace) -> Vec<String> {
    let path = work.path().join("lab.log");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let _ = std::fs::remove_file(path);
    text.lines()
        .filter(|line| !line.starts_with("plan "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn each_event_triggers_its_actions() {
    let Some(work) = laboratory() else { return };
    let all = [
        test("bc", "", "sample = \"bc\""),
        test("ac", "", "sample = \"ac\""),
        test("bu", "", "sample = \"bu\""),
        test("au", "", "sample = \"au\""),
        test("au2", "", "sample = \"au2\""),
    ]
    .concat();
    let trigger = |event: &str, actions: &str| {
        format!(
            "    action_trigger {{\n      events = [{event}]\n      actions = [{actions}]\n    }}\n"
        )
    };
    let sample = |name: &str, origin: &str| {
        let triggers = [
            trigger("before_create", "action.lab_test.bc"),
            trigger("after_create", "action.lab_test.ac"),
            trigger("before_update", "action.lab_test.bu"),
            trigger("after_update", "action.lab_test.au, action.lab_test.au2"),
        ];
        let triggers = triggers.concat();
        work.main(&format!(
            "{PROVIDER}{all}resource \"lab_sample\" \"s\" {{\n  name = \"{name}\"\n  origin = \"{origin}\"\n  lifecycle {{\n{triggers}  }}\n}}\n"
        ));
    };
    let whole = |test: &str| [format!("test {test}"), format!("tested {test}")];
    let expected = |parts: &[&[String]]| parts.concat();
    sample("a", "x");
    work.apply().says("Actions: 2 invoked");
    let created = ["create a".to_owned()];
    assert_eq!(
        log(&work),
        expected(&[&whole("bc"), &created, &whole("ac")])
    );
    // Nothing changes, and nothing is triggered.
    work.nothing_to_do();
    work.apply().does_not_mention("Action started");
    assert_eq!(log(&work), Vec::<String>::new());
    sample("b", "x");
    work.apply().says("Actions: 3 invoked");
    let updated = ["update b".to_owned()];
    assert_eq!(
        log(&work),
        expected(&[&whole("bu"), &updated, &whole("au"), &whole("au2")])
    );
    // A replacement is a create.
    sample("b", "y");
    work.apply().says("Actions: 2 invoked");
    // Actions before the create need not wait for the delete.
    let lines = log(&work);
    let at = |line: &str| {
        lines
            .iter()
            .position(|known| known == line)
            .expect("it was done")
    };
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(
        at("delete b") < at("create b")
            && at("tested bc") < at("create b")
            && at("create b") < at("test ac"),
        "{lines:?}"
    );
    work.destroy();
    assert_eq!(log(&work), ["delete b"]);
    work.clean();
}

#[test]
fn unknown_configuration_is_planned_and_known_when_invoked() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + &sample("a", "after_create", "action.lab_test.t")
        + &test(
            "t",
            "",
            "sample = \"no ${lab_sample.s.number}\"\n    times = lab_sample.s.number",
        );
    work.main(&main);
    let plan = work.plan();
    let planned = &plan.json()["action_invocations"];
    assert_eq!(
        planned[0]["lifecycle_action_trigger"],
        json!({
            "triggering_resource_address": "lab_sample.s", "action_trigger_event": "AfterCreate",
            "action_trigger_block_index": 0, "actions_list_index": 0,
        })
    );
    let unknown = &planned[0]["config_unknown"];
    assert_eq!(
        (&unknown["sample"], &unknown["times"], &unknown["flaw"]),
        (&json!(true), &json!(true), &Json::Null)
    );
    let text = std::fs::read_to_string(work.path().join("lab.log")).expect("it was planned");
    assert!(text.contains("plan ?"), "{text}");
    log(&work);
    work.terraform(&["apply", "plan.bin"])
        .succeeded()
        .says("1 of 1");
    assert_eq!(log(&work), ["create a", "test no 1", "tested no 1"]);
    // An action that is invoked directly needs known values.
    work.terraform(&["apply", "-auto-approve", "-invoke=action.lab_test.t"])
        .succeeded();
    assert_eq!(log(&work), ["test no 1", "tested no 1"]);
    work.destroy();
    work.clean();
}

/// The trigger of the second of two samples may have a condition on the first; a condition that is
/// unknown in the plan is rejected, as by the local runner.
#[test]
fn a_condition_decides_and_must_be_known() {
    let Some(work) = laboratory() else { return };
    let main = |condition: &str| {
        let triggered = sample("a", "after_create", "action.lab_test.t").replace(
            "      actions",
            &format!("      condition = {condition}\n      actions"),
        );
        let first = "resource \"lab_sample\" \"first\" {\n  name = \"abc\"\n}\n";
        work.main(&(PROVIDER.to_owned() + first + &triggered + &test("t", "", "sample = \"t\"")));
    };
    for (condition, invoked) in [("true", true), ("1 > 2", false)] {
        main(condition);
        let planned = work.plan().json()["action_invocations"].clone();
        let planned = planned.as_array().map_or(0, Vec::len);
        assert_eq!(planned, usize::from(invoked), "{condition}");
        log(&work);
        work.terraform(&["apply", "plan.bin"]).succeeded();
        let mut lines = log(&work);
        lines.retain(|line| !line.starts_with("create "));
        let expected: &[&str] = match invoked {
            true => &["test t", "tested t"],
            false => &[],
        };
        assert_eq!(lines, expected, "{condition}");
        work.nothing_to_do();
        work.destroy();
        log(&work);
    }
    main("lab_sample.first.number > 2");
    work.terraform(&["plan"])
        .failed()
        .says("Condition must be known");
    work.clean();
}

#[test]
fn repetitions_progress_and_aliases() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + "provider \"lab\" {\n  alias = \"other\"\n  name = \"other\"\n}\n"
        + &sample(
            "a",
            "after_create",
            "action.lab_test.counted[1], action.lab_test.each[\"y\"]",
        )
        + &test(
            "counted",
            "count = 2",
            "sample = \"c${count.index}\"\n    times = 3",
        )
        + &test(
            "each",
            "for_each = toset([\"x\", \"y\"])",
            "sample = each.key",
        )
        + &test(
            "aliased",
            "provider = lab.other",
            "sample = \"z\"\n    times = 2",
        );
    work.main(&main);
    let run = work.apply();
    for line in ["1 of 3", "2 of 3", "3 of 3"] {
        assert!(run.stdout.contains(line), "{}", run.text());
    }
    assert_eq!(
        log(&work),
        ["create a", "test c1", "tested c1", "test y", "tested y"]
    );
    let invoke = |address: &str| {
        work.terraform(&["apply", "-auto-approve", &format!("-invoke={address}")])
            .succeeded();
        let mut lines = log(&work);
        lines.retain(|line| line.starts_with("tested"));
        lines.sort();
        lines
    };
    assert_eq!(
        invoke("action.lab_test.counted"),
        ["tested c0", "tested c1"]
    );
    assert_eq!(invoke("action.lab_test.counted[0]"), ["tested c0"]);
    assert_eq!(invoke("action.lab_test.each[\"x\"]"), ["tested x"]);
    assert_eq!(invoke("action.lab_test.aliased"), ["tested z"]);
    work.destroy();
    work.clean();
}

/// An ephemeral value reaches a write-only argument, also in a block, and is not in the plan.
#[test]
fn ephemeral_values_in_write_only_arguments() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + "ephemeral \"lab_code\" \"c\" {\n  length = 7\n}\n"
        + &sample("a", "after_create", "action.lab_test.t")
        + &test(
            "t",
            "",
            "sample = \"a\"\n    flaw = \"code\"\n    code = ephemeral.lab_code.c.text\n    instrument {\n      name = \"i\"\n      \
             pin = ephemeral.lab_code.c.text\n    }",
        );
    work.main(&main);
    let plan = work.plan().json().to_string();
    assert!(!plan.contains("xxxxxxx"), "{plan}");
    log(&work);
    work.terraform(&["apply", "plan.bin"]).succeeded();
    let mut lines = log(&work);
    lines.retain(|line| line.starts_with("code"));
    assert_eq!(lines, ["code 7, 1 pins"]);
    assert!(!work.outputs().contains("xxxxxxx"));
    // Terraform does not save a value that is not ephemeral either.
    work.main(&main.replace("ephemeral.lab_code.c.text", "\"yyyyyyy\""));
    let plan = work.plan().json()["action_invocations"].to_string();
    assert!(!plan.contains("yyyyyyy"), "{plan}");
    work.terraform(&["apply", "-auto-approve", "-invoke=action.lab_test.t"])
        .succeeded();
    assert!(log(&work).contains(&"code 7, 1 pins".to_owned()));
    work.destroy();
    work.clean();
}

/// Compares the JSON lines of Terraform and the local runner, and the order in which provider code
/// is called.
#[test]
fn the_local_runner_acts_and_reports_like_terraform() {
    let Some(work) = laboratory() else { return };
    let all = "action.lab_test.a, action.lab_test.b[0]";
    let main = |name: &str, flaw: &str| {
        PROVIDER.to_owned()
            + &sample(name, "before_create, after_create, after_update", all)
            + &test("a", "", "sample = \"one\"\n    times = 2")
            + &test(
                "b",
                "count = 1",
                &format!("sample = \"two\"\n    flaw = \"{flaw}\""),
            )
    };
    let local_log = work.path().join("local.log");
    let variables = [("LAB_LOG", local_log.display().to_string())];
    let providers =
        std::fs::read_to_string(work.path().join("providers.tf")).expect("it was written");
    work.write("local/providers.tf", &providers);
    let kinds = [
        "planned_action_invocation",
        "action_start",
        "action_progress",
        "action_complete",
        "action_errored",
        "change_summary",
    ];
    let mut compared = 0;
    let mut compare = |line: &[&str]| {
        let theirs = work.terraform(line);
        let mut hand = line.to_vec();
        if let Some(address) = line.last().and_then(|last| last.strip_prefix("-invoke=")) {
            hand = vec!["invoke", "-json", "-auto-approve", address];
        }
        let ours = by_hand(&work, LAB, &variables, &hand);
        let lines = |text: &str| of_types(&json_lines(text), &kinds);
        let (mut ours, mut theirs) = (lines(&ours), lines(&theirs.stdout));
        // The lines of a plan are in any order.
        for lines in [&mut ours, &mut theirs] {
            let planned = |line: &Json| line["type"] == "planned_action_invocation";
            let (mut plan, rest): (Vec<_>, Vec<_>) = lines.drain(..).partition(planned);
            plan.sort_by_key(Json::to_string);
            plan.dedup();
            lines.extend(plan.into_iter().chain(rest));
        }
        compared += theirs.len();
        similar_lines(&ours, &theirs, line);
        let mut local: Vec<String> = std::fs::read_to_string(&local_log)
            .unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect();
        local.retain(|line| !line.starts_with("plan "));
        let _ = std::fs::remove_file(&local_log);
        assert_eq!(local, log(&work), "{line:?}");
    };
    let configure = |text: &str| {
        work.main(text);
        work.write("local/main.tf", text);
    };
    configure(&main("x", ""));
    compare(&["plan", "-json"]);
    compare(&["apply", "-json", "-auto-approve"]);
    compare(&[
        "apply",
        "-json",
        "-auto-approve",
        "-invoke=action.lab_test.a",
    ]);
    compare(&[
        "apply",
        "-json",
        "-auto-approve",
        "-invoke=action.lab_test.b",
    ]);
    configure(&main("y", ""));
    compare(&["apply", "-json", "-auto-approve"]);
    configure(&main("z", "error"));
    compare(&["apply", "-json", "-auto-approve"]);
    compare(&[
        "apply",
        "-json",
        "-auto-approve",
        "-invoke=action.lab_test.b[0]",
    ]);
    assert!(compared > 30, "{compared}");
    let _ = work.complaints();
}

#[track_caller]
fn similar_lines(ours: &[Json], theirs: &[Json], line: &[&str]) {
    let text = |lines: &[Json]| {
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    assert!(
        ours == theirs,
        "{line:?}: ours\n{}theirs\n{}",
        text(ours),
        text(theirs)
    );
}

/// Terraform has no place to report an error at, but the cause of the invocation.
#[test]
fn an_action_needs_no_block_of_its_own() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + &sample("a", "after_create", "action.lab_plain.p")
        + "action \"lab_plain\" \"p\" {}\n";
    work.main(&main);
    work.terraform(&["validate"]).succeeded();
    work.apply().says("made");
    assert_eq!(log(&work), ["create a"]);
    work.terraform(&["apply", "-auto-approve", "-invoke=action.lab_plain.p"])
        .succeeded()
        .says("made");
    work.destroy();
    log(&work);
    // Missing arguments, with a block and without.
    for (block, made) in [("", 1), ("config {}", 0)] {
        let main = main
            .replace("plain", "picky")
            .replace("\"p\" {}", &format!("\"p\" {{\n{block}\n}}"));
        work.main(&main);
        work.terraform(&["validate"]).succeeded();
        work.apply_fails().says("one").says("other");
        assert_eq!(log(&work).len(), made);
        work.terraform(&["apply", "-auto-approve", "-invoke=action.lab_picky.p"])
            .failed()
            .says("one")
            .says("other");
        assert_eq!(log(&work), Vec::<String>::new());
        work.destroy();
        log(&work);
    }
    work.clean();
}
