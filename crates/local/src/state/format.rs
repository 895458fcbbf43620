//! The JSON format of the state file.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::dynamic::{type_from_json, type_to_json};
use schema_runtime::path::{Path, Step};

use super::model::{Metadata, State, StoredIdentity, StoredOutput, StoredResource};
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
    let resources = state.resources.iter();
    let resources: Json = resources
        .map(|(address, stored)| resource(address, stored))
        .collect();
    let outputs = state.outputs.iter();
    let outputs: Map = outputs
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

/// The members of an object, without those that are null.
pub(crate) fn present(json: Json) -> Map {
    match json {
        Json::Object(all) => all.into_iter().filter(|(_, it)| !it.is_null()).collect(),
        _ => Map::new(),
    }
}

/// The key of an instance, or null.
pub(crate) fn key(key: &InstanceKey) -> Json {
    match key {
        InstanceKey::None => Json::Null,
        InstanceKey::Index(index) => json!(index),
        InstanceKey::Key(key) => json!(&**key),
    }
}

/// The address of an object, in the words of Terraform's own state.
pub(super) fn address_to_json(address: &ObjectAddress) -> Map {
    present(json!({
        "type": &*address.type_name,
        "name": &*address.name,
        "index_key": key(&address.key),
        "deposed": address.deposed.as_deref(),
    }))
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
        resource,
        key,
        deposed: optional_text(json, "deposed")?.map(Arc::from),
    })
}

pub(super) fn resource(address: &ObjectAddress, stored: &StoredResource) -> Json {
    let mut json = address_to_json(address);
    let (flat, nested) = match stored.flat {
        true => (Some(&stored.attributes), None),
        false => (None, Some(&stored.attributes)),
    };
    let metadata = &stored.metadata;
    let sensitive: Vec<Json> = metadata.sensitive.iter().map(path_to_json).collect();
    let identity = stored.identity.as_ref();
    let private = STANDARD.encode(&stored.private);
    let dependencies = metadata.dependencies.iter().map(ResourceAddress::to_string);
    let dependencies: Vec<String> = dependencies.collect();
    json.extend(present(json!({
        "provider_alias": metadata.provider.as_deref(),
        "schema_version": stored.schema_version,
        "status": metadata.tainted.then_some("tainted"),
        "attributes_flat": flat,
        "attributes": nested,
        "sensitive_attributes": (!sensitive.is_empty()).then_some(sensitive),
        "identity_schema_version": identity.map(|identity| identity.schema_version),
        "identity": identity.map(|identity| &identity.attributes),
        "private": (!private.is_empty()).then_some(private),
        "dependencies": (!dependencies.is_empty()).then_some(dependencies),
        "create_before_destroy": metadata.create_before_destroy.then_some(true),
    })));
    Json::Object(json)
}

fn output(output: &StoredOutput) -> Option<Json> {
    let text = json::encode(&output.ty, &output.value).ok()?;
    let mut json = json!({"type": type_to_json(&output.ty), "value": text.parse::<Json>().ok()?});
    if let (true, Json::Object(members)) = (output.sensitive, &mut json) {
        members.insert("sensitive".into(), true);
    }
    Some(json)
}

pub(crate) fn path_to_json(path: &Path) -> Json {
    let steps = path.steps().iter().map_while(|step| match step {
        Step::Attribute(name) => Some(json!({ "attribute": name.as_str() })),
        Step::Key(key) => Some(json!({ "key": key.as_str() })),
        Step::Index(index) => Some(json!({ "index": index })),
        Step::Element(_) => None,
    });
    steps.collect()
}

