//! Draft configurations: what a schema allows to be set, and what a draft sets.

use std::collections::BTreeMap;

use schema_runtime::schema::{Block, Field, Flags, Kind as FieldKind, Nesting};
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::values::{candidates, of_type};

/// Values by dotted path, such as those found by learning.
pub type Learned = BTreeMap<String, Vec<Json>>;

/// An attribute that can be configured, at any depth.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) path: String,
    /// In every configuration.
    pub(crate) required: bool,
    /// In every block of its kind.
    pub(crate) must: bool,
    pub(crate) values: Vec<Value>,
    /// The index of the value that the old program accepts.
    pub(crate) good: usize,
}

/// A nested block or attribute, and how many elements it may have.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    pub(crate) path: String,
    /// In every configuration.
    pub(crate) required: bool,
    pub(crate) min: usize,
    pub(crate) max: usize,
}

/// What a configuration sets, by dotted paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) leaves: BTreeMap<String, Value>,
    /// How many elements a block has, if not one.
    pub(crate) counts: BTreeMap<String, usize>,
    /// What each block must contain if it exists: Terraform never sends it without that.
    pub(crate) musts: BTreeMap<String, Value>,
}

impl Draft {
    pub(crate) fn with(&self, path: &str, value: Value) -> Self {
        let mut draft = self.clone();
        draft.leaves.insert(path.to_owned(), value);
        draft
    }

    pub(crate) fn without(&self, path: &str) -> Self {
        let mut draft = self.clone();
        let inside = format!("{path}.");
        let stays = |at: &String| at != path && !at.starts_with(&inside);
        draft.leaves.retain(|at, _| stays(at));
        draft.counts.retain(|at, _| stays(at));
        draft
    }

    pub(crate) fn build(&self, block: &Block) -> Value {
        self.object(block, "", 0)
    }

    fn object(&self, block: &Block, around: &str, number: usize) -> Value {
        let fields = block.fields.iter().map(|field| {
            let path = format!("{around}{}", field.name);
            if let Some(value) = self.leaves.get(&path) {
                return varied(value, number);
            }
            let Some((nesting, inside)) = field.nested_block() else {
                let must = self.musts.get(&path);
                return must.map_or(field.absent_value(), |value| varied(value, number));
            };
            let below = format!("{path}.");
            let inside_of = |at: &String| at.starts_with(&below);
            let present = self.leaves.keys().any(inside_of) || self.counts.keys().any(inside_of);
            let count = self.counts.get(&path).copied();
            if !present && count.is_none() {
                return field.absent_value();
            }
            let count = count.unwrap_or(1);
            let one = |k: usize| self.object(inside, &below, number + k);
            let keyed = |k: usize| (format!("k{k}").into(), one(k));
            match nesting {
                Nesting::Single | Nesting::Group if count == 0 => field.absent_value(),
                Nesting::Single | Nesting::Group => one(0),
                Nesting::List => Value::List((0..count).map(one).collect()),
                Nesting::Set => Value::Set((0..count).map(one).collect()),
                Nesting::Map => Value::Map((0..count).map(keyed).collect()),
            }
        });
        Value::Object(fields.collect())
    }
}

/// A different value of the same kind, so that several elements differ.
fn varied(value: &Value, number: usize) -> Value {
    match value {
        Value::String(text) if number > 0 && !text.is_empty() => {
            Value::string(format!("{text}{number}"))
        }
        Value::Number(value) if number > 0 => {
            let more = schema_runtime::number::Number::from_u64(number as u64);
            let sum = value.checked_add(&more);
            Value::Number(sum.unwrap_or_else(|_| value.clone()))
        }
        other => other.clone(),
    }
}

pub(crate) fn required(blocks: &[Nest], leaves: &[Leaf]) -> Draft {
    let mut draft = Draft::default();
    for block in blocks.iter().filter(|block| block.required) {
        draft.counts.insert(block.path.clone(), block.min.max(1));
    }
    let good = |leaf: &Leaf| Some((leaf.path.clone(), leaf.values.get(leaf.good)?.clone()));
    let musts = leaves.iter().filter(|leaf| leaf.must);
    draft.musts = musts.filter_map(good).collect();
    let needed = leaves.iter().filter(|leaf| leaf.required);
    draft.leaves = needed.filter_map(good).collect();
    draft
}

/// Records the attributes of a block, and how many blocks are required.
pub(crate) fn collect(
    block: &Block,
    around: &str,
    needed: bool,
    learned: &Learned,
    all: &mut Vec<Leaf>,
    blocks: &mut Vec<Nest>,
) {
    for field in block.fields.iter().filter(|field| field.is_configurable()) {
        let path = format!("{around}{}", field.name);
        if let Some((_, inside)) = field.nested_block() {
            let (min, max) = bounds(field);
            let here = needed && (field.is(Flags::REQUIRED) || min > 0);
            blocks.push(Nest {
                path: path.clone(),
                required: here,
                min,
                max,
            });
            collect(inside, &format!("{path}."), here, learned, all, blocks);
            continue;
        }
        let ty = field.implied_type();
        let known = learned.get(&path).into_iter().flatten();
        let known = known.map(|json| of_type(&ty, json));
        let known = known.filter(|value| !value.is_null());
        let mut values: Vec<Value> = Vec::new();
        for value in known.chain(candidates(field)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        all.push(Leaf {
            path,
            required: needed && field.is(Flags::REQUIRED),
            must: field.is(Flags::REQUIRED),
            values,
            good: 0,
        });
    }
}

/// The most elements generated, whatever a schema requires: nested blocks multiply.
const MOST: usize = 64;

/// The minimum and maximum number of elements; the maximum is never below the minimum.
fn bounds(field: &Field) -> (usize, usize) {
    let count = |items: u32| usize::try_from(items).unwrap_or(MOST).min(MOST);
    let (min, max) = match field.kind {
        FieldKind::Block {
            min_items,
            max_items,
            ..
        } => (count(min_items), count(max_items)),
        _ => (usize::from(field.is(Flags::REQUIRED)), 0),
    };
    (min, if max == 0 { MOST } else { max.max(min) })
}
