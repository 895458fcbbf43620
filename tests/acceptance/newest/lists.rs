//! `list` blocks under `terraform query`, from 1.14 on, and with `query` of the local runner.

use std::collections::BTreeSet;

use sdk_tests::terraform::Workspace;
use serde_json::Value as Json;

use super::{ARCH, by_hand, json_lines, of_types, said};
use crate::DISK;
use crate::kitchen::failures::{kill, sign};

#[track_caller]
fn archive() -> Option<Workspace> {
    Workspace::since("1.14", "it lists nothing", &[ARCH])
}

fn papers(name: &str, meta: &str, config: &str) -> String {
    format!(
        "list \"arch_paper\" \"{name}\" {{\n  provider = arch\n  {meta}\n  config {{\n    shelf = \"s\"\n    {config}\n  }}\n}}\n"
    )
}

/// The results of a list, from the lines of `-json`.
fn found<'a>(lines: &'a [Json], address: &str) -> Vec<&'a Json> {
    let found = lines
        .iter()
        .filter(|line| line["type"] == "list_resource_found");
    found
        .map(|line| &line["list_resource_found"])
        .filter(|found| found["address"] == address)
        .collect()
}

#[test]
fn lists_of_any_length_with_limits_and_whole_objects() {
    let Some(work) = archive() else { return };
    let lists = [
        papers("none", "", "count = 0"),
        papers("one", "", "count = 1"),
        papers("many", "limit = 1000", "count = 300"),
        // A hundred by default.
        papers("unlimited", "", "count = 300"),
        papers("few", "limit = 2", "count = 30"),
        papers("zero", "limit = 0", "count = 3"),
        papers("endless", "limit = 5", "how = \"endless\""),
        papers("pages", "limit = 3", "how = \"pages\"\n count = 50"),
        papers("whole", "include_resource = true", "count = 20"),
    ];
    work.write("all.tfquery.hcl", &lists.concat());
    let run = work.terraform(&["query", "-json"]).succeeded();
    let lines = json_lines(&run.stdout);
    let count = |name: &str| found(&lines, &format!("list.arch_paper.{name}")).len();
    let counts: Vec<_> = [
        "none",
        "one",
        "many",
        "unlimited",
        "few",
        "zero",
        "endless",
        "pages",
        "whole",
    ]
    .map(|name| (name, count(name)))
    .into();
    // One of the requested whole objects no longer exists.
    let expected = [
        ("none", 0),
        ("one", 1),
        ("many", 300),
        ("unlimited", 100),
        ("few", 2),
        ("zero", 0),
        ("endless", 5),
        ("pages", 3),
        ("whole", 19),
    ];
    assert_eq!(counts, expected);
    for one in found(&lines, "list.arch_paper.one") {
        assert_eq!(
            one["identity"],
            serde_json::json!({ "shelf": "s", "code": "c0" })
        );
        assert_eq!(one["display_name"], "paper 0");
        assert!(one.get("resource_object").is_none(), "{one}");
    }
    for one in found(&lines, "list.arch_paper.whole") {
        let code = one["identity"]["code"].as_str().expect("a code");
        assert_eq!(one["resource_object"]["sum"], format!("sum of {code}"));
    }
    work.clean();
}

#[test]
fn warnings_errors_and_panics_are_reported() {
    let Some(work) = archive() else { return };
    for (how, warning) in [
        ("warn first", "the archive is dusty"),
        ("warn last", "the last drawer is locked"),
    ] {
        work.write(
            "all.tfquery.hcl",
            &papers("p", "", &format!("how = \"{how}\"")),
        );
        let run = work.terraform(&["query"]).succeeded().says(warning);
        assert_eq!(
            run.stdout.matches("list.arch_paper.p ").count(),
            3,
            "{}",
            run.text()
        );
    }
    for (how, wrong) in [
        ("fail", "the shelf broke"),
        ("panic", "the provider panicked in list"),
        ("nameless", "identi"),
        ("no id", "id"),
        ("unknown", "unknown"),
    ] {
        let meta = if matches!(how, "no id" | "unknown") {
            "include_resource = true"
        } else {
            ""
        };
        work.write(
            "all.tfquery.hcl",
            &papers("p", meta, &format!("how = \"{how}\"")),
        );
        let run = work.terraform(&["query"]).failed();
        assert!(said(&run).contains(wrong), "{how}: {}", run.text());
    }
    let _ = work.complaints();
}

