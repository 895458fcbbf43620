//! The file's form: JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::dynamic::{type_from_json, type_to_json};
use schema_runtime::path::{Path, Step};
use serde_json::{Map, Value as Json, json};

use super::model::{State, StoredOutput, StoredResource};
use crate::address::{Mode, ResourceAddress};

/// Says whose file it is.
const FORMAT: &str = "schema-provider local state";
const VERSION: u64 = 1;

pub(super) fn write(state: &State, provider: &str) -> String {
    let resources: Vec<Json> = state
        .resources
        .iter()
        .map(|(address, stored)| resource(address, stored))
        .collect();
    let outputs: Map<String, Json> = state
        .outputs
        .iter()
        .filter_map(|(name, output)| Some((name.clone(), self::output(output)?)))
        .collect();
    let whole = json!({
        "format": FORMAT,
        "version": VERSION,
        "provider": provider,
        "lineage": state.lineage,
        "serial": state.serial,
        "outputs": outputs,
        "resources": resources,
    });
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}

pub(super) fn resource(address: &ResourceAddress, stored: &StoredResource) -> Json {
    let mut json = Map::new();
    json.insert("type".into(), json!(&*address.type_name));
    json.insert("name".into(), json!(&*address.name));
    json.insert("schema_version".into(), json!(stored.schema_version));
    if stored.tainted {
        json.insert("status".into(), json!("tainted"));
    }
    json.insert("attributes".into(), stored.attributes.clone());
    if !stored.sensitive.is_empty() {
        let paths: Vec<Json> = stored.sensitive.iter().map(path_to_json).collect();
        json.insert("sensitive_attributes".into(), json!(paths));
    }
    if !stored.private.is_empty() {
        json.insert("private".into(), json!(STANDARD.encode(&stored.private)));
    }
    if !stored.dependencies.is_empty() {
        let names: Vec<String> = stored
            .dependencies
            .iter()
            .map(ResourceAddress::to_string)
            .collect();
        json.insert("dependencies".into(), json!(names));
    }
    Json::Object(json)
}

fn output(output: &StoredOutput) -> Option<Json> {
    let text = json::encode(&output.ty, &output.value).ok()?;
    let value: Json = serde_json::from_str(&text).ok()?;
    let mut json = Map::new();
    json.insert("type".into(), type_to_json(&output.ty));
    json.insert("value".into(), value);
    if output.sensitive {
        json.insert("sensitive".into(), json!(true));
    }
    Some(Json::Object(json))
}

pub(crate) fn path_to_json(path: &Path) -> Json {
    path.steps()
        .iter()
        .map(|step| match step {
            Step::Attribute(name) => json!({ "attribute": name.as_str() }),
            Step::Key(key) => json!({ "key": key.as_str() }),
            Step::Index(index) => json!({ "index": index }),
            Step::Element(_) => Json::Null,
        })
        .take_while(|step| !step.is_null())
        .collect()
}

fn path_from_json(json: &Json) -> Option<Path> {
    json.as_array()?
        .iter()
        .map(|step| {
            let (kind, value) = step.as_object()?.iter().next()?;
            Some(match kind.as_str() {
                "attribute" => Step::Attribute(value.as_str()?.to_owned().into()),
                "key" => Step::Key(value.as_str()?.to_owned().into()),
                "index" => Step::Index(value.as_u64()?),
                _ => return None,
            })
        })
        .collect()
}

/// Reads a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(bytes: &[u8], provider: &str) -> Result<State, String> {
    let json: Json =
        serde_json::from_slice(bytes).map_err(|error| format!("it is no JSON: {error}"))?;
    let format = json.get("format").and_then(Json::as_str);
    if format != Some(FORMAT) {
        return Err(if json.get("terraform_version").is_some() {
            "it is a state of Terraform, which this tool cannot use".to_owned()
        } else {
            "it does not say that it is a state of this tool".to_owned()
        });
    }
    match json.get("version").and_then(Json::as_u64) {
        Some(VERSION) => {}
        Some(version) => return Err(format!("its version {version} is not known here")),
        None => return Err("it has no version".to_owned()),
    }
    let text = |name: &str| {
        json.get(name)
            .and_then(Json::as_str)
            .ok_or_else(|| format!("\"{name}\" is no text"))
    };
    let of = text("provider")?;
    if of != provider {
        return Err(format!(
            "it is a state of the provider {of}, not of {provider}"
        ));
    }
    let mut state = State {
        lineage: text("lineage")?.to_owned(),
        serial: json
            .get("serial")
            .and_then(Json::as_u64)
            .ok_or("\"serial\" is no number")?,
        resources: BTreeMap::new(),
        outputs: BTreeMap::new(),
    };
    let resources = json
        .get("resources")
        .and_then(Json::as_array)
        .ok_or("\"resources\" is no list")?;
    for (index, resource) in resources.iter().enumerate() {
        let (address, stored) =
            read_resource(resource).ok_or_else(|| format!("resources[{index}] is no resource"))?;
        if state.resources.insert(address.clone(), stored).is_some() {
            return Err(format!("{address} occurs twice"));
        }
    }
    let outputs = json
        .get("outputs")
        .and_then(Json::as_object)
        .ok_or("\"outputs\" is no object")?;
    for (name, output) in outputs {
        let output = read_output(output).ok_or_else(|| format!("the output {name} is damaged"))?;
        state.outputs.insert(name.clone(), output);
    }
    Ok(state)
}

pub(super) fn read_resource(json: &Json) -> Option<(ResourceAddress, StoredResource)> {
    let text = |name: &str| json.get(name).and_then(Json::as_str);
    let address = ResourceAddress {
        mode: Mode::Managed,
        type_name: Arc::from(text("type")?),
        name: Arc::from(text("name")?),
    };
    let tainted = match json.get("status") {
        None => false,
        Some(status) => match status.as_str()? {
            "tainted" => true,
            _ => return None,
        },
    };
    let attributes = json.get("attributes")?;
    attributes.as_object()?;
    let private = match json.get("private") {
        None => Vec::new(),
        Some(private) => STANDARD.decode(private.as_str()?).ok()?,
    };
    let list = |name: &str| match json.get(name) {
        None => Some(&[][..]),
        Some(list) => list.as_array().map(Vec::as_slice),
    };
    let dependencies: BTreeSet<ResourceAddress> = list("dependencies")?
        .iter()
        .map(|name| name.as_str().and_then(ResourceAddress::parse))
        .collect::<Option<_>>()?;
    let sensitive: Vec<Path> = list("sensitive_attributes")?
        .iter()
        .map(path_from_json)
        .collect::<Option<_>>()?;
    let stored = StoredResource {
        schema_version: json.get("schema_version")?.as_i64()?,
        attributes: attributes.clone(),
        private,
        tainted,
        dependencies,
        sensitive,
    };
    Some((address, stored))
}

fn read_output(json: &Json) -> Option<StoredOutput> {
    let ty = type_from_json(json.get("type")?).ok()?;
    let text = serde_json::to_vec(json.get("value")?).ok()?;
    let value = json::decode(&ty, &text, UnsupportedAttributes::Drop).ok()?;
    let sensitive = match json.get("sensitive") {
        None => false,
        Some(sensitive) => sensitive.as_bool()?,
    };
    Some(StoredOutput {
        ty,
        value,
        sensitive,
    })
}
