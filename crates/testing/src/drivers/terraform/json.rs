//! Reads what terraform prints and writes.

use std::collections::BTreeMap;
use std::path::Path;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::type_json;
use schema_runtime::path::{Path as ValuePath, Step};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Block;

use super::command::Done;
use crate::checks::listed::{ObservedListed, ObservedQuery};
use crate::observed::results::{
    Action, Message, ObservedObject, ObservedOutput, ObservedPlan, ObservedState, ResourceChange,
    SourceLine, has_errors,
};
use crate::observed::tree::{Tree, TreeShape};
use schema_shell::lifecycle::Schemas;

/// The lines of a command with `-json`.
fn lines(done: &Done) -> impl Iterator<Item = Json> {
    let lines = done.stdout.lines();
    lines.filter_map(|line| line.parse().ok())
}

/// The messages of a command with `-json`: one per line.
pub(super) fn diagnostics(done: &Done) -> Vec<Message> {
    let diagnostics = lines(done).filter(|line| line["type"] == "diagnostic");
    let all = diagnostics.map(|line| diagnostic(&line["diagnostic"]));
    explained(done, all.collect())
}

/// A state file whose objects all belong to the provider of this address; aliases stay.
pub(super) fn with_provider(text: &str, source: &str) -> Result<String, String> {
    let mut state = schema_local::State::in_format_4(text.as_bytes())?;
    if let Some(Json::Array(resources)) = state.get_mut("resources") {
        let providers = resources.iter_mut();
        for provider in providers.filter_map(|resource| resource.get_mut("provider")) {
            if let Json::String(address) = provider
                && let Some((module, rest)) = address.split_once("[\"")
                && let Some((_, alias)) = rest.split_once("\"]")
            {
                *address = format!("{module}[\"{source}\"]{alias}");
            }
        }
    }
    Ok(format!("{state:#}\n"))
}

/// Whether a plan with `-json` found an object that differs from the state.
pub(super) fn has_drift(done: &Done) -> bool {
    lines(done).any(|line| line["type"] == "resource_drift")
}

/// The progress of actions from a command with `-json`.
pub(super) fn progress(done: &Done) -> Vec<String> {
    let progress = lines(done).filter(|line| line["type"] == "action_progress");
    progress
        .filter_map(|line| Some(line["@message"].as_str()?.to_owned()))
        .collect()
}

/// The objects that `terraform query -json` listed.
pub(super) fn query(done: &Done, known: &Schemas) -> ObservedQuery {
    let mut query = ObservedQuery::default();
    for line in lines(done) {
        match line["type"].as_str() {
            Some("list_start") => made(&line["list_start"], &mut query),
            Some("list_complete") => made(&line["list_complete"], &mut query),
            Some("list_resource_found") => {
                let found = &line["list_resource_found"];
                let block = block(known, &Json::Null, &found["resource_type"]);
                let shape = TreeShape::of_block(block.as_deref());
                let object = Some(&found["resource_object"]).filter(|object| !object.is_null());
                query.objects.push(ObservedListed {
                    list: text(&found["address"]),
                    display_name: text(&found["display_name"]),
                    identity: (&found["identity"]).into(),
                    object: object.map(|object| Tree::of_json(shape, object)),
                    block,
                });
            }
            _ => {}
        }
    }
    query
}

/// Records a list that began or ended, without its instance key.
fn made(list: &Json, query: &mut ObservedQuery) {
    let address = text(&list["address"]);
    let (block, _) = address.split_once('[').unwrap_or((&address, ""));
    query.made.insert(block.to_owned());
}

/// The messages of `terraform validate -json`.
pub(super) fn validation_diagnostics(done: &Done) -> Vec<Message> {
    let report: Json = done.stdout.parse().unwrap_or_default();
    let listed = report["diagnostics"].as_array();
    let all = listed.into_iter().flatten().map(diagnostic);
    explained(done, all.collect())
}

/// The messages of a command without `-json`: diagnostics in a frame.
pub(super) fn printed_diagnostics(done: &Done) -> Vec<Message> {
    let mut all = Vec::new();
    for framed in done.stderr.split('╷').chain(done.stdout.split('╷')).skip(1) {
        let text = framed.split('╵').next().unwrap_or_default();
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_start_matches('│').trim())
            .filter(|line| !line.is_empty())
            .collect();
        let Some((first, rest)) = lines.split_first() else {
            continue;
        };
        let (error, summary) = match first.split_once(": ") {
            Some(("Error", summary)) => (true, summary),
            Some(("Warning", summary)) => (false, summary),
            _ => continue,
        };
        all.push(Message {
            error,
            ..Message::error(summary, rest.join(" "))
        });
    }
    explained(done, all)
}

