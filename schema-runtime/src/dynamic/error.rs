//! [`DynamicSchemaError`], and the current position of a reader.

use std::fmt;

use serde_json::{Map, Value as Json};

use crate::refs::Text;

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

/// What a reader returns.
pub(super) type Read<T> = Result<T, DynamicSchemaError>;

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
    pub(super) fn check_depth(&self) -> Read<()> {
        if self.depth > MAX_DOCUMENT_DEPTH {
            Err(self.error("nested too deeply"))
        } else {
            Ok(())
        }
    }

    pub(super) fn object<'j>(&self, json: &'j Json) -> Read<&'j Map<String, Json>> {
        json.as_object()
            .ok_or_else(|| self.expected("an object", json))
    }

    pub(super) fn list<'j>(&self, json: &'j Json) -> Read<&'j [Json]> {
        json.as_array()
            .map(Vec::as_slice)
            .ok_or_else(|| self.expected("a list", json))
    }

    /// A member, as `read` reads it at its place; `None` if it is missing or null.
    pub(super) fn optional<'j, T>(
        &self,
        object: &'j Map<String, Json>,
        name: &str,
        read: impl FnOnce(&Place<'_>, &'j Json) -> Read<T>,
    ) -> Read<Option<T>> {
        match object.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(json) => read(&self.member(name), json).map(Some),
        }
    }

    /// The same for a member that must be there.
    pub(super) fn required<'j, T>(
        &self,
        object: &'j Map<String, Json>,
        name: &str,
        read: impl FnOnce(&Place<'_>, &'j Json) -> Read<T>,
    ) -> Read<T> {
        self.optional(object, name, read)?
            .ok_or_else(|| self.member(name).error("is missing"))
    }

    /// What is in a member that is an object, sorted by name: each with its name, as `read` reads
    /// it at its place. Nothing if the member is missing or null.
    pub(super) fn each<T>(
        &self,
        object: &Map<String, Json>,
        name: &str,
        read: impl Fn(&str, &Json, &Place<'_>) -> Read<T>,
    ) -> Read<Vec<T>> {
        let read_all = |at: &Place<'_>, json: &Json| {
            let mut all: Vec<_> = at.object(json)?.iter().collect();
            all.sort_by_key(|(name, _)| *name);
            all.into_iter()
                .map(|(name, json)| read(name, json, &at.member(name)))
                .collect()
        };
        Ok(self.optional(object, name, read_all)?.unwrap_or_default())
    }

    /// A member that is true or false; false if it is missing or null.
    pub(super) fn flag(&self, object: &Map<String, Json>, name: &str) -> Read<bool> {
        let flag = self.optional(object, name, |at, json| {
            json.as_bool()
                .ok_or_else(|| at.expected("true or false", json))
        })?;
        Ok(flag.unwrap_or_default())
    }

    /// A member that is a string; `None` if it is missing or null.
    pub(super) fn optional_text<'j>(
        &self,
        object: &'j Map<String, Json>,
        name: &str,
    ) -> Read<Option<&'j str>> {
        self.optional(object, name, |at, json| {
            json.as_str().ok_or_else(|| at.expected("a string", json))
        })
    }

    /// The same as a text of a schema; empty if it is missing or null.
    pub(super) fn text(&self, object: &Map<String, Json>, name: &str) -> Read<Text> {
        let text = self.optional_text(object, name)?;
        Ok(text.map_or(Text::text(""), |text| text.to_owned().into()))
    }

    /// A member that is a whole number; 0 if it is missing or null.
    pub(super) fn count(&self, object: &Map<String, Json>, name: &str) -> Read<i64> {
        let count = self.optional(object, name, |at, json| {
            json.as_i64()
                .ok_or_else(|| at.expected("a whole number of 64 bits", json))
        })?;
        Ok(count.unwrap_or_default())
    }
}
