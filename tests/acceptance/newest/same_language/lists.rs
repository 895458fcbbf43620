//! `list` blocks, with `query`.

use super::super::ARCH;
use super::{Bench, Case, Stricter, Taken, Verdict, refused};

fn query(query: impl Into<String>, verdict: Verdict) -> Case {
    with("", query, verdict)
}

fn with(main: &str, query: impl Into<String>, verdict: Verdict) -> Case {
    Case {
        main: main.to_owned(),
        query: query.into(),
        verdict,
    }
}

fn list(name: &str, meta: &str, config: &str) -> String {
    format!(
        "list \"arch_paper\" \"{name}\" {{\n  provider = arch\n  {meta}\n  config {{\n    shelf = \"s\"\n    {config}\n  }}\n}}\n"
    )
}

/// A list with this expression as configuration.
fn of(shelf: &str) -> String {
    list("b", "", "").replace("\"s\"", shelf)
}

#[test]
fn blocks_and_their_arguments() {
    let Some(bench) = Bench::new(ARCH, "provider \"arch\" {}\n") else {
        return;
    };
    let a = |meta: &str| list("a", meta, "");
    let paper = "resource \"arch_paper\" \"p\" {\n  shelf = \"s\"\n}\n";
    let passing = "variable \"passing\" {\n  default = 2\n  ephemeral = true\n}\n";
    let secret = "variable \"secret\" {\n  default = \"s\"\n  sensitive = true\n}\n";
    bench.compare(
        &["query"],
        &[
            query(a(""), Taken),
            query(a("") + &a(""), refused("Duplicate")),
            query(
                a("") + "list \"arch_box\" \"a\" {\n  provider = arch\n}\n",
                Taken,
            ),
            query(
                a("").replace("  provider = arch\n", ""),
                refused("provider"),
            ),
            query(a("").replace("= arch", "= \"arch\""), Taken),
            query(a("").replace("= arch", "= arch.west"), refused("west")),
            query(
                a("").replace("arch_paper", "arch_papers"),
                refused("arch_papers"),
            ),
            query(a("limit = null"), refused("Invalid \"limit\" argument")),
            query(a("limit = \"2\""), Taken),
            query(a("limit = 1.5"), refused("limit")),
            query(a("limit = -1"), refused("Invalid limit argument")),
            query(a("limit = var.passing") + passing, Taken),
            with(
                paper,
                a("limit = length(arch_paper.p.sum)"),
                refused("known"),
            ),
            query(a("include_resource = \"true\""), Taken),
            query(
                a("include_resource = null"),
                refused("Invalid \"include_resource\" argument"),
            ),
            query(a("include_resource = 3"), refused("bool")),
            with(
                paper,
                a("include_resource = arch_paper.p.sum == \"x\""),
                refused("known"),
            ),
            query(a("depends_on = []"), refused("depends_on")),
            query(a("lifecycle {}"), refused("lifecycle")),
            query(
                a("count = 1\n  for_each = {}"),
                refused("Invalid combination"),
            ),
            query(a("count = 0"), Taken),
            with(
                paper,
                a("count = length(arch_paper.p.sum)"),
                refused("Invalid count argument"),
            ),
            query(
                a("").replace("  config {", "  config {}\n  config {"),
                refused("config"),
            ),
            query(a("key = \"x\""), refused("Unsupported argument")),
            query(
                list("a", "", "nothing = 1"),
                refused("Unsupported argument"),
            ),
            query(list("a", "", "key = var.secret") + secret, Taken),
            query(list("a", "", "count = var.passing") + passing, Taken),
        ],
    );
}

#[test]
fn files_and_references() {
    let Some(bench) = Bench::new(ARCH, "provider \"arch\" {}\n") else {
        return;
    };
    let a = || list("a", "", "");
    let whole = || list("a", "include_resource = true", "");
    bench.compare(
        &["query"],
        &[
            query(a() + &of("list.arch_paper.a.data[0].identity.code"), Taken),
            query(a() + &of("list.arch_paper.a.data[*].identity.code[1]"), refused("Invalid index")),
            query(a() + &of("list.arch_paper.a.data[9].identity.code"), refused("data")),
            query(a() + &of("list.arch_paper.a.data[0].identity.nothing"), refused("nothing")),
            query(a() + &of("list.arch_paper.a.data[0].state.code"), refused("null")),
            query(whole() + &of("list.arch_paper.a.data[0].state.code"), Taken),
            query(of("list.arch_paper.b.data[0].identity.code"), refused("list.arch_paper.b")),
            query(of("list.arch_paper.z.data[0].identity.code"), refused("arch_paper")),
            // A list may refer to another, itself or through local values.
            query(
                a() + "locals {\n  l = list.arch_paper.a.data[0].identity.code\n}\n" + &of("local.l"),
                Taken,
            ),
            query(
                a() + "locals {\n  l = local.m[0]\n  m = list.arch_paper.a.data[*].identity.code\n}\n" + &of("local.l"),
                Taken,
            ),
            query(
                a() + "locals {\n  l = list.arch_paper.a.data[9].identity.code\n}\n" + &of("local.l"),
                refused("data"),
            ),
            query(
                a() + "locals {\n  l = list.arch_paper.z.data[0].identity.code\n}\n" + &of("local.l"),
                refused("arch_paper"),
            ),
            with("resource \"arch_paper\" \"p\" {\n  shelf = list.arch_paper.a.data[0].identity.code\n}\n", a(), Stricter("has not been declared")),
            query(a() + "resource \"arch_paper\" \"p\" {\n  shelf = \"s\"\n}\n", refused("resource")),
            query(a() + "output \"o\" {\n  value = 1\n}\n", refused("output")),
            query(a() + "import {\n  to = arch_paper.p\n  id = \"s/c\"\n}\n", refused("import")),
            query(a() + "data \"arch_paper\" \"p\" {}\n", refused("data")),
            query(of("var.v") + "variable \"v\" {\n  default = \"v\"\n}\n", Taken),
            query(of("local.l") + "locals {\n  l = \"v\"\n}\n", Taken),
            query(
                a().replace("= arch\n", "= arch.old\n") + "provider \"arch\" {\n  alias = \"old\"\n}\n",
                Taken,
            ),
            with(&a(), list("b", "", ""), refused("list")),
            with("", "locals {}\n", refused("No resources to query")),
        ],
    );
}
