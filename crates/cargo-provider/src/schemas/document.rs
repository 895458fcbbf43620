//! Schemas as Terraform prints them (`terraform providers schema -json`, format version 1), member
//! by member.
//!
//! Unknown members are ignored: a later version of the format may add some.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;

use super::kind::Kind;

/// A JSON object by name; duplicate names are an error.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named<T>(pub(crate) BTreeMap<String, T>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Deref for Named<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &BTreeMap<String, T> {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut all = BTreeMap::new();
                while let Some(name) = map.next_key::<String>()? {
                    if all.contains_key(&name) {
                        return Err(de::Error::custom(format!("{name:?} appears twice")));
                    }
                    let value = map.next_value()?;
                    all.insert(name, value);
                }
                Ok(Named(all))
            }

            /// Terraform prints null where there is nothing.
            fn visit_unit<E: de::Error>(self) -> Result<Named<T>, E> {
                Ok(Named::default())
            }
        }

        deserializer.deserialize_any(Members(PhantomData))
    }
}

/// A type as Terraform writes it; duplicate names are an error here too.
fn ty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Part(#[serde(deserialize_with = "ty")] Json);

    struct Parts;

    impl<'de> Visitor<'de> for Parts {
        type Value = Json;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a type")
        }

        fn visit_str<E: de::Error>(self, name: &str) -> Result<Json, E> {
            Ok(name.into())
        }

        fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
            Ok(Json::Null)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Json, A::Error> {
            let mut all = Vec::new();
            while let Some(Part(part)) = parts.next_element()? {
                all.push(part);
            }
            Ok(all.into())
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Json, A::Error> {
            let named = Named::<Part>::deserialize(MapAccessDeserializer::new(map))?;
            let members = named.0.into_iter();
            Ok(Json::Object(
                members.map(|(name, Part(part))| (name, part)).collect(),
            ))
        }
    }

    deserializer.deserialize_any(Parts)
}

fn optional_ty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    ty(deserializer).map(|ty| Some(ty).filter(|ty| !ty.is_null()))
}

#[derive(Deserialize)]
struct Document {
    format_version: String,
    #[serde(default)]
    provider_schemas: Named<Provider>,
}

/// Everything that a provider has.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Provider {
    pub(crate) provider: Option<Schema>,
    /// Terraform does not print it; only a program reports it.
    #[serde(skip)]
    pub(crate) provider_meta: Option<Schema>,
    pub(crate) resource_schemas: Named<Schema>,
    pub(crate) data_source_schemas: Named<Schema>,
    pub(crate) ephemeral_resource_schemas: Named<Schema>,
    pub(crate) list_resource_schemas: Named<Schema>,
    pub(crate) action_schemas: Named<Schema>,
    pub(crate) state_store_schemas: Named<Schema>,
    pub(crate) functions: Named<Function>,
    pub(crate) resource_identity_schemas: Named<Identity>,
}

impl Provider {
    /// The schemas of each kind of types that has them.
    pub(crate) fn kinds(&self) -> [(Kind, &Named<Schema>); 6] {
        [
            (Kind::Resource, &self.resource_schemas),
            (Kind::DataSource, &self.data_source_schemas),
            (Kind::Ephemeral, &self.ephemeral_resource_schemas),
            (Kind::List, &self.list_resource_schemas),
            (Kind::Action, &self.action_schemas),
            (Kind::StateStore, &self.state_store_schemas),
        ]
    }

