//! [`DynamicSchemaError`], and the current position of a reader.

use std::fmt;

use serde_json::{Map, Value as Json};

/// Why a schema could not be read: a path in the JSON, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicSchemaError {
    /// Member names from the root, such as `block.attributes.name.type`; empty at the root.
    pub path: String,
    /// What is wrong.
    pub text: String,
}

impl fmt::Display for DynamicSchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.text)
        } else {
            write!(f, "{}: {}", self.path, self.text)
        }
    }
}

impl std::error::Error for DynamicSchemaError {}

/// The maximum depth. Terraform's own documents stay below 20; the limit keeps the stack small for
/// a malicious one.
const MAX_DOCUMENT_DEPTH: usize = 100;

/// The position of a reader: a chain of stack frames, so that a path costs nothing until it is
/// needed.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    /// The member; empty at the root.
    name: &'a str,
    depth: usize,
}

impl<'a> Place<'a> {
    pub(super) const ROOT: Place<'static> = Place {
        parent: None,
        name: "",
        depth: 0,
    };

    pub(super) fn member(&'a self, name: &'a str) -> Place<'a> {
        Place {
            parent: Some(self),
            name,
            depth: self.depth + 1,
        }
    }

    pub(super) fn error(&self, text: impl Into<String>) -> DynamicSchemaError {
        let mut names = Vec::new();
        let mut place = self;
        while let Some(parent) = place.parent {
            names.push(place.name);
            place = parent;
        }
        names.reverse();
        DynamicSchemaError {
            path: names.join("."),
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

    /// Rejects a value that is nested too deeply.
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

    /// A member that is an object; `None` if it is missing or null.
    pub(super) fn optional_object<'j>(
        &self,
        object: &'j Map<String, Json>,
        name: &str,
    ) -> Result<Option<&'j Map<String, Json>>, DynamicSchemaError> {
        match object.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => self.member(name).object(json).map(Some),
        }
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

    /// A member that is a string; `None` if it is missing or null.
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
