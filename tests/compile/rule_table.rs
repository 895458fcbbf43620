//! The table of rules in `docs/src/reference/rules.md` matches the catalogue, and every rule has a
//! compile error, a run-time test, or a written reason for having neither.
//!
//! `BLESS=1` writes the table.

use std::collections::BTreeMap;
use std::fs;

use schema_rules::format::FORMATS;
use schema_rules::validator::DEFINITIONS;
use schema_rules::{CaughtBy, RULES, Rule, Severity};

/// Tests of rules that apply only at run time: file and function.
const AT_RUN_TIME: &[(Rule, &str, &str)] = &[
    (
        Rule::TIMEOUT_CONFIG_KEY,
        "tests/provider/lifecycle/interrupt.rs",
        "timeouts_come_from_the_block_then_its_default_then_the_schema",
    ),
    (
        Rule::TIMEOUT_CONFIG_VALUE,
        "schema-runtime/src/validate/tests/mod.rs",
        "timeouts_are_durations",
    ),
    (
        Rule::PROVIDER_CODE_PANICS,
        "tests/provider/lifecycle/panics.rs",
        "in_configure_import_upgrade_and_a_data_source",
    ),
    (
        Rule::OPERATION_MISSING,
        "tests/provider/lifecycle/upgrades.rs",
        "failed_upgrades_are_errors",
    ),
    (
        Rule::UNKNOWN_AFTER_APPLY,
        "tests/provider/lifecycle/saving.rs",
        "a_create_without_an_id_is_an_error",
    ),
    (
        Rule::SET_DUPLICATE_VALUE,
        "schema-runtime/src/value/set.rs",
        "equal_elements_count_once_and_order_does_not_count",
    ),
];

/// The rule with a number such as `R15`.
fn by_number(text: &str) -> Option<Rule> {
    let mut rules = RULES.iter().map(|info| info.rule);
    rules.find(|rule| rule.to_string() == text)
}

/// The rules that the comments above the mistakes name: ``// R15, C2: …; at `default` ``.
fn rules_of(source: &str) -> Vec<Rule> {
    let comments = source.lines().filter_map(|line| line.strip_prefix("// "));
    comments
        .filter(|comment| comment.contains("; at `"))
        .filter_map(|comment| comment.split(':').next())
        .flat_map(|names| names.split(", "))
        .filter_map(by_number)
        .collect()
}

/// The compile-fail files by the rules that they name.
fn compile_errors() -> BTreeMap<Rule, Vec<String>> {
    let mut found: BTreeMap<Rule, Vec<String>> = BTreeMap::new();
    let folder = crate::workspace().join("tests/ui");
    for topic in fs::read_dir(&folder).expect("the topics").flatten() {
        let Ok(files) = fs::read_dir(topic.path()) else {
            continue;
        };
        for file in files.flatten() {
            let path = file.path();
            let name = format!(
                "ui/{}/{}",
                topic.file_name().to_string_lossy(),
                file.file_name().to_string_lossy()
            );
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source file");
            for rule in rules_of(&source) {
                found.entry(rule).or_default().push(name.clone());
            }
        }
    }
    found.values_mut().for_each(|files| files.sort());
    found
}

/// The files of `each_rule_is_broken_once_and_obeyed_once` by the rules that they break.
fn broken_at_run_time() -> BTreeMap<Rule, Vec<String>> {
    let mut found: BTreeMap<Rule, Vec<String>> = BTreeMap::new();
    for file in fs::read_dir(crate::workspace().join("tests/rules"))
        .expect("the cases")
        .flatten()
        .filter(|file| file.path().extension().is_some_and(|it| it == "rs"))
    {
        let source = fs::read_to_string(file.path()).expect("a source file");
        let name = format!("tests/rules/{}", file.file_name().to_string_lossy());
        for text in source.split('"').skip(1).step_by(2) {
            if let Some(rule) = by_number(text) {
                let files = found.entry(rule).or_default();
                if files.last() != Some(&name) {
                    files.push(name.clone());
                }
            }
        }
    }
    for (rule, file, function) in AT_RUN_TIME {
        let source = fs::read_to_string(crate::workspace().join(file)).unwrap_or_default();
        assert!(
            source.contains(&format!("fn {function}(")),
            "{rule}: there is no test {function} in {file}"
        );
        found
            .entry(*rule)
            .or_default()
            .push(format!("{file}: {function}"));
    }
    found
}

