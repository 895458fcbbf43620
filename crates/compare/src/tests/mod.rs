//! Two scripted programs that differ in one thing, which is found with its smallest input.

use std::collections::BTreeMap;

use schema_runtime::dynamic::read_schema;
use schema_runtime::path::Path;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use serde_json::{Value as Json, json};

use crate::values::{of_json, to_json};
use crate::{
    Answer, Call, Comparison, Diagnostic, Failure, Given, Kind, Options, Schemas, Side, Subject,
    compare,
};

mod excuses;

fn block() -> Json {
    json!({
        "attributes": {
            "id": {"type": "string", "computed": true},
            "name": {"type": "string", "required": true},
            "note": {"type": "string", "optional": true},
            "size": {"type": "number", "optional": true},
            "zone": {"type": "string", "optional": true},
            "token": {"type": "string", "optional": true, "sensitive": true},
            "tags": {"type": ["set", "string"], "optional": true},
        },
        "block_types": {
            "disk": {"nesting_mode": "list", "block": {"attributes": {
                "label": {"type": "string", "required": true},
                "size": {"type": "number", "optional": true},
            }}},
            "mode": {"nesting_mode": "list", "min_items": 1, "max_items": 1, "block": {"attributes": {
                "fast": {"type": "bool", "optional": true},
            }}},
        },
    })
}

fn schemas(kind: Kind, block: Json) -> Schemas {
    let json = json!({"version": 1, "block": block});
    let schema = read_schema(SchemaKind::Resource, "a_thing", &json).unwrap();
    BTreeMap::from([((kind, "a_thing".to_owned()), schema)])
}

/// How a program differs.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    RefusesSize,
    WarnsInPlaceOfError,
    ErrsAtTheBlock,
    PlansASize,
    ForgetsANote,
    DoesNotReplace,
    ReplacesForADisk,
    LosesASizeInUpgrades,
    ImportsAnother,
    CreatesAnother,
    MakesOtherIds,
    ReadsNothing,
    DoesNotDelete,
    DropsATag,
    DropsAToken,
    Crashes,
    Hangs,
    Ends,
    ConflictsOnOneSide,
    ConflictsOnBothSides,
    /// As in SDKv2.
    ConflictsOnOneSideInGo,
    /// As in SDKv2, with a default.
    DefaultsInGo(i32),
    ErrsAtTheLabelToo,
    PlansUnknownDisks,
    PlansOtherDisks,
    CrashesAtA,
    CrashesAlways,
    UpdatesNothing,
}

/// A provider that plans what is configured, and the number of its objects.
struct Script(Fault, i32);

fn error(path: Path) -> Diagnostic {
    Diagnostic {
        error: true,
        text: "too large".into(),
        path,
    }
}

impl Script {
    fn validate(&self, config: &Json) -> Vec<Diagnostic> {
        let mut all = Vec::new();
        // Terraform sends no configuration that lacks required attributes.
        let modes = config["mode"].as_array().unwrap();
        assert!(!config["name"].is_null() && !modes.is_empty(), "{config}");
        for disk in config["disk"].as_array().unwrap() {
            assert!(!disk["label"].is_null(), "{config}");
        }
        if !config["note"].is_null() && !config["zone"].is_null() {
            all.extend(
                match self.0 {
                    Fault::ConflictsOnOneSide | Fault::ConflictsOnOneSideInGo => vec!["note"],
                    Fault::ConflictsOnBothSides => vec!["note", "zone"],
                    _ => Vec::new(),
                }
                .into_iter()
                .map(|name| error(Path::new(name))),
            );
        }
        if config["size"].as_f64() == Some(80.0) && self.0 == Fault::RefusesSize {
            all.push(error(Path::new("size")));
        }
        for (at, disk) in config["disk"].as_array().into_iter().flatten().enumerate() {
            if disk["size"].as_f64() == Some(80.0) {
                let inside = Path::new("disk").index(at);
                if self.0 == Fault::ErrsAtTheLabelToo {
                    all.push(error(inside.clone().attribute("label")));
                }
                all.push(match self.0 {
                    Fault::ErrsAtTheBlock => error(inside),
                    fault => Diagnostic {
                        error: fault != Fault::WarnsInPlaceOfError,
                        ..error(inside.attribute("size"))
                    },
                });
            }
        }
        all
    }

