//! What the random cases covered.

use std::collections::BTreeMap;
use std::fmt;

use schema_runtime::schema::{Block, Field, Flags, Kind};
use schema_runtime::value::Value;

/// How often each combination of mode, type, state of the configured value and depth occurred.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    cells: BTreeMap<(&'static str, &'static str, &'static str, usize), usize>,
}

impl Coverage {
    /// Counts every field of a configured object.
    pub fn count(&mut self, block: &Block, config: &Value) {
        self.object(block, config, 1);
    }

    /// The cells and how often they occurred.
    #[must_use]
    pub fn cells(&self) -> &BTreeMap<(&'static str, &'static str, &'static str, usize), usize> {
        &self.cells
    }

    fn object(&mut self, block: &Block, object: &Value, depth: usize) {
        let Value::Object(values) = object else {
            return;
        };
        for (field, value) in block.fields.iter().zip(values) {
            let cell = (mode(field), kind(field), state(value), depth);
            *self.cells.entry(cell).or_default() += 1;
            let Some((_, block)) = field.nested_block() else {
                continue;
            };
            match value {
                Value::List(elements) => {
                    elements
                        .iter()
                        .for_each(|e| self.object(block, e, depth + 1));
                }
                Value::Set(elements) => {
                    elements
                        .iter()
                        .for_each(|e| self.object(block, e, depth + 1));
                }
                Value::Map(elements) => {
                    elements
                        .values()
                        .for_each(|e| self.object(block, e, depth + 1));
                }
                single => self.object(block, single, depth + 1),
            }
        }
    }
}

fn mode(field: &Field) -> &'static str {
    let flags = |flags| field.is(flags);
    if field.is_block() {
        "block"
    } else if field.default().is_some() {
        "default"
    } else if flags(Flags::WRITE_ONLY) {
        "write-only"
    } else if flags(Flags::OPTIONAL.with(Flags::COMPUTED)) {
        "optional+computed"
    } else if flags(Flags::COMPUTED) {
        "computed"
    } else if flags(Flags::REQUIRED) {
        "required"
    } else {
        "optional"
    }
}

fn kind(field: &Field) -> &'static str {
    use schema_runtime::schema::Nesting;
    use schema_runtime::ty::Type;
    match &field.kind {
        Kind::Attribute { ty } => match &**ty {
            Type::String => "string",
            Type::Number => "number",
            Type::Bool => "bool",
            Type::Dynamic => "dynamic",
            Type::List(_) => "list",
            Type::Set(_) => "set",
            Type::Map(_) => "map",
            Type::Tuple(_) => "tuple",
            Type::Object(_) => "object",
        },
        Kind::Nested { nesting, .. } | Kind::Block { nesting, .. } => match nesting {
            Nesting::Single => "single of objects",
            Nesting::Group => "group of objects",
            Nesting::List => "list of objects",
            Nesting::Set => "set of objects",
            Nesting::Map => "map of objects",
        },
    }
}

fn state(value: &Value) -> &'static str {
    if value.is_null() {
        "null"
    } else if value.is_unknown() {
        "unknown"
    } else if value.is_wholly_known() {
        "known"
    } else {
        "known in part"
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = BTreeMap::<_, BTreeMap<_, _>>::new();
        for ((mode, kind, state, depth), count) in &self.cells {
            rows.entry((mode, kind))
                .or_default()
                .insert((*depth, state), *count);
        }
        for ((mode, kind), cells) in rows {
            write!(f, "{mode:>17} {kind:<17}")?;
            for depth in 1..=4 {
                let counts: Vec<String> = ["null", "unknown", "known in part", "known"]
                    .iter()
                    .map(|state| {
                        cells
                            .get(&(depth, state))
                            .map_or("-".to_owned(), usize::to_string)
                    })
                    .collect();
                write!(f, " | {}", counts.join(" "))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
