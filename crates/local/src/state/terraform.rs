//! Terraform's states, for tests that start from the state of another release of a provider.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::document::json;

use super::format::{read_output, read_resource};
use super::model::State;
use crate::address::ResourceAddress;

impl State {
    /// Converts a Terraform state file of any version to the format of 0.12 and newer.
    ///
    /// # Errors
    /// It is not a Terraform state file.
    pub fn in_format_4(file: &[u8]) -> Result<Json, String> {
        let json = Json::read(file).map_err(|error| format!("it is not JSON: {error}"))?;
        match json.get("version").and_then(Json::as_u64) {
            Some(4) => Ok(json),
            Some(3) => super::terraform_3::upgraded(&json),
            Some(version) => Err(format!(
                "it has format {version}, but only 3 and 4 are read: `terraform state pull` of Terraform 0.12 or newer \
                 prints it"
            )),
            None => Err("it has no version, so it is not a state of Terraform".to_owned()),
        }
    }

    /// The managed objects and the outputs of a state file of Terraform. Results of data sources
    /// are not included, since they are read again.
    ///
    /// # Errors
    /// The file is invalid, or has something that a configuration here cannot have.
    pub fn from_terraform(file: &[u8]) -> Result<State, String> {
        let json = State::in_format_4(file)?;
        let mut state = State::empty();
        let resources = json.get("resources").and_then(Json::as_array);
        for resource in resources.unwrap_or_default() {
            if resource.get("mode").and_then(Json::as_str) == Some("data") {
                continue;
            }
            let named = |name: &str| resource.get(name).and_then(Json::as_str);
            let name = format!(
                "{}.{}",
                named("type").ok_or("a resource has no type")?,
                named("name").ok_or("a resource has no name")?
            );
            if named("module").is_some() {
                return Err(format!(
                    "{name} is in a module, which tests in process do not have: write `only_with_terraform(\"…\")`, and \
                     the module with `file(…)` in the steps"
                ));
            }
            let instances = resource.get("instances").and_then(Json::as_array);
            for instance in instances.unwrap_or_default() {
                let ours = instance_of(resource, instance);
                let ours = ours.as_ref().and_then(read_resource);
                let (address, stored) =
                    ours.ok_or_else(|| format!("{name} has an instance that cannot be read"))?;
                state.resources.insert(address, stored);
            }
        }
        let outputs = json.get("outputs").and_then(Json::as_object);
        for (name, output) in outputs.into_iter().flatten() {
            let output =
                read_output(output).ok_or_else(|| format!("the output {name} is damaged"))?;
            state.outputs.insert(name.clone(), output);
        }
        Ok(state)
    }
}

/// An instance in our own format, where one object combines Terraform's resource and instance.
fn instance_of(resource: &Json, instance: &Json) -> Option<Json> {
    let mut ours = instance.as_object()?.clone();
    for name in ["type", "name"] {
        ours.insert(name.to_owned(), resource.get(name)?.clone());
    }
    // provider["registry.terraform.io/hashicorp/random"].alias
    let provider = resource.get("provider").and_then(Json::as_str);
    if let Some((_, alias)) = provider.and_then(|provider| provider.rsplit_once("].")) {
        ours.insert("provider_alias".to_owned(), json!(alias));
    }
    let paths = instance.get("sensitive_attributes");
    if let Some(paths) = paths.and_then(Json::as_array) {
        let paths: Option<Json> = paths.iter().map(path).collect();
        ours.insert("sensitive_attributes".to_owned(), paths?);
    }
    // Dependencies on data sources, or on anything in a module, have no counterpart here.
    let names = instance.get("dependencies").and_then(Json::as_array);
    let known = |name: &&Json| name.as_str().and_then(ResourceAddress::parse).is_some();
    let names = names.unwrap_or_default().iter().filter(known);
    ours.insert("dependencies".to_owned(), names.cloned().collect::<Json>());
    Some(Json::Object(ours))
}

/// `[{"type": "get_attr", "value": "tags"}, {"type": "index", "value": {"value": "a", "type": "string"}}]`
/// in our format.
fn path(path: &Json) -> Option<Json> {
    let steps = path.as_array()?.iter().map(|step| {
        let value = step.get("value")?;
        Some(match step.get("type")?.as_str()? {
            "get_attr" => json!({ "attribute": value.clone() }),
            _ => {
                let key = value.get("value")?;
                match key.as_str() {
                    Some(_) => json!({ "key": key.clone() }),
                    None => json!({ "index": key.clone() }),
                }
            }
        })
    });
    steps.collect()
}
