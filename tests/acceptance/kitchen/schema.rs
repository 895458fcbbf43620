//! The schemas that Terraform prints match the structs.
//!
//! The expectation comes from the provider's source, independent of the derive and everything after
//! it: the annotations of every struct, with the few rules spelled out here.

use std::collections::{BTreeMap, BTreeSet};

use super::workspace;
use schema_runtime::dynamic::read_document;
use sdk_tests::terraform::{is_at_least, is_opentofu};
use serde_json::{Map, Value as Json, json};
use syn::{Attribute, Expr, ExprLit, Fields, Item, Lit, Meta, Token, punctuated::Punctuated};

/// What a struct is the schema of; arguments with a default are computed on the wire only in
/// resources.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Resource,
    DataSource,
    Provider,
}

/// The structs of the source, and the names of the enums.
#[derive(Default)]
struct Source {
    structs: BTreeMap<String, syn::ItemStruct>,
    enums: Vec<String>,
}

impl Source {
    fn read() -> Self {
        let mut source = Source::default();
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/providers/kitchen");
        for file in std::fs::read_dir(directory).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for item in syn::parse_file(&text).unwrap().items {
                match item {
                    Item::Struct(item) => {
                        source.structs.insert(item.ident.to_string(), item);
                    }
                    Item::Enum(item) => source.enums.push(item.ident.to_string()),
                    _ => {}
                }
            }
        }
        source
    }

    /// The schema of a root struct, as Terraform prints it.
    fn schema(&self, item: &syn::ItemStruct, kind: Kind) -> Json {
        let keys = Keys::of(&item.attrs, "schema");
        let mut block = self.block(item, kind);
        if kind != Kind::Provider {
            block["attributes"]["id"] = json!({
                "type": "string", "computed": true, "description_kind": "markdown",
                "description": "Identifies the object; chosen by the provider.",
            });
        }
        if let Some(timeouts) = keys.get("timeouts") {
            let operations = inner(timeouts).0.into_keys().map(|operation| {
                let description = json!({ "type": "string", "optional": true });
                (operation, description)
            });
            let attributes: Map<String, Json> = operations.collect();
            block["block_types"]["timeouts"] = json!({
                "nesting_mode": "single",
                "block": {
                    "attributes": attributes,
                    "description": "How long operations may take.", "description_kind": "markdown",
                },
            });
        }
        deprecate(&mut block, &keys);
        let version = keys.get("version").map_or(0, number);
        json!({ "version": version, "block": block })
    }

    fn block(&self, item: &syn::ItemStruct, kind: Kind) -> Json {
        let (mut attributes, mut blocks) = (Map::new(), Map::new());
        let Fields::Named(fields) = &item.fields else {
            panic!("{} has no named fields", item.ident);
        };
        for field in &fields.named {
            let keys = Keys::of(&field.attrs, "field");
            let name = field.ident.as_ref().unwrap().to_string();
            let description = documentation(&field.attrs);
            if keys.get("flatten").is_some() {
                let flattened = self.block(self.of_type(&field.ty), kind);
                for (part, into) in [
                    ("attributes", &mut attributes),
                    ("block_types", &mut blocks),
                ] {
                    into.extend(flattened[part].as_object().cloned().unwrap_or_default());
                }
                continue;
            }
            if let Some(nesting) = keys.get("block") {
                let mut block = self.block(self.of_type(&field.ty), kind);
                describe(&mut block, &description);
                let mut entry = json!({ "block": block });
                let inner = inner(nesting);
                entry["nesting_mode"] = inner.word().into();
                for bound in ["min_items", "max_items"] {
                    if let Some(bound_of) = inner.get(bound) {
                        entry[bound] = number(bound_of).into();
                    }
                }
                // One required block; Terraform needs both bounds.
                if entry["nesting_mode"] == "single" && generic(&field.ty).0 != "Option" {
                    entry["min_items"] = 1.into();
                    entry["max_items"] = 1.into();
                }
                blocks.insert(name, entry);
                continue;
            }
            let mut attribute = json!({});
            match keys.get("nested") {
                None => attribute["type"] = self.ty(&field.ty),
                Some(nesting) => {
                    let nested = self.block(self.of_type(&field.ty), kind);
                    attribute["nested_type"] = json!({
                        "attributes": nested["attributes"],
                        "nesting_mode": inner(nesting).word(),
                    });
                }
            }
            let mut flags: Vec<&str> = ["required", "optional", "computed"]
                .into_iter()
                .filter(|flag| keys.get(flag).is_some())
                .collect();
            if ["default", "default_fn", "default_env"]
                .iter()
                .any(|key| keys.get(key).is_some())
            {
                // Core lets a provider replace a null only if the attribute is computed, and
                // settings are not stored.
                flags = vec!["optional"];
                flags.extend((kind != Kind::Provider).then_some("computed"));
            }
            flags.extend(
                ["sensitive", "write_only"]
                    .iter()
                    .filter(|flag| keys.get(flag).is_some()),
            );
            for flag in flags {
                attribute[flag] = true.into();
            }
            if keys.get("nested").is_none() && is_secret(&field.ty) {
                attribute["sensitive"] = true.into();
            }
            deprecate(&mut attribute, &keys);
            describe(&mut attribute, &description);
            attributes.insert(name, attribute);
        }
        let mut block = json!({});
        if !attributes.is_empty() {
            block["attributes"] = attributes.into();
        }
        if !blocks.is_empty() {
            block["block_types"] = blocks.into();
        }
        deprecate(&mut block, &Keys::of(&item.attrs, "schema"));
        describe(&mut block, &documentation(&item.attrs));
        block
    }

    /// The type of an attribute, as Terraform prints it.
    fn ty(&self, ty: &syn::Type) -> Json {
        if let syn::Type::Tuple(tuple) = ty {
            let types: Vec<Json> = tuple.elems.iter().map(|ty| self.ty(ty)).collect();
            return json!(["tuple", types]);
        }
        let (name, inner) = generic(ty);
        match name.as_str() {
            "String" | "Secret" | "Json" | "CaseInsensitive" | "Duration" | "IpAddr"
            | "Ipv4Addr" | "Ipv6Addr" | "Cidr" | "Url" | "Timestamp" => json!("string"),
            "Dynamic" => json!("dynamic"),
            "bool" => json!("bool"),
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64"
            | "u128" | "usize" | "f32" | "f64" | "Number" => json!("number"),
            "Option" => self.ty(inner[0]),
            "Vec" => json!(["list", self.ty(inner[0])]),
            "Set" | "BTreeSet" | "HashSet" => json!(["set", self.ty(inner[0])]),
            "BTreeMap" | "HashMap" => json!(["map", self.ty(inner[1])]),
            _ if self.enums.contains(&name) => json!("string"),
            // A struct around one field has that field's type.
            _ => match self.newtype(&name) {
                Some(inside) => self.ty(inside),
                None => panic!("what is {name} on the wire?"),
            },
        }
    }

    /// The content of a struct with one unnamed field.
    fn newtype(&self, name: &str) -> Option<&syn::Type> {
        match &self.structs.get(name)?.fields {
            Fields::Unnamed(fields) => fields.unnamed.first().map(|field| &field.ty),
            _ => None,
        }
    }

    /// The struct in a field's type.
    fn of_type(&self, ty: &syn::Type) -> &syn::ItemStruct {
        let (name, inner) = generic(ty);
        match inner.last() {
            Some(inner) => self.of_type(inner),
            None => &self.structs[&name],
        }
    }
}

