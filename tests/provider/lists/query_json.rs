//! The machine-readable output of `query` (`-json`).

use serde_json::json;

use crate::query::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn machines_read_json() {
    let query = "list \"arch_box\" \"b\" {\n  provider = arch\n  limit = 1\n}\n";
    let (code, output, _) = Bench::new(query).run("query -json").await;
    assert_eq!(code, 0);
    // The lines of `terraform query -json`.
    assert_eq!(
        json_lines(&output),
        [
            json!({
                "@level": "info",
                "@message": "The local runner of the provider arch",
                "@module": "terraform.ui",
                "provider": "arch",
                "type": "version",
                "ui": "1.2",
            }),
            json!({
                "@level": "info",
                "@message": "list.arch_box.b: Starting query...",
                "@module": "terraform.ui",
                "type": "list_start",
                "list_start": {
                    "address": "list.arch_box.b",
                    "resource_type": "arch_box",
                },
            }),
            json!({
                "@level": "info",
                "@message": "list.arch_box.b: Result found",
                "@module": "terraform.ui",
                "type": "list_resource_found",
                "list_resource_found": {
                    "address": "list.arch_box.b",
                    "resource_type": "arch_box",
                    "display_name": "box 1",
                    "identity": {"serial": 1},
                    "identity_version": 0,
                },
            }),
            json!({
                "@level": "info",
                "@message": "list.arch_box.b: List complete",
                "@module": "terraform.ui",
                "type": "list_complete",
                "list_complete": {
                    "address": "list.arch_box.b",
                    "resource_type": "arch_box",
                    "total": 1,
                },
            }),
        ]
    );
}

/// The lines without their times.
fn json_lines(output: &str) -> Vec<serde_json::Value> {
    let lines = output.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("JSON in each line");
        let time = line
            .as_object_mut()
            .and_then(|line| line.remove("@timestamp"));
        assert!(time.is_some_and(|time| time.is_string()), "{line}");
        line
    });
    lines.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn json_output_has_configuration_and_generated_blocks() {
    let query = "list \"arch_paper\" \"a\" {\n  provider = arch\n  limit = 1\n  config {\n    shelf = \"s\"\n    tags = [\"secrets\"]\n  }\n}\n";
    let bench = Bench::new(query);
    let (code, output, _) = bench.run("query -json -generate-config-out=made.tf").await;
    assert_eq!(code, 0, "{output}");
    let lines = json_lines(&output);
    let input = &lines[1]["list_start"]["input_config"];
    assert_eq!(
        (&input["shelf"], &input["tags"], &input["how"]),
        (&json!("s"), &json!(["secrets"]), &json!(null))
    );
    let found = &lines[2]["list_resource_found"];
    assert_eq!(found["resource_object"]["sum"], "sum of c0");
    let config = found["config"].as_str().expect("configuration");
    let import = found["import_config"].as_str().expect("an import block");
    assert_eq!(
        config,
        "resource \"arch_paper\" \"a_0\" {\n  provider = arch\n  code     = \"c0\"\n  shelf    = \"s\"\n}"
    );
    assert!(
        import.starts_with(
            "import {\n  to       = arch_paper.a_0\n  provider = arch\n  identity = {\n"
        ),
        "{import}"
    );
    assert_eq!(bench.read("made.tf"), format!("{config}\n\n{import}\n\n"));
}
