//! Turns a provider's schemas into the structs that declare them.

use std::collections::{BTreeMap, BTreeSet};

use super::annotate::Annotations;
use super::describe::{called, described, field, kind_of, plain};
use super::fields::Fields;
use super::model::{Item, Key, Kind, Model, Place, Refused, Struct, Structs, Ty, Unsaid, literal};
use super::values;
use crate::idents;
use crate::schemas::{Function, Identity, Provider, Schema};

/// The name of a provider in configurations.
pub(super) fn provider_name(text: &str) -> Option<String> {
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let name = name.strip_prefix("terraform-provider-").unwrap_or(name);
    let name = name.split("_v").next().unwrap_or(name).to_ascii_lowercase();
    idents::is_small(&name, "", "-").then_some(name)
}

/// Makes the model of a whole provider, sorted by kind and name.
pub(super) fn model(provider: &Provider, name: &str, annotations: &Annotations) -> Unsaid<Model> {
    let mut build = Build {
        provider: name,
        structs: Structs::default(),
        refused: Vec::new(),
        annotations,
    };
    let mut items: Vec<Item> = Vec::new();
    for (kind, schemas) in provider.kinds() {
        let mut modules = BTreeSet::new();
        for (type_name, schema) in schemas.iter() {
            let identity = provider.resource_identity_schemas.get(type_name);
            let identity = identity.filter(|_| kind == Kind::Resource);
            match build.item(kind, type_name, schema, identity, &mut modules) {
                Ok(item) => items.push(item),
                Err(reason) => build.refuse(kind, type_name, reason),
            }
        }
    }
    // A list is reported with the resource that it lists.
    let resources = items.iter().filter(|item| item.kind == Kind::Resource);
    let names = resources.map(|item| (item.type_name.clone(), item.name.clone()));
    let resources: BTreeMap<String, String> = names.collect();
    for item in items.iter_mut().filter(|item| item.kind == Kind::List) {
        match resources.get(&item.type_name) {
            Some(resource) => {
                let listed = vec![Key::word(format!("crate::resources::{resource}"))];
                let key = Key::List("unported".to_owned(), listed);
                item.root.keys.push(key);
            }
            None => {
                let reason = "the resource that it lists is not there";
                build.refuse(Kind::List, &item.type_name, reason.to_owned());
            }
        }
    }
    items.retain(|item| item.kind != Kind::List || resources.contains_key(&item.type_name));
    let mut modules = BTreeSet::new();
    for (function_name, function) in provider.functions.iter() {
        match build.function(function_name, function, &mut modules) {
            Ok(item) => items.push(item),
            Err(reason) => build.refuse(Kind::Function, function_name, reason),
        }
    }
    let meta = match &provider.provider_meta {
        Some(schema) if !schema.block.attributes.is_empty() => {
            let key = Key::string("provider_meta", name);
            Some(
                build
                    .root(Place::Meta, key, schema, "")
                    .map_err(|reason| format!("provider_meta: {reason}"))?,
            )
        }
        _ => None,
    };
    let none = Schema::default();
    let settings = provider.provider.as_ref().unwrap_or(&none);
    let mut settings = build
        .root(Place::Provider, Key::string("provider", name), settings, "")
        .map_err(|reason| format!("the provider's settings: {reason}"))?;
    if meta.is_some() {
        settings.keys.push(Key::word("meta = Meta"));
    }
    settings.keys.push(Key::word("unported"));
    let mut struct_name = idents::camel(name);
    if idents::is_taken(&struct_name) {
        struct_name.push_str("Provider");
    }
    Ok(Model {
        provider: name.to_owned(),
        name: struct_name,
        settings,
        meta,
        items,
        structs: build.structs,
        refused: build.refused,
    })
}

struct Build<'a> {
    provider: &'a str,
    structs: Structs,
    refused: Vec<Refused>,
    annotations: &'a Annotations,
}

