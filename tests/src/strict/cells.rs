//! The dimensions of random cases: presence × type × state of the configured value × depth.

use std::fmt;

use schema_runtime::schema::{Field, Flags, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// How a field is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Required.
    Required,
    /// Optional.
    Optional,
    /// Computed.
    Computed,
    /// Optional and computed.
    Both,
    /// Optional with a default.
    Default,
    /// Write-only (optional or required).
    WriteOnly,
    /// A block.
    Block,
}

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Text.
    String,
    /// A number.
    Number,
    /// A bool.
    Bool,
    /// A value of any type.
    Dynamic,
    /// A list of values.
    List,
    /// A set of values.
    Set,
    /// A map of values.
    Map,
    /// A tuple.
    Tuple,
    /// An object that is one value.
    Object,
    /// One object, as a nested attribute or a block.
    One,
    /// One object that is never null (a block).
    Group,
    /// A list of objects.
    Objects,
    /// A set of objects.
    ObjectSet,
    /// A map of objects.
    ObjectMap,
}

/// What is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// Nothing.
    Null,
    /// An unknown.
    Unknown,
    /// Something that holds an unknown.
    InPart,
    /// Something known.
    Known,
}

/// One combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// How the field is present.
    pub mode: Mode,
    /// What it holds.
    pub shape: Shape,
    /// What is configured.
    pub state: State,
    /// How deep it stands; 1 is the root.
    pub depth: usize,
}

/// How deep schemas are.
pub(super) const DEPTH: usize = 4;

const MODES: [Mode; 7] = [
    Mode::Required,
    Mode::Optional,
    Mode::Computed,
    Mode::Both,
    Mode::Default,
    Mode::WriteOnly,
    Mode::Block,
];

const SHAPES: [Shape; 14] = [
    Shape::String,
    Shape::Number,
    Shape::Bool,
    Shape::Dynamic,
    Shape::List,
    Shape::Set,
    Shape::Map,
    Shape::Tuple,
    Shape::Object,
    Shape::One,
    Shape::Group,
    Shape::Objects,
    Shape::ObjectSet,
    Shape::ObjectMap,
];

/// Every state.
pub(super) const STATES: [State; 4] = [State::Null, State::Unknown, State::InPart, State::Known];

impl Shape {
    /// For objects.
    #[must_use]
    pub fn nesting(self) -> Option<Nesting> {
        Some(match self {
            Shape::One => Nesting::Single,
            Shape::Group => Nesting::Group,
            Shape::Objects => Nesting::List,
            Shape::ObjectSet => Nesting::Set,
            Shape::ObjectMap => Nesting::Map,
            _ => return None,
        })
    }

    fn of(field: &Field) -> Shape {
        match &field.kind {
            Kind::Attribute { ty } => match &**ty {
                Type::String => Shape::String,
                Type::Number => Shape::Number,
                Type::Bool => Shape::Bool,
                Type::Dynamic => Shape::Dynamic,
                Type::List(_) => Shape::List,
                Type::Set(_) => Shape::Set,
                Type::Map(_) => Shape::Map,
                Type::Tuple(_) => Shape::Tuple,
                Type::Object(_) => Shape::Object,
            },
            Kind::Nested { nesting, .. } | Kind::Block { nesting, .. } => match nesting {
                Nesting::Single => Shape::One,
                Nesting::Group => Shape::Group,
                Nesting::List => Shape::Objects,
                Nesting::Set => Shape::ObjectSet,
                Nesting::Map => Shape::ObjectMap,
            },
            _ => unreachable!("another kind of field"),
        }
    }
}

impl Mode {
    fn of(field: &Field) -> Mode {
        if field.is_block() {
            Mode::Block
        } else if field.default().is_some() {
            Mode::Default
        } else if field.is(Flags::WRITE_ONLY) {
            Mode::WriteOnly
        } else if field.is(Flags::OPTIONAL.with(Flags::COMPUTED)) {
            Mode::Both
        } else if field.is(Flags::COMPUTED) {
            Mode::Computed
        } else if field.is(Flags::REQUIRED) {
            Mode::Required
        } else {
            Mode::Optional
        }
    }
}

impl State {
    /// For a configured value.
    #[must_use]
    pub fn of(value: &Value) -> State {
        if value.is_null() {
            State::Null
        } else if value.is_unknown() {
            State::Unknown
        } else if value.is_wholly_known() {
            State::Known
        } else {
            State::InPart
        }
    }
}

impl Cell {
    /// The cell of a configured value.
    #[must_use]
    pub fn of(field: &Field, value: &Value, depth: usize) -> Cell {
        Cell {
            mode: Mode::of(field),
            shape: Shape::of(field),
            state: State::of(value),
            depth,
        }
    }

    /// Every cell that can occur.
    #[must_use]
    pub fn all() -> Vec<Cell> {
        let mut all = Vec::new();
        for mode in MODES {
            for shape in SHAPES {
                for state in STATES {
                    for depth in 1..=DEPTH {
                        let cell = Cell {
                            mode,
                            shape,
                            state,
                            depth,
                        };
                        if cell.can_occur() {
                            all.push(cell);
                        }
                    }
                }
            }
        }
        all
    }

    /// Whether there is such a case at all.
    #[must_use]
    pub fn can_occur(self) -> bool {
        let nested = self.shape.nesting().is_some();
        // The deepest objects hold values only.
        let fits = !(nested && self.depth == DEPTH);
        let exists = match self.mode {
            // A block is objects; only objects are blocks.
            Mode::Block => nested,
            // A nested attribute has neither default nor write-only; there is no group of them.
            Mode::Default | Mode::WriteOnly => !nested,
            _ => self.shape != Shape::Group,
        };
        let configurable = match self.mode {
            Mode::Computed => self.state == State::Null,
            Mode::Required => self.state != State::Null,
            // No block is an empty collection; only a single one is null. A group always is there.
            Mode::Block => match self.shape {
                Shape::One => true,
                Shape::Group => !matches!(self.state, State::Null | State::Unknown),
                _ => self.state != State::Null,
            },
            _ => true,
        };
        let scalar = matches!(self.shape, Shape::String | Shape::Number | Shape::Bool);
        fits && exists && configurable && !(scalar && self.state == State::InPart)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mode::Required => "required",
            Mode::Optional => "optional",
            Mode::Computed => "computed",
            Mode::Both => "optional+computed",
            Mode::Default => "default",
            Mode::WriteOnly => "write-only",
            Mode::Block => "block",
        })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Shape::String => "string",
            Shape::Number => "number",
            Shape::Bool => "bool",
            Shape::Dynamic => "dynamic",
            Shape::List => "list",
            Shape::Set => "set",
            Shape::Map => "map",
            Shape::Tuple => "tuple",
            Shape::Object => "object",
            Shape::One => "single of objects",
            Shape::Group => "group of objects",
            Shape::Objects => "list of objects",
            Shape::ObjectSet => "set of objects",
            Shape::ObjectMap => "map of objects",
        })
    }
}