#[test]
fn invalid_list_configurations_are_rejected() {
    let Some(work) = archive() else { return };
    for (config, wrong) in [
        ("config {\n    count = 1\n  }", "\"shelf\" is required"),
        ("", "config"),
        (
            "config {\n    shelf = \"a b\"\n  }",
            "a shelf has no spaces",
        ),
        (
            "config {\n    shelf = \"a\"\n    count = 2000000\n  }",
            "too many",
        ),
        ("config {\n    shelf = \"a\"\n    room = 1\n  }", "room"),
        ("limit = -1\n  config {\n    shelf = \"a\"\n  }", "limit"),
    ] {
        work.write(
            "all.tfquery.hcl",
            &format!("list \"arch_paper\" \"p\" {{\n  provider = arch\n  {config}\n}}\n"),
        );
        let run = work.terraform(&["query"]).failed();
        assert!(said(&run).contains(wrong), "{config}: {}", run.text());
        // The argument is shown.
        for line in ["shelf = \"a b\"", "count = 2000000"] {
            let shown = !config.contains(line) || said(&run).contains(line);
            assert!(shown, "{config}: {}", run.text());
        }
    }
    // Also in `validate`.
    work.write("all.tfquery.hcl", &papers("p", "", "count = 2000000"));
    work.terraform(&["validate", "-query"])
        .failed()
        .says("too many");
    work.write("all.tfquery.hcl", &papers("p", "", "count = 2"));
    work.terraform(&["validate", "-query"]).succeeded();
    // Values that are unknown before an apply.
    work.main("resource \"arch_paper\" \"n\" {\n  shelf = \"s\"\n}\n");
    work.write(
        "all.tfquery.hcl",
        &papers("p", "", "").replace("\"s\"", "arch_paper.n.sum"),
    );
    work.terraform(&["query"])
        .failed()
        .says("config is not known");
    work.clean();
}

#[test]
fn lists_are_repeated_refer_to_others_and_take_aliases() {
    let Some(work) = archive() else { return };
    work.main(
        "provider \"arch\" {}\nprovider \"arch\" {\n  alias = \"old\"\n  prefix = \"old-\"\n}\n",
    );
    let lists = [
        papers("each", "for_each = toset([\"a\", \"b\"])", "count = 1")
            .replace("\"s\"", "each.key"),
        papers("counted", "count = 2", "count = count.index + 1"),
        papers("aliased", "", "count = 1").replace("= arch\n", "= arch.old\n"),
        papers("whole", "include_resource = true", "count = 2"),
        papers("of_others", "", "count = 1")
            .replace("\"s\"", "list.arch_paper.whole.data[1].state.sum"),
        papers("of_identities", "", "count = 1").replace(
            "\"s\"",
            "\"${list.arch_paper.each[\"b\"].data[0].identity.shelf}x\"",
        ),
        "list \"arch_box\" \"boxes\" {\n  provider = arch\n}\n".to_owned(),
    ];
    work.write("all.tfquery.hcl", &lists.concat());
    let run = work.terraform(&["query", "-json"]);
    // "sum of c1" has spaces, which the provider rejects.
    let run = run.failed();
    assert!(
        run.stdout.contains("a shelf has no spaces"),
        "{}",
        run.text()
    );
    work.write(
        "all.tfquery.hcl",
        &lists.concat().replace("state.sum", "state.code"),
    );
    let run = work.terraform(&["query"]).succeeded();
    let lines: BTreeSet<String> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("list."))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "list.arch_box.boxes serial=1 box 1",
        "list.arch_box.boxes serial=2 box 2",
        "list.arch_paper.aliased code=old-c0,shelf=s paper 0",
        "list.arch_paper.counted[0] code=c0,shelf=s paper 0",
        "list.arch_paper.counted[1] code=c0,shelf=s paper 0",
        "list.arch_paper.counted[1] code=c1,shelf=s paper 1",
        "list.arch_paper.each[\"a\"] code=c0,shelf=a paper 0",
        "list.arch_paper.each[\"b\"] code=c0,shelf=b paper 0",
        "list.arch_paper.of_identities code=c0,shelf=bx paper 0",
        "list.arch_paper.of_others code=c0,shelf=c1 paper 0",
        "list.arch_paper.whole code=c0,shelf=s paper 0",
        "list.arch_paper.whole code=c1,shelf=s paper 1",
    ];
    assert_eq!(lines, expected.map(str::to_owned).into());
    work.clean();
}

#[test]
fn an_interrupt_ends_a_list() {
    let Some(work) = archive() else { return };
    work.write("all.tfquery.hcl", &papers("p", "", "how = \"hang\""));
    let path = work.path().join("sign");
    work.set("ARCH_SIGN", &path);
    let run = work.during(&["query"], |terraform| {
        sign(&path);
        kill("-INT", terraform.id());
    });
    run.failed().says("list was interrupted");
    work.clean();
}

