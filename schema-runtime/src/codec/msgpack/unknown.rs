//! Unknown values on the wire, and what is known about them.

use std::cmp::Ordering;
use std::sync::Arc;

use unicode_normalization::char::is_combining_mark;

use super::reader::{Reader, Token};
use super::writer::Writer;
use crate::codec::MAX_IMPLIED_ELEMENTS;
use crate::codec::encode::ValueWriter;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::Form;
use crate::codec::text;
use crate::number::Number;
use crate::value::{Refinement, Value};

/// Extension type of an unknown with refinements.
const REFINED: i8 = 12;
/// The longest payload of refinements that Core reads.
const MAX_PAYLOAD: usize = 1024;
/// Longer prefixes are cut when written.
const MAX_PREFIX: usize = 256;

const NULLNESS: i64 = 1;
const PREFIX: i64 = 2;
const NUMBER_MIN: i64 = 3;
const NUMBER_MAX: i64 = 4;
const LENGTH_MIN: i64 = 5;
const LENGTH_MAX: i64 = 6;

/// Reads an extension value: an unknown, or the only value that its refinements allow.
///
/// `implied` is how many more elements length refinements may produce.
pub(super) fn read(
    form: Form<'_>,
    code: i8,
    body: &[u8],
    implied: &mut usize,
) -> Result<Value, CodecError> {
    if body.len() <= 1 || matches!(form, Form::Dynamic | Form::DynamicBlocks(..)) {
        return Ok(Value::UNKNOWN);
    }
    if code != REFINED {
        return fail(format!(
            "unsupported extension type {code} of {} bytes",
            body.len()
        ));
    }
    if body.len() > MAX_PAYLOAD {
        return fail(format!(
            "what is known about an unknown value takes {} bytes, at most {MAX_PAYLOAD} are allowed",
            body.len()
        ));
    }
    let refinement = read_refinement(form, body)
        .map_err(|e| CodecError::new(format!("malformed unknown value: {}", e.text())))?;
    resolve(form, refinement, implied)
}

fn read_refinement(form: Form<'_>, body: &[u8]) -> Result<Refinement, CodecError> {
    let mut reader = Reader::new(body);
    let Token::Map(items) = reader.token()? else {
        return fail("not a map");
    };
    let mut known = Refinement::default();
    for _ in 0..items {
        let Some(key) = integer(reader.token()?) else {
            return fail("a key is not an integer");
        };
        match key {
            NULLNESS => {
                let null = match reader.token()? {
                    Token::Bool(null) => null,
                    Token::Nil => false,
                    _ => return fail("nullness is not a bool"),
                };
                if known.null.is_some_and(|earlier| earlier != null) {
                    return fail("both null and not null");
                }
                known.null = Some(null);
            }
            PREFIX => {
                if !matches!(form, Form::String) {
                    return fail("a prefix of what is not a string");
                }
                let prefix = match reader.token()? {
                    Token::Bytes(bytes) => text::from_bytes(bytes)?,
                    Token::Nil => "".into(),
                    _ => return fail("the prefix is not a string"),
                };
                let longer = match known.prefix.take() {
                    None => Arc::from(&*prefix),
                    Some(earlier) if earlier.starts_with(&*prefix) => earlier,
                    Some(earlier) if prefix.starts_with(&*earlier) => Arc::from(&*prefix),
                    Some(_) => return fail("two different prefixes"),
                };
                known.prefix = Some(longer).filter(|prefix| !prefix.is_empty());
            }
            NUMBER_MIN | NUMBER_MAX => {
                if !matches!(form, Form::Number) {
                    return fail("a bound of what is not a number");
                }
                let bound = read_bound(&mut reader)?;
                match key {
                    NUMBER_MIN => narrow(&mut known.number_min, bound, Ordering::Greater),
                    _ => narrow(&mut known.number_max, bound, Ordering::Less),
                }
            }
            LENGTH_MIN | LENGTH_MAX => {
                if !matches!(form, Form::List(_) | Form::Set(_) | Form::Map(_)) {
                    return fail("a length of what is not a list, set or map");
                }
                let Some(length) = integer(reader.token()?) else {
                    return fail("a length is not an integer");
                };
                if key == LENGTH_MIN {
                    if let Ok(least @ 1..) = u64::try_from(length) {
                        known.length_min = known.length_min.max(Some(least));
                    }
                } else {
                    let Ok(greatest) = u64::try_from(length) else {
                        return fail("a greatest length is negative");
                    };
                    // Core's value for "no limit".
                    if length != i64::MAX {
                        let earlier = known.length_max.unwrap_or(u64::MAX);
                        known.length_max = Some(earlier.min(greatest));
                    }
                }
            }
            // A future refinement. Core does not skip its value, and so reads the rest of the map
            // differently; we must read the same.
            _ => {}
        }
    }
    check(&known)?;
    Ok(known)
}

/// An integer of any width; nil counts as 0, as in Core.
fn integer(token: Token<'_>) -> Option<i64> {
    match token {
        Token::Int(value) => Some(value),
        Token::Uint(value) => Some(value.cast_signed()),
        Token::Nil => Some(0),
        _ => None,
    }
}

fn read_bound(reader: &mut Reader<'_>) -> Result<(Number, bool), CodecError> {
    const TEXT: &str = "a bound is not an array of a number and a bool";
    if reader.token()? != Token::Array(2) {
        return fail(TEXT);
    }
    let Some(number) = reader.token()?.number()? else {
        return fail(TEXT);
    };
    match reader.token()? {
        Token::Bool(inclusive) => Ok((number, inclusive)),
        _ => fail(TEXT),
    }
}

