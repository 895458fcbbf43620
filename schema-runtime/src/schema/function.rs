//! [`FunctionSchema`]: the signature of a function.

use super::{Field, Flags, Schema};
use crate::refs::{Ref, Text};
use crate::ty::Type;

/// The signature of a function.
///
/// Its parameters are the fields of a struct. Like the fields of any block they are sorted by name;
/// `order` restores their order.
#[derive(Clone, Debug)]
pub struct FunctionSchema {
    /// The parameters as fields, of kind [`Function`](super::SchemaKind::Function); its `type_name`
    /// is the function's name.
    pub parameters: Ref<Schema>,
    /// The positions of the parameters in that table, in the order of the arguments.
    pub order: Ref<[u16]>,
    /// Whether the last one takes all variadic arguments; its field is the list of them.
    pub variadic: bool,
    /// Its result: kind and flags of a field without a name.
    pub result: Field,
    /// Its summary, in one line.
    pub summary: Text,
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// Its field; for a variadic one the list of all variadic arguments.
    pub field: &'a Field,
    /// Its position among the fields.
    pub position: usize,
    /// Whether it takes all variadic arguments.
    pub variadic: bool,
}

impl FunctionSchema {
    /// The function's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.parameters.type_name.as_str()
    }

    /// Its description besides the summary; may be empty. By default the first paragraph
    /// of a doc comment is the summary, and clients show both.
    #[must_use]
    pub fn description(&self) -> &str {
        self.parameters.block.description.as_str()
    }

    /// Why it should not be called any more; empty if it may.
    #[must_use]
    pub fn deprecated(&self) -> &str {
        self.parameters.block.deprecated.as_str()
    }

    /// All parameters in order, a variadic one last.
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'_>> {
        let last = self.order.len();
        let fields = &self.parameters.block.fields;
        self.order
            .iter()
            .enumerate()
            .filter_map(move |(index, position)| {
                let position = usize::from(*position);
                Some(Parameter {
                    field: fields.get(position)?,
                    position,
                    variadic: self.variadic && index + 1 == last,
                })
            })
    }

    /// The number of required arguments: all parameters except a variadic one.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.order.len() - usize::from(self.variadic && !self.order.is_empty())
    }

    /// The parameter of this argument, counted from 0; `None` if there are too many arguments.
    #[must_use]
    pub fn parameter_of(&self, argument: usize) -> Option<Parameter<'_>> {
        let last = self.order.len().checked_sub(1)?;
        let index = if self.variadic {
            argument.min(last)
        } else {
            argument
        };
        self.parameters().nth(index)
    }

    /// The type of its result.
    #[must_use]
    pub fn result_type(&self) -> Type {
        self.result.implied_type()
    }
}

impl Parameter<'_> {
    /// The type of an argument.
    #[must_use]
    pub fn ty(&self) -> Type {
        match (self.variadic, self.field.implied_type()) {
            (true, Type::List(element)) => (*element).clone(),
            (_, ty) => ty,
        }
    }

    /// Whether an argument may be null.
    #[must_use]
    pub fn takes_null(&self) -> bool {
        if self.variadic {
            self.field.flags.holds_nulls_at(0) || self.takes_unknown()
        } else {
            self.field.is(Flags::OPTIONAL)
        }
    }

    /// Whether an argument may be unknown.
    #[must_use]
    pub fn takes_unknown(&self) -> bool {
        self.field.is(Flags::TAKES_UNKNOWN)
    }
}
