//! The fields of a block: attributes, nested attributes and blocks.

use std::collections::BTreeSet;

use super::annotate::{At, TypeAnnotations, once};
use super::describe::{self, at, deprecation, described, kind_of, plain};
use super::model::{Field, Key, Kind, Place, Struct, StructId, Structs, Ty, Unsaid, literal};
use super::values;
use super::warnings::{allow, computes, holds_sets};
use crate::findings::AttributePath;
use crate::idents;
use crate::schemas::{Attribute, Block, NestedBlock, NestedType, Schema};

/// Makes fields of one schema.
pub(super) struct Fields<'a> {
    pub(super) structs: &'a mut Structs,
    pub(super) annotations: TypeAnnotations<'a>,
    pub(super) place: Place,
    /// Whether users can write lists and sets of objects as blocks: nothing in the schema prevents
    /// it.
    pub(super) as_blocks: bool,
    /// How many collections of structs enclose the fields.
    pub(super) many: usize,
}

/// The current block and its field names.
struct Within<'a> {
    block: &'a Block,
    used: BTreeSet<String>,
}

impl Within<'_> {
    /// Whether it is an argument that relations can name.
    fn can_be_omitted(&self, name: &str) -> bool {
        match self.block.attributes.get(name) {
            Some(one) => one.optional && !one.required,
            None => {
                let nested = self.block.block_types.get(name);
                nested.is_some_and(|one| one.min_items == 0)
            }
        }
    }
}

