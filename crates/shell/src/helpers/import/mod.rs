//! Importers: from a user's import id to an existing object.
//!
//! Most resources need no code for it. By default the user's string is the
//! object's id. With `import = "{directory}/{name}"` on the struct, it is split into fields, by
//! which `read` then finds the object:
//!
//! ```
//! # use schema_provider::prelude::*;
//! # #[derive(Schema)]
//! # #[schema(provider = "disk")]
//! # pub struct Disk {}
//! # impl Provider for Disk {
//! #     type Client = ();
//! #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
//! #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
//! # }
//! #[derive(Schema)]
//! #[schema(resource = "disk_image", import = "{directory}/{name}")]
//! pub struct Image {
//!     #[field(required, force_new)]
//!     directory: String,
//!     #[field(required, force_new)]
//!     name: String,
//! }
//!
//! impl Resource for Image {
//!     // create, delete …
//! #     type Provider = Disk;
//! #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//!     async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//!         // Both are set, after create as after an import.
//!         let path = format!("{}/{}.img", data.get(Image::DIRECTORY), data.get(Image::NAME));
//!         # let _ = path;
//!         Ok(())
//!     }
//! }
//! ```
//!
//! `{id}` in a pattern is the object's id; without it, the whole string is. If objects have no
//! id (`#[schema(…, id = none)]`), only the pattern or your code interprets the string. For
//! anything else, write `import`, with [`ImportPattern`] and the functions here: [`join_id`] and
//! [`split_id`] for ids of several values.

mod pattern;

use schema_runtime::data::{DataCore, ResourceData};
use schema_runtime::default_values::constant_default;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::number::Number;
use schema_runtime::object::{ResourceRoot, Root, identity_schema, import_pattern};
use schema_runtime::path::Path;
use schema_runtime::schema::{Field, Flags, IdentitySchema, Kind, Schema};
use schema_runtime::ty::Type;
use schema_runtime::validate::check;
use schema_runtime::value::Value;

use crate::result::Result;
pub use pattern::ImportPattern;

/// Joins values into one id; separators and backslashes in a value are escaped with a backslash.
///
/// ```
/// use schema_provider::import::{join_id, split_id};
///
/// let id = join_id('/', ["eu/1", "disk"]);
/// assert_eq!(id, r"eu\/1/disk");
/// let [region, name] = split_id('/', &id)?;
/// assert_eq!((region.as_str(), name.as_str()), ("eu/1", "disk"));
/// # Ok::<(), schema_provider::prelude::Diagnostics>(())
/// ```
#[must_use]
pub fn join_id<'v>(separator: char, values: impl IntoIterator<Item = &'v str>) -> String {
    let mut id = String::new();
    for (position, value) in values.into_iter().enumerate() {
        if position > 0 {
            id.push(separator);
        }
        for letter in value.chars() {
            if letter == separator || letter == '\\' {
                id.push('\\');
            }
            id.push(letter);
        }
    }
    id
}

/// Splits an id that [`join_id`] made into its values.
///
/// ```
/// use schema_provider::import::split_id;
///
/// let [region, name] = split_id(':', "eu:a")?;
/// assert_eq!((region.as_str(), name.as_str()), ("eu", "a"));
/// assert!(split_id::<2>(':', "a").is_err());
/// # Ok::<(), schema_provider::prelude::Diagnostics>(())
/// ```
///
/// # Errors
/// The id has more or fewer values; the error shows it.
pub fn split_id<const N: usize>(separator: char, id: &str) -> Result<[String; N]> {
    let mut values = vec![String::new()];
    let mut letters = id.chars();
    while let Some(letter) = letters.next() {
        if letter == separator {
            values.push(String::new());
            continue;
        }
        let letter = match letter {
            '\\' => letters.next().unwrap_or('\\'),
            other => other,
        };
        if let Some(last) = values.last_mut() {
            last.push(letter);
        }
    }
    values.try_into().map_err(|values: Vec<String>| {
        let separator = schema_rules::quoted(separator.encode_utf8(&mut [0; 4]));
        Diagnostic::error("The id has the wrong format")
            .with_detail(format!(
                "The id must have {N} parts with {separator} between them; {} has {}. Write \
                 a backslash before a {separator} that belongs to a part.",
                schema_rules::quoted(id),
                values.len()
            ))
            .into()
    })
}

