//! A remote system in a directory: one JSON file for each object, for resources of any schema.
//!
//! The object is what was planned; everything that the plan left unknown gets a value that is made
//! from its place and, in an update, from the time, so that the same is never made twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::data::DataCore;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::{SetValue, Value};

/// The result of an operation.
pub type Result<T = ()> = std::result::Result<T, Diagnostics>;

/// The remote system.
#[derive(Clone, Debug)]
pub struct FileStore {
    directory: PathBuf,
}

/// Where the key of an object without an id is kept.
const KEY: &str = "key";

impl FileStore {
    /// The system in this directory, which is made where it does not exist.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn open(directory: impl Into<PathBuf>) -> Result<Self> {
        let directory = directory.into();
        std::fs::create_dir_all(&directory)?;
        Ok(FileStore { directory })
    }

    /// The file of an object.
    #[must_use]
    pub fn file(&self, type_name: &str, key: &str) -> PathBuf {
        // A key may be anything; a file's name may not.
        let safe: String = key
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '-' {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        self.directory.join(format!("{type_name}.{safe}.json"))
    }

    /// Makes the object that is planned.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(&self, data: &mut DataCore) -> Result {
        let key = new_key(data);
        if self.file(&data.schema().type_name, &key).exists() {
            return Err(Diagnostic::error(format!("{key} exists already")).into());
        }
        data.set_id(key.clone());
        data.change_private(|private| private.set(KEY, key.as_bytes()));
        complete(data, &key);
        self.save(data, &key)
    }

    /// Whether the object exists.
    #[must_use]
    pub fn has(&self, data: &DataCore) -> bool {
        self.file(&data.schema().type_name, &key_of(data)).exists()
    }

    /// Makes an object of what was taken over from another type.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn adopt(&self, data: &mut DataCore, key: &str) -> Result {
        data.change_private(|private| private.set(KEY, key.as_bytes()));
        self.save(data, key)
    }

    /// Sets every field to what exists.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, data: &mut DataCore) -> Result {
        let key = key_of(data);
        let schema = data.schema();
        let bytes = match std::fs::read(self.file(&schema.type_name, &key)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                data.set_id(String::new());
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let found = json::decode_block(&schema.block, &bytes, UnsupportedAttributes::Drop)?;
        let Value::Object(values) = found else {
            return Ok(());
        };
        let settable = settable(&schema.block);
        for (position, value) in values.into_iter().enumerate() {
            if settable.contains(&position) {
                data.write(position, value, false);
            }
        }
        Ok(())
    }

    /// Changes the object to what is planned.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn update(&self, data: &mut DataCore) -> Result {
        let key = key_of(data);
        // The file at a path may have changed meanwhile.
        complete(data, &format!("{key}/{}", stamp()));
        self.save(data, &key)
    }

    /// Removes the object.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn delete(&self, data: &mut DataCore) -> Result {
        match std::fs::remove_file(self.file(&data.schema().type_name, &key_of(data))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn save(&self, data: &DataCore, key: &str) -> Result {
        let (block, id) = (&data.schema().block, data.schema().id_index());
        let values = block.fields.iter().enumerate().map(|(position, field)| {
            if field.is(Flags::WRITE_ONLY) {
                Value::Null
            } else if Some(position) == id {
                data.id().map_or(Value::Null, Value::from)
            } else {
                without_secrets(field, data.root_value(position))
            }
        });
        let object = Value::Object(values.collect());
        write(
            &self.file(&data.schema().type_name, key),
            &json::encode_block(block, &object)?,
        )
    }
}

/// Sets what is planned unknown; `key` goes into every string that is made.
pub fn complete(data: &mut DataCore, key: &str) {
    for position in settable(&data.schema().block) {
        let value = data.root_value(position);
        if !value.is_wholly_known() {
            let field = &data.schema().block.fields[position];
            let value = fill_field(field, value, &format!("{key}/{}", field.name));
            data.write(position, value, false);
        }
    }
}