/// The messages of a command, with one more if it failed and none says why.
fn explained(done: &Done, mut all: Vec<Message>) -> Vec<Message> {
    if !done.succeeded && !has_errors(&all) {
        all.push(Message::error("terraform failed", done.text().trim()));
    }
    all
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn diagnostic(json: &Json) -> Message {
    let range = &json["range"];
    let line = range["start"]["line"].as_u64();
    Message {
        error: json["severity"] == "error",
        summary: text(&json["summary"]),
        detail: text(&json["detail"]),
        address: json["address"].as_str().map(str::to_owned),
        path: None,
        place: line.map(|line| SourceLine {
            file: text(&range["filename"]),
            line: usize::try_from(line).unwrap_or(usize::MAX),
            code: text(&json["snippet"]["code"]),
        }),
    }
}

/// The block of a resource or a data source.
fn block(schemas: &Schemas, mode: &Json, ty: &Json) -> Option<Ref<Block>> {
    let known = match mode == "data" {
        true => &schemas.data_sources,
        false => &schemas.resources,
    };
    known.get(ty.as_str()?).map(|schema| schema.block.clone())
}

/// A plan, as `terraform show -json` prints it.
pub(super) fn plan(document: &Json, known: &Schemas) -> ObservedPlan {
    let list = |name: &str| -> Vec<ResourceChange> {
        let listed = document[name].as_array();
        listed
            .into_iter()
            .flatten()
            // The data source of a check is read in each apply, even without changes.
            .filter(|json| json["action_reason"] != "read_because_check_nested")
            .map(|json| change(json, known))
            .collect()
    };
    let outputs = document["output_changes"].as_object();
    let outputs = outputs.into_iter().flatten().map(|(name, json)| {
        let output = ObservedOutput {
            action: action(&json["actions"]),
            value: Tree::of_plan(TreeShape::Any, &json["after"], &json["after_unknown"]),
            sensitive: json["after_sensitive"] == true,
        };
        (name.clone(), output)
    });
    ObservedPlan {
        changes: list("resource_changes"),
        drift: list("resource_drift"),
        outputs: outputs.collect(),
    }
}

fn action(json: &Json) -> Action {
    let words = json.as_array().into_iter().flatten();
    let words: Vec<&str> = words.filter_map(Json::as_str).collect();
    match *words {
        ["create"] => Action::Create,
        ["read"] => Action::Read,
        ["update"] => Action::Update,
        ["delete", "create"] => Action::Replace {
            create_first: false,
        },
        ["create", "delete"] => Action::Replace { create_first: true },
        ["delete"] => Action::Delete,
        ["forget"] => Action::Forget,
        _ => Action::NoOp,
    }
}

fn change(json: &Json, known: &Schemas) -> ResourceChange {
    let change = &json["change"];
    let block = block(known, &json["mode"], &json["type"]);
    let shape = TreeShape::of_block(block.as_deref());
    let mut sensitive = Vec::new();
    let marked = &change["after_sensitive"];
    marks(marked, ValuePath::root(), &mut sensitive);
    let replace = change["replace_paths"].as_array().into_iter().flatten();
    let replace = replace.map(|path| plain_path(path, block.as_deref()));
    let replace = replace.collect();
    ResourceChange {
        address: text(&json["address"]),
        action: action(&change["actions"]),
        moved: json["previous_address"].as_str().is_some(),
        managed: json["mode"] == "managed",
        before: Tree::of_plan(shape, &change["before"], &Json::Null),
        after: Tree::of_plan(shape, &change["after"], &change["after_unknown"]),
        sensitive,
        replace,
        block,
    }
}

/// The paths that are true.
fn marks(json: &Json, path: ValuePath, found: &mut Vec<ValuePath>) {
    match json {
        Json::Bool(true) => found.push(path),
        Json::Object(members) => {
            for (name, value) in members {
                marks(value, path.clone().attribute(name.clone()), found);
            }
        }
        Json::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                marks(value, path.clone().index(index), found);
            }
        }
        _ => {}
    }
}

/// A path as a list of names, keys and indexes, which the schema distinguishes.
fn plain_path(json: &Json, block: Option<&Block>) -> ValuePath {
    let mut shape = TreeShape::of_block(block);
    let mut path = ValuePath::root();
    for step in json.as_array().into_iter().flatten() {
        let step = match (step, shape) {
            (Json::Number(number), _) => Step::Index(number.parse().unwrap_or_default()),
            (Json::String(name), shape) if shape.is_map() => Step::Key(name.clone().into()),
            (Json::String(name), _) => Step::Attribute(name.clone().into()),
            _ => break,
        };
        shape = shape
            .at(&[step.clone()].into_iter().collect())
            .unwrap_or(TreeShape::Any);
        path.push(step);
    }
    path
}

/// The files that exist if the state belongs to another workspace or a backend.
const KEPT_ELSEWHERE: [&str; 2] = ["terraform.tfstate.d", ".terraform/terraform.tfstate"];

/// Whether the state in a directory does not exist or is empty, without even the remains of a
/// failed replacement. False if the state is kept elsewhere.
pub(super) fn saves_nothing(directory: &Path, state: &str) -> bool {
    if KEPT_ELSEWHERE
        .iter()
        .any(|place| directory.join(place).exists())
    {
        return false;
    }
    let has_none = |document: &Json| {
        let resources = document["resources"].as_array();
        let outputs = document["outputs"].as_object();
        resources.is_some_and(<[_]>::is_empty) && outputs.is_some_and(|outputs| outputs.is_empty())
    };
    let document = state_file(&directory.join(state));
    document.is_ok_and(|document| document.as_ref().is_none_or(has_none))
}

