//! [`Plan`]: what `terraform show -json` says of a saved plan.

use serde_json::Value as Json;

/// A saved plan.
#[derive(Clone, Debug)]
pub struct Plan(Json);

impl Plan {
    pub(super) fn new(json: Json) -> Self {
        Plan(json)
    }

    /// The whole document.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.0
    }

    fn changes(&self) -> impl Iterator<Item = &Json> {
        self.0["resource_changes"].as_array().into_iter().flatten()
    }

    /// The `change` of a resource instance.
    ///
    /// # Panics
    /// The plan does not mention it.
    #[track_caller]
    #[must_use]
    pub fn change(&self, address: &str) -> &Json {
        let found = self.changes().find(|change| change["address"] == address);
        match found {
            Some(change) => &change["change"],
            None => panic!("the plan has no {address}: {}", self.0),
        }
    }

    /// The action on a resource instance: `create`, `update`, `delete create`, `no-op` …
    ///
    /// # Panics
    /// The plan does not mention it.
    #[track_caller]
    #[must_use]
    pub fn action(&self, address: &str) -> String {
        let actions = self.change(address)["actions"].as_array();
        let words: Vec<&str> = actions
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect();
        words.join(" ")
    }

    /// The addresses of what is not left as it is, with what is done.
    #[must_use]
    pub fn actions(&self) -> Vec<(String, String)> {
        self.changes()
            .filter_map(|change| change["address"].as_str())
            .map(|address| (address.to_owned(), self.action(address)))
            .filter(|(_, action)| action != "no-op" && action != "read")
            .collect()
    }

    /// The addresses of what was found otherwise than the state said.
    #[must_use]
    pub fn drift(&self) -> Vec<&str> {
        let drift = self.0["resource_drift"].as_array().into_iter().flatten();
        drift
            .filter_map(|change| change["address"].as_str())
            .collect()
    }

    /// The paths that force a replacement, dotted and sorted.
    ///
    /// # Panics
    /// The plan does not mention the resource.
    #[track_caller]
    #[must_use]
    pub fn replaced_by(&self, address: &str) -> Vec<String> {
        let paths = self.change(address)["replace_paths"].as_array();
        let mut paths: Vec<String> = paths.into_iter().flatten().map(dotted).collect();
        paths.sort_unstable();
        paths
    }

    /// A planned value, by its JSON pointer (`/name`).
    ///
    /// # Panics
    /// The plan does not mention the resource.
    #[track_caller]
    #[must_use]
    pub fn after(&self, address: &str, pointer: &str) -> &Json {
        let after = &self.change(address)["after"];
        after.pointer(pointer).unwrap_or(&Json::Null)
    }

    /// Whether a planned value is unknown, by its JSON pointer.
    ///
    /// # Panics
    /// The plan does not mention the resource.
    #[track_caller]
    #[must_use]
    pub fn is_unknown(&self, address: &str, pointer: &str) -> bool {
        let unknown = &self.change(address)["after_unknown"];
        unknown.pointer(pointer) == Some(&Json::Bool(true))
    }

    /// The root names of what is unknown as a whole, sorted.
    ///
    /// # Panics
    /// The plan does not mention the resource.
    #[track_caller]
    #[must_use]
    pub fn unknown(&self, address: &str) -> Vec<&str> {
        let unknown = self.change(address)["after_unknown"].as_object();
        let mut names: Vec<&str> = unknown
            .into_iter()
            .flatten()
            .filter(|(_, value)| **value == Json::Bool(true))
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        names
    }
}

fn dotted(path: &Json) -> String {
    let steps = path.as_array().into_iter().flatten();
    let steps: Vec<String> = steps
        .map(|step| {
            step.as_str()
                .map_or_else(|| step.to_string(), str::to_owned)
        })
        .collect();
    steps.join(".")
}
