//! Random schemas, configurations and prior states, judged by the Go SDK itself, and by its
//! framework: a provider on either (`tests/peers/go/oracle`) serves the schemas and is called as
//! Terraform calls it; what Terraform's core adds around the calls is that of
//! `schema_runtime::terraform_core`, which its own vectors verify.
//!
//! `ORACLE_CASES` says how many cases (3,000, and 400 of the framework), `ORACLE_SEED` the first
//! seed (1). `ORACLE_OUT=path` takes the Go SDK's cases with the answers as JSON lines in the
//! vectors' form. Without Go the tests are skipped, visibly.

mod calls;
mod framework;
mod go;
mod sdk_v2;
mod shapes;

use std::env;
use std::fs::File;
use std::io::{BufWriter, Write as _};

use sdk_tests::reference::{Case, Theirs, Totals, judge, random_case, verdict};
use serde_json::{Map, Value as Json};

/// How many types one program serves.
const BATCH: u64 = 500;

fn number(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => default,
    }
}

#[test]
fn random_plans_agree_with_the_go_sdk() {
    let Some(program) = sdk_tests::go_peer::built("oracle") else {
        return;
    };
    let (first, count) = (number("ORACLE_SEED", 1), number("ORACLE_CASES", 3_000));
    let mut out = env::var_os("ORACLE_OUT").map(|path| BufWriter::new(File::create(path).unwrap()));
    let mut totals = Totals::default();
    let mut refused = 0;
    for start in (first..first + count).step_by(BATCH as usize) {
        let cases: Vec<Json> = (start..(start + BATCH).min(first + count))
            .map(random_case)
            .collect();
        let (valid, wrong) = checked(&program, cases);
        refused += wrong;
        for mut answer in sdk_v2::answers(&program, valid) {
            if let Some(out) = &mut out {
                writeln!(out, "{answer}").unwrap();
            }
            compare(&mut totals, &mut answer);
        }
    }
    sdk_tests::say!("oracle: {count} cases, of which the schema of {refused} breaks rules");
    assert!(totals.cases > 0, "nothing was compared");
    totals.assert_agreement();
}

#[test]
fn plans_of_rare_shapes_agree_with_the_go_sdk() {
    let Some(program) = sdk_tests::go_peer::built("oracle") else {
        return;
    };
    let mut totals = Totals::default();
    for cases in shapes::cases().chunks(BATCH as usize) {
        let (valid, refused) = checked(&program, cases.to_vec());
        assert_eq!(refused, 0, "a schema breaks rules");
        for mut answer in sdk_v2::answers(&program, valid) {
            compare(&mut totals, &mut answer);
        }
    }
    totals.assert_agreement();
}

#[test]
fn random_plans_agree_with_the_go_framework() {
    let Some(program) = sdk_tests::go_peer::built("oracle/framework") else {
        return;
    };
    let (first, count) = (number("ORACLE_SEED", 1), number("ORACLE_CASES", 400));
    let mut totals = framework::Totals::default();
    for start in (first..first + count).step_by(BATCH as usize) {
        let seeds = start..(start + BATCH).min(first + count);
        framework::compare(&mut totals, &program, seeds);
    }
    totals.assert_agreement();
}

fn compare(totals: &mut Totals, answer: &mut Json) {
    match Case::read(answer) {
        Ok(Some(case)) => match Theirs::read(answer, &case) {
            Ok(theirs) => judge(totals, &case, &theirs, &case.ours()),
            Err(error) => totals.wrong(&case, error),
        },
        Ok(None) => {}
        Err(error) => totals.wrong.push(format!("{}: {error}", answer["name"])),
    }
}

/// The cases whose schema keeps the rules, and how many do not. Both SDKs must agree on that.
fn checked(program: &std::path::Path, cases: Vec<Json>) -> (Vec<Json>, usize) {
    let directory = tempfile::tempdir().unwrap();
    let types = go::types(directory.path(), &cases);
    let theirs: Map<String, Json> = go::check(program, &types);
    let all = cases.len();
    let mut valid = Vec::new();
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let errors = theirs[&go::type_name(name)].as_array().unwrap();
        let ours = verdict(&serde_json::json!({"case": case}));
        assert_eq!(
            errors.is_empty(),
            ours.is_empty(),
            "the schema of {case}: theirs {errors:?}, ours {ours:?}"
        );
        if errors.is_empty() {
            valid.push(case);
        }
    }
    let refused = all - valid.len();
    (valid, refused)
}