    fn plan(&self, prior: &Json, proposed: &Json, config: &Json) -> (Json, Vec<Path>) {
        let mut planned = proposed.clone();
        if prior.is_null() {
            planned["id"] = json!({"__unknown__": true});
        }
        if self.0 == Fault::PlansASize && config["size"].is_null() && config["zone"] == "b" {
            planned["size"] = json!(5);
        }
        if self.0 == Fault::ForgetsANote && config["note"].is_null() {
            planned["note"] = prior["note"].clone();
        }
        if self.0 == Fault::DropsATag
            && let Some(tags) = planned["tags"].as_array_mut().filter(|tags| tags.len() > 1)
        {
            tags.pop();
        }
        if self.0 == Fault::DropsAToken {
            planned["token"] = Json::Null;
        }
        if let Fault::DefaultsInGo(size) = self.0
            && config["size"].is_null()
        {
            planned["size"] = json!(size);
        }
        for disk in planned["disk"].as_array_mut().into_iter().flatten() {
            match self.0 {
                Fault::PlansUnknownDisks => *disk = json!({"__unknown__": true}),
                Fault::PlansOtherDisks => *disk = json!({"label": "other", "size": 77}),
                _ => {}
            }
        }
        let mut replace = Vec::new();
        let differs = |name: &str| !prior.is_null() && prior[name] != planned[name];
        let updates = [Fault::DoesNotReplace, Fault::UpdatesNothing].contains(&self.0);
        if differs("zone") && !updates {
            replace.push(Path::new("zone"));
        }
        if differs("disk") && self.0 == Fault::ReplacesForADisk {
            replace.push(Path::new("disk"));
        }
        (planned, replace)
    }
}

impl Side for Script {
    fn ask(&mut self, subject: Subject<'_>, call: &Call<'_>) -> Result<Answer, Failure> {
        let json = |value: &Value| to_json(subject.block, value);
        let value = |json: &Json| of_json(subject.block, json);
        let mut answer = Answer::default();
        match call {
            Call::Validate { config } => {
                let config = json(config);
                let crashes = match self.0 {
                    Fault::Crashes => config["note"] == "10s",
                    Fault::CrashesAtA => config["note"] == "a",
                    fault => fault == Fault::CrashesAlways,
                };
                if self.0 == Fault::Hangs && config["note"] == "10s" {
                    return Err(Failure::Hung("it hangs".into()));
                }
                if crashes {
                    return Err(Failure::Crashed("it ended".into()));
                }
                if self.0 == Fault::Ends {
                    return Err(Failure::Gone("it cannot be started".into()));
                }
                answer.diagnostics = self.validate(&config);
            }
            Call::Plan {
                prior,
                proposed,
                config,
                ..
            } => {
                let (planned, replace) = self.plan(&json(prior), &json(proposed), &json(config));
                answer.value = value(&planned);
                answer.replace = replace;
                answer.legacy = matches!(
                    self.0,
                    Fault::ConflictsOnOneSideInGo | Fault::DefaultsInGo(_)
                );
            }
            Call::Apply { prior, planned, .. } => {
                if self.0 == Fault::UpdatesNothing && !prior.is_null() && !planned.is_null() {
                    answer.diagnostics = vec![error(Path::default())];
                    return Ok(answer);
                }
                let mut applied = json(planned);
                if planned.is_null() {
                    if self.0 == Fault::DoesNotDelete {
                        answer.diagnostics = vec![error(Path::default())];
                    } else {
                        self.1 -= 1;
                    }
                    return Ok(answer);
                }
                self.1 += i32::from(prior.is_null());
                applied["id"] = json!(if self.0 == Fault::MakesOtherIds {
                    "j"
                } else {
                    "i"
                });
                if self.0 == Fault::CreatesAnother {
                    applied["name"] = json!("other");
                }
                answer.value = value(&applied);
            }
            Call::Read { state, .. } if self.0 != Fault::ReadsNothing => {
                answer.value = (*state).clone();
            }
            Call::Read { .. } => {}
            Call::Upgrade { json, .. } => {
                let mut state: Json = serde_json::from_str(json).unwrap();
                if self.0 == Fault::LosesASizeInUpgrades {
                    state["size"] = Json::Null;
                }
                answer.value = value(&state);
            }
            Call::Import { id } => {
                let more = if self.0 == Fault::ImportsAnother {
                    "-x"
                } else {
                    ""
                };
                answer.value = value(&json!({"id": format!("{id}{more}")}));
            }
        }
        Ok(answer)
    }
}

