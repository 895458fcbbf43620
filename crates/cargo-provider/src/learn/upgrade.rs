//! Upgrades the objects that older versions wrote in a state that the user gives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value as Json;

use crate::findings::{AttributePath, Confidence, Evidence, Finding, Kind, TypeFindings};
use crate::learn::oracle::{Call, Oracle};
use crate::learn::session::first_line;
use crate::result::Result;

/// How many objects of one version are upgraded.
const OBJECTS: usize = 5;

/// Objects of resource types, each with the version that wrote it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objects(BTreeMap<String, Vec<(i64, Json)>>);

/// Reads a state file of Terraform.
pub(crate) fn read(file: &Path) -> Result<Objects> {
    let name = file.display();
    let text = std::fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    let state: Json = serde_json::from_slice(&text).unwrap_or_default();
    let resources = state["resources"].as_array();
    let Some(resources) = resources.filter(|_| state["version"] == 4) else {
        return Err(format!(
            "{name} is not a state file of version 4: give what `terraform state pull` prints"
        ));
    };
    let mut all = Objects::default();
    for one in resources.iter().filter(|one| one["mode"] == "managed") {
        let type_name = one["type"].as_str().unwrap_or_default().to_owned();
        let objects = all.0.entry(type_name).or_default();
        for instance in one["instances"].as_array().into_iter().flatten() {
            let version = instance["schema_version"].as_i64().unwrap_or_default();
            let before = objects.iter().filter(|(known, _)| *known == version);
            if instance["attributes"].is_object() && before.count() < OBJECTS {
                objects.push((version, instance["attributes"].clone()));
            }
        }
    }
    Ok(all)
}

/// Upgrades the objects of a type whose version is older than this one, up to the first that fails.
pub(crate) fn pass(
    objects: &Objects,
    type_name: &str,
    version: i64,
    oracle: &mut dyn Oracle,
    learned: &mut TypeFindings,
) {
    // By version: the names that are added, removed and changed.
    let mut seen: BTreeMap<i64, [BTreeSet<String>; 3]> = BTreeMap::new();
    let all = objects.0.get(type_name).into_iter().flatten();
    for (from, json) in all.filter(|(from, _)| *from < version) {
        learned.probes += 1;
        let call = Call::Upgrade {
            version: *from,
            json: json.clone(),
        };
        let error = match oracle.ask(&call, false) {
            Ok(answer) => match answer.errors().next() {
                Some(error) => error.text(),
                None => {
                    let changes = seen.entry(*from).or_default();
                    compare(json, &answer.planned.json(), changes);
                    continue;
                }
            },
            Err(failure) => failure.text().to_owned(),
        };
        let why = first_line(&error);
        learned.gaps.push(format!(
            "An object of version {from} in the state that was given is not upgraded: {why}"
        ));
        break;
    }
    for (from, [new, gone, changed]) in seen {
        let kind = Kind::Upgrade {
            from,
            new,
            gone,
            changed,
        };
        let probe = "upgrade the objects of the state that was given";
        let evidence = Evidence::new(probe, format!("from version {from} to {version}"));
        let at = AttributePath::default();
        let finding = Finding::new(&at, kind, Confidence::Learned, evidence);
        learned.findings.push(finding);
    }
}

/// Which members are added, removed and changed; null counts as absent.
fn compare(old: &Json, new: &Json, [added, gone, changed]: &mut [BTreeSet<String>; 3]) {
    let all = [old, new].map(|json| json.as_object().into_iter().flatten());
    for (name, _) in all.into_iter().flatten() {
        let among = match (&old[name], &new[name]) {
            (old, new) if old == new => continue,
            (Json::Null, _) => &mut *added,
            (_, Json::Null) => &mut *gone,
            _ => &mut *changed,
        };
        among.insert(name.clone());
    }
}
