//! Deeply nested values: what is accepted can be saved, and what was saved can be read.

use schema_provider::Number;
use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "deep")]
pub struct Deep {}

impl Provider for Deep {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "deep_thing")]
pub struct Thing {
    #[field(optional)]
    payload: Option<Dynamic>,
    /// How deep the result is.
    #[field(optional)]
    levels: Option<i64>,
    #[field(computed)]
    result: Option<Dynamic>,
    #[field(computed)]
    number: Option<Number>,
}

fn nested(levels: i64) -> Dynamic {
    let deep = (0..levels).fold(serde_json::json!("x"), |inner, _| {
        serde_json::json!([inner])
    });
    Dynamic::from_json(&deep)
}

impl Resource for Thing {
    type Provider = Deep;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        let levels = data.get(Thing::LEVELS);
        data.set(Thing::RESULT, levels.map(nested));
        data.set(
            Thing::NUMBER,
            levels
                .is_some_and(|levels| levels < 0)
                .then_some(Number::INFINITY),
        );
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Thing {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        Desk(tempfile::tempdir().expect("temporary directory"))
    }

    async fn run(&self, config: &str, line: &str) -> (u8, String) {
        std::fs::write(self.0.path().join("main.tf"), config).expect("written");
        let (io, captured) = Io::captured(self.0.path(), "");
        let instance = Instance::new::<Deep>(Environment::default()).expect("a good provider");
        let status = run(line.split(' '), instance, io).await;
        (status.code(), captured.output() + &captured.errors())
    }

    fn state(&self) -> String {
        std::fs::read_to_string(self.0.path().join("deep.state.json")).unwrap_or_default()
    }
}

/// This many levels; the parser reads 64 unchanged.
fn brackets(levels: usize) -> String {
    let (open, close) = ("[".repeat(levels), "]".repeat(levels));
    match levels {
        ..64 => format!("{open}\"x\"{close}"),
        _ => format!("jsondecode(\"{open}1{close}\")"),
    }
}

#[tokio::test]
async fn deeply_nested_values_are_read_back() {
    for levels in [61, 62, 63, 64, 100, 127, 128] {
        let desk = Desk::new();
        let value = brackets(levels);
        let config = format!(
            "resource \"deep_thing\" \"a\" {{\n  payload = {value}\n  levels = {levels}\n}}\noutput \"o\" {{\n  value = {value}\n}}\n"
        );
        for line in [
            "apply -auto-approve",
            "plan -detailed-exitcode",
            "show -json",
            "output -json",
        ] {
            let (code, said) = desk.run(&config, line).await;
            assert_eq!(code, 0, "{levels} {line}: {said}");
        }
        let (code, said) = desk.run(&config, "destroy -auto-approve").await;
        assert_eq!(code, 0, "{said}");
    }
}

#[tokio::test]
async fn too_deep_values_are_rejected_in_the_plan() {
    let deep = brackets(129);
    let strings = "[".repeat(129) + &"]".repeat(129);
    let types = "list(".repeat(129) + "string" + &")".repeat(129);
    for config in [
        format!("resource \"deep_thing\" \"a\" {{\n  payload = {deep}\n}}\n"),
        format!("output \"o\" {{\n  value = {deep}\n}}\n"),
        format!("output \"o\" {{\n  value = jsondecode(\"{strings}\")\n}}\n"),
        format!("output \"o\" {{\n  value = [{}]\n}}\n", brackets(128)),
        format!(
            "variable \"v\" {{\n  type = {types}\n  default = []\n}}\noutput \"o\" {{\n  value = var.v\n}}\n"
        ),
        format!(
            "locals {{\n  a = {}\n  b = [local.a]\n}}\noutput \"o\" {{\n  value = 1\n}}\n",
            brackets(128)
        ),
    ] {
        let desk = Desk::new();
        let (code, said) = desk.run(&config, "plan").await;
        assert_eq!(code, 1, "{config}: {said}");
        assert!(said.contains("levels"), "{config}: {said}");
    }
    let desk = Desk::new();
    let config = "variable \"v\" {\n  type = any\n}\noutput \"o\" {\n  value = var.v\n}\n";
    let (code, said) = desk.run(config, &format!("plan -var v={strings}")).await;
    assert!(code == 1 && said.contains("nested"), "{said}");
    std::fs::write(
        desk.0.path().join("terraform.tfvars.json"),
        format!("{{\"v\":{strings}}}"),
    )
    .expect("written");
    let (code, said) = desk.run(config, "plan").await;
    assert!(code == 1 && said.contains("128 levels"), "{said}");
}