    /// Drops the types of other names, of the kinds that have a configuration.
    pub(crate) fn keep(&mut self, names: &[String]) {
        for schemas in [
            &mut self.resource_schemas,
            &mut self.data_source_schemas,
            &mut self.ephemeral_resource_schemas,
            &mut self.list_resource_schemas,
            &mut self.action_schemas,
        ] {
            schemas.0.retain(|name, _| names.contains(name));
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Schema {
    pub(crate) version: i64,
    pub(crate) block: Block,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Block {
    pub(crate) attributes: Named<Attribute>,
    pub(crate) block_types: Named<NestedBlock>,
    pub(crate) description: String,
    pub(crate) description_kind: Option<String>,
    pub(crate) deprecated: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Attribute {
    /// Its type as Terraform writes it; `None` beside `nested_type`.
    #[serde(deserialize_with = "optional_ty")]
    pub(crate) r#type: Option<Json>,
    pub(crate) nested_type: Option<NestedType>,
    pub(crate) description: String,
    pub(crate) description_kind: Option<String>,
    pub(crate) required: bool,
    pub(crate) optional: bool,
    pub(crate) computed: bool,
    pub(crate) sensitive: bool,
    pub(crate) deprecated: bool,
    pub(crate) write_only: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct NestedType {
    pub(crate) attributes: Named<Attribute>,
    pub(crate) nesting_mode: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct NestedBlock {
    pub(crate) nesting_mode: String,
    pub(crate) block: Block,
    pub(crate) min_items: u64,
    /// Zero means no limit.
    pub(crate) max_items: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Function {
    pub(crate) description: String,
    /// Only a program reports it.
    pub(crate) description_kind: Option<String>,
    pub(crate) summary: String,
    pub(crate) deprecation_message: String,
    #[serde(deserialize_with = "ty")]
    pub(crate) return_type: Json,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) variadic_parameter: Option<Parameter>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) description_kind: Option<String>,
    pub(crate) is_nullable: bool,
    #[serde(deserialize_with = "ty")]
    pub(crate) r#type: Json,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Identity {
    pub(crate) version: i64,
    pub(crate) attributes: Named<IdentityAttribute>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct IdentityAttribute {
    #[serde(deserialize_with = "ty")]
    pub(crate) r#type: Json,
    pub(crate) description: String,
    pub(crate) required_for_import: bool,
    pub(crate) optional_for_import: bool,
}

/// The provider with this address in the JSON, or the only one. An error continues a message that
/// starts with a name.
pub(super) fn parse(text: &[u8], address: Option<&str>) -> Result<(String, Provider), String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let document: Document = serde_json::from_slice(text).map_err(|error| {
        format!("is not what `terraform providers schema -json` prints: {error}")
    })?;
    let version = &document.format_version;
    if version != "1" && !version.starts_with("1.") {
        return Err(format!(
            "has format version {version:?}; 1 is understood. Print it with a Terraform from 0.13 on."
        ));
    }
    let mut all = document.provider_schemas.0;
    let names = || Vec::from_iter(all.keys().map(String::as_str)).join(", ");
    let wanted = match address {
        Some(address) => Some(address.to_owned()),
        None if all.len() == 1 => all.keys().next().cloned(),
        None => None,
    };
    match wanted {
        Some(wanted) if all.contains_key(&wanted) => {
            let provider = all.remove(&wanted).unwrap_or_default();
            Ok((wanted, provider))
        }
        Some(wanted) => Err(format!("has no provider {wanted}; it has {}", names())),
        None if all.is_empty() => Err(
            "has no provider. Run `terraform init` before, in a directory whose configuration requires one.".into(),
        ),
        None => Err(format!("has several providers; name one with --provider: {}", names())),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn invalid_schemas_are_reported() {
        let error = |text: &str| parse(text.as_bytes(), None).unwrap_err();
        let truncated = r#"{"format_version":"1.0","provider_schemas":{"a":{"#;
        assert!(error(truncated).contains("EOF while parsing"));
        assert!(error("").contains("EOF while parsing"));
        assert!(error("[]").contains("invalid length 0"));
        assert!(error(r#"{"provider_schemas":{}}"#).contains("format_version"));
        assert!(error(r#"{"format_version":"2.0"}"#).starts_with("has format version \"2.0\""));
        assert!(error(r#"{"format_version":"1.0"}"#).starts_with("has no provider"));
        let twice = r#"{"format_version":"1.0","provider_schemas":{"a":{"resource_schemas":{"a_b":{},"a_b":{}}}}}"#;
        assert!(
            error(twice).contains("\"a_b\" appears twice"),
            "{}",
            error(twice)
        );
        let deep = format!(
            r#"{{"format_version":"1.0","provider_schemas":{{"a":{{"functions":{{"f":{{"return_type":{}"string"{}}}}}}}}}}}"#,
            r#"["list","#.repeat(5000),
            "]".repeat(5000)
        );
        assert!(error(&deep).contains("recursion limit"), "{}", error(&deep));
    }

    #[test]
    fn one_of_several() {
        let text = br#"{"format_version":"1.0","provider_schemas":{"a":{},"b":{"resource_schemas":{"b_x":{"version":3}}}}}"#;
        assert!(parse(text, None).unwrap_err().ends_with("--provider: a, b"));
        assert_eq!(
            parse(text, Some("c")).unwrap_err(),
            "has no provider c; it has a, b"
        );
        assert_eq!(
            parse(text, Some("b")).unwrap().1.resource_schemas["b_x"].version,
            3
        );
    }
}
