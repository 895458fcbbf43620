//! How findings are written.

use serde_json::json;

use super::annotate::Annotations;
use super::{build, share, text};
use crate::findings::{
    AttributePath, Bounds, Confidence, Evidence, Finding, Findings, Kind, Rule, TypeFindings,
};
use crate::schemas::{self, Provider, Schema};

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
            types: [((schemas::Kind::Resource, "cloud_disk".to_owned()), of_type)].into(),
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
    text::write_struct(&mut out, &item.name, &item.root, &file.names);
    for id in &file.structs {
        text::write_struct(
            &mut out,
            &file.names[id],
            model.structs.get(*id),
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
            // A field outside the block cannot be named in it.
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

/// Go checks no defaults, and lists may contain duplicates.
#[test]
fn what_is_written_breaks_no_rule_of_ours() {
    use Confidence::{Learned, Likely};
    let bytes = Rule::Bytes(Bounds {
        min: Some("1".to_owned()),
        max: Some("9".to_owned()),
    });
    let twice = Rule::OneOf(vec![json!("a"), json!("b"), json!("a")]);
    let outside = Kind::DefaultFromEnvironment {
        variable: "CLOUD_SIZE".to_owned(),
        fallback: json!(7),
    };
    let text = written(
        vec![
            (&["color"], Kind::Default(json!("")), Learned),
            (&["color"], Kind::Validator(bytes), Learned),
            (&["size"], outside, Likely),
            (&["type"], Kind::Validator(twice), Learned),
        ],
        true,
    );
    has(
        &text,
        &[
            "    // learned: validate = bytes(1..=9), which the default breaks: check it in `validate`",
            "    #[field(optional, default = \"\")]\n    color: String,\n",
            "default_env(\"CLOUD_SIZE\", fallback = \"7\")",
            "validate = one_of(\"a\", \"b\")",
        ],
    );
}

/// Messages print numbers as strings, and do not say that a map's elements are its values.
#[test]
fn numbers_and_elements_are_those_of_the_type() {
    use super::model::Ty;
    use super::rules::{validator, words};
    let of = |ty: Ty| move |rule: &Rule| validator(rule, &ty);
    let listed = Rule::OneOf(vec![json!("1"), json!("3")]);
    let (whole, number) = (of(Ty::Named("i64")), of(Ty::Named("Number")));
    assert_eq!(whole(&listed).as_deref(), Some("one_of(1, 3)"));
    let broken = Rule::OneOf(vec![json!("1.5"), json!("3")]);
    assert_eq!(number(&broken).as_deref(), Some("one_of(1.5, 3)"));
    assert_eq!(whole(&broken), None);
    assert_eq!(number(&Rule::OneOf(vec![json!("a")])), None);
    let texts = Rule::OneOf(vec![json!("1")]);
    assert_eq!(
        of(Ty::Named("String"))(&texts).as_deref(),
        Some("one_of(\"1\")")
    );
    let each = Rule::Each(vec![listed]);
    let map = of(Ty::Map(Box::new(Ty::Named("i64"))));
    assert_eq!(map(&each).as_deref(), Some("values(one_of(1, 3))"));
    // The report has no debug output.
    let half = Bounds {
        min: Some("0.5".to_owned()),
        max: None,
    };
    let any = Rule::Any(vec![Rule::Range(half), Rule::Not(Box::new(broken))]);
    assert_eq!(words(&any), "`any(range(0.5..), not(one_of(1.5, 3)))`");
}

/// Each member of a group has the finding; an option occurs once per field, and several groups find
/// separate places.
#[test]
fn a_group_is_written_once() {
    use Confidence::Learned;
    let group = |names: &[&str]| {
        names
            .iter()
            .map(|name| AttributePath::of(&[*name]))
            .collect::<Vec<_>>()
    };
    let groups = [
        group(&["color", "size", "type"]),
        group(&["color", "ports", "type"]),
        group(&["color", "ports", "size", "type"]),
        group(&["color", "type"]),
        group(&["ports", "size"]),
    ];
    let mut findings = Vec::new();
    for name in [&["color"], &["ports"], &["size"], &["type"]] {
        for group in groups
            .iter()
            .filter(|group| group.contains(&AttributePath::of(name)))
        {
            findings.push((&name[..], Kind::AtLeastOneOf(group.clone()), Learned));
        }
    }
    let text = written(findings, false);
    let annotated = text.matches("at_least_one_of(").count();
    // Four fields have one each, and the fifth is left to the reader.
    assert_eq!(annotated, 5, "{text}");
    assert_eq!(
        text.matches("as well: check it in `validate`").count(),
        1,
        "{text}"
    );
    for annotation in text.split("#[field(").skip(1) {
        let annotation = annotation.split(")]").next().unwrap_or_default();
        assert!(annotation.matches("at_least_one_of").count() <= 1, "{text}");
    }
}

#[test]
fn the_report_asks_for_update_where_a_field_can_change_in_place_and_has_a_line_for_each_finding() {
    let schema = |attributes: serde_json::Value| -> Schema {
        serde_json::from_value(json!({"block": {"attributes": attributes}})).expect("a schema")
    };
    let mut provider = Provider::default();
    for (name, attributes) in [
        (
            "cloud_fixed",
            json!({"name": {"type": "string", "required": true}, "path": {"type": "string", "computed": true}}),
        ),
        (
            "cloud_open",
            json!({"name": {"type": "string", "optional": true}}),
        ),
    ] {
        provider
            .resource_schemas
            .0
            .insert(name.to_owned(), schema(attributes));
    }
    let finding = |at: &[&str], kind: Kind, confidence: Confidence| Finding {
        at: AttributePath::of(at),
        kind,
        confidence,
        evidence: Evidence {
            probe: "plan".to_owned(),
            answer: "no".to_owned(),
        },
    };
    let fixed = TypeFindings {
        findings: vec![
            finding(&["name"], Kind::ForceNew, Confidence::Learned),
            finding(
                &[],
                Kind::CustomDiff("not so.\n\n- Like this".to_owned()),
                Confidence::CannotBeKnown,
            ),
        ],
        ..TypeFindings::default()
    };
    let annotations = Annotations {
        findings: Findings {
            types: [((schemas::Kind::Resource, "cloud_fixed".to_owned()), fixed)].into(),
            ..Findings::default()
        },
        accept_likely: false,
    };
    let model = build::model(&provider, "cloud", &annotations).expect("a model");
    let report = super::checklist::Report {
        model: &model,
        items: vec![0, 1],
        annotations: &annotations,
        source: "program".to_owned(),
        learned: true,
    };
    let report = report.whole();
    assert!(
        report.contains("write `impl Resource for Fixed`, and remove"),
        "{report}"
    );
    assert!(
        report.contains("write `impl Resource for Open` and `impl Update`, and remove"),
        "{report}"
    );
    assert!(
        report.contains("checked in the plan: not so.  - Like this;"),
        "{report}"
    );
}
