//! Questions, colours, and JSON output.

use serde_json::Value as Json;

use crate::Bench;

const ONE: &str = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hush\"\n}\noutput \"code\" {\n  value = mem_box.a.code\n  sensitive = true\n}\n";

#[tokio::test]
async fn apply_asks() {
    let bench = Bench::new("asks");
    bench.config(ONE);
    for answer in ["no\n", "", "y\n", "YES\n"] {
        let done = bench.run_with("apply", answer).await;
        assert_eq!(done.code, 1);
        assert!(
            done.output.contains("Only \"yes\" will be accepted"),
            "{}",
            done.output
        );
        assert!(done.output.contains("Apply cancelled."), "{}", done.output);
    }
    assert_eq!(bench.calls(), ["configure"; 4]);
    bench
        .run_with("apply", "yes\n")
        .await
        .good()
        .says("1 added");
    // Nothing to do, nothing to ask.
    bench.run_with("apply", "").await.good().says("No changes.");
    bench
        .run("apply -input=false")
        .await
        .bad()
        .warns("-auto-approve");
    bench.run_with("destroy", "no\n").await;
    bench
        .run_with("destroy", "yes\n")
        .await
        .good()
        .says("1 destroyed");
}

#[tokio::test]
async fn sensitive_values_are_hidden() {
    let bench = Bench::new("hidden");
    bench.config(
        "variable \"v\" {\n  sensitive = true\n  default = \"secret\"\n}\n\
         resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hush\"\n  note = \"x-${var.v}\"\n}\n\
         resource \"mem_tag\" \"t\" {\n  on = \"a\"\n  text = mem_box.a.code\n}\n\
         output \"o\" {\n  value = mem_box.a.note\n  sensitive = true\n}\n",
    );
    let done = bench
        .apply()
        .await
        .says("+ code     = (sensitive value)")
        .says("+ note     = (sensitive value)")
        .says("+ text = (sensitive value)")
        .says("o = (sensitive value)");
    let shown = bench
        .run("show")
        .await
        .good()
        .says("code     = (sensitive value)");
    let json = bench.run("show -json").await.good();
    let plan = bench.run("plan -json -destroy").await.good();
    for text in [done.output, shown.output, json.output, plan.output] {
        assert!(!text.contains("hush") && !text.contains("secret"), "{text}");
    }
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hush\"\n}\noutput \"o\" {\n  value = mem_box.a.code\n}\n");
    bench
        .run("plan")
        .await
        .bad()
        .warns("Output refers to sensitive values");
}

#[tokio::test]
async fn colours_only_on_a_terminal_that_wants_them() {
    for (name, line, terminal, no_color, coloured) in [
        ("colour-1", "plan", true, "", true),
        ("colour-2", "plan", false, "", false),
        ("colour-3", "plan", true, "1", false),
        ("colour-4", "plan -no-color", true, "", false),
    ] {
        let bench = Bench::new(name).env("NO_COLOR", no_color);
        bench.config(ONE);
        let (io, captured) = bench.io("");
        let io = if terminal { io.on_terminal() } else { io };
        let status = schema_provider::local::run(line.split(' '), bench.instance(), io).await;
        assert_eq!(status.code(), 0);
        assert_eq!(
            captured.output().contains("\u{1b}[32m+"),
            coloured,
            "{line}"
        );
        assert_eq!(captured.output().contains('\u{1b}'), coloured, "{line}");
    }
}

fn lines(text: &str) -> Vec<Json> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}

