//! `format`: verbs in a text, as Terraform has them.

use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::encoding::{encode_text, jsonencode};
use super::text::letters;
use super::{Answer, Failure, Surroundings, text_of};
use crate::eval::{MAX_TEXT, TypedValue, conversion};
use crate::hcl::nfc;

/// What stands between `%` and its letter.
#[derive(Default)]
struct Verb {
    minus: bool,
    plus: bool,
    space: bool,
    zero: bool,
    sharp: bool,
    width: Option<usize>,
    precision: Option<usize>,
    /// The argument that is asked for, counted from 1.
    index: Option<usize>,
    letter: char,
}

pub(super) fn format(args: &[TypedValue], surroundings: &Surroundings) -> Answer {
    let given = args.get(1..).unwrap_or(&[]);
    if !given.iter().all(|arg| arg.value.is_wholly_known()) {
        return Ok(TypedValue::unknown_not_null(Type::String));
    }
    let mut rest = text_of(args.first()).chars().peekable();
    let mut text = String::new();
    let (mut next, mut used, mut indexed) = (0, 0, false);
    while let Some(c) = rest.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        if rest.next_if_eq(&'%').is_some() {
            text.push('%');
            continue;
        }
        let verb = verb(&mut rest)?;
        let position = match verb.index {
            Some(index) => {
                indexed = true;
                index.checked_sub(1).ok_or("arguments are counted from 1")?
            }
            None => next,
        };
        next = position + 1;
        used = used.max(next);
        let Some(arg) = given.get(position) else {
            return Err(Failure::Shows(format!(
                "not enough arguments for \"%{}\": there are {}",
                verb.letter,
                given.len()
            )));
        };
        let formatted = one(&verb, arg, surroundings)?;
        text.push_str(&padded(&verb, formatted));
        if text.len() > MAX_TEXT {
            return Err("a text of more than 64 MiB cannot be built".into());
        }
    }
    if used < given.len() && !indexed {
        return Err(Failure::Shows(format!(
            "too many arguments; only {used} used by format string"
        )));
    }
    Ok(TypedValue::string(nfc(&text)))
}

fn verb(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Verb, Failure> {
    let mut verb = Verb::default();
    while let Some(flag) = rest.next_if(|c| "-+ 0#".contains(*c)) {
        match flag {
            '-' => verb.minus = true,
            '+' => verb.plus = true,
            ' ' => verb.space = true,
            '0' => verb.zero = true,
            _ => verb.sharp = true,
        }
    }
    verb.width = digits(rest);
    if rest.next_if_eq(&'.').is_some() {
        verb.precision = Some(digits(rest).unwrap_or(0));
    }
    if rest.next_if_eq(&'[').is_some() {
        verb.index = digits(rest);
        if rest.next() != Some(']') || verb.index.is_none() {
            return Err("an index is a number in brackets".into());
        }
    }
    // No text that anybody wants is wider, and a number of digits must not fill the memory.
    if verb.width.max(verb.precision) > Some(10_000) {
        return Err("a width or precision is greater than 10000".into());
    }
    verb.letter = rest.next().ok_or("a verb is not complete")?;
    Ok(verb)
}

fn digits(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<usize> {
    let mut number = None;
    while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
        rest.next();
        let more = number.unwrap_or(0usize).saturating_mul(10);
        number = Some(more.saturating_add(digit as usize));
    }
    number
}

/// One argument, and whether zeros may fill it up.
fn one(verb: &Verb, arg: &TypedValue, surroundings: &Surroundings) -> Result<String, Failure> {
    let is_any = matches!(verb.letter, 'v');
    if arg.value.is_null() && !is_any {
        return Err(Failure::Plain(
            format!("unsupported value for \"%{}\": it is null", verb.letter).into(),
        ));
    }
    let number = || match as_type(verb, arg, &Type::Number)?.value {
        Value::Number(number) => Ok(number),
        _ => Err(Failure::from("a number is required")),
    };
    match verb.letter {
        'v' if verb.sharp || !is_simple(arg) => {
            let json = jsonencode(std::slice::from_ref(arg), surroundings)?;
            Ok(text_of(Some(&json)).to_owned())
        }
        'v' => match &arg.value {
            Value::Null => Ok("null".to_owned()),
            Value::Number(number) => Ok(signed(verb, number, general(number))),
            _ => Ok(cut(verb, text_of(Some(&as_type(verb, arg, &Type::String)?)))),
        },
        's' => Ok(cut(verb, text_of(Some(&as_type(verb, arg, &Type::String)?)))),
        'q' => {
            let text = as_type(verb, arg, &Type::String)?;
            let mut quoted = String::new();
            encode_text(&cut(verb, text_of(Some(&text))), &mut quoted);
            Ok(quoted)
        }
        't' => match as_type(verb, arg, &Type::Bool)?.value {
            Value::Bool(value) => Ok(value.to_string()),
            _ => Err("a bool is required".into()),
        },
        letter @ ('d' | 'b' | 'o' | 'x' | 'X') => {
            let number = number()?;
            if !number.is_integer() {
                return Err(Failure::Plain(
                    format!("unsupported value for \"%{letter}\": an integer is required").into(),
                ));
            }
            if letter == 'd' {
                return Ok(signed(verb, &number, number.to_string()));
            }
            let size = number.as_i128().ok_or("the number is too large for this verb")?;
            let size = size.unsigned_abs();
            let digits = match letter {
                'b' => format!("{size:b}"),
                'o' => format!("{size:o}"),
                'x' => format!("{size:x}"),
                _ => format!("{size:X}"),
            };
            let prefix = match letter {
                'o' if verb.sharp => "0",
                'x' if verb.sharp => "0x",
                'X' if verb.sharp => "0X",
                'b' if verb.sharp => "0b",
                _ => "",
            };
            let sign = if number.is_negative() { "-" } else { "" };
            Ok(signed(verb, &number, format!("{sign}{prefix}{digits}")))
        }
        letter @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G') => {
            let number = number()?;
            let float = number.as_f64();
            if !float.is_finite() {
                return Err("the number is too large for this verb".into());
            }
            let text = match letter {
                'f' | 'F' => format!("{float:.*}", verb.precision.unwrap_or(6)),
                'e' | 'E' => scientific(float, verb.precision.unwrap_or(6), letter),
                _ => shortest(float, verb.precision, letter),
            };
            Ok(signed(verb, &number, text))
        }
        letter => Err(Failure::Shows(format!("unsupported format verb '{letter}'"))),
    }
}

