//! Learning from providers written in Go that list their own declarations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value as Json;

use super::go_peer::built;
use super::learned;
use crate::findings::{Confidence, TypeFindings};
use crate::schemas::Kind;

#[derive(Deserialize)]
struct Fact {
    at: String,
    kind: String,
    #[serde(default)]
    of: Json,
}

type Types = BTreeMap<String, Option<Vec<Fact>>>;

#[derive(Deserialize)]
struct Truth {
    resources: Types,
    data_sources: Types,
}

/// No call shows their content: only their existence counts.
const EXISTENCE: &[&str] = &[
    "suppressed",
    "state_function",
    "own_validator",
    "force_new_if",
    "force_new",
    "force_new_count",
];

/// The percentage of declarations that is learned, by kind.
const AIMS: &[(&str, usize)] = &[
    ("conflicts_with", 100),
    ("required_with", 100),
    ("exactly_one_of", 100),
    ("at_least_one_of", 100),
    ("prefer_write_only", 100),
    ("total", 98),
    ("required", 98),
    ("force_new", 98),
    ("force_new_count", 98),
    ("force_new_if", 98),
    ("default", 95),
    ("default_from_environment", 100),
    ("validator", 98),
    ("integer", 98),
    ("keeps_value", 98),
    ("volatile", 98),
    ("own_modifier", 98),
    ("hidden_pattern", 100),
    ("own_validator", 90),
    ("suppressed", 50),
    ("state_function", 100),
    ("default_timeout", 100),
];

fn truth(program: &Path) -> Truth {
    let said = Command::new(program).arg("-truth").output().unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    serde_json::from_slice(&said.stdout).unwrap()
}

#[derive(Default)]
struct Table {
    /// Declared and found, by kind.
    counts: BTreeMap<String, (usize, usize)>,
    missed: Vec<String>,
    wrong: Vec<String>,
    likely: usize,
}

impl Table {
    fn compare(&mut self, types: &Types, all: &BTreeMap<String, TypeFindings>) {
        for (name, facts) in types {
            let facts = facts.as_deref().unwrap_or_default();
            let found = &all[name].findings;
            let json: Vec<Json> = found
                .iter()
                .map(|finding| serde_json::to_value(finding).unwrap())
                .collect();
            let fits = |fact: &Fact, json: &Json| {
                json["at"] == *fact.at
                    && json["kind"] == *fact.kind
                    && (EXISTENCE.contains(&&*fact.kind) || json["of"] == fact.of)
            };
            for fact in facts {
                let count = self.counts.entry(fact.kind.clone()).or_default();
                count.0 += 1;
                match json.iter().any(|json| fits(fact, json)) {
                    true => count.1 += 1,
                    false => self
                        .missed
                        .push(format!("{name}: {} {} {}", fact.at, fact.kind, fact.of)),
                }
            }
            // The declarations decide which kinds are reported at all.
            let told: BTreeSet<&str> = AIMS.iter().map(|(kind, _)| *kind).collect();
            for (finding, json) in found.iter().zip(&json) {
                let kind = json["kind"].as_str().unwrap_or_default();
                let declared = facts.iter().any(|fact| fits(fact, json));
                let implied = ["keeps_value", "volatile"].contains(&kind);
                match finding.confidence {
                    Confidence::Learned if told.contains(kind) && !declared && !implied => {
                        self.wrong.push(format!("{name}: {json}"));
                    }
                    Confidence::Likely if !declared => self.likely += 1,
                    _ => {}
                }
            }
        }
    }

    fn check(&self) {
        println!("{:20} declared  found", "kind");
        for (kind, (declared, found)) in &self.counts {
            println!("{kind:20} {declared:8} {found:6}");
        }
        println!("likely, and not declared so: {}", self.likely);
        println!("missed: {:#?}", self.missed);
        assert!(
            self.wrong.is_empty(),
            "learned, and wrong: {:#?}",
            self.wrong
        );
        for (kind, (declared, found)) in &self.counts {
            let aim = AIMS
                .iter()
                .find(|(aimed, _)| aimed == kind)
                .map_or(100, |(_, aim)| *aim);
            assert!(
                100 * found >= aim * declared,
                "{kind}: {found} of {declared}; missed: {:#?}",
                self.missed
            );
        }
    }
}

/// Both SDKs, and both in one program.
#[test]
fn what_go_providers_declare_is_learned() {
    let mut table = Table::default();
    let programs = [
        "learn/cmd/muxed",
        "learn/cmd/sdkv2",
        "learn/cmd/framework",
        "old",
    ];
    for package in programs {
        let Some(program) = built(package) else {
            return;
        };
        let (truth, findings) = (truth(&program), learned(&program));
        let resources = super::of_kind(&findings, Kind::Resource);
        table.compare(&truth.resources, &resources);
        let data_sources = super::of_kind(&findings, Kind::DataSource);
        table.compare(&truth.data_sources, &data_sources);
        if package == "learn/cmd/sdkv2" {
            let of_provider = serde_json::to_value(&findings.provider.findings).unwrap();
            let mode = of_provider
                .as_array()
                .unwrap()
                .iter()
                .find(|finding| finding["at"] == "mode");
            assert_eq!(
                mode.unwrap()["of"]["of"],
                serde_json::json!(["text", "binary"]),
                "{of_provider}"
            );
            let default = of_provider
                .as_array()
                .unwrap()
                .iter()
                .find(|finding| finding["kind"] == "default");
            assert_eq!(
                default.map(|default| &default["of"]),
                Some(&4.into()),
                "{of_provider}"
            );
            let endpoint = serde_json::json!({"variable": "LEARN_ENDPOINT", "fallback": null});
            let found = of_provider.as_array().unwrap().iter();
            let found: Vec<_> = found
                .filter(|finding| finding["at"] == "endpoint")
                .collect();
            assert!(
                found.len() == 1 && found[0]["of"] == endpoint,
                "{of_provider}"
            );
            let crash = &resources["learn_crash"].gaps;
            assert!(
                crash
                    .iter()
                    .any(|gap| gap.starts_with("`owner` was omitted")),
                "{crash:?}"
            );
        }
    }
    table.check();
}

/// A second run finds the same, in the same order.
#[test]
fn learning_again_learns_the_same() {
    let Some(program) = built("old") else {
        return;
    };
    let shown = || format!("{:#?}", learned(&program));
    assert_eq!(shown(), shown());
}
