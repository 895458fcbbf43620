//! The JSON format of the state file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::dynamic::{type_from_json, type_to_json};
use schema_runtime::path::{Path, Step};

use super::model::{State, StoredIdentity, StoredOutput, StoredResource};
use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};

/// Identifies the format.
const FORMAT: &str = "schema-provider local state";
/// Version 1 had no instances, deposed objects or aliases.
const VERSION: u64 = 2;

/// Whether a file of this version can be read.
pub(super) fn is_readable(version: u64) -> bool {
    (1..=VERSION).contains(&version)
}

pub(crate) fn write(state: &State, provider: &str) -> String {
    let resources: Vec<Json> = state
        .resources
        .iter()
        .map(|(address, stored)| resource(address, stored))
        .collect();
    let outputs: Map = state
        .outputs
        .iter()
        .filter_map(|(name, output)| Some((name.clone(), self::output(output)?)))
        .collect();
    let mut whole = json!({
        "format": FORMAT,
        "version": VERSION,
        "provider": provider,
        "lineage": state.lineage,
        "serial": state.serial,
        "outputs": outputs,
        "resources": resources,
    });
    if let (Some(stored), Json::Object(members)) = (state.stored, &mut whole) {
        members.insert("stored_serial".into(), json!(stored));
    }
    format!("{whole:#}\n")
}

/// The address of an object, in the words of Terraform's own state.
pub(super) fn address_to_json(address: &ObjectAddress) -> Map {
    let mut json = Map::new();
    json.insert("type".into(), json!(&*address.type_name));
    json.insert("name".into(), json!(&*address.name));
    match &address.key {
        InstanceKey::None => {}
        InstanceKey::Index(index) => {
            json.insert("index_key".into(), json!(index));
        }
        InstanceKey::Key(key) => {
            json.insert("index_key".into(), json!(&**key));
        }
    }
    if let Some(name) = &address.deposed {
        json.insert("deposed".into(), json!(&**name));
    }
    json
}

/// Reads the output of [`address_to_json`].
pub(super) fn address_from_json(json: &Json) -> Option<ObjectAddress> {
    let text = |name: &str| json.get(name).and_then(Json::as_str);
    let key = match json.get("index_key") {
        None | Some(Json::Null) => InstanceKey::None,
        Some(Json::String(key)) => InstanceKey::Key(key.as_str().into()),
        Some(index) => InstanceKey::Index(index.as_u64()?),
    };
    let resource = ResourceAddress::managed(text("type")?, text("name")?);
    Some(ObjectAddress {
        deposed: match json.get("deposed") {
            None => None,
            Some(name) => Some(name.as_str()?.into()),
        },
        ..ObjectAddress::new(resource, key)
    })
}

