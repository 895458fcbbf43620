//! The position of a reader in a schema's JSON, and what it finds there.

use schema_runtime::dynamic::DynamicSchemaError;
use serde_json::{Map, Value as Json};

/// The greatest depth that is read. Terraform's own documents stay below 20; the bound keeps the
/// stack small for a hostile one.
const MAX_DOCUMENT_DEPTH: usize = 100;

/// A reader's position.
pub(super) struct Place {
    path: String,
    depth: usize,
}

impl Place {
    pub(super) const ROOT: Place = Place {
        path: String::new(),
        depth: 0,
    };

    pub(super) fn member(&self, name: &str) -> Place {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.child(format!("{}{dot}{name}", self.path))
    }

    pub(super) fn index(&self, index: usize) -> Place {
        self.child(format!("{}[{index}]", self.path))
    }

    fn child(&self, path: String) -> Place {
        Place {
            path,
            depth: self.depth + 1,
        }
    }

    pub(super) fn error(&self, text: impl Into<String>) -> DynamicSchemaError {
        DynamicSchemaError {
            path: self.path.clone(),
            text: text.into(),
        }
    }

    fn expected(&self, what: &str, json: &Json) -> DynamicSchemaError {
        let is = match json {
            Json::Null => "null",
            Json::Bool(_) => "a bool",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "a list",
            Json::Object(_) => "an object",
        };
        self.error(format!("{what} is required, but this is {is}"))
    }

    /// Rejects what is nested too deeply.
    pub(super) fn check_depth(&self) -> Result<(), DynamicSchemaError> {
        if self.depth > MAX_DOCUMENT_DEPTH {
            Err(self.error("nested too deeply"))
        } else {
            Ok(())
        }
    }

    pub(super) fn object<'j>(
        &self,
        json: &'j Json,
    ) -> Result<&'j Map<String, Json>, DynamicSchemaError> {
        json.as_object()
            .ok_or_else(|| self.expected("an object", json))
    }

    pub(super) fn list<'j>(&self, json: &'j Json) -> Result<&'j [Json], DynamicSchemaError> {
        json.as_array()
            .map(Vec::as_slice)
            .ok_or_else(|| self.expected("a list", json))
    }

    pub(super) fn text<'j>(&self, json: &'j Json) -> Result<&'j str, DynamicSchemaError> {
        json.as_str().ok_or_else(|| self.expected("a string", json))
    }

    pub(super) fn whole(&self, json: &Json) -> Result<i64, DynamicSchemaError> {
        json.as_i64()
            .ok_or_else(|| self.expected("a whole number of 64 bits", json))
    }

    /// A member that is true or false; false if it is missing or null.
    pub(super) fn flag(
        &self,
        object: &Map<String, Json>,
        name: &str,
    ) -> Result<bool, DynamicSchemaError> {
        match object.get(name) {
            None | Some(Json::Null) => Ok(false),
            Some(Json::Bool(flag)) => Ok(*flag),
            Some(other) => Err(self.member(name).expected("true or false", other)),
        }
    }

    /// A member that is a string; nothing if it is missing or null.
    pub(super) fn optional_text<'j>(
        &self,
        object: &'j Map<String, Json>,
        name: &str,
    ) -> Result<Option<&'j str>, DynamicSchemaError> {
        match object.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => self.member(name).text(json).map(Some),
        }
    }

    /// A member that is a whole number; 0 if it is missing or null.
    pub(super) fn count(
        &self,
        object: &Map<String, Json>,
        name: &str,
    ) -> Result<i64, DynamicSchemaError> {
        match object.get(name) {
            None | Some(Json::Null) => Ok(0),
            Some(json) => self.member(name).whole(json),
        }
    }
}
