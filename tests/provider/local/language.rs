//! The language, expression by expression, compared with Terraform's answers.
//!
//! `language/expressions.txt` has expressions, each after `> `, followed by the answer of
//! `terraform console`: a value, or `ERROR`. With `TF_ACC=1` the answers are compared with the real
//! program, and with `BLESS=1` also written.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use schema_provider::testing::{terraform_program, terraform_version};

use crate::Bench;

const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/provider/local/language/expressions.txt"
);
const VARIABLES: &str = include_str!("language/variables.tf");

/// The differences and their reasons; the documentation of `schema-local` has the same list.
const DIFFERENT: [(&str, &str); 9] = [
    ("pow(10, 400)", "an infinite number can be saved nowhere"),
    ("1 / 0", "an infinite number can be saved nowhere"),
    ("-1 / 0", "an infinite number can be saved nowhere"),
    (
        "5 % 0",
        "the remainder of a division by zero is not a number",
    ),
    (
        "cidrsubnet(\"10.0.0.0/8\",8,-1)",
        "Terraform gives an address outside the network",
    ),
    (
        "cidrsubnet(\"10.0.0.0/8\", -1, 0)",
        "Terraform gives a network that is larger",
    ),
    ("{ a = 1, a = 2 }", "the same key twice is a mistake"),
    (
        "parseint(format(\"%0513d\", 1), 10)",
        "no number has more than 512 digits here",
    ),
    (
        "regex(\"(?i)é\", \"É\")",
        "letters beyond ASCII are not the same in either case",
    ),
];

/// Terraform's answers from 1.12 on: `&&` and `||` check the other operand if one decides, an index
/// counts from the end, and null has a form of its own. The local runner follows 1.11.
const SINCE_1_12: [(&str, &str); 7] = [
    ("false && UNKNOWN == \"a\"", "false"),
    ("UNKNOWN == \"a\" && false", "false"),
    ("true || null", "true"),
    ("element([\"a\",\"b\"], -1)", "\"b\""),
    ("format(\"%s\", null)", "ERROR"),
    ("format(\"%v %v %v\", null, true, 1.5)", "\"null true 1.5\""),
    ("format(\"%#v\", null)", "\"null\""),
];

/// Expressions with their answers.
fn table() -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in fs::read_to_string(TABLE).expect("the table").lines() {
        match line.strip_prefix("> ") {
            Some(expression) => rows.push((expression.to_owned(), String::new())),
            None => {
                if let Some((_, answer)) = rows.last_mut() {
                    if !answer.is_empty() {
                        answer.push('\n');
                    }
                    answer.push_str(line);
                }
            }
        }
    }
    rows
}

fn plain(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.by_ref().take_while(|c| *c != 'm').for_each(drop);
        } else {
            result.push(c);
        }
    }
    result.trim_end().to_owned()
}

fn terraform(program: &Path, directory: &Path, expression: &str) -> String {
    let expression = expression.replace("UNKNOWN", "terraform_data.u.output");
    let mut child = Command::new(program)
        .args(["console", "-plan"])
        .current_dir(directory)
        .env("CHECKPOINT_DISABLE", "1")
        .env("TF_VAR_given", GIVEN)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("terraform starts");
    let mut input = child.stdin.take().expect("input");
    input
        .write_all(format!("{expression}\n").as_bytes())
        .expect("written");
    drop(input);
    let output = child.wait_with_output().expect("ends");
    if output.status.success() {
        plain(&String::from_utf8_lossy(&output.stdout))
    } else {
        "ERROR".to_owned()
    }
}

const GIVEN: &str = "{ name = \"given\", ports = [80, \"443\"] }";

async fn ours(bench: &Bench, expression: &str) -> String {
    let expression = expression.replace("UNKNOWN", "mem_box.u.id");
    let done = bench.run_with("console", &format!("{expression}\n")).await;
    if done.code == 0 {
        plain(&done.output)
    } else {
        assert!(
            done.errors.contains("Error"),
            "{expression}: {}",
            done.errors
        );
        "ERROR".to_owned()
    }
}