impl Build<'_> {
    fn refuse(&mut self, kind: Kind, type_name: &str, reason: String) {
        self.refused.push(Refused {
            kind,
            type_name: type_name.to_owned(),
            reason,
        });
    }

    /// The name of a type without its provider's name.
    fn short<'n>(&self, type_name: &'n str) -> &'n str {
        let first = self.provider.split('-').next().unwrap_or_default();
        let without = |prefix| type_name.strip_prefix(prefix)?.strip_prefix('_');
        let short = [self.provider, first].into_iter().find_map(without);
        short.filter(|short| !short.is_empty()).unwrap_or(type_name)
    }

    /// The names of the file and of the struct.
    fn names(
        &self,
        kind: Kind,
        type_name: &str,
        modules: &mut BTreeSet<String>,
    ) -> Unsaid<(String, String)> {
        let short = self.short(type_name);
        let no_name = || format!("no file can be called like {type_name:?}");
        let mut module = idents::module(short).ok_or_else(no_name)?;
        // Two types whose names differ only in characters that file names cannot contain.
        while !modules.insert(module.clone()) {
            module.push('_');
        }
        let mut name = idents::camel(&module);
        name.push_str(match kind {
            Kind::DataSource => "DataSource",
            Kind::List => "Filter",
            _ => "",
        });
        if idents::is_taken(&name) || module.ends_with("__") {
            name = format!("{}{name}", idents::camel(self.provider));
        }
        if name.len() > 80 {
            return Err(format!("its name has {} letters", type_name.len()));
        }
        Ok((module, name))
    }

    fn item(
        &mut self,
        kind: Kind,
        type_name: &str,
        schema: &Schema,
        identity: Option<&Identity>,
        modules: &mut BTreeSet<String>,
    ) -> Unsaid<Item> {
        check_type_name(type_name)?;
        let (module, name) = self.names(kind, type_name, modules)?;
        let key = Key::string(kind.key(), type_name);
        let mut root = self.root(Place::Item(kind), key, schema, type_name)?;
        let identity = match identity {
            None => None,
            Some(identity) => {
                let name = format!("{name}Identity");
                root.keys.push(Key::word(format!("identity = {name}")));
                Some((name, identity_struct(identity)?))
            }
        };
        if kind != Kind::List {
            root.keys.push(Key::word("unported"));
        }
        Ok(Item {
            kind,
            type_name: type_name.to_owned(),
            module,
            name,
            root,
            identity,
        })
    }

    /// The struct of a schema.
    fn root(&mut self, place: Place, key: Key, schema: &Schema, type_name: &str) -> Unsaid<Struct> {
        let mut fields = Fields {
            structs: &mut self.structs,
            annotations: self.annotations.of(place, type_name),
            place,
            as_blocks: true,
            many: 0,
        };
        let mut root = fields.root(schema)?;
        root.keys.insert(0, key);
        Ok(root)
    }

    fn function(
        &mut self,
        name: &str,
        function: &Function,
        modules: &mut BTreeSet<String>,
    ) -> Unsaid<Item> {
        check_type_name(name)?;
        let (module, struct_name) = self.names(Kind::Function, name, modules)?;
        let all = function.parameters.iter().map(|one| (one, false));
        let all = all.chain(function.variadic_parameter.iter().map(|one| (one, true)));
        let mut used = idents::kept(all.clone().map(|(one, _)| &one.name));
        let mut fields = Vec::new();
        let mut described_as = Vec::new();
        for (parameter, variadic) in all {
            let in_parameter = |reason| format!("parameter {}: {reason}", parameter.name);
            let ident = called(&parameter.name, &mut used).map_err(in_parameter)?;
            let mut keys = Vec::new();
            let (mut ty, nesting) =
                values::of_function(&parameter.r#type, &mut self.structs).map_err(in_parameter)?;
            keys.extend(nesting);
            if parameter.is_nullable {
                ty = ty.option();
            }
            if variadic {
                ty = Ty::of("Vec", ty);
                keys.push(Key::word("variadic"));
            }
            let description = &parameter.description;
            let kind = parameter.description_kind.as_deref();
            described_as.push(kind_of(description, kind));
            fields.push(field(&parameter.name, ident, description, keys, ty));
        }
        let (output, nesting) = values::of_function(&function.return_type, &mut self.structs)
            .map_err(|reason| format!("the result: {reason}"))?;
        let mut keys = vec![Key::string("name", name)];
        keys.extend(nesting);
        let own = kind_of(&function.description, function.description_kind.as_deref());
        plain(&mut keys, &mut fields, &described_as, own, None);
        let doc = described(&function.description, &mut keys);
        keys.push(Key::string("summary", &function.summary));
        if !function.deprecation_message.is_empty() {
            keys.push(Key::string("deprecated", &function.deprecation_message));
        }
        keys.push(Key::word("unported"));
        Ok(Item {
            kind: Kind::Function,
            type_name: name.to_owned(),
            module,
            name: struct_name,
            root: Struct {
                doc,
                keys,
                fields,
                output: Some(output),
            },
            identity: None,
        })
    }
}

fn check_type_name(name: &str) -> Unsaid<()> {
    match idents::is_small(name, "_", "_-") {
        true => Ok(()),
        false => Err(format!(
            "{} is not a name that a configuration can write",
            literal(name)
        )),
    }
}

fn identity_struct(identity: &Identity) -> Unsaid<Struct> {
    let mut used = idents::kept(identity.attributes.keys());
    let mut fields = Vec::new();
    for (name, attribute) in identity.attributes.iter() {
        let at = |reason| format!("identity, {name}: {reason}");
        let ident = called(name, &mut used).map_err(at)?;
        let ty = values::of(&attribute.r#type, None).map_err(at)?;
        let (word, ty) = match (attribute.required_for_import, ty) {
            (true, ty) => ("required", ty),
            (false, ty @ Ty::Of(..)) => ("optional", ty),
            (false, ty) => ("optional", ty.option()),
        };
        let keys = vec![Key::word(word)];
        fields.push(field(name, ident, &attribute.description, keys, ty));
    }
    let mut keys = vec![Key::word("identity")];
    if identity.version != 0 {
        keys.push(Key::word(format!("version = {}", identity.version)));
    }
    Ok(Struct {
        keys,
        fields,
        ..Struct::default()
    })
}
