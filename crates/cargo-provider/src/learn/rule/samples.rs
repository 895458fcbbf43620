//! Values that satisfy a rule, and values that break it.

use super::*;

/// Strings of many forms: one for each that libraries and providers require.
#[rustfmt::skip]
pub(crate) const POOL: &[&str] = &[
    "1", "{}", "10.0.0.0/8", "10.0.0.1", "2001:db8::1", "::/0", "https://example.com/a", "10s",
    "aGVsbG8=", "2026-01-31T12:00:00Z", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "/abc/def",
    "0644", "00:00:5e:00:53:01", "10.0.0.1-10.0.0.9", "true", "example.com", "a@example.com",
    "abcdefghijklmnop", "Abcdef1!", "a:b", "a/b", "a=b", "a_b", "a-b", "A", "1.2.3", "8080",
    "8080/tcp", "Monday", "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n", "^a$",
    "100m", "12:00",
];

/// Values of the type that satisfy a rule, the plainest first.
pub(crate) fn keeping(rule: &Rule, ty: &Type) -> Vec<Value> {
    let texts = |texts: &[&str]| Vec::from_iter(texts.iter().map(|text| Value::text(*text)));
    let made: Vec<Value> = match rule {
        Rule::OneOf(values) => {
            let scalars = values.iter().filter_map(|value| scalar(value, ty));
            scalars.collect()
        }
        Rule::OneOfIgnoreCase(values) => values.iter().map(Value::text).collect(),
        Rule::Range(bounds) => numbers(bounds),
        Rule::DivisibleBy(divisor) => {
            let divisor = *divisor as f64;
            vec![Value::Number(divisor), Value::Number(2.0 * divisor)]
        }
        Rule::Bytes(bounds) | Rule::Length(bounds) => {
            let (min, max) = ends(bounds).unwrap_or((None, None));
            let least = min.unwrap_or(0.0).max(1.0);
            let more = max.unwrap_or(least + 1.0).min(least + 1.0);
            let letters = |count: f64| "a".repeat(count.clamp(0.0, 70_000.0) as usize);
            [least, more]
                .map(|count| Value::text(letters(count)))
                .into()
        }
        Rule::Regex(pattern) => matching(pattern),
        Rule::Not(_) | Rule::Excludes(_) | Rule::NotEmpty | Rule::NotBlank => {
            texts(&["a", "zz9", "b"])
        }
        Rule::NotZero => match ty {
            Type::Number => vec![Value::Number(1.0)],
            Type::Bool => vec![Value::Bool(true)],
            _ => texts(&["a"]),
        },
        Rule::Equals(wanted) => vec![Value::Bool(*wanted)],
        Rule::Format(format) => match *format {
            "port" | "port_or_zero" => vec![Value::Number(80.0), Value::Number(81.0)],
            "empty" => texts(&[""]),
            "blank" => texts(&[" ", ""]),
            "duration" => texts(&["10s", "20s"]),
            "timestamp" => texts(&["2026-01-31T12:00:00Z", "2027-01-31T12:00:00Z"]),
            "mac" => texts(&["00:00:5e:00:53:01", "00:00:5e:00:53:02"]),
            "ipv4_range" => texts(&["10.0.0.1-10.0.0.9", "10.0.0.1-10.0.0.8"]),
            "uuid" => texts(&[
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf7",
            ]),
            "base64" => texts(&["aGVsbG8=", "aGVsbG9v"]),
            _ => texts(POOL),
        },
        Rule::Network(bounds) => {
            let bits = ends(bounds).and_then(|(min, max)| min.or(max));
            let bits = bits.unwrap_or(8.0);
            let addresses = match bits > 32.0 {
                true => ["::", "8000::"],
                false => ["0.0.0.0", "128.0.0.0"],
            };
            let network = |address: &str| Value::text(format!("{address}/{bits}"));
            addresses.map(network).into()
        }
        Rule::Url(schemes) => {
            let scheme = schemes.first().map_or("https", String::as_str);
            let url = |host: &str| Value::text(format!("{scheme}://{host}/a"));
            vec![url("example.com"), url("example.org")]
        }
        Rule::Size(bounds) => return sized(bounds, ty),
        Rule::Unique | Rule::NoNulls => {
            return ty.wrap(&ty.plain()).into_iter().collect();
        }
        Rule::Each(rules) | Rule::Values(rules) => return elements(rules, ty),
        Rule::Keys(rules) => {
            let keys = keeping_all(rules, &Type::Text);
            let inner = ty.element().and_then(|inner| inner.wrap(&inner.plain()));
            let member = |key: Value| {
                let member = (key.as_text()?.to_owned(), inner.clone()?);
                Some(Value::Map([member].into()))
            };
            return keys.into_iter().filter_map(member).collect();
        }
        Rule::All(rules) => return keeping_all(rules, ty),
        Rule::Any(rules) => return rules.iter().flat_map(|rule| keeping(rule, ty)).collect(),
    };
    let kept = |value: &Value| holds(rule, value) != Some(false) && fits(value, ty.innermost());
    let kept = made.into_iter().filter(kept);
    kept.filter_map(|value| ty.wrap(&value)).collect()
}

/// Values that satisfy all the rules.
pub(crate) fn keeping_all(rules: &[Rule], ty: &Type) -> Vec<Value> {
    let made = rules.iter().flat_map(|rule| keeping(rule, ty));
    made.filter(|value| all(rules, value) != Some(false))
        .collect()
}