#[tokio::test]
async fn every_expression_equals_terraforms() {
    let bench = Bench::new("language").env("TF_VAR_given", GIVEN);
    bench
        .config("resource \"mem_box\" \"u\" {\n  name = \"u\"\n}\n")
        .file("variables.tf", VARIABLES)
        .file("some.txt", "some\ntext");
    let mut wrong = Vec::new();
    let rows = table();
    assert!(rows.len() > 250, "{}", rows.len());
    for (expression, answer) in &rows {
        let ours = ours(&bench, expression).await;
        let differs = DIFFERENT.iter().any(|(other, _)| other == expression);
        if differs {
            assert_ne!(&ours, answer, "{expression} does not differ any more");
            assert_eq!(ours, "ERROR", "{expression}");
        } else if &ours != answer {
            wrong.push(format!(
                "> {expression}\nours: {ours}\nTerraform's: {answer}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn terraform_directory(program: &Path) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("directory");
    fs::write(directory.path().join("variables.tf"), VARIABLES).expect("written");
    fs::write(directory.path().join("some.txt"), "some\ntext").expect("written");
    fs::write(
        directory.path().join("main.tf"),
        "resource \"terraform_data\" \"u\" {\n  input = uuid()\n}\n",
    )
    .expect("written");
    let init = Command::new(program)
        .arg("init")
        .current_dir(directory.path())
        .stdout(Stdio::null())
        .status();
    assert!(init.expect("terraform").success());
    directory
}

/// The table has the program's answers.
///
/// A start of Terraform costs far more than an expression, so that compatible ones are asked
/// together in a list; if its answer differs from the table, they are asked one by one to find the
/// row.
#[test]
fn the_table_is_terraforms() {
    let Some((program, version)) = terraform_program().zip(terraform_version()) else {
        return;
    };
    if version.is_opentofu() {
        let mut err = std::io::stderr();
        let _ = writeln!(
            err,
            "SKIPPED: the table is Terraform's, OpenTofu has other functions"
        );
        return;
    }
    let mut rows = table();
    let bless = std::env::var("BLESS").is_ok();
    if version.is_at_least([1, 12]) {
        assert!(!bless, "the table is that of Terraform 1.11");
        for (expression, answer) in SINCE_1_12 {
            let row = rows.iter_mut().find(|(other, _)| other == expression);
            let (_, old) = row.expect("a row of the table");
            assert_ne!(old, answer, "{expression}");
            answer.clone_into(old);
        }
    }
    let groups = groups(&rows, bless);
    assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), rows.len());
    let next = AtomicUsize::new(0);
    let answers: Mutex<BTreeMap<usize, String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                // One each: a plan locks its state.
                let directory = terraform_directory(&program);
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let said = said(&program, directory.path(), &rows, group);
                    answers.lock().expect("answers").extend(said);
                }
            });
        }
    });
    let answers = answers.into_inner().expect("answers");
    let said: Vec<(String, String)> = rows
        .iter()
        .zip(answers.into_values())
        .map(|((expression, _), answer)| (expression.clone(), answer))
        .collect();
    if bless {
        let text: String = said
            .iter()
            .map(|(expression, answer)| format!("> {expression}\n{answer}\n"))
            .collect();
        fs::write(TABLE, text).expect("written");
    } else {
        assert_eq!(said, rows);
    }
}

/// The number of expressions in one list.
const TOGETHER: usize = 40;

/// The rows that are asked together: those with an answer, those that are mistakes, and separately
/// each that means something else in a list. While the answers are unknown all are separate.
fn groups(rows: &[(String, String)], alone: bool) -> Vec<Vec<usize>> {
    let (mut good, mut bad, mut single) = (Vec::new(), Vec::new(), Vec::new());
    for (row, (expression, answer)) in rows.iter().enumerate() {
        // `type` is allowed only at the top, and a multi-line string is indented in a list.
        if alone || expression.contains("type(") || answer.contains("EOT") {
            single.push(row);
        } else if answer == "ERROR" {
            bad.push(row);
        } else {
            good.push(row);
        }
    }
    let together = good.chunks(TOGETHER).chain(bad.chunks(TOGETHER));
    together
        .chain(single.chunks(1))
        .map(<[_]>::to_vec)
        .collect()
}

/// Terraform's answers for the rows of a group.
fn said(
    program: &Path,
    directory: &Path,
    rows: &[(String, String)],
    group: &[usize],
) -> Vec<(usize, String)> {
    if let [row] = *group {
        return vec![(row, terraform(program, directory, &rows[row].0))];
    }
    if terraform(program, directory, &list(rows, group)) == expected(rows, group) {
        return group
            .iter()
            .map(|row| (*row, rows[*row].1.clone()))
            .collect();
    }
    // One that cannot be in a list prevents the others from being answered.
    let (first, second) = group.split_at(group.len() / 2);
    [first, second]
        .map(|half| said(program, directory, rows, half))
        .concat()
}

/// The expressions of a group as one: `can` shows whether each is a mistake.
fn list(rows: &[(String, String)], group: &[usize]) -> String {
    let parts = group.iter().map(|row| match &rows[*row] {
        (expression, answer) if answer == "ERROR" => format!("can({expression})"),
        (expression, _) => expression.clone(),
    });
    format!("[{}]", parts.collect::<Vec<_>>().join(", "))
}