#[test]
fn every_rule_is_tested_or_says_why_not() {
    let (ui, run_time) = (compile_errors(), broken_at_run_time());
    let mut wrong = Vec::new();
    for info in RULES {
        let in_source = matches!(
            info.caught_by,
            CaughtBy::Derive | CaughtBy::Across | CaughtBy::Registration
        );
        if in_source && !ui.contains_key(&info.rule) {
            wrong.push(format!(
                "{} ({}): no compile error in tests/ui",
                info.rule, info.name
            ));
        }
        let reason = !info.note.is_empty();
        let nowhere = info.caught_by == CaughtBy::Types;
        let tested = ui.contains_key(&info.rule) || run_time.contains_key(&info.rule);
        if !(in_source || tested || nowhere && reason) {
            wrong.push(format!(
                "{} ({}): neither test nor reason",
                info.rule, info.name
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Others' rules that do not apply here, each with the reason.
const NOT_APPLICABLE: &str = include_str!("rules_not_applicable.md");

#[test]
fn every_number_is_a_rule_or_says_why_not() {
    let sheet = (1..=96).chain(101..=124).chain(131..=150);
    let numbers = sheet.map(|n| format!("R{n}"));
    for number in numbers.chain((1..=20).map(|n| format!("C{n}"))) {
        let applies = by_number(&number).is_some();
        let told = NOT_APPLICABLE.contains(&format!("\n| {number} | "));
        assert!(applies != told, "{number}");
    }
    for row in NOT_APPLICABLE.lines().filter(|row| row.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(
            cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty()),
            "{row}"
        );
    }
}

/// The table of all rules.
fn table() -> String {
    let mut out = String::from("|rule|name|rejects|caught by|\n|---|---|---|---|\n");
    for info in RULES {
        let warning = (info.severity == Severity::Warning).then_some("warning, can be allowed");
        let remarks: Vec<&str> = warning.into_iter().chain([info.note]).collect();
        let remarks = remarks.join("; ");
        let remarks = remarks.trim_matches([';', ' ']);
        let rejects = match remarks.is_empty() {
            true => info.rejects.to_owned(),
            false => format!("{} ({remarks})", info.rejects),
        };
        let caught_by = match info.caught_by {
            CaughtBy::Derive => "derive",
            CaughtBy::Types => "type system",
            CaughtBy::Across => "constant across structs",
            CaughtBy::Registration => "registration",
            CaughtBy::RunTime => "run time",
            CaughtBy::Dynamic => "schemas built at run time",
            other => panic!("{other:?} has no words"),
        };
        // A cell must not contain its own delimiter.
        let rejects = rejects.replace('|', "\\|").replace('<', "&lt;");
        let row = format!("|{}|`{}`|{rejects}|{caught_by}|", info.rule, info.name);
        assert_eq!(row.matches('|').count() - row.matches("\\|").count(), 5);
        out.push_str(&row);
        out.push('\n');
    }
    out
}

#[test]
fn the_table_in_the_documentation_is_the_catalogue() {
    let page = format!(
        "# Schema rules\n\nA schema that breaks one of these rules is rejected; breaking a rule marked *warning* is reported, and can be \
         allowed with `allow(NAME, reason = \"…\")`. Compile errors name the rule by its number. How to read a compile error: \
         [Compiler errors](compiler-errors.md).\n\n\
         R1 to R99 are rules of the Go SDK, R101 to R124 of its documentation, and R131 to R150 of the plugin framework. R201 and later are this \
         SDK's own. C1 to C20 are what Terraform itself rejects when it loads a schema. Numbers are never reused.\n\n\
         Caught by: *derive* is a compile error from one struct, *constant across structs* one from a struct and those nested in it, and \
         *registration* one of `resources!` and similar macros. With *type system*, Rust cannot express the mistake. *Start-up* and *run time* are \
         diagnostics. *Schemas built at run time* are checked by `schema_runtime::check::rules`.\n\n{}",
        table()
    );
    let path = crate::workspace().join("docs/src/reference/rules.md");
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(crate::workspace().join("docs"))
            .expect("the folder of the documentation");
        fs::write(&path, &page).expect("the table is written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/src/reference/rules.md is not what the catalogue says: BLESS=1 cargo test -p sdk-tests --test compile -- rule_table"
    );
}

#[test]
fn each_validator_is_in_the_catalogue_and_on_its_page() {
    let read = |path: &str| fs::read_to_string(crate::workspace().join(path)).unwrap();
    let functions = read("schema-runtime/src/validators/mod.rs");
    let forms = read("schema-runtime/src/validators/forms.rs");
    let page = read("docs/src/reference/validators.md");
    for name in schema_rules::validator::names() {
        let of_form = format!("    {name} = ");
        let is_function = ["(", "<"]
            .iter()
            .any(|after| functions.contains(&format!("fn {name}{after}")));
        assert!(
            is_function || forms.contains(&of_form),
            "{name} has no function"
        );
        let in_page = |after| page.contains(&format!("`{name}{after}"));
        assert!(
            ["`", "(", " = "].into_iter().any(in_page),
            "{name} is not in docs/src/reference/validators.md"
        );
    }
}

#[test]
fn an_editor_shows_each_validator_once() {
    let path = crate::workspace().join("schema-derive/src/schema_validators.md");
    let page = fs::read_to_string(path).unwrap();
    let examples = DEFINITIONS.iter().map(|it| it.example);
    let mut expected: Vec<&str> = examples.chain(FORMATS.iter().map(|it| it.name)).collect();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let mut shown: Vec<&str> = rows
        .flat_map(|row| row.split('`').skip(1).step_by(2))
        .collect();
    expected.sort_unstable();
    shown.sort_unstable();
    assert_eq!(shown, expected, "schema-derive/src/schema_validators.md");
}