/// Values that break a rule.
pub(crate) fn breaking(rule: &Rule, ty: &Type) -> Vec<Value> {
    let mut made: Vec<Value> = match rule {
        Rule::Range(bounds) => {
            let (min, max) = ends(bounds).unwrap_or((None, None));
            let below = min.map(|min| min - step(&bounds.min));
            let above = max.map(|max| max + step(&bounds.max));
            below.into_iter().chain(above).map(Value::Number).collect()
        }
        _ => Vec::new(),
    };
    match ty.innermost() {
        Type::Number => made.extend([-1.0, 0.0, 1.0, 3.0, 1e9].map(Value::Number)),
        Type::Text => {
            made.extend(["", "a", " ", "zz9", "a/b", "\u{e4}"].map(Value::text));
            made.push(Value::text("a".repeat(300)));
        }
        Type::Bool => made.extend([true, false].map(Value::Bool)),
        _ => {}
    }
    let wrapped = made.into_iter().filter_map(|value| ty.wrap(&value));
    wrapped
        .filter(|value| holds(rule, value) == Some(false))
        .collect()
}

/// The distance to the next number with the same number of digits.
fn step(written: &Option<String>) -> f64 {
    let fraction = written.as_ref().and_then(|text| text.split_once('.'));
    let digits = fraction.map_or(0, |(_, digits)| digits.len());
    10_f64.powi(-i32::try_from(digits).unwrap_or(0))
}

fn numbers(bounds: &Bounds) -> Vec<Value> {
    let (min, max) = ends(bounds).unwrap_or((None, None));
    let made = match (min, max) {
        (Some(min), Some(max)) => vec![min, max, f64::midpoint(min, max).floor()],
        (Some(min), None) => vec![min, min + 1.0],
        (None, Some(max)) => vec![max, max - 1.0],
        (None, None) => vec![1.0],
    };
    made.into_iter().map(Value::Number).collect()
}

fn sized(bounds: &Bounds, ty: &Type) -> Vec<Value> {
    let (min, _) = ends(bounds).unwrap_or((None, None));
    let least = min.unwrap_or(1.0).clamp(1.0, 1000.0) as usize;
    many(ty, least).into_iter().collect()
}

/// A collection of this many different elements.
pub(crate) fn many(ty: &Type, count: usize) -> Option<Value> {
    let element = ty.element()?;
    let values = (0..count).map(|k| {
        let inner = match element.innermost() {
            Type::Number => Value::Number(f64::from(u32::try_from(k).unwrap_or(0) + 1)),
            Type::Bool => Value::Bool(k % 2 == 0),
            _ => Value::text(format!("a{k}")),
        };
        element.wrap(&inner)
    });
    let values: Vec<Value> = values.collect::<Option<_>>()?;
    let keys = (0..).map(|k| format!("k{k}"));
    Some(match ty {
        Type::Map(_) => Value::Map(keys.zip(values).collect()),
        _ => Value::List(values),
    })
}

fn elements(rules: &[Rule], ty: &Type) -> Vec<Value> {
    let Some(element) = ty.element() else {
        return Vec::new();
    };
    let put = |value: Value| match ty {
        Type::Map(_) => Value::Map([("k".to_owned(), value)].into()),
        _ => Value::List(vec![value]),
    };
    keeping_all(rules, element).into_iter().map(put).collect()
}

fn scalar(json: &serde_json::Value, ty: &Type) -> Option<Value> {
    let text = json.as_str();
    let text = text.map_or_else(|| json.to_string(), str::to_owned);
    match ty.innermost() {
        Type::Number => text.parse().ok().map(Value::Number),
        Type::Bool => text.parse().ok().map(Value::Bool),
        _ => Some(Value::Text(text)),
    }
}

fn fits(value: &Value, ty: &Type) -> bool {
    match ty {
        Type::Bool => matches!(value, Value::Bool(_)),
        Type::Number => matches!(value, Value::Number(_)),
        _ => matches!(value, Value::Text(_)),
    }
}

/// Strings that match a pattern.
fn matching(pattern: &str) -> Vec<Value> {
    let Ok(hir) = regex_syntax::Parser::new().parse(pattern) else {
        return POOL.iter().map(|text| Value::text(*text)).collect();
    };
    let made = [0, 1, 2].map(|more| generated(&hir, more));
    let mut texts: Vec<String> = made.into();
    texts.extend(POOL.iter().map(|text| (*text).to_owned()));
    texts.extend(["a", "abc", "zz9"].map(str::to_owned));
    texts.dedup();
    texts.into_iter().map(Value::Text).collect()
}

/// A string that an expression matches: its first alternative, with `more` repetitions beyond the
/// minimum.
fn generated(hir: &Hir, more: u32) -> String {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => String::new(),
        HirKind::Literal(literal) => String::from_utf8_lossy(&literal.0).into_owned(),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges();
            let is_in = |wished: &char| {
                let mut ranges = ranges.iter();
                ranges.any(|range| (range.start()..=range.end()).contains(wished))
            };
            let wished = ['a', 'A', '0', '_', '-'].into_iter().find(is_in);
            let first = || ranges.first().map(|range| range.start());
            wished.or_else(first).into_iter().collect()
        }
        HirKind::Class(Class::Bytes(class)) => {
            let first = class.ranges().first();
            first
                .map(|range| char::from(range.start()))
                .into_iter()
                .collect()
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX).min(1000);
            let count = (repetition.min + more).min(most);
            generated(&repetition.sub, 0).repeat(count as usize)
        }
        HirKind::Capture(capture) => generated(&capture.sub, more),
        HirKind::Concat(parts) => parts.iter().map(|part| generated(part, more)).collect(),
        HirKind::Alternation(parts) => {
            let chosen = parts.get(more as usize).or_else(|| parts.first());
            chosen.map(|part| generated(part, 0)).unwrap_or_default()
        }
    }
}