/// The options of an annotation, each with its value.
struct Keys(BTreeMap<String, Meta>);

impl Keys {
    fn of(attributes: &[Attribute], name: &str) -> Self {
        let mut keys = BTreeMap::new();
        for attribute in attributes.iter().filter(|a| a.path().is_ident(name)) {
            let Meta::List(list) = &attribute.meta else {
                panic!("#[{name}] has no keys");
            };
            keys.extend(metas(list));
        }
        Keys(keys)
    }

    fn get(&self, key: &str) -> Option<&Meta> {
        self.0.get(key)
    }

    /// The single option without a value.
    fn word(&self) -> &str {
        let alone = self
            .0
            .iter()
            .find(|(_, meta)| matches!(meta, Meta::Path(_)));
        alone.map(|(name, _)| name.as_str()).unwrap()
    }
}

fn metas(list: &syn::MetaList) -> BTreeMap<String, Meta> {
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let metas = list.parse_args_with(parser).unwrap();
    let name = |meta: &Meta| meta.path().segments.last().unwrap().ident.to_string();
    metas.into_iter().map(|meta| (name(&meta), meta)).collect()
}

fn inner(meta: &Meta) -> Keys {
    match meta {
        Meta::List(list) => Keys(metas(list)),
        _ => panic!("nothing in parentheses"),
    }
}

fn number(meta: &Meta) -> i64 {
    match meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Int(number),
                ..
            }) => number.base10_parse().unwrap(),
            _ => panic!("not a number"),
        },
        _ => panic!("not a number"),
    }
}

