//! [`Address`]: where a value is, as a flatmap path (`partition.0.size_mb`).
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::address::Address;
//! use schema_runtime::object::schema;
//!
//! let block = &schema::<Image>().block;
//! let address = Address::parse(block, "partition.0.label").unwrap();
//! assert_eq!(address.path().to_string(), "partition[0].label");
//! assert!(Address::parse(block, "partition.#").unwrap().is_count());
//! assert!(Address::parse(block, "partition.0.color").is_err());
//! ```

use std::fmt;

use crate::attr::TypedStep;
use crate::codec::expected::{Expected, Form};
use crate::path::{Path, PathError, Step};
use crate::refs::Text;
use crate::schema::Block;

/// A value of an object, or the count of a collection's elements, by its flatmap path.
///
/// `partition.0.size_mb` is a field of the first block, `labels.env` a map's element, `partition.#`
/// the number of blocks, `labels.%` of a map's elements. Only the schema distinguishes a list index
/// from a map key, and a map key from what follows it, so parsing needs the block. A key may
/// contain dots if the map's elements are scalars.
///
/// ```
/// use schema_runtime::address::Address;
/// use schema_runtime::path::Path;
///
/// let path = Path::new("partition").index(0).attribute("size_mb");
/// assert_eq!(Address::from_path(path).to_string(), "partition.0.size_mb");
/// assert_eq!(Address::count_of(Path::new("partition"), false).to_string(), "partition.#");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    path: Path,
    /// For a count: the mark that follows the collection.
    count: Option<&'static str>,
}

/// The mark for the number of a list's or set's elements.
const ELEMENTS: &str = "#";
/// The mark for the number of a map's keys.
const KEYS: &str = "%";

impl Address {
    /// The address of a value.
    #[must_use]
    pub fn from_path(path: Path) -> Self {
        Address { path, count: None }
    }

    /// The address of the number of a collection's elements; `map` says whether it is a map.
    #[must_use]
    pub fn count_of(path: Path, map: bool) -> Self {
        let count = Some(if map { KEYS } else { ELEMENTS });
        Address { path, count }
    }

    /// The value, or the collection whose elements are counted.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this is the number of a collection's elements.
    #[must_use]
    pub fn is_count(&self) -> bool {
        self.count.is_some()
    }

    /// Parses the address of a value in a block's object; the empty string is the object itself.
    ///
    /// # Errors
    /// The string leads to nothing in the block, or into a set, whose elements have no address.
    pub fn parse(block: &Block, text: &str) -> Result<Address, PathError> {
        locate(block, text).map(|located| located.address)
    }
}

/// The target of an address in a block.
pub(crate) struct Located<'b> {
    pub(crate) address: Address,
    /// The same path by positions.
    pub(crate) steps: Vec<TypedStep>,
    /// What is at the address (the collection, if its elements are counted).
    pub(crate) expected: Expected<'b>,
}

/// Reads an address, and finds what it leads to.
pub(crate) fn locate<'b>(block: &'b Block, text: &str) -> Result<Located<'b>, PathError> {
    let mut path = Path::root();
    let mut steps = Vec::new();
    let mut expected = Expected::Object(block);
    let mut rest = Some(text).filter(|text| !text.is_empty());
    while let Some(text) = rest {
        let (step, after) = match text.split_once('.') {
            Some((step, after)) => (step, Some(after)),
            None => (text, None),
        };
        rest = after;
        let last = after.is_none();
        let form = expected.form().content();
        let counted_by = match form {
            Form::List(_) | Form::Tuple(_) | Form::Set(_) => Some(ELEMENTS),
            Form::Map(_) => Some(KEYS),
            _ => None,
        };
        if last && counted_by == Some(step) {
            return Ok(Located {
                address: Address::count_of(path, step == KEYS),
                steps,
                expected,
            });
        }
        let (next, by_position, below) = match form {
            Form::Object(members) => {
                let found = members.find(step).and_then(|position| {
                    let index = u16::try_from(position).ok()?;
                    let (name, expected) = members.get(position)?;
                    Some((index, name, expected))
                });
                let Some((position, name, expected)) = found else {
                    return Err(PathError::new(format!(
                        "{step:?} is nothing in {:?}",
                        show(&path)
                    )));
                };
                let step = Step::Attribute(name.clone());
                (step, TypedStep::Field(position), expected)
            }
            Form::List(element) => at_index(&path, step, element)?,
            Form::Tuple(types) => {
                let index = index(&path, step)?;
                match usize::try_from(index).ok().and_then(|i| types.get(i)) {
                    Some(ty) => at_index(&path, step, Expected::Type(ty))?,
                    None => {
                        let length = types.len();
                        return fail(&path, format!("has {length} elements, so no {step}"));
                    }
                }
            }
            Form::Map(element)
                if matches!(element.form(), Form::String | Form::Number | Form::Bool) =>
            {
                rest = None;
                at_key(text, element)
            }
            Form::Map(element) => at_key(step, element),
            Form::Set(_) => {
                return fail(&path, "is a set: its elements have no address");
            }
            _ => {
                let ty = expected.ty();
                return fail(&path, format!("has no {step:?}: it is {ty}"));
            }
        };
        path.push(next);
        steps.push(by_position);
        expected = below;
    }
    Ok(Located {
        address: Address::from_path(path),
        steps,
        expected,
    })
}