fn path_from_json(json: &Json) -> Option<Path> {
    let steps = json.as_array()?.iter().map(|step| {
        let (kind, value) = step.as_object()?.iter().next()?;
        Some(match kind.as_str() {
            "attribute" => Step::Attribute(value.as_str()?.to_owned().into()),
            "key" => Step::Key(value.as_str()?.to_owned().into()),
            "index" => Step::Index(value.as_u64()?),
            _ => return None,
        })
    });
    steps.collect()
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
        let text = json.get(name).and_then(Json::as_str);
        text.ok_or_else(|| format!("\"{name}\" is not a string"))
    };
    let of = text("provider")?;
    if of != provider {
        return Err(format!(
            "it is a state of the provider {of}, not of {provider}"
        ));
    }
    let serial = json.get("serial").and_then(Json::as_u64);
    let stored = json.get("stored_serial");
    let stored = stored.map(|it| it.as_u64().ok_or("\"stored_serial\" is not a number"));
    let mut state = State {
        lineage: text("lineage")?.to_owned(),
        serial: serial.ok_or("\"serial\" is not a number")?,
        stored: stored.transpose()?,
        resources: BTreeMap::new(),
        outputs: BTreeMap::new(),
    };
    let resources = json.get("resources").and_then(Json::as_array);
    let resources = resources.ok_or("\"resources\" is not a list")?;
    for (index, resource) in resources.iter().enumerate() {
        let (address, stored) = read_resource(resource)
            .ok_or_else(|| format!("resources[{index}] is not a resource"))?;
        if state.resources.insert(address.clone(), stored).is_some() {
            return Err(format!("{address} occurs twice"));
        }
    }
    let outputs = json.get("outputs").and_then(Json::as_object);
    for (name, output) in outputs.ok_or("\"outputs\" is not an object")? {
        let output = read_output(output).ok_or_else(|| format!("the output {name} is damaged"))?;
        state.outputs.insert(name.clone(), output);
    }
    Ok(state)
}

/// A bool, which is false if it is missing.
fn flag(json: &Json, name: &str) -> Option<bool> {
    json.get(name).map_or(Some(false), Json::as_bool)
}

/// A string, which may be missing; the outer `None` means that it is something else.
fn optional_text<'j>(json: &'j Json, name: &str) -> Option<Option<&'j str>> {
    json.get(name)
        .map_or(Some(None), |text| text.as_str().map(Some))
}

pub(super) fn read_resource(json: &Json) -> Option<(ObjectAddress, StoredResource)> {
    let text = |name: &str| optional_text(json, name);
    let list = |name: &str| json.get(name).map_or(Some(&[][..]), Json::as_array);
    let flat = json.get("attributes_flat").filter(|flat| !flat.is_null());
    let attributes = flat.or_else(|| json.get("attributes"))?;
    attributes.as_object()?;
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
    let dependencies = list("dependencies")?.iter();
    let dependencies = dependencies.map(|name| ResourceAddress::parse(name.as_str()?));
    let sensitive = list("sensitive_attributes")?.iter().map(path_from_json);
    let stored = StoredResource {
        schema_version: json.get("schema_version")?.as_i64()?,
        attributes: attributes.clone(),
        flat: flat.is_some(),
        private: STANDARD.decode(text("private")?.unwrap_or_default()).ok()?,
        identity,
        metadata: Metadata {
            tainted: match text("status")? {
                None => false,
                Some("tainted") => true,
                Some(_) => return None,
            },
            dependencies: dependencies.collect::<Option<_>>()?,
            create_before_destroy: flag(json, "create_before_destroy")?,
            provider: text("provider_alias")?.map(Arc::from),
            sensitive: sensitive.collect::<Option<_>>()?,
        },
    };
    Some((address_from_json(json)?, stored))
}

pub(super) fn read_output(json: &Json) -> Option<StoredOutput> {
    let ty = type_from_json(&json.get("type")?.into()).ok()?;
    let text = json.get("value")?.to_string();
    let value = json::decode(&ty, text.as_bytes(), UnsupportedAttributes::Drop).ok()?;
    Some(StoredOutput {
        ty,
        value,
        sensitive: flag(json, "sensitive")?,
    })
}