pub(super) fn resource(address: &ObjectAddress, stored: &StoredResource) -> Json {
    let mut json = address_to_json(address);
    if let Some(alias) = &stored.provider {
        json.insert("provider_alias".into(), json!(&**alias));
    }
    json.insert("schema_version".into(), json!(stored.schema_version));
    if stored.tainted {
        json.insert("status".into(), json!("tainted"));
    }
    let attributes = match stored.flat {
        true => "attributes_flat",
        false => "attributes",
    };
    json.insert(attributes.into(), stored.attributes.clone());
    if !stored.sensitive.is_empty() {
        let paths: Vec<Json> = stored.sensitive.iter().map(path_to_json).collect();
        json.insert("sensitive_attributes".into(), json!(paths));
    }
    if let Some(identity) = &stored.identity {
        json.insert(
            "identity_schema_version".into(),
            json!(identity.schema_version),
        );
        json.insert("identity".into(), identity.attributes.clone());
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
    if stored.create_before_destroy {
        json.insert("create_before_destroy".into(), json!(true));
    }
    Json::Object(json)
}

fn output(output: &StoredOutput) -> Option<Json> {
    let text = json::encode(&output.ty, &output.value).ok()?;
    let value: Json = text.parse().ok()?;
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
/// The file is invalid.
pub(crate) fn read(bytes: &[u8], provider: &str) -> Result<State, String> {
    let json = Json::read(bytes).map_err(|error| format!("it is not JSON: {error}"))?;
    let format = json.get("format").and_then(Json::as_str);
    if format != Some(FORMAT) {
        return Err(if json.get("terraform_version").is_some() {
            "it is a state of Terraform, which this tool cannot use".to_owned()
        } else {
            "it is not marked as a state of this tool".to_owned()
        });
    }
    match json.get("version").and_then(Json::as_u64) {
        Some(version) if is_readable(version) => {}
        Some(version) => return Err(format!("its version {version} is not known here")),
        None => return Err("it has no version".to_owned()),
    }
    let text = |name: &str| {
        json.get(name)
            .and_then(Json::as_str)
            .ok_or_else(|| format!("\"{name}\" is not a string"))
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
            .ok_or("\"serial\" is not a number")?,
        stored: match json.get("stored_serial") {
            None => None,
            Some(stored) => Some(stored.as_u64().ok_or("\"stored_serial\" is not a number")?),
        },
        resources: BTreeMap::new(),
        outputs: BTreeMap::new(),
    };
    let resources = json
        .get("resources")
        .and_then(Json::as_array)
        .ok_or("\"resources\" is not a list")?;
    for (index, resource) in resources.iter().enumerate() {
        let (address, stored) = read_resource(resource)
            .ok_or_else(|| format!("resources[{index}] is not a resource"))?;
        if state.resources.insert(address.clone(), stored).is_some() {
            return Err(format!("{address} occurs twice"));
        }
    }
    let outputs = json
        .get("outputs")
        .and_then(Json::as_object)
        .ok_or("\"outputs\" is not an object")?;
    for (name, output) in outputs {
        let output = read_output(output).ok_or_else(|| format!("the output {name} is damaged"))?;
        state.outputs.insert(name.clone(), output);
    }
    Ok(state)
}

pub(super) fn read_resource(json: &Json) -> Option<(ObjectAddress, StoredResource)> {
    let address = address_from_json(json)?;
    let provider: Option<Arc<str>> = match json.get("provider_alias") {
        None => None,
        Some(alias) => Some(alias.as_str()?.into()),
    };
    let create_before_destroy = match json.get("create_before_destroy") {
        None => false,
        Some(flag) => flag.as_bool()?,
    };
    let tainted = match json.get("status") {
        None => false,
        Some(status) => match status.as_str()? {
            "tainted" => true,
            _ => return None,
        },
    };
    let flat = json.get("attributes_flat").filter(|flat| !flat.is_null());
    let attributes = flat.or_else(|| json.get("attributes"))?;
    attributes.as_object()?;
    let private = match json.get("private") {
        None => Vec::new(),
        Some(private) => STANDARD.decode(private.as_str()?).ok()?,
    };
    let identity = match json.get("identity") {
        None | Some(Json::Null) => None,
        Some(attributes) => {
            attributes.as_object()?;
            let version = json.get("identity_schema_version");
            Some(StoredIdentity {
                schema_version: version.map_or(Some(0), Json::as_i64)?,
                attributes: attributes.clone(),
            })
        }
    };
    let list = |name: &str| match json.get(name) {
        None => Some(&[][..]),
        Some(list) => list.as_array(),
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
        flat: flat.is_some(),
        private,
        identity,
        tainted,
        dependencies,
        create_before_destroy,
        provider,
        sensitive,
    };
    Some((address, stored))
}

pub(super) fn read_output(json: &Json) -> Option<StoredOutput> {
    let ty = type_from_json(&json.get("type")?.into()).ok()?;
    let text = json.get("value")?.to_string();
    let value = json::decode(&ty, text.as_bytes(), UnsupportedAttributes::Drop).ok()?;
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