/// A secret, perhaps optional or in a collection.
fn is_secret(ty: &syn::Type) -> bool {
    if !matches!(ty, syn::Type::Path(_)) {
        return false;
    }
    let (name, inner) = generic(ty);
    name == "Secret" || inner.into_iter().any(is_secret)
}

/// `Vec<String>`: its name, and the part between the angle brackets.
fn generic(ty: &syn::Type) -> (String, Vec<&syn::Type>) {
    let syn::Type::Path(path) = ty else {
        panic!("no path");
    };
    let last = path.path.segments.last().unwrap();
    let inner = match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list
            .args
            .iter()
            .filter_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    (last.ident.to_string(), inner)
}

/// The doc comment, as one string.
fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// Marks it as deprecated, also if it is removed, which the protocol cannot express; from 1.15 on,
/// Terraform has the message too.
fn deprecate(to: &mut Json, keys: &Keys) {
    let text = ["deprecated", "removed"]
        .into_iter()
        .find_map(|key| keys.get(key));
    if let Some(Meta::NameValue(pair)) = text {
        to["deprecated"] = true.into();
        let Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) = &pair.value
        else {
            panic!("not a string");
        };
        if is_at_least([1, 15]) || is_opentofu() {
            to["deprecation_message"] = text.value().into();
        }
    }
}

/// Adds a description; an empty one leaves an existing one unchanged.
fn describe(to: &mut Json, description: &str) {
    if !description.is_empty() {
        to["description"] = description.into();
    }
    let kind = if to["description"].is_string() {
        "markdown"
    } else {
        "plain"
    };
    if to["description"].is_null() {
        to.as_object_mut().unwrap().remove("description");
    }
    to["description_kind"] = kind.into();
}

/// Terraform prints a kind for every description.
fn with_kinds(json: &mut Json) {
    if json["nesting_mode"].is_null() && (json["type"].is_string() || json["type"].is_array()) {
        describe(json, "");
    }
}

#[test]
fn the_printed_schema_matches_the_structs() {
    let Some(work) = workspace() else {
        return;
    };
    let run = work
        .terraform(&["providers", "schema", "-json"])
        .succeeded();
    let document: Json = serde_json::from_str(&run.stdout).unwrap();
    let printed = &document["provider_schemas"]["example.com/sdk/kitchen"];

    let source = Source::read();
    let mut expected = json!({ "resource_schemas": {}, "data_source_schemas": {} });
    for (name, item) in &source.structs {
        let keys = Keys::of(&item.attrs, "schema");
        // An older release of a resource that also exists.
        if name.starts_with("Old") {
            continue;
        }
        if keys.get("provider").is_some() {
            expected["provider"] = source.schema(item, Kind::Provider);
        }
        for (key, list, kind) in [
            ("resource", "resource_schemas", Kind::Resource),
            ("data_source", "data_source_schemas", Kind::DataSource),
        ] {
            if let Some(Meta::NameValue(pair)) = keys.get(key)
                && let Expr::Lit(ExprLit {
                    lit: Lit::Str(name),
                    ..
                }) = &pair.value
            {
                let mut schema = source.schema(item, kind);
                let timeouts = &mut schema["block"]["block_types"]["timeouts"]["block"];
                let operations = timeouts["attributes"].as_object_mut();
                operations
                    .into_iter()
                    .flat_map(Map::values_mut)
                    .for_each(with_kinds);
                remove_nulls(&mut schema);
                expected[list][name.value()] = schema;
            }
        }
    }

    // Everything, first in parts, so that a difference is easy to see.
    for (list, count) in [("resource_schemas", 27), ("data_source_schemas", 3)] {
        let schemas = printed[list].as_object().unwrap();
        assert_eq!(schemas.len(), count, "{:?}", schemas.keys());
        let names = |json: &Json| {
            json.as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(names(&printed[list]), names(&expected[list]));
        for (name, schema) in schemas {
            for part in ["attributes", "block_types"] {
                let both = [&schema["block"][part], &expected[list][name]["block"][part]];
                for (key, value) in both.iter().filter_map(|p| p.as_object()).flatten() {
                    let found = both.map(|part| part[key].clone());
                    assert_eq!(found[0], found[1], "{name}.{key}: {value}");
                }
            }
            assert_eq!(schema, &expected[list][name], "{name}");
        }
    }
    assert_eq!(printed["provider"], expected["provider"]);

    // Dynamic schemas can read all of it.
    assert_eq!(read_document(&document).unwrap().len(), 1);
    work.clean();
}

/// Indexing yields null for missing members.
fn remove_nulls(json: &mut Json) {
    if let Json::Object(members) = json {
        members.values_mut().for_each(remove_nulls);
        members.retain(|_, value| !value.is_null() && *value != json!({}));
    }
}
