//! Every validator and form at a field, as its definition writes it.

use std::fmt::Write as _;
use std::fs;

use schema_rules::validator::{self, AppliesTo, DEFINITIONS};

use super::Compiler;

#[test]
fn each_validator_compiles_as_its_definition_writes_it() {
    let compiler = Compiler::find();
    let source = compiler.out.path().join("validators.rs");
    fs::write(&source, program()).expect("a source file");
    let messages = compiler.messages(&source);
    assert!(messages.is_empty(), "{messages:#?}\n{}", program());
}

/// A struct with a field for each of them.
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
        let ty = match (definition.of, definition.name) {
            (AppliesTo::Number, _) => "Option<i64>",
            (AppliesTo::Bool, _) => "Option<bool>",
            (AppliesTo::Collection, "keys" | "values") => {
                "std::collections::BTreeMap<String, String>"
            }
            (AppliesTo::Collection, _) => "Vec<String>",
            (AppliesTo::Text | AppliesTo::TextOrNumber | AppliesTo::Anything, _) => {
                "Option<String>"
            }
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