fn compared(old: Fault, new: Fault, options: &Options) -> Result<Comparison, String> {
    let schemas = schemas(Kind::Resource, block());
    compared_as(old, new, options, [&schemas, &schemas])
}

fn compared_as(
    old: Fault,
    new: Fault,
    options: &Options,
    schemas: [&Schemas; 2],
) -> Result<Comparison, String> {
    let (mut old, mut new) = (Script(old, 0), Script(new, 0));
    let found = compare(
        (&mut old, schemas[0]),
        (&mut new, schemas[1]),
        options,
        &mut drop,
    );
    let left = [old.1, new.1];
    assert!(left == [0, 0] || new.0 == Fault::DoesNotDelete, "{left:?}");
    found
}

fn with_apply() -> Options {
    Options {
        apply: true,
        ..Options::default()
    }
}

#[test]
fn a_program_has_no_difference_from_itself() {
    for seed in 1..6 {
        let options = Options {
            seed,
            ..with_apply()
        };
        let found = compared(Fault::None, Fault::None, &options).unwrap();
        assert!(found.is_equal() && found.intended.is_empty(), "{found}");
        assert!(found.cases >= 200, "{found}");
    }
}

/// One planted difference is one group, whatever the seed, and its configuration is minimal.
#[test]
fn one_difference_is_found_with_its_smallest_input() {
    let thing = |lines: &str| {
        format!("resource \"a_thing\" \"this\" {{\n  mode {{\n  }}\n  name = \"a\"\n{lines}}}")
    };
    for (fault, class, path, example) in [
        (
            Fault::RefusesSize,
            "validation",
            "size",
            thing("  size = 80\n"),
        ),
        (Fault::PlansASize, "plan", "size", thing("  zone = \"b\"\n")),
        (
            Fault::ForgetsANote,
            "plan",
            "note",
            thing("")
                + "\nprior state: {\"id\":\"a\",\"mode\":[{\"fast\":null}],\"name\":\"a\",\"note\":\"a\"}",
        ),
        (
            Fault::ReplacesForADisk,
            "replacement",
            "disk",
            thing("")
                + "\nprior state: {\"disk\":[{\"label\":\"a\",\"size\":null}],\"id\":\"a\",\"mode\":[{\"fast\":null}],\"name\":\"a\"}",
        ),
        (
            Fault::DropsATag,
            "plan",
            "tags",
            thing("  tags = [\"a\", \"1\"]\n"),
        ),
        (
            Fault::LosesASizeInUpgrades,
            "upgrade",
            "size",
            "state of version 1: {\"id\":\"a\",\"size\":1}".into(),
        ),
        (
            Fault::ImportsAnother,
            "import",
            "id",
            "import of the id \"a\"".into(),
        ),
    ] {
        let found = compared(Fault::None, fault, &Options::default()).unwrap();
        let groups: Vec<_> = found
            .groups
            .iter()
            .map(|one| (one.class(), one.path(), one.example()))
            .collect();
        assert_eq!(groups, [(class, path, example.as_str())], "{found}");
    }
}

#[test]
fn what_replaces_in_one_program_only_is_a_difference_of_replacement() {
    let found = compared(Fault::None, Fault::DoesNotReplace, &Options::default()).unwrap();
    for group in &found.groups {
        assert_eq!(group.class(), "replacement", "{found}");
        assert_eq!(group.path(), "zone", "{found}");
    }
    assert_eq!(
        found.groups[0].answers(),
        ["a replacement for zone", "an update"],
        "{found}"
    );
}

/// Paths match if one is a prefix of the other; different severities do not match.
#[test]
fn diagnostics_are_compared_by_severity_and_prefix() {
    let found = compared(Fault::None, Fault::ErrsAtTheBlock, &Options::default()).unwrap();
    assert!(found.is_equal(), "{found}");
    let found = compared(Fault::None, Fault::WarnsInPlaceOfError, &Options::default()).unwrap();
    let causes: Vec<_> = found
        .groups
        .iter()
        .map(|one| (one.class(), one.path()))
        .collect();
    assert!(
        !causes.is_empty() && causes.iter().all(|one| *one == ("validation", "disk.size")),
        "{found}"
    );
}