/// What is found in a data source: everything that is not configured is made.
pub fn look_up(data: &mut DataCore) {
    let key = new_key(data);
    data.set_id(key.clone());
    let values: Vec<(usize, Value)> = settable(&data.schema().block)
        .into_iter()
        .filter_map(|position| {
            let field = &data.schema().block.fields[position];
            let missing = data.root_value(position).is_null() && field.is(Flags::COMPUTED);
            let place = format!("{key}/{}", field.name);
            missing.then(|| (position, fill_field(field, &Value::UNKNOWN, &place)))
        })
        .collect();
    for (position, value) in values {
        data.write(position, value, false);
    }
}

/// Writes a file at once: whoever reads it finds the old content or the new.
fn write(path: &Path, text: &str) -> Result {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let new = path.with_extension(format!("{}-{number}", std::process::id()));
    std::fs::write(&new, text)?;
    std::fs::rename(&new, path)?;
    Ok(())
}

/// The configured id or name, or one that nobody has.
fn new_key(data: &DataCore) -> String {
    let block = &data.schema().block;
    for name in ["id", "name"] {
        let configured = block
            .find(name)
            .map(|(position, _)| data.root_value(position));
        if let Some(text) = configured
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
        {
            return text.to_owned();
        }
    }
    stamp()
}

/// A string that was never made before.
fn stamp() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map(|now| now.as_nanos()).unwrap_or_default();
    format!("{now:x}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn key_of(data: &DataCore) -> String {
    match data.private().get(KEY) {
        Some(key) => String::from_utf8_lossy(key).into_owned(),
        None => data.id().unwrap_or_default().to_owned(),
    }
}

/// The positions of what a provider sets: not the id, for which there is `set_id`, not the
/// timeouts, not what is never stored.
fn settable(block: &Block) -> Vec<usize> {
    let fields = block.fields.iter().enumerate();
    fields
        .filter(|(_, field)| {
            let name = field.name.as_str();
            !field.is(Flags::WRITE_ONLY) && name != "id" && name != "timeouts"
        })
        .map(|(position, _)| position)
        .collect()
}

/// The value with null in the place of every write-only value inside it.
fn without_secrets(field: &Field, value: &Value) -> Value {
    match field.nested_block() {
        None => value.clone(),
        Some((_, block)) => each_object(value, &mut |object, _| {
            let fields = block.fields.iter().zip(object);
            let values = fields.map(|(field, value)| {
                if field.is(Flags::WRITE_ONLY) {
                    Value::Null
                } else {
                    without_secrets(field, value)
                }
            });
            Value::Object(values.collect())
        }),
    }
}

/// The value with a function applied to each of its objects, however they are grouped.
fn each_object(value: &Value, change: &mut dyn FnMut(&[Value], &str) -> Value) -> Value {
    match value {
        Value::Object(object) => change(object, ""),
        Value::List(elements) => {
            let elements = elements.iter().enumerate();
            let changed = elements.map(|(index, element)| match element {
                Value::Object(object) => change(object, &format!("/{index}")),
                other => other.clone(),
            });
            Value::List(changed.collect())
        }
        Value::Set(elements) => {
            let elements = elements.iter().enumerate();
            let changed = elements.map(|(index, element)| match element {
                Value::Object(object) => change(object, &format!("/{index}")),
                other => other.clone(),
            });
            Value::Set(SetValue::from_iter(changed))
        }
        Value::Map(elements) => {
            let changed = elements.iter().map(|(key, element)| {
                let element = match element {
                    Value::Object(object) => change(object, &format!("/{key}")),
                    other => other.clone(),
                };
                (key.clone(), element)
            });
            Value::Map(changed.collect())
        }
        Value::Dynamic(dynamic) => {
            Value::dynamic(dynamic.ty.clone(), each_object(&dynamic.value, change))
        }
        other => other.clone(),
    }
}