/// The stricter of two bounds applies, which compares like this to the other one.
fn narrow(own: &mut Option<(Number, bool)>, bound: (Number, bool), stricter: Ordering) {
    let narrows = own.as_ref().is_none_or(|(earlier, inclusive)| {
        let order = bound.0.cmp(earlier);
        order == stricter || order.is_eq() && *inclusive
    });
    // The lowest possible bound, or the highest, says nothing.
    let nothing = match stricter {
        Ordering::Greater => Number::NEG_INFINITY,
        _ => Number::INFINITY,
    };
    if narrows && bound.0 != nothing {
        *own = Some(bound);
    }
}

fn check(known: &Refinement) -> Result<(), CodecError> {
    if let (Some((least, _)), Some((greatest, _))) = (&known.number_min, &known.number_max)
        && least > greatest
    {
        return fail(format!("at least {least} and at most {greatest}"));
    }
    if let (Some(least), Some(greatest)) = (known.length_min, known.length_max)
        && least > greatest
    {
        return fail(format!("at least {least} and at most {greatest} elements"));
    }
    Ok(())
}

/// What the refinements allow: null, the only possible value, or an unknown.
fn resolve(form: Form<'_>, known: Refinement, implied: &mut usize) -> Result<Value, CodecError> {
    if known.null == Some(true) {
        return Ok(Value::Null);
    }
    if known.null == Some(false) {
        if let (Some((least, true)), Some((greatest, true))) =
            (&known.number_min, &known.number_max)
            && least == greatest
        {
            return Ok(Value::Number(least.clone()));
        }
        match (form, known.length_min.unwrap_or(0), known.length_max) {
            (Form::List(_), least, Some(greatest)) if least == greatest => {
                let count = usize::try_from(greatest).unwrap_or(usize::MAX);
                let Some(left) = implied.checked_sub(count) else {
                    return fail(format!(
                        "a list of exactly {greatest} unknown elements; at most \
                         {MAX_IMPLIED_ELEMENTS} such elements are read from one input"
                    ));
                };
                *implied = left;
                return Ok(Value::List(vec![Value::UNKNOWN; count]));
            }
            (Form::Set(_), 0, Some(0)) => return Ok(Value::Set(Default::default())),
            (Form::Set(_), 1, Some(1)) => {
                return Ok(Value::Set([Value::UNKNOWN].into_iter().collect()));
            }
            (Form::Map(_), 0, Some(0)) => return Ok(Value::Map(Default::default())),
            _ => {}
        }
    }
    Ok(Value::refined(known))
}

/// Writes an unknown, with the refinements that its type can have.
pub(super) fn write(writer: &mut Writer, form: Form<'_>, known: Option<&Refinement>) {
    let Some(known) = known else {
        return writer.plain_unknown();
    };
    if matches!(form, Form::Dynamic | Form::DynamicBlocks(..)) {
        return writer.plain_unknown();
    }
    if known.null == Some(true) {
        return writer.null();
    }
    let mut body = Writer::default();
    let mut items = 0;
    let mut key = |body: &mut Writer, key: i64| {
        items += 1;
        body.int(key);
    };
    if known.null == Some(false) {
        key(&mut body, NULLNESS);
        body.bool(false);
    }
    match form {
        Form::Number => {
            for (code, bound) in [
                (NUMBER_MIN, &known.number_min),
                (NUMBER_MAX, &known.number_max),
            ] {
                if let Some((number, inclusive)) = bound {
                    key(&mut body, code);
                    body.begin_array(2);
                    body.exact(number);
                    body.bool(*inclusive);
                }
            }
        }
        Form::String => {
            let prefix = cut_prefix(known.prefix.as_deref().unwrap_or(""));
            if !prefix.is_empty() {
                key(&mut body, PREFIX);
                body.string(prefix);
            }
        }
        Form::List(_) | Form::Set(_) | Form::Map(_) => {
            if let Some(least @ 1..) = known.length_min {
                key(&mut body, LENGTH_MIN);
                body.uint(least);
            }
            if let Some(greatest) = known.length_max {
                key(&mut body, LENGTH_MAX);
                body.uint(greatest);
            }
        }
        _ => {}
    }
    let mut map = Writer::default();
    map.begin_map(items);
    let payload = [map.bytes, body.bytes].concat();
    // Bounds of thousands of digits do not fit; knowing less is always right.
    if items == 0 || payload.len() > MAX_PAYLOAD {
        writer.plain_unknown();
    } else {
        writer.extension(REFINED.cast_unsigned(), &payload);
    }
}

/// A prefix short enough for the payload. The last character and its combining characters are cut
/// too: the characters that followed might have changed it.
fn cut_prefix(prefix: &str) -> &str {
    if prefix.len() <= MAX_PREFIX {
        return prefix;
    }
    // (`str::floor_char_boundary` is newer than our oldest compiler.)
    let end = (0..MAX_PREFIX)
        .rev()
        .find(|&i| prefix.is_char_boundary(i))
        .unwrap_or(0);
    let cut = prefix.get(..end).unwrap_or("");
    let last = cut
        .char_indices()
        .rev()
        .find(|(_, c)| !is_combining_mark(*c))
        .map_or(0, |(start, _)| start);
    cut.get(..last).unwrap_or("")
}