#[test]
fn whole_lifetimes_differ_where_they_do() {
    for (fault, class, path) in [
        (Fault::CreatesAnother, "create", "name"),
        (Fault::ReadsNothing, "read", ""),
        (Fault::DoesNotDelete, "delete", ""),
    ] {
        let found = compared(Fault::None, fault, &with_apply()).unwrap();
        let first = &found.groups[0];
        assert_eq!((first.class(), first.path()), (class, path), "{found}");
        // Nothing is created unless requested.
        let found = compared(Fault::None, fault, &Options::default()).unwrap();
        assert!(found.is_equal(), "{found}");
    }
}

/// Each program chooses what a plan leaves open, such as an id.
#[test]
fn what_an_apply_decides_is_no_difference() {
    let found = compared(Fault::None, Fault::MakesOtherIds, &with_apply()).unwrap();
    assert!(found.is_equal(), "{found}");
}

#[test]
fn a_crash_is_one_difference_and_a_program_that_is_gone_ends_the_comparison() {
    let found = compared(Fault::None, Fault::Crashes, &Options::default()).unwrap();
    let causes: Vec<_> = found.groups.iter().map(|one| one.answers()).collect();
    assert_eq!(causes, [["an answer", "it ended"]], "{found}");
    let smallest =
        "resource \"a_thing\" \"this\" {\n  mode {\n  }\n  name = \"a\"\n  note = \"10s\"\n}";
    assert_eq!(found.groups[0].example(), smallest);
    let hangs = compared(Fault::None, Fault::Hangs, &Options::default()).unwrap();
    let causes: Vec<_> = hangs.groups.iter().map(|one| one.answers()).collect();
    assert_eq!(causes, [["an answer", "it hangs"]], "{hangs}");
    let both = compared(Fault::Crashes, Fault::Crashes, &Options::default()).unwrap();
    assert!(both.is_equal(), "{both}");
    let gone = compared(Fault::None, Fault::Ends, &Options::default()).unwrap_err();
    assert_eq!(gone, "it cannot be started");
}

#[test]
fn the_same_seed_sends_the_same() {
    let run = |seed| {
        let options = Options {
            seed,
            ..Options::default()
        };
        compared(Fault::None, Fault::PlansASize, &options)
            .unwrap()
            .json()
            .to_string()
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// The developer's inputs are always sent.
#[test]
fn given_configurations_and_states_are_sent() {
    let directory = std::env::temp_dir().join(format!("compare-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let config = "variable \"n\" {\n  default = 80\n}\nresource \"a_thing\" \"x\" {\n  name = \"n\"\n  size = var.n\n  zone = other.thing.zone\n  disk {\n    label = \"l\"\n  }\n  mode {\n  }\n}\n";
    let state = json!({"version": 4, "resources": [{"mode": "managed", "type": "a_thing",
        "instances": [{"schema_version": 0, "attributes": {"id": "i", "size": 7}}]}]});
    std::fs::write(directory.join("a.tf"), config).unwrap();
    std::fs::write(directory.join("b.tfstate"), state.to_string()).unwrap();
    let given = crate::given(&directory);
    std::fs::write(directory.join("b.tfstate"), "{}").unwrap();
    let wrong = crate::given(&directory).unwrap_err();
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(
        wrong.contains("b.tfstate: a state file has version 4 and this one none"),
        "{wrong}"
    );
    let given = given.unwrap();
    let unknown = json!({"__unknown__": true});
    let wanted =
        json!({"name": "n", "size": 80, "zone": unknown, "disk": [{"label": "l"}], "mode": [{}]});
    assert_eq!(given[0].config.as_ref(), Some(&wanted));
    let options = Options {
        cases: 0,
        given: given.clone(),
        ..Options::default()
    };
    let found = compared(Fault::None, Fault::RefusesSize, &options).unwrap();
    assert_eq!(found.groups.len(), 1, "{found}");
    let found = compared(Fault::None, Fault::LosesASizeInUpgrades, &options).unwrap();
    let example = found.groups[0].example();
    assert_eq!(
        example, "state of version 0: {\"id\":\"i\",\"size\":7}",
        "{found}"
    );
    let without = Options {
        given: Vec::<Given>::new(),
        ..options
    };
    assert!(
        compared(Fault::None, Fault::RefusesSize, &without)
            .unwrap()
            .is_equal()
    );
}
