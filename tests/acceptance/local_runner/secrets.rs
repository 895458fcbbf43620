//! Secrets in blocks: neither program shows them.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::{Both, lines};

/// The lines of one block of a plan, without alignment.
fn block_of(plan: &str, address: &str) -> Vec<String> {
    let lines = plan
        .lines()
        .skip_while(|line| !line.contains(&format!("# {address} ")));
    let block = lines.take_while(|line| *line != "    }");
    // Terraform names every write-only attribute and counts it as unchanged; the local runner omits
    // those without a known value.
    block
        .filter(|line| !line.trim().is_empty() && !line.contains("write-only attribute"))
        .filter(|line| !line.contains("unchanged attribute"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// Exactly the secrets are hidden: in new and in changed objects, in text and in JSON.
#[test]
fn secrets_in_blocks() {
    let Some(both) = Both::new() else { return };
    let text = |password: &str| {
        format!(
            "resource \"kitchen_secrets\" \"a\" {{\n  name = \"a\"\n  password = \"s\"\n  keys = {{ k = \"s\" }}\n\
             login {{\n    user = \"first\"\n    password = \"{password}\"\n  }}\n\
             login {{\n    user = \"second\"\n  }}\n  vault = {{ path = \"p\", seal = \"s\" }}\n}}\n"
        )
    };
    for password in ["one", "two"] {
        both.main(&text(password));
        let local = both.local(&["plan"]).1;
        let terraform = both.terraform(&["plan", "-no-color", "-out=plan.bin"]).1;
        assert_eq!(
            block_of(&local, "kitchen_secrets.a"),
            block_of(&terraform, "kitchen_secrets.a"),
            "left: the local runner"
        );
        let (_, json) = both.local(&["plan", "-json"]);
        let json = lines(&json).find(|line| line["type"] == "planned_change");
        let local = &json.expect("a change")["change"];
        let shown = both.terraform(&["show", "-json", "plan.bin"]).1;
        let shown: Json = serde_json::from_str(&shown).expect("JSON");
        let terraform = &shown["resource_changes"][0]["change"];
        // Terraform marks null values as sensitive, too.
        let mut there = marked(&terraform["after_sensitive"]);
        there.retain(|path| {
            let value = terraform["after"].pointer(path);
            let unknown = terraform["after_unknown"].pointer(path) == Some(&json!(true));
            unknown || value.is_some_and(|value| !value.is_null())
        });
        assert_eq!(
            marked(&local["after_sensitive"]),
            there,
            "left: the local runner"
        );
        assert_eq!(local["after"]["login"][0]["user"], "first");
        both.apply(&text(password));
    }
    both.apply("");
    both.terraform.clean();
}

/// The places that have the value true.
fn marked(json: &Json) -> BTreeSet<String> {
    fn walk(json: &Json, path: String, found: &mut BTreeSet<String>) {
        match json {
            Json::Bool(true) => {
                found.insert(path);
            }
            Json::Object(members) => {
                for (name, value) in members {
                    walk(value, format!("{path}/{name}"), found);
                }
            }
            Json::Array(elements) => {
                for (index, value) in elements.iter().enumerate() {
                    walk(value, format!("{path}/{index}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    walk(json, String::new(), &mut found);
    found
}
