//! Random cases of the strict test, in the real Terraform: the schemas, behaviours and plan hooks
//! of many of them in one provider, and two configurations of each, one after the other.

use sdk_tests::strict::served::{SEEDS, UNKNOWN, configurations, type_name};
use sdk_tests::terraform::{Plugin, Workspace};
use serde_json::{Map, Value as Json, json};

const STRICT: Plugin = Plugin {
    name: "strict",
    binary: env!("CARGO_BIN_EXE_test-provider-strict"),
};

/// The step between seeds, so that the cases cover different cells.
const STRIDE: usize = 37;

#[test]
fn random_cases_run_under_terraform() {
    run(40);
}

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn many_random_cases_run_under_terraform() {
    run(200);
}

fn run(cases: usize) {
    let Some(work) = Workspace::new(&[STRICT]) else {
        return;
    };
    let lives: Vec<_> = (0u64..)
        .step_by(STRIDE)
        .filter_map(|seed| Some((seed, configurations(seed)?)))
        .take(cases)
        .collect();
    let seeds: Vec<String> = lives.iter().map(|(seed, _)| seed.to_string()).collect();
    work.set(SEEDS, seeds.join(","));

    let mut resources = Map::new();
    for (seed, life) in &lives {
        resources.insert(type_name(*seed), json!({ "it": life.before }));
    }
    let count = resources.len();
    work.write("all.tf.json", &json!({ "resource": resources }).to_string());
    work.apply()
        .says(&format!("{count} added, 0 changed, 0 destroyed"));
    work.nothing_to_do();

    let mut later = Map::new();
    for (seed, life) in &lives {
        resources.insert(type_name(*seed), json!({ "it": life.after }));
        later.extend(life.unknown.clone());
    }
    assert!(later.len() > cases / 3, "{} unknowns", later.len());
    let later = json!({ UNKNOWN: { "input": Json::Object(later) } });
    resources.insert("terraform_data".to_owned(), later);
    work.write("all.tf.json", &json!({ "resource": resources }).to_string());
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