/// The default of [`Resource::import`](crate::Resource::import): sets the fields of the struct's
/// `import` pattern, or the id.
///
/// ```
/// # use schema_provider::prelude::*;
/// use schema_provider::import;
///
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", import = "{directory}/{name}")]
/// pub struct Image {
///     #[field(required, force_new)]
///     directory: String,
///     #[field(required, force_new)]
///     name: String,
/// }
///
/// # let mut data = schema_provider::__private::example::reading::<Image>("null");
/// # let (id, data) = ("Disks/A", &mut data);
/// // In an `import` of the resource's own: the case does not count.
/// import::by_pattern(&id.to_lowercase(), data)?;
/// assert_eq!((data.id(), data.get(Image::NAME).as_str()), (Some("disks/a"), "a"));
/// # Ok::<(), Diagnostics>(())
/// ```
///
/// # Errors
/// The id does not match the pattern.
pub fn by_pattern<R: Root>(id: &str, data: &mut ResourceData<R>) -> Result {
    fields_by_pattern(id, import_pattern::<R>(), data.dynamic_mut())
}

/// [`by_pattern`] of any type, so that it is not compiled for each of them.
fn fields_by_pattern(id: &str, pattern: Option<&str>, data: &mut DataCore) -> Result {
    let schema = data.schema();
    let has_id = schema.id_index().is_some();
    let Some(pattern) = pattern else {
        if !has_id {
            let name = &schema.type_name;
            return Err(Diagnostic::error(format!("{name} cannot be imported"))
                .with_detail(format!(
                    "Objects of {name} have no id, and the provider does not say what the string \
                     of an import means. This is a bug in the provider: write `import = \"…\"` on \
                     its struct, or `Resource::import`, which gets the string."
                ))
                .into());
        }
        return set_id(id, data);
    };
    let pattern = ImportPattern::new(pattern)?;
    let mut own_id = None;
    let mut fields = Vec::new();
    for (name, text) in pattern.read(id)? {
        if name == "id" {
            own_id = Some(text);
            continue;
        }
        let (position, field) = schema.block.find(name).ok_or_else(|| {
            let summary = format!("The import pattern {pattern} names no field {name}");
            Diagnostic::error(summary).with_detail("This is a bug in the provider.")
        })?;
        let value = from_text(field, &text).map_err(|why| {
            Diagnostic::error("The import id has the wrong format")
                .with_detail(format!(
                    "The id must have the format {pattern}; in {}, {name} is {}. {why}",
                    schema_rules::quoted(id),
                    schema_rules::quoted(&text)
                ))
                .at(Path::new(field.name.clone()))
        })?;
        fields.push((position, value));
    }
    if has_id {
        set_id(own_id.as_deref().unwrap_or(id), data)?;
    }
    for (position, value) in fields {
        data.write(position, value, false);
    }
    Ok(())
}

/// Sets the id that the user wrote, as a number if the struct's field is a number.
fn set_id(id: &str, data: &mut DataCore) -> Result {
    let schema = data.schema();
    if let Some(field) = schema.block.field("id") {
        let value = from_text(field, id).map_err(|why| {
            Diagnostic::error("The import id has the wrong format")
                .with_detail(format!("Given was {}. {why}", schema_rules::quoted(id)))
                .at(Path::new("id"))
        })?;
        if !field.is(Flags::IMPLIED) {
            data.write(schema.id_index().unwrap_or_default(), value, false);
            return Ok(());
        }
    }
    data.set_id(id.to_owned());
    Ok(())
}

/// What a user would write to import the object of an identity, whose fields are in `data`; `None`
/// if the object needs no string besides them.
pub(crate) fn text_of_identity<R: ResourceRoot>(data: &ResourceData<R>) -> Result<Option<String>> {
    text_of_any_identity(
        identity_schema::<R>(),
        import_pattern::<R>(),
        data.dynamic(),
    )
}

