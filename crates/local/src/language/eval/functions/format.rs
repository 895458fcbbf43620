//! `format`: the verbs of Terraform's format strings.

use schema_runtime::codec::json::write_string;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::encoding::json_of;
use super::text::letters;
use super::{Args, CallResult, Failure, TOO_LONG};
use crate::language::eval::{MAX_TEXT, TypedValue, conversion};
use crate::language::hcl::nfc;

/// The part of a verb between `%` and its letter.
#[derive(Default)]
struct Verb {
    /// Any of `-+ 0#`.
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
    /// The index of the requested argument, counted from 1.
    index: Option<usize>,
    letter: char,
}

impl Verb {
    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }
}

pub(super) fn format(args: &Args<'_>) -> CallResult {
    let given = args.all.get(1..).unwrap_or(&[]);
    if !given.iter().all(|arg| arg.value.is_wholly_known()) {
        return Ok(TypedValue::unknown_not_null(Type::String));
    }
    let mut rest = args.text(0).chars().peekable();
    let mut text = String::new();
    let (mut next, mut used) = (0, 0);
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
            Some(index) => index.checked_sub(1).ok_or("arguments are counted from 1")?,
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
        let formatted = one(&verb, arg)?;
        text.push_str(&padded(&verb, formatted));
        if text.len() > MAX_TEXT {
            return Err(TOO_LONG.into());
        }
    }
    if used < given.len() {
        return Err(Failure::Shows(format!(
            "too many arguments; only {used} used by format string"
        )));
    }
    Ok(TypedValue::string(nfc(&text)))
}

