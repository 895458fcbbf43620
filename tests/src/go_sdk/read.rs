//! Reads a schema in the Go SDK's form from JSON.

use schema_runtime::dynamic::DynamicSchemaError;
use serde_json::{Map, Value as Json};

use super::place::Place;
use super::{
    Check, ConfigMode, Elem, Equivalence, SdkAttribute, SdkSchema, SdkType, StateFunction,
};

impl SdkSchema {
    /// Reads the member `schema` of a reference vector: an object with `attributes`.
    ///
    /// # Errors
    /// A member of another form than it has, or one that is not known: a schema that is read only
    /// in part would be another schema.
    pub fn read(json: &Json) -> Result<Self, DynamicSchemaError> {
        let root = Place::ROOT;
        let members = root.object(json)?;
        known_members(members, &["attributes"], &root)?;
        let attributes = match members.get("attributes") {
            None | Some(Json::Null) => Vec::new(),
            Some(json) => attributes(json, &root.member("attributes"))?,
        };
        Ok(SdkSchema { attributes })
    }
}

fn known_members(
    members: &Map<String, Json>,
    known: &[&str],
    at: &Place,
) -> Result<(), DynamicSchemaError> {
    match members.keys().find(|name| !known.contains(&name.as_str())) {
        Some(unknown) => Err(at.member(unknown).error("is not known")),
        None => Ok(()),
    }
}

fn attributes(json: &Json, at: &Place) -> Result<Vec<SdkAttribute>, DynamicSchemaError> {
    at.check_depth()?;
    at.object(json)?
        .iter()
        .map(|(name, json)| attribute(name, json, &at.member(name)))
        .collect()
}

const MEMBERS: &[&str] = &[
    "type",
    "required",
    "optional",
    "computed",
    "force_new",
    "default",
    "sensitive",
    "deprecated",
    "write_only",
    "config_mode",
    "computed_when",
    "elem",
    "min_items",
    "max_items",
    "conflicts_with",
    "exactly_one_of",
    "at_least_one_of",
    "required_with",
    "state_func",
    "diff_suppress",
    "diff_suppress_on_refresh",
    "validate",
];

fn attribute(name: &str, json: &Json, at: &Place) -> Result<SdkAttribute, DynamicSchemaError> {
    at.check_depth()?;
    let members = at.object(json)?;
    known_members(members, MEMBERS, at)?;
    let choice = |member: &str| at.optional_text(members, member);
    let unknown =
        |member: &str, text: &str| at.member(member).error(format!("{text:?} is not known"));
    Ok(SdkAttribute {
        name: name.to_owned(),
        ty: match choice("type")? {
            None | Some("") => None,
            Some("string") => Some(SdkType::String),
            Some("int") => Some(SdkType::Int),
            Some("float") => Some(SdkType::Float),
            Some("bool") => Some(SdkType::Bool),
            Some("list") => Some(SdkType::List),
            Some("set") => Some(SdkType::Set),
            Some("map") => Some(SdkType::Map),
            Some(other) => return Err(unknown("type", other)),
        },
        required: at.flag(members, "required")?,
        optional: at.flag(members, "optional")?,
        computed: at.flag(members, "computed")?,
        force_new: at.flag(members, "force_new")?,
        sensitive: at.flag(members, "sensitive")?,
        write_only: at.flag(members, "write_only")?,
        deprecated: choice("deprecated")?.map(str::to_owned),
        config_mode: match choice("config_mode")? {
            None | Some("" | "auto") => ConfigMode::Auto,
            Some("attr") => ConfigMode::Attribute,
            Some("block") => ConfigMode::Block,
            Some(other) => return Err(unknown("config_mode", other)),
        },
        computed_when: names(members, "computed_when", at)?,
        elem: match members.get("elem") {
            None | Some(Json::Null) => None,
            Some(json) => Some(elem(json, &at.member("elem"))?),
        },
        min_items: at.count(members, "min_items")?,
        max_items: at.count(members, "max_items")?,
        default: members
            .get("default")
            .filter(|json| !json.is_null())
            .cloned(),
        state_func: match choice("state_func")? {
            None => None,
            Some("lower") => Some(StateFunction::Lower),
            Some("sha1") => Some(StateFunction::Sha1),
            Some(other) => return Err(unknown("state_func", other)),
        },
        diff_suppress: match choice("diff_suppress")? {
            None => None,
            Some("case_insensitive") => Some(Equivalence::CaseInsensitive),
            Some("json") => Some(Equivalence::Json),
            Some(other) => return Err(unknown("diff_suppress", other)),
        },
        diff_suppress_on_refresh: at.flag(members, "diff_suppress_on_refresh")?,
        validate: match members.get("validate") {
            None | Some(Json::Null) => None,
            Some(json) => Some(check(json, &at.member("validate"))?),
        },
        conflicts_with: names(members, "conflicts_with", at)?,
        exactly_one_of: names(members, "exactly_one_of", at)?,
        at_least_one_of: names(members, "at_least_one_of", at)?,
        required_with: names(members, "required_with", at)?,
    })
}