/// The console's answer to [`list`] if the table is correct.
fn expected(rows: &[(String, String)], group: &[usize]) -> String {
    let lines = group.iter().map(|row| match rows[*row].1.as_str() {
        "ERROR" => "  false,\n".to_owned(),
        answer => format!("  {},\n", answer.replace('\n', "\n  ")),
    });
    format!("[\n{}]", lines.collect::<String>())
}

#[tokio::test]
async fn dynamic_blocks_are_blocks() {
    let bench = Bench::new("dynamic");
    let lids = |body: &str| {
        format!(
            "variable \"kinds\" {{\n  default = {{ a = \"flat\", b = \"round\" }}\n}}\n\
             resource \"mem_box\" \"other\" {{\n  name = \"other\"\n}}\n\
             resource \"mem_box\" \"a\" {{\n  name = \"a\"\n{body}}}\n"
        )
    };
    bench.config(&lids(
        "  dynamic \"lid\" {\n    for_each = var.kinds\n    iterator = kind\n    content {\n      \
         kind = kind.value\n      depth = length(kind.key) + 1\n    }\n  }\n",
    ));
    bench.apply().await;
    let stored = bench.stored("mem_box.a").expect("stored");
    let lids_stored = stored["attributes"]["lid"].to_string();
    assert_eq!(
        lids_stored,
        "[{\"depth\":2,\"kind\":\"flat\"},{\"depth\":2,\"kind\":\"round\"}]"
    );
    // The same without dynamic blocks: nothing changes.
    bench.config(&lids(
        "  lid {\n    kind = \"flat\"\n    depth = 2\n  }\n  dynamic \"lid\" {\n    \
         for_each = [\"round\"]\n    content {\n      kind = lid.value\n      depth = 2\n    }\n  }\n",
    ));
    bench
        .run("plan -detailed-exitcode")
        .await
        .good()
        .says("No changes");
    // Their number depends on an unknown value.
    bench.config(
        "resource \"mem_box\" \"b\" {\n  name = \"b\"\n}\n\
         resource \"mem_box\" \"c\" {\n  name = \"c\"\n  dynamic \"lid\" {\n    \
         for_each = [for s in [mem_box.b.serial] : s if s != \"\"]\n    content {\n      \
         kind = \"flat\"\n    }\n  }\n}\n",
    );
    bench.run("plan").await.good().says("lid");
    bench.apply().await;
    let stored = bench.stored("mem_box.c").expect("stored");
    assert_eq!(stored["attributes"]["lid"][0]["kind"], "flat");
    for (body, part) in [
        (
            "    for_each = null\n    content {\n    }\n",
            "Cannot use a null value in for_each",
        ),
        (
            "    for_each = \"a\"\n    content {\n    }\n",
            "An iterable collection is required",
        ),
        ("    content {\n    }\n", "\"for_each\" is required"),
        ("    for_each = []\n", "one block \"content\""),
        (
            "    for_each = []\n    x = 1\n    content {\n    }\n",
            "\"x\" is not expected",
        ),
        (
            "    for_each = [1, 2, 3]\n    content {\n      kind = \"flat\"\n    }\n",
            "there are 3",
        ),
        (
            "    for_each = [1]\n    content {\n      kind = nope.value\n    }\n",
            "has not been declared",
        ),
        (
            "    for_each = [1]\n    content {\n      kid = 1\n    }\n",
            "Did you mean \"kind\"?",
        ),
    ] {
        bench.config(&lids(&format!("  dynamic \"lid\" {{\n{body}  }}\n")));
        bench.run("plan").await.bad().warns(part);
    }
    bench.config(&lids(
        "  dynamic \"ld\" {\n    for_each = []\n    content {\n    }\n  }\n",
    ));
    bench.run("plan").await.bad().warns("Did you mean \"lid\"?");
}

#[tokio::test]
async fn variables_of_lists_and_maps_of_anything_have_values() {
    let bench = Bench::new("variables-any");
    bench.config(
        "variable \"l\" {\n  type = list\n  default = [\"a\", 1]\n}\n\
         variable \"m\" {\n  type = map\n}\n\
         variable \"o\" {\n  type = object({ a = optional(number, 3), b = optional(string) })\n  default = {}\n}\n\
         resource \"mem_box\" \"a\" {\n  name = var.l[0]\n  size = var.o.a\n  labels = var.m\n}\n\
         output \"b\" {\n  value = var.o.b == null ? var.l[1] : \"?\"\n}\n",
    );
    bench
        .run("apply -auto-approve -var m={k=\"v\"}")
        .await
        .good();
    let done = bench.run("output -json").await.good();
    assert!(done.output.contains("\"value\": \"1\""), "{}", done.output);
    let done = bench.run("show -json").await.good();
    assert!(done.output.contains("\"k\":"), "{}", done.output);
    bench
        .run("plan -var m=[1]")
        .await
        .bad()
        .warns("Invalid value for input variable");
}
