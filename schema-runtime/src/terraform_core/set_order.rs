//! The order in which core goes through the elements of a set.
//!
//! It matters in one case: if two configured elements could both continue one prior element, the
//! first one does. Core sorts strings, numbers and bools by value, and everything else by the bytes
//! of a rendering made for this purpose, in which null comes last. Fully configured elements are
//! thus paired before those that omit something.

use std::cmp::Ordering;

use crate::number::Number;
use crate::value::Value;

/// The positions of the elements of a set in the order in which core goes through them.
#[must_use]
pub fn order(elements: &[Value]) -> Vec<usize> {
    let mut keyed: Vec<(Vec<u8>, usize)> = elements
        .iter()
        .enumerate()
        .map(|(position, element)| {
            let mut key = Vec::new();
            render(element, &mut key);
            (key, position)
        })
        .collect();
    // The sort is stable: equal elements stay in the order of their positions.
    keyed.sort_by(|(a_key, a), (b_key, b)| {
        by_value(&elements[*a], &elements[*b]).unwrap_or_else(|| a_key.cmp(b_key))
    });
    keyed.into_iter().map(|(_, position)| position).collect()
}

/// The order of primitive values; null comes last.
fn by_value(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Null, Value::Null) => Some(Ordering::Equal),
        (Value::Null, _) => Some(Ordering::Greater),
        (_, Value::Null) => Some(Ordering::Less),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::Number(a), Value::Number(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

fn render(value: &Value, key: &mut Vec<u8>) {
    match value {
        Value::Unknown(_) => key.push(b'?'),
        Value::Null => key.push(b'~'),
        Value::Bool(true) => key.push(b'T'),
        Value::Bool(false) => key.push(b'F'),
        Value::Number(number) => key.extend(short(number).bytes()),
        Value::String(text) => quote(text, key),
        Value::List(elements) => sequence(b'[', elements.iter(), b']', key),
        Value::Set(set) => {
            let elements = set.as_slice();
            let ordered = order(elements).into_iter().filter_map(|i| elements.get(i));
            sequence(b'[', ordered, b']', key);
        }
        Value::Object(fields) => sequence(b'<', fields.iter(), b'>', key),
        Value::Map(map) => {
            key.push(b'{');
            for (name, value) in map {
                quote(name, key);
                key.push(b':');
                render(value, key);
                key.push(b';');
            }
            key.push(b'}');
        }
        Value::Dynamic(dynamic) => render(&dynamic.value, key),
    }
}

fn sequence<'a>(open: u8, elements: impl Iterator<Item = &'a Value>, close: u8, key: &mut Vec<u8>) {
    key.push(open);
    for element in elements {
        render(element, key);
        key.push(b';');
    }
    key.push(close);
}

/// A string as a Go literal.
fn quote(text: &str, key: &mut Vec<u8>) {
    key.push(b'"');
    for c in text.chars() {
        match c {
            '"' | '\\' => key.extend([b'\\', c as u8]),
            '\u{7}' => key.extend(br"\a"),
            '\u{8}' => key.extend(br"\b"),
            '\u{c}' => key.extend(br"\f"),
            '\n' => key.extend(br"\n"),
            '\r' => key.extend(br"\r"),
            '\t' => key.extend(br"\t"),
            '\u{b}' => key.extend(br"\v"),
            ' ' => key.push(b' '),
            c if c.is_control() || c.is_whitespace() => {
                let code = u32::from(c);
                let escaped = if c.is_ascii() {
                    format!("\\x{code:02x}")
                } else {
                    format!("\\u{code:04x}")
                };
                key.extend(escaped.bytes());
            }
            c => key.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    key.push(b'"');
}

/// A number with ten significant digits, with an exponent if it is small or large.
fn short(number: &Number) -> String {
    const DIGITS: usize = 10;
    if !number.is_finite() {
        return number.to_string();
    }
    let text = number.to_string();
    let unsigned = text.trim_start_matches('-');
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let all: Vec<u8> = whole
        .bytes()
        .chain(fraction.bytes())
        .map(|b| b - b'0')
        .collect();
    let leading = all.iter().take_while(|&&digit| digit == 0).count();
    let mut digits: Vec<u8> = all.get(leading..).unwrap_or_default().to_vec();
    // The value is 0.DIGITS times 10 to this power.
    let mut power = whole.len() as i64 - leading as i64;
    if digits.get(DIGITS).is_some_and(|&digit| digit >= 5) {
        digits.truncate(DIGITS);
        let nines = digits.iter().rev().take_while(|&&digit| digit == 9).count();
        digits.truncate(DIGITS - nines);
        match digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                digits.push(1);
                power += 1;
            }
        }
    }
    digits.truncate(DIGITS);
    while digits.last() == Some(&0) {
        digits.pop();
    }
    if digits.is_empty() {
        return "0".to_owned();
    }
    let sign = if number.is_negative() { "-" } else { "" };
    let written: String = digits
        .iter()
        .map(|&digit| char::from(b'0' + digit))
        .collect();
    let count = digits.len() as i64;
    let bound = if count >= power { count } else { DIGITS as i64 };
    let exponent = power - 1;
    if exponent < -4 || exponent >= bound {
        let (first, rest) = written.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let direction = if exponent < 0 { '-' } else { '+' };
        let size = exponent.unsigned_abs();
        return format!("{sign}{first}{point}{rest}e{direction}{size:02}");
    }
    if power <= 0 {
        let zeros = "0".repeat(usize::try_from(-power).unwrap_or(0));
        return format!("{sign}0.{zeros}{written}");
    }
    let power = usize::try_from(power).unwrap_or(0);
    if digits.len() <= power {
        let zeros = "0".repeat(power - digits.len());
        return format!("{sign}{written}{zeros}");
    }
    let (whole, fraction) = written.split_at(power);
    format!("{sign}{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_ten_digits() {
        for (text, short_text) in [
            ("0", "0"),
            ("65535", "65535"),
            ("100", "100"),
            ("-3.5", "-3.5"),
            ("0.00012", "0.00012"),
            ("0.000012", "1.2e-05"),
            ("10000000000", "1e+10"),
            ("9999999999.99", "1e+10"),
            ("12345678901234", "1.23456789e+13"),
            ("1.00000000004", "1"),
        ] {
            assert_eq!(short(&Number::parse(text).unwrap()), short_text, "{text}");
        }
    }

    #[test]
    fn what_is_omitted_comes_last() {
        let object = |name: Value| Value::Object(vec![Value::Bool(false), name]);
        let elements = [object(Value::Null), object("x".into()), object("a".into())];
        assert_eq!(order(&elements), [2, 1, 0]);
        let numbers = [
            Value::from(10),
            Value::from(9),
            Value::Null,
            Value::from(-1),
        ];
        assert_eq!(order(&numbers), [3, 1, 0, 2]);
    }
}