fn verb(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<Verb, Failure> {
    let mut verb = Verb::default();
    while let Some(flag) = rest.next_if(|c| "-+ 0#".contains(*c)) {
        verb.flags.push(flag);
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
    // No useful string is wider, and a huge precision must not exhaust the memory.
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

/// Formats one argument; returns whether it may be padded with zeros.
fn one(verb: &Verb, arg: &TypedValue) -> Result<String, Failure> {
    let unsupported = |why: &str| {
        let text = format!("unsupported value for \"%{}\": {why}", verb.letter);
        Err(Failure::Plain(text.into()))
    };
    if arg.value.is_null() && verb.letter != 'v' {
        return unsupported("it is null");
    }
    let number = || Ok::<_, Failure>(as_type(verb, arg, &Type::Number)?.as_number());
    match verb.letter {
        'v' if verb.has('#') || !(arg.ty.is_primitive() || arg.value.is_null()) => json_of(arg),
        'v' => match &arg.value {
            Value::Null => Ok("null".to_owned()),
            Value::Number(number) => Ok(signed(verb, Decimal::of(number).general(None, 'g'))),
            _ => Ok(cut(verb, as_type(verb, arg, &Type::String)?.as_text())),
        },
        's' => Ok(cut(verb, as_type(verb, arg, &Type::String)?.as_text())),
        'q' => {
            let text = as_type(verb, arg, &Type::String)?;
            let mut quoted = String::new();
            write_string(&mut quoted, &cut(verb, text.as_text()));
            Ok(quoted)
        }
        't' => Ok((as_type(verb, arg, &Type::Bool)?.value == Value::Bool(true)).to_string()),
        letter @ ('d' | 'b' | 'o' | 'x' | 'X') => {
            let number = number()?;
            if !number.is_integer() {
                return unsupported("an integer is required");
            }
            if letter == 'd' {
                let digits = match number.is_zero() {
                    true => "0".to_owned(),
                    false => number.to_string(),
                };
                return Ok(signed(verb, digits));
            }
            let size = number.as_i128();
            let size = size.ok_or("the number is too large for this verb")?;
            let size = size.unsigned_abs();
            let (prefix, digits) = match letter {
                'b' => ("0b", format!("{size:b}")),
                'o' => ("0", format!("{size:o}")),
                'x' => ("0x", format!("{size:x}")),
                _ => ("0X", format!("{size:X}")),
            };
            let prefix = if verb.has('#') { prefix } else { "" };
            let sign = if number.is_negative() { "-" } else { "" };
            Ok(signed(verb, format!("{sign}{prefix}{digits}")))
        }
        letter @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G') => {
            let number = number()?;
            let decimal = Decimal::of(&number);
            let text = match letter {
                'f' | 'F' => decimal.fixed(verb.precision.unwrap_or(6)),
                'e' | 'E' => decimal.scientific(verb.precision.unwrap_or(6), letter),
                _ => decimal.general(verb.precision, letter),
            };
            Ok(signed(verb, text))
        }
        letter => Err(Failure::Shows(format!(
            "unsupported format verb '{letter}'"
        ))),
    }
}

fn as_type(verb: &Verb, arg: &TypedValue, ty: &Type) -> CallResult {
    conversion(arg, ty).map_err(|reason| {
        Failure::Shows(format!(
            "unsupported value for \"%{}\": {reason}",
            verb.letter
        ))
    })
}

/// The first letters, up to the precision.
fn cut(verb: &Verb, text: &str) -> String {
    use unicode_segmentation::UnicodeSegmentation as _;
    match verb.precision {
        Some(precision) => text.graphemes(true).take(precision).collect(),
        None => text.to_owned(),
    }
}

fn signed(verb: &Verb, text: String) -> String {
    if text.starts_with('-') {
        text
    } else if verb.has('+') {
        format!("+{text}")
    } else if verb.has(' ') {
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
    if verb.has('-') {
        text + &" ".repeat(missing)
    } else if verb.has('0') {
        // Zeros go after the sign of a number.
        let is_number = "dboxXeEfFgG".contains(verb.letter);
        let sign = usize::from(is_number && text.starts_with(['-', '+', ' ']));
        let (sign, rest) = text.split_at(sign);
        format!("{sign}{}{rest}", "0".repeat(missing))
    } else {
        " ".repeat(missing) + &text
    }
}

/// A number as decimal digits: `0.DIGITS` times ten to the power of `point`.
struct Decimal {
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    point: i64,
    /// Whether a tie is also one in binary, which Go rounds to the even digit.
    exact: bool,
}

impl Decimal {
    fn of(number: &Number) -> Self {
        let text = number.to_string();
        let digits = text.trim_start_matches(['-', '+']);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{part}");
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0').bytes();
        let digits: Vec<u8> = digits.map(|c| c.wrapping_sub(b'0')).collect();
        let zeros = all.len() - significant.len();
        let point = match digits.is_empty() {
            true => 1,
            false => signed_length(whole.len()) - signed_length(zeros),
        };
        Decimal {
            negative: text.starts_with('-'),
            digits,
            point,
            exact: number.exact_f64().is_some(),
        }
    }

    /// The number rounded to at most this many digits.
    fn rounded(&self, keep: i64) -> Decimal {
        let (mut digits, mut point) = (self.digits.clone(), self.point);
        let count = usize::try_from(keep.max(0)).unwrap_or(usize::MAX);
        if count < digits.len() || keep < 0 {
            let rest = digits.split_off(count.min(digits.len()));
            let tie = rest.first() == Some(&5) && rest.len() == 1;
            let up = keep >= 0
                && rest.first().is_some_and(|digit| *digit >= 5)
                && !(tie && self.exact && digits.last().is_none_or(|digit| digit % 2 == 0));
            if up {
                let carried = digits.iter().rev().take_while(|digit| **digit == 9).count();
                digits.truncate(digits.len() - carried);
                match digits.last_mut() {
                    Some(last) => *last += 1,
                    None => {
                        digits.push(1);
                        point += 1;
                    }
                }
            }
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
        Decimal {
            digits,
            point,
            ..*self
        }
    }

    fn digit(&self, position: i64) -> char {
        let digit = usize::try_from(position)
            .ok()
            .and_then(|at| self.digits.get(at));
        char::from(b'0' + digit.copied().unwrap_or(0))
    }

    fn sign(&self) -> &'static str {
        if self.negative { "-" } else { "" }
    }

    fn fixed(&self, precision: usize) -> String {
        let after = signed_length(precision);
        let number = self.rounded(self.point + after);
        let mut text = self.sign().to_owned();
        // Before the point there is at least one digit: a zero that is not in `digits`.
        let whole = 0.min(number.point - 1)..number.point;
        text.extend(whole.map(|at| number.digit(at)));
        if precision > 0 {
            text.push('.');
            let part = number.point..number.point + after;
            text.extend(part.map(|at| number.digit(at)));
        }
        text
    }

    fn scientific(&self, precision: usize, letter: char) -> String {
        let number = self.rounded(signed_length(precision) + 1);
        let mut text = self.sign().to_owned();
        text.push(number.digit(0));
        if precision > 0 {
            text.push('.');
            text.extend((1..=signed_length(precision)).map(|at| number.digit(at)));
        }
        // There are no digits only if the number is 0, whose point is behind the first one.
        let power = number.point - 1;
        let letter = if letter.is_uppercase() { 'E' } else { 'e' };
        let sign = if power < 0 { '-' } else { '+' };
        format!("{text}{letter}{sign}{:02}", power.abs())
    }

    /// `%g`: with an exponent if the number is very small or has more digits than the precision.
    fn general(&self, precision: Option<usize>, letter: char) -> String {
        let number = self.rounded(precision.map_or(i64::MAX, |most| signed_length(most.max(1))));
        let count = number.digits.len().max(1);
        let limit = match precision {
            Some(precision) if precision > count && signed_length(count) >= number.point => count,
            Some(precision) => precision.max(1),
            None => 6,
        };
        let power = number.point - 1;
        if !number.digits.is_empty() && (power < -4 || power >= signed_length(limit)) {
            return number.scientific(count - 1, letter);
        }
        let after = signed_length(number.digits.len()) - number.point;
        number.fixed(usize::try_from(after.max(0)).unwrap_or(0))
    }
}

fn signed_length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