/// [`text_of_identity`] of any type, so that it is not compiled for each of them.
fn text_of_any_identity(
    identity: Option<IdentitySchema>,
    pattern: Option<&str>,
    data: &DataCore,
) -> Result<Option<String>> {
    let (own, schema) = (data.id(), data.schema());
    let (Some(identity), Some(asked)) = (identity, data.identity()) else {
        return Ok(own.map(str::to_owned));
    };
    let pattern = pattern.map(ImportPattern::new).transpose()?;
    // A value that the identity omits is the field's default.
    let part = |name: &str| {
        let said = text_in(&identity.schema, name, asked).filter(|text| !text.is_empty());
        said.or_else(|| {
            let field = schema.block.field(name)?;
            text_of(&constant_default(field)?)
        })
    };
    let by_pattern = pattern
        .as_ref()
        .and_then(|pattern| pattern.write(part).ok());
    let names_id = pattern
        .iter()
        .flat_map(ImportPattern::names)
        .any(|name| name == "id");
    let text = match (by_pattern, own) {
        // Also with the provider developer's own id: the pattern sets the fields, and `import`
        // takes the id from it.
        (Some(text), _) => Some(text),
        // The id is part of the string, and the other parts are unknown; `read` finds the object by
        // the id alone.
        (None, Some(_)) if names_id => return Ok(None),
        (None, Some(own)) => Some(own.to_owned()),
        // A field of the pattern that the identity does not have is a bug of the provider.
        (None, None) if pattern.is_some() => None,
        (None, None) => {
            let said = asked.as_object().unwrap_or_default().iter();
            let mut said = said.filter(|value| !value.is_null());
            match (said.next(), said.next()) {
                (Some(only), None) => text_of(only),
                _ => None,
            }
        }
    };
    if text.is_some() || schema.id_index().is_none() {
        return Ok(text);
    }
    let name = &schema.type_name;
    let error = Diagnostic::error(format!("{name} cannot be imported by its identity"));
    if let Some(pattern) = &pattern {
        let says = |name: &&str| part(name).is_none() && identity.block().field(name).is_some();
        let missing: Vec<&str> = pattern.names().filter(says).collect();
        if let Some(first) = missing.first() {
            let detail = format!(
                "Its id has the format {pattern}, so the identity must contain {}; or import it by that id.",
                missing.join(" and ")
            );
            return Err(error
                .with_detail(detail)
                .at(Path::new((*first).to_owned()))
                .into());
        }
    }
    Err(error
        .with_detail(
            "The id of the object is not determined. This is a bug in the provider: write \
                 `import = \"…\"` on its struct with fields of the identity, or \
                 `Resource::import_identity`, which sets the id.",
        )
        .into())
}

/// A single value as a string.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// The import id of the object with this state; `None` if there is no such string.
#[doc(hidden)]
pub fn id_of(schema: &Schema, pattern: &str, object: &Value) -> Option<String> {
    let text_in = |name: &str| text_in(schema, name, object);
    if pattern.is_empty() {
        return text_in("id");
    }
    ImportPattern::new(pattern).ok()?.write(text_in).ok()
}

/// The value of a field in an object, as a string.
fn text_in(schema: &Schema, name: &str, object: &Value) -> Option<String> {
    let (position, _) = schema.block.find(name)?;
    text_of(object.as_object()?.get(position)?)
}

/// The value of a field that a string represents.
///
/// # Errors
/// The field's Rust type cannot hold it; the error is a message.
fn from_text(field: &Field, text: &str) -> Result<Value, String> {
    let needs = |what: &str| Err(format!("The value of {} must be {what}.", field.name));
    let ty = match &field.kind {
        Kind::Attribute { ty } => &**ty,
        _ => return needs("one that a string can represent"),
    };
    let value = match (ty, text) {
        (Type::String, _) => Value::from(text),
        (Type::Number, _) => match Number::parse(text) {
            Ok(number) => Value::Number(number),
            Err(_) => return needs("a number"),
        },
        (Type::Bool, "true") => Value::Bool(true),
        (Type::Bool, "false") => Value::Bool(false),
        (Type::Bool, _) => return needs("true or false"),
        _ => return needs("one that a string can represent"),
    };
    // The provider developer's checks of configured values do not apply to an existing object.
    let mut wrong = Diagnostics::new();
    let path = Path::new(field.name.clone());
    for validator in field.type_validators() {
        check(validator, &path, &value, &mut wrong);
    }
    match wrong.into_iter().next() {
        Some(wrong) => Err(wrong.detail.to_string()),
        None => Ok(value),
    }
}
