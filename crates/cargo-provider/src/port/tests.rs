//! What is written of what was learned.

use serde_json::json;

use super::annotate::Annotations;
use super::{build, share, text};
use crate::findings::{
    AttributePath, Bounds, Confidence, Evidence, Finding, Findings, Kind, Rule, TypeFindings,
};
use crate::schemas::{Provider, Schema};

fn schema() -> Schema {
    let schema = json!({"version": 0, "block": {
        "attributes": {
            "name": {"type": "string", "required": true},
            "color": {"type": "string", "optional": true, "computed": true},
            "size": {"type": "number", "optional": true},
            "type": {"type": "string", "optional": true},
            "ports": {"type": ["list", "number"], "optional": true},
            "path": {"type": "string", "computed": true},
        },
        "block_types": {
            "disk": {"nesting_mode": "list", "block": {"attributes": {"mode": {"type": "string", "optional": true}}}},
            "timeouts": {"nesting_mode": "single", "block": {"attributes": {"create": {"type": "string", "optional": true}}}},
        },
    }});
    serde_json::from_value(schema).expect("a schema")
}

/// The struct of the resource with these findings.
fn written(findings: Vec<(&[&str], Kind, Confidence)>, accept_likely: bool) -> String {
    let findings = findings.into_iter().map(|(at, kind, confidence)| Finding {
        at: AttributePath::of(at),
        kind,
        confidence,
        evidence: Evidence {
            probe: "validate".to_owned(),
            answer: "no\n  good".to_owned(),
        },
    });
    let of_type = TypeFindings {
        findings: findings.collect(),
        ..TypeFindings::default()
    };
    let annotations = Annotations {
        findings: Findings {
            resources: [("cloud_disk".to_owned(), of_type)].into(),
            ..Findings::default()
        },
        accept_likely,
    };
    let mut provider = Provider::default();
    provider
        .resource_schemas
        .0
        .insert("cloud_disk".to_owned(), schema());
    let model = build::model(&provider, "cloud", &annotations).expect("a model");
    let layout = share::layout(&model, &Default::default());
    let (item, file) = (&model.items[0], &layout.items[0]);
    let mut out = String::new();
    text::write_struct(
        &mut out,
        &item.name,
        &item.root,
        text::Derive::Schema,
        &file.names,
    );
    for id in &file.structs {
        text::write_struct(
            &mut out,
            &file.names[id],
            model.structs.get(*id),
            text::Derive::Schema,
            &file.names,
        );
    }
    out + &annotations.of_item(item).join("\n")
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n\nin\n\n{text}");
    }
}

#[test]
fn what_is_learned_is_an_annotation_and_what_is_likely_a_comment() {
    use Confidence::{CannotBeKnown, Learned, Likely};
    let range = Rule::Range(Bounds {
        min: Some("1".to_owned()),
        max: Some("64".to_owned()),
    });
    let both = vec![AttributePath::of(&["color"]), AttributePath::of(&["type"])];
    let findings = || -> Vec<(&[&str], Kind, Confidence)> {
        vec![
            (&["color"], Kind::Default(json!("red")), Learned),
            (&["color"], Kind::ForceNew, Learned),
            (&["color"], Kind::ExactlyOneOf(both.clone()), Learned),
            (
                &["color"],
                Kind::ConflictsWith(vec![AttributePath::of(&["name"])]),
                Learned,
            ),
            (
                &["name"],
                Kind::HiddenPattern("must be lower".to_owned()),
                CannotBeKnown,
            ),
            (&["path"], Kind::Volatile, Learned),
            (
                &["ports"],
                Kind::Validator(Rule::Each(vec![range.clone()])),
                Learned,
            ),
            (&["size"], Kind::Integer(64), Learned),
            (&["size"], Kind::Validator(range.clone()), Likely),
            (
                &["size"],
                Kind::RequiredWith(vec![AttributePath::of(&["type"])]),
                Learned,
            ),
            (
                &["disk", "mode"],
                Kind::Validator(Rule::Regex("^[a-z]+$".to_owned())),
                Learned,
            ),
            (
                &["disk", "mode"],
                Kind::RequiredWith(vec![AttributePath::of(&["name"])]),
                Learned,
            ),
            (
                &[],
                Kind::DefaultTimeout {
                    operation: "create".to_owned(),
                    time: "5m".to_owned(),
                },
                Learned,
            ),
        ]
    };
    let text = written(findings(), false);
    has(
        &text,
        &[
            "default = \"red\"",
            "exactly_one_of(r#type)",
            "allow(force_new_default, reason",
            "    color: String,\n",
            // The required name conflicts with nothing.
            "    // learned: conflicts with `name` (validate: no good)\n",
            "    #[field(computed(volatile))]\n    path: String,\n",
            "validate = each(range(1..=64))",
            "    // likely: validate = range(1..=64) (validate: no good)\n    #[field(optional, required_with(r#type))]\n    size: Option<i64>,\n",
            "validate = regex(\"^[a-z]+$\")",
            // What is outside of the block cannot be named in it.
            "    // learned: requires `name`",
            "create = \"5m\"",
            "cannot be known: `name` must match a pattern that is not shown: must be lower (validate: no good)",
        ],
    );
    let text = written(findings(), true);
    has(
        &text,
        &["#[field(optional, required_with(r#type), validate = range(1..=64))]"],
    );
    assert!(!text.contains("// likely"), "{text}");
}

#[test]
fn what_ours_cannot_check_is_no_annotation() {
    let learned = |rule| {
        (
            &["name"] as &[&str],
            Kind::Validator(rule),
            Confidence::Learned,
        )
    };
    let text = written(
        vec![
            learned(Rule::Regex("(?P<x>[[:alpha:]])".to_owned())),
            learned(Rule::Size(Bounds::default())),
            (
                &["size"],
                Kind::Default(json!({"a": 1})),
                Confidence::Learned,
            ),
        ],
        true,
    );
    assert!(
        !text.contains("validate =") && !text.contains("default ="),
        "{text}"
    );
    has(
        &text,
        &[
            "// learned: is checked: the pattern `(?P<x>[[:alpha:]])`",
            "// learned: has the default",
        ],
    );
}
