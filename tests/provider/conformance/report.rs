//! The rest of a report besides findings, and its wording.

use schema_provider::testing::conformance::{Class, Conformance, Example};

use crate::values::{Blind, Plain};
use crate::{Kit, TEXT};

#[test]
fn example_refused() {
    for (body, says) in [
        ("name = ", "report.rs:"),
        ("nam = \"a\"", "Did you mean \"name\"?"),
        ("text = \"a\"", "\"name\" is required"),
        (
            "name = kit_plain.other.id",
            "refers to something that is not given",
        ),
    ] {
        let report = Conformance::new::<Kit>()
            .example(Example::<Plain>::hcl(body))
            .run();
        assert!(
            report.has(Class::ExampleRefused, "kit_plain", ""),
            "{report}"
        );
        assert!(report.to_string().contains(says), "{says}: {report}");
        let finding = report.findings().find(|f| f.resource == "kit_plain");
        let at = &finding.expect("a finding").at;
        assert!(at.starts_with(concat!(file!(), ":")), "{at}");
    }
    let report = Conformance::new::<Kit>().settings("word = \"x\"").run();
    assert!(report.has(Class::ExampleRefused, "kit", ""), "{report}");
}

#[test]
fn examples_refer_to_setup_objects() {
    let report = Conformance::new::<Kit>()
        .given("base", Example::<Plain>::hcl("name = \"base\""))
        .example(Example::<Plain>::hcl(
            "name = \"on-${kit_plain.base.id}\"\ntext = kit_plain.base.name",
        ))
        .run();
    let found = report.findings().find(|f| f.resource == "kit_plain");
    assert_eq!(found, None, "{report}");
    assert_eq!(report.examples().len(), 1);
    assert!(report.examples()[0].updates > 0 && report.examples()[0].replacements > 0);
}

#[test]
fn allowed_findings_do_not_count() {
    let example = Example::<Blind>::hcl(TEXT).allow(
        Class::ReadNeverSets,
        Blind::TEXT,
        "the remote system keeps it to itself",
    );
    let report = Conformance::new::<Kit>().example(example).run();
    assert!(
        !report.has(Class::ReadNeverSets, "kit_blind", "text"),
        "{report}"
    );
    assert_eq!(report.allowed().count(), 1);
    let text = report.to_string();
    assert!(
        text.contains("allowed: the remote system keeps it to itself"),
        "{text}"
    );
}

#[test]
fn a_report_lists_findings_and_what_was_not_covered() {
    let report = Conformance::new::<Kit>()
        .example(Example::<Blind>::hcl(TEXT))
        .run();
    let text = report.to_string();
    for part in [
        concat!("[read-never-sets] kit_blind: text\n      ", file!(), ":"),
        ": read with each field taken out of the state\n      with another value in the state",
        "cure: set the field in read",
        "not covered:",
        concat!("  kit_calm\n      ", file!(), ":"),
        ": no example: give one with `example`",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let failed = std::panic::catch_unwind(|| report.assert_clean());
    let panic = failed.expect_err("there are findings");
    assert_eq!(panic.downcast_ref::<String>(), Some(&text));
}
