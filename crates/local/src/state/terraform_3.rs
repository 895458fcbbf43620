//! Converts states from Terraform before 0.12 (format 3) to format 4, as Terraform itself does.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema_runtime::codec::document::{Document as Json, Members, json};

/// Converts a state from format 3 to format 4.
///
/// # Errors
/// The state is invalid.
pub(super) fn upgraded(old: &Json) -> Result<Json, String> {
    let mut resources = Vec::new();
    let mut outputs = Members::new();
    let modules = old.get("modules").and_then(Json::as_array);
    for module in modules.unwrap_or_default() {
        let path = module.get("path").and_then(Json::as_array);
        let path: Option<Vec<&str>> = path.unwrap_or_default().iter().map(Json::as_str).collect();
        let path = path.unwrap_or_default();
        let Some(("root", below)) = path.split_first().map(|(first, rest)| (*first, rest)) else {
            return Err("it has a module whose path does not begin with \"root\"".to_owned());
        };
        let names: Vec<String> = below.iter().map(|name| format!("module.{name}")).collect();
        resources_of(module, &names.join("."), &mut resources)?;
        let stored = module.get("outputs").and_then(Json::as_object);
        for (name, output) in stored.into_iter().flatten().filter(|_| below.is_empty()) {
            let value = output.get("value").cloned().unwrap_or_default();
            let sensitive = output.get("sensitive").and_then(Json::as_bool);
            outputs.insert(
                name.clone(),
                json!({"type": type_of(&value), "value": value, "sensitive": sensitive.unwrap_or(false)}),
            );
        }
    }
    let kept = |name: &str| old.get(name).cloned().unwrap_or_default();
    Ok(json!({
        "version": 4,
        "terraform_version": kept("terraform_version"),
        "serial": kept("serial"),
        "lineage": kept("lineage"),
        "outputs": outputs,
        "resources": resources,
    }))
}

/// The entries of instances (`disk_image.a.0`), combined to one entry for each resource.
fn resources_of(module: &Json, place: &str, all: &mut Vec<Json>) -> Result<(), String> {
    let mut found: BTreeMap<(bool, &str, &str), (String, Vec<Json>)> = BTreeMap::new();
    let stored = module.get("resources").and_then(Json::as_object);
    for (address, resource) in stored.into_iter().flatten() {
        let wrong = || format!("it has a resource under the name {address:?}");
        let parts: Vec<&str> = address.split('.').collect();
        let (is_data, parts) = match &*parts {
            ["data", rest @ ..] if rest.len() > 1 => (true, rest),
            all => (false, all),
        };
        let (of_type, name, index) = match parts {
            [of_type, name] => (*of_type, *name, None),
            [of_type, name, index] => {
                let index: i64 = index.parse().map_err(|_| wrong())?;
                (*of_type, *name, Some(index))
            }
            _ => return Err(wrong()),
        };
        let provider = provider(resource.get("provider").and_then(Json::as_str), of_type);
        let entry = found.entry((is_data, of_type, name));
        let (_, instances) = entry.or_insert_with(|| (provider, Vec::new()));
        let primary = resource.get("primary").filter(|primary| !primary.is_null());
        instances.extend(primary.map(|primary| instance(primary, index, None)));
        let deposed = resource.get("deposed").and_then(Json::as_array);
        for (number, object) in deposed.unwrap_or_default().iter().enumerate() {
            let name = format!("{:08x}", number + 1);
            instances.push(instance(object, index, Some(name)));
        }
    }
    for ((is_data, of_type, name), (provider, instances)) in found {
        let mut resource = Members::new();
        if !place.is_empty() {
            resource.insert("module".to_owned(), place);
        }
        let mode = if is_data { "data" } else { "managed" };
        resource.insert("mode".to_owned(), mode);
        resource.insert("type".to_owned(), of_type);
        resource.insert("name".to_owned(), name);
        resource.insert("provider".to_owned(), provider);
        resource.insert("instances".to_owned(), instances);
        all.push(Json::Object(resource));
    }
    Ok(())
}

fn instance(object: &Json, index: Option<i64>, deposed: Option<String>) -> Json {
    let mut instance = Members::new();
    if let Some(index) = index {
        instance.insert("index_key".to_owned(), index);
    }
    if let Some(name) = deposed {
        instance.insert("deposed".to_owned(), name);
    }
    if object.get("tainted").and_then(Json::as_bool) == Some(true) {
        instance.insert("status".to_owned(), "tainted");
    }
    let stored = object.get("attributes").and_then(Json::as_object);
    let mut attributes = stored.cloned().unwrap_or_default();
    let own = attributes.get("id").and_then(Json::as_str);
    if own.is_none_or(str::is_empty)
        && let Some(id) = object.get("id").and_then(Json::as_str)
        && !id.is_empty()
    {
        attributes.insert("id".to_owned(), id);
    }
    instance.insert("attributes_flat".to_owned(), Json::Object(attributes));
    // The older SDK stored the version beside what is now private data.
    let mut meta = object.get("meta").and_then(Json::as_object).cloned();
    let version = meta.as_mut().and_then(|meta| {
        let version = meta.get("schema_version")?;
        let version = match version.as_str() {
            Some(text) => text.parse().ok()?,
            None => version.as_i64()?,
        };
        meta.remove("schema_version");
        Some(version)
    });
    instance.insert("schema_version".to_owned(), version.unwrap_or(0));
    if let Some(meta) = meta.filter(|meta| !meta.is_empty()) {
        let private = STANDARD.encode(Json::Object(meta).to_string());
        instance.insert("private".to_owned(), private);
    }
    Json::Object(instance)
}

/// `module.a.provider.disk.alias`, `disk.alias`, or the provider implied by the type's name.
fn provider(old: Option<&str>, of_type: &str) -> String {
    let old = old.unwrap_or_default();
    let (module, named) = old.rsplit_once("provider.").unwrap_or(("", old));
    let (name, alias) = match named.split_once('.') {
        Some((name, alias)) => (name, format!(".{alias}")),
        None => (named, String::new()),
    };
    let name = match name {
        "" => of_type.split('_').next().unwrap_or_default(),
        name => name,
    };
    format!("{module}provider[\"registry.terraform.io/-/{name}\"]{alias}")
}

/// The type of an output, whose stored type is not reliable: a list or map if all elements have the
/// same type.
fn type_of(value: &Json) -> Json {
    simplified(exact_type(value))
}

fn exact_type(value: &Json) -> Json {
    match value {
        Json::Array(elements) => typed("tuple", elements.iter().map(exact_type).collect()),
        Json::Object(members) => {
            let members = members.iter();
            let types = members.map(|(name, member)| (name.clone(), exact_type(member)));
            typed("object", Json::Object(types.collect()))
        }
        Json::String(_) => json!("string"),
        Json::Bool(_) => json!("bool"),
        Json::Null => json!("dynamic"),
        _ => json!("number"),
    }
}

fn simplified(ty: Json) -> Json {
    let [kind, inner] = ty.as_array().unwrap_or_default() else {
        return ty;
    };
    let (simple, types): (_, Vec<&Json>) = match inner.as_object() {
        Some(members) => ("map", members.iter().map(|(_, ty)| ty).collect()),
        None => (
            "list",
            inner.as_array().unwrap_or_default().iter().collect(),
        ),
    };
    match types.split_first() {
        Some((first, rest)) if kind.as_str().is_some() && rest.iter().all(|ty| ty == first) => {
            typed(simple, simplified((*first).clone()))
        }
        _ => ty,
    }
}

fn typed(kind: &str, inner: Json) -> Json {
    Json::Array(vec![json!(kind), inner])
}