fn elem(json: &Json, at: &Place) -> Result<Elem, DynamicSchemaError> {
    let members = at.object(json)?;
    match members.get("resource") {
        Some(resource) => {
            known_members(members, &["resource"], at)?;
            attributes(resource, &at.member("resource")).map(Elem::Resource)
        }
        None => attribute("", json, at).map(|value| Elem::Value(Box::new(value))),
    }
}

fn names(
    members: &Map<String, Json>,
    member: &str,
    at: &Place,
) -> Result<Vec<String>, DynamicSchemaError> {
    match members.get(member) {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(json) => texts(json, &at.member(member)),
    }
}

fn texts(json: &Json, at: &Place) -> Result<Vec<String>, DynamicSchemaError> {
    at.list(json)?
        .iter()
        .enumerate()
        .map(|(i, text)| at.index(i).text(text).map(str::to_owned))
        .collect()
}

fn check(json: &Json, at: &Place) -> Result<Check, DynamicSchemaError> {
    let members = at.object(json)?;
    let mut entries = members.iter();
    let (Some((name, argument)), None) = (entries.next(), entries.next()) else {
        return Err(at.error("one check is required"));
    };
    let inner = at.member(name);
    let bounds = || match inner.list(argument)? {
        [low, high] => Ok((inner.index(0).whole(low)?, inner.index(1).whole(high)?)),
        _ => Err(inner.error("two bounds are required")),
    };
    match name.as_str() {
        "int_between" => bounds().map(|(low, high)| Check::IntBetween(low, high)),
        "string_in" => texts(argument, &inner).map(Check::StringIn),
        "string_len_between" => {
            let (low, high) = bounds()?;
            match (u64::try_from(low), u64::try_from(high)) {
                (Ok(low), Ok(high)) => Ok(Check::StringLenBetween(low, high)),
                _ => Err(inner.error("a length is 0 or more")),
            }
        }
        _ => Err(inner.error("is not known")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_member_is_read() {
        let schema = SdkSchema::read(&json!({"attributes": {"a": {
            "type": "list", "optional": true, "force_new": true, "config_mode": "attr",
            "min_items": 1, "max_items": 3, "conflicts_with": ["b"],
            "elem": {"resource": {"x": {"type": "string", "state_func": "sha1",
                "diff_suppress": "json", "validate": {"string_len_between": [1, 8]}, "default": "d"}}},
        }}}))
        .unwrap();
        let a = &schema.attributes[0];
        assert!(a.optional && a.force_new && !a.computed);
        assert_eq!(a.config_mode, ConfigMode::Attribute);
        assert_eq!((a.min_items, a.max_items), (1, 3));
        assert_eq!(a.conflicts_with, ["b"]);
        let x = &a.resource().unwrap()[0];
        assert_eq!(x.validate, Some(Check::StringLenBetween(1, 8)));
        assert_eq!(x.default, Some(json!("d")));
        assert_eq!(x.state_func, Some(StateFunction::Sha1));
    }

    #[test]
    fn what_is_not_known_is_an_error_at_its_place() {
        let place = |attribute: Json| {
            SdkSchema::read(&json!({"attributes": {"a": attribute}}))
                .unwrap_err()
                .path
        };
        assert_eq!(place(json!({"type": "text"})), "attributes.a.type");
        assert_eq!(place(json!({"requird": true})), "attributes.a.requird");
        assert_eq!(
            place(json!({"validate": {"int_between": [1]}})),
            "attributes.a.validate.int_between"
        );
        assert_eq!(
            place(json!({"elem": {"resource": {"b": 1}}})),
            "attributes.a.elem.resource.b"
        );
    }
}