/// The value with everything unknown made from its place.
#[must_use]
pub fn fill_field(field: &Field, value: &Value, place: &str) -> Value {
    match &field.kind {
        Kind::Attribute { ty } => fill(ty, value, place),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            if value.is_unknown() {
                let object = fill_block(block, &vec![Value::UNKNOWN; block.fields.len()], place);
                return match nesting {
                    Nesting::Single | Nesting::Group => object,
                    Nesting::List => Value::List(vec![object]),
                    Nesting::Set => Value::Set(SetValue::from_iter([object])),
                    Nesting::Map => Value::Map(BTreeMap::from([("made".into(), object)])),
                };
            }
            each_object(value, &mut |object, step| {
                fill_block(block, object, &format!("{place}{step}"))
            })
        }
        _ => unreachable!("another kind of field"),
    }
}

fn fill_block(block: &Block, object: &[Value], place: &str) -> Value {
    let fields = block.fields.iter().zip(object);
    let values = fields.map(|(field, value)| {
        if value.is_wholly_known() {
            value.clone()
        } else if field.is(Flags::WRITE_ONLY) {
            Value::Null
        } else {
            fill_field(field, value, &format!("{place}/{}", field.name))
        }
    });
    Value::Object(values.collect())
}

/// A value in which every unknown has become known.
fn fill(ty: &Type, value: &Value, place: &str) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    match (ty, value) {
        (Type::List(element), Value::List(values)) => Value::List(
            values
                .iter()
                .enumerate()
                .map(|(index, value)| fill(element, value, &format!("{place}/{index}")))
                .collect(),
        ),
        (Type::Set(element), Value::Set(values)) => {
            Value::Set(SetValue::from_iter(values.iter().enumerate().map(
                |(index, value)| fill(element, value, &format!("{place}/{index}")),
            )))
        }
        (Type::Map(element), Value::Map(values)) => Value::Map(
            values
                .iter()
                .map(|(key, value)| (key.clone(), fill(element, value, &format!("{place}/{key}"))))
                .collect(),
        ),
        (Type::Tuple(types), Value::List(values)) => Value::List(
            types
                .iter()
                .zip(values)
                .enumerate()
                .map(|(index, (ty, value))| fill(ty, value, &format!("{place}/{index}")))
                .collect(),
        ),
        (Type::Object(attributes), Value::Object(values)) => Value::Object(
            attributes
                .iter()
                .zip(values)
                .map(|(attribute, value)| {
                    fill(&attribute.ty, value, &format!("{place}/{}", attribute.name))
                })
                .collect(),
        ),
        (_, Value::Dynamic(dynamic)) => {
            Value::dynamic(dynamic.ty.clone(), fill(&dynamic.ty, &dynamic.value, place))
        }
        _ => make(ty, place),
    }
}

/// A value for this place.
#[must_use]
pub fn make(ty: &Type, place: &str) -> Value {
    match ty {
        Type::String => Value::from(place),
        Type::Number => Value::from(i64::from(crc(place) % 100)),
        Type::Bool => Value::Bool(true),
        Type::List(element) => Value::List(vec![make(element, place)]),
        Type::Set(element) => Value::Set(SetValue::from_iter([make(element, place)])),
        Type::Map(element) => Value::Map(BTreeMap::from([("made".into(), make(element, place))])),
        Type::Tuple(types) => Value::List(types.iter().map(|ty| make(ty, place)).collect()),
        Type::Object(attributes) => Value::Object(
            attributes
                .iter()
                .map(|attribute| make(&attribute.ty, &format!("{place}/{}", attribute.name)))
                .collect(),
        ),
        Type::Dynamic => Value::dynamic(Type::String, Value::from(place)),
    }
}

/// Some number that is always the same for the same text.
fn crc(text: &str) -> u32 {
    text.bytes().fold(7, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    })
}