impl Fields<'_> {
    /// The struct of a whole schema, without the option that names its kind.
    pub(super) fn root(&mut self, schema: &Schema) -> Unsaid<Struct> {
        let mut keys = Vec::new();
        if schema.version < 0 {
            return Err(format!("its schema has version {}", schema.version));
        }
        if schema.version > 0 {
            // Without this mark, the compiler asks how to upgrade older states.
            keys.push(Key::word(format!("version = {}", schema.version)));
        }
        let block = &schema.block;
        self.as_blocks = values::fixes_up_blocks(block);
        if block.deprecated {
            keys.push(self.deprecated(&AttributePath::default(), &block.description));
        }
        let mut without = Vec::new();
        let mut plain_id = None;
        if self.place.is_entity() {
            match block.attributes.get("id") {
                None if !block.block_types.contains_key("id") => keys.push(Key::word("id = none")),
                Some(id) if is_served_id(id) => {
                    without.push("id");
                    plain_id = kind_of(&id.description, Some(kind(&id.description_kind)));
                    let mut parts = Vec::new();
                    if id.optional {
                        parts.extend([Key::word("optional"), Key::word("computed")]);
                    }
                    parts.push(Key::string("description", &id.description));
                    keys.push(Key::List("id".to_owned(), parts));
                }
                _ => {}
            }
        }
        let timeouts = block.block_types.get("timeouts");
        if let Some(timeouts) = timeouts.and_then(|block| self.timeouts(block)) {
            without.push("timeouts");
            keys.push(timeouts);
        }
        let (mut fields, described_as) = self.fields(block, &AttributePath::default(), &without)?;
        let own = kind_of(&block.description, Some(kind(&block.description_kind)));
        plain(&mut keys, &mut fields, &described_as, own, plain_id);
        let doc = described(&block.description, &mut keys);

        Ok(Struct {
            doc,
            keys,
            fields,
            output: None,
        })
    }

    /// The block `timeouts` in the form of Go's SDK.
    fn timeouts(&self, nested: &NestedBlock) -> Option<Key> {
        let allowed: &[&str] = match self.place {
            Place::Item(Kind::Resource) => &["create", "read", "update", "delete", "default"],
            Place::Item(Kind::DataSource) => &["read"],
            _ => return None,
        };
        let block = &nested.block;
        let is_common = nested.nesting_mode == "single"
            && block.block_types.is_empty()
            && block.description.is_empty()
            && !block.deprecated
            && !block.attributes.is_empty()
            && block.attributes.iter().all(|(name, one)| {
                allowed.contains(&name.as_str())
                    && one.optional
                    && !one.computed
                    && !one.sensitive
                    && !one.deprecated
                    && one.description.is_empty()
                    && one.r#type.as_ref().is_some_and(|of| of == "string")
            });
        if !is_common {
            return None;
        }
        let limits = block.attributes.keys().map(|operation| {
            let time = self.annotations.timeout(operation);
            // The default of Go's SDK.
            Key::string(operation, time.as_deref().unwrap_or("20m"))
        });
        let mut keys: Vec<Key> = limits.collect();
        keys.push(Key::word("description = none"));
        Some(Key::List("timeouts".to_owned(), keys))
    }

    /// The fields of a block: required arguments, optional ones, blocks, and computed attributes.
    fn fields(
        &mut self,
        block: &Block,
        path: &AttributePath,
        without: &[&str],
    ) -> Unsaid<(Vec<Field>, Vec<Option<bool>>)> {
        let mut within = Within {
            block,
            used: idents::kept(block.attributes.keys().chain(block.block_types.keys())),
        };
        let mut all: Vec<(u8, Field, Option<bool>)> = Vec::new();
        let is_meant = |name: &String| !without.contains(&name.as_str());
        for (name, one) in block.attributes.iter().filter(|(name, _)| is_meant(name)) {
            let rank = match (one.required, one.optional) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 3,
            };
            let field = self
                .attribute(name, one, path, &mut within)
                .map_err(|reason| at(name, reason))?;
            let described_as = kind_of(&one.description, Some(kind(&one.description_kind)));
            all.push((rank, field, described_as));
        }
        for (name, one) in block.block_types.iter().filter(|(name, _)| is_meant(name)) {
            if block.attributes.contains_key(name) {
                return Err(at(name, "it is an attribute and a block".to_owned()));
            }
            let field = self
                .block(name, one, path, &mut within)
                .map_err(|reason| at(name, reason))?;
            let inner = &one.block;
            let described_as = kind_of(&inner.description, Some(kind(&inner.description_kind)));
            all.push((2, field, described_as));
        }
        all.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
        let described_as = all.iter().map(|(.., described)| *described).collect();
        let mut fields: Vec<Field> = all.into_iter().map(|(_, field, _)| field).collect();
        once(&mut fields);
        Ok((fields, described_as))
    }

    /// The content of a block or nested attribute of a nesting.
    fn inner(&mut self, block: &Block, mode: &str, path: &AttributePath) -> Unsaid<StructId> {
        self.many += usize::from(mode != "single");
        let fields = self.fields(block, path, &[]);
        self.many -= usize::from(mode != "single");
        let (mut fields, described_as) = fields?;
        let mut keys = Vec::new();
        plain(&mut keys, &mut fields, &described_as, None, None);
        Ok(self.structs.add(Struct {
            keys,
            fields,
            ..Struct::default()
        }))
    }

    fn attribute(
        &mut self,
        name: &str,
        one: &Attribute,
        path: &AttributePath,
        within: &mut Within<'_>,
    ) -> Unsaid<Field> {
        let configurable = one.required || one.optional;
        let ident = name_of(name, configurable, &mut within.used)?;
        let mut keys = Vec::new();
        match (one.required, one.optional, one.computed) {
            (true, false, false) => keys.push(Key::word("required")),
            (false, true, false) => keys.push(Key::word("optional")),
            (false, true, true) => keys.extend([Key::word("optional"), Key::word("computed")]),
            (false, false, true) => keys.push(Key::word("computed")),
            (false, false, false) => {
                return Err("it is neither required, optional nor computed".to_owned());
            }
            (true, ..) => return Err("it is required and something else".to_owned()),
        }
        let path = path.child(name);
        let mut ty = match &one.nested_type {
            Some(nested) => {
                let (key, ty) = self.nested(nested, one, &path, &mut keys)?;
                keys.push(key);
                ty
            }
            None => {
                let of = one.r#type.as_ref().ok_or("it has no type")?;
                if self.many > 0 && values::is_dynamic(of) {
                    return Err(values::DYNAMIC.to_owned());
                }
                values::of(of, Some(self.structs))?
            }
        };
        let is_objects = one.nested_type.is_none()
            && matches!(&ty, Ty::Of(_, inner) if matches!(**inner, Ty::Struct(_)));
        if is_objects
            && configurable
            && path.0.len() == 1
            && !self.as_blocks
            && self.place != Place::Meta
        {
            allow(&mut keys, "blocks_switched_off");
        }
        let place = At {
            ty: &ty,
            required: one.required,
            optional: one.optional,
            write_only: one.write_only,
            is_block: false,
            many: false,
            in_resource: self.place == Place::Item(Kind::Resource),
            siblings: &|name| within.can_be_omitted(name),
        };
        let learned = self.annotations.at(&path, place);
        if let Some(of) = learned.ty.clone() {
            ty = of;
        }
        if learned.has_default || learned.keys.contains(&Key::word("computed(volatile)")) {
            keys.retain(|key| *key != Key::word("computed"));
        }

        let is_secret = one.sensitive && ty == Ty::Named("String");
        if is_secret {
            ty = Ty::Named("Secret");
        } else if one.sensitive {
            keys.push(Key::word("sensitive"));
        }
        if one.write_only {
            keys.push(Key::word("write_only"));
        }
        let holds_text = matches!(&ty, Ty::Named("String"))
            || matches!(&ty, Ty::Of(_, inner) | Ty::Map(inner) if **inner == Ty::Named("String"));
        if holds_text
            && !one.sensitive
            && !one.write_only
            && self.place != Place::Item(Kind::Ephemeral)
            && schema_rules::sounds_secret(name)
        {
            allow(&mut keys, "secret_name");
        }
        if matches!(&ty, Ty::Of("Set", inner) if matches!(**inner, Ty::Of("Set", _))) {
            allow(&mut keys, "set_in_set");
        }
        if path.0.len() == 1
            && name == "timeouts"
            && self.place.is_entity()
            && one.nested_type.is_none()
            && !matches!(ty, Ty::Struct(_))
        {
            allow(&mut keys, "timeouts_field");
        }
        let has_default = learned.has_default;
        let room = match &ty {
            // Null and empty are read alike, and a collection represents both.
            Ty::Of(..) | Ty::Map(_) => false,
            Ty::Struct(_) | Ty::Tuple(_) | Ty::Named("Dynamic") => !one.required,
            Ty::Named("Json" | "Cidr" | "std::net::IpAddr" | "std::time::Duration") => {
                !one.required && !has_default
            }
            _ => !has_default && (one.optional || (one.write_only && !is_secret)),
        };
        let room = room || (one.required && one.write_only && !is_secret);
        if room {
            ty = ty.option();
        }
        keys.extend(learned.keys);
        if one.deprecated {
            keys.push(self.deprecated(&path, &one.description));
        }
        let comments = learned.comments;
        let field = describe::field(name, ident, &one.description, keys, ty);
        Ok(Field { comments, ..field })
    }

    /// A nested attribute: its option and its type.
    fn nested(
        &mut self,
        nested: &NestedType,
        one: &Attribute,
        path: &AttributePath,
        keys: &mut Vec<Key>,
    ) -> Unsaid<(Key, Ty)> {
        let mode = nested.nesting_mode.as_str();
        if !["single", "list", "set", "map"].contains(&mode) {
            return Err(format!("its nesting is {}", literal(mode)));
        }
        let block = Block {
            attributes: nested.attributes.clone(),
            ..Block::default()
        };
        let id = self.inner(&block, mode, path)?;
        if mode == "set" {
            self.in_set(id, one.optional || one.required, keys);
        }
        let key = Key::List("nested".to_owned(), vec![Key::word(mode)]);
        Ok((key, values::grouped(mode, Ty::Struct(id))))
    }

    fn block(
        &mut self,
        name: &str,
        one: &NestedBlock,
        path: &AttributePath,
        within: &mut Within<'_>,
    ) -> Unsaid<Field> {
        let ident = name_of(name, true, &mut within.used)?;
        let path = path.child(name);
        let mode = one.nesting_mode.as_str();
        let id = self.inner(&one.block, mode, &path)?;
        let place = At {
            ty: &Ty::Struct(id),
            required: false,
            optional: false,
            write_only: false,
            is_block: true,
            many: matches!(mode, "list" | "set"),
            in_resource: self.place == Place::Item(Kind::Resource),
            siblings: &|name| within.can_be_omitted(name),
        };
        let learned = self.annotations.at(&path, place);
        let (min, max) = (one.min_items, one.max_items);
        let mut parts = vec![Key::word(mode)];
        let object = Ty::Struct(id);
        let alone = |object: Ty| if min > 0 { object } else { object.option() };
        let ty = match mode {
            "single" => alone(object),
            "list" | "set" => {
                parts.extend((min > 0).then(|| Key::word(format!("min_items = {min}"))));
                parts.extend((max > 0).then(|| Key::word(format!("max_items = {max}"))));
                if max == 1 {
                    alone(object)
                } else {
                    values::grouped(mode, object)
                }
            }
            "map" => values::grouped(mode, object),
            other => {
                let other = literal(other);
                return Err(format!("its nesting is {other}, which no struct has"));
            }
        };
        let mut keys = vec![Key::List("block".to_owned(), parts)];
        if mode == "set" {
            self.in_set(id, true, &mut keys);
        }

        keys.extend(learned.keys);
        if one.block.deprecated {
            keys.push(self.deprecated(&path, &one.block.description));
        }
        let comments = learned.comments;
        let field = describe::field(name, ident, &one.block.description, keys, ty);
        Ok(Field { comments, ..field })
    }

    fn deprecated(&self, path: &AttributePath, description: &str) -> Key {
        let learned = self.annotations.deprecation(path);
        let message = learned.unwrap_or_else(|| deprecation(description));
        Key::string("deprecated", &message)
    }

    /// Silences warnings about set elements that are hard to plan.
    fn in_set(&self, id: StructId, configurable: bool, keys: &mut Vec<Key>) {
        if configurable && computes(self.structs, id) {
            allow(keys, "computed_in_set");
        }
        if holds_sets(self.structs, id) {
            allow(keys, "set_in_set");
        }
    }
}

/// The kind of a schema's description.
fn kind(kind: &Option<String>) -> &str {
    kind.as_deref().unwrap_or("plain")
}

/// Whether an `id` is one that needs no field.
fn is_served_id(id: &Attribute) -> bool {
    id.computed
        && !id.required
        && !id.sensitive
        && !id.deprecated
        && !id.write_only
        && id.r#type.as_ref().is_some_and(|of| of == "string")
}

/// The Rust name of a field; arguments must have names that configurations can use.
fn name_of(name: &str, configurable: bool, used: &mut BTreeSet<String>) -> Unsaid<String> {
    let fits = !configurable || idents::is_small(name, "_", "_");
    let ident = idents::field(name, used).filter(|_| fits && !name.is_empty());
    ident.ok_or_else(|| "no configuration can write this name".to_owned())
}
