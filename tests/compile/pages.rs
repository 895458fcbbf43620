//! Code that must compile: the programs of `tests/ui/pass`, and two that the test generates:
//! README's, and one with every validator and format at a field, as its definition writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use schema_rules::validator::{self, DEFINITIONS};
use sdk_tests::in_parallel;

use crate::rustc::Compiler;

/// All forms of keys and types compile without a warning, and the programs run.
#[test]
fn what_is_right_compiles_and_runs() {
    let compiler = Compiler::find();
    let folder = crate::workspace().join("tests/ui/pass");
    let programs: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the programs")
        .map(|program| program.expect("a program").path())
        .collect();
    assert!(programs.len() > 15, "{programs:?}");
    in_parallel(&programs, |source| {
        let place = source.display();
        let (messages, program) = compiler.compiled(source, "link");
        assert!(messages.is_empty(), "{place}: {messages:#?}");
        let done = Command::new(&program).output();
        let done = done.unwrap_or_else(|error| panic!("{place}: {error}"));
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{place}: {}: {said}", done.status);
        // Each is tens of megabytes.
        let _ = fs::remove_file(program);
    });
}

/// README's code compiles, with the omitted parts filled in.
#[test]
fn what_the_pages_show_compiles() {
    let compiler = Compiler::find();
    let text = fs::read_to_string(crate::workspace().join("README.md")).expect("a page");
    let blocks: Vec<&str> = text
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```\n").next())
        .collect();
    let [block] = blocks[..] else {
        panic!("README.md has {} blocks of Rust", blocks.len());
    };
    let messages = compiler.messages_of(&readme(block));
    let errors: Vec<_> = messages.iter().filter(|m| m["level"] == "error").collect();
    assert!(errors.is_empty(), "README.md: {errors:#?}");
}

/// The text with a placeholder replaced.
fn instead(text: &str, stands: &str, written: &str) -> String {
    assert_eq!(text.matches(stands).count(), 1, "{stands} in {text}");
    text.replace(stands, written)
}

/// README's resource, with the rest of the provider around it.
fn readme(block: &str) -> String {
    let rest = "
    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
";

    let block = instead(
        block,
        "    // read, delete; and `impl Update for Image`\n",
        rest,
    );
    format!(
        "use schema_provider::prelude::*;
{block}

impl Update for Image {{
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{ Ok(()) }}
}}

#[derive(Schema)]
pub struct Partition {{
    #[field(required)]
    name: String,
}}

#[derive(Schema)]
#[schema(provider = \"disk\")]
pub struct Disk {{}}

pub struct Made {{ name: String, sha256: String }}

pub struct Client;

impl Client {{
    async fn create(&self, name: String) -> Result<Made> {{
        Ok(Made {{ sha256: name.clone(), name }})
    }}
}}

impl Provider for Disk {{
    type Client = Client;
    fn resources() -> &'static [ResourceDef<Self>] {{ resources![Image] }}
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Client> {{ Ok(Client) }}
}}

fn main() {{}}

"
    )
}

#[test]
fn each_validator_compiles_as_its_definition_writes_it() {
    let compiler = Compiler::find();
    let messages = compiler.messages_of(&program());
    assert!(messages.is_empty(), "{messages:#?}\n{}", program());
}

/// The validators, as an editor shows them.
const VALIDATORS: &str = include_str!("../../schema-derive/src/schema_validators.md");

/// A struct with a field for each of them, with the type that the page states.
fn program() -> String {
    let mut fields = String::new();
    let mut field = |name: &str, ty: &str, example: &str| {
        let written = writeln!(
            fields,
            "    #[field(optional, validate = [{example}])]\n    the_{name}: {ty},"
        );
        written.expect("memory");
    };
    for definition in DEFINITIONS {
        let shown = format!("`{}`", definition.example);
        let mut rows = VALIDATORS.lines().filter(|row| row.contains(&shown));
        let of = rows.next().and_then(|row| row.split('|').nth(1));
        let ty = match (of.map(str::trim), definition.name) {
            (Some("numbers"), _) => "Option<i64>",
            (Some("bools"), _) => "Option<bool>",
            (Some("collections"), "keys" | "values") => {
                "std::collections::BTreeMap<String, String>"
            }
            (Some("collections"), _) => "Vec<String>",
            _ => "Option<String>",
        };
        field(definition.name, ty, definition.example);
    }
    let forms = validator::names().filter(|name| DEFINITIONS.iter().all(|one| one.name != *name));
    for form in forms {
        field(form, "Option<String>", form);
    }
    format!(
        "#![deny(warnings)]\n\nuse schema_provider::prelude::*;\n\n\
         #[derive(Schema)]\n#[schema(resource = \"every_validator\")]\npub struct Every {{\n{fields}}}\n\n\
         fn my_check(_: &schema_provider::Path, _: &String) -> Diagnostics {{\n    Diagnostics::new()\n}}\n\n\
         fn main() {{}}\n"
    )
}
