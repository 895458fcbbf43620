//! A provider is updated: its defaults are removed, changed and new. What the old one saved is
//! planned by the new one, as the configuration says nothing of these arguments.
#![allow(missing_docs, unreachable_pub)]

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Io, run};
use schema_provider::prelude::{Environment, Provider};
use serde_json::{Value as Json, json};

/// A provider whose only resource lives in the state, with the fields of one version.
macro_rules! version {
    ($version:ident { $($(#[$key:meta])* $field:ident: $type:ty,)* }) => {
        mod $version {
            use schema_provider::prelude::*;

            #[derive(Schema)]
            #[schema(provider = "note")]
            pub struct Notes {}

            impl Provider for Notes {
                type Client = ();

                fn resources() -> &'static [ResourceDef<Self>] {
                    resources![Page]
                }

                async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
                    Ok(())
                }
            }

            #[derive(Schema)]
            #[schema(resource = "note_page")]
            pub struct Page {
                $($(#[$key])* $field: $type,)*
            }

            impl Resource for Page {
                type Provider = Notes;

                async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                    data.set_id("1");
                    Ok(())
                }

                async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }

                async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }
            }

            impl Update for Page {
                async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                    Ok(())
                }
            }
        }
    };
}

version!(old {
    #[field(optional, default = "serif")]
    changed: String,
    #[field(optional, default = 3)]
    removed: Option<i64>,
    #[field(optional)]
    new: Option<bool>,
    #[field(optional, default = "gone")]
    dropped: String,
});

version!(new {
    #[field(optional, default = "sans")]
    changed: String,
    #[field(optional)]
    removed: Option<i64>,
    #[field(optional, default = true)]
    new: bool,
});

/// Runs a command of a version; returns its exit status and what it printed.
async fn command<P: Provider>(directory: &std::path::Path, line: &str) -> (u8, String) {
    let instance = Instance::new::<P>(Environment::default()).unwrap();
    let (io, captured) = Io::captured(directory, "");
    let status = run(line.split(' '), instance, io).await;
    (status.code(), captured.output() + &captured.errors())
}

fn attributes(directory: &std::path::Path) -> Json {
    let text = std::fs::read_to_string(directory.join("note.state.json")).unwrap();
    let state: Json = serde_json::from_str(&text).unwrap();
    state["resources"][0]["attributes"].clone()
}

#[track_caller]
fn says(output: &(u8, String), parts: &[&str]) {
    assert_eq!(output.0, 0, "{}", output.1);
    for part in parts {
        assert!(output.1.contains(part), "no {part:?} in:\n{}", output.1);
    }
}

const PAGE: &str = "resource \"note_page\" \"a\" {\n}\n";

#[test]
fn defaults_that_are_changed_removed_and_new() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    std::fs::write(directory.join("main.tf"), PAGE).unwrap();
    let runtime = schema_provider::plugin::runtime().unwrap();
    runtime.block_on(async {
        let apply = "apply -auto-approve";
        says(&command::<old::Notes>(directory, apply).await, &["1 added"]);
        assert_eq!(
            attributes(directory),
            json!({"changed": "serif", "dropped": "gone", "id": "1", "new": null, "removed": 3})
        );
        let plan = command::<new::Notes>(directory, "plan").await;
        says(
            &plan,
            &[
                "~ changed = \"serif\" -> \"sans\"",
                "- removed = 3 -> null",
                "+ new     = true",
                "0 to add, 1 to change, 0 to destroy",
            ],
        );
        // An attribute that the schema no longer has is no change: it is dropped.
        assert!(!plan.1.contains("dropped"), "{}", plan.1);
        says(
            &command::<new::Notes>(directory, apply).await,
            &["1 changed"],
        );
        assert_eq!(
            attributes(directory),
            json!({"changed": "sans", "id": "1", "new": true, "removed": null})
        );
        says(
            &command::<new::Notes>(directory, apply).await,
            &["No changes."],
        );
        // The way back.
        let back = command::<old::Notes>(directory, apply).await;
        says(
            &back,
            &[
                "\"sans\" -> \"serif\"",
                "+ removed = 3",
                "- new     = true -> null",
            ],
        );
        says(
            &command::<old::Notes>(directory, apply).await,
            &["No changes."],
        );
    });
}

#[test]
fn defaults_that_an_import_leaves_null_are_planned() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    std::fs::write(directory.join("main.tf"), PAGE).unwrap();
    let runtime = schema_provider::plugin::runtime().unwrap();
    runtime.block_on(async {
        let import = "import note_page.a 1";
        says(
            &command::<new::Notes>(directory, import).await,
            &["Import successful!"],
        );
        assert_eq!(
            attributes(directory),
            json!({"changed": null, "id": "1", "new": null, "removed": null})
        );
        let apply = command::<new::Notes>(directory, "apply -auto-approve").await;
        says(
            &apply,
            &[
                "# note_page.a will be updated in-place",
                "+ changed = \"sans\"",
                "+ new     = true",
                "0 added, 1 changed, 0 destroyed",
            ],
        );
        assert!(!apply.1.contains("removed"), "{}", apply.1);
        let again = command::<new::Notes>(directory, "apply -auto-approve").await;
        says(&again, &["No changes."]);
    });
}