type NextStep<'b> = (Step, TypedStep, Expected<'b>);

fn at_index<'b>(path: &Path, step: &str, element: Expected<'b>) -> Result<NextStep<'b>, PathError> {
    let index = index(path, step)?;
    let by_position = TypedStep::Index(usize::try_from(index).unwrap_or(usize::MAX));
    Ok((Step::Index(index), by_position, element))
}

fn at_key<'b>(key: &str, element: Expected<'b>) -> NextStep<'b> {
    let step = Step::Key(Text::from(key.to_owned()));
    (step, TypedStep::Key(key.into()), element)
}

fn index(path: &Path, step: &str) -> Result<u64, PathError> {
    // Each number has one spelling: "01" and "+1" are invalid.
    match step.parse::<u64>() {
        Ok(index) if index.to_string() == step => Ok(index),
        _ => fail(
            path,
            format!("is a list: {step:?} is not an index of an element"),
        ),
    }
}

fn fail<T>(path: &Path, what: impl fmt::Display) -> Result<T, PathError> {
    Err(PathError::new(format!("{:?} {what}", show(path))))
}

fn show(path: &Path) -> String {
    Address::from_path(path.clone()).to_string()
}

/// The flatmap path. A set element, which has no address, is `…`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.path.steps().iter().enumerate() {
            f.write_str(if i > 0 { "." } else { "" })?;
            match step {
                Step::Attribute(name) | Step::Key(name) => f.write_str(name)?,
                Step::Index(index) => write!(f, "{index}")?,
                Step::Element(_) => f.write_str("…")?,
            }
        }
        if let Some(count) = self.count {
            if !self.path.is_root() {
                f.write_str(".")?;
            }
            f.write_str(count)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::refs::Ref;
    use crate::schema::{Field, Flags, Kind, Nesting};
    use crate::ty::Type;

    fn field(name: &'static str, kind: Kind) -> Field {
        Field {
            name: Ref::text(name),
            kind,
            flags: Flags::OPTIONAL,
            description: Ref::text(""),
            extras: Ref::empty(),
        }
    }

    fn attribute(name: &'static str, ty: Type) -> Field {
        let ty = Ref::Shared(Arc::new(ty));
        field(name, Kind::Attribute { ty })
    }

    fn block(fields: Vec<Field>) -> Block {
        Block {
            fields: fields.into(),
            description: Ref::text(""),
            deprecated: Ref::text(""),
            other_kind: false,
        }
    }

    fn image() -> Block {
        let partition = || Ref::Shared(Arc::new(block(vec![attribute("size_mb", Type::Number)])));
        let nested = |name, nesting| {
            let block = partition();
            field(
                name,
                Kind::Block {
                    nesting,
                    block,
                    min_items: 0,
                    max_items: 0,
                },
            )
        };
        block(vec![
            attribute("any", Type::Dynamic),
            attribute("labels", Type::map(Type::String)),
            attribute("lists", Type::map(Type::list(Type::Bool))),
            nested("partition", Nesting::List),
            nested("rule", Nesting::Set),
            attribute("tuple", Type::tuple(vec![Type::Bool])),
        ])
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for (text, path, count) in [
            ("", "", false),
            ("partition.0.size_mb", "partition[0].size_mb", false),
            ("partition.12", "partition[12]", false),
            ("partition.#", "partition", true),
            ("rule.#", "rule", true),
            ("labels.%", "labels", true),
            ("labels.a.b", "labels[\"a.b\"]", false),
            ("lists.a.#", "lists[\"a\"]", true),
            ("lists.a.3", "lists[\"a\"][3]", false),
            ("tuple.0", "tuple[0]", false),
            ("any", "any", false),
        ] {
            let address = Address::parse(&image(), text).expect(text);
            assert_eq!(address.to_string(), text);
            assert_eq!(address.path().to_string(), path);
            assert_eq!(address.is_count(), count, "{text}");
        }
    }

    #[test]
    fn what_leads_to_nothing_is_an_error() {
        for text in [
            "gone",
            ".",
            "partition.",
            "partition.x",
            "partition.01",
            "partition.+1",
            "partition.-1",
            "partition.99999999999999999999",
            "partition.0.gone",
            "partition.0.size_mb.x",
            "partition.%",
            "labels.#.x.#.",
            "rule.12.size_mb",
            "tuple.1",
            "any.x",
            "#",
        ] {
            let found = Address::parse(&image(), text);
            // A map of scalars takes the whole rest as a key.
            assert_eq!(
                found.is_ok(),
                text.starts_with("labels"),
                "{text}: {found:?}"
            );
        }
    }
}