/// Terraform and the local runner list the same objects.
#[test]
fn the_local_runner_lists_the_same_objects() {
    let Some(work) = Workspace::since("1.14", "it lists nothing", &[DISK]) else {
        return;
    };
    let directory = work.path().join("disks");
    let main = format!(
        "provider \"disk\" {{\n  directory = \"{}\"\n}}\n",
        directory.display()
    );
    let objects = "resource \"disk_image\" \"a\" {\n  count = 3\n  name = \"image-${count.index * 7}\"\n  size_mb = 2\n  \
        labels = { owner = \"me\", \"a b\" = \"c\" }\n}\n\
        resource \"disk_snapshot\" \"s\" {\n  name = \"s\"\n  image_id = disk_image.a[0].id\n}\n";
    work.main(&(main.clone() + objects));
    work.apply();
    std::fs::remove_file(work.path().join("terraform.tfstate")).expect("a state");
    work.main(&main);
    let lists = "list \"disk_image\" \"all\" {\n  provider = disk\n}\n\
        list \"disk_image\" \"none\" {\n  provider = disk\n  config {\n    name_prefix = \"z\"\n  }\n}\n\
        list \"disk_image\" \"whole\" {\n  provider = disk\n  include_resource = true\n  limit = 2\n  config {\n    \
        labels = { owner = \"me\" }\n    min_size_mb = 1\n  }\n}\n\
        list \"disk_snapshot\" \"s\" {\n  for_each = toset([\"image-0\", \"image-1\"])\n  provider = disk\n  config {\n    image_id = each.key\n  }\n}\n";
    work.write("all.tfquery.hcl", lists);
    for file in ["main.tf", "all.tfquery.hcl", "providers.tf"] {
        let text = std::fs::read_to_string(work.path().join(file)).expect("it was written");
        work.write(&format!("local/{file}"), &text);
    }
    // In text: Terraform's lists run in parallel, so that their order varies.
    let blocks = |text: &str| -> BTreeSet<String> {
        let is_found = |line: &str| line.starts_with("list.") && line.contains("   ");
        let lines: Vec<&str> = text
            .lines()
            .map(|line| if is_found(line) { line } else { "" })
            .collect();
        let blocks = lines.join("\n");
        let blocks = blocks
            .split("\n\n")
            .map(|block| block.trim_matches('\n').to_owned());
        blocks.filter(|block| !block.is_empty()).collect()
    };
    let theirs = work.terraform(&["query"]).succeeded();
    let ours = by_hand(&work, DISK, &[], &["query", "-no-color"]);
    assert_eq!(
        blocks(&ours),
        blocks(&theirs.stdout),
        "{ours}\n{}",
        theirs.text()
    );
    let warning = "list block(s) [";
    assert!(
        theirs.words().contains(warning) && ours.contains(warning),
        "{ours}"
    );
    assert!(
        ours.contains("list.disk_image.none") && ours.contains("list.disk_snapshot.s[\"image-1\"]"),
        "{ours}"
    );
    // And as lines of JSON.
    let theirs = json_lines(&work.terraform(&["query", "-json"]).succeeded().stdout);
    let ours = json_lines(&by_hand(&work, DISK, &[], &["query", "-json"]));
    for kind in ["list_start", "list_resource_found", "list_complete"] {
        let (ours, theirs) = (of_types(&ours, &[kind]), of_types(&theirs, &[kind]));
        assert!(!theirs.is_empty(), "{kind}");
        assert_eq!(ours.len(), theirs.len(), "{kind}");
        for line in &ours {
            assert!(theirs.contains(line), "{line} is not among {theirs:#?}");
        }
    }
    // What each generates is imported without a change.
    let generate = ["query", "-generate-config-out=generated.tf"];
    work.terraform(&generate).succeeded();
    let said = by_hand(&work, DISK, &[], &generate);
    assert!(!said.contains("Error"), "{said}");
    // Three of all, two whole ones, one snapshot.
    let clean = "6 to import, 0 to add, 0 to change, 0 to destroy";
    work.terraform(&["validate"]).succeeded();
    work.terraform(&["plan"]).succeeded().says(clean);
    let ours = std::fs::read_to_string(work.path().join("local/generated.tf")).expect("generated");
    work.write("generated.tf", &ours);
    work.terraform(&["fmt", "-check", "-diff", "generated.tf"])
        .succeeded();
    work.terraform(&["plan"]).succeeded().says(clean);
    work.clean();
}