#[tokio::test]
async fn json_output_has_one_object_per_line() {
    let bench = Bench::new("machine");
    bench.config(&ONE.replace(
        "code =",
        "size = 5\n  lid {\n    kind = \"flat\"\n  }\n  code =",
    ));
    let done = bench.run("plan -json").await.good();
    let all = lines(&done.output);
    let change = all
        .iter()
        .find(|line| line["type"] == "planned_change")
        .expect("a change");
    let change = &change["change"];
    assert_eq!(change["action"], "create");
    assert_eq!(change["resource"]["addr"], "mem_box.a");
    assert_eq!(change["before"], Json::Null);
    assert_eq!(change["after"]["size"], 5);
    assert_eq!(change["after"]["code"], Json::Null);
    assert_eq!(change["after"]["lid"][0]["kind"], "flat");
    assert_eq!(change["after_sensitive"], serde_json::json!({"code": true}));
    assert_eq!(
        change["after_unknown"],
        serde_json::json!({"id": true, "serial": true})
    );
    let done = bench.run("apply -json -auto-approve").await.good();
    let all = lines(&done.output);
    let types: Vec<&str> = all
        .iter()
        .filter_map(|line| line["type"].as_str())
        .collect();
    assert_eq!(
        types,
        [
            "version",
            "planned_change",
            "change_summary",
            "outputs",
            "apply_start",
            "apply_complete",
            "change_summary",
            "outputs"
        ]
    );
    assert_eq!(all[6]["changes"]["add"], 1);
    let done = bench.run("show -json").await.good();
    let shown: Json = serde_json::from_str(&done.output).expect("one document");
    let resource = &shown["values"]["root_module"]["resources"][0];
    assert_eq!(resource["values"]["id"], "box-1");
    assert_eq!(resource["address"], "mem_box.a");
    bench.config("resource \"mem_box\" \"a\" {\n  name = 1 +\n}\n");
    let done = bench.run("plan -json").await;
    assert_eq!((done.code, done.errors.as_str()), (1, ""));
    let all = lines(&done.output);
    assert_eq!(all[1]["type"], "diagnostic");
    assert_eq!(all[1]["diagnostic"]["range"]["start"]["line"], 2);
    bench.run("apply -json").await;
}

#[tokio::test]
async fn schema_is_terraforms_document() {
    let bench = Bench::new("schema");
    let done = bench.run("schema").await.good();
    let json: Json = serde_json::from_str(&done.output).expect("a document");
    let providers = schema_provider::schema_runtime::dynamic::read_document(&json)
        .expect("as Terraform writes it");
    assert_eq!(providers.len(), 1);
    let names: Vec<&str> = providers[0]
        .resources
        .iter()
        .map(|r| r.type_name.as_str())
        .collect();
    assert_eq!(names, ["mem_box", "mem_tag"]);
}

#[tokio::test]
async fn text_from_outside_cannot_move_the_cursor() {
    let bench = Bench::new("escape");
    bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = \"\\u001b[2Jx\"\n}\n");
    let done = bench.run("plan").await.good();
    assert!(!done.output.contains('\u{1b}'), "{}", done.output);
    bench.config("resource \"mem_box\" \"a\" {\n  nme = \"\u{1b}[2J\"\n}\n");
    let done = bench.run("plan").await.bad();
    assert!(!done.errors.contains('\u{1b}'), "{}", done.errors);
}

#[tokio::test]
async fn terminal_control_characters_are_escaped() {
    let bench = Bench::new("obeyed");
    let evil = "a\u{202e}b\u{200b}c\u{9b}d\u{e0041}";
    bench.config(&format!(
        "resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  note = \"{evil}\"\n  labels = {{ \"{evil}\" = \"x\" }}\n}}\n\
         output \"o\" {{\n  value = \"{evil}\"\n}}\n"
    ));
    let escaped = r#""a\u202eb\u200bc\u009bd\U000e0041""#;
    let mut outputs = Vec::new();
    for line in ["plan", "apply -auto-approve", "show"] {
        outputs.push(bench.run(line).await.good().says(escaped).output);
    }
    // The state itself is exact.
    assert_eq!(
        bench.stored("mem_box.a").expect("saved")["attributes"]["note"],
        evil
    );
    // The JSON has the same meaning.
    let show = bench.run("show -json").await.good().output;
    let json: Json = serde_json::from_str(&show).expect("JSON");
    let values = &json["values"]["root_module"]["resources"][0]["values"];
    assert_eq!(values["note"], evil);
    assert_eq!(values["labels"][evil], "x");
    let plan = bench.run("plan -json -destroy").await.good().output;
    outputs.extend([show, plan]);
    // In messages: an excerpt of the configuration, and the provider's text.
    bench.config(&format!(
        "resource \"mem_box\" \"a\" {{\n  name = \"{evil}\"\n}}\n"
    ));
    outputs.push(bench.run("plan").await.bad().errors);
    outputs.push(bench.run(&format!("{evil} x")).await.errors);
    for text in outputs {
        let obeyed = |c: char| (c.is_control() && c != '\n') || evil.contains(c) && !c.is_ascii();
        assert!(!text.contains(obeyed), "{text:?}");
    }
}