#[tokio::test]
async fn too_deep_results_of_a_provider_are_null_and_an_error() {
    for (levels, why) in [(129, "128 levels"), (190, "128 levels"), (-1, "infinite")] {
        let desk = Desk::new();
        let config = format!("resource \"deep_thing\" \"a\" {{\n  levels = {levels}\n}}\n");
        let (code, said) = desk.run(&config, "apply -auto-approve").await;
        assert!(code == 1 && said.contains(why), "{said}");
        assert!(said.contains("attribute result") || levels < 0, "{said}");
        let state: serde_json::Value = serde_json::from_str(&desk.state()).expect("JSON");
        let attributes = &state["resources"][0]["attributes"];
        assert_eq!(attributes["id"], "1", "{state}");
        assert!(
            attributes["number"].is_null() && (levels < 0 || attributes["result"].is_null()),
            "{state}"
        );
        let (code, said) = desk.run(&config, "destroy -auto-approve").await;
        assert_eq!(code, 0, "{said}");
    }
}

#[tokio::test]
async fn a_null_keeps_its_type() {
    let desk = Desk::new();
    let config = "resource \"deep_thing\" \"a\" {\n  payload = tostring(null)\n}\n";
    let (code, said) = desk.run(config, "apply -auto-approve").await;
    assert_eq!(code, 0, "{said}");
    let state: serde_json::Value = serde_json::from_str(&desk.state()).expect("JSON");
    let payload = &state["resources"][0]["attributes"]["payload"];
    assert_eq!(
        *payload,
        serde_json::json!({"type": "string", "value": null})
    );
    let (code, said) = desk.run(config, "plan -detailed-exitcode").await;
    assert_eq!(code, 0, "{said}");
}

#[tokio::test]
async fn a_serial_at_its_maximum_is_no_end() {
    let desk = Desk::new();
    let config = "resource \"deep_thing\" \"a\" {\n}\n";
    desk.run(config, "apply -auto-approve").await;
    let state = desk.state();
    let at = state.find("\"serial\": ").expect("serial") + 10;
    let end = at + state[at..].find(',').expect("end");
    let full = format!("{}{}{}", &state[..at], u64::MAX, &state[end..]);
    std::fs::write(desk.0.path().join("deep.state.json"), full).expect("written");
    let (code, said) = desk.run("", "apply -auto-approve").await;
    assert_eq!(code, 0, "{said}");
    assert!(
        desk.state().contains("\"resources\": []"),
        "{}",
        desk.state()
    );
}

#[tokio::test]
async fn long_names_are_shown() {
    let desk = Desk::new();
    let name = "n".repeat(70_000);
    let config = format!(
        "resource \"deep_thing\" \"a\" {{\n  payload = {{\n    {name} = 1\n    b = 2\n  }}\n}}\noutput \"{name}\" {{\n  value = 1\n}}\n"
    );
    for line in [
        "plan",
        "apply -auto-approve",
        "show",
        "output",
        "destroy -auto-approve",
    ] {
        let (code, said) = desk.run(&config, line).await;
        assert_eq!(code, 0, "{line}: {said}");
    }
}

#[tokio::test]
async fn the_structure_of_sensitive_values_is_shown() {
    let desk = Desk::new();
    let config = "variable \"s\" {\n  sensitive = true\n  default = \"x\"\n}\nresource \"deep_thing\" \"a\" {\n  payload = {\n    a = [1, var.s]\n    b = {}\n    c = 1\n  }\n}\n";
    let (code, said) = desk.run(config, "apply -auto-approve").await;
    assert_eq!(code, 0, "{said}");
    let (_, said) = desk.run(config, "show -json").await;
    let shown: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    // As in `terraform show -json`.
    assert_eq!(
        shown["values"]["root_module"]["resources"][0]["sensitive_values"],
        serde_json::json!({"payload": {"a": [false, true], "b": {}}}),
        "{shown}"
    );
}
