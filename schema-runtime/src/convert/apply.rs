//! Converting a value.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::conversion::{Conversion, ConversionKind, Rules, Step, conversion, unify};
use super::dynamic_target::decided;
use super::error::ConvertError;
use super::refine;
use crate::number::Number;
use crate::ty::{ObjectAttribute, Type};
use crate::value::{SetValue, Value};

type Typed = (Type, Value);
type Result<T = Typed, E = ConvertError> = std::result::Result<T, E>;

impl Conversion {
    pub(super) fn apply(&self, value: Value) -> Result {
        if matches!(self.how, ConversionKind::Keep) {
            return Ok((self.from.clone(), value));
        }
        match value {
            Value::Null => Ok((self.decided(), Value::Null)),
            Value::Unknown(known) => {
                let ty = self.decided();
                let value = refine::unknown(&self.from, known.as_deref(), &ty);
                Ok((ty, value))
            }
            value => self.known(value),
        }
    }

    fn decided(&self) -> Type {
        decided(&self.from, &self.to.without_optional())
    }

    fn fail<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(ConvertError::new(&self.from, &self.to, reason))
    }

    fn known(&self, value: Value) -> Result {
        match (&self.how, value) {
            (ConversionKind::NumberToText, Value::Number(number)) => {
                Ok((Type::String, Value::from(number.to_string())))
            }
            (ConversionKind::BoolToText, Value::Bool(value)) => {
                Ok((Type::String, Value::from(value.to_string())))
            }
            (ConversionKind::TextToNumber, Value::String(text)) => match Number::parse(&text) {
                Ok(number) => Ok((Type::Number, Value::Number(number))),
                Err(_) => self.fail(format!("{} is not a number", schema_rules::quoted(&text))),
            },
            (ConversionKind::TextToBool, Value::String(text)) => self.bool(&text),
            (ConversionKind::Elements(step), value) => self.elements(step, value),
            (ConversionKind::Tuple(steps), Value::List(values)) if steps.len() == values.len() => {
                let converted = each(steps, &self.from, values)?;
                let (types, values) = converted.into_iter().unzip();
                Ok((Type::tuple(types), Value::List(values)))
            }
            (ConversionKind::TupleToElements(steps), Value::List(values))
                if steps.len() == values.len() =>
            {
                let mut converted = each(steps, &self.from, values)?;
                if !matches!(self.to, Type::Set(_)) {
                    converted = self.unified(converted, ConvertError::at_index)?;
                }
                self.list_or_set(converted)
            }
            (ConversionKind::Object(parts), Value::Object(values)) => self.object(parts, values),
            (ConversionKind::ObjectToMap(element, steps), Value::Object(values))
                if steps.len() == values.len() =>
            {
                self.object_to_map(element, steps, values)
            }
            (ConversionKind::MapToObject(parts), Value::Map(map)) => self.map_to_object(parts, map),
            _ => self.fail("the value is not of its type"),
        }
    }

    fn bool(&self, text: &str) -> Result {
        let shown = || schema_rules::quoted(text);
        match text {
            "true" | "1" => Ok((Type::Bool, Value::Bool(true))),
            "false" | "0" => Ok((Type::Bool, Value::Bool(false))),
            _ => match text.to_lowercase().as_str() {
                word @ ("true" | "false") => self.fail(format!(
                    "{} is not a bool, but lower-case \"{word}\" is",
                    shown()
                )),
                _ => self.fail(format!("{} is not a bool", shown())),
            },
        }
    }

    /// Converts the elements of a list, set or map, all by the same step.
    fn elements(&self, step: &Step, value: Value) -> Result {
        let own = self.from.element().unwrap_or(&Type::Dynamic);
        let values = match value {
            Value::Map(map) => {
                let converted = map.into_iter().map(|(key, value)| {
                    let converted = convert_part(step, own, value).map_err(|e| e.at_key(&key))?;
                    Ok((key, converted))
                });
                return self.map(converted.collect::<Result<_>>()?, own);
            }
            Value::List(values) => values,
            Value::Set(set) => {
                // It is not known which unknown elements are equal, and thus how many elements
                // there are.
                if matches!(self.to, Type::List(_))
                    && set.len() > 1
                    && !set.iter().all(Value::is_wholly_known)
                {
                    return Ok((Type::list(own.clone()), Value::UNKNOWN));
                }
                sorted(set)
            }
            _ => return self.fail("the value is not of its type"),
        };
        let converted = values
            .into_iter()
            .enumerate()
            .map(|(i, value)| convert_part(step, own, value).map_err(|e| e.at_index(i)));
        self.list_or_set(converted.collect::<Result<_>>()?)
    }

    /// The element type of a collection of these types, which may be empty.
    fn element_type<'t>(&self, types: impl Iterator<Item = &'t Type>) -> Result<Type> {
        let mut common: Option<&Type> = None;
        let mut any = false;
        for ty in types {
            any = true;
            match common {
                _ if *ty == Type::Dynamic => {}
                None => common = Some(ty),
                Some(common) if common == ty => {}
                Some(common) => {
                    return self.fail(format!(
                        "all elements must have the same type, and not {common} and {ty}"
                    ));
                }
            }
        }
        Ok(match (common, any) {
            (Some(common), _) => common.clone(),
            (None, true) => Type::Dynamic,
            (None, false) => {
                let wanted = self.to.element().unwrap_or(&Type::Dynamic);
                match (wanted, self.from.element()) {
                    // A type is better than none.
                    (Type::Dynamic, Some(own)) => own.clone(),
                    (wanted, _) => wanted.without_optional(),
                }
            }
        })
    }

    /// A list or set, as is wanted.
    fn list_or_set(&self, converted: Vec<Typed>) -> Result {
        let element = self.element_type(converted.iter().map(|(ty, _)| ty))?;
        let values = converted.into_iter().map(|(_, value)| value);
        Ok(match &self.to {
            Type::Set(_) => (Type::set(element), Value::Set(values.collect())),
            _ => (Type::list(element), Value::List(values.collect())),
        })
    }

    fn map(&self, converted: Vec<(Arc<str>, Typed)>, element: &Type) -> Result {
        let (keys, mut converted): (Vec<_>, Vec<_>) = converted.into_iter().unzip();
        if !matches!(
            element,
            Type::String | Type::Number | Type::Bool | Type::Dynamic | Type::Tuple(_)
        ) {
            converted = self.unified(converted, |e, i| match keys.get(i) {
                Some(key) => e.at_key(key),
                None => e,
            })?;
        }
        let element = self.element_type(converted.iter().map(|(ty, _)| ty))?;
        let values = converted.into_iter().map(|(_, value)| value);
        let map = keys.into_iter().zip(values).collect();
        Ok((Type::map(element), Value::Map(map)))
    }

    /// Gives one type to elements whose conversions produced several, for example because nulls
    /// left a part undecided.
    fn unified(
        &self,
        converted: Vec<Typed>,
        at: impl Fn(ConvertError, usize) -> ConvertError,
    ) -> Result<Vec<Typed>> {
        let mut types = converted.iter().map(|(ty, _)| ty);
        let first = types.next();
        if types.all(|ty| Some(ty) == first) {
            return Ok(converted);
        }
        let types: Vec<Type> = converted.iter().map(|(ty, _)| ty.clone()).collect();
        let rules = Rules::new(self.lossy, &types);
        let Some(common) = unify(&types, &rules) else {
            return self.fail("there is no type that all elements can have");
        };
        converted
            .into_iter()
            .enumerate()
            .map(|(i, (ty, value))| {
                if ty == common {
                    return Ok((ty, value));
                }
                match conversion(&ty, &common, &rules) {
                    Some(conversion) => conversion.apply(value).map_err(|e| at(e, i)),
                    None => Err(at(ConvertError::types(&ty, &common), i)),
                }
            })
            .collect()
    }

    fn object(&self, parts: &[Option<(usize, Step)>], mut values: Vec<Value>) -> Result {
        let (Type::Object(own), Type::Object(wanted)) = (&self.from, &self.to) else {
            return self.fail("the value is not of its type");
        };
        typed_object(wanted, parts, |wanted, part| {
            let Some((position, step)) = part else {
                return Ok((wanted.ty.without_optional(), Value::Null));
            };
            let place = values.get_mut(*position).zip(own.get(*position));
            let Some((value, attribute)) = place else {
                return self.fail("the value is not of its type");
            };
            // Every attribute is used once.
            let value = std::mem::replace(value, Value::Null);
            convert_part(step, &attribute.ty, value).map_err(|e| e.at_attribute(&wanted.name))
        })
    }

    fn object_to_map(&self, element: &Type, steps: &[Step], values: Vec<Value>) -> Result {
        let Type::Object(own) = &self.from else {
            return self.fail("the value is not of its type");
        };
        let parts = own.iter().zip(steps).zip(values);
        let converted = parts.map(|((own, step), value)| {
            let typed =
                convert_part(step, &own.ty, value).map_err(|e| e.at_attribute(&own.name))?;
            Ok((Arc::from(own.name.as_str()), typed))
        });
        self.map(converted.collect::<Result<_>>()?, element)
    }

    fn map_to_object(&self, parts: &[Option<Step>], mut map: BTreeMap<Arc<str>, Value>) -> Result {
        let (Type::Map(own), Type::Object(wanted)) = (&self.from, &self.to) else {
            return self.fail("the value is not of its type");
        };
        typed_object(wanted, parts, |wanted, part| {
            let name = wanted.name.as_str();
            match (map.remove(name), part) {
                (None, _) if wanted.optional => Ok((wanted.ty.without_optional(), Value::Null)),
                (None, _) => self.fail(format!(
                    "the map has no element {}, which is required",
                    schema_rules::quoted(name)
                )),
                (Some(_), None) => Err(ConvertError::types(own, &wanted.ty).at_key(name)),
                (Some(value), Some(step)) => {
                    convert_part(step, own, value).map_err(|e| e.at_key(name))
                }
            }
        })
    }
}

