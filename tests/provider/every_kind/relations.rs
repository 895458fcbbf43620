//! Relations between fields of kinds other than resources and data sources.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    attribute_path, validate_action_config, validate_ephemeral_resource_config,
    validate_list_resource_config, validate_state_store_config,
};

use super::pairs::Pairs;
use super::served::{self, Server, encoded};

/// A kind's diagnostics for a configuration, in which `?` is unknown: path and message.
async fn validated((server, instance): &(Server, Instance), kind: &str, text: &str) -> Vec<String> {
    let schemas = instance.schemas();
    let told = match kind {
        "ephemeral" => {
            let request = validate_ephemeral_resource_config::Request {
                type_name: "pair_fleeting".to_owned(),
                config: encoded(&schemas.ephemeral_resources["pair_fleeting"], text),
            };
            let told = server.validate_ephemeral_resource_config(request).await;
            told.diagnostics
        }
        "list" => {
            let request = validate_list_resource_config::Request {
                type_name: "pair_thing".to_owned(),
                config: encoded(&schemas.list_resources["pair_thing"], text),
                ..Default::default()
            };
            let told = server.validate_list_resource_config(request).await;
            told.diagnostics
        }
        "action" => {
            let request = validate_action_config::Request {
                action_type: "pair_deed".to_owned(),
                config: encoded(&schemas.actions["pair_deed"], text),
            };
            server.validate_action_config(request).await.diagnostics
        }
        _ => {
            let request = validate_state_store_config::Request {
                type_name: "pair_store".to_owned(),
                config: encoded(&schemas.state_stores["pair_store"], text),
            };
            server
                .validate_state_store_config(request)
                .await
                .diagnostics
        }
    };
    let told = told.into_iter().map(|one| {
        let steps = one.attribute.expect("a place").steps;
        let names = steps.into_iter().map(|step| match step.selector {
            Some(attribute_path::Selector::AttributeName(name)) => name,
            other => panic!("{other:?}"),
        });
        format!("{}: {}", names.collect::<Vec<_>>().join("."), one.detail)
    });
    told.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn relations_are_checked_in_every_kind() {
    let provider = served::unconfigured::<Pairs>().await;
    for kind in ["ephemeral", "list", "action", "state store"] {
        // Protocol 5 has none.
        if kind == "state store" && !served::STATE_STORES {
            continue;
        }
        for (config, expected) in [
            (r#"{"one": "a", "to": "b"}"#, &[][..]),
            (
                r#"{"to": "b"}"#,
                &[
                    "one: Exactly one of one, two must be set, but none is.",
                    "two: Exactly one of one, two must be set, but none is.",
                ],
            ),
            (
                r#"{"one": "a", "two": "a", "from": "b"}"#,
                &[
                    "one: Exactly one of one, two must be set, but 2 are.",
                    "two: Exactly one of one, two must be set, but 2 are.",
                ],
            ),
            (
                r#"{"one": "a", "to": "b", "left": "l", "right": "r"}"#,
                &[
                    "left: left conflicts with right: set only one of them.",
                    "right: right conflicts with left: set only one of them.",
                ],
            ),
            (
                r#"{"one": "a", "to": "b", "user": "u"}"#,
                &["user: user needs label to be set too."],
            ),
            (r#"{"one": "a", "to": "b", "user": "u", "label": "p"}"#, &[]),
            (
                r#"{"one": "a"}"#,
                &[
                    "from: At least one of from, to must be set.",
                    "to: At least one of from, to must be set.",
                ],
            ),
            // An unknown argument may be set or not.
            (
                r#"{"one": "?", "to": "?", "left": "l", "right": "?", "user": "u", "label": "?"}"#,
                &[],
            ),
        ] {
            let mut told = validated(&provider, kind, config).await;
            told.sort();
            // Terraform before 1.16 looks for the arguments of a list in its block `config`.
            let place = if kind == "list" { "config." } else { "" };
            let expected: Vec<String> = expected
                .iter()
                .map(|text| format!("{place}{text}"))
                .collect();
            assert_eq!(told, expected, "{kind}: {config}");
        }
    }
}
