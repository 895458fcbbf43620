//! Queries in the test harness.

use schema_provider::testing::{ProviderTest, Step, listed};
use serde_json::json;

use crate::archive::{Archive, Paper};

fn query(inside: &str) -> String {
    format!(
        "list \"arch_paper\" \"all\" {{\n  provider = arch\n{inside}\n  config {{\n    shelf = \"s\"\n  }}\n}}\n"
    )
}

const WHOLE: &str = "  include_resource = true";

/// The failure of a test with this one query.
fn complaint(step: Step) -> String {
    let failure = ProviderTest::new::<Archive>().step(step).try_run();
    failure.expect_err("a failure").to_string()
}

#[test]
fn results_of_a_query_are_checked() {
    ProviderTest::new::<Archive>()
        .step(
            Step::query(query(WHOLE))
                .named("papers are listed")
                .lists(listed("list.arch_paper.all").count(3))
                .lists(listed("list.arch_paper.all").at_least(2))
                .lists(
                    listed("list.arch_paper.all")
                        .identity(json!({"shelf": "s", "code": "c1"}))
                        .display_name("paper 1")
                        .attr(Paper::SUM)
                        .is("sum of c1")
                        .attr("code")
                        .is("c1"),
                )
                // It is true of one that is not named.
                .lists(listed("list.arch_paper.all").attr(Paper::CODE).is("c2"))
                .lists(listed("list.arch_paper.all").display_name("paper 0"))
                .lists(
                    listed("list.arch_paper.all")
                        .identity(json!({"shelf": "t"}))
                        .never(),
                )
                .lists(
                    listed("list.arch_paper.all")
                        .display_name("paper 3")
                        .never(),
                ),
        )
        .step(Step::query(query("  limit = 0")).lists(listed("list.arch_paper.all").never()))
        .run();
}

#[test]
fn a_query_is_added_to_the_last_configuration() {
    const MAIN: &str = "variable \"prefix\" {}\nprovider \"arch\" {\n  prefix = var.prefix\n}\n\
        resource \"arch_paper\" \"mine\" {\n  shelf = \"upper\"\n  code  = \"c9\"\n}\n";
    const LISTS: &str = "variable \"shelves\" {\n  type = set(string)\n}\nlist \"arch_paper\" \"all\" {\n  provider = arch\n  \
        for_each = var.shelves\n  limit = 1\n  config {\n    shelf = \"${each.key}-${arch_paper.mine.shelf}\"\n  }\n}\n";
    ProviderTest::new::<Archive>()
        .step(Step::apply(MAIN).var("prefix", "p-").leaves_changes())
        .step(
            Step::query(LISTS)
                .var("shelves", json!(["a", "b"]))
                .lists(listed("list.arch_paper.all").count(2))
                .lists(
                    listed("list.arch_paper.all[\"b\"]")
                        .count(1)
                        .identity(json!({"shelf": "b-upper", "code": "p-c0"})),
                ),
        )
        .run();
}

#[test]
fn mistakes_are_reported() {
    let all = || listed("list.arch_paper.all");
    let of = |check| Step::query(query("")).lists(check);
    for (step, part) in [
        (
            of(all().count(2)),
            "found 3 objects, but should find 2; it found {\"code\":\"c0\",\"shelf\":\"s\"} \"paper 0\"",
        ),
        (
            of(all().at_least(4)),
            "found 3 objects, but should find 4 or more",
        ),
        (
            of(all().identity(json!({"shelf": "s", "code": "c7"}))),
            "found no object that is identified by {",
        ),
        (
            of(all()
                .identity(json!({"shelf": "s", "code": "c1"}))
                .display_name("paper 2")),
            "its display name is \"paper 1\", but should be \"paper 2\"",
        ),
        (
            of(all()
                .identity(json!({"shelf": "s", "code": "c1"}))
                .attr(Paper::SUM)
                .is("x")),
            "include_resource = true?",
        ),
        (
            Step::query(query(WHOLE)).lists(
                all()
                    .identity(json!({"shelf": "s", "code": "c1"}))
                    .attr(Paper::SUM)
                    .is("x"),
            ),
            "sum is \"sum of c1\", but should be \"x\"",
        ),
        (of(all().display_name("paper 1").never()), "but should not"),
        (
            of(listed("list.arch_paper.al").count(0)),
            "list.arch_paper.al was not made; made was list.arch_paper.all",
        ),
        (
            Step::query(query("").replace("\"s\"", "\"s s\"")),
            "a shelf has no spaces",
        ),
        (
            Step::plan("").lists(all().count(0)),
            "`lists` says nothing of this step",
        ),
        (
            Step::query(query("")).plans_nothing(),
            "`plans_nothing` says nothing of this step",
        ),
    ] {
        let text = complaint(step);
        assert!(text.contains(part), "{part}\n{text}");
    }
    // An expected error leaves no list to check.
    let wrong = || Step::query(query("").replace("\"s\"", "\"s s\""));
    ProviderTest::new::<Archive>()
        .step(
            wrong()
                .fails_at("shelf = \"s s\"", "a shelf has no spaces")
                .only_in_process("Terraform 1.15 shows the list, and not the argument"),
        )
        .step(
            wrong()
                .fails_at("list \"arch_paper\" \"all\"", "a shelf has no spaces")
                .only_with_terraform("the runner shows the argument"),
        )
        .run();
    ProviderTest::new::<Archive>()
        .step(Step::query(query("").replace("\"s\"", "\"s s\"")).fails("a shelf has no spaces"))
        .run();
}

#[test]
fn a_failure_shows_no_secret() {
    let text = complaint(
        Step::query(query(WHOLE)).lists(
            listed("list.arch_paper.all")
                .identity(json!({"shelf": "s", "code": "c1"}))
                .attr(Paper::SECRET)
                .is("hunter22"),
        ),
    );
    assert!(
        text.contains("secret") && !text.contains("hunter22"),
        "{text}"
    );
}