/// An object with a result for each requested attribute.
fn typed_object<P>(
    wanted: &[ObjectAttribute],
    parts: &[P],
    mut make: impl FnMut(&ObjectAttribute, &P) -> Result,
) -> Result {
    let made = wanted.iter().zip(parts).map(|(wanted, part)| {
        let (ty, value) = make(wanted, part)?;
        Ok((ObjectAttribute::new(wanted.name.clone(), ty), value))
    });
    let (attributes, values): (Vec<_>, Vec<_>) = made.collect::<Result<_>>()?;
    Ok((Type::Object(attributes.into()), Value::Object(values)))
}

/// Converts a part of this type by its step.
fn convert_part(step: &Step, ty: &Type, value: Value) -> Result {
    match step {
        None => Ok((ty.clone(), value)),
        Some(conversion) => conversion.apply(value),
    }
}

/// Converts the elements of a tuple, each by its own step.
fn each(steps: &[Step], tuple: &Type, values: Vec<Value>) -> Result<Vec<Typed>> {
    let parts = steps.iter().zip(tuple.parts()).zip(values).enumerate();
    parts
        .map(|(i, ((step, ty), value))| convert_part(step, ty, value).map_err(|e| e.at_index(i)))
        .collect()
}

/// The elements of a set in list order: scalars by value, then unknowns, then null. Others keep
/// their order, since the language promises none.
fn sorted(set: SetValue) -> Vec<Value> {
    fn rank(value: &Value) -> u8 {
        match value {
            Value::Unknown(_) => 1,
            Value::Null => 2,
            _ => 0,
        }
    }
    let mut values = set.into_vec();
    values.sort_by(|a, b| match (a, b) {
        (Value::String(a), Value::String(b)) => a.cmp(b),
        (Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (a, b) => rank(a).cmp(&rank(b)),
    });
    values
}