/// The document in a state file; `None` if there is no file.
pub(super) fn state_file(path: &Path) -> Result<Option<Json>, String> {
    let file = match std::fs::read(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("the state file cannot be read: {error}")),
    };
    let document = Json::read(&file).map_err(|error| format!("the state file: {error}"))?;
    Ok(Some(document))
}

/// The state in a state file.
pub(super) fn state(document: &Json, known: &Schemas) -> ObservedState {
    let (mut objects, mut data) = (BTreeMap::new(), BTreeMap::new());
    for resource in document["resources"].as_array().into_iter().flatten() {
        let mut address = format!("{}.{}", text(&resource["type"]), text(&resource["name"]));
        let found = if resource["mode"] == "data" {
            address.insert_str(0, "data.");
            &mut data
        } else {
            &mut objects
        };
        if let Some(module) = resource["module"].as_str() {
            address = format!("{module}.{address}");
        }
        for instance in resource["instances"].as_array().into_iter().flatten() {
            // The remains of a failed replacement are not an object of the configuration.
            if instance["deposed"].as_str().is_some() {
                continue;
            }
            let key = instance.get("index_key").map(|key| format!("[{key}]"));
            let key = key.unwrap_or_default();
            found.insert(format!("{address}{key}"), object(resource, instance, known));
        }
    }
    let outputs = document["outputs"].as_object();
    let outputs = outputs.into_iter().flatten().map(|(name, json)| {
        let ty = type_json::parse(json["type"].to_string().as_bytes()).ok();
        let shape = ty.as_ref().map_or(TreeShape::Any, TreeShape::Type);
        let output = ObservedOutput {
            action: Action::NoOp,
            value: Tree::of_json(shape, &json["value"]),
            sensitive: json["sensitive"] == true,
        };
        (name.clone(), output)
    });
    ObservedState {
        objects,
        data,
        outputs: outputs.collect(),
        without_identities: false,
    }
}

fn object(resource: &Json, instance: &Json, known: &Schemas) -> ObservedObject {
    let version = instance["schema_version"].as_i64().unwrap_or_default();
    // The results of data sources have no versions.
    let schema = resource["type"]
        .as_str()
        .and_then(|ty| known.resources.get(ty));
    let current =
        resource["mode"] == "data" || schema.is_some_and(|schema| schema.version == version);
    // An object of a different version is shown as saved.
    let block = block(known, &resource["mode"], &resource["type"]).filter(|_| current);
    let shape = TreeShape::of_block(block.as_deref());
    let marked = instance["sensitive_attributes"].as_array();
    ObservedObject {
        value: Tree::of_state(shape, &instance["attributes"]),
        sensitive: marked.into_iter().flatten().map(marked_path).collect(),
        tainted: instance["status"] == "tainted",
        version,
        block,
        identity: Some(instance["identity"].clone()).filter(|identity| !identity.is_null()),
    }
}

/// A path as in a state file: `[{"type": "get_attr", "value": "a"}, …]`.
fn marked_path(json: &Json) -> ValuePath {
    let steps = json.as_array().into_iter().flatten();
    let steps = steps.map_while(|step| match (&step["value"], step["type"].as_str()) {
        (Json::String(name), Some("get_attr")) => Some(Step::Attribute(name.clone().into())),
        (key, Some("index")) => match &key["value"] {
            Json::String(key) => Some(Step::Key(key.clone().into())),
            Json::Number(index) => Some(Step::Index(index.parse().ok()?)),
            _ => None,
        },
        _ => None,
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::saves_nothing;

    #[test]
    fn a_state_is_empty_that_has_neither_objects_nor_outputs() {
        let place = tempfile::tempdir().expect("a directory");
        let file = place.path().join("terraform.tfstate");
        let is_empty = || saves_nothing(place.path(), "terraform.tfstate");
        assert!(is_empty(), "there is none");
        let with = |resources: &str, outputs: &str| {
            let text = format!("{{\"resources\": {resources}, \"outputs\": {outputs}}}");
            std::fs::write(&file, text).expect("a file");
            is_empty()
        };
        assert!(with("[]", "{}"));
        assert!(!with("[]", "{\"o\": {\"value\": 1}}"));
        // The remains of a failed replacement are not an object of the configuration, but must be
        // destroyed.
        assert!(!with(
            "[{\"type\": \"t\", \"instances\": [{\"deposed\": \"12345678\"}]}]",
            "{}"
        ));
        std::fs::write(&file, "not JSON").expect("a file");
        assert!(!is_empty(), "it is not known");
        assert!(with("[]", "{}"));
        std::fs::create_dir(place.path().join("terraform.tfstate.d")).expect("a directory");
        assert!(!is_empty(), "another workspace has one");
    }
}
