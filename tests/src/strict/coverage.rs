//! The coverage of the random cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;

use super::cells::{Cell, DEPTH, STATES};

/// In how many cases each combination of mode, type, state of the configured value and depth
/// occurred.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    cells: BTreeMap<Cell, usize>,
}

impl Coverage {
    /// Counts a case: every field of a configured object, each cell once.
    pub fn count(&mut self, block: &Block, config: &Value) {
        let mut found = BTreeSet::new();
        object(block, config, 1, &mut found);
        for cell in found {
            *self.cells.entry(cell).or_default() += 1;
        }
    }

    /// Adds what another thread counted.
    pub fn add(&mut self, other: Coverage) {
        for (cell, count) in other.cells {
            *self.cells.entry(cell).or_default() += count;
        }
    }

    /// The cells that can occur and did so in fewer cases.
    #[must_use]
    pub fn below(&self, cases: usize) -> Vec<(Cell, usize)> {
        let count = |cell| self.cells.get(&cell).copied().unwrap_or(0);
        Cell::all()
            .into_iter()
            .map(|cell| (cell, count(cell)))
            .filter(|(_, count)| *count < cases)
            .collect()
    }

    /// The cells that occurred although they cannot.
    #[must_use]
    pub fn impossible(&self) -> Vec<Cell> {
        let cells = self.cells.keys().copied();
        cells.filter(|cell| !cell.can_occur()).collect()
    }
}

fn object(block: &Block, object_value: &Value, depth: usize, found: &mut BTreeSet<Cell>) {
    let Value::Object(values) = object_value else {
        return;
    };
    for (field, value) in block.fields.iter().zip(values) {
        if field.is(Flags::IMPLIED) {
            // In every case, and always the same.
            continue;
        }
        found.insert(Cell::of(field, value, depth));
        let Some((_, block)) = field.nested_block() else {
            continue;
        };
        let mut inside = |element: &Value| object(block, element, depth + 1, found);
        match value {
            Value::List(elements) => elements.iter().for_each(&mut inside),
            Value::Set(elements) => elements.iter().for_each(&mut inside),
            Value::Map(elements) => elements.values().for_each(&mut inside),
            single => inside(single),
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "cases by mode × type | for each depth: null, unknown, known in part, known"
        )?;
        let mut last = None;
        for cell in Cell::all() {
            if last == Some((cell.mode, cell.shape)) {
                continue;
            }
            last = Some((cell.mode, cell.shape));
            write!(f, "{:>17} {:<17}", cell.mode, cell.shape)?;
            for depth in 1..=DEPTH {
                let counts = STATES.map(|state| {
                    let cell = Cell {
                        state,
                        depth,
                        ..cell
                    };
                    let count = self.cells.get(&cell).copied().unwrap_or(0);
                    if cell.can_occur() {
                        count.to_string()
                    } else {
                        "-".to_owned()
                    }
                });
                write!(f, " | {}", counts.join(" "))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
