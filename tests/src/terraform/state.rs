//! [`State`]: the state file.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

/// The state file of a workspace, to look into and to change.
#[derive(Clone, Debug)]
pub struct State {
    json: Json,
    path: PathBuf,
}

/// An instance of a resource in the state file.
#[derive(Clone, Debug)]
pub struct Object(Json);

impl State {
    pub(super) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).expect("there is a state file");
        State {
            json: serde_json::from_str(&text).expect("the state file is JSON"),
            path: path.to_owned(),
        }
    }

    /// The whole document.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.json
    }

    /// Changes the state file, as an older provider would have left it.
    ///
    /// # Panics
    /// The file cannot be written.
    pub fn edit(mut self, change: impl FnOnce(&mut Json)) {
        change(&mut self.json);
        let serial = self.json["serial"].as_u64().unwrap_or_default();
        self.json["serial"] = json!(serial + 1);
        let text = serde_json::to_string_pretty(&self.json).expect("JSON is text");
        std::fs::write(&self.path, text).expect("the state file can be written");
    }

    /// The instance of this address (`disk_image.a`, `data.disk_image.a`, `disk_image.a["k"]`).
    #[must_use]
    pub fn find(&self, address: &str) -> Option<Object> {
        let resources = self.json["resources"].as_array()?;
        resources.iter().find_map(|resource| {
            let prefix = if resource["mode"] == "data" {
                "data."
            } else {
                ""
            };
            let (ty, name) = (resource["type"].as_str()?, resource["name"].as_str()?);
            let instances = resource["instances"].as_array()?;
            let instance = instances.iter().find(|instance| {
                let key = match instance.get("index_key") {
                    None => String::new(),
                    Some(key) => format!("[{key}]"),
                };
                format!("{prefix}{ty}.{name}{key}") == address
            })?;
            Some(Object(instance.clone()))
        })
    }

    /// The instance of this address.
    ///
    /// # Panics
    /// There is none.
    #[track_caller]
    #[must_use]
    pub fn object(&self, address: &str) -> Object {
        let found = self.find(address);
        found.unwrap_or_else(|| panic!("the state has no {address}: {}", self.json))
    }

    /// How many instances there are, without data sources.
    #[must_use]
    pub fn count(&self) -> usize {
        let resources = self.json["resources"].as_array().into_iter().flatten();
        resources
            .filter(|resource| resource["mode"] == "managed")
            .filter_map(|resource| resource["instances"].as_array())
            .map(Vec::len)
            .sum()
    }
}

impl Object {
    /// The attribute of this name; null if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &Json {
        &self.0["attributes"][name]
    }

    /// All attributes.
    #[must_use]
    pub fn attributes(&self) -> &Json {
        &self.0["attributes"]
    }

    /// Its identity in the state.
    #[must_use]
    pub fn identity(&self) -> &Json {
        &self.0["identity"]
    }

    /// Whether it is tainted.
    #[must_use]
    pub fn is_tainted(&self) -> bool {
        self.0["status"] == "tainted"
    }

    /// The version of the schema that wrote it.
    #[must_use]
    pub fn version(&self) -> Option<i64> {
        self.0["schema_version"].as_i64()
    }
}