fn is_simple(arg: &TypedValue) -> bool {
    arg.ty.is_primitive() || arg.value.is_null()
}

fn as_type(verb: &Verb, arg: &TypedValue, ty: &Type) -> Answer {
    conversion(arg, ty).map_err(|reason| {
        Failure::Shows(format!("unsupported value for \"%{}\": {reason}", verb.letter))
    })
}

/// As `%v` writes numbers.
fn general(number: &Number) -> String {
    shortest(number.as_f64(), None, 'g')
}

/// The first letters, as many as the precision says.
fn cut(verb: &Verb, text: &str) -> String {
    use unicode_segmentation::UnicodeSegmentation as _;
    match verb.precision {
        Some(precision) => text.graphemes(true).take(precision).collect(),
        None => text.to_owned(),
    }
}

fn signed(verb: &Verb, number: &Number, text: String) -> String {
    if number.is_negative() {
        text
    } else if verb.plus {
        format!("+{text}")
    } else if verb.space {
        format!(" {text}")
    } else {
        text
    }
}

fn padded(verb: &Verb, text: String) -> String {
    let missing = verb.width.unwrap_or(0).saturating_sub(letters(&text));
    if missing == 0 {
        return text;
    }
    let is_number = "dboxXeEfFgG".contains(verb.letter);
    if verb.minus {
        text + &" ".repeat(missing)
    } else if verb.zero && is_number {
        // Zeros stand behind the sign.
        let sign = usize::from(text.starts_with(['-', '+', ' ']));
        let (sign, digits) = text.split_at(sign);
        format!("{sign}{}{digits}", "0".repeat(missing))
    } else if verb.zero {
        "0".repeat(missing) + &text
    } else {
        " ".repeat(missing) + &text
    }
}

/// As C writes it: `1.5e+03`.
fn scientific(float: f64, precision: usize, letter: char) -> String {
    exponent(&format!("{float:.precision$e}"), letter)
}

fn exponent(text: &str, letter: char) -> String {
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, power) = match power.strip_prefix('-') {
        Some(power) => ('-', power),
        None => ('+', power),
    };
    let letter = if letter.is_uppercase() { 'E' } else { 'e' };
    format!("{digits}{letter}{sign}{power:0>2}")
}

/// `%g`: with an exponent if that is very small or at least as large as the precision.
fn shortest(float: f64, precision: Option<usize>, letter: char) -> String {
    let written = match precision {
        Some(precision) => format!("{float:.*e}", precision.max(1) - 1),
        None => format!("{float:e}"),
    };
    let (digits, power) = written.split_once('e').unwrap_or((&written, "0"));
    let power: i64 = power.parse().unwrap_or(0);
    let digits = if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    };
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    let limit = match precision {
        Some(precision) => precision.max(1),
        None => count.max(21),
    };
    if power < -4 || power >= i64::try_from(limit).unwrap_or(i64::MAX) {
        return exponent(&format!("{digits}e{power}"), letter);
    }
    let after = i64::try_from(count).unwrap_or(0) - 1 - power;
    format!("{float:.*}", usize::try_from(after).unwrap_or(0))
}
